import { afterAll, describe, expect, it } from 'vitest';
import { loadModule, run } from '../support/module';
import { centroid, distance, largestDifference, point, verticalStretch } from '../support/measure';
import { hangingSheet, lyingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

/** n 스텝 뒤의 이동: 속도는 스텝마다 damping배가 되고 가속도·h²만큼 늘어난다. */
function closedForm(acceleration: number, h: number, damping: number, n: number): number {
  let velocity = 0;
  let moved = 0;
  for (let k = 0; k < n; k++) {
    velocity = velocity * damping + acceleration * h * h;
    moved += velocity;
  }
  return moved;
}

describe('free fall', () => {
  it.each([1, 0.988, 0.9, 0])('follows the closed form with damping %f', (damping) => {
    const cloth = mangto.createGridCloth({
      ...hangingSheet(4, 4, { pinning: 'none', top: 0 }),
      damping,
      drag: 0,
      windStrength: 0,
      floor: null,
    });
    for (const checkpoint of [1, 30, 120]) {
      cloth.reset();
      run(cloth, checkpoint);
      const expected = closedForm(-9.8, 1 / 60, damping, checkpoint);
      for (let j = 0; j < 4; j++) {
        const [x, y, z] = point(cloth, 2, j);
        expect(x).toBeCloseTo(0.12, 4);
        expect(Math.abs(y - (expected - j * 0.06))).toBeLessThan(2e-6 + 2e-4 * Math.abs(expected));
        expect(z).toBeCloseTo(0, 6);
      }
    }
  });

  it('agrees with the closed form of the damped sum after one second', () => {
    const d = 0.988;
    const n = 60;
    const cloth = mangto.createGridCloth({
      ...hangingSheet(3, 3, { pinning: 'none', top: 0 }),
      drag: 0,
      windStrength: 0,
      floor: null,
    });
    run(cloth, n);
    const sum = (n - (d * (1 - d ** n)) / (1 - d)) / (1 - d);
    expect(point(cloth, 0, 0)[1]).toBeCloseTo((-9.8 / 3600) * sum, 3);
  });

  it('takes gravity in any direction and the time step as given', () => {
    const h = 1 / 120;
    const cloth = mangto.createGridCloth({
      ...hangingSheet(3, 3, { pinning: 'none', top: 0, spacing: 0.5 }),
      gravity: [3, 0, -2],
      damping: 0.5,
      timeStep: h,
      drag: 0,
      windStrength: 0,
      floor: null,
    });
    run(cloth, 100);
    expect(point(cloth, 0, 0)[0]).toBeCloseTo(closedForm(3, h, 0.5, 100), 5);
    expect(point(cloth, 0, 0)[1]).toBeCloseTo(0, 6);
    expect(point(cloth, 0, 0)[2]).toBeCloseTo(closedForm(-2, h, 0.5, 100), 5);
  });

  it('does not move without gravity, wind and pins that move', () => {
    const cloth = mangto.createGridCloth({
      ...hangingSheet(5, 5, { pinning: 'none', spacing: 0.25 }),
      gravity: [0, 0, 0],
    });
    const start = cloth.positions.slice();
    run(cloth, 60);
    expect(cloth.positions).toEqual(start);
  });
});

describe('a pendulum', () => {
  const swing = () =>
    mangto.createGridCloth({
      ...lyingSheet(2, 2, { spacing: 1, pinning: 'top' }),
      damping: 1,
      drag: 0,
      windStrength: 0,
      iterations: 20,
    });

  it('keeps its length through ten seconds of swinging', () => {
    const cloth = swing();
    let worst = 0;
    run(cloth, 600, () => {
      for (const i of [0, 1]) {
        const length = distance(point(cloth, i, 0), point(cloth, i, 1));
        worst = Math.max(worst, Math.abs(length - 1));
      }
    });
    expect(worst).toBeLessThan(1e-5);
  });

  it('passes its lowest point after a quarter of the period', () => {
    const cloth = swing();
    let crossing = 0;
    let before = 1;
    for (let k = 1; crossing === 0 && k < 120; k++) {
      cloth.step();
      const z = point(cloth, 0, 1)[2];
      if (z <= 0) crossing = k - z / (z - before);
      before = z;
    }
    // 진폭 90°의 주기는 작은 흔들림의 1.18034배
    const quarter = (Math.PI / 2) * Math.sqrt(1 / 9.8) * 1.18034 * 60;
    expect(Math.abs(crossing - quarter)).toBeLessThan(1);
  });
});

describe('wind', () => {
  const moved = (wind: [number, number, number], seconds: number) => {
    const cloth = mangto.createGridCloth(hangingSheet(12, 17));
    const start = centroid(cloth);
    cloth.wind = wind;
    run(cloth, seconds * 60);
    const end = centroid(cloth);
    return { along: end[0] - start[0], across: end[2] - start[2] };
  };

  it('across the sheet pushes it far, along the sheet hardly at all', () => {
    for (const seconds of [1, 10]) {
      const across = moved([0, 0, 8], seconds).across;
      const along = moved([8, 0, 0], seconds);
      expect(across).toBeGreaterThan(0.3);
      expect(Math.abs(along.along)).toBeLessThan(0.02);
      expect(Math.abs(along.across)).toBeLessThan(0.02);
    }
  });

  it('pushes either face of the sheet the way it blows', () => {
    expect(moved([0, 0, -8], 1).across).toBeCloseTo(-moved([0, 0, 8], 1).across, 3);
  });

  it('is relative to the cloth: a free sheet ends at the speed of the air', () => {
    const cloth = mangto.createGridCloth({
      ...hangingSheet(4, 4, { pinning: 'none', top: 0 }),
      gravity: [0, 0, 0],
      damping: 1,
      floor: null,
      wind: [0, 0, 3],
    });
    run(cloth, 300);
    const before = centroid(cloth)[2];
    cloth.step();
    expect((centroid(cloth)[2] - before) * 60).toBeCloseTo(3, 1);
  });

  it('without strength and drag does nothing', () => {
    const still = mangto.createGridCloth(hangingSheet(6, 6));
    const windy = mangto.createGridCloth({
      ...hangingSheet(6, 6),
      wind: [5, 5, 5],
      windStrength: 0,
      drag: 0,
    });
    still.windStrength = 0;
    still.drag = 0;
    run([still, windy], 60);
    expect(windy.positions).toEqual(still.positions);
  });

  it('of 1,000 m/s and any strength leaves every number finite', () => {
    for (const windStrength of [240, 1000, 1e4]) {
      for (const drag of [0, 1000]) {
        const cloth = mangto.createGridCloth({
          ...hangingSheet(12, 17),
          wind: [1000, -1000, 1000],
          windStrength,
          drag,
        });
        run(cloth, 600);
        expect(cloth.positions.every(Number.isFinite)).toBe(true);
        expect(cloth.normals.every(Number.isFinite)).toBe(true);
        expect(Number.isFinite(cloth.boundingSphere.radius)).toBe(true);
      }
    }
  });

  it('and gravity at the ends of their ranges leave every number finite', () => {
    for (const sign of [1, -1]) {
      const cloth = mangto.createGridCloth({
        ...hangingSheet(12, 17),
        wind: [sign * 1e6, 1e6, -1e6],
        gravity: [1e6, sign * 1e6, 1e6],
        windStrength: 1e6,
        drag: 1e6,
        timeStep: 0.1,
        damping: 1,
      });
      cloth.setCapsules([0, 9, 0, 1, 9, 0, 0.5]);
      run(cloth, 600);
      expect(cloth.positions.every(Number.isFinite)).toBe(true);
      expect(cloth.normals.every(Number.isFinite)).toBe(true);
      expect(Number.isFinite(cloth.boundingSphere.radius)).toBe(true);
    }
  });

  // 뒤엉킨 채 멎을 수도 있다(기준 구현도 그렇다): 자리는 가려내지 않는다.
  it.each([
    [1000, 0, 1000],
    [999, 0, 1000],
    [900, 10, 1000],
  ])('hangs at rest and unstretched after the gust (%d, %d, %d)', (...wind) => {
    const cloth = mangto.createGridCloth({ ...hangingSheet(12, 17), windStrength: 1000 });
    cloth.wind = wind;
    run(cloth, 60);
    cloth.wind = [0, 0, 0];
    cloth.windStrength = 2;
    run(cloth, 1800);
    const before = cloth.positions.slice();
    run(cloth, 60);
    expect(largestDifference(cloth.positions, before)).toBeLessThan(0.001);
    expect(verticalStretch(cloth, 0.06).all).toBeLessThan(0.035);
    expect(centroid(cloth)[1]).toBeLessThan(9.6);
  });
});
