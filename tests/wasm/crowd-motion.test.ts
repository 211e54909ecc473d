// 떼의 움직임: 기준 구현, 한 장의 천, 그리고 자기 자신과 견준다.
import { afterAll, describe, expect, it } from 'vitest';
import type { ClothCrowd } from 'mangto';
import { ClassicCloth } from '../reference/classic';
import { classicMesh, welded } from '../reference/mesh';
import { crowdSnapshot, ofMember, placement, plainMesh } from '../support/crowds';
import { loadModule, run } from '../support/module';
import { allFinite, bits, largestDifference, verticalStretch } from '../support/measure';
import { equilateral, globe, randomFrom, sheetMesh, unindexed } from '../support/meshes';
import { hangingSheet, lyingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const COUNTS = [1, 3, 4, 5, 9];

const members = (crowd: ClothCrowd) =>
  Array.from({ length: crowd.count }, (_, member) => ofMember(crowd, crowd.positions, member));

const FORMS = {
  'a grid': hangingSheet(12, 17),
  'a mesh': plainMesh(sheetMesh(hangingSheet(12, 17), 'alternating')),
};

/** 기준 알고리즘에서 잰 값(%). 덜 늘어나는 것은 좋다. */
const TABLE = [
  { iterations: 1, all: 19, firstRow: 54 },
  { iterations: 2, all: 9.7, firstRow: 26 },
  { iterations: 4, all: 4.7, firstRow: 12 },
  { iterations: 8, all: 2.3, firstRow: 5.5 },
  { iterations: 20, all: 0.76, firstRow: 1.9 },
  { iterations: 40, all: 0.28, firstRow: 0.85 },
];

describe.each(Object.entries(FORMS))(
  'the stretch of every member of a crowd of %s, 12×17 after 20 s',
  (_name, one) => {
    it.each(TABLE)('is at most $all% (first row $firstRow%) + a quarter at $iterations', (row) => {
      const crowd = mangto.createClothCrowd({
        ...one,
        count: 6,
        placement,
        iterations: row.iterations,
      });
      run(crowd, 1200);
      for (const positions of members(crowd)) {
        const stretch = verticalStretch({ columns: 12, rows: 17, positions }, 0.06);
        expect(stretch.all * 100).toBeLessThan(row.all * 1.25);
        expect(stretch.firstRow * 100).toBeLessThan(row.firstRow * 1.25);
        // 늘어나지 않는 것은 풀지 않고 고정한 것이다.
        expect(stretch.all * 100).toBeGreaterThan(row.all * 0.1);
      }
      crowd.dispose();
    });
  },
);

describe('where no order matters, every member moves as the plain reference', () => {
  // 제약이 없으면 순서도 없다: 적분, 바람, 고정점, 충돌은 float32의 오차까지 같아야 한다.
  const loose = { stiffness: { structural: 0, shear: 0, bend: 0 }, floor: 0.4 };
  const BODY = [0.1, 0.7, 0.15, 0.25, 0.9, 0.2, 0.17, 0, 0.6, 0.2, 0, 0.6, 0.4, 0.25];
  const windOf = (member: number): [number, number, number] => [1 - member / 2, 0.5, 3 - member];

  it.each(COUNTS)('%i grids, each with wind, pins and capsules of its own', (count) => {
    const sheet = hangingSheet(6, 7, { top: 1 });
    const crowd = mangto.createClothCrowd({ ...sheet, ...loose, count, drag: 0.5 });
    const references = Array.from({ length: count }, (_, member) => {
      const reference = new ClassicCloth({ ...sheet, ...loose, drag: 0.5 });
      reference.wind = windOf(member);
      reference.setCapsules(BODY.slice(0, 7 * (member % 3)));
      crowd.setMemberWind(member, windOf(member));
      crowd.setMemberCapsules(member, BODY.slice(0, 7 * (member % 3)));
      return reference;
    });
    for (let k = 0; k < 40; k++) {
      references.forEach((reference, member) => {
        const targets = ofMember(crowd, crowd.pinTargets, member);
        for (let n = 0; n < 18; n += 3) {
          targets[n]! += member / 256;
          reference.pinTargets[n]! += member / 256;
        }
        reference.step();
      });
      crowd.step();
      references.forEach((reference, member) => {
        const own = ofMember(crowd, crowd.positions, member);
        const difference = largestDifference(own, reference.positions);
        expect(difference, `step ${k}, member ${member}`).toBeLessThan(1e-4);
      });
    }
  });

  it.each(COUNTS)('%i meshes with seams', (count) => {
    const mesh = globe(12, 7, 0.3, 0.7);
    const { weldedOf } = welded(mesh);
    const crowd = mangto.createClothCrowd({ ...mesh, ...loose, count });
    const references = Array.from({ length: count }, (_, member) => {
      const reference = classicMesh(mesh, { ...loose, wind: windOf(member) });
      reference.setCapsules(BODY);
      crowd.setMemberWind(member, windOf(member));
      return reference;
    });
    crowd.setCapsules(BODY);
    for (let k = 0; k < 40; k++) {
      run([crowd, ...references], 1);
      references.forEach((reference, member) => {
        const own = ofMember(crowd, crowd.positions, member);
        weldedOf.forEach((w, n) => {
          const expected = reference.positions.subarray(3 * w, 3 * w + 3);
          const difference = largestDifference(own.subarray(3 * n, 3 * n + 3), expected);
          expect(difference, `step ${k}, member ${member}`).toBeLessThan(1e-4);
        });
      });
    }
  });

  it('members without pins fall freely and keep their shape', () => {
    const settings = { windStrength: 0, drag: 0, damping: 1, floor: null };
    const sheet = hangingSheet(7, 6, { pinning: 'none' });
    for (const one of [sheet, globe(16, 9, 0.3, 9)]) {
      const crowd = mangto.createClothCrowd({ ...one, ...settings, count: 6, placement });
      const start = crowd.positions.slice();
      run(crowd, 60);
      const fallen = (9.8 / 2) * (1 / 60) ** 2 * 60 * 61;
      const expected = start.map((value, k) => (k % 3 === 1 ? value - fallen : value));
      expect(largestDifference(crowd.positions, expected)).toBeLessThan(1e-3);
    }
  });
});

describe('where order matters, every member settles where the plain reference does', () => {
  const BALL = [0.33, 9.5, -0.05, 0.33, 9.5, -0.05, 0.2];
  const settled = ([z, capsules]: readonly [number, number[]]) => {
    const reference = new ClassicCloth({
      ...hangingSheet(12, 17),
      iterations: 20,
      wind: [0, 0, z],
    });
    reference.setCapsules(capsules);
    run(reference, 1500);
    return reference.positions;
  };

  it('hanging, in wind and on a sphere, grids and meshes', () => {
    const inputs = [
      [0, []],
      [3, []],
      [0, BALL],
    ] as const;
    const references = inputs.map(([z, capsules]) => settled([z, [...capsules]]));
    for (const one of Object.values(FORMS)) {
      const crowd = mangto.createClothCrowd({ ...one, iterations: 20, count: 6 });
      for (let member = 0; member < 6; member++) {
        const [z, capsules] = inputs[member % 3]!;
        crowd.setMemberWind(member, [0, 0, z]);
        crowd.setMemberCapsules(member, capsules);
      }
      run(crowd, 1500);
      members(crowd).forEach((own, member) => {
        const difference = largestDifference(own, references[member % 3]!);
        expect(difference, `member ${member}`).toBeLessThan(0.03);
      });
    }
  }, 60_000);

  it('a crowd in a gust spreads as widely as the reference in the mean', () => {
    const sheet = hangingSheet(12, 17, { top: 2 });
    const crowd = mangto.createClothCrowd({ ...sheet, count: 8 });
    const references = Array.from({ length: 8 }, () => new ClassicCloth(sheet));
    const sums = { own: 0, reference: 0 };
    for (let k = 0; k < 900; k++) {
      references.forEach((reference, member) => {
        const wind = [0, 0, 2 + 2 * Math.sin((k + 40 * member) / 25)] as const;
        crowd.setMemberWind(member, wind);
        reference.wind = wind;
      });
      run([crowd, ...references], 1);
      if (k < 120) continue;
      references.forEach((reference, member) => {
        sums.own += crowd.memberSphere(member).center[2];
        sums.reference += reference.boundingSphere.center[2];
      });
    }
    expect(sums.own / sums.reference).toBeGreaterThan(0.95);
    expect(sums.own / sums.reference).toBeLessThan(1.05);
  });
});

describe('members', () => {
  it.each(Object.entries(FORMS))(
    'of a crowd of %s end in the same bits as alone in a crowd of one',
    (_name, one) => {
      const drive = (crowd: ClothCrowd, member: number, who: number, k: number) => {
        crowd.setMemberWind(member, [who / 2, Math.sin(k / 9), 3 - who]);
        ofMember(crowd, crowd.pinTargets, member)[2]! += who / 512;
        const x = 5 * who + Math.sin(k / 20) / 4;
        const body = [x, 9, 0.1, x, 9.9, 0.2, 0.15, x + 0.3, 9, 0.1, x + 0.3, 9.5, 0.2, 0.1];
        crowd.setMemberCapsules(member, body.slice(0, 7 * (who % 3)));
      };
      const ends = (who: number[]) => {
        const place = (member: number) => placement(who[member]!);
        const crowd = mangto.createClothCrowd({ ...one, count: who.length, placement: place });
        run(crowd, 90, (k) => who.forEach((w, member) => drive(crowd, member, w, k)));
        const result = members(crowd).map((positions) => bits(positions));
        crowd.dispose();
        return result;
      };
      const alone = [0, 1, 2, 3, 4, 5].map((who) => ends([who])[0]!);
      for (const who of [
        [3, 1],
        [5, 4, 3, 2, 1, 0],
        [2, 2, 2, 2, 5],
      ]) {
        ends(who).forEach((own, member) => expect(own).toEqual(alone[who[member]!]));
      }
    },
  );

  it('all get the wind and the capsules of the crowd, one only its own', () => {
    const sheet = lyingSheet(9, 9, { top: 1 });
    const create = () => mangto.createClothCrowd({ ...sheet, count: 6, floor: null });
    const [crowd, twin] = [create(), create()];
    const bar = [-1, 0.8, 0.24, 2, 0.8, 0.24, 0.1];
    crowd.setMemberWind(1, [9, 9, 9]);
    crowd.setMemberCapsules(4, [...bar, ...bar, ...bar]);
    crowd.wind = [1, 0, 0];
    crowd.setCapsules(bar);
    for (let member = 0; member < 6; member++) {
      twin.setMemberWind(member, [1, 0, 0]);
      twin.setMemberCapsules(member, new Float32Array(bar));
    }
    run([crowd, twin], 30);
    expect(bits(crowd.positions)).toEqual(bits(twin.positions));
    expect(crowd.memberSphere(5).center[1]).toBeGreaterThan(0.5);

    crowd.setMemberCapsules(5, []);
    run([crowd, twin], 40);
    expect(crowd.memberSphere(5).center[1]).toBeLessThan(twin.memberSphere(5).center[1] - 0.5);
    for (let member = 0; member < 5; member++) {
      const own = ofMember(crowd, crowd.positions, member);
      expect(bits(own)).toEqual(bits(ofMember(twin, twin.positions, member)));
    }
  });

  it('keep their wind and capsules through a reset', () => {
    const crowd = mangto.createClothCrowd({ ...FORMS['a mesh'], count: 5, placement });
    const created = crowdSnapshot(crowd);
    for (let member = 0; member < 5; member++) {
      crowd.setMemberWind(member, [member, 0, 3]);
      crowd.setMemberCapsules(member, [5 * member, 9.5, 0.1, 5 * member, 9.4, 0.2, 0.2]);
    }
    run(crowd, 60);
    const moved = crowd.positions.slice();
    crowd.reset();
    expect(crowdSnapshot(crowd)).toEqual(created);
    run(crowd, 60);
    expect(bits(crowd.positions)).toEqual(bits(moved));
  });
});

describe('a random crowd', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'of seed %i stays finite and ends in the same bits every time',
    (seed) => {
      const play = () => {
        const random = randomFrom(seed);
        const below = (end: number) => Math.floor(random() * end);
        const sheet = hangingSheet(2 + below(9), 2 + below(9), {
          pinning: (['none', 'top', 'left', 'corner'] as const)[below(4)]!,
          top: 1.5,
        });
        const shapes = [
          sheet,
          plainMesh(unindexed(sheetMesh(sheet, 'random'))),
          globe(3 + below(8), 2 + below(6), 0.3, 1),
          equilateral(2 + below(6), 2 + below(6), 0.06, 1.5),
        ];
        const shift = () => 4 * random() - 2;
        const crowd = mangto.createClothCrowd({
          ...shapes[below(4)]!,
          count: 1 + below(40),
          placement: (member) => [...placement(member).slice(0, 12), shift(), 0, shift(), 1],
          iterations: 1 + below(12),
        });
        for (let k = 0; k < 30; k++) {
          const member = below(crowd.count);
          crowd.setMemberWind(member, [20 * shift(), 5 * shift(), 20 * shift()]);
          const capsules = Array.from({ length: 7 * below(5) }, (_, n) =>
            n % 7 === 6 ? random() : shift(),
          );
          crowd.setMemberCapsules(below(crowd.count), capsules);
          ofMember(crowd, crowd.pinTargets, member)[below(3)]! += shift();
          crowd.step();
        }
        const { positions, normals } = crowd;
        expect(allFinite(positions) && allFinite(normals)).toBe(true);
        expect(Number.isFinite(crowd.memberSphere(crowd.count - 1).radius)).toBe(true);
        const end = bits(positions);
        crowd.dispose();
        return end;
      };
      expect(play()).toEqual(play());
    },
  );
});
