import {
  BufferAttribute,
  Matrix4,
  Skeleton,
  type Bone,
  type BufferGeometry,
  type SkinnedMesh,
} from 'three';

/** 묶을 때의 공간에서 세계로. From bind space to the world. */
export function bindToWorld({ bones, boneInverses }: Skeleton): Matrix4 {
  return new Matrix4().multiplyMatrices(bones[0]!.matrixWorld, boneInverses[0]!);
}

/** 여러 뼈대를 모은 하나. The union of several skeletons, in the bind space of the first. */
class Union {
  readonly bones: Bone[] = [];
  readonly inverses: Matrix4[] = [];
  readonly #indexOf = new Map<Bone, number>();

  /** 뼈대를 더하고, 그 묶을 때의 공간에서 여기로 오는 행렬을 준다. Adds one and gives the matrix from its bind space to this one. */
  add(skeleton: Skeleton): Matrix4 {
    const change = this.#changeFrom(skeleton);
    const back = change.clone().invert();
    skeleton.bones.forEach((bone, k) => {
      if (this.#indexOf.has(bone)) return;
      this.#indexOf.set(bone, this.bones.length);
      this.bones.push(bone);
      this.inverses.push(skeleton.boneInverses[k]!.clone().multiply(back));
    });
    return change;
  }

  indexOf(bone: Bone): number {
    return this.#indexOf.get(bone)!;
  }

  /** 함께 가진 뼈가 두 공간을 잇는다. 없으면 지금의 자세가 잇는다. A bone of both joins the spaces; without one, the present pose. */
  #changeFrom(skeleton: Skeleton): Matrix4 {
    if (this.bones.length === 0) return new Matrix4();
    const shared = skeleton.bones.findIndex((bone) => this.#indexOf.has(bone));
    if (shared >= 0) {
      const own = this.inverses[this.indexOf(skeleton.bones[shared]!)]!;
      return own.clone().invert().multiply(skeleton.boneInverses[shared]!);
    }
    const toWorld = new Matrix4().multiplyMatrices(this.bones[0]!.matrixWorld, this.inverses[0]!);
    return toWorld.invert().multiply(bindToWorld(skeleton));
  }
}

function renumber(geometry: BufferGeometry, numbers: readonly number[]): void {
  if (numbers.every((number, k) => number === k)) return;
  const old = geometry.getAttribute('skinIndex');
  const index = new Uint16Array(4 * old.count);
  index.forEach((_, k) => {
    index[k] = numbers[old.getComponent(Math.floor(k / 4), k % 4)] ?? 0;
  });
  geometry.setAttribute('skinIndex', new BufferAttribute(index, 4));
}

/**
 * 그물들을 한 뼈대에 묶는다. 파일은 그물마다 뼈의 목록이나 묶은 공간이 다르기도 하다. 보이는 것은 그대로이다.
 * Binds all meshes to one skeleton: files may have other bones or bind spaces for each. Nothing looks different.
 */
export function joinSkeletons(meshes: readonly SkinnedMesh[]): Skeleton {
  const byBones = [...meshes].sort((a, b) => b.skeleton.bones.length - a.skeleton.bones.length);
  const union = new Union();
  const changes = byBones.map((mesh) => union.add(mesh.skeleton));
  const skeleton = new Skeleton(union.bones, union.inverses);
  const taken = new Set<BufferGeometry>();
  byBones.forEach((mesh, k) => {
    const numbers = mesh.skeleton.bones.map((bone) => union.indexOf(bone));
    // 지오메트리를 나누어 쓰는 그물도 따로 굽고 따로 저장한다.
    if (taken.has(mesh.geometry)) mesh.geometry = mesh.geometry.clone();
    taken.add(mesh.geometry);
    renumber(mesh.geometry, numbers);
    mesh.skeleton.dispose();
    mesh.bind(skeleton, changes[k]!.multiply(mesh.bindMatrix));
  });
  return skeleton;
}
