import { MangtoError } from 'mangto';
import { expect } from 'vitest';

export type Mention = string | RegExp | ((message: string) => boolean);

export function caught(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** `MangtoError`이고, 코드가 맞고, 글이 인자와 값을 말하는지. */
export function expectMangtoError(
  error: unknown,
  code: MangtoError['code'],
  mentions: readonly Mention[] = [],
): void {
  expect(error, 'nothing was thrown').toBeDefined();
  expect(error).toBeInstanceOf(MangtoError);
  const { code: actual, message } = error as MangtoError;
  expect(actual, message).toBe(code);
  for (const mention of mentions) {
    if (typeof mention !== 'function') expect(message).toMatch(mention);
    else expect(mention(message), `the value is not named: ${message}`).toBe(true);
  }
}

/** 글 속에서 값을 찾기 위한 식. 값의 표기(따옴표, 배열의 괄호)는 라이브러리에 맡긴다. */
export function mentionOf(value: unknown): Mention {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return namesNumber(value);
  if (value === null || ['number', 'boolean', 'undefined'].includes(typeof value)) {
    return String(value);
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function') return /function/i;
  return /got/; // 객체와 배열: 무엇을 받았는지 말하기만 하면 된다.
}

/** 1e9와 1e+09처럼 표기가 달라도 같은 수이다. float32로 옮긴 수도 그 값으로 친다. */
const namesNumber = (value: number) => (message: string) =>
  (message.match(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi) ?? []).some((text) => {
    return Math.abs(Number(text) - value) <= 1e-6 * Math.abs(value);
  });

export function label(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return `[${value.map(label).join(', ')}]`;
  if (value !== null && typeof value === 'object') return value.constructor?.name ?? 'object';
  return String(value);
}
