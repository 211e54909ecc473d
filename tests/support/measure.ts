// 천의 상태를 재는 자. 라이브러리와 기준 구현 모두에 쓴다.

export interface Sheet {
  readonly columns: number;
  readonly rows: number;
  readonly positions: ArrayLike<number>;
}

export function point(sheet: Sheet, i: number, j: number): [number, number, number] {
  const k = (j * sheet.columns + i) * 3;
  return [sheet.positions[k]!, sheet.positions[k + 1]!, sheet.positions[k + 2]!];
}

export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** 세로 모서리의 평균 늘어남(비율): 전체와 첫 행. */
export function verticalStretch(sheet: Sheet, rest: number): { all: number; firstRow: number } {
  const stretch = (j: number) =>
    Array.from(
      { length: sheet.columns },
      (_, i) => distance(point(sheet, i, j), point(sheet, i, j + 1)) / rest - 1,
    );
  const perRow = Array.from({ length: sheet.rows - 1 }, (_, j) => mean(stretch(j)));
  return { all: mean(perRow), firstRow: perRow[0]! };
}

export function centroid(sheet: Sheet): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  const { positions } = sheet;
  for (let k = 0; k < positions.length; k++) sum[k % 3]! += positions[k]!;
  const points = positions.length / 3;
  return [sum[0] / points, sum[1] / points, sum[2] / points];
}

/** 두 배열의 가장 큰 차이. 하나라도 NaN이면 NaN이다. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return NaN;
  let worst = 0;
  for (let k = 0; k < a.length; k++) {
    const difference = Math.abs(a[k]! - b[k]!);
    if (!(difference <= worst)) worst = difference;
  }
  return worst;
}

export const allFinite = (values: ArrayLike<number>): boolean =>
  Array.prototype.every.call(values, Number.isFinite);

/** 부동소수의 비트까지 비교하기 위한 복사본. */
export const bits = (values: Float32Array): Uint32Array => new Uint32Array(values.slice().buffer);
