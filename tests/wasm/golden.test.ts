/**
 * The golden scene. The native tests read the same constant from tests/golden.json and must build
 * the same scene; every input is a fraction of a power of two, so that float32 holds it exactly.
 *
 *   wave(k, P) = m < P/2 ? m : P - m, with m = k mod P          (an integer from 0 to P/2)
 *
 * Cape: 12 × 17 points, position(i, j) = ((2i - 11)/32, 3/2 - j/16, -1/8), row 0 pinned,
 *   windStrength 3, drag 1/4, floor 17/32, all else default.
 * Flag: 16 × 10 points, position(i, j) = (1 + i/16, 5/2 - j/16, 0), column 0 pinned, all default.
 *
 * For k = 0 … 299, before the step, with z = k/64:
 *   both cloths: wind = (2 + wave(k, 128)/32, 0, (wave(k, 96) - 24)/16)
 *   cape, pinTargets of every point i of row 0:
 *     ((2i - 11)/32, 3/2 + wave(k, 64)/512, -1/8 + z)
 *   cape, capsules (ax, ay, az, bx, by, bz, radius), with s = (wave(k, 64) - 16)/64:
 *     (0, 3/4, 1/32 + z, 0, 21/16, 1/32 + z, 3/16)
 *     (1/8, 3/4, z, 1/8, 1/8, z + s, 1/8)
 *     (-1/8, 3/4, z, -1/8, 1/8, z - s, 1/8)
 *   flag, pinTargets of every point j of column 0: (1, 5/2 - j/16 + wave(k, 32)/256, 0)
 *   cape.step(), then flag.step()
 *
 * Hash: FNV-1a, 64 bits, over the bytes of the packed float32 positions (x, y, z of every point in
 * order, little-endian): first the cape's, then the flag's. 16 hexadecimal digits.
 */
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import type { Mangto } from 'mangto';
import { Fnv1a64 } from '../support/fnv';
import { loadModule } from '../support/module';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const golden = JSON.parse(readFileSync(new URL('../golden.json', import.meta.url), 'utf8')) as {
  capeAndFlag: string;
};

const STEPS = 300;

function wave(k: number, period: number): number {
  const m = k % period;
  return m < period / 2 ? m : period - m;
}

function playScene(module: Mangto): string {
  const cape = module.createGridCloth({
    columns: 12,
    rows: 17,
    position: (i, j) => [(2 * i - 11) / 32, 3 / 2 - j / 16, -1 / 8],
    pinned: (_i, j) => j === 0,
    windStrength: 3,
    drag: 1 / 4,
    floor: 17 / 32,
  });
  const flag = module.createGridCloth({
    columns: 16,
    rows: 10,
    position: (i, j) => [1 + i / 16, 5 / 2 - j / 16, 0],
    pinned: (i) => i === 0,
  });
  for (let k = 0; k < STEPS; k++) {
    const z = k / 64;
    const s = (wave(k, 64) - 16) / 64;
    const wind = [2 + wave(k, 128) / 32, 0, (wave(k, 96) - 24) / 16] as const;
    cape.wind = wind;
    flag.wind = wind;
    for (let i = 0; i < 12; i++) {
      cape.pinTargets.set([(2 * i - 11) / 32, 3 / 2 + wave(k, 64) / 512, -1 / 8 + z], i * 3);
    }
    cape.setCapsules([
      ...[0, 3 / 4, 1 / 32 + z, 0, 21 / 16, 1 / 32 + z, 3 / 16],
      ...[1 / 8, 3 / 4, z, 1 / 8, 1 / 8, z + s, 1 / 8],
      ...[-1 / 8, 3 / 4, z, -1 / 8, 1 / 8, z - s, 1 / 8],
    ]);
    for (let j = 0; j < 10; j++) {
      flag.pinTargets.set([1, 5 / 2 - j / 16 + wave(k, 32) / 256, 0], j * 16 * 3);
    }
    cape.step();
    flag.step();
  }
  const hash = new Fnv1a64();
  for (const cloth of [cape, flag]) {
    expect(cloth.positions.every(Number.isFinite)).toBe(true);
    hash.add(cloth.positions);
    cloth.dispose();
  }
  return hash.hex();
}

it('the golden scene ends in the same bits as on every other platform', () => {
  expect(playScene(mangto)).toBe(golden.capeAndFlag);
});

it('the golden scene ends in the same bits every time, in any module', async () => {
  const other = await loadModule();
  expect(playScene(other)).toBe(playScene(mangto));
  expect(playScene(other)).toBe(playScene(other));
  other.dispose();
});

it('the hash is FNV-1a with 64 bits', () => {
  const hash = new Fnv1a64();
  expect(hash.hex()).toBe('cbf29ce484222325');
  hash.add(new TextEncoder().encode('foobar'));
  expect(hash.hex()).toBe('85944171f73967e8');
});
