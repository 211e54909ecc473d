import {
  Bone,
  BufferAttribute,
  Matrix4,
  Mesh,
  SkinnedMesh,
  type BufferGeometry,
  type Material,
  type Object3D,
  type Skeleton,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { alwaysDrawn } from '../always_drawn';
import { shadowed } from './shadowed';
import { atOnce, type Unhurried } from '../paintwork';
import { bonesOf, createBindPose, type Skeleton as Bones } from './skeleton';

// 그림 한 장의 스크립트는 거의 모두 그물의 수에 비례한다(그림자까지 세 번 그린다): 조각들을 하나로 모은다.

function indexed(geometry: BufferGeometry): BufferGeometry {
  if (geometry.index) return geometry;
  const { count } = geometry.attributes['position']!;
  return geometry.setIndex(Array.from({ length: count }, (_, k) => k));
}

type Prepare = (geometry: BufferGeometry, mesh: Mesh) => void;

function* joining(root: Object3D, prepare: Prepare): Unhurried<BufferGeometry> {
  root.updateMatrixWorld();
  const meshes: Mesh[] = [];
  root.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  const pieces: BufferGeometry[] = [];
  for (const mesh of meshes) {
    const geometry = indexed(mesh.geometry.clone());
    geometry.applyMatrix4(mesh.matrixWorld);
    prepare(geometry, mesh);
    pieces.push(geometry);
    yield;
  }
  return mergeGeometries(pieces);
}

/** `root`에 단 조각들을 제자리에서 하나로. Joins the pieces that hang on `root`, each in its place. */
export function fuse(root: Object3D): BufferGeometry {
  return atOnce(joining(root, () => {}));
}

/**
 * 뼈에 단 단단한 조각들을 스킨 그물 하나로. 조각은 달려 있던 뼈만 따른다. 묶는 자세의 새 뼈대에 달게 하므로, 그의 뼈에 달린 다른 것은
 * 섞이지 않는다.
 * Joins rigid pieces into one skinned mesh; a piece follows the bone that `build` hung it on. It gets new bones in the bind
 * pose, so that nothing else on his gets among them.
 */
export function* fuseOnBones(
  bones: Skeleton,
  material: Material,
  build: (bones: Bones) => Unhurried<void>,
): Unhurried<SkinnedMesh> {
  const bare = createBindPose();
  yield* build(bare);
  const carriers = bonesOf(bare);
  const follow = (geometry: BufferGeometry, mesh: Mesh) => {
    let carrier = mesh.parent;
    while (!(carrier instanceof Bone)) carrier = carrier!.parent;
    const index = carriers.indexOf(carrier);
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
  // 어디에나 걸어가 있다.
  const mesh = shadowed(alwaysDrawn(new SkinnedMesh(yield* joining(bare.root, follow), material)));
  mesh.bind(bones, new Matrix4());
  return mesh;
}
