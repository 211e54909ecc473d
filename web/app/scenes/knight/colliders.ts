import { Vector3, type Object3D } from 'three';
import type { Collider } from 'mangto';
import { sizes, type Skeleton } from './skeleton';

interface Capsule {
  bone: Object3D;
  from: Vector3;
  to: Vector3;
  radius: number;
}

const floats = 7;
const point = new Vector3();

/** 몸의 앞면(root에서): 아래로 갈수록 뒤로 물러나, 앞으로 나가는 다리와의 사이에 망토가 끼지 않는다. */
const front = { point: new Vector3(0.38, 2.2, 0), normal: new Vector3(-1, 0.23, 0).normalize() };

/**
 * 뼈에 붙은 충돌 캡슐과, 뒷바람도 망토를 넘기지 못하는 몸의 앞면. 캡슐은 보이는 몸보다 조금 크다: 점 사이의 면이
 * 몸에 파묻히지 않게.
 * Capsules on the bones, a little larger than what is seen, so that faces between points stay out; and the
 * front plane of the body, over which no tail wind blows the cape.
 */
export class Colliders {
  /** ax, ay, az, bx, by, bz, radius … (m) */
  readonly data: Float32Array;
  /** 천에 줄 것: 캡슐들과 앞면. 늘 같은 객체들이다. What the cape gets: always the same objects. */
  readonly list: readonly Collider[];
  readonly #capsules: readonly Capsule[];
  readonly #root: Object3D;
  readonly #front = { type: 'plane' as const, point: [0, 0, 0], normal: [0, 0, 0] };

  constructor(skeleton: Skeleton) {
    this.#root = skeleton.root;
    this.#capsules = capsulesOf(skeleton);
    const data = new Float32Array(this.#capsules.length * floats);
    this.data = data;
    const capsules = this.#capsules.map(({ radius }, k) => ({
      type: 'capsule' as const,
      a: data.subarray(k * floats, k * floats + 3),
      b: data.subarray(k * floats + 3, k * floats + 6),
      radius,
    }));
    this.list = [...capsules, this.#front];
  }

  /** 뼈의 세계 행렬에서 다시 읽는다. Reads the bones' world matrices again. */
  update(): void {
    this.#capsules.forEach(({ bone, from, to, radius }, k) => {
      const at = k * floats;
      point.copy(from).applyMatrix4(bone.matrixWorld).toArray(this.data, at);
      point
        .copy(to)
        .applyMatrix4(bone.matrixWorld)
        .toArray(this.data, at + 3);
      this.data[at + 6] = radius;
    });
    const { matrixWorld } = this.#root;
    point.copy(front.point).applyMatrix4(matrixWorld).toArray(this.#front.point);
    point.copy(front.normal).transformDirection(matrixWorld).toArray(this.#front.normal);
  }
}

function capsulesOf(skeleton: Skeleton): Capsule[] {
  const { pelvis, spine, chest, neck, head, leftArm, rightArm, leftLeg, rightLeg } = skeleton;
  const list: Capsule[] = [];
  const add = (
    bone: Object3D,
    from: readonly [number, number, number],
    to: readonly [number, number, number],
    radius: number,
  ) => list.push({ bone, from: new Vector3(...from), to: new Vector3(...to), radius });

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
