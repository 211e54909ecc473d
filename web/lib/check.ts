import { MangtoError } from './error.js';

// 자료형의 검사. 값의 범위는 코어가 검사한다. 정수만은 코어의 int로 건너가기 전에 여기서 범위까지 본다.

/** x, y, z. */
export type Vec3 = readonly [number, number, number];

const kShownItems = 8;

/** 오류 문장에 넣을 값의 모습. / A value as it stands in an error message. */
function describe(value: unknown): string {
  if (isList(value)) {
    // 저 자신을 담은 배열도 있으므로 한 겹만 편다.
    const shown = Array.from({ length: Math.min(value.length, kShownItems) }, (_, k) =>
      isList(value[k]) ? 'an array' : describeOne(value[k]),
    );
    return `[${shown.join(', ')}${value.length > kShownItems ? ', …' : ''}]`;
  }
  return describeOne(value);
}

function describeOne(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (ArrayBuffer.isView(value) && isDetached(value)) return 'a detached array';
  if (isObject(value)) return `an object of type ${typeOf(value)}`;
  return String(value);
}

function typeOf(value: object): string {
  const name: unknown = value.constructor?.name;
  return typeof name === 'string' ? name : 'null-prototype';
}

export function invalid(name: string, expected: string, got: unknown): MangtoError {
  return new MangtoError('invalid-argument', `${name} must be ${expected}, got ${describe(got)}`);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** 숫자 배열이나 살아 있는 형식화 배열. / A plain array, or a typed one that is not detached. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  if (!ArrayBuffer.isView(value)) return Array.isArray(value);
  return !(value instanceof DataView) && !isDetached(value);
}

/** 버퍼가 떨어져 나간 뷰는 빈 배열로 보인다. 자란 WASM 메모리의 옛 뷰가 그렇다. / A detached view looks empty, as an old view of WASM memory that grew. */
function isDetached({ buffer, byteLength }: ArrayBufferView): boolean {
  if (byteLength > 0) return false;
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

export function finite(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw invalid(name, 'a finite number', value);
}

export function atLeast0(name: string, value: unknown): number {
  if (finite(name, value) >= 0) return value as number;
  throw invalid(name, 'a number of at least 0', value);
}

export function integer(name: string, value: unknown, low: number, high: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) {
    return value;
  }
  throw invalid(name, `an integer from ${low} to ${high}`, value);
}

/** 한 번만 읽은 복사본을 준다. / Gives a copy, each number read once. */
export function vector(name: string, value: unknown): Vec3 {
  if (isList(value) && value.length === 3) {
    const [x, y, z] = [value[0], value[1], value[2]];
    if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)) return [x, y, z] as Vec3;
  }
  throw invalid(name, '[x, y, z] with three finite numbers', value);
}

/** 사원수 x, y, z, w. / A quaternion. */
export function quaternion(name: string, value: unknown): readonly number[] {
  if (isList(value) && value.length === 4) {
    const numbers = Array.from(value);
    if (numbers.every(Number.isFinite)) return numbers as number[];
  }
  throw invalid(name, '[x, y, z, w] with four finite numbers', value);
}

/** 객체들의 배열의 복사본. 빈 자리도 틀린 값이다. / A copy of an array of objects; a hole is a wrong value, too. */
export function objects<T extends object>(name: string, item: string, value: unknown): T[] {
  if (!Array.isArray(value)) throw invalid(name, `an array of ${item}s`, value);
  const list: T[] = [];
  for (let k = 0; k < value.length; k++) {
    const one: unknown = value[k];
    if (!isObject(one)) throw invalid(`${name}[${k}]`, `a ${item}`, one);
    list.push(one as T);
  }
  return list;
}

/** `base`에 `value`의 수들을 덮어쓴 새 객체. / `base` with the numbers of `value` in their places. */
export function merge<T extends { [K in keyof T]: number }>(
  name: string,
  base: T,
  value: Partial<T>,
): T {
  const keys = Object.keys(base) as (keyof T & string)[];
  if (!isObject(value)) throw invalid(name, `an object { ${keys.join(', ')} }`, value);
  const next = { ...base };
  for (const key of keys) {
    if (value[key] !== undefined) next[key] = finite(`${name}.${key}`, value[key]) as T[typeof key];
  }
  return next;
}

export function boolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw invalid(name, 'a boolean', value);
}

/** 삼각형 그물의 배열들의 자료형. / The types of the arrays of a triangle mesh. */
export function meshArrays({ positions, indices }: { positions: unknown; indices?: unknown }): {
  positions: Float32Array;
  indices: Uint16Array | Uint32Array | undefined;
} {
  if (!(positions instanceof Float32Array)) throw invalid('positions', 'a Float32Array', positions);
  if (
    indices !== undefined &&
    !(indices instanceof Uint16Array) &&
    !(indices instanceof Uint32Array)
  ) {
    throw invalid('indices', 'a Uint16Array or a Uint32Array', indices);
  }
  if (indices?.length === 0) throw invalid('indices.length', 'at least 3', 0);
  return { positions, indices };
}
