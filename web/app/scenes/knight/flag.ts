import { scaledCount } from './cape';
import type { ClothPlan } from './cloth_piece';

const baseColumns = 16;
const baseRows = 10;
const spacing = 0.1; // m, 기본 격자의 간격

/** 깃대의 자리와 높이(m), 한 칸의 배경 안에서. The pole within one stretch of scenery. */
export const pole = { x: 0, z: -1.32, height: 3.5, radius: 0.028, flagTop: 3.38 } as const;

export function flagGrid(scale: number): { columns: number; rows: number } {
  return { columns: scaledCount(baseColumns, scale), rows: scaledCount(baseRows, scale) };
}

/** 깃대에 매인 깃발. 걷는 쪽의 반대(−x)로 펴 둔다. A flag tied to the pole, spread towards −x. */
export function flagPlan(scale: number): ClothPlan {
  const { columns, rows } = flagGrid(scale);
  const width = (baseColumns - 1) * spacing;
  const height = (baseRows - 1) * spacing;
  return {
    columns,
    rows,
    position: (i, j) => [
      pole.x - pole.radius - (width * i) / (columns - 1),
      pole.flagTop - (height * j) / (rows - 1),
      // 완전히 평평하면 바람이 앞뒤를 고르지 못한다. 살짝 굽혀 둔다.
      pole.z + 0.05 * Math.sin((3 * i) / (columns - 1)),
    ],
    pinned: (i) => i === 0,
  };
}
