import { afterAll, describe, expect, it } from 'vitest';
import type { Cloth, Mangto } from 'mangto';
import { caught, expectMangtoError } from '../support/errors';
import { loadModule, run } from '../support/module';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const create = (module: Mangto = mangto) => module.createGridCloth(hangingSheet(4, 5));

const USES: Record<string, (cloth: Cloth) => unknown> = {
  positions: (c) => c.positions,
  normals: (c) => c.normals,
  uvs: (c) => c.uvs,
  indices: (c) => c.indices,
  pinTargets: (c) => c.pinTargets,
  stats: (c) => c.stats,
  boundingSphere: (c) => c.boundingSphere,
  wind: (c) => c.wind,
  windStrength: (c) => c.windStrength,
  drag: (c) => c.drag,
  gravity: (c) => c.gravity,
  damping: (c) => c.damping,
  iterations: (c) => c.iterations,
  floor: (c) => c.floor,
  stiffness: (c) => c.stiffness,
  timeStep: (c) => c.timeStep,
  maxSteps: (c) => c.maxSteps,
  'wind =': (c) => (c.wind = [0, 0, 1]),
  'windStrength =': (c) => (c.windStrength = 1),
  'drag =': (c) => (c.drag = 1),
  'gravity =': (c) => (c.gravity = [0, 0, 1]),
  'damping =': (c) => (c.damping = 1),
  'iterations =': (c) => (c.iterations = 1),
  'floor =': (c) => (c.floor = null),
  'stiffness =': (c) => (c.stiffness = { shear: 0 }),
  'timeStep =': (c) => (c.timeStep = 0.01),
  'maxSteps =': (c) => (c.maxSteps = 1),
  'setCapsules()': (c) => c.setCapsules([]),
  'update()': (c) => c.update(1 / 60),
  'update(NaN)': (c) => c.update(NaN),
  'step()': (c) => c.step(),
  'reset()': (c) => c.reset(),
  'onViewsChanged()': (c) => c.onViewsChanged(() => undefined),
};

describe('after dispose', () => {
  it.each(Object.entries(USES))("cloth.%s gives a MangtoError 'disposed'", (_name, use) => {
    const cloth = create();
    cloth.dispose();
    expectMangtoError(
      caught(() => use(cloth)),
      'disposed',
      [/cloth/i],
    );
  });

  it.each(Object.entries(USES))(
    "of the module, cloth.%s gives a MangtoError 'disposed'",
    async (_name, use) => {
      const module = await loadModule();
      const cloth = create(module);
      module.dispose();
      expect(cloth.disposed).toBe(true);
      expectMangtoError(
        caught(() => use(cloth)),
        'disposed',
      );
    },
  );

  it('of the module, the module itself is disposed', async () => {
    const module = await loadModule();
    module.dispose();
    expectMangtoError(
      caught(() => create(module)),
      'disposed',
      [/mangto/i],
    );
    expectMangtoError(
      caught(() => module.memoryBytes),
      'disposed',
      [/mangto/i],
    );
  });

  it('other cloths of the module go on', () => {
    const [first, second] = [create(), create()];
    const twin = create();
    first.dispose();
    expect(caught(() => first.step())).toBeDefined();
    run([second, twin], 30);
    expect(second.positions).toEqual(twin.positions);
  });
});

describe('dispose', () => {
  it('twice is fine, for cloths and for the module', async () => {
    const module = await loadModule();
    const cloth = create(module);
    expect(cloth.disposed).toBe(false);
    cloth.dispose();
    cloth.dispose();
    expect(cloth.disposed).toBe(true);
    module.dispose();
    module.dispose();
    cloth.dispose();
  });

  it('is what Symbol.dispose does', async () => {
    const module = await loadModule();
    const cloth = create(module);
    cloth[Symbol.dispose]();
    expect(cloth.disposed).toBe(true);
    module[Symbol.dispose]();
    expectMangtoError(
      caught(() => create(module)),
      'disposed',
    );
  });

  it('gives the memory to the next cloth', () => {
    create().dispose();
    const before = mangto.memoryBytes;
    for (let k = 0; k < 100; k++) create().dispose();
    expect(mangto.memoryBytes).toBe(before);
  });
});
