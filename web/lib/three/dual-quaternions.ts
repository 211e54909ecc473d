import { MeshDepthMaterial, MeshDistanceMaterial, type Material, type SkinnedMesh } from 'three';
import { after, MaterialPatch, meshesOf, Patches } from './material-patch.js';

// L. Kavan, S. Collins, J. Žára, C. O'Sullivan, "Geometric Skinning with Approximate Dual Quaternion Blending",
// ACM TOG 27(4), 2008. 뼈의 행렬은 M = R·S + t로 나눈다: R은 앞의 두 열을 차례로 직교화한 회전이고, 늘임과
// 뒤틀림인 S = RᵀM은 그대로 섞는다. 회전의 4qqᵀ는 R에서 바로 얻으므로(I. Y. Bar-Itzhack, "New Method for
// Extracting the Quaternion from a Rotation Matrix", JGCD 23(6), 2000), 여기에 지금까지 섞은 것을 곱하면 부호까지
// 그쪽에 맞는 q가 나온다. 첫 뼈의 몫으로는 흔한 회전과 수직이 아닌 아주 작은 것을 둔다.
const kVertexHead = /* glsl */ `
#ifdef USE_SKINNING
vec4 dqReal, dqDual;
mat3 dqStretch;
void dqAdd(mat4 bone, float weight) {
  vec3 x = bone[0].xyz / max(length(bone[0]), 1e-12);
  vec3 y = bone[1].xyz - x * dot(x, bone[1].xyz);
  y /= max(length(y), 1e-12);
  mat3 m = mat3(x, y, cross(x, y)), n = transpose(m);
  vec3 d = vec3(m[1].z - n[1].z, m[2].x - n[2].x, m[0].y - n[0].y);
  float trace = m[0].x + m[1].y + m[2].z;
  vec4 v = dqReal;
  vec4 q = normalize(vec4((m + n) * v.xyz + (1.0 - trace) * v.xyz + v.w * d, dot(d, v.xyz) + (1.0 + trace) * v.w));
  vec3 t = 0.5 * bone[3].xyz;
  dqReal += weight * q;
  dqDual += weight * vec4(q.w * t + cross(t, q.xyz), -dot(t, q.xyz));
  dqStretch += weight * n * mat3(bone);
}
mat4 dqBlend(mat4 a, mat4 b, mat4 c, mat4 d, vec4 w) {
  dqReal = 1e-7 * vec4(0.13, 0.31, 0.59, 0.83);
  dqDual = vec4(0);
  dqStretch = mat3(0);
  dqAdd(a, w.x);
  dqAdd(b, w.y);
  dqAdd(c, w.z);
  dqAdd(d, w.w);
  float size = length(dqReal);
  vec4 q = dqReal / size, e = dqDual / size;
  mat3 k = mat3(0, q.z, -q.y, -q.z, 0, q.x, q.y, -q.x, 0);
  mat3 m = (mat3(1) + 2.0 * k * (mat3(q.w) + k)) * dqStretch / max(dot(w, vec4(1)), 1e-12);
  vec3 t = 2.0 * (q.w * e.xyz - e.w * q.xyz + cross(q.xyz, e.xyz));
  return mat4(vec4(m[0], 0), vec4(m[1], 0), vec4(m[2], 0), vec4(t, 1));
}
#endif
`;
// 네 뼈를 섞은 하나로 바꿔 두면, 자리와 법선을 옮기는 three의 나머지는 그대로이다.
const kVertexBody = /* glsl */ `
#ifdef USE_SKINNING
  boneMatX = dqBlend( boneMatX, boneMatY, boneMatZ, boneMatW, skinWeight );
  boneMatY = boneMatX;
  boneMatZ = boneMatX;
  boneMatW = boneMatX;
#endif
`;

const patches = new Patches(
  (material) =>
    new MaterialPatch(material, 'mangto-dual-quaternions', (shader) => {
      shader.vertexShader =
        kVertexHead + after(shader.vertexShader, 'skinbase_vertex', kVertexBody);
    }),
);

type ShadowKey = 'customDepthMaterial' | 'customDistanceMaterial';

/** 켜진 이중 쿼터니언 스키닝. / Dual quaternion skinning that is on. */
export class DualQuaternions {
  readonly #materials = new Set<Material>();
  /** 그림자를 그리라고 여기서 만든 재질. / The shadow materials made here. */
  readonly #made: [SkinnedMesh, ShadowKey, Material][] = [];

  /** @internal */
  constructor(meshes: readonly SkinnedMesh[]) {
    for (const mesh of meshes) {
      const depth = this.#shadow(mesh, 'customDepthMaterial', MeshDepthMaterial);
      const distance = this.#shadow(mesh, 'customDistanceMaterial', MeshDistanceMaterial);
      for (const material of [mesh.material, depth, distance].flat()) this.#materials.add(material);
    }
    for (const material of this.#materials) patches.take(material);
  }

  #shadow(mesh: SkinnedMesh, key: ShadowKey, Kind: new () => Material): Material {
    if (mesh[key]) return mesh[key];
    const material = new Kind();
    this.#made.push([mesh, key, material]);
    return (mesh[key] = material);
  }

  /** three의 선형 혼합으로 되돌린다. / Gives back three's linear blending. May be called more than once. */
  dispose(): void {
    for (const material of this.#materials) patches.release(material);
    this.#materials.clear();
    for (const [mesh, key, material] of this.#made) {
      if (mesh[key] === material) delete mesh[key];
      material.dispose();
    }
  }

  /** `dispose()`와 같다(`using`). / The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * 그물을 이중 쿼터니언으로 스키닝한다: 150°로 굽힌 팔꿈치와 비튼 팔이 굵기를 지킨다.
 *
 * Skins meshes by dual quaternions instead of linear blending, so that an elbow bent by 150° and a twisted
 * forearm keep their thickness. It patches the meshes' materials (Basic, Lambert, Phong, Standard, Physical,
 * Toon) and their shadow materials in place, keeping an `onBeforeCompile` that is there, until `dispose()`.
 * The weights stay. Rotations and places are blended as dual quaternions, scale and shear of the bones
 * linearly. Materials shared with other meshes change there, too; clone them first if that is not wanted.
 * It is done on the GPU: three's raycasts and bounding boxes still go by linear blending.
 *
 * @example
 * const { meshes } = await bakeSkinnedMesh(mesh, skeleton, { mangto });
 * const volume = dualQuaternions(meshes);
 */
export function dualQuaternions(meshes: SkinnedMesh | readonly SkinnedMesh[]): DualQuaternions {
  return new DualQuaternions(meshesOf(meshes, 'isSkinnedMesh', 'a SkinnedMesh'));
}
