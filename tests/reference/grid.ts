// 격자의 위상: 제약의 순서와 삼각형. 점 번호는 row * columns + column.

export type Kind = 'structural' | 'shear' | 'bend';

/** 두 점 번호와 제약의 종류. 목록의 순서가 곧 푸는 순서다. */
export type Constraint = readonly [a: number, b: number, kind: Kind];

export type ConstraintOrder = (columns: number, rows: number) => Constraint[];

/** 누구나 처음 떠올릴 순서: 점마다 오른쪽, 아래, 두 대각선, 한 칸 건너 오른쪽, 한 칸 건너 아래. */
export const rowOrder: ConstraintOrder = (columns, rows) => {
  const list: Constraint[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const p = j * columns + i;
      const right = i + 1 < columns;
      const down = j + 1 < rows;
      if (right) list.push([p, p + 1, 'structural']);
      if (down) list.push([p, p + columns, 'structural']);
      if (right && down) {
        list.push([p, p + columns + 1, 'shear']);
        list.push([p + 1, p + columns, 'shear']);
      }
      if (i + 2 < columns) list.push([p, p + 2, 'bend']);
      if (j + 2 < rows) list.push([p, p + 2 * columns, 'bend']);
    }
  }
  return list;
};

const PASSES: readonly {
  kind: Kind;
  from: readonly [number, number];
  to: readonly [number, number];
}[] = [
  { kind: 'structural', from: [0, 0], to: [1, 0] },
  { kind: 'bend', from: [0, 0], to: [2, 0] },
  { kind: 'structural', from: [0, 0], to: [0, 1] },
  { kind: 'shear', from: [0, 0], to: [1, 1] },
  { kind: 'shear', from: [1, 0], to: [0, 1] },
  { kind: 'bend', from: [0, 0], to: [0, 2] },
];

const LANES = 4;

/**
 * C++ 핵심의 순서: 여섯 번을 차례로 훑고, 한 행 안에서는 서로 떨어진 네 열(SIMD의 네 칸)을 함께 푼다.
 * 이 순서로 풀면 궤적을 float32의 오차까지 견줄 수 있다.
 */
export const passOrder: ConstraintOrder = (columns, rows) => {
  const blocks = Math.max(3, Math.ceil(columns / LANES));
  const list: Constraint[] = [];
  for (const { kind, from, to } of PASSES) {
    for (let r = 0; r + to[1] < rows; r++) {
      for (let block = 0; block < blocks; block++) {
        for (let lane = 0; lane < LANES; lane++) {
          const c = lane * blocks + block;
          if (c >= columns || c + Math.max(from[0], to[0]) >= columns) continue;
          list.push([r * columns + c + from[0], (r + to[1]) * columns + c + to[0], kind]);
        }
      }
    }
  }
  return list;
};

/** three의 PlaneGeometry와 같은 삼각형: a, b, d와 b, c, d. */
export function gridTriangles(columns: number, rows: number): Uint32Array {
  const out = new Uint32Array((columns - 1) * (rows - 1) * 6);
  let n = 0;
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const a = j * columns + i;
      const b = a + columns;
      out.set([a, b, a + 1, b, b + 1, a + 1], n);
      n += 6;
    }
  }
  return out;
}
