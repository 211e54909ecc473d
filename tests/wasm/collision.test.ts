import { afterAll, describe, expect, it } from 'vitest';
import { ClassicCloth } from '../reference/classic';
import { loadModule, run } from '../support/module';
import { largestDifference, point } from '../support/measure';
import { hangingSheet, lyingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

type Triple = [number, number, number];

function distanceToSegment(p: Triple, a: Triple, b: Triple): number {
  const ab = b.map((value, k) => value - a[k]!);
  const ap = p.map((value, k) => value - a[k]!);
  const lengthSq = ab.reduce((sum, value) => sum + value * value, 0);
  const dot = ab.reduce((sum, value, k) => sum + value * ap[k]!, 0);
  const t = lengthSq > 0 ? Math.min(1, Math.max(0, dot / lengthSq)) : 0;
  return Math.hypot(...ap.map((value, k) => value - ab[k]! * t));
}

function nearest(cloth: { positions: Float32Array }, a: Triple, b: Triple): number {
  let best = Infinity;
  for (let k = 0; k < cloth.positions.length; k += 3) {
    const p: Triple = [cloth.positions[k]!, cloth.positions[k + 1]!, cloth.positions[k + 2]!];
    best = Math.min(best, distanceToSegment(p, a, b));
  }
  return best;
}

describe('capsules', () => {
  it.each([
    { name: 'across the sheet', a: [-1, 0.6, 0.33], b: [2, 0.6, 0.33] },
    { name: 'aslant', a: [0, 0.4, 0], b: [0.7, 0.8, 0.6] },
    { name: 'that ends under the sheet', a: [0.33, 0, 0.33], b: [0.33, 0.6, 0.33] },
  ] as { name: string; a: Triple; b: Triple }[])('$name push the cloth out', ({ a, b }) => {
    const cloth = mangto.createGridCloth(lyingSheet(12, 12, { top: 1 }));
    const radius = 0.125;
    cloth.setCapsules([...a, ...b, radius]);
    let touched = false;
    for (let k = 0; k < 120; k++) {
      cloth.step();
      const gap = nearest(cloth, a, b) - radius;
      expect(gap).toBeGreaterThan(-1e-5);
      touched ||= gap < 1e-3;
    }
    expect(touched).toBe(true);
  });

  it('of length zero act as spheres and carry the cloth', () => {
    const center: Triple = [0.33, 0.5, 0.33];
    const cloth = mangto.createGridCloth({ ...lyingSheet(12, 12, { top: 0.75 }), floor: null });
    cloth.setCapsules([...center, ...center, 0.2]);
    run(cloth, 20); // 마찰이 없으므로 오래 두면 미끄러져 내린다.
    expect(nearest(cloth, center, center)).toBeGreaterThan(0.2 - 1e-5);
    expect(point(cloth, 5, 5)[1]).toBeGreaterThan(0.6);
  });

  it('do not push pinned points', () => {
    const cloth = mangto.createGridCloth({ ...hangingSheet(6, 6), gravity: [0, 0, 0] });
    cloth.setCapsules([0, 10, 0.01, 0.3, 10, 0.01, 0.25]);
    run(cloth, 30);
    for (let i = 0; i < 6; i++) expect(point(cloth, i, 0)).toEqual([Math.fround(i * 0.06), 10, 0]);
    expect(Math.abs(point(cloth, 2, 1)[2])).toBeGreaterThan(0.1);
  });

  it.each([
    { name: 'x', direction: [1, 0, 0] },
    { name: 'y', direction: [0, 1, 0] },
    { name: 'z', direction: [0, 0, 1] },
    { name: '-x', direction: [-1, 0, 0] },
    { name: 'no', direction: [0, 0, 0] },
  ] as { name: string; direction: Triple }[])(
    'let a point on an axis along $name leave it',
    ({ direction }) => {
      const cloth = mangto.createGridCloth({
        ...hangingSheet(3, 3, { pinning: 'none', spacing: 0.5, top: 2 }),
        gravity: [0, 0, 0],
        stiffness: { structural: 0, shear: 0, bend: 0 },
      });
      const middle: Triple = [0.5, 1.5, 0]; // 점 (1, 1)의 자리
      const a = middle.map((value, k) => value - direction[k]! / 8) as Triple;
      const b = middle.map((value, k) => value + direction[k]! / 8) as Triple;
      cloth.setCapsules([...a, ...b, 0.0625]);
      cloth.step();
      const gap = distanceToSegment(point(cloth, 1, 1), a, b);
      expect(gap).toBeGreaterThan(0.0625 - 1e-6);
      expect(gap).toBeLessThan(0.0625 + 1e-6);
    },
  );

  it('let a whole row of points on the axis leave it', () => {
    const cloth = mangto.createGridCloth(hangingSheet(12, 17, { spacing: 0.0625, top: 2 }));
    const a: Triple = [-1, 1.5, 0];
    const b: Triple = [2, 1.5, 0];
    cloth.setCapsules([...a, ...b, 0.125]);
    run(cloth, 60);
    expect(nearest(cloth, a, b)).toBeGreaterThan(0.125 - 1e-5);
  });

  it('act in the order of the list: what one pushes into the next is pushed by that, too', () => {
    const options = {
      ...hangingSheet(4, 4, { pinning: 'none', spacing: 0.0625, top: 0.125 }),
      stiffness: { structural: 0, shear: 0, bend: 0 },
      gravity: [0, 0, 0] as const,
      floor: null,
      iterations: 1,
    };
    const cloth = mangto.createGridCloth(options);
    const reference = new ClassicCloth(options);
    // 첫째가 z = 0.5 가까이로 밀어낸 점은 둘째의 안에 들어간다.
    const spheres = [
      ...[0.1, 0, -0.125, 0.1, 0, -0.125, 0.625],
      ...[0.1, 0, 0.75, 0.1, 0, 0.75, 0.375],
    ];
    cloth.setCapsules(spheres);
    reference.setCapsules(spheres);
    run([cloth, reference], 1);
    expect(largestDifference(cloth.positions, reference.positions)).toBeLessThan(1e-6);
  });

  it('of radius zero change nothing', () => {
    const cloth = mangto.createGridCloth(hangingSheet(6, 6));
    const twin = mangto.createGridCloth(hangingSheet(6, 6));
    cloth.setCapsules([0.15, 9.85, 0, 0.2, 9.85, 0, 0]);
    run([cloth, twin], 30);
    expect(cloth.positions).toEqual(twin.positions);
  });

  it('are replaced by the next list and removed by an empty one', () => {
    const cloth = mangto.createGridCloth({ ...lyingSheet(6, 6, { top: 1 }), floor: null });
    const a: Triple = [0.15, 0.9, -1];
    const b: Triple = [0.15, 0.9, 1];
    cloth.setCapsules(new Float32Array([...a, ...b, 0.08]));
    run(cloth, 20);
    expect(nearest(cloth, a, b)).toBeGreaterThan(0.08 - 1e-5);
    cloth.setCapsules([]);
    run(cloth, 60);
    expect(cloth.boundingSphere.center[1]).toBeLessThan(-1);
  });

  it('work in any number', () => {
    const cloth = mangto.createGridCloth({ ...lyingSheet(12, 12, { top: 1 }), floor: null });
    const centers = Array.from({ length: 100 }, (_, k): Triple => {
      return [(k % 10) * 0.1 - 0.1, 0.9, Math.floor(k / 10) * 0.1 - 0.1];
    });
    cloth.setCapsules(centers.flatMap((center) => [...center, ...center, 0.045]));
    run(cloth, 60);
    for (const center of centers) {
      expect(nearest(cloth, center, center)).toBeGreaterThan(0.045 - 1e-5);
    }
    expect(point(cloth, 5, 5)[1]).toBeGreaterThan(0.85);
  });

  it('that press the cloth into the floor leave it above the floor', () => {
    const cloth = mangto.createGridCloth(lyingSheet(12, 12, { top: 0.1 }));
    cloth.setCapsules([0.3, 0.1, -1, 0.3, 0.1, 1, 0.3]);
    run(cloth, 60);
    expect(cloth.positions.every((value, k) => k % 3 !== 1 || value >= Math.fround(0.02))).toBe(
      true,
    );
  });
});

describe('the floor', () => {
  it('keeps every free point at or above it in every step', () => {
    const cloth = mangto.createGridCloth({
      ...hangingSheet(12, 12, { pinning: 'none', top: 1.5 }),
      wind: [0.3, 0, 1],
    });
    for (let k = 0; k < 300; k++) {
      cloth.step();
      let lowest = Infinity;
      for (let n = 1; n < cloth.positions.length; n += 3) {
        lowest = Math.min(lowest, cloth.positions[n]!);
      }
      expect(lowest).toBeGreaterThanOrEqual(Math.fround(0.02));
    }
  });

  it('halves the sliding speed of a point in every step (friction)', () => {
    const cloth = mangto.createGridCloth({
      ...lyingSheet(3, 3, { top: 0.5 }),
      stiffness: { structural: 0, shear: 0, bend: 0 },
      gravity: [30, 0, 15],
      damping: 1,
      drag: 0,
      windStrength: 0,
      floor: 0.5,
    });
    run(cloth, 30);
    cloth.gravity = [0, -9.8, 0];
    const speeds: Triple[] = [];
    let before = point(cloth, 1, 1);
    for (let k = 0; k < 6; k++) {
      cloth.step();
      const now = point(cloth, 1, 1);
      speeds.push([now[0] - before[0], now[1] - before[1], now[2] - before[2]]);
      before = now;
    }
    for (let k = 1; k < speeds.length; k++) {
      expect(speeds[k]![0] / speeds[k - 1]![0]).toBeCloseTo(0.5, 2);
      expect(speeds[k]![2] / speeds[k - 1]![2]).toBeCloseTo(0.5, 2);
      expect(speeds[k]![1]).toBe(0);
    }
  });

  it('does not move pinned points', () => {
    const cloth = mangto.createGridCloth({ ...hangingSheet(4, 4, { top: -1 }), floor: 0 });
    run(cloth, 30);
    for (let i = 0; i < 4; i++) expect(point(cloth, i, 0)[1]).toBe(-1);
    expect(point(cloth, 0, 2)[1]).toBeGreaterThanOrEqual(0);
  });

  it('of null is no floor', () => {
    const options = { ...hangingSheet(4, 4, { pinning: 'none', top: 0.5 }) };
    const cloth = mangto.createGridCloth({ ...options, floor: null });
    run(cloth, 120);
    expect(cloth.boundingSphere.center[1]).toBeLessThan(-3);
    expect(cloth.floor).toBeNull();
  });
});
