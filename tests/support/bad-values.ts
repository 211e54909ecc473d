// 인자마다 받아들일 수 없는 값. 옵션과 설정자가 같은 표를 쓴다.

export const NOT_NUMBERS: readonly unknown[] = ['1', '', null, true, {}, [1], 1n, () => 1];
const NOT_FINITE: readonly unknown[] = [NaN, Infinity, -Infinity];
/** float32로 옮기면 무한대가 되거나, 제곱하면 넘친다. */
const TOO_LARGE: readonly unknown[] = [1e39, -1e39, 1e30];

const NOT_BOOLEANS: readonly unknown[] = [0, 1, 'true', null, {}, []];

const numbers = (...more: unknown[]) => [...NOT_NUMBERS, ...NOT_FINITE, ...more];

const VECTORS: readonly unknown[] = [
  null,
  5,
  'up',
  true,
  {},
  { x: 0, y: 0, z: 0 },
  [],
  [1, 2],
  [1, 2, 3, 4],
  [NaN, 0, 0],
  [0, Infinity, 0],
  [0, 0, -Infinity],
  ['1', 0, 0],
  [0, null, 0],
  [0, undefined, 0],
  [0, 0, {}],
  ...TOO_LARGE.map((value) => [0, value, 0]),
];

/** 만들 때도, 도는 동안에도 줄 수 있는 값. */
export const BAD_SETTINGS: Readonly<Record<string, readonly unknown[]>> = {
  iterations: numbers(0, -1, 1.5, 1001, 1e9, -1e9),
  damping: numbers(-0.1, 1.1, 1e9),
  windStrength: numbers(-1, -1e-3, 1e39, 1e30),
  drag: numbers(-1, -1e-3, 1e39, 1e30),
  timeStep: numbers(0, -1, 1e9, 1e39),
  maxSteps: numbers(-1, 1.5, 1e9),
  floor: ['0', '', true, {}, [0], ...NOT_FINITE, 1e39, 1e30],
  gravity: VECTORS,
  wind: VECTORS,
  solver: ['fast', '', 5, null, {}],
  substeps: numbers(0, -1, 1.5, 101, 1e9),
  density: numbers(0, -1, 1e9, 1e39),
  tethers: NOT_BOOLEANS,
  aerodynamics: [5, 'air', true, { density: NaN }, { drag: -1 }, { lift: '1' }, { lift: 1e39 }],
  gusts: [null, 5, 'gusts', true, { strength: -1 }, { strength: 11 }, { scale: 0 }, { scale: NaN }],
  compliance: [null, 5, 'soft', true, { structural: -1 }, { shear: '0' }, { bend: 1e39 }],
  inertia: numbers(-0.1, 1.1, 1e9),
  teleportDistance: ['1', '', true, {}, [1], ...NOT_FINITE, -1, 1e39],
  interpolation: NOT_BOOLEANS,
  canSleep: NOT_BOOLEANS,
  windField: [5, 'wind', true, {}, []],
};

const GRID_SIZES = numbers(
  1,
  0,
  -1,
  2.5,
  1e9,
  -1e9,
  2 ** 32 + 12,
  Number.MAX_SAFE_INTEGER,
  undefined,
);

/** 만들 때만 줄 수 있는 값. */
export const BAD_OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  columns: GRID_SIZES,
  rows: GRID_SIZES,
  position: [undefined, null, 5, 'x', {}, [0, 0, 0], true],
  pinned: [null, 5, 'x', {}, true, []],
};

export const BAD_POSITIONS: readonly unknown[] = [...VECTORS, undefined, new Float32Array(2)];

export const BAD_PINNED: readonly unknown[] = [undefined, null, 1, 0, 'yes', NaN, {}];

export const BAD_STIFFNESS: readonly unknown[] = numbers(-0.1, 1.1, 1e9);

export const BAD_STIFFNESS_OBJECTS: readonly unknown[] = [null, 5, 'soft', true, () => ({})];

export const BAD_CAPSULES: readonly unknown[] = [
  undefined,
  null,
  5,
  'capsule',
  true,
  {},
  [1],
  [0, 0, 0, 0, 1, 0],
  [0, 0, 0, 0, 1, 0, 0.1, 5],
  new Float32Array(8),
  [0, 0, 0, 0, 1, 0, NaN],
  [0, NaN, 0, 0, 1, 0, 0.1],
  new Float32Array([0, 0, 0, 0, 1, Infinity, 0.1]),
  [0, 0, 0, 0, 1, 0, -0.1],
  [0, 0, 0, 0, 1, 0, 0.1, 0, 0, 0, 0, 1, 0, -1],
  ['0', 0, 0, 0, 1, 0, 0.1],
  [0, 0, 0, null, 1, 0, 0.1],
  new Array(7),
  [1e39, 0, 0, 0, 1, 0, 0.1],
  [1e30, 0, 0, 0, 1, 0, 0.1],
  [0, 0, 0, 0, 1, 0, 1e39],
  new BigInt64Array(7),
];

export const BAD_SECONDS: readonly unknown[] = numbers(-1, -1e-9, undefined);

/** 떼의 벌 수. */
export const BAD_COUNTS: readonly unknown[] = numbers(0, -1, 1.5, 2 ** 20 + 1, 1e9, undefined);

/** 벌이 여섯인 떼에서. */
export const BAD_MEMBERS: readonly unknown[] = numbers(-1, 6, 0.5, 1e9, 2 ** 32, undefined);

export const BAD_PLACEMENTS: readonly unknown[] = [null, 5, 'x', {}, true, []];

/** placement(member)가 준 것. */
export const BAD_PLACED: readonly unknown[] = [
  null,
  5,
  'here',
  true,
  {},
  [],
  [1, 0, 0],
  new Float32Array(15),
  new Float32Array(17),
  new Array(16),
  new Array(16).fill('0'),
  new Array(16).fill(null),
  new BigInt64Array(16),
  { elements: new Array(16).fill(0) },
];

const BONE = { head: [0, 0, 0], tail: [0, 1, 0] };

/** 굽기를 만들 때 줄 수 없는 값. */
export const BAD_SKIN_OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  positions: [undefined, null, 5, 'x', {}, [0, 0, 0], new Float64Array(9), new Float32Array(10)],
  indices: [null, 5, 'x', {}, [0, 1, 2], new Int32Array(3), new Uint16Array(0), new Uint32Array(4)],
  bones: [
    undefined,
    null,
    5,
    'x',
    {},
    [],
    [null],
    [5],
    [BONE, {}],
    [BONE, { ...BONE, head: undefined }],
    [BONE, { ...BONE, tail: [1, 2] }],
    [BONE, { ...BONE, tail: [1, NaN, 2] }],
    [BONE, { ...BONE, head: [1e30, 0, 0] }],
    [BONE, { ...BONE, radius: -0.1 }],
    [BONE, { ...BONE, radius: NaN }],
    [BONE, { ...BONE, radius: '1' }],
    [BONE, { ...BONE, parent: 2 }],
    [BONE, { ...BONE, parent: 0.5 }],
    new Array(70_000).fill(BONE),
  ],
  mode: ['fast', '', 5, null, {}],
  weld: ['yes', 1, {}],
  smoothing: [null, 5, 'soft', { passes: -1 }, { passes: 2.5 }, { self: 1.5 }, { self: NaN }],
  excludedBones: [5, 'root', {}, [99], [-1], [0.5], ['0'], [NaN]],
};
