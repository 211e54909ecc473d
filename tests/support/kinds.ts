// 공개 인자마다 무엇이 옳은 값인가: 옳은 값을 지어내고, 아무 값이나 가려낸다.

export type Random = () => number;

export interface Kind {
  accepts(value: unknown): boolean;
  good(random: Random): unknown;
}

export const between = (random: Random, low: number, high: number) => low + (high - low) * random();
export const whole = (random: Random, low: number, high: number) =>
  Math.floor(between(random, low, high + 1));
export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[whole(random, 0, list.length - 1)]!;

const isNumber = (value: unknown, low: number, high: number): value is number =>
  typeof value === 'number' && value >= low && value <= high;

const isList = (value: unknown): value is ArrayLike<unknown> =>
  value !== DETACHED &&
  (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView)));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** 빈 자리도 본다. */
export const all = (list: ArrayLike<unknown>, test: (value: unknown) => boolean) => {
  for (let k = 0; k < list.length; k++) if (!test(list[k])) return false;
  return true;
};

/** 메모리가 자라기 전의 뷰 같은 것. */
const DETACHED = new Float32Array(3);
structuredClone(DETACHED.buffer, { transfer: [DETACHED.buffer] });

/** `usual`: 시험이 오래 걸리지 않을 만큼의 범위. */
export const number = (low: number, high: number, usual = [low, high]): Kind => ({
  accepts: (value) => isNumber(value, low, high),
  good: (random) => between(random, usual[0]!, usual[1]!),
});

export const integer = (low: number, high: number, most = high): Kind => ({
  accepts: (value) => isNumber(value, low, high) && Number.isInteger(value),
  good: (random) => whole(random, low, most),
});

export const boolean: Kind = {
  accepts: (value) => typeof value === 'boolean',
  good: (random) => random() < 0.5,
};

export const oneOf = (...values: readonly unknown[]): Kind => ({
  accepts: (value) => values.includes(value),
  good: (random) => pick(random, values),
});

export const callback = (action: (...args: never[]) => unknown): Kind => ({
  accepts: (value) => typeof value === 'function',
  good: () => action,
});

/** 돌려주는 값까지 옳아야 하는 콜백. */
export const answering = (action: (...args: never[]) => unknown): Kind => ({
  accepts: (value) => value === action,
  good: () => action,
});

export const either = (value: unknown, kind: Kind): Kind => ({
  accepts: (given) => given === value || kind.accepts(given),
  good: (random) => (random() < 0.25 ? value : kind.good(random)),
});

export const optional = (kind: Kind) => either(undefined, kind);
export const nullable = (kind: Kind) => either(null, kind);

/** 유한한 수 `count`개의 배열이나 형식화 배열. */
export const numbers = (count: number, low: number, high: number, usual = [low, high]): Kind => ({
  accepts: (value) =>
    isList(value) && value.length === count && all(value, (one) => isNumber(one, low, high)),
  good: (random) => {
    const list = Array.from({ length: count }, () => between(random, usual[0]!, usual[1]!));
    return random() < 0.5 ? list : Float32Array.from(list);
  },
});

export const vector = (limit: number, usual: number) => numbers(3, -limit, limit, [-usual, usual]);

/** 열쇠마다의 값. 모르는 열쇠는 아무래도 좋다. */
export const record = (fields: Readonly<Record<string, Kind>>): Kind => ({
  accepts: (value) =>
    isObject(value) && Object.entries(fields).every(([key, kind]) => kind.accepts(value[key])),
  good: (random) =>
    Object.fromEntries(Object.entries(fields).map(([key, kind]) => [key, kind.good(random)])),
});

export const list = (item: Kind, least: number, most: number): Kind => ({
  accepts: (value) => Array.isArray(value) && value.length >= least && all(value, item.accepts),
  good: (random) => Array.from({ length: whole(random, least, most) }, () => item.good(random)),
});

export const anyOf = (...kinds: readonly Kind[]): Kind => ({
  accepts: (value) => kinds.some((kind) => kind.accepts(value)),
  good: (random) => pick(random, kinds).good(random),
});

/** 남의 객체가 던지는 것. 라이브러리는 그대로 지나가게 한다. */
export class Thrown extends Error {}

const throwing = (): never => {
  throw new Thrown('thrown by an argument');
};

const cyclic: unknown[] = [];
cyclic.push(cyclic, cyclic, cyclic);

/** 어디에나 넣어 볼 값들. */
export const HOSTILE: readonly unknown[] = [
  ...[undefined, null, true, false, NaN, Infinity, -Infinity, 1e39, -1e39, 1e30, -1, 0.5, 2 ** 53],
  ...['', '1', 'x', '__proto__', 1n, 2n ** 70n, Symbol('s'), () => 1],
  ...[{}, [], [null], [undefined, 0, 0], [NaN, 0, 0], [0, Infinity, 0], ['1', 0, 0], [1n, 0, 0]],
  ...[new Array(3), new Array(7), new Array(16), new Array(2 ** 32 - 1), cyclic],
  ...[Object.create(null), new Date(0), /x/, new Map(), new Proxy({}, {}), new Proxy([], {})],
  ...[new DataView(new ArrayBuffer(12)), new ArrayBuffer(12), new SharedArrayBuffer(12)],
  ...[new Float32Array(0), new Float32Array([NaN, 0, 0]), new Float64Array(3), new Int8Array(7)],
  ...[new BigInt64Array(3), new BigInt64Array(16), new Uint32Array(3), DETACHED],
  { valueOf: throwing, toString: throwing, [Symbol.toPrimitive]: throwing },
  { length: 3, 0: 1, 1: 2, 2: 3 },
  { constructor: { name: Symbol('name') } },
  Object.defineProperty({}, 'constructor', { get: throwing }),
  new Proxy({}, { get: throwing }),
  new Proxy([0, 0, 0], { get: throwing }),
  new Proxy(() => 1, { get: throwing }),
];

/** 던지는 객체는 옳은 값이 아니다. */
export function isGood(kind: Kind, value: unknown): boolean {
  try {
    return kind.accepts(value);
  } catch {
    return false;
  }
}
