// 굽기의 한살이: 나누어 하기, 진행률, 그만두기, 놓기, 메모리, 잘못된 인자.
import { afterAll, describe, expect, it, vi } from 'vitest';
import { bakeInWorker, type SkinBake, type SkinBakeOptions, type SkinRunOptions } from 'mangto';
import { BAD_SKIN_OPTIONS, NOT_NUMBERS } from '../support/bad-values';
import { caught, expectMangtoError, label, mentionOf } from '../support/errors';
import { loadModule } from '../support/module';
import { bakeAll } from '../support/skin-weights';
import { torus } from '../support/skins';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const skin = torus(300, 8);
const create = (options: object = {}) =>
  mangto.createSkinBake({ ...skin, ...options } as SkinBakeOptions);
const creating = (options: object) => caught(() => create(options));

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

describe('createSkinBake refuses', () => {
  const cases = Object.entries(BAD_SKIN_OPTIONS).flatMap(([name, values]) =>
    values.map((value) => [name, label(value), value] as const),
  );
  it.each(cases)('%s: %s', (name, _text, value) => {
    expectMangtoError(creating({ [name]: value }), 'invalid-argument', [new RegExp(name)]);
  });

  it.each([undefined, null, 5, 'bear', true])('%s for its options', (options) => {
    const error = caught(() => mangto.createSkinBake(options as unknown as SkinBakeOptions));
    expectMangtoError(error, 'invalid-argument', [/options/]);
  });

  it.each(['falloff', 'fleshFactor', 'minDistance', 'maxInfluences'])(
    '%s of a wrong type',
    (name) => {
      for (const value of [...NOT_NUMBERS.filter((v) => v !== null), NaN, Infinity, -1, 1e9]) {
        const error = creating({ [name]: value });
        expectMangtoError(error, 'invalid-argument', [new RegExp(name), mentionOf(value)]);
      }
    },
  );

  it('numbers out of range in arrays, naming where', () => {
    const positions = skin.positions.slice();
    positions[31] = NaN;
    expectMangtoError(creating({ positions }), 'invalid-argument', [/vertex 10/, /NaN/]);
    const indices = skin.indices.slice();
    indices[7] = indices[9] = 5000;
    expectMangtoError(creating({ indices }), 'invalid-argument', [/indices\[7\]/, '5000']);
  });

  it('a skeleton of which every bone is excluded', () => {
    const bones = skin.bones.slice(0, 1);
    expectMangtoError(creating({ bones }), 'invalid-argument', [/excludedBones/, /none/]);
    expect(create({ bones, excludedBones: [] }).step(Infinity)).toBe(true);
  });

  it('and leaves the memory as it was', () => {
    creating({ falloff: -1 });
    const before = mangto.memoryBytes;
    for (let k = 0; k < 200; k++) creating({ falloff: -1 });
    expect(mangto.memoryBytes).toBe(before);
  });
});

describe('a bake', () => {
  it('has progress from 0 to 1 that never falls', () => {
    const bake = create();
    expect(bake.progress).toBe(0);
    let before = 0;
    while (!bake.step(0)) {
      expect(bake.progress).toBeGreaterThanOrEqual(before);
      expect(bake.progress).toBeLessThan(1);
      before = bake.progress;
    }
    expect(before).toBeGreaterThan(0.9);
    expect(bake.progress).toBe(1);
    expect(bake.step(2)).toBe(true);
  });

  it('has no result before it is done', () => {
    const bake = create();
    expect(bake.step(0)).toBe(false);
    expectMangtoError(
      caught(() => bake.result),
      'not-ready',
    );
    expectMangtoError(
      caught(() => bake.report),
      'not-ready',
    );
  });

  it('counts its slices', () => {
    const bake = create();
    let slices = 1;
    while (!bake.step(0)) slices++;
    expect(bake.report.slices).toBe(slices);
    expect(bake.report.totalMs).toBeGreaterThanOrEqual(bake.report.longestSliceMs);
    expect(bake.report).toBe(bake.result.report);
  });

  it.each([...NOT_NUMBERS, NaN, -1, undefined].map((value) => [label(value), value] as const))(
    'refuses step(%s)',
    (_text, value) => {
      const bake = create();
      const error = caught(() => bake.step(value as number));
      expectMangtoError(error, 'invalid-argument', [/budgetMs/]);
      expect(bake.progress).toBe(0);
    },
  );

  it('takes copies: what is written to the input later does not matter', () => {
    const positions = skin.positions.slice();
    const indices = new Uint16Array(skin.indices);
    const bake = create({ positions, indices });
    positions.fill(NaN);
    indices.fill(9999);
    bake.step(Infinity);
    expect(bake.result.skinWeight).toEqual(bakeAll(mangto, skin).skinWeight);
  });

  it('takes the views of a cloth of the same module', () => {
    const cloth = mangto.createMeshCloth(skin);
    const { positions, indices } = cloth;
    const bake = create({ positions, indices });
    cloth.dispose();
    bake.step(Infinity);
    expect(bake.result.skinWeight).toEqual(bakeAll(mangto, skin).skinWeight);
  });
});

