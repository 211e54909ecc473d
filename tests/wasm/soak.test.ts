// `npm run soak`의 짧은 판.
import { expect, it } from 'vitest';
import { Rest, soak } from '../support/soak';

it.each(['knight', 'bears'])('%s stays finite and in its memory at uneven frames', async (name) => {
  const { samples } = await soak(name, 1, 4);
  expect(samples.at(-1)!.wasmBytes).toBe(samples.at(-2)!.wasmBytes);
});

it('resting cloth does not drift', async () => {
  const { scene } = await soak('rest', 2, 1);
  expect((scene as Rest).drift()).toBeLessThan(1e-3);
});
