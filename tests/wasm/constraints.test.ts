import { afterAll, describe, expect, it } from 'vitest';
import type { Cloth } from 'mangto';
import { loadModule, run } from '../support/module';
import { distance, mean, point, verticalStretch } from '../support/measure';
import { hangingSheet } from '../support/sheets';
import { STRETCH_TABLE } from '../support/stretch-table';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const SPACING = 0.06;

describe('the stretch of a hanging 12×17 sheet after 20 s', () => {
  it.each(STRETCH_TABLE)(
    'is at most $all% (first row $firstRow%) + a quarter at $iterations iterations',
    (row) => {
      const cloth = mangto.createGridCloth({
        ...hangingSheet(12, 17, { spacing: SPACING }),
        iterations: row.iterations,
      });
      run(cloth, 1200);
      const stretch = verticalStretch(cloth, SPACING);
      expect(stretch.all * 100).toBeLessThan(row.all * 1.25);
      expect(stretch.firstRow * 100).toBeLessThan(row.firstRow * 1.25);
      // 늘어나지 않는 것은 풀지 않고 고정한 것이다.
      expect(stretch.all * 100).toBeGreaterThan(row.all * 0.1);
    },
  );
});

describe('each kind of constraint alone', () => {
  // 모서리의 점 하나만 끌고 가면 이어진 점들만 따라온다.
  const dragged = (stiffness: { structural: number; shear: number; bend: number }) => {
    const cloth = mangto.createGridCloth({
      ...hangingSheet(5, 5, { pinning: 'corner', spacing: SPACING }),
      gravity: [0, 0, 0],
      windStrength: 0,
      drag: 0,
      damping: 0,
      iterations: 40,
      stiffness,
    });
    const start = cloth.positions.slice();
    cloth.pinTargets[0]! -= 0.05;
    cloth.pinTargets[1]! += 0.05;
    run(cloth, 200);
    const followed = (i: number, j: number) => {
      const k = (j * 5 + i) * 3;
      const moved = [0, 1, 2].map((c) => Math.abs(cloth.positions[k + c]! - start[k + c]!));
      return Math.max(...moved) > 1e-4; // 그보다 작은 것은 쉬는 길이의 반올림이다.
    };
    return { cloth, followed };
  };

  const expectRest = (cloth: Cloth, a: [number, number], b: [number, number]) => {
    const rest = SPACING * Math.hypot(a[0] - b[0], a[1] - b[1]);
    const length = distance(point(cloth, ...a), point(cloth, ...b));
    expect(Math.abs(length / rest - 1)).toBeLessThan(2e-3);
  };

  const forEachPoint = (visit: (i: number, j: number) => void) => {
    for (let j = 0; j < 5; j++) for (let i = 0; i < 5; i++) visit(i, j);
  };

  it('structural joins the neighbours in rows and columns and restores their distance', () => {
    const { cloth, followed } = dragged({ structural: 1, shear: 0, bend: 0 });
    forEachPoint((i, j) => {
      if (i < 4) expectRest(cloth, [i, j], [i + 1, j]);
      if (j < 4) expectRest(cloth, [i, j], [i, j + 1]);
    });
    expect(followed(1, 0) && followed(0, 1)).toBe(true);
  });

  it('shear joins both diagonals and nothing else', () => {
    const { cloth, followed } = dragged({ structural: 0, shear: 0.6, bend: 0 });
    forEachPoint((i, j) => {
      if ((i + j) % 2 === 1) expect(followed(i, j), `${i}, ${j}`).toBe(false);
      else if (i < 4 && j < 4) expectRest(cloth, [i, j], [i + 1, j + 1]);
    });
    expect(followed(1, 1) && followed(2, 0) && followed(4, 4)).toBe(true);
  });

  it('bend joins every second point in rows and columns and nothing else', () => {
    const { cloth, followed } = dragged({ structural: 0, shear: 0, bend: 0.25 });
    forEachPoint((i, j) => {
      if (i % 2 === 1 || j % 2 === 1) expect(followed(i, j), `${i}, ${j}`).toBe(false);
      if (i % 2 === 0 && j % 2 === 0 && i < 3) expectRest(cloth, [i, j], [i + 2, j]);
    });
    expect(followed(2, 0) && followed(0, 2) && followed(4, 4)).toBe(true);
  });

  it('none at all leaves every free point where it is', () => {
    const { followed } = dragged({ structural: 0, shear: 0, bend: 0 });
    forEachPoint((i, j) => expect(followed(i, j)).toBe(i === 0 && j === 0));
  });

  it('counts in stats only while it is on', () => {
    const cloth = mangto.createGridCloth(hangingSheet(12, 17));
    expect(cloth.stats).toMatchObject({ points: 204, constraints: 1081 });
    cloth.stiffness = { shear: 0 };
    expect(cloth.stats.constraints).toBe(1081 - 352);
    cloth.stiffness = { bend: 0 };
    expect(cloth.stats.constraints).toBe(187 + 192);
    cloth.stiffness = { structural: 0 };
    expect(cloth.stats.constraints).toBe(0);
    cloth.stiffness = { structural: 1, shear: 0.6, bend: 0.25 };
    expect(cloth.stats.constraints).toBe(1081);
    const flag = mangto.createGridCloth(hangingSheet(16, 10, { pinning: 'left' }));
    expect(cloth.stats.constraints + flag.stats.constraints).toBe(1913);
  });
});

