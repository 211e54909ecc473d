import { scaledCount } from './cape';
import type { ClothPlan } from './cloth_pair';

const baseColumns = 16;
const baseRows = 10;
const width = 1.05; // m
const height = 1.35; // m
const ringEvery = 3; // 점마다, 기본 격자에서
const slack = 0.04; // m, 아래 끈이 느슨한 만큼

/** 깃대의 자리와 높이(m), 한 칸의 배경 안에서. The pole within one stretch of scenery. */
export const pole = { x: 0, z: -1.32, height: 3.36, radius: 0.028, flagTop: 3.12 } as const;
/** 깃대에서 옆으로 나온 가로대: 길이(m)와 방향. The arm that carries the flag's upper edge. */
export const arm = { length: width + 0.1, x: -Math.cos(0.6), z: -Math.sin(0.6) } as const;
/** 깃대와 가로대의 캡슐. The capsules of pole and arm. */
export const poleCapsule = [pole.x, 0, pole.z, pole.x, pole.height, pole.z, pole.radius];

export function flagGrid(capeRows: number): { columns: number; rows: number } {
  return { columns: scaledCount(baseColumns, capeRows), rows: scaledCount(baseRows, capeRows) };
}

/**
 * 가로대의 고리에 걸리고 아래 모서리만 깃대에 느슨히 매인 깃발: 바람이 없으면 곧게 늘어진다.
 * A flag on rings along the arm, its lower corner tied to the pole with slack: limp, it hangs straight.
 */
export function flagPlan(capeRows: number): ClothPlan {
  const { columns, rows } = flagGrid(capeRows);
  return {
    columns,
    rows,
    position: (i, j) => {
      const along = pole.radius + 0.02 + (width * i) / (columns - 1);
      const down = j / (rows - 1);
      // 완전히 평평하면 바람이 앞뒤를 고르지 못한다. 살짝 굽혀 둔다.
      const bow = 0.05 * Math.sin((3 * i) / (columns - 1)) * down;
      return [
        pole.x + arm.x * along - arm.z * bow,
        pole.flagTop - height * down,
        pole.z + arm.z * along + arm.x * bow,
      ];
    },
    pinned: (i, j) => (j === 0 && isRing(i, columns)) || (i === 0 && j === rows - 1),
  };
}

/** 고리는 격자가 촘촘해져도 같은 자리에 있다. The rings stay where they are on finer grids. */
function isRing(i: number, columns: number): boolean {
  const rings = (baseColumns - 1) / ringEvery;
  for (let k = 0; k <= rings; k += 1) {
    if (i === Math.round((k * (columns - 1)) / rings)) return true;
  }
  return false;
}

/** 아래 끈을 느슨하게 한다. Lets the lower tie go slack. */
export function slackenTie(targets: Float32Array, capeRows: number): void {
  const { columns, rows } = flagGrid(capeRows);
  targets[3 * columns * (rows - 1) + 1]! += slack;
}
