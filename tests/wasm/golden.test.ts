// 장면들은 tests/support/golden.ts에 있다.
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { Fnv1a64 } from '../support/fnv';
import { GOLDEN_SCENES, type GoldenScene } from '../support/golden';
import { loadModule, loadScalarModule } from '../support/module';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const golden = JSON.parse(
  readFileSync(new URL('../golden.json', import.meta.url), 'utf8'),
) as Record<GoldenScene, string>;

describe.each(Object.entries(GOLDEN_SCENES))('the golden scene %s', (name, playScene) => {
  it('ends in the same bits as on every other platform', () => {
    expect(playScene(mangto)).toBe(golden[name as GoldenScene]);
  });

  it('ends in the same bits without SIMD', async () => {
    const scalar = await loadScalarModule();
    expect(playScene(scalar)).toBe(golden[name as GoldenScene]);
    scalar.dispose();
  });

  it('ends in the same bits every time, in any module', async () => {
    const other = await loadModule();
    expect(playScene(other)).toBe(playScene(mangto));
    expect(playScene(other)).toBe(playScene(other));
    other.dispose();
  });
});

it('the hash is FNV-1a with 64 bits', () => {
  const hash = new Fnv1a64();
  expect(hash.hex()).toBe('cbf29ce484222325');
  hash.add(new TextEncoder().encode('foobar'));
  expect(hash.hex()).toBe('85944171f73967e8');
});
