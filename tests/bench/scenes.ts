// 여러 무리가 함께 쓰는 장면과 입력.
import type { MeshClothOptions } from 'mangto';
import { gridTriangles } from '../reference/grid';
import { hangingSheet, type SheetOptions } from '../support/sheets';

export interface Scene {
  sheet: SheetOptions;
  /** 하나에 일곱 수: 두 끝점과 반지름. 모두 똑바로 서 있다. */
  capsules: number[];
}

/** 천의 뒤에서 몸처럼 천을 받치는 캡슐 셋. */
function body(width: number, top: number, height: number): number[] {
  const middle = width / 2;
  const r = Math.min(width, height) / 6;
  const capsule = (x: number, from: number, to: number) => {
    return [x, top - height * from, -r / 2, x, top - height * to, -r / 2, r];
  };
  return [
    ...capsule(middle, 0.2, 0.5),
    ...capsule(middle - r, 0.5, 0.9),
    ...capsule(middle + r, 0.5, 0.9),
  ];
}

export const cape = (): Scene => ({
  sheet: hangingSheet(12, 17, { spacing: 0.0625, top: 1.5 }),
  capsules: body(11 / 16, 1.5, 1),
});

export const flag = (): Scene => ({
  sheet: hangingSheet(16, 10, { spacing: 0.0625, top: 3, pinning: 'left' }),
  capsules: [],
});

export const square = (n: number): Scene => ({
  sheet: hangingSheet(n, n, { spacing: 1 / n, top: 1.5 }),
  capsules: body(1, 1.5, 1),
});

export type Wind = [number, number, number];

/** 사인 없이 흔들리는 바람: 어느 기계에서나 같은 입력. */
export function gust(k: number): Wind {
  const wave = (period: number) => Math.abs((k % period) - period / 2) / period;
  return [wave(48) * 4, 0, -1 - wave(64) * 6];
}

/** 떼의 한 벌에게 k번째 프레임에 일어나는 일: 저마다의 바람, 어깨의 높이, 몸이 선 자리. */
export interface MemberInput {
  wind: Wind;
  lift: number;
  capsules: number[];
}

export function memberInput({ capsules }: Scene, member: number, k: number): MemberInput {
  const sway = (Math.abs(((k + 5 * member) % 32) - 16) - 8) / 512;
  return {
    wind: gust(k + 7 * member),
    lift: sway,
    capsules: capsules.map((value, n) => (n % 7 === 1 || n % 7 === 4 ? value + sway : value)),
  };
}

/** 점마다 x, y, z: 번호는 row * columns + column. */
export function sheetPositions({ columns, rows, position }: SheetOptions): Float32Array {
  const positions = new Float32Array(3 * columns * rows);
  for (let k = 0; k < columns * rows; k++) {
    positions.set(position(k % columns, Math.floor(k / columns)), 3 * k);
  }
  return positions;
}

export const isPinned = ({ columns, pinned }: SheetOptions, k: number): boolean =>
  pinned(k % columns, Math.floor(k / columns));

/** 같은 격자를 삼각형 그물로. */
export const asMesh = (sheet: SheetOptions): MeshClothOptions => ({
  positions: sheetPositions(sheet),
  indices: gridTriangles(sheet.columns, sheet.rows),
  pinned: (k) => isPinned(sheet, k),
});
