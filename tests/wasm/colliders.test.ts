import type { Cloth, Collider, MangtoError } from 'mangto';
import { afterAll, describe, expect, it } from 'vitest';
import { caught, expectMangtoError } from '../support/errors';
import { randomFrom, sheetMesh } from '../support/meshes';
import { loadModule, run } from '../support/module';
import { hangingSheet, lyingSheet, type Point, type SheetOptions } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const pointAt = ({ positions }: { positions: Float32Array }, k: number): Point => [
  positions[3 * k]!,
  positions[3 * k + 1]!,
  positions[3 * k + 2]!,
];

/** 선분이 삼각형의 안쪽을 꿰뚫는지. */
function crosses(p: Point, q: Point, a: Point, b: Point, c: Point): boolean {
  const n = cross(minus(b, a), minus(c, a));
  const [from, to] = [dot(minus(p, a), n), dot(minus(q, a), n)];
  if (from > 0 === to > 0) return false;
  const t = from / (from - to);
  const x = p.map((v, i) => v + (q[i]! - v) * t) as Point;
  const inside = (u: Point, v: Point) => dot(cross(minus(v, u), minus(x, u)), n) > 0;
  return inside(a, b) && inside(b, c) && inside(c, a);
}

function pierced(cloth: Cloth, p: Point, q: Point): boolean {
  const { indices } = cloth;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => pointAt(cloth, indices[t + n]!)) as [
      Point,
      Point,
      Point,
    ];
    if (crosses(p, q, a, b, c)) return true;
  }
  return false;
}

/** 저 자신을 꿰뚫는 변의 수: 모든 변과 모든 삼각형을 견준다. */
function selfIntersections(cloth: Cloth): number {
  const { indices } = cloth;
  let count = 0;
  for (let e = 0; e < indices.length; e++) {
    const i = indices[e]!;
    const j = indices[e % 3 === 2 ? e - 2 : e + 1]!;
    if (i > j) continue;
    const [p, q] = [pointAt(cloth, i), pointAt(cloth, j)];
    for (let t = 0; t < indices.length; t += 3) {
      const corners = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
      if (corners.includes(i) || corners.includes(j)) continue;
      const [a, b, c] = corners.map((k) => pointAt(cloth, k)) as [Point, Point, Point];
      if (crosses(p, q, a, b, c)) count++;
    }
  }
  return count;
}

type Make = (sheet: SheetOptions) => Cloth;
const kinds: [string, Make][] = [
  ['grid', (sheet) => mangto.createGridCloth({ ...sheet, floor: null })],
  ['mesh', (sheet) => mangto.createMeshCloth({ ...sheetMesh(sheet), floor: null })],
];

