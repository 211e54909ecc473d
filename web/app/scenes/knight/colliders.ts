import { Vector3, type Object3D } from 'three';
import { sizes, type Skeleton } from './skeleton';

interface Capsule {
  bone: Object3D;
  from: Vector3;
  to: Vector3;
  radius: number;
}

const floats = 7;
const frontRadius = 6; // m
const point = new Vector3();

/**
 * 뼈에 붙은 충돌 캡슐. 보이는 몸보다 조금 크다: 점 사이의 면이 몸에 파묻히지 않게.
 * Capsules on the bones, a little larger than what is seen, so that faces between points stay out.
 */
export class Colliders {
  /** ax, ay, az, bx, by, bz, radius … (m) */
  readonly data: Float32Array;
  /**
   * 같은 것을 두 번: 겹친 캡슐 사이의 골에서, 하나에서 밀려난 점이 다른 하나에 박힌 채 끝나지 않게.
   * The same list twice, so that a point pushed out of one does not end inside its neighbour.
   */
  readonly twice: Float32Array;
  readonly #capsules: readonly Capsule[];

  constructor(skeleton: Skeleton) {
    this.#capsules = capsulesOf(skeleton);
    const size = this.#capsules.length * floats;
    this.twice = new Float32Array(2 * size);
    this.data = this.twice.subarray(0, size);
  }

  /** 뼈의 세계 행렬에서 다시 읽는다. Reads the bones' world matrices again. */
  update(): void {
    let at = 0;
    for (const capsule of this.#capsules) {
      point.copy(capsule.from).applyMatrix4(capsule.bone.matrixWorld).toArray(this.data, at);
      point
        .copy(capsule.to)
        .applyMatrix4(capsule.bone.matrixWorld)
        .toArray(this.data, at + 3);
      this.data[at + 6] = capsule.radius;
      at += floats;
    }
    this.twice.copyWithin(at, 0, at);
  }
}

function capsulesOf(skeleton: Skeleton): Capsule[] {
  const { root, pelvis, spine, chest, neck, head, leftArm, rightArm, leftLeg, rightLeg } = skeleton;
  const list: Capsule[] = [];
  const add = (
    bone: Object3D,
    from: readonly [number, number, number],
    to: readonly [number, number, number],
    radius: number,
  ) => list.push({ bone, from: new Vector3(...from), to: new Vector3(...to), radius });

  // 몸의 앞면: 커다란 캡슐의 등이 평면 노릇을 한다. 뒷바람도 망토를 앞으로 넘기지 못한다.
  // 아래로 갈수록 뒤로 물러나, 앞으로 나가는 다리와의 사이에 망토가 끼지 않는다.
  add(root, [frontRadius - 0.35, -1, 0], [frontRadius + 0.38, 2.2, 0], frontRadius);
  add(head, [0, 0.1, 0], [0, 0.16, 0], 0.14);
  add(neck, [0, 0, 0], [0, 0.06, 0], 0.09);
  add(chest, [0, 0.12, -0.08], [0, 0.12, 0.08], 0.15);
  add(chest, [0, 0.0, -0.07], [0, 0.0, 0.07], 0.15);
  add(spine, [0, 0.02, -0.06], [0, 0.02, 0.06], 0.145);
  add(pelvis, [0, -0.02, -0.07], [0, -0.02, 0.07], 0.155);
  for (const arm of [leftArm, rightArm]) {
    add(arm.upper, [0, -0.01, 0], [0, -0.02, 0], 0.115);
    add(arm.upper, [0, 0, 0], [0, -sizes.upperArm, 0], 0.085);
    add(arm.fore, [0, 0, 0], [0, -sizes.foreArm, 0], 0.07);
  }
  for (const leg of [leftLeg, rightLeg]) {
    add(leg.thigh, [0, 0, 0], [0, -sizes.thigh, 0], 0.105);
    add(leg.shin, [0, 0, 0], [0, -sizes.shin, 0], 0.085);
  }
  return list;
}
