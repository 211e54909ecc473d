// 공개된 모든 부름과 그 인자의 종류.
import type { Cloth, ClothCrowd, Mangto, SdfMesh, SkinBake } from 'mangto';
import {
  all,
  answering,
  anyOf,
  boolean,
  callback,
  either,
  integer,
  list,
  nullable,
  number,
  numbers,
  oneOf,
  optional,
  record,
  vector,
  whole,
  type Kind,
  type Random,
} from './kinds';

export interface Parameter {
  /** 오류 문장에 나와야 할 이름. */
  readonly name: string;
  readonly kind: Kind;
}

export interface Call<T> {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  use(target: T, ...values: unknown[]): unknown;
  /** 옳은 인자로도 그때의 상태에 따라 거절될 수 있다. */
  readonly mayRefuse?: boolean;
}

const kHuge = 1e6;
const coordinate = number(-kHuge, kHuge, [-2, 2]);
const size = number(0, kHuge, [0, 0.5]);
const place = vector(kHuge, 2);

const CROWD_SETTINGS: Readonly<Record<string, Kind>> = {
  iterations: integer(1, 1000, 8),
  damping: number(0, 1),
  gravity: vector(kHuge, 20),
  floor: nullable(coordinate),
  wind: vector(kHuge, 20),
  windStrength: number(0, kHuge, [0, 20]),
  drag: number(0, kHuge, [0, 5]),
  timeStep: number(1e-4, 0.1),
  thickness: number(0, kHuge, [0, 0.1]),
  friction: number(0, kHuge, [0, 2]),
  maxSteps: integer(1, 100, 4),
  solver: oneOf('classic', 'substeps'),
  substeps: integer(1, 100, 8),
  density: number(Math.fround(1e-6), kHuge, [0.01, 1]),
  tethers: boolean,
  aerodynamics: nullable(
    record({ density: optional(size), drag: optional(size), lift: optional(size) }),
  ),
  inertia: number(0, 1),
  teleportDistance: nullable(size),
  canSleep: boolean,
  windField: nullable(
    callback((x: number, y: number, z: number, t: number, out: number[]) => {
      out[0] = x + t;
    }),
  ),
  stiffness: record({
    structural: optional(number(0, 1)),
    shear: optional(number(0, 1)),
    bend: optional(number(0, 1)),
  }),
  compliance: record({ structural: optional(size), shear: optional(size), bend: optional(size) }),
  gusts: record({
    strength: optional(number(0, 10)),
    scale: optional(number(Math.fround(0.01), kHuge, [0.01, 10])),
  }),
};

const SINGLE_SETTINGS: Readonly<Record<string, Kind>> = {
  selfCollision: either(false, record({ thickness: optional(size) })),
  interpolation: boolean,
};

/** 천의 모든 값. 떼는 뒤의 것들을 받지 않는다. */
export const SETTINGS = { ...CROWD_SETTINGS, ...SINGLE_SETTINGS };

const capsules: Kind = {
  accepts: (value) =>
    [0, 7, 14].some((count) => numbers(count, -kHuge, kHuge).accepts(value)) &&
    Array.from(value as ArrayLike<number>).every((one, k) => k % 7 !== 6 || one >= 0),
  good: (random) =>
    Array.from({ length: 7 * Math.floor(3 * random()) }, (_, k) =>
      k % 7 === 6 ? 0.3 * random() : 4 * random() - 2,
    ),
};

const isLong: (kind: Kind) => Kind = (kind) => ({
  accepts: (value) =>
    kind.accepts(value) && Array.from(value as number[]).some((one) => Math.abs(one) > 1e-3),
  good: (random) => [0.5 + random(), random(), random()],
});
const turn: Kind = {
  accepts: (value) => numbers(4, -kHuge, kHuge).accepts(value),
  good: (random) => [random(), random(), random(), 1],
};
const collider = anyOf(
  record({ type: oneOf('sphere'), center: place, radius: size }),
  record({ type: oneOf('capsule'), a: place, b: place, radius: size, radiusB: optional(size) }),
  record({ type: oneOf('plane'), point: place, normal: isLong(place) }),
  record({
    type: oneOf('box'),
    center: place,
    halfSize: numbers(3, 0, kHuge, [0, 0.5]),
    rotation: optional(turn),
  }),
);

