// 떼의 인자: 거절된 값은 아무것도 바꾸지 않는다.
import { afterAll, describe, expect, it } from 'vitest';
import type { ClothCrowd, ClothCrowdOptions } from 'mangto';
import {
  BAD_CAPSULES,
  BAD_COUNTS,
  BAD_MEMBERS,
  BAD_OPTIONS,
  BAD_PLACED,
  BAD_PLACEMENTS,
  BAD_SETTINGS,
  BAD_STIFFNESS,
} from '../support/bad-values';
import { capeCrowd, crowdSnapshot, placement, plainMesh } from '../support/crowds';
import { caught, expectMangtoError, label, mentionOf, type Mention } from '../support/errors';
import { loadModule, run } from '../support/module';
import { sheetMesh } from '../support/meshes';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const sheet = hangingSheet(4, 5);
const creating = (options: unknown) =>
  caught(() => mangto.createClothCrowd(options as ClothCrowdOptions));

const labelled = (values: readonly unknown[]) =>
  values.map((value) => [label(value), value] as const);

const cases = (table: Readonly<Record<string, readonly unknown[]>>) =>
  Object.entries(table).flatMap(([name, values]) =>
    labelled(values).map(([text, value]) => [name, text, value] as const),
  );

describe('createClothCrowd refuses', () => {
  it.each(labelled([undefined, null, 5, 'capes', true]))('%s for its options', (_text, value) => {
    expectMangtoError(creating(value), 'invalid-argument', [/options/]);
  });

  it.each(
    cases({
      count: BAD_COUNTS,
      placement: BAD_PLACEMENTS,
      ...BAD_OPTIONS,
      ...BAD_SETTINGS,
    }),
  )('%s: %s', (name, _text, value) => {
    const error = creating({ ...sheet, count: 3, [name]: value });
    expectMangtoError(error, 'invalid-argument', [new RegExp(name), mentionOf(value)]);
  });

  it.each(cases({ structural: BAD_STIFFNESS, shear: BAD_STIFFNESS, bend: BAD_STIFFNESS }))(
    'stiffness.%s: %s',
    (name, _text, value) => {
      const error = creating({ ...sheet, count: 3, stiffness: { [name]: value } });
      expectMangtoError(error, 'invalid-argument', [
        new RegExp(`stiffness.*${name}`),
        mentionOf(value),
      ]);
    },
  );

  it.each(labelled([undefined, null, [0, 0, 0], new Float64Array(60)]))(
    'positions of a mesh: %s',
    (_text, positions) => {
      const error = creating({ ...plainMesh(sheetMesh(sheet)), count: 3, positions });
      expectMangtoError(error, 'invalid-argument', [/positions/]);
    },
  );

  it('indices of a mesh out of range, before there is a crowd', () => {
    const mesh = plainMesh(sheetMesh(sheet));
    const indices = new Uint16Array([0, 1, 20]);
    expectMangtoError(creating({ ...mesh, indices, count: 3 }), 'invalid-argument', [
      /indices/,
      '20',
    ]);
  });

  it.each([
    ['a grid', hangingSheet(32, 32)],
    ['a mesh', plainMesh(sheetMesh(hangingSheet(32, 32)))],
  ])('more than 1,048,576 points in all: 1025 times %s', (_name, one) => {
    const error = creating({ ...one, count: 1025 });
    expectMangtoError(error, 'invalid-argument', [/count/, '1024', '1025']);
  });

  it.each(labelled(BAD_PLACED))('a placement callback that gives %s', (_text, value) => {
    const bad = (member: number) => (member === 5 ? value : placement(member));
    const error = creating({ ...sheet, count: 7, placement: bad });
    expectMangtoError(error, 'invalid-argument', [/placement\(5\)/, /got/]);
  });

  it.each([NaN, Infinity, 1e39, 1e30, -2e6])('%f anywhere in the upper rows of a matrix', (bad) => {
    for (const n of [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14]) {
      const wrong = (member: number) => placement(member).map((v, k) => (k === n ? bad : v));
      const error = creating({ ...sheet, count: 2, placement: wrong });
      expectMangtoError(error, 'invalid-argument', [/placement\(0\)/, /got/]);
    }
  });

  it('what a callback throws passes through as it is', () => {
    const own = new RangeError('mine');
    const throwing = (member: number) => {
      if (member === 2) throw own;
      return placement(member);
    };
    expect(creating({ ...sheet, count: 3, placement: throwing })).toBe(own);
  });
});

