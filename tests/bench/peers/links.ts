// 다른 엔진에 넘길 거리 제약: 우리 격자와 같은 짝, 같은 세기.
import { rowOrder, type Kind } from '../../reference/grid';
import type { SheetOptions } from '../../support/sheets';
import { isPinned } from '../scenes';

/** 한 번 풀 때 어긋난 길이의 얼마를 되돌리는가. */
export const STIFFNESS: Readonly<Record<Kind, number>> = { structural: 1, shear: 0.6, bend: 0.25 };

export const ITERATIONS = 8;
export const TIME_STEP = 1 / 60;
export const GRAVITY = -9.8;
/** 한 스텝에 잃는 속도의 비율. */
export const LOST_VELOCITY = 1 - 0.988;

export interface Link {
  a: number;
  b: number;
  kind: Kind;
  /** 두 끝의 역질량의 합: 자유로운 점은 1, 고정점은 0. */
  inverseMass: number;
}

export function links(sheet: SheetOptions): Link[] {
  const weight = (k: number) => (isPinned(sheet, k) ? 0 : 1);
  return rowOrder(sheet.columns, sheet.rows).map(([a, b, kind]) => ({
    a,
    b,
    kind,
    inverseMass: weight(a) + weight(b),
  }));
}

/** 똑바로 선 캡슐 하나를 엔진이 쓰는 말로. */
export interface Upright {
  x: number;
  y: number;
  z: number;
  halfHeight: number;
  radius: number;
}

type Capsule = [number, number, number, number, number, number, number];

export function uprights(capsules: readonly number[]): Upright[] {
  const list: Upright[] = [];
  for (let n = 0; n < capsules.length; n += 7) {
    const [x, top, z, , bottom, , radius] = capsules.slice(n, n + 7) as Capsule;
    list.push({ x, y: (top + bottom) / 2, z, halfHeight: Math.abs(top - bottom) / 2, radius });
  }
  return list;
}
