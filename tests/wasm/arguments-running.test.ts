// 거절된 값은 천을 비트 하나 바꾸지 않는다.
import { afterAll, describe, expect, it } from 'vitest';
import type { Cloth } from 'mangto';
import {
  BAD_CAPSULES,
  BAD_SECONDS,
  BAD_SETTINGS,
  BAD_STIFFNESS,
  BAD_STIFFNESS_OBJECTS,
} from '../support/bad-values';
import { caught, expectMangtoError, label, mentionOf, type Mention } from '../support/errors';
import { loadModule, run, snapshot } from '../support/module';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const CAPSULES = [0.1, 9.8, 0.05, 0.2, 9.7, 0.05, 0.1];

function running(): Cloth {
  const cloth = mangto.createGridCloth({ ...hangingSheet(5, 6), wind: [1, 0, 3] });
  cloth.setCapsules(CAPSULES);
  run(cloth, 12);
  cloth.update(1 / 100);
  return cloth;
}

function expectRefused(use: (cloth: Cloth) => unknown, mentions: readonly Mention[]): void {
  const cloth = running();
  const twin = running();
  const before = snapshot(cloth);
  expectMangtoError(
    caught(() => use(cloth)),
    'invalid-argument',
    mentions,
  );
  expect(snapshot(cloth)).toEqual(before);
  // 보이지 않는 상태(속도, 캡슐, 쌓인 시간)도 그대로인지는 다음 움직임이 말해 준다.
  for (let k = 0; k < 10; k++) expect(cloth.update(1 / 70)).toBe(twin.update(1 / 70));
  expect(snapshot(cloth)).toEqual(snapshot(twin));
  cloth.dispose();
  twin.dispose();
}

const labelled = (values: readonly unknown[]) =>
  values.map((value) => [label(value), value] as const);

describe('a setter refuses and leaves the cloth as it was', () => {
  const table = Object.entries(BAD_SETTINGS).flatMap(([name, values]) =>
    labelled([...values, ...(name === 'floor' ? [] : [undefined])]).map(
      ([text, value]) => [name, text, value] as const,
    ),
  );

  it.each(table)('%s = %s', (name, _text, value) => {
    expectRefused((cloth) => Reflect.set(cloth, name, value), [new RegExp(name), mentionOf(value)]);
  });

  it.each(
    (['structural', 'shear', 'bend'] as const).flatMap((kind) =>
      labelled(BAD_STIFFNESS).map(([text, value]) => [kind, text, value] as const),
    ),
  )('stiffness = { %s: %s }', (kind, _text, value) => {
    expectRefused(
      (cloth) => Reflect.set(cloth, 'stiffness', { [kind]: value }),
      [new RegExp(`stiffness.*${kind}`), mentionOf(value)],
    );
  });

  it.each(labelled([undefined, ...BAD_STIFFNESS_OBJECTS]))('stiffness = %s', (_text, value) => {
    expectRefused((cloth) => Reflect.set(cloth, 'stiffness', value), [/stiffness/]);
  });

  it('a partly good stiffness as a whole', () => {
    expectRefused(
      (cloth) => (cloth.stiffness = { structural: 0.5, shear: 0, bend: 7 }),
      [/stiffness.*bend/, '7'],
    );
  });
});

describe('setCapsules refuses and leaves the cloth as it was', () => {
  it.each(labelled(BAD_CAPSULES))('%s', (_text, value) => {
    expectRefused((cloth) => cloth.setCapsules(value as number[]), [/capsules/i]);
  });

  it('naming the length, the entry and the value', () => {
    const cloth = running();
    const refused = (list: number[]) => caught(() => cloth.setCapsules(list));
    expectMangtoError(refused([1, 2, 3]), 'invalid-argument', ['7', '3']);
    const radius = refused([...CAPSULES, 0, 0, 0, 0, 1, 0, -0.25]);
    expectMangtoError(radius, 'invalid-argument', [/radius|13/, '-0.25']);
    const coordinate = refused([...CAPSULES, 0, 0, NaN, 0, 1, 0, 0.25]);
    expectMangtoError(coordinate, 'invalid-argument', ['NaN']);
  });
});

describe('update refuses and leaves the cloth as it was', () => {
  it.each(labelled(BAD_SECONDS))('%s', (_text, value) => {
    expectRefused((cloth) => cloth.update(value as number), [/seconds/, mentionOf(value)]);
  });
});

describe('onViewsChanged refuses', () => {
  it.each(labelled([undefined, null, 5, 'x', {}]))('%s', (_text, value) => {
    expectRefused((cloth) => cloth.onViewsChanged(value as () => void), [/listener/]);
  });
});

describe('a pin target that is no place', () => {
  const bad = [NaN, Infinity, -Infinity, 1e30];
  const USES: Record<string, (cloth: Cloth) => unknown> = {
    'step()': (cloth) => cloth.step(),
    'update()': (cloth) => cloth.update(1 / 60),
  };

  it.each(
    Object.entries(USES).flatMap(([name, use]) => bad.map((value) => [value, name, use] as const)),
  )(
    '%s is refused by %s, and once mended the cloth goes on as if nothing was',
    (value, _name, use) => {
      const cloth = running();
      const twin = running();
      const before = snapshot(cloth);
      const good = cloth.pinTargets[3 * 3 + 1]!;
      cloth.pinTargets[3 * 3 + 1] = value;
      for (let k = 0; k < 3; k++) {
        expectMangtoError(
          caught(() => use(cloth)),
          'invalid-argument',
          [
            /pinTargets/,
            /\b(3|10)\b/, // 점의 번호 또는 배열의 자리
            mentionOf(value),
          ],
        );
      }
      cloth.pinTargets[3 * 3 + 1] = good;
      expect(snapshot(cloth)).toEqual(before);
      run([cloth, twin], 10);
      expect(cloth.positions).toEqual(twin.positions);
    },
  );
});

describe('hostile objects', () => {
  it('a getter that throws passes its own error through', () => {
    const own = new Error('mine');
    const cloth = running();
    const before = snapshot(cloth);
    const hostile = {
      get shear(): number {
        throw own;
      },
    };
    expect(caught(() => (cloth.stiffness = hostile))).toBe(own);
    expect(snapshot(cloth)).toEqual(before);
  });

  it('an unknown property on the options of stiffness does not become a kind', () => {
    const cloth = running();
    caught(() => Reflect.set(cloth, 'stiffness', { __proto__: { shear: NaN }, structural: 1 }));
    run(cloth, 5);
    expect(cloth.positions.every(Number.isFinite)).toBe(true);
  });
});
