import { expect, test } from 'vitest';
import { en } from '../../web/app/texts/en';
import { fill } from '../../web/app/texts/index';
import { ko } from '../../web/app/texts/ko';

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('both languages have the same keys, none empty, with the same places', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(ko).sort());
  for (const key of Object.keys(ko) as (keyof typeof ko)[]) {
    expect(en[key].trim()).not.toBe('');
    expect(ko[key].trim()).not.toBe('');
    expect(places(en[key])).toEqual(places(ko[key]));
  }
});

test('fill writes values into their places and leaves unknown places alone', () => {
  expect(fill('{a} · {b}', { a: 1 })).toBe('1 · {b}');
});
