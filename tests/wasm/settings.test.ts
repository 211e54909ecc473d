import { afterAll, describe, expect, it } from 'vitest';
import type { Cloth } from 'mangto';
import { loadModule, run } from '../support/module';
import { centroid } from '../support/measure';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const create = () => mangto.createGridCloth({ ...hangingSheet(6, 8), wind: [1, 0, 3] });

describe('the settings of a new cloth', () => {
  it('have the defaults of the classic algorithm', () => {
    const cloth = mangto.createGridCloth(hangingSheet(3, 4));
    expect(cloth.columns).toBe(3);
    expect(cloth.rows).toBe(4);
    expect(cloth.wind).toEqual([0, 0, 0]);
    expect(cloth.gravity[1]).toBeCloseTo(-9.8, 5);
    expect(cloth.damping).toBeCloseTo(0.988, 6);
    expect(cloth.floor).toBeCloseTo(0.02, 6);
    expect(cloth.windStrength).toBe(2);
    expect(cloth.drag).toBeCloseTo(0.1, 6);
    expect(cloth.iterations).toBe(8);
    expect(cloth.maxSteps).toBe(3);
    expect(cloth.timeStep).toBeCloseTo(1 / 60, 7);
    expect(cloth.stiffness.structural).toBe(1);
    expect(cloth.stiffness.shear).toBeCloseTo(0.6, 6);
    expect(cloth.stiffness.bend).toBe(0.25);
    expect(cloth.disposed).toBe(false);
  });

  it('are those of the options', () => {
    const cloth = mangto.createGridCloth({
      ...hangingSheet(3, 4),
      stiffness: { structural: 0.5, bend: 0 },
      iterations: 3,
      damping: 0.5,
      solver: 'classic',
      gravity: [1, 2, 3],
      floor: -4,
      wind: [5, 6, 7],
      windStrength: 8,
      drag: 9,
      timeStep: 1 / 64,
      maxSteps: 5,
    });
    expect(cloth).toMatchObject({
      iterations: 3,
      damping: 0.5,
      gravity: [1, 2, 3],
      floor: -4,
      wind: [5, 6, 7],
      windStrength: 8,
      drag: 9,
      timeStep: 1 / 64,
      maxSteps: 5,
    });
    expect(cloth.stiffness.structural).toBe(0.5);
    expect(cloth.stiffness.bend).toBe(0);
  });
});

describe('settings changed while the cloth runs', () => {
  const changes: Record<
    string,
    { change: (cloth: Cloth) => void; read: (cloth: Cloth) => unknown; value: unknown }
  > = {
    wind: { change: (c) => (c.wind = [0, 0, -9]), read: (c) => c.wind, value: [0, 0, -9] },
    windStrength: { change: (c) => (c.windStrength = 9), read: (c) => c.windStrength, value: 9 },
    drag: { change: (c) => (c.drag = 4), read: (c) => c.drag, value: 4 },
    gravity: { change: (c) => (c.gravity = [2, 1, 0]), read: (c) => c.gravity, value: [2, 1, 0] },
    damping: { change: (c) => (c.damping = 0.5), read: (c) => c.damping, value: 0.5 },
    iterations: { change: (c) => (c.iterations = 1), read: (c) => c.iterations, value: 1 },
    floor: { change: (c) => (c.floor = 9.75), read: (c) => c.floor, value: 9.75 },
    'structural stiffness': {
      change: (c) => (c.stiffness = { structural: 0.125 }),
      read: (c) => c.stiffness.structural,
      value: 0.125,
    },
    'shear stiffness': {
      change: (c) => (c.stiffness = { shear: 0 }),
      read: (c) => c.stiffness.shear,
      value: 0,
    },
    'bend stiffness': {
      change: (c) => (c.stiffness = { bend: 1 }),
      read: (c) => c.stiffness.bend,
      value: 1,
    },
    timeStep: {
      change: (c) => (c.timeStep = 1 / 32),
      read: (c) => c.timeStep,
      value: 1 / 32,
    },
  };

  it.each(Object.entries(changes))('%s takes effect in the next step', (_name, setting) => {
    const cloth = create();
    const twin = create();
    run([cloth, twin], 30);
    expect(cloth.positions).toEqual(twin.positions);
    setting.change(cloth);
    expect(setting.read(cloth)).toEqual(setting.value);
    expect(cloth.positions, 'nothing moves before the step').toEqual(twin.positions);
    run([cloth, twin], 2);
    expect(cloth.positions).not.toEqual(twin.positions);
    run(cloth, 300);
    expect(cloth.positions.every(Number.isFinite)).toBe(true);
  });

  it('one kind of stiffness leaves the others as they were', () => {
    const cloth = create();
    cloth.stiffness = { shear: 0.5 };
    expect(cloth.stiffness).toEqual({ structural: 1, shear: 0.5, bend: 0.25 });
    cloth.stiffness = {};
    expect(cloth.stiffness).toEqual({ structural: 1, shear: 0.5, bend: 0.25 });
  });

  it('a kind of constraint can be switched off and on again without a trace', () => {
    const cloth = create();
    const twin = create();
    cloth.stiffness = { shear: 0, bend: 0 };
    cloth.stiffness = { shear: 0.6, bend: 0.25 };
    run([cloth, twin], 60);
    expect(cloth.positions).toEqual(twin.positions);
  });

  it('vectors come back frozen, so that a forgotten assignment is noticed', () => {
    const cloth = create();
    expect(Object.isFrozen(cloth.wind)).toBe(true);
    expect(Object.isFrozen(cloth.gravity)).toBe(true);
    const given: [number, number, number] = [1, 2, 3];
    cloth.wind = given;
    given[0] = 100;
    expect(cloth.wind).toEqual([1, 2, 3]);
  });

  it('wind that stops lets the cloth come down and hang limp', () => {
    const cloth = mangto.createGridCloth({ ...hangingSheet(12, 17), wind: [0, 0, 8] });
    run(cloth, 300);
    expect(centroid(cloth)[2]).toBeGreaterThan(0.2);
    cloth.wind = [0, 0, 0];
    run(cloth, 900);
    expect(Math.abs(centroid(cloth)[2])).toBeLessThan(0.01);
  });
});
