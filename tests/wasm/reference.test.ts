// 라이브러리를 따로 쓴 기준 구현(float64)과 견준다.
import { afterAll, describe, expect, it } from 'vitest';
import type { Cloth } from 'mangto';
import { ClassicCloth } from '../reference/classic';
import { passOrder, rowOrder, type ConstraintOrder } from '../reference/grid';
import { loadModule, run } from '../support/module';
import { largestDifference } from '../support/measure';
import { hangingSheet, lyingSheet, type SheetOptions } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

type Both = Cloth | ClassicCloth;
type Settings = Omit<ConstructorParameters<typeof ClassicCloth>[0], keyof SheetOptions>;

/** float32와 float64의 차이가 짧은 동안, 원점 가까이에서 자랄 수 있는 크기(m). */
const TIGHT = 1e-4;

const pair = (sheet: SheetOptions, settings: Settings = {}, order: ConstraintOrder = passOrder) =>
  [
    mangto.createGridCloth({ ...sheet, ...settings }),
    new ClassicCloth({ ...sheet, ...settings }, order),
  ] as const;

const SCENES: Record<
  string,
  { create: () => readonly [Cloth, ClassicCloth]; drive?: (c: Both, k: number) => void }
> = {
  'hanging still': { create: () => pair(hangingSheet(12, 17)) },
  'a cape in the wind on walking pins': {
    create: () => pair(hangingSheet(12, 17, { top: 2 }), { wind: [1, 0, 5] }),
    drive: (cloth, k) => {
      for (let i = 0; i < 12; i++) {
        cloth.pinTargets[i * 3 + 1] = 2 + Math.sin(k / 9) * 0.03;
        cloth.pinTargets[i * 3 + 2] = k / 128;
      }
    },
  },
  'a cape over moving capsules': {
    create: () => pair(hangingSheet(12, 17, { top: 2 }), { wind: [0, 0, 2] }),
    drive: (cloth, k) => {
      const z = -0.15 + k * 0.003;
      cloth.setCapsules([
        ...[0.33, 1, z, 0.33, 1.8, z, 0.14],
        ...[0.2, 1, z - 0.1, 0.3, 1.4, z, 0.09],
        ...[0.5, 1.2, z, 0.5, 1.2, z, 0.1],
      ]);
    },
  },
  'a flag on its pole': {
    create: () =>
      pair(hangingSheet(16, 10, { pinning: 'left', top: 1 }), {
        wind: [4, 0.5, 2],
        windStrength: 4,
        drag: 0.5,
      }),
    drive: (cloth, k) => (cloth.wind = [4, 0.5, 2 * Math.cos(k / 15)]),
  },
  'falling on the floor': {
    create: () => pair(lyingSheet(9, 14, { top: 0.3 }), { wind: [1, 0, 0], drag: 1 }),
  },
  'an air that is stronger than a step can take': {
    create: () =>
      pair(hangingSheet(12, 17, { top: 1.5 }), {
        wind: [0.5, 0, 2],
        windStrength: 500,
        drag: 100,
        iterations: 20,
      }),
  },
  'other settings': {
    create: () =>
      pair(hangingSheet(7, 9, { top: 1 }), {
        stiffness: { structural: 0.75, shear: 0.125, bend: 1 },
        iterations: 3,
        damping: 0.9,
        gravity: [1, -3, 2],
        wind: [-2, 1, 3],
        windStrength: 5,
        drag: 2,
        timeStep: 1 / 100,
      }),
  },
};

describe('the library against the plain reference in the same order of constraints', () => {
  it.each(Object.entries(SCENES))('%s: every point agrees for 120 steps', (_name, scene) => {
    const [cloth, reference] = scene.create();
    for (let k = 0; k < 120; k++) {
      scene.drive?.(cloth, k);
      scene.drive?.(reference, k);
      run([cloth, reference], 1);
      expect(largestDifference(cloth.positions, reference.positions), `step ${k}`).toBeLessThan(
        TIGHT,
      );
    }
    expect(largestDifference(cloth.normals, reference.normals)).toBeLessThan(0.02);
    expect(Math.abs(cloth.boundingSphere.radius - reference.boundingSphere.radius)).toBeLessThan(
      TIGHT,
    );
  });

  it('agrees step by step while every setting is changed on the way', () => {
    const [cloth, reference] = pair(hangingSheet(10, 11, { top: 1 }));
    const changes: ((c: Both) => void)[] = [
      (c) => (c.wind = [1, 0, 3]),
      (c) => (c.iterations = 3),
      (c) => (c.windStrength = 4),
      (c) => (c.stiffness = { structural: 1, shear: 0, bend: 0.25 }),
      (c) => c.setCapsules([0.3, 0.6, 0.1, 0.3, 0.6, 0.1, 0.2]),
      (c) => (c.stiffness = { structural: 0.5, shear: 0.5, bend: 0 }),
      (c) => (c.drag = 1),
      (c) => (c.floor = 0.5),
      (c) => (c.gravity = [1, -5, 0]),
      (c) => (c.damping = 0.95),
      (c) => (c.stiffness = { structural: 1, shear: 0.6, bend: 0.25 }),
      (c) => c.setCapsules([]),
      (c) => (c.timeStep = 1 / 90),
      (c) => (c.floor = null),
    ];
    changes.forEach((change, n) => {
      change(cloth);
      change(reference);
      run([cloth, reference], 8);
      const difference = largestDifference(cloth.positions, reference.positions);
      expect(difference, `after change ${n}`).toBeLessThan(TIGHT);
    });
  });

  it('runs the same steps for the same frames', () => {
    const [cloth, reference] = pair(hangingSheet(4, 4));
    let seed = 1;
    for (let k = 0; k < 2000; k++) {
      seed = (seed * 48271) % 2147483647;
      const seconds = (seed % 1000) / 15_000;
      expect(cloth.update(seconds)).toBe(reference.update(seconds));
    }
  });
});

describe('the library against the plain reference in the natural row order', () => {
  // 순서가 다르면 궤적은 다르지만, 가라앉은 모양은 늘어남의 차이만큼만 다르다.
  it.each([
    { name: 'a hanging sheet', sheet: hangingSheet(12, 17), settings: {} },
    {
      name: 'a sheet in a steady wind',
      sheet: hangingSheet(12, 17),
      settings: { wind: [0, 0, 3] },
    },
    {
      name: 'a curtain on two corners',
      sheet: hangingSheet(12, 12, { pinning: 'corners' }),
      settings: {},
    },
  ] as { name: string; sheet: SheetOptions; settings: Settings }[])(
    '$name comes to rest in the same place',
    ({ sheet, settings }) => {
      const [cloth, reference] = pair(sheet, { ...settings, iterations: 20 }, rowOrder);
      run([cloth, reference], 1500);
      expect(largestDifference(cloth.positions, reference.positions)).toBeLessThan(0.03);
    },
  );

  it('leans on a sphere in the same place', () => {
    const [cloth, reference] = pair(hangingSheet(12, 17), { iterations: 20 }, rowOrder);
    const ball = [0.33, 9.5, -0.05, 0.33, 9.5, -0.05, 0.2];
    cloth.setCapsules(ball);
    reference.setCapsules(ball);
    run([cloth, reference], 1500);
    expect(largestDifference(cloth.positions, reference.positions)).toBeLessThan(0.03);
  });
});