describe.each(kinds)('colliders and a %s cloth', (_name, make) => {
  it('a limb never passes through a cape, at any speed and frame rate', () => {
    const random = randomFrom(11);
    for (let trial = 0; trial < 12; trial++) {
      const spacing = 0.05 + 0.05 * random();
      const cloth = make(hangingSheet(12, 17, { spacing }));
      const [width, height] = [11 * spacing, 16 * spacing];
      const radius = 0.06 + 0.06 * random();
      const y = 10 - height * (0.5 + 0.3 * random());
      const swing = 0.6 * (10 - y) * (trial % 2 ? 1 : -1);
      const speed = trial % 3 ? 1 + 24 * random() : 10;
      const frame = 1 / (20 + 124 * random());
      for (let time = 0; time < 0.8; time += frame) {
        const z = swing * Math.cos((speed / Math.abs(swing)) * time);
        const a: Point = [width * 0.1, y, z];
        const b: Point = [width * 0.9, y + 0.1, z];
        cloth.setColliders([{ type: 'capsule', a, b, radius }]);
        if (cloth.update(frame) === 0) continue;
        expect(pierced(cloth, a, b), `trial ${trial}, ${speed} m/s, ${time} s`).toBe(false);
      }
      cloth.dispose();
    }
  });

  it.each<[string, Collider, (p: Point) => number]>([
    [
      'sphere',
      { type: 'sphere', center: [0.3, 0.5, 0.3], radius: 0.2 },
      (p) => Math.hypot(...minus(p, [0.3, 0.5, 0.3])) - 0.2,
    ],
    [
      'tapered capsule that stands upright',
      { type: 'capsule', a: [0.3, 0.2, 0.3], b: [0.3, 0.7, 0.3], radius: 0.3, radiusB: 0.05 },
      (p) => {
        const gaps = Array.from({ length: 201 }, (_, i) => {
          return Math.hypot(...minus(p, [0.3, 0.2 + 0.0025 * i, 0.3])) - (0.3 - 0.00125 * i);
        });
        return Math.min(...gaps);
      },
    ],
    ['plane', { type: 'plane', point: [0, 0.5, 0], normal: [0, 9, 0] }, (p) => p[1] - 0.5],
    [
      'box turned by 45°',
      {
        type: 'box',
        center: [0.3, 0.5, 0.3],
        halfSize: [0.2, 0.1, 0.2],
        rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2 * (1 + Math.SQRT2)],
      },
      (p) => {
        const [x, , z] = minus(p, [0.3, 0, 0.3]);
        const out = [
          Math.abs(x + z) / Math.SQRT2 - 0.2,
          Math.abs(p[1] - 0.5) - 0.1,
          Math.abs(x - z) / Math.SQRT2 - 0.2,
        ];
        return Math.hypot(...out.map((v) => Math.max(v, 0))) + Math.min(Math.max(...out), 0);
      },
    ],
  ])('a %s carries it at the distance of its thickness', (_shape, collider, gapOf) => {
    const cloth = make(lyingSheet(11, 11, { top: 1 }));
    cloth.thickness = 0.02;
    cloth.friction = 1;
    cloth.setColliders([collider]);
    let least = Infinity;
    for (let k = 0; k < 60; k++) {
      cloth.step();
      for (let i = 0; i < 121; i++) least = Math.min(least, gapOf(pointAt(cloth, i)));
    }
    expect(least).toBeGreaterThan(0.02 - 3e-4);
    expect(least).toBeLessThan(0.02 + 1e-3);
  });

  it('a body mesh takes it along from either side, also at 120 m/s', () => {
    for (const side of [1, -1]) {
      const cloth = make({ ...lyingSheet(6, 6), pinned: () => false });
      cloth.gravity = [0, 0, 0];
      const start = pointAt(cloth, 0)[1];
      const plate = (y: number) => [-2, y, -2, 2, y, -2, 2, y, 2, -2, y, 2];
      const indices = new Uint16Array([0, 1, 2, 0, 2, 3]);
      cloth.setBodyMesh({ positions: plate(start + side / 2), indices });
      cloth.step();
      cloth.moveBodyMesh(plate(start - 1.5 * side));
      cloth.step();
      for (let k = 0; k < 36; k++) {
        expect((pointAt(cloth, k)[1] - start) * side).toBeLessThan(-1.5);
      }
      cloth.setBodyMesh(null);
      cloth.dispose();
    }
  });

  it('max distances hold every point near its target', () => {
    const cloth = make(hangingSheet(8, 8));
    cloth.wind = [0, 0, 30];
    const targets = cloth.positions.slice();
    cloth.setMaxDistances(Float32Array.from({ length: 64 }, (_, k) => 0.01 * Math.floor(k / 8)));
    run(cloth, 60);
    let most = 0;
    for (let k = 0; k < 64; k++) {
      const away = Math.hypot(...minus(pointAt(cloth, k), pointAt({ positions: targets }, k)));
      expect(away).toBeLessThan(0.01 * Math.floor(k / 8) + 1e-5);
      most = Math.max(most, away);
    }
    expect(most).toBeGreaterThan(0.05);
    cloth.setMaxDistances(null);
    run(cloth, 30);
    expect(
      Math.hypot(...minus(pointAt(cloth, 63), pointAt({ positions: targets }, 63))),
    ).toBeGreaterThan(0.1);
  });

  it('back stops keep it before the back, however far behind it was', () => {
    const cloth = make(hangingSheet(8, 8));
    cloth.wind = [0, 0, -40];
    run(cloth, 60);
    expect(pointAt(cloth, 60)[2]).toBeLessThan(-0.1);
    // 반지름 10 km의 공은 1 m 안에서 0.05 mm까지만 휜다.
    cloth.setBackStops(Float32Array.from({ length: 128 }, (_, k) => (k % 2 ? 1e4 : 0.03)));
    run(cloth, 30);
    for (let k = 8; k < 64; k++) expect(pointAt(cloth, k)[2]).toBeGreaterThan(-0.03 - 1e-4);
    for (let k = 0; k < 64; k++) cloth.targetNormals.set([0, 0, -2], 3 * k);
    run(cloth, 30);
    for (let k = 8; k < 64; k++) expect(pointAt(cloth, k)[2]).toBeLessThan(0.03 + 1e-4);
  });

  it('self-collision lets a dropped sheet come to rest in folds without crossings', () => {
    const fold = (selfCollision: boolean) => {
      const sheet: SheetOptions = {
        ...hangingSheet(16, 20),
        position: (i, j) => [i * 0.05, 1.2 - j * 0.0485, 0.012 * j],
        pinned: () => false,
      };
      const cloth = make(sheet);
      cloth.floor = 0.02;
      if (selfCollision) cloth.selfCollision = {};
      run(cloth, 400);
      return cloth;
    };
    expect(selfIntersections(fold(false))).toBeGreaterThan(10);
    const cloth = fold(true);
    expect(selfIntersections(cloth)).toBe(0);
    const before = cloth.positions.slice();
    cloth.step();
    before.forEach((value, k) => expect(Math.abs(cloth.positions[k]! - value)).toBeLessThan(2e-3));
  });

  it('a cloth comes to lie on another that it was told of, also after others were disposed of', () => {
    const below = make(lyingSheet(10, 10, { top: 0.5, pinning: 'none' }));
    below.setMaxDistances(new Float32Array(100));
    const above = make(lyingSheet(6, 6, { top: 0.8 }));
    const gone = make(lyingSheet(6, 6, { top: 0.7 }));
    above.collideWith([gone, below], { thickness: 0.06 });
    gone.dispose();
    for (let k = 0; k < 90; k++) {
      above.step();
      below.step();
    }
    for (let k = 0; k < 36; k++) expect(pointAt(above, k)[1]).toBeGreaterThan(0.5);
    above.collideWith([]);
    run(above, 60);
    expect(pointAt(above, 20)[1]).toBeLessThan(0.4);
  });
});