describe('createClothCrowd takes', () => {
  it('undefined for placement, and asks the callback once for each member in order', () => {
    const asked: number[] = [];
    const crowd = mangto.createClothCrowd({
      ...sheet,
      count: 6,
      placement: (member) => (asked.push(member), placement(member)),
    });
    expect(asked).toEqual([0, 1, 2, 3, 4, 5]);
    expect(crowd.count).toBe(6);
    const options = { ...sheet, count: 2, placement: undefined } as unknown as ClothCrowdOptions;
    const together = mangto.createClothCrowd(options);
    expect(together.memberSphere(1)).toEqual(together.memberSphere(0));
  });

  it('typed arrays as matrices', () => {
    for (const Matrix of [Float32Array, Float64Array]) {
      const crowd = mangto.createClothCrowd({
        ...sheet,
        count: 2,
        placement: (member) => new Matrix(placement(member)),
      });
      expect(crowd.memberSphere(1).center[0]).toBeCloseTo(5, 1);
    }
  });

  it('a sheet mesh that also tells its columns as the mesh that it is', () => {
    const crowd = mangto.createClothCrowd({ ...sheetMesh(sheet), count: 2 });
    expect(crowd.columns).toBe(0);
  });
});

function running(): ClothCrowd {
  const crowd = capeCrowd(mangto, 6, { ...sheet });
  crowd.setMemberWind(2, [0, 0, -4]);
  crowd.setMemberCapsules(3, [15, 9.8, 0.1, 15.2, 9.8, 0.1, 0.1]);
  run(crowd, 12);
  return crowd;
}

function expectRefused(use: (crowd: ClothCrowd) => unknown, mentions: readonly Mention[]): void {
  const [crowd, twin] = [running(), running()];
  const before = crowdSnapshot(crowd);
  expectMangtoError(
    caught(() => use(crowd)),
    'invalid-argument',
    mentions,
  );
  expect(crowdSnapshot(crowd)).toEqual(before);
  // 보이지 않는 상태(벌마다의 바람과 캡슐)도 그대로인지는 다음 움직임이 말해 준다.
  run([crowd, twin], 10);
  expect(crowdSnapshot(crowd)).toEqual(crowdSnapshot(twin));
  crowd.dispose();
  twin.dispose();
}

describe('a running crowd refuses and stays as it was', () => {
  const BALL = [0, 9.8, 0, 0, 9.8, 0, 0.3];

  it.each(labelled(BAD_MEMBERS))('member %s', (_text, value) => {
    const member = value as number;
    const mentions = [/member/, mentionOf(value)];
    expectRefused((crowd) => crowd.setMemberWind(member, [9, 9, 9]), mentions);
    expectRefused((crowd) => crowd.setMemberCapsules(member, BALL), mentions);
    expectRefused((crowd) => crowd.memberSphere(member), mentions);
  });

  it.each(labelled([undefined, ...BAD_SETTINGS['wind']!]))(
    'wind of a member: %s',
    (_text, value) => {
      expectRefused((crowd) => crowd.setMemberWind(2, value as number[]), [/wind/]);
    },
  );

  it.each(labelled(BAD_CAPSULES))('capsules of a member: %s', (_text, value) => {
    expectRefused((crowd) => crowd.setMemberCapsules(3, value as number[]), [/capsules/i]);
  });

  it.each(labelled(BAD_CAPSULES))('capsules of all: %s', (_text, value) => {
    expectRefused((crowd) => crowd.setCapsules(value as number[]), [/capsules/i]);
  });

  it.each(cases(BAD_SETTINGS).filter(([name]) => name !== 'floor' && name !== 'gravity'))(
    '%s = %s',
    (name, _text, value) => {
      expectRefused((crowd) => Reflect.set(crowd, name, value), [new RegExp(name)]);
    },
  );

  it('a pin target of the last member that is no place', () => {
    const [crowd, twin] = [running(), running()];
    const n = 3 * 5 * crowd.pointsPerMember + 1;
    const good = crowd.pinTargets[n]!;
    for (const bad of [NaN, Infinity, 1e30]) {
      crowd.pinTargets[n] = bad;
      const point = String(5 * crowd.pointsPerMember);
      const error = caught(() => crowd.step());
      expectMangtoError(error, 'invalid-argument', [/pinTargets/, point, mentionOf(bad)]);
    }
    crowd.pinTargets[n] = good;
    run([crowd, twin], 10);
    expect(crowdSnapshot(crowd)).toEqual(crowdSnapshot(twin));
  });
});
