// createMeshCloth가 거절하는 인자: 무엇이 틀렸고 무슨 값이었는지 말해야 한다.
import { afterAll, describe, expect, it } from 'vitest';
import type { MeshClothOptions } from 'mangto';
import { BAD_PINNED, BAD_SETTINGS, BAD_STIFFNESS } from '../support/bad-values';
import { caught, expectMangtoError, label, mentionOf, type Mention } from '../support/errors';
import { loadModule, run } from '../support/module';
import { sheetMesh } from '../support/meshes';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const { positions, indices } = sheetMesh(hangingSheet(4, 5));
const mesh = { positions, indices };
const creating = (options: unknown) =>
  caught(() => mangto.createMeshCloth(options as MeshClothOptions));
const refuses = (options: object, mentions: readonly Mention[]) =>
  expectMangtoError(creating({ ...mesh, ...options }), 'invalid-argument', mentions);

const labelled = (values: readonly unknown[]) =>
  values.map((value) => [label(value), value] as const);
const cases = (table: Readonly<Record<string, readonly unknown[]>>) =>
  Object.entries(table).flatMap(([name, values]) =>
    values.map((value) => [name, label(value), value] as const),
  );

function changed<T extends Float32Array | Uint16Array | Uint32Array>(
  array: T,
  at: number,
  value: number,
): T {
  const copy = array.slice() as T;
  copy[at] = value;
  return copy;
}

describe('createMeshCloth refuses', () => {
  it.each([undefined, null, 5, 'cape', true])('%s for its options', (options) => {
    expectMangtoError(creating(options), 'invalid-argument', [/options/]);
  });

  it.each(
    labelled([
      undefined,
      null,
      5,
      'x',
      true,
      {},
      [...positions],
      [],
      new Float64Array(positions),
      new Uint16Array(9),
      positions.buffer,
      new DataView(positions.buffer),
      () => positions,
    ]),
  )('positions: %s', (_text, value) => {
    refuses({ positions: value }, [/positions/, /Float32Array/, /got/]);
  });

  it.each([1, 2, 10, 59, 61])('%i numbers for the positions', (length) => {
    const error = creating({ ...mesh, positions: new Float32Array(length) });
    expectMangtoError(error, 'invalid-argument', [/positions\.length/]);
  });

  it('positions whose number is no multiple of 3, naming the length', () => {
    refuses({ positions: new Float32Array(61) }, [/positions\.length/, /multiple of 3/, '61']);
  });

  it.each([0, 3, 6])('fewer than three vertices: %i numbers', (length) => {
    refuses({ positions: new Float32Array(length) }, [/positions\.length/, String(length / 3)]);
  });

  it('more than 1,048,576 vertices, before any callback', () => {
    const many = new Float32Array(3 * ((1 << 20) + 1));
    const pinned = () => expect.fail('pinned was called');
    refuses({ positions: many, pinned }, [/positions/, /1048576|1,048,576/, '1048577']);
  });

  it.each([NaN, Infinity, -Infinity, 1e30, -2e6])(
    '%d as a coordinate, naming the vertex',
    (bad) => {
      for (const at of [0, 17, 59]) {
        const vertex = new RegExp(`\\b${Math.floor(at / 3)}\\b`);
        refuses({ positions: changed(positions, at, bad) }, [/positions/, vertex, mentionOf(bad)]);
      }
    },
  );

  it('a coordinate of a vertex without triangles that is not finite', () => {
    const stray = new Float32Array([...positions, 0, NaN, 0]);
    refuses({ positions: stray }, [/positions/, /\b20\b/, /NaN/]);
  });

  it.each(
    labelled([
      null,
      5,
      'x',
      true,
      {},
      [...indices!],
      [],
      new Uint8Array(indices!),
      new Int32Array(indices!),
      new Float32Array(indices!),
      new BigUint64Array(3),
      indices!.buffer,
    ]),
  )('indices: %s', (_text, value) => {
    refuses({ indices: value }, [/indices/, /Uint16Array/, /Uint32Array/, /got/]);
  });

  it.each([1, 2, 4, 71])('%i indices, no multiple of 3', (length) => {
    refuses({ indices: new Uint16Array(length) }, [
      /indices\.length/,
      /multiple of 3/,
      String(length),
    ]);
  });

  it('indices out of range, naming the first and its value', () => {
    for (const [at, value] of [
      [0, 20],
      [7, 21],
      [71, 65_535],
    ] as const) {
      const short = new Uint16Array(indices!);
      for (const list of [indices!, short]) {
        refuses({ indices: changed(list, at, value) }, [
          new RegExp(`indices\\[${at}\\]`),
          String(value),
          '19',
        ]);
      }
    }
    for (const value of [2 ** 31, 2 ** 32 - 1]) {
      refuses({ indices: changed(indices!, 5, value) }, [/indices\[5\]/, mentionOf(value)]);
    }
  });

  it('vertices that are no multiple of 3 when there are no indices', () => {
    refuses({ indices: undefined, positions: new Float32Array(12) }, [
      /positions\.length/,
      /multiple of 3/,
      '4',
    ]);
  });

  it('a mesh without any triangle that has three different places', () => {
    const none = [/triangle/, /area/, /none/];
    refuses({ indices: new Uint16Array([0, 0, 1, 2, 2, 2]) }, none);
    refuses({ positions: new Float32Array(60) }, none);
    refuses({ positions: new Float32Array(63).fill(7), indices: undefined }, none);
  });

  it('a mesh whose triangles all lie in a line', () => {
    const line = new Float32Array([0, 1, 0, 0.5, 1, 0, 1, 1, 0, 2, 1, 0]);
    refuses({ positions: line, indices: new Uint16Array([0, 1, 2, 1, 2, 3]) }, [
      /triangle/,
      /area/,
    ]);
  });

  it('an empty list of indices, which is not the same as none', () => {
    const whole = new Float32Array(positions.subarray(0, 18));
    refuses({ positions: whole, indices: new Uint16Array(0) }, [/indices/]);
  });

  it.each(labelled([null, 5, 'x', {}, true, []]))('pinned: %s', (_text, value) => {
    refuses({ pinned: value }, [/pinned/, /function/, mentionOf(value)]);
  });

  it.each(labelled(BAD_PINNED))('a pinned callback that gives %s', (_text, value) => {
    refuses({ pinned: (k: number) => (k === 13 ? value : false) }, [
      /pinned/,
      /\b13\b/,
      mentionOf(value),
    ]);
  });

  it.each(cases({ ...BAD_SETTINGS, solver: ['fast', '', 5, null] }))(
    '%s: %s',
    (name, _text, value) => {
      refuses({ [name]: value }, [new RegExp(name), mentionOf(value)]);
    },
  );

  it.each(labelled(BAD_STIFFNESS))('stiffness.bend: %s', (_text, value) => {
    refuses({ stiffness: { bend: value } }, [/stiffness.*bend/, mentionOf(value)]);
  });
});

