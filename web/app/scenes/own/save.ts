import { Scene } from 'three';
import { GLTFExporter, type GLTFWriter } from 'three/addons/exporters/GLTFExporter.js';
import type { OwnModel } from './model';

/** 쓰는 동안의 JSON 가운데 고치는 것. The part of the JSON that is corrected. */
interface Written {
  skins?: { skeleton?: number }[];
}

/** 첫 뼈가 모든 뼈의 조상이라는 법은 없다: 없어도 되는 것을 뺀다. The first bone need not be above all others; what is optional is left out. */
const withoutSkeletonRoot = (writer: GLTFWriter) => ({
  afterParse() {
    const { skins = [] } = (writer as unknown as { json: Written }).json;
    for (const skin of skins) delete skin.skeleton;
  },
});

/**
 * 구운 모델을 GLB로 쓴다. 끝날 때까지 모델은 처음 자세로 있어야 한다.
 * Writes the baked model as a GLB. The model must be at rest until it is done.
 */
export async function writeGlb({ root, clips }: OwnModel): Promise<ArrayBuffer> {
  const exporter = new GLTFExporter().register(withoutSkeletonRoot);
  // 부모를 바꾸지 않고 한 장면에 모은다: 움직임은 첫 뿌리 아래에서만 찾아진다.
  const scene = new Scene();
  scene.children = root.children.flatMap(({ children }) => children);
  // 행렬로는 배율이 0인 마디를 쓸 수 없다.
  const options = { binary: true, onlyVisible: false, trs: true, animations: [...clips] };
  return (await exporter.parseAsync(scene, options)) as ArrayBuffer;
}

/** 사람의 기계에 내려 둔다. Puts it on the person's machine. */
export function download(glb: ArrayBuffer, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([glb], { type: 'model/gltf-binary' }));
  link.download = name;
  link.click();
  // 내려받기가 시작된 뒤에 놓는다.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
