// 여러 천을 WASM 한 번으로: Mangto.update().
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Cloth, ClothFrame, Collider, Mangto } from 'mangto';
import { caught, expectMangtoError } from '../support/errors';
import { loadModule, snapshot } from '../support/module';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

/** 프레임마다 달라지는 바람과 콜라이더를 받는 천 둘. */
class Pair {
  readonly cape: Cloth;
  readonly flag: Cloth;
  readonly wind = [0, 0, 0];
  readonly ball = { type: 'sphere' as const, center: [0, 9.7, -0.5], radius: 0.1 };
  readonly colliders: readonly Collider[] = [
    this.ball,
    { type: 'capsule', a: [-1, 9.5, 0.2], b: [1, 9.5, 0.2], radius: 0.05 },
    { type: 'plane', point: [0, 0, -1], normal: [0, 0, 1] },
  ];
  readonly frames: readonly ClothFrame[];
  #time = 0;

  constructor(module = mangto) {
    this.cape = module.createGridCloth(hangingSheet(6, 8));
    this.flag = module.createGridCloth({ ...hangingSheet(5, 4), timeStep: 1 / 50 });
    const { cape, flag, wind, colliders } = this;
    this.frames = [
      { cloth: cape, wind, colliders },
      { cloth: flag, wind },
    ];
  }

  move(): void {
    this.#time += 1 / 70;
    this.wind[2] = 3 + this.#time;
    this.ball.center[2] = -0.5 + this.#time;
    this.cape.pinTargets[1]! += 0.001;
  }

  get state() {
    return [this.cape, this.flag].map((cloth) => [snapshot(cloth), cloth.wind]);
  }
}

type Function = (...args: unknown[]) => unknown;

