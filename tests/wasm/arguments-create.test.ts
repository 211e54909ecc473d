import { afterAll, describe, expect, it } from 'vitest';
import type { GridClothOptions } from 'mangto';
import {
  BAD_OPTIONS,
  BAD_PINNED,
  BAD_POSITIONS,
  BAD_SETTINGS,
  BAD_STIFFNESS,
  BAD_STIFFNESS_OBJECTS,
} from '../support/bad-values';
import { caught, expectMangtoError, label, mentionOf } from '../support/errors';
import { loadModule, run } from '../support/module';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const sheet = hangingSheet(4, 5);
const creating = (options: unknown) =>
  caught(() => mangto.createGridCloth(options as GridClothOptions));

const cases = (table: Readonly<Record<string, readonly unknown[]>>) =>
  Object.entries(table).flatMap(([name, values]) =>
    values.map((value) => [name, label(value), value] as const),
  );

const labelled = (values: readonly unknown[]) =>
  values.map((value) => [label(value), value] as const);

describe('createGridCloth refuses', () => {
  it.each([undefined, null, 5, 'cape', true])('%s for its options', (options) => {
    expectMangtoError(creating(options), 'invalid-argument', [/options/]);
  });

  it.each(cases({ ...BAD_OPTIONS, ...BAD_SETTINGS }))('%s: %s', (name, _text, value) => {
    const error = creating({ ...sheet, [name]: value });
    expectMangtoError(error, 'invalid-argument', [new RegExp(name), mentionOf(value)]);
  });

  it.each([
    [1024, 1025],
    [2000, 2000],
    [65_536, 65_536],
    [524_288, 4],
  ])('more than 1,048,576 points: %i × %i', (columns, rows) => {
    let asked = 0;
    const position = (): [number, number, number] => [asked++, 0, 0];
    const error = creating({ columns, rows, position });
    expectMangtoError(error, 'invalid-argument', [/columns/, /rows/, /1048576|1,048,576/]);
    expect(asked, 'refused before any callback').toBe(0);
  });

  it.each(labelled(BAD_POSITIONS))(
    'a position callback that gives %s, naming the point',
    (_text, value) => {
      const position = (i: number, j: number) =>
        i === 2 && j === 3 ? value : sheet.position(i, j);
      const error = creating({ ...sheet, position });
      expectMangtoError(error, 'invalid-argument', [/position/, /2\D+3/, mentionOf(value)]);
    },
  );

  it.each(labelled(BAD_PINNED))(
    'a pinned callback that gives %s, naming the point',
    (_text, value) => {
      const pinned = (i: number, j: number) => (i === 2 && j === 3 ? value : false);
      const error = creating({ ...sheet, pinned });
      expectMangtoError(error, 'invalid-argument', [/pinned/, /2\D+3/, mentionOf(value)]);
    },
  );

  it.each(cases({ structural: BAD_STIFFNESS, shear: BAD_STIFFNESS, bend: BAD_STIFFNESS }))(
    'stiffness.%s: %s',
    (name, _text, value) => {
      const error = creating({ ...sheet, stiffness: { [name]: value } });
      expectMangtoError(error, 'invalid-argument', [
        new RegExp(`stiffness.*${name}`),
        mentionOf(value),
      ]);
    },
  );

  it.each(labelled(BAD_STIFFNESS_OBJECTS))('stiffness: %s', (_text, value) => {
    const error = creating({ ...sheet, stiffness: value });
    expectMangtoError(error, 'invalid-argument', [/stiffness/, mentionOf(value)]);
  });
});

describe('an error thrown by a callback', () => {
  it.each(['position', 'pinned'] as const)('of %s passes through as it is', (name) => {
    const own = new RangeError('mine');
    const throwing = (i: number, j: number): never | [number, number, number] | false => {
      if (i === 3 && j === 2) throw own;
      return name === 'position' ? sheet.position(i, j) : false;
    };
    expect(creating({ ...sheet, [name]: throwing })).toBe(own);
  });

  it('may be anything, also undefined-like values', () => {
    const throwing = () => {
      throw 'a string';
    };
    expect(creating({ ...sheet, position: throwing })).toBe('a string');
  });
});

describe('after a refused creation', () => {
  it('the module and its cloths go on as before', () => {
    const cloth = mangto.createGridCloth(sheet);
    const twin = mangto.createGridCloth(sheet);
    run(cloth, 10);
    creating({ ...sheet, columns: NaN });
    creating({ ...sheet, position: () => [NaN, 0, 0] });
    creating({ ...sheet, stiffness: { bend: 2 } });
    run(cloth, 10);
    run(twin, 20);
    expect(cloth.positions).toEqual(twin.positions);
  });
});

describe('createGridCloth takes', () => {
  it('undefined for what is optional as the default', () => {
    const options: Record<string, unknown> = { ...sheet };
    const plain = mangto.createGridCloth(sheet);
    const optional = [...Object.keys(BAD_SETTINGS), 'stiffness', 'solver'];
    for (const name of optional) options[name] = undefined;
    const cloth = mangto.createGridCloth(options as unknown as GridClothOptions);
    run([plain, cloth], 20);
    expect(cloth.positions).toEqual(plain.positions);
    expect(cloth.iterations).toBe(8);
  });

  it('the ends of every range', () => {
    for (const settings of [
      { damping: 0 },
      { damping: 1 },
      { iterations: 1 },
      { iterations: 1000 },
      { windStrength: 0, drag: 0 },
      { stiffness: { structural: 0, shear: 0, bend: 0 } },
      { stiffness: { structural: 1, shear: 1, bend: 1 } },
      { maxSteps: 1 },
    ]) {
      const cloth = mangto.createGridCloth({ ...sheet, ...settings });
      run(cloth, 5);
      expect(cloth.positions.every(Number.isFinite)).toBe(true);
    }
  });

  it('asks each callback once for each point, column first', () => {
    const asked: string[] = [];
    mangto.createGridCloth({
      columns: 3,
      rows: 2,
      position: (i, j) => (asked.push(`${i},${j}`), [i, j, 0]),
    });
    expect(asked.sort()).toEqual(['0,0', '0,1', '1,0', '1,1', '2,0', '2,1']);
  });
});