describe('an error thrown by the pinned callback', () => {
  it('passes through as it is', () => {
    const own = new RangeError('mine');
    const pinned = (k: number) => {
      if (k === 7) throw own;
      return false;
    };
    expect(creating({ ...mesh, pinned })).toBe(own);
  });
});

describe('pin targets', () => {
  const cloth = () => mangto.createMeshCloth({ ...mesh, pinned: (k) => k < 4 } as MeshClothOptions);

  it.each([NaN, Infinity, -Infinity])('of %d are refused, naming the vertex', (bad) => {
    for (const act of ['step', 'update'] as const) {
      const each = cloth();
      each.pinTargets[10] = bad;
      const before = each.positions.slice();
      const error = caught(() => (act === 'step' ? each.step() : each.update(1 / 60)));
      expectMangtoError(error, 'invalid-argument', [/pinTargets/, /\b3\b/, mentionOf(bad)]);
      expect(each.positions, 'nothing has moved').toEqual(before);
      each.pinTargets[10] = 10;
      each.step();
    }
  });

  it('of free vertices are not looked at', () => {
    const [each, twin] = [cloth(), cloth()];
    each.pinTargets.fill(NaN, 12);
    run([each, twin], 20);
    expect(each.positions).toEqual(twin.positions);
  });
});

describe('createMeshCloth takes', () => {
  it('undefined for what is optional as the default', () => {
    const options = { ...mesh, pinned: undefined, wind: undefined, stiffness: undefined };
    const cloth = mangto.createMeshCloth(options as unknown as MeshClothOptions);
    const plain = mangto.createMeshCloth(mesh as MeshClothOptions);
    run([cloth, plain], 20);
    expect(cloth.positions).toEqual(plain.positions);
    expect(cloth.iterations).toBe(8);
  });

  it('each setting of a grid cloth, when it is made and while it runs', () => {
    const settings = {
      iterations: 3,
      damping: 0.5,
      gravity: [1, 2, 3],
      floor: -4,
      wind: [5, 6, 7],
      windStrength: 8,
      drag: 9,
      timeStep: 1 / 64,
      maxSteps: 5,
    } as const;
    const cloth = mangto.createMeshCloth({ ...mesh, ...settings } as MeshClothOptions);
    expect(cloth).toMatchObject(settings);
    const later = Object.assign(mangto.createMeshCloth(mesh as MeshClothOptions), settings);
    run([cloth, later], 20);
    expect(cloth.positions).toEqual(later.positions);
  });

  it('a kind of constraint out of the count while it is off', () => {
    const cloth = mangto.createMeshCloth({ ...mesh, stiffness: { shear: 0 } } as MeshClothOptions);
    expect(cloth.stats.constraints).toBe(15 + 16 + 10 + 12);
    cloth.stiffness = { shear: 0.6, bend: 0 };
    expect(cloth.stats.constraints).toBe(15 + 16 + 24);
  });

  it('its arrays as copies: what is written to them later does not matter', () => {
    const own = { positions: positions.slice(), indices: indices!.slice() };
    const cloth = mangto.createMeshCloth(own as MeshClothOptions);
    own.positions.fill(NaN);
    own.indices.fill(77);
    run(cloth, 5);
    expect(cloth.positions.every(Number.isFinite)).toBe(true);
    expect([...cloth.indices]).toEqual([...indices!]);
  });

  it('views that start in the middle of a buffer', () => {
    const buffer = new Float32Array(200).fill(NaN);
    const view = buffer.subarray(31, 31 + positions.length);
    view.set(positions);
    const cloth = mangto.createMeshCloth({ ...mesh, positions: view } as MeshClothOptions);
    expect(cloth.positions).toEqual(positions);
  });
});

describe('after a refused creation', () => {
  it('the module and its cloths go on as before', () => {
    const cloth = mangto.createMeshCloth(mesh as MeshClothOptions);
    const twin = mangto.createMeshCloth(mesh as MeshClothOptions);
    run(cloth, 10);
    creating({ ...mesh, positions: changed(positions, 3, NaN) });
    creating({ ...mesh, indices: changed(indices!, 3, 999) });
    creating({ ...mesh, iterations: 0 });
    run(cloth, 10);
    run(twin, 20);
    expect(cloth.positions).toEqual(twin.positions);
  });
});