/** 자바스크립트가 WASM의 함수를 부를 때마다 `called`도 부르는 모듈: 내보낸 것과, embind가 쓰는 표의 것. */
async function loadCounting(called: () => void): Promise<Mangto> {
  const counted = (item: unknown): unknown =>
    typeof item !== 'function'
      ? item
      : (...args: unknown[]) => {
          called();
          return (item as Function)(...args);
        };
  const { instantiate } = WebAssembly;
  const { get } = WebAssembly.Table.prototype;
  const spies = [
    vi.spyOn(WebAssembly.Table.prototype, 'get').mockImplementation(function (
      this: WebAssembly.Table,
      index: number,
    ) {
      return counted(get.call(this, index));
    }),
    vi.spyOn(WebAssembly, 'instantiate').mockImplementation((async (module, imports) => {
      const { exports } = await instantiate(module as WebAssembly.Module, imports);
      return {
        exports: Object.fromEntries(
          Object.entries(exports).map(([name, item]) => [name, counted(item)]),
        ),
      };
    }) as typeof WebAssembly.instantiate),
  ];
  try {
    return await loadModule();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe('Mangto.update()', () => {
  it('does what setting and updating each cloth in turn does, bit for bit', () => {
    const [together, apart] = [new Pair(), new Pair()];
    for (let k = 0; k < 60; k++) {
      together.move();
      apart.move();
      const steps = mangto.update(together.frames, 1 / 70);
      apart.cape.setColliders(apart.colliders);
      apart.cape.wind = apart.wind;
      apart.flag.wind = apart.wind;
      const [cape, flag] = [apart.cape.update(1 / 70), apart.flag.update(1 / 70)];
      expect(steps).toBe(Math.max(cape, flag));
      expect(together.state).toEqual(apart.state);
    }
    expect(together.cape.stats.stepMs).toBeGreaterThan(0);
  });

  it('leaves wind and colliders that are not given as they were', () => {
    const [given, kept] = [new Pair(), new Pair()];
    kept.cape.setColliders(kept.colliders);
    kept.cape.wind = [0, 0, 5];
    given.wind[2] = 5;
    for (let k = 0; k < 30; k++) {
      mangto.update([{ cloth: kept.cape }], 1 / 60);
      mangto.update([given.frames[0]!], 1 / 60);
    }
    expect(snapshot(kept.cape)).toEqual(snapshot(given.cape));
  });

  it('takes one call into WASM, however many cloths there are', async () => {
    const called = vi.fn();
    const module = await loadCounting(called);
    const pair = new Pair(module);
    const move = (frames: number) => {
      for (let k = 0; k < frames; k++) {
        pair.move();
        module.update(pair.frames, 1 / 60);
      }
    };
    move(3);
    called.mockClear();
    move(10);
    expect(called).toHaveBeenCalledTimes(10);
    module.dispose();
  });

  it('goes on over memory that grew, and lets the cloths hear of it', () => {
    const [grown, twin] = [new Pair(), new Pair()];
    mangto.update(grown.frames, 1 / 60);
    mangto.update(twin.frames, 1 / 60);
    const { buffer } = grown.cape.positions;
    const large: Cloth[] = [];
    while (grown.cape.positions.buffer === buffer) {
      large.push(mangto.createGridCloth(hangingSheet(200, 200)));
    }
    grown.move();
    twin.move();
    mangto.update(grown.frames, 1 / 60);
    mangto.update(twin.frames, 1 / 60);
    expect(grown.state).toEqual(twin.state);
    for (const cloth of large) cloth.dispose();
  });

  it('asks a windField for its air', () => {
    const { flag } = new Pair();
    flag.windField = (_x, _y, _z, seconds, target) => (target[2] = 5 + seconds);
    const before = snapshot(flag);
    for (let k = 0; k < 5; k++) mangto.update([{ cloth: flag }], 1 / 50);
    const twin = new Pair().flag;
    for (let k = 0; k < 5; k++) mangto.update([{ cloth: twin }], 1 / 50);
    expect(snapshot(flag)).not.toEqual(before);
    expect(snapshot(flag)).not.toEqual(snapshot(twin));
  });

  it('with no cloths does nothing', () => expect(mangto.update([], 1 / 60)).toBe(0));
});

describe('Mangto.update() refuses', () => {
  const pair = new Pair();
  const good = { cloth: pair.cape };
  const gone = new Pair().flag;
  gone.dispose();
  const wrong: readonly (readonly [string, unknown, unknown, string])[] = [
    ['no list', good, 1 / 60, 'frames'],
    ['a hole', [good, , good], 1 / 60, 'frames[1]'],
    ['no object', [good, 7], 1 / 60, 'frames[1]'],
    ['no cloth', [good, { cloth: {} }], 1 / 60, 'frames[1].cloth'],
    ['seconds that are no number', [good], '1', 'seconds'],
    ['seconds below 0', [good], -1, 'seconds'],
    ['a wrong wind', [good, { ...good, wind: [1, 2] }], 1 / 60, 'frames[1]: wind'],
    ['a wrong list', [good, { ...good, colliders: {} }], 1 / 60, 'frames[1]: colliders'],
    [
      'a wrong collider',
      [good, { ...good, colliders: [{ type: 'sphere', center: [0, 0, NaN], radius: 1 }] }],
      1 / 60,
      'frames[1]: colliders[0].center',
    ],
  ];
  it.each(wrong)('%s, and nothing moves', (_, frames, seconds, mention) => {
    const before = pair.state;
    expectMangtoError(
      caught(() => mangto.update(frames as readonly ClothFrame[], seconds as number)),
      'invalid-argument',
      [mention],
    );
    expect(pair.state).toEqual(before);
  });

  it('a cloth that was disposed of', () => {
    const before = pair.state;
    expectMangtoError(
      caught(() => mangto.update([good, { cloth: gone }], 1 / 60)),
      'disposed',
      [],
    );
    expect(pair.state).toEqual(before);
  });

  it('a cloth of another module', async () => {
    const other = await loadModule();
    const { frames } = new Pair(other);
    expectMangtoError(
      caught(() => mangto.update(frames, 1 / 60)),
      'invalid-argument',
      ['frames[0].cloth'],
    );
    other.dispose();
  });

  it('a cloth that a windField disposes of on the way', () => {
    const { cape, flag } = new Pair();
    cape.windField = () => flag.dispose();
    expectMangtoError(
      caught(() => mangto.update([{ cloth: flag }, { cloth: cape }], 1 / 60)),
      'disposed',
      [],
    );
  });

  it.each([
    ['wind', { wind: [0, 0, 1e7] }, 'wind'],
    ['radius', { colliders: [{ type: 'sphere', center: [0, 0, 0], radius: -1 }] }, 'radius'],
  ] as const)('a %s out of range at its cloth, as a loop would', (_, inputs, mention) => {
    const { cape, flag } = new Pair();
    const [moved, stayed] = [snapshot(cape), snapshot(flag)];
    const frames = [{ cloth: cape }, { cloth: flag, ...inputs }];
    expectMangtoError(
      caught(() => mangto.update(frames, 1 / 50)),
      'invalid-argument',
      ['frames[1]: ', mention],
    );
    expect(snapshot(cape)).not.toEqual(moved);
    expect(snapshot(flag)).toEqual(stayed);
    expect(flag.wind).toEqual([0, 0, 0]);
  });
});
