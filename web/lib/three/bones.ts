import { Matrix4, Vector3, type Bone, type Mesh, type Skeleton } from 'three';
import { finite, vector } from '../check.js';
import type { SkinBone } from '../skin.js';
import type { Work } from '../slices.js';
import { bindMatrixOf, checkBones, skeletonOf, updateWorld, worldOf } from './bind.js';
import { meshesOf } from './material-patch.js';
import { finishRig, readRig } from './rig.js';
import { layParts, readSoup } from './soup.js';

function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next(Infinity);
    if (step.done) return step.value;
  }
}

/**
 * 뼈대의 뼈들을 머리에서 꼬리로 가는 선분으로. `createSkinBake()`의 `bones`로 쓸 수 있다.
 *
 * The bones of a skeleton as segments for `createSkinBake()`, in its bind space (the one of `boneInverses`),
 * in its order. The tail is the head of the only child, or of the child that goes on as the parent did, or
 * else the mean of the children's. A leaf goes on as its parent did (without a parent: along its own +y), up
 * to where it leaves `meshes` (through pieces that sit on one another, as a head on a body), or as far as its
 * parent is long. A bone without length has its tail at its head.
 */
export function bonesFromSkeleton(
  skeleton: Skeleton | readonly Bone[],
  meshes: Mesh | readonly Mesh[] = [],
): SkinBone[] {
  const rig = skeletonOf(skeleton);
  const list = meshesOf(meshes, 'isMesh', 'a Mesh');
  updateWorld([...list, ...rig.bones]);
  const toWorld = worldOf(rig);
  const parts = layParts(list, (mesh) => bindMatrixOf(mesh, rig, toWorld));
  return finish(finishRig(readRig(rig), finish(readSoup(parts, 1))));
}

const kCapsuleFloats = 7;

/** 뼈의 공간에 놓인 캡슐. / A capsule in the space of its bone. */
interface Limb {
  readonly bone: Bone;
  readonly head: Vector3;
  readonly tail: Vector3;
  readonly radius: number;
}

/**
 * 움직이는 뼈대의 캡슐들. `capsulesFromBones()`가 만든다.
 *
 * The capsules of a moving skeleton, made by `capsulesFromBones()`.
 */
export class BoneCapsules {
  /** 캡슐마다 ax, ay, az, bx, by, bz, radius, 세계 좌표. / Seven floats per capsule, in world space. */
  readonly values: Float32Array<ArrayBuffer>;
  readonly #limbs: readonly Limb[];
  readonly #at = new Vector3();

  /** @internal */
  constructor(limbs: readonly Limb[]) {
    this.#limbs = limbs;
    this.values = new Float32Array(kCapsuleFloats * limbs.length);
    this.update();
  }

  /**
   * 뼈들의 `matrixWorld`를 읽어 `values`를 새로 채운다. 쓰레기를 만들지 않는다.
   *
   * Fills `values` from the bones' `matrixWorld` and returns it, for `cloth.setCapsules()`. Call it once a
   * frame, after the world matrices were updated. Allocates nothing.
   */
  update(): Float32Array<ArrayBuffer> {
    const { values } = this;
    for (let k = 0; k < this.#limbs.length; k++) {
      const { bone, head, tail, radius } = this.#limbs[k]!;
      const first = kCapsuleFloats * k;
      this.#at.copy(head).applyMatrix4(bone.matrixWorld).toArray(values, first);
      this.#at
        .copy(tail)
        .applyMatrix4(bone.matrixWorld)
        .toArray(values, first + 3);
      values[first + 6] = radius * bone.matrixWorld.getMaxScaleOnAxis();
    }
    return values;
  }
}

/**
 * 뼈들의 살을 천이 부딪칠 캡슐로. 반지름이 없거나 0인 뼈는 뺀다.
 *
 * The flesh of the bones as capsules for `cloth.setCapsules()`, following the posed skeleton. `bones` are
 * those of `bakeSkinnedMesh()`, or any in the order and the bind space of the skeleton; bones without a
 * radius are left out.
 *
 * @example
 * const body = capsulesFromBones(bones, skeleton);
 * // every frame
 * cloth.setCapsules(body.update());
 */
export function capsulesFromBones(bones: readonly SkinBone[], skeleton: Skeleton): BoneCapsules {
  const rig = skeletonOf(skeleton);
  checkBones(bones, rig.bones.length);
  updateWorld(rig.bones);
  // map과 달리 빈 자리도 본다.
  const limbs = Array.from(bones, (bone: Partial<SkinBone> | undefined, k): Limb => {
    const { head, tail, radius = 0 } = bone ?? {};
    const toBone = new Matrix4().copy(rig.boneInverses[k]!);
    return {
      bone: rig.bones[k]!,
      head: new Vector3(...vector(`bones[${k}].head`, head)).applyMatrix4(toBone),
      tail: new Vector3(...vector(`bones[${k}].tail`, tail)).applyMatrix4(toBone),
      radius: finite(`bones[${k}].radius`, radius) * toBone.getMaxScaleOnAxis(),
    };
  });
  return new BoneCapsules(limbs.filter(({ radius }) => radius > 0));
}