const kMatrices = [
  [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0.5, -1, 2, 1],
];
const matrix: Kind = {
  accepts: (value) => kMatrices.includes(value as number[]),
  good: (random) => kMatrices[Math.floor(2 * random())],
};

const getter = (name: string): Call<object> => ({
  name,
  parameters: [],
  use: (target) => Reflect.get(target, name),
});

const call = <T>(
  name: string,
  parameters: Readonly<Record<string, Kind>>,
  mayRefuse = false,
): Call<T> => ({
  name,
  parameters: Object.entries(parameters).map(([key, kind]) => ({ name: key, kind })),
  use: (target, ...values) =>
    (Reflect.get(target as object, name) as (...args: unknown[]) => unknown).apply(target, values),
  mayRefuse,
});

const setter = ([name, kind]: readonly [string, Kind]): Call<Cloth> => ({
  name,
  parameters: [{ name, kind }],
  use: (cloth, value) => Reflect.set(cloth, name, value),
});

/** 점이 `points`개이고 마지막 점이 자유로운 천. */
export function clothCalls(points: number): Call<Cloth>[] {
  return [
    ...Object.entries(CROWD_SETTINGS).map(setter),
    ...['positions', 'normals', 'uvs', 'indices', 'pinTargets', 'targetNormals'].map(getter),
    ...['stats', 'boundingSphere', 'asleep', ...Object.keys(SETTINGS)].map(getter),
    call('setCapsules', { capsules }),
    call('update', { seconds: number(0, 1e9, [0, 0.1]) }),
    call('step', {}),
    call('reset', {}),
    call('teleport', { matrix }),
    call('pick', { origin: place, direction: isLong(place) }),
    call('grab', { point: oneOf(points - 1), target: place }),
    call('letGo', {}),
    call('onViewsChanged', { listener: callback(() => undefined) }),
  ];
}

/** 떼에는 없는 것. `others`는 같은 모듈의 다른 천들. */
export function singleCalls(points: number, others: () => readonly Cloth[]): Call<Cloth>[] {
  const cloths: Kind = {
    accepts: (value) =>
      Array.isArray(value) && all(value, (one) => others().includes(one as Cloth)),
    good: (random) => others().slice(0, whole(random, 0, 2)),
  };
  return [
    ...Object.entries(SINGLE_SETTINGS).map(setter),
    call('setColliders', { colliders: list(collider, 0, 3) }),
    call('setBodyMesh', {
      'mesh|positions|indices': nullable(
        record({
          positions: numbers(9, -kHuge, kHuge, [-1, 1]),
          indices: optional(oneOf(new Uint16Array([0, 1, 2]), new Uint32Array([2, 1, 0]))),
        }),
      ),
    }),
    // 그물이 없을 때는 빈 것이 옳다.
    call(
      'moveBodyMesh',
      { positions: anyOf(numbers(9, -kHuge, kHuge, [-1, 1]), numbers(0, 0, 0)) },
      true,
    ),
    call('setMaxDistances', { maxDistances: nullable(numbers(points, 0, kHuge, [0, 1])) }),
    call('setBackStops', { backStops: nullable(numbers(2 * points, 0, kHuge, [0, 1])) }),
    call('collideWith', {
      cloths,
      'options|thickness': optional(record({ thickness: optional(size) })),
    }),
  ];
}

export function crowdCalls(members: number): Call<ClothCrowd>[] {
  const member = integer(0, members - 1);
  return [
    call('setMemberWind', { member, wind: vector(kHuge, 20) }),
    call('setMemberCapsules', { member, capsules }),
    call('memberSphere', { member }),
  ];
}