describe('run', () => {
  it('bakes to the end and tells the progress', async () => {
    const progress: number[] = [];
    const weights = await create().run({ budgetMs: 0, onProgress: (p) => progress.push(p) });
    expect(weights.skinWeight).toEqual(bakeAll(mangto, skin).skinWeight);
    expect(progress.length).toBe(weights.report.slices);
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it('of a bake that is done gives its result', async () => {
    const bake = create();
    bake.step(Infinity);
    expect(await bake.run()).toBe(bake.result);
  });

  it('rejects with the reason of the signal, and frees everything', async () => {
    const reason = new Error('enough');
    const abort = new AbortController();
    const bake = create();
    const running = bake.run({
      budgetMs: 0,
      signal: abort.signal,
      onProgress: () => abort.abort(reason),
    });
    expect(await rejection(running)).toBe(reason);
    expect(bake.disposed).toBe(true);
    const late = create();
    expect(await rejection(late.run({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(late.disposed).toBe(true);
  });

  it('rejects with what onProgress throws, and with disposed when it is disposed', async () => {
    const own = new Error('mine');
    const throws = () => {
      throw own;
    };
    expect(await rejection(create().run({ onProgress: throws }))).toBe(own);
    const bake = create();
    const running = rejection(bake.run({ budgetMs: 0 }));
    bake.dispose();
    expectMangtoError(await running, 'disposed');
  });

  it.each([
    ['options', null],
    ['options', 5],
    ['budgetMs', { budgetMs: -1 }],
    ['budgetMs', { budgetMs: 'fast' }],
    ['signal', { signal: {} }],
    ['onProgress', { onProgress: 5 }],
  ])('refuses a wrong %s and changes nothing', async (name, options) => {
    const bake = create();
    const error = await rejection(bake.run(options as SkinRunOptions));
    expectMangtoError(error, 'invalid-argument', [new RegExp(name)]);
    expect(bake.disposed).toBe(false);
  });
});

describe('memory', () => {
  const large = torus(40_000, 64);

  it.each([16, 300])('is at most 160 bytes a vertex with %i bones', async (bones) => {
    const module = await loadModule();
    const options = torus(40_000, bones);
    const before = module.memoryBytes;
    const bake = module.createSkinBake(options);
    const { positions, indices } = options;
    const vertices = positions.length / 3;
    const given = positions.byteLength + indices.byteLength + 24 * vertices;
    while (!bake.step(2));
    const page = 65536;
    expect(module.memoryBytes - before).toBeLessThan(given + 160 * vertices + page);
    module.dispose();
  });

  it('is free for the next bake when one is done, disposed or aborted', async () => {
    const module = await loadModule();
    bakeAll(module, large);
    const before = module.memoryBytes;
    for (let k = 0; k < 5; k++) {
      const done = module.createSkinBake(large);
      done.step(Infinity);
      module.createSkinBake(large).dispose();
      const abort = new AbortController();
      const running = module.createSkinBake(large).run({ signal: abort.signal });
      abort.abort();
      await rejection(running);
      expect(done.result.skinWeight.length).toBe(4 * (large.positions.length / 3));
    }
    expect(module.memoryBytes).toBe(before);
    module.dispose();
  });

  it("gives 'out-of-memory' when it is full, and every bake goes on", async () => {
    const module = await loadModule();
    const bake = module.createSkinBake(skin);
    bake.step(0);
    const hoard: SkinBake[] = [];
    const huge = { ...skin, positions: new Float32Array(3 * 1_000_000) };
    const error = caught(() => {
      for (;;) hoard.push(module.createSkinBake(huge));
    });
    expectMangtoError(error, 'out-of-memory');
    expect(hoard.length).toBeGreaterThan(3);
    while (!bake.step(2));
    expect(bake.result.skinWeight).toEqual(bakeAll(mangto, skin).skinWeight);
    hoard.forEach((each) => each.dispose());
    module.createSkinBake(huge).dispose();
    module.dispose();
  });
});

describe('after dispose', () => {
  const uses: Record<string, (bake: SkinBake) => unknown> = {
    'step()': (bake) => bake.step(2),
    progress: (bake) => bake.progress,
    result: (bake) => bake.result,
    report: (bake) => bake.report,
  };
  it.each(Object.entries(uses))("%s gives a MangtoError 'disposed'", async (_name, use) => {
    const module = await loadModule();
    const [own, done] = [module.createSkinBake(skin), module.createSkinBake(skin)];
    done.step(Infinity);
    own.dispose();
    own[Symbol.dispose]();
    expectMangtoError(
      caught(() => use(own)),
      'disposed',
    );
    const late = module.createSkinBake(skin);
    module.dispose();
    expectMangtoError(
      caught(() => use(late)),
      'disposed',
    );
    expectMangtoError(
      caught(() => module.createSkinBake(skin)),
      'disposed',
    );
  });

  it('a result that was taken before stays as it is', async () => {
    const module = await loadModule();
    const bake = module.createSkinBake(skin);
    bake.step(Infinity);
    const { skinIndex, skinWeight } = bake.result;
    module.dispose();
    expect(skinWeight).toEqual(bakeAll(mangto, skin).skinWeight);
    expect(skinIndex.buffer).not.toBe(skinWeight.buffer);
  });

  it('run() rejects', async () => {
    const bake = create();
    bake.dispose();
    expectMangtoError(await rejection(bake.run()), 'disposed');
  });
});

describe('bakeInWorker', () => {
  it('says that there are no workers here', async () => {
    expectMangtoError(await rejection(bakeInWorker(skin)), 'worker-failed', [/Worker/]);
  });

  it('says so when the browser refuses a worker', async () => {
    // 다른 곳에서 받은 꾸러미나 worker-src 정책이면 브라우저는 만드는 자리에서 던진다.
    vi.stubGlobal('Worker', function () {
      throw new DOMException('no worker from elsewhere', 'SecurityError');
    });
    const error = await rejection(bakeInWorker(skin));
    vi.unstubAllGlobals();
    expectMangtoError(error, 'worker-failed', ['no worker from elsewhere']);
  });

  it('checks its arguments first', async () => {
    const bad = { ...skin, positions: [0, 0, 0] } as unknown as SkinBakeOptions;
    expectMangtoError(await rejection(bakeInWorker(bad)), 'invalid-argument', [/positions/]);
  });
});
