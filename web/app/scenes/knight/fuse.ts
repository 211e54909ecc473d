import {
  Bone,
  BufferAttribute,
  Mesh,
  Skeleton,
  SkinnedMesh,
  type BufferGeometry,
  type Material,
  type Object3D,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { alwaysDrawn } from '../always_drawn';

// 그림 한 장의 스크립트는 거의 모두 그물의 수에 비례한다(그림자까지 세 번 그린다): 조각들을 재질마다 하나로 모은다.

/** 재질마다 하나로 모은 조각들. Pieces joined into one for each material. */
type Joined = Map<Material, BufferGeometry[]>;

function indexed(geometry: BufferGeometry): BufferGeometry {
  if (geometry.index) return geometry;
  const { count } = geometry.attributes['position']!;
  return geometry.setIndex(Array.from({ length: count }, (_, k) => k));
}

/** `root`의 조각들을 떼어 재질마다 모은다. `prepare`가 저마다 제자리에 놓는다. Takes the pieces out of `root`. */
function gather(root: Object3D, prepare: (geometry: BufferGeometry, mesh: Mesh) => void): Joined {
  root.updateMatrixWorld();
  const meshes: Mesh<BufferGeometry, Material>[] = [];
  root.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  const joined: Joined = new Map();
  for (const mesh of meshes) {
    const geometry = indexed(mesh.geometry.clone());
    geometry.applyMatrix4(mesh.matrixWorld);
    prepare(geometry, mesh);
    const pieces = joined.get(mesh.material) ?? [];
    pieces.push(geometry);
    joined.set(mesh.material, pieces);
  }
  for (const mesh of meshes) mesh.removeFromParent();
  return joined;
}

function shadowed<M extends Mesh>(mesh: M): M {
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

/** 움직이지 않는 조각들을 재질마다 그물 하나로. Joins pieces that never move into one mesh for each material. */
export function fuse<O extends Object3D>(group: O): O {
  for (const [material, pieces] of gather(group, () => {})) {
    group.add(shadowed(new Mesh(mergeGeometries(pieces), material)));
  }
  return group;
}

/**
 * 뼈에 단 단단한 조각들을 재질마다 스킨 그물 하나로. 조각은 달려 있던 뼈만 따른다.
 * Joins the rigid pieces that hang on bones into one skinned mesh for each material; a piece follows the bone that it
 * hung on.
 */
export function fuseOnBones(root: Bone): SkinnedMesh[] {
  const bones: Bone[] = [];
  root.traverse((object) => {
    if (object instanceof Bone) bones.push(object);
  });
  const follow = (geometry: BufferGeometry, mesh: Mesh) => {
    let carrier = mesh.parent;
    while (!(carrier instanceof Bone)) carrier = carrier!.parent;
    const index = bones.indexOf(carrier);
    const { count } = geometry.attributes['position']!;
    const indices = new Uint16Array(4 * count);
    const weights = new Float32Array(4 * count);
    for (let k = 0; k < 4 * count; k += 4) {
      indices[k] = index;
      weights[k] = 1;
    }
    geometry.setAttribute('skinIndex', new BufferAttribute(indices, 4));
    geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  };
  const joined = gather(root, follow);
  const skeleton = new Skeleton(bones);
  return Array.from(joined, ([material, pieces]) => {
    // 어디에나 걸어가 있다.
    const mesh = shadowed(alwaysDrawn(new SkinnedMesh(mergeGeometries(pieces), material)));
    mesh.bind(skeleton);
    return mesh;
  });
}
