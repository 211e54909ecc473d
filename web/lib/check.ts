import { MangtoError } from './error.js';

// 자료형의 검사. 값의 범위는 코어가 검사한다. 정수만은 코어의 int로 건너가기 전에 여기서 범위까지 본다.

/** x, y, z. */
export type Vec3 = readonly [number, number, number];

/** 오류 문장에 넣을 값의 모습. / A value as it stands in an error message. */
function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (isList(value)) {
    const shown = Array.from(value).slice(0, 8).map(describe).join(', ');
    return `[${shown}${value.length > 8 ? ', …' : ''}]`;
  }
  if (typeof value === 'object' && value !== null) {
    return `an object of type ${value.constructor?.name ?? 'null-prototype'}`;
  }
  return String(value);
}

export function invalid(name: string, expected: string, got: unknown): MangtoError {
  return new MangtoError('invalid-argument', `${name} must be ${expected}, got ${describe(got)}`);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** 숫자 배열이나 형식화 배열. / A plain or typed array. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

export function finite(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw invalid(name, 'a finite number', value);
}

export function integer(name: string, value: unknown, low: number, high: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) {
    return value;
  }
  throw invalid(name, `an integer from ${low} to ${high}`, value);
}

/** 유한한 수 셋인가. 프레임마다 불려도 쓰레기를 만들지 않는다. / Whether it is three finite numbers. */
export function isVector(value: unknown): value is Vec3 {
  if (!isList(value) || value.length !== 3) return false;
  return Number.isFinite(value[0]) && Number.isFinite(value[1]) && Number.isFinite(value[2]);
}

export function vector(name: string, value: unknown): Vec3 {
  if (isVector(value)) return value;
  throw invalid(name, '[x, y, z] with three finite numbers', value);
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