const budget = number(0, Infinity, [0, 2]);

export const BAKE_CALLS: readonly Call<SkinBake>[] = [
  call('step', { budgetMs: budget }),
  getter('progress'),
  { ...getter('result'), mayRefuse: true },
  { ...getter('report'), mayRefuse: true },
];

export const MESH_CALLS: readonly Call<SdfMesh>[] = [
  call('step', { budgetMs: budget }),
  getter('progress'),
  { ...getter('result'), mayRefuse: true },
];

const optionals = (settings: Readonly<Record<string, Kind>>) =>
  Object.fromEntries(Object.entries(settings).map(([name, kind]) => [name, optional(kind)]));

const position = answering((i: number, j: number) => [0.06 * i, 2 - 0.06 * j, 0]);
const grid = {
  columns: integer(2, 4),
  rows: integer(2, 4),
  position,
  pinned: optional(answering((_: number, j: number) => j === 0)),
};
const triangles = {
  positions: oneOf(Float32Array.from([0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0])),
  indices: optional(oneOf(new Uint16Array([0, 1, 2, 2, 1, 5]))),
};
const crowd = {
  count: integer(1, 5),
  placement: optional(answering(() => kMatrices[1])),
};
const bone = record({
  head: place,
  tail: place,
  radius: optional(size),
  parent: optional(oneOf(null, -1, 0)),
});
/** 뼈 번호들. 형식화 배열이어도 좋다. */
export const boneIndices: Kind = {
  accepts: (value) => [0, 1, 3, 7].some((count) => numbers(count, 0, 0).accepts(value)),
  good: (random) => (random() < 0.5 ? [] : [0]),
};
const form = anyOf(
  record({ type: oneOf('sphere'), center: place, radius: number(1e-6, kHuge, [0.2, 0.5]) }),
  record({ type: oneOf('box'), center: place, halfSize: numbers(3, 1e-6, kHuge, [0.2, 0.5]) }),
);

/** 만드는 부름: 옵션 하나하나가 인자이다. */
export interface Maker {
  readonly name: keyof Mangto;
  readonly options: Readonly<Record<string, Kind>>;
  /** 시험이 오래 걸리지 않게 하는 값. */
  readonly usual?: Readonly<Record<string, unknown>>;
}

export const MAKERS: readonly Maker[] = [
  { name: 'createGridCloth', options: { ...optionals(SETTINGS), ...grid } },
  { name: 'createMeshCloth', options: { ...optionals(SETTINGS), ...triangles } },
  { name: 'createClothCrowd', options: { ...optionals(CROWD_SETTINGS), ...grid, ...crowd } },
  {
    name: 'createSkinBake',
    options: {
      ...triangles,
      bones: list(bone, 2, 4),
      mode: optional(oneOf('smooth', 'nearest', 'heat')),
      weld: optional(boolean),
      falloff: optional(number(0, 64)),
      fleshFactor: optional(number(0, 10)),
      minDistance: optional(number(1e-6, kHuge, [0.01, 1])),
      smoothing: optional(
        record({ passes: optional(integer(0, 1000, 10)), self: optional(number(0, 1)) }),
      ),
      maxInfluences: optional(integer(1, 4)),
      excludedBones: optional(boneIndices),
    },
  },
  {
    name: 'createSdfMesh',
    options: { shapes: list(form, 1, 3), vertices: optional(integer(100, 1 << 20, 200)) },
    usual: { vertices: 200 },
  },
];

/** 옵션을 하나씩 지어낸다. 없어도 되는 것은 대개 뺀다. */
export function makeOptions({ options, usual }: Maker, random: Random): Record<string, unknown> {
  const given = Object.entries(options).filter(
    ([, kind]) => !kind.accepts(undefined) || random() < 0.15,
  );
  const made = given.map(([name, kind]) => [name, kind.good(random)] as const);
  return { ...usual, ...Object.fromEntries(made) };
}
