import { Matrix4, Quaternion, Vector3 } from 'three';

// 뼈 하나의 수들: 회전의 쿼터니언 넷, 이중부 ½·t·q 넷, 늘임 RᵀM의 열 셋.
const dualAt = 4;
const stretchAt = 8;
const numbers = 17;

/** 행렬 M = R·S + t를 나눈 뼈들. Bones whose matrices M = R·S + t are taken apart. */
export type DualBones = Float64Array;

const [x, y, z] = [new Vector3(), new Vector3(), new Vector3()];
const basis = new Matrix4();

/** R은 앞의 두 열을 차례로 직교화한 회전이다. R is the rotation from the first two columns, made orthogonal in turn. */
export function splitBones(matrices: Float64Array): DualBones {
  const out = new Float64Array((numbers * matrices.length) / 16);
  for (let bone = 0; bone < matrices.length / 16; bone += 1) {
    const columns = [0, 4, 8, 12].map((c) => new Vector3().fromArray(matrices, 16 * bone + c));
    x.copy(columns[0]!).normalize();
    y.copy(columns[1]!).addScaledVector(x, -x.dot(columns[1]!)).normalize();
    z.crossVectors(x, y);
    const turn = new Quaternion().setFromRotationMatrix(basis.makeBasis(x, y, z));
    const half = columns[3]!.multiplyScalar(0.5);
    const dual = new Quaternion(half.x, half.y, half.z, 0).multiply(turn);
    const stretch = columns.slice(0, 3).flatMap((own) => [x, y, z].map((axis) => axis.dot(own)));
    out.set([...turn, ...dual, ...stretch], numbers * bone);
  }
  return out;
}

const sum = new Float64Array(numbers);

/**
 * 한 꼭짓점의 네 뼈를 이중 쿼터니언으로 섞은 행렬: `dualQuaternions()`가 GPU에서 하는 것과 같은 식이다.
 * The matrix that `dualQuaternions()` blends on the GPU, by the same formula (Kavan et al. 2008).
 */
export function blendDual(
  bones: DualBones,
  index: ArrayLike<number>,
  weight: ArrayLike<number>,
  first: number,
  out: Float64Array,
): void {
  sum.fill(0);
  for (let slot = first; slot < first + 4; slot += 1) {
    if (weight[slot]! > 0) add(bones, numbers * index[slot]!, weight[slot]!);
  }
  const size = Math.sqrt(sum[0]! ** 2 + sum[1]! ** 2 + sum[2]! ** 2 + sum[3]! ** 2) || 1;
  for (let k = 0; k < stretchAt; k += 1) sum[k]! /= size;
  const [a, b, c, w] = [sum[0]!, sum[1]!, sum[2]!, sum[3]!];
  const [da, db, dc, dw] = [sum[4]!, sum[5]!, sum[6]!, sum[7]!];
  for (let column = 0; column < 3; column += 1) {
    const at = stretchAt + 3 * column;
    const [px, py, pz] = [sum[at]!, sum[at + 1]!, sum[at + 2]!];
    // q로 돌리기: p + 2·(w·(v×p) + v×(v×p)).
    const [ux, uy, uz] = [b * pz - c * py, c * px - a * pz, a * py - b * px];
    out[4 * column] = px + 2 * (w * ux + b * uz - c * uy);
    out[4 * column + 1] = py + 2 * (w * uy + c * ux - a * uz);
    out[4 * column + 2] = pz + 2 * (w * uz + a * uy - b * ux);
  }
  out[12] = 2 * (w * da - dw * a + b * dc - c * db);
  out[13] = 2 * (w * db - dw * b + c * da - a * dc);
  out[14] = 2 * (w * dc - dw * c + a * db - b * da);
}

function add(bones: DualBones, at: number, weight: number): void {
  let along = 0;
  for (let k = 0; k < dualAt; k += 1) along += bones[at + k]! * sum[k]!;
  // q와 −q는 같은 회전이다: 가까운 쪽으로 섞는다.
  const signed = along < 0 ? -weight : weight;
  for (let k = 0; k < stretchAt; k += 1) sum[k]! += signed * bones[at + k]!;
  for (let k = stretchAt; k < numbers; k += 1) sum[k]! += weight * bones[at + k]!;
}
