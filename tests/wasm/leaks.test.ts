import { afterAll, describe, expect, it, vi } from 'vitest';
import { loadMangto, type Mangto } from 'mangto';
import { ClothGeometry } from 'mangto/three';
import { collectGarbage, heapBytes } from '../support/heap';
import { loadModule, wasmBinary } from '../support/module';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const TRIANGLE = new Float32Array([0, 1, 0, 0, 0, 0, 1, 1, 0]);
const BONES = [{ head: [0, 0, 0], tail: [0, 1, 0] }] as const;
const SPHERE = [{ type: 'sphere', center: [0, 0, 0], radius: 1 }] as const;

/** 만들고, 써 보고, 놓는다. */
const CYCLES: Record<string, () => void> = {
  'a grid cloth': () => {
    const cloth = mangto.createGridCloth({ ...hangingSheet(3, 3), selfCollision: {} });
    cloth.setColliders([{ type: 'sphere', center: [0, 0, 0], radius: 1 }]);
    cloth.setBodyMesh({ positions: TRIANGLE });
    cloth.windField = () => undefined;
    cloth.solver = 'substeps';
    cloth.step();
    cloth.dispose();
  },
  'a mesh cloth': () => {
    const cloth = mangto.createMeshCloth({ positions: TRIANGLE });
    cloth.step();
    cloth.dispose();
  },
  'a crowd': () => {
    const crowd = mangto.createClothCrowd({ ...hangingSheet(3, 3), count: 5 });
    crowd.setMemberCapsules(1, [0, 0, 0, 1, 1, 1, 0.1]);
    crowd.step();
    crowd.dispose();
  },
  'a finished bake': () => {
    const bake = mangto.createSkinBake({ positions: TRIANGLE, bones: BONES, excludedBones: [] });
    bake.step(Infinity);
    bake.dispose();
  },
  'a bake that was broken off': () => {
    const bake = mangto.createSkinBake({
      ...{ positions: TRIANGLE, bones: BONES, excludedBones: [], mode: 'heat' },
    });
    bake.step(0);
    bake.dispose();
  },
  'a mesh of shapes': () => {
    const mesh = mangto.createSdfMesh({ shapes: SPHERE, vertices: 100 });
    mesh.step(0);
    mesh.dispose();
  },
};

describe('10,000 made and disposed leave the memories flat:', () => {
  it.each(Object.entries(CYCLES))('%s', async (_, cycle) => {
    for (let k = 0; k < 2_000; k++) cycle();
    const before = { wasm: mangto.memoryBytes, heap: await heapBytes() };
    for (let k = 0; k < 8_000; k++) cycle();
    expect(mangto.memoryBytes).toBe(before.wasm);
    expect((await heapBytes()) - before.heap).toBeLessThan(400_000);
  });

  it('a geometry of the same cloth', async () => {
    const cloth = mangto.createGridCloth(hangingSheet(3, 3));
    const cycle = () => new ClothGeometry(cloth).dispose();
    for (let k = 0; k < 2_000; k++) cycle();
    const before = await heapBytes();
    for (let k = 0; k < 8_000; k++) cycle();
    expect((await heapBytes()) - before).toBeLessThan(400_000);
    cloth.dispose();
  });
});

describe('what is forgotten without dispose()', () => {
  const forget = (module: Mangto, count: number) => {
    for (let k = 0; k < count; k++) module.createGridCloth(hangingSheet(24, 24));
  };

  it('is freed by the garbage collector', async () => {
    for (let round = 0; round < 3; round++) {
      forget(mangto, 100);
      await collectGarbage();
    }
    const before = mangto.memoryBytes;
    for (let round = 0; round < 10; round++) {
      forget(mangto, 100);
      await collectGarbage();
    }
    expect(mangto.memoryBytes).toBe(before);
  });

  it('is reported once, with the place where it was made, in development only', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    forget(mangto, 5);
    await collectGarbage();
    expect(warn).not.toHaveBeenCalled();
    const module = await loadMangto({ wasmBinary, development: true });
    module.createGridCloth(hangingSheet(3, 3)).dispose();
    await collectGarbage();
    expect(warn).not.toHaveBeenCalled();
    forget(module, 5);
    await collectGarbage();
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]![0]).toMatch(/dispose\(\)[^]*leaks\.test\.ts/);
    warn.mockRestore();
  });
});

it('a module that is dropped takes its memory with it', async () => {
  const cycle = async () => {
    const module = await loadModule();
    module.createGridCloth(hangingSheet(3, 3));
    module.dispose();
  };
  for (let k = 0; k < 10; k++) await cycle();
  const before = await heapBytes();
  const { arrayBuffers } = process.memoryUsage();
  for (let k = 0; k < 40; k++) await cycle();
  expect((await heapBytes()) - before).toBeLessThan(2_000_000);
  expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(20_000_000);
});