describe('shear constraints', () => {
  const diagonals = (cloth: Cloth) => {
    const end = cloth.columns - 1;
    const falling = distance(point(cloth, 0, 0), point(cloth, end, end));
    const rising = distance(point(cloth, end, 0), point(cloth, 0, end));
    return Math.min(falling, rising) / Math.max(falling, rising);
  };

  it('keep a sheet that hangs by one corner square; without them it collapses', () => {
    const hang = (shear: number) => {
      const cloth = mangto.createGridCloth({
        ...hangingSheet(8, 8, { pinning: 'corner' }),
        stiffness: { shear },
      });
      run(cloth, 600);
      return diagonals(cloth);
    };
    expect(hang(0.6)).toBeGreaterThan(0.9);
    expect(hang(0)).toBeLessThan(0.1);
  });

  it('keep a sheet that is pushed sideways square; without them it becomes a rhombus', () => {
    const push = (shear: number) => {
      const cloth = mangto.createGridCloth({
        ...hangingSheet(8, 8),
        gravity: [9.8, -9.8, 0],
        stiffness: { shear },
      });
      run(cloth, 900);
      return diagonals(cloth);
    };
    expect(push(0.6)).toBeGreaterThan(0.9);
    expect(push(0)).toBeLessThan(0.6);
  });
});

describe('bend constraints', () => {
  it('keep a sheet that drops on the floor from crumpling', () => {
    const drop = (bend: number) => {
      const cloth = mangto.createGridCloth({
        ...hangingSheet(12, 12, { pinning: 'none', top: 1, spacing: SPACING }),
        wind: [0.3, 0, 1],
        stiffness: { bend },
      });
      run(cloth, 600);
      // 한 점을 건너뛴 거리: 펴져 있으면 1, 접히면 0
      const opened: number[] = [];
      for (let j = 0; j < 12; j++) {
        for (let i = 0; i + 2 < 12; i++) {
          opened.push(distance(point(cloth, i, j), point(cloth, i + 2, j)) / (2 * SPACING));
          opened.push(distance(point(cloth, j, i), point(cloth, j, i + 2)) / (2 * SPACING));
        }
      }
      return mean(opened);
    };
    expect(drop(0.25)).toBeGreaterThan(0.9);
    expect(drop(0)).toBeLessThan(0.75);
  });
});

describe('more iterations', () => {
  it('make the cloth stiffer: rubber at 1, stiff at 20', () => {
    const stretch = [1, 4, 20].map((iterations) => {
      const cloth = mangto.createGridCloth({ ...hangingSheet(12, 17), iterations });
      run(cloth, 600);
      return verticalStretch(cloth, SPACING).all;
    });
    expect(stretch[0]).toBeGreaterThan(0.1);
    expect(stretch[1]).toBeLessThan(stretch[0]!);
    expect(stretch[2]).toBeLessThan(0.01);
  });
});