describe('arguments', () => {
  const cloth = mangto.createGridCloth(hangingSheet(4, 4));
  const bad: [string, () => void, string][] = [
    ['no array', () => cloth.setColliders(5 as never), 'colliders'],
    ['no object', () => cloth.setColliders([null as never]), 'colliders[0]'],
    ['type', () => cloth.setColliders([{ type: 'cone' } as never]), 'colliders[0].type'],
    [
      'NaN',
      () => cloth.setColliders([{ type: 'sphere', center: [0, NaN, 0], radius: 1 }]),
      'colliders[0].center',
    ],
    [
      'radius',
      () => cloth.setColliders([{ type: 'sphere', center: [0, 0, 0], radius: -1 }]),
      'colliders[0].radius',
    ],
    [
      'normal',
      () => cloth.setColliders([{ type: 'plane', point: [0, 0, 0], normal: [0, 0, 0] }]),
      'colliders[0].normal',
    ],
    [
      'rotation',
      () =>
        cloth.setColliders([
          { type: 'box', center: [0, 0, 0], halfSize: [1, 1, 1], rotation: [0, 0, 1] },
        ]),
      'colliders[0].rotation',
    ],
    ['thickness', () => (cloth.thickness = -1), 'thickness'],
    ['friction', () => (cloth.friction = Infinity), 'friction'],
    ['selfCollision', () => (cloth.selfCollision = true as never), 'selfCollision'],
    [
      'selfCollision.thickness',
      () => (cloth.selfCollision = { thickness: NaN }),
      'selfCollision.thickness',
    ],
    ['too few distances', () => cloth.setMaxDistances([1, 2]), 'maxDistances.length'],
    [
      'a negative distance',
      () => cloth.setMaxDistances(new Float32Array(16).fill(-1)),
      'maxDistances[0]',
    ],
    ['too many stops', () => cloth.setBackStops(new Float32Array(33)), 'backStops.length'],
    ['a stop of NaN', () => cloth.setBackStops(new Float32Array(32).fill(NaN)), 'backStops[0]'],
    ['no mesh', () => cloth.setBodyMesh(5 as never), 'mesh'],
    [
      'indices of floats',
      () => cloth.setBodyMesh({ positions: [], indices: new Float32Array(3) as never }),
      'indices',
    ],
    [
      'an index out of range',
      () =>
        cloth.setBodyMesh({ positions: new Float32Array(9), indices: new Uint16Array([0, 1, 3]) }),
      'indices[2]',
    ],
    [
      'a vertex of NaN',
      () => cloth.setBodyMesh({ positions: new Float32Array(9).fill(NaN) }),
      'positions[0]',
    ],
    [
      'half a triangle',
      () => cloth.setBodyMesh({ positions: new Float32Array(8) }),
      'positions.length',
    ],
    ['a mesh that is not there', () => cloth.moveBodyMesh(new Float32Array(9)), 'positions.length'],
    ['itself', () => cloth.collideWith([cloth]), 'cloths[0]'],
    ['no cloth', () => cloth.collideWith([{} as never]), 'cloths[0]'],
  ];

  it.each(bad)('refuses %s by name and changes nothing', (_name, action, mention) => {
    cloth.reset();
    const twin = mangto.createGridCloth(hangingSheet(4, 4));
    const error = caught(action);
    expectMangtoError(error, 'invalid-argument');
    expect((error as MangtoError).message).toContain(mention);
    run([cloth, twin], 5);
    expect(cloth.positions).toEqual(twin.positions);
  });

  it('refuses targets that are not finite only where limits read them', () => {
    const limited = mangto.createGridCloth(hangingSheet(4, 4));
    limited.pinTargets[3 * 9] = NaN;
    limited.step();
    limited.setMaxDistances(new Float32Array(16));
    expectMangtoError(
      caught(() => limited.step()),
      'invalid-argument',
      ['pinTargets of point 9'],
    );
  });

  it('everything of a disposed cloth is refused', () => {
    const gone = mangto.createGridCloth(hangingSheet(4, 4));
    gone.dispose();
    for (const use of [
      () => gone.setColliders([]),
      () => gone.setMaxDistances(null),
      () => gone.setBodyMesh(null),
      () => gone.moveBodyMesh([]),
      () => gone.collideWith([]),
      () => cloth.collideWith([gone]),
      () => (gone.selfCollision = false),
      () => gone.targetNormals,
    ]) {
      expectMangtoError(caught(use), 'disposed');
    }
  });
});
