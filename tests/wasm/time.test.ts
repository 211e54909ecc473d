import { afterAll, describe, expect, it } from 'vitest';
import { loadModule, run } from '../support/module';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const windy = () => mangto.createGridCloth({ ...hangingSheet(6, 6), wind: [2, 0, 5] });

describe('update', () => {
  it('of 1/60 s is exactly one step for 10,000 frames', () => {
    const cloth = windy();
    for (let k = 0; k < 10_000; k++) {
      const steps = cloth.update(1 / 60);
      if (steps !== 1) expect(steps, `frame ${k}`).toBe(1);
    }
  });

  it.each([
    { fps: 30, steps: 3600 },
    { fps: 60, steps: 3600 },
    { fps: 90, steps: 3600 },
    { fps: 144, steps: 3600 },
    { fps: 240, steps: 3600 },
  ])('runs the same number of steps in a minute at $fps frames a second', ({ fps, steps }) => {
    const cloth = windy();
    let total = 0;
    for (let k = 0; k < fps * 60; k++) total += cloth.update(1 / fps);
    expect(total).toBe(steps);
  });

  it('gives the same cloth at every frame rate', () => {
    const cloths = [30, 60, 120].map((fps) => {
      const cloth = windy();
      for (let k = 0; k < fps * 2; k++) cloth.update(1 / fps);
      return cloth;
    });
    expect(cloths[0]!.positions).toEqual(cloths[1]!.positions);
    expect(cloths[2]!.positions).toEqual(cloths[1]!.positions);
  });

  it.each([0.05, 1, 10, 1e6])('after a stall of %f s moves at most three steps', (stall) => {
    const cloth = windy();
    const twin = windy();
    run([cloth, twin], 10);
    expect(cloth.update(stall)).toBe(3);
    run(twin, 3);
    expect(cloth.positions).toEqual(twin.positions);
    expect(cloth.update(0), 'the rest of the stall is dropped').toBe(0);
    expect(cloth.update(1 / 60)).toBe(1);
  });

  it('keeps the part of a step that was not run for the next frame', () => {
    const cloth = windy();
    const pattern = Array.from({ length: 6 }, () => cloth.update(1 / 120));
    expect(pattern).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it('of less than a step leaves the cloth as it is', () => {
    const cloth = windy();
    run(cloth, 10);
    const before = cloth.positions.slice();
    expect(cloth.update(0)).toBe(0);
    expect(cloth.update(0.008)).toBe(0);
    expect(cloth.positions).toEqual(before);
  });

  it('obeys timeStep and maxSteps, also when they change on the way', () => {
    const cloth = windy();
    cloth.timeStep = 1 / 120;
    expect(cloth.update(1 / 60)).toBe(2);
    cloth.maxSteps = 5;
    expect(cloth.update(1)).toBe(5);
    cloth.maxSteps = 1;
    expect(cloth.update(1)).toBe(1);
    cloth.timeStep = 1 / 30;
    expect(cloth.update(1 / 30)).toBe(1);
  });

  it('measures the average time of a step', () => {
    const cloth = mangto.createGridCloth(hangingSheet(64, 64));
    cloth.update(0.05);
    expect(cloth.stats.stepMs).toBeGreaterThan(0);
    expect(Number.isFinite(cloth.stats.stepMs)).toBe(true);
  });
});

describe('step', () => {
  it('does the same as update(1/60)', () => {
    const stepped = windy();
    const updated = windy();
    for (let k = 0; k < 60; k++) {
      stepped.step();
      updated.update(1 / 60);
    }
    expect(stepped.positions).toEqual(updated.positions);
  });
});

describe('reset', () => {
  it('goes back to the creation and runs the same again', () => {
    const cloth = windy();
    const start = { positions: cloth.positions.slice(), normals: cloth.normals.slice() };
    cloth.pinTargets[1]! += 0.5;
    cloth.update(0.005);
    run(cloth, 90);
    cloth.reset();
    expect(cloth.positions).toEqual(start.positions);
    expect(cloth.normals).toEqual(start.normals);
    expect(cloth.pinTargets).toEqual(start.positions);
    const twin = windy();
    for (let k = 0; k < 60; k++) expect(cloth.update(1 / 100)).toBe(twin.update(1 / 100));
    expect(cloth.positions).toEqual(twin.positions);
  });
});
