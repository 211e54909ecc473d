// 시험에서 되풀이해 쓰는 천의 모양.

export type Point = [number, number, number];

/** `GridClothOptions`와 기준 구현 양쪽에 그대로 넘길 수 있는 모양. */
export interface SheetOptions {
  columns: number;
  rows: number;
  position(i: number, j: number): Point;
  pinned(i: number, j: number): boolean;
}

export type Pinning = 'none' | 'top' | 'left' | 'corners' | 'corner';

const PINNING: Record<Pinning, (i: number, j: number, columns: number) => boolean> = {
  none: () => false,
  top: (_i, j) => j === 0,
  left: (i) => i === 0,
  corners: (i, j, columns) => j === 0 && (i === 0 || i === columns - 1),
  corner: (i, j) => i === 0 && j === 0,
};

export interface SheetShape {
  pinning?: Pinning;
  spacing?: number;
  /** 첫 점의 높이. 바닥에 닿지 않게 넉넉히 높다. */
  top?: number;
}

/** xy 평면에 늘어뜨린 천: 열은 +x로, 행은 아래로, 앞면은 +z로. */
export function hangingSheet(columns: number, rows: number, shape: SheetShape = {}): SheetOptions {
  const { pinning = 'top', spacing = 0.06, top = 10 } = shape;
  return {
    columns,
    rows,
    position: (i, j) => [i * spacing, top - j * spacing, 0],
    pinned: (i, j) => PINNING[pinning](i, j, columns),
  };
}

/** 눕힌 천: 열은 +x로, 행은 +z로, 앞면은 위로. */
export function lyingSheet(columns: number, rows: number, shape: SheetShape = {}): SheetOptions {
  const { pinning = 'none', spacing = 0.06, top = 10 } = shape;
  return {
    columns,
    rows,
    position: (i, j) => [i * spacing, top, j * spacing],
    pinned: (i, j) => PINNING[pinning](i, j, columns),
  };
}
