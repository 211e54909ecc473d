import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Cloth } from 'mangto';
import { loadModule, run, snapshot } from '../support/module';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
const untouched = await loadModule(); // 메모리가 자라지 않는 쌍둥이
afterAll(() => {
  mangto.dispose();
  untouched.dispose();
});

const small = (module = mangto) =>
  module.createGridCloth({ ...hangingSheet(12, 17), wind: [1, 0, 4] });

/** 메모리가 자랄 때까지 큰 천을 만든다. */
function growMemory(): Cloth[] {
  const before = mangto.memoryBytes;
  const large: Cloth[] = [];
  while (mangto.memoryBytes === before) large.push(mangto.createGridCloth(hangingSheet(256, 256)));
  return large;
}

describe('when the memory grows', () => {
  it('the views of earlier cloths are issued again and show the same numbers', () => {
    const cloth = small();
    run(cloth, 20);
    const before = snapshot(cloth);
    const { positions, indices, uvs } = cloth;
    const surface = { indices: indices.slice(), uvs: uvs.slice() };
    growMemory().forEach((each) => each.dispose());
    expect(positions.byteLength, 'the old view is detached').toBe(0);
    expect(cloth.positions.byteLength).toBe(before.positions.byteLength);
    expect(snapshot(cloth)).toEqual(before);
    expect(cloth.indices).toEqual(surface.indices);
    expect(cloth.uvs).toEqual(surface.uvs);
  });

  it('earlier cloths go on as if nothing had happened', () => {
    const cloth = small();
    const twin = small(untouched);
    for (let round = 0; round < 4; round++) {
      const large = growMemory();
      run([cloth, twin], 15);
      cloth.pinTargets[0]! += 1 / 64;
      twin.pinTargets[0]! += 1 / 64;
      expect(cloth.positions).toEqual(twin.positions);
      if (round % 2) large.forEach((each) => each.dispose());
    }
  });

  it('a wind field goes on blowing', () => {
    const blown = (module: typeof mangto) => {
      const cloth = small(module);
      cloth.windField = (x, _y, _z, seconds, target) => (target[2] = 5 + x + seconds);
      return cloth;
    };
    const [cloth, twin] = [blown(mangto), blown(untouched)];
    run([cloth, twin], 5);
    growMemory().forEach((each) => each.dispose());
    run([cloth, twin], 20);
    expect(cloth.positions).toEqual(twin.positions);
  });

  it('views of the memory that grows are good arguments', async () => {
    const module = await loadModule();
    const body = module.createGridCloth(hangingSheet(12, 17));
    const given = (cloth: Cloth, positions: Float32Array, indices: Uint16Array | Uint32Array) => {
      cloth.setBodyMesh({ positions, indices });
      cloth.moveBodyMesh(positions);
      run(cloth, 3);
      return cloth.positions.slice();
    };
    const [positions, indices] = [body.positions.slice(), body.indices.slice()];
    const expected = given(small(untouched), positions, indices);
    const before = module.memoryBytes;
    while (module.memoryBytes === before) {
      expect(given(small(module), body.positions, body.indices)).toEqual(expected);
    }
    module.dispose();
  });

  it('a listener that throws leaves no other cloth without its views', () => {
    const uncaught = vi.fn();
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').once('uncaughtException', uncaught);
    const [first, second] = [small(), small()];
    first.onViewsChanged(() => {
      throw new Error('from a listener');
    });
    growMemory().forEach((each) => each.dispose());
    expect(second.positions.byteLength).toBe(204 * 3 * 4);
    return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      listeners.forEach((listener) => process.on('uncaughtException', listener));
      expect(uncaught).toHaveBeenCalledOnce();
      first.dispose();
    });
  });

  it('onViewsChanged is called once for each growth, after the views are valid', () => {
    const cloth = small();
    let bytes = 0;
    const listener = vi.fn(() => (bytes = cloth.positions.byteLength));
    const other = vi.fn();
    const stop = cloth.onViewsChanged(listener);
    cloth.onViewsChanged(other);
    growMemory();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(bytes).toBe(204 * 3 * 4);
    stop();
    stop();
    growMemory();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(other).toHaveBeenCalledTimes(2);
  });

  it('a disposed cloth hears nothing of it', () => {
    const cloth = small();
    const listener = vi.fn();
    cloth.onViewsChanged(listener);
    cloth.dispose();
    growMemory();
    expect(listener).not.toHaveBeenCalled();
  });

  it('during the creation callbacks of another cloth, that cloth is whole', () => {
    let inner: Cloth[] = [];
    const sheet = hangingSheet(12, 17);
    const outer = mangto.createGridCloth({
      ...sheet,
      wind: [1, 0, 4],
      position: (i, j) => {
        if (i === 5 && j === 5) inner = growMemory();
        return sheet.position(i, j);
      },
    });
    const twin = small(untouched);
    run([outer, twin], 30);
    expect(outer.positions).toEqual(twin.positions);
    inner.forEach((each) => each.dispose());
  });
});

describe('memory', () => {
  it('stays flat through 1,000 cloths made and disposed', () => {
    const cycle = () => {
      const cloth = mangto.createGridCloth(hangingSheet(24, 24));
      cloth.setCapsules([0, 0, 0, 1, 1, 1, 0.1]);
      cloth.step();
      cloth.dispose();
    };
    for (let k = 0; k < 50; k++) cycle();
    const before = mangto.memoryBytes;
    for (let k = 0; k < 1000; k++) cycle();
    expect(mangto.memoryBytes).toBe(before);
  });

  it('stays flat through 1,000 creations that fail', () => {
    const failing = () =>
      mangto.createGridCloth({
        ...hangingSheet(24, 24),
        pinned: (i, j) => {
          if (i === 23 && j === 23) throw new Error('no');
          return false;
        },
      });
    for (let k = 0; k < 50; k++) expect(failing).toThrow('no');
    const before = mangto.memoryBytes;
    for (let k = 0; k < 1000; k++) expect(failing).toThrow('no');
    expect(mangto.memoryBytes).toBe(before);
  });

  it('stays flat while a cloth runs and its settings change', () => {
    const cloth = small();
    const change = (k: number) => {
      cloth.setCapsules(Array.from({ length: 7 * (k % 20) }, () => 0.1));
      cloth.stiffness = { shear: k % 2 ? 0.6 : 0 };
      cloth.update(1 / 60);
      if (k % 100 === 0) cloth.reset();
    };
    for (let k = 0; k < 200; k++) change(k);
    const before = mangto.memoryBytes;
    for (let k = 0; k < 2000; k++) change(k);
    expect(mangto.memoryBytes).toBe(before);
  });
});

describe('two modules side by side', () => {
  it('have memories of their own and do not disturb each other', async () => {
    const first = await loadModule();
    const second = await loadModule();
    const a = small(first);
    const b = small(second);
    expect(a.positions.buffer).not.toBe(b.positions.buffer);
    run(a, 30);
    const frozen = a.positions.slice();
    run(b, 10);
    expect(a.positions).toEqual(frozen);
    first.dispose();
    run(b, 20);
    expect(b.positions).toEqual(frozen);
    second.dispose();
  });
});
