import { InstancedMesh, MeshDepthMaterial, SkinnedMesh, type Material, type Mesh } from 'three';

// three의 그림자 재질 하나를 뼈 있는 그물, 사본, 홑 그물이 번갈아 쓰면 그때마다 셰이더를 다시 고른다: 저마다 제 것을 쓴다.
const skinned = new MeshDepthMaterial();
const instanced = new MeshDepthMaterial();

/** 오려 낸 무늬가 있으면 three가 재질마다 따로 마련한다. */
const isCut = (material: Material | Material[]) =>
  [material].flat().some(({ alphaTest }) => alphaTest > 0);

/** 그림자를 드리우고 받는 그물로. Marks a mesh as one that casts and receives shadows. */
export function shadowed<M extends Mesh>(mesh: M): M {
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  if (isCut(mesh.material)) return mesh;
  if (mesh instanceof SkinnedMesh) mesh.customDepthMaterial = skinned;
  if (mesh instanceof InstancedMesh) mesh.customDepthMaterial = instanced;
  return mesh;
}
