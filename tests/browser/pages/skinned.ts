// 가중치 색과 저장을 보는 빈 페이지: 시험이 window.skinned를 부른다.
import { loadMangto } from 'mangto';
import { bakeSkinnedMesh, dualQuaternions, heatColors } from 'mangto/three';
import {
  AmbientLight,
  Bone,
  BufferAttribute,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  MeshToonMaterial,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  Skeleton,
  SkinnedMesh,
  WebGLRenderer,
  type Material,
} from 'three';
import { Fnv1a64 } from '../../support/fnv';
import { arm, skinOf } from '../../support/rigs';

const SIZE = 64;

const MATERIALS = {
  basic: () => new MeshBasicMaterial({ color: 0xffffff }),
  lambert: () => new MeshLambertMaterial(),
  phong: () => new MeshPhongMaterial({ specular: 0 }),
  standard: () => new MeshStandardMaterial(),
  physical: () => new MeshPhysicalMaterial(),
  toon: () => new MeshToonMaterial(),
} satisfies Record<string, () => Material>;

export type Kind = keyof typeof MATERIALS;
export type Colour = [number, number, number];

/** 왼쪽 끝은 뼈 0, 오른쪽 끝은 뼈 1의 것인 판. */
function board(material: Material, skinned: boolean): Mesh {
  const geometry = new PlaneGeometry(2, 2);
  const x = geometry.getAttribute('position');
  const weights = [0, 1, 2, 3].flatMap((k) => (x.getX(k) < 0 ? [1, 0, 0, 0] : [0, 1, 0, 0]));
  const bones = [0, 1, 2, 3].flatMap(() => [0, 1, 0, 0]);
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(bones), 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(new Float32Array(weights), 4));
  if (!skinned) return new Mesh(geometry, material);
  const mesh = new SkinnedMesh(geometry, material);
  mesh.bind(new Skeleton([new Bone(), new Bone()]));
  return mesh;
}

/** 그려서, 가운데 줄의 왼쪽 끝과 가운데와 오른쪽 끝의(또는 주어진 자리들의) 색을 차례로 읽는다. */
function painter(mesh: Mesh, columns = [0, SIZE / 2, SIZE - 1]) {
  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(SIZE, SIZE, false);
  const scene = new Scene().add(mesh, new AmbientLight(0xffffff, Math.PI));
  const camera = new OrthographicCamera(-1, 1, 1, -1, -1, 1);
  return () => {
    renderer.render(scene, camera);
    const gl = renderer.getContext();
    const pixel = new Uint8Array(4);
    return columns.map((x): Colour => {
      gl.readPixels(x, SIZE / 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return [pixel[0]!, pixel[1]!, pixel[2]!];
    });
  };
}

/** 켜기 전, 뼈 0, 뼈 1, 끈 뒤, 다시 켠 뼈 1, 그 자리에서 껐다 켠 뼈 0의 색. */
function heat(kind: Kind, skinned: boolean): Colour[][] {
  const mesh = board(MATERIALS[kind](), skinned);
  const paint = painter(mesh);
  const before = paint();
  const colours = heatColors(mesh);
  const first = paint();
  colours.bone = 1;
  const second = paint();
  colours.dispose();
  const after = paint();
  const again = heatColors(mesh);
  again.bone = 1;
  const third = paint();
  again.dispose();
  heatColors(mesh).bone = 0;
  return [before, first, second, after, third, paint()];
}

/** 아래는 뼈 0, 위는 뼈 1을 따르며 뼈 1이 한 바퀴의 반만큼 비틀린 기둥의, 가운데의 너비(px). */
function twist(kind: Kind, dual: boolean): number {
  const mesh = arm(0.5).mesh as SkinnedMesh;
  const geometry = mesh.geometry.translate(0, -1, 0);
  const y = geometry.getAttribute('position');
  const weights = Array.from({ length: y.count }, (_, k) => (y.getY(k) + 1) / 2);
  const pairs = new Float32Array(weights.flatMap((up) => [1 - up, up, 0, 0]));
  geometry.setAttribute(
    'skinIndex',
    new BufferAttribute(new Uint16Array(weights.flatMap(() => [0, 1, 0, 0])), 4),
  );
  geometry.setAttribute('skinWeight', new BufferAttribute(pairs, 4));
  const column = new SkinnedMesh(geometry, MATERIALS[kind]());
  const bones = [new Bone(), new Bone()];
  column.bind(new Skeleton(bones));
  bones[1]!.rotation.y = 3.1;
  bones[1]!.updateMatrixWorld();
  if (dual) dualQuaternions(column);
  const row = painter(column, [...Array(SIZE).keys()])();
  return row.filter(([red]) => red > 20).length;
}

async function bake(persist: boolean) {
  const { mesh, bones } = arm(0.25);
  using mangto = await loadMangto();
  const started = performance.now();
  const baked = await bakeSkinnedMesh(mesh, bones, { mangto, persist });
  const { index, weight } = skinOf(baked.meshes[0]!);
  const hash = new Fnv1a64();
  hash.add(index);
  hash.add(weight);
  const ms = performance.now() - started;
  return { hash: hash.hex(), cached: baked.report.cached, bones: baked.bones, ms };
}

/** 저장된 것을 모두 고쳐 쓴다. */
function tamper(damage: 'weights' | 'version' | 'foreign' | 'loss'): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('mangto');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('skins', 'readwrite');
      const store = transaction.objectStore('skins');
      let entries = 0;
      store.openCursor().onsuccess = (event) => {
        const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result;
        if (cursor === null) return;
        entries += 1;
        const entry = cursor.value as { arrays: Blob[]; version: number };
        if (damage === 'weights')
          entry.arrays[1] = new Blob([entry.arrays[1]!.slice(0, -4), Float32Array.of(0.25)]);
        if (damage === 'version') entry.version += 1;
        if (damage === 'loss') cursor.delete();
        else cursor.update(damage === 'foreign' ? 'something else' : entry);
        cursor.continue();
      };
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(entries);
      };
    };
  });
}

const api = { heat, twist, bake, tamper };

declare global {
  interface Window {
    skinned?: typeof api;
  }
}
window.skinned = api;
