import type { Material, Mesh } from 'three';
import { integer, invalid } from '../check.js';
import { after, MaterialPatch, meshesOf, Patches } from './material-patch.js';

// 가중치 1에서 빨강, 노랑, 초록, 하늘을 지나 0에서 파랑. 꼭짓점 사이는 GPU가 고르게 잇는다.
const kVertexHead = /* glsl */ `
#ifndef USE_SKINNING
  attribute vec4 skinIndex;
  attribute vec4 skinWeight;
#endif
uniform float heatBone;
varying float vHeat;
`;
const kVertexBody = /* glsl */ `
vHeat = dot(skinWeight, vec4(lessThan(abs(skinIndex - heatBone), vec4(0.5))));
`;
const kFragmentHead = /* glsl */ `
varying float vHeat;
`;
const kFragmentBody = /* glsl */ `
diffuseColor.rgb = clamp(vec3(4.0 * vHeat - 2.0, min(4.0 * vHeat, 4.0 - 4.0 * vHeat), 2.0 - 4.0 * vHeat), 0.0, 1.0);
`;

/**
 * three는 한 번 엮은 프로그램으로 돌아올 때 onBeforeCompile을 부르지 않고 그때의 유니폼을 쓴다: 껐다 켜도 재질마다 같은 것이어야 한다.
 *
 * When three returns to a program it calls no onBeforeCompile and goes on with the uniforms of then.
 */
const bones = new WeakMap<Material, { value: number }>();

/** 재질 하나의 가중치 색. / The heat colours of one material. */
class HeatPatch extends MaterialPatch {
  readonly bone: { value: number };

  constructor(material: Material) {
    const bone = bones.get(material) ?? { value: 0 };
    bones.set(material, bone);
    super(material, 'mangto-heat', (shader) => {
      shader.uniforms['heatBone'] = bone;
      shader.vertexShader = kVertexHead + after(shader.vertexShader, 'color_vertex', kVertexBody);
      shader.fragmentShader =
        kFragmentHead + after(shader.fragmentShader, 'color_fragment', kFragmentBody);
    });
    this.bone = bone;
  }
}

const patches = new Patches((material) => new HeatPatch(material));

/** 켜진 가중치 색. / Heat colours that are on. */
export class HeatColors {
  readonly #materials: readonly Material[];
  readonly #patches: readonly HeatPatch[];
  #bone = 0;
  #on = true;

  /** @internal */
  constructor(materials: readonly Material[]) {
    this.#materials = materials;
    this.#patches = materials.map((material) => patches.take(material));
    this.bone = 0;
  }

  /** 보여 줄 뼈의 번호. 바꾸어도 다시 굽거나 올리지 않는다. / The bone to show; a change costs neither a bake nor an upload. */
  get bone(): number {
    return this.#bone;
  }
  set bone(value: number) {
    this.#bone = integer('bone', value, 0, 65_535);
    for (const patch of this.#patches) patch.bone.value = value;
  }

  /** 재질들을 앞의 모습으로 되돌린다. / Gives the materials their looks back. May be called more than once. */
  dispose(): void {
    if (!this.#on) return;
    this.#on = false;
    for (const material of this.#materials) patches.release(material);
  }

  /** `dispose()`와 같다(`using`). / The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * 그물의 재질에 가중치 색을 켠다: 고른 뼈의 가중치가 1인 곳은 빨강, 0인 곳은 파랑.
 *
 * Shows the weight of one bone as colours, red (1) through yellow, green and cyan to blue (0), on meshes with
 * `skinIndex` and `skinWeight`. It patches their materials (Basic, Lambert, Phong, Standard, Physical, Toon) in
 * place, keeping an `onBeforeCompile` that is there, until `dispose()`. Materials shared with other meshes
 * change there, too; clone them first if that is not wanted.
 *
 * @example
 * const heat = heatColors(mesh);
 * heat.bone = 3;
 */
export function heatColors(meshes: Mesh | readonly Mesh[]): HeatColors {
  const materials = new Set<Material>();
  meshesOf(meshes, 'isMesh', 'a Mesh').forEach((mesh, k) => {
    if (mesh.geometry.getAttribute('skinWeight') === undefined) {
      throw invalid(`meshes[${k}].geometry`, 'one with skinIndex and skinWeight', mesh.geometry);
    }
    for (const material of [mesh.material].flat()) materials.add(material);
  });
  return new HeatColors([...materials]);
}
