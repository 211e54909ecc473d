import { Matrix4, Quaternion, Vector3 } from 'three';

/** 뼈 하나의 행렬 M = R·S + t를 나눈 것. The parts of a bone's matrix M = R·S + t. */
export interface DualBone {
  readonly turn: Quaternion;
  /** 이중 쿼터니언의 이중부 ½·t·q. The dual part. */
  readonly dual: Quaternion;
  /** RᵀM, 열 우선의 아홉 수. Nine numbers, by columns. */
  readonly stretch: readonly number[];
}

const [x, y, z] = [new Vector3(), new Vector3(), new Vector3()];
const basis = new Matrix4();

/** R은 앞의 두 열을 차례로 직교화한 회전이다. R is the rotation from the first two columns, made orthogonal in turn. */
export function splitBone(m: ArrayLike<number>, at: number): DualBone {
  const columns = [0, 4, 8, 12].map((c) => new Vector3(m[at + c]!, m[at + c + 1]!, m[at + c + 2]!));
  x.copy(columns[0]!).normalize();
  y.copy(columns[1]!).addScaledVector(x, -x.dot(columns[1]!)).normalize();
  z.crossVectors(x, y);
  const turn = new Quaternion().setFromRotationMatrix(basis.makeBasis(x, y, z));
  const { x: tx, y: ty, z: tz } = columns[3]!;
  const dual = new Quaternion(tx / 2, ty / 2, tz / 2, 0).multiply(turn);
  const stretch = columns
    .slice(0, 3)
    .flatMap((column) => [x, y, z].map((axis) => axis.dot(column)));
  return { turn, dual, stretch };
}

const [real, dual] = [new Float64Array(4), new Float64Array(4)];
const stretch = new Float64Array(9);

/**
 * 한 꼭짓점의 네 뼈를 이중 쿼터니언으로 섞은 행렬: `dualQuaternions()`가 GPU에서 하는 것과 같은 식이다.
 * The matrix that `dualQuaternions()` blends on the GPU, by the same formula (Kavan et al. 2008).
 */
export function blendDual(
  bones: readonly DualBone[],
  index: ArrayLike<number>,
  weight: ArrayLike<number>,
  first: number,
  out: Float64Array,
): void {
  for (const sum of [real, dual, stretch]) sum.fill(0);
  for (let slot = first; slot < first + 4; slot += 1) {
    if (weight[slot]! > 0) add(bones[index[slot]!]!, weight[slot]!);
  }
  const size = Math.hypot(...real) || 1;
  const [a, b, c, w] = Array.from(real, (value) => value / size) as [
    number,
    number,
    number,
    number,
  ];
  const [da, db, dc, dw] = Array.from(dual, (v) => v / size) as [number, number, number, number];
  const turn = [
    ...[1 - 2 * (b * b + c * c), 2 * (a * b + w * c), 2 * (a * c - w * b)],
    ...[2 * (a * b - w * c), 1 - 2 * (a * a + c * c), 2 * (b * c + w * a)],
    ...[2 * (a * c + w * b), 2 * (b * c - w * a), 1 - 2 * (a * a + b * b)],
  ];
  for (let column = 0; column < 3; column += 1) {
    for (let row = 0; row < 3; row += 1) {
      let sum = 0;
      for (let k = 0; k < 3; k += 1) sum += turn[3 * k + row]! * stretch[3 * column + k]!;
      out[4 * column + row] = sum;
    }
  }
  out[12] = 2 * (w * da - dw * a + b * dc - c * db);
  out[13] = 2 * (w * db - dw * b + c * da - a * dc);
  out[14] = 2 * (w * dc - dw * c + a * db - b * da);
}

function add(bone: DualBone, weight: number): void {
  const q = [bone.turn.x, bone.turn.y, bone.turn.z, bone.turn.w];
  const d = [bone.dual.x, bone.dual.y, bone.dual.z, bone.dual.w];
  // q와 −q는 같은 회전이다: 가까운 쪽으로 섞는다.
  const along = q.reduce((sum, value, k) => sum + value * real[k]!, 0);
  const signed = along < 0 ? -weight : weight;
  for (let k = 0; k < 4; k += 1) {
    real[k]! += signed * q[k]!;
    dual[k]! += signed * d[k]!;
  }
  for (let k = 0; k < 9; k += 1) stretch[k]! += weight * bone.stretch[k]!;
}
