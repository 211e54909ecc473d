import { Bone, Matrix4, Skeleton, type Mesh, type Object3D, type SkinnedMesh } from 'three';
import { invalid } from '../check.js';
import type { SkinBone } from '../skin.js';

export function updateWorld(objects: readonly Object3D[]): void {
  for (const object of objects) object.updateWorldMatrix(true, false);
}

/** 로더는 그물마다 뼈대를 따로 만들기도 한다: 뼈와 묶은 자세가 같으면 같은 뼈대이다. / Loaders may make a Skeleton per mesh; equal bones and bind pose count as the same. */
function isSame(a: Skeleton, b: Skeleton): boolean {
  return (
    a === b ||
    (a.bones.length === b.bones.length &&
      a.bones.every(
        (bone, k) => bone === b.bones[k] && a.boneInverses[k]!.equals(b.boneInverses[k]!),
      ))
  );
}

export function isBoundTo(mesh: Mesh, skeleton: Skeleton): mesh is SkinnedMesh {
  const own = (mesh as Partial<SkinnedMesh>).skeleton;
  return own !== undefined && isSame(own, skeleton);
}

/** 묶을 때의 공간에서 세계로. 뼈대가 통째로 옮겨지거나 커졌을 수 있다. / From bind space to the world: the skeleton may have been moved or scaled as a whole. */
export function worldOf({ bones, boneInverses }: Skeleton): Matrix4 {
  return new Matrix4().multiplyMatrices(bones[0]!.matrixWorld, boneInverses[0]!);
}

export function bindMatrixOf(mesh: Mesh, skeleton: Skeleton, toWorld: Matrix4): Matrix4 {
  if (isBoundTo(mesh, skeleton)) return mesh.bindMatrix.clone();
  return toWorld.clone().invert().multiply(mesh.matrixWorld);
}

export function skeletonOf(skeleton: Skeleton | readonly Bone[]): Skeleton {
  const bones: unknown = skeleton instanceof Skeleton ? skeleton.bones : skeleton;
  // findIndex는 every와 달리 빈 자리도 본다.
  const isBones = Array.isArray(bones) && bones.length > 0;
  if (!isBones || bones.findIndex((bone) => !(bone instanceof Bone)) >= 0) {
    throw invalid('skeleton', 'a Skeleton or an array of Bones, at least one', skeleton);
  }
  if (skeleton instanceof Skeleton) return skeleton;
  updateWorld(bones as Bone[]);
  return new Skeleton([...(bones as Bone[])]);
}

/** 손수 준 뼈들이 뼈대의 것만큼 있는지. / Whether there are as many bones as in the skeleton. */
export function checkBones(bones: unknown, count: number): asserts bones is SkinBone[] {
  if (!Array.isArray(bones) || bones.length !== count) {
    throw invalid('bones', `an array of ${count} bones`, bones);
  }
}
