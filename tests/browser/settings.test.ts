import { expect, test } from 'vitest';
import { decodeSettings, defaultSettings, encodeSettings } from '../../web/app/settings';
import { Meter } from '../../web/app/meter';
import { StepClock } from '../../web/app/clock';

test('settings survive the way through the hash', () => {
  const changed = {
    ...defaultSettings,
    grid: 37,
    wind: 7.5,
    windAngle: -95,
    iterations: 40,
    shear: false,
    cloth: false,
    walk: false,
    language: 'en' as const,
  };
  const hash = `#${encodeSettings(changed, defaultSettings)}`;
  expect(decodeSettings(hash, defaultSettings)).toEqual(changed);
});

test('defaults leave the address clean', () => {
  expect(encodeSettings(defaultSettings, defaultSettings)).toBe('');
});

test('nonsense in the hash is ignored or clamped', () => {
  const hash = '#grid=99&wind=NaN&iterations=&windAngle=abc&bend=yes&language=xx&__proto__=1&a=%';
  expect(decodeSettings(hash, defaultSettings)).toEqual({ ...defaultSettings, grid: 49 });
});

test('the clock drops what is over three steps and forgets a hidden hour', () => {
  const clock = new StepClock();
  expect(clock.tick(0)).toBe(1);
  expect(clock.tick(10_000)).toBe(3);
  expect(clock.tick(10_000 + 1000 / 60)).toBe(1);
  clock.forget();
  expect(clock.tick(3_600_000)).toBe(1);
  clock.pause();
  expect(clock.tick(3_600_100)).toBe(0);
});

test('a clock that jumps back costs one frame and nothing more', () => {
  const clock = new StepClock();
  clock.tick(10_000);
  expect(clock.tick(5_000)).toBe(0);
  expect(clock.tick(5_000 + 1000 / 60)).toBe(1);
  const meter = new Meter();
  for (const now of [10_000, 10_016, 5_000]) meter.add(now, 1);
  expect(meter.samples(5_000)).toBe(1);
});

test('the clock keeps to 60 steps a second on faster displays', () => {
  const clock = new StepClock();
  let steps = clock.tick(0);
  for (let k = 1; k <= 144; k += 1) steps += clock.tick((k * 1000) / 144);
  expect(steps).toBeGreaterThanOrEqual(60);
  expect(steps).toBeLessThanOrEqual(62);
});

test('the meter means over the last second only', () => {
  const meter = new Meter(8);
  meter.add(0, 100);
  meter.add(1500, 2);
  meter.add(2000, 4);
  expect(meter.samples(2100)).toBe(2);
  expect(meter.mean(2100)).toBe(3);
  expect(new Meter().mean(0)).toBe(0);
});
