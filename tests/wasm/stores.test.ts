// 다음 방문을 위한 저장소가 꽉 찼거나, 상했거나, 거절할 때.
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SdfSurface } from 'mangto';
import { bakeSkinnedMesh } from 'mangto/three';
import { findSurface, storeSurface } from '../../web/app/surface_store';
import { FakeStore, type Fault } from '../support/fake-store';
import { loadModule } from '../support/module';
import { arm, skinOf } from '../support/rigs';

const mangto = await loadModule();
let store: FakeStore;

beforeEach(() => {
  store = new FakeStore();
  vi.stubGlobal('indexedDB', store);
});

afterAll(() => {
  vi.unstubAllGlobals();
  mangto.dispose();
});

/** 저장소에 있는 꼴. */
interface Kept {
  readonly version: number;
  readonly arrays: readonly unknown[];
}

const kFaults: readonly Fault[] = ['full', 'unreadable', 'refusing', 'silent'];

describe("the store of the bears' mesh", () => {
  const surface = (): SdfSurface => ({
    positions: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]),
    normals: Float32Array.from([0, 0, 1, 0, 0, 1, 0, 0, 1]),
    shapes: new Uint16Array(3),
    indices: Uint16Array.from([0, 1, 2]),
  });

  it('gives back what it was given', async () => {
    await storeSurface('bear', surface());
    expect(await findSurface('bear')).toEqual(surface());
    expect(await findSurface('another')).toBeUndefined();
  });

  it.each(kFaults)('is as none when it is %s', async (fault) => {
    store.fault = fault;
    await storeSurface('bear', surface());
    expect(await findSurface('bear')).toBeUndefined();
  });

  /** 저장된 것을 고쳐 쓴다. */
  async function foundAfter(damage: (kept: Kept) => unknown) {
    await storeSurface('bear', surface());
    store.entries.set('bear', damage(store.entries.get('bear') as Kept));
    return findSurface('bear');
  }

  it('takes what was kept as it is', async () => {
    expect(await foundAfter((kept) => kept)).toEqual(surface());
  });

  const without = (kept: Kept, k: number) => kept.arrays.filter((_, other) => other !== k);
  const replaced = ({ arrays, ...rest }: Kept, k: number, other: unknown) => {
    return { ...rest, arrays: arrays.map((own, i) => (i === k ? other : own)) };
  };
  const blob = (...numbers: number[]) => new Blob([Float32Array.from(numbers)]);

  it.each<[string, (kept: Kept) => unknown]>([
    ['nothing', () => null],
    ['text', () => 'a mesh'],
    ['an older form', (kept) => ({ ...kept, version: 1 })],
    ['the arrays themselves', (kept) => ({ ...kept, arrays: Object.values(surface()) })],
    ['no words', (kept) => ({ ...kept, info: undefined })],
    ['no list', (kept) => ({ ...kept, arrays: null })],
    ['no arrays', (kept) => ({ ...kept, arrays: [] })],
    ['one array less', (kept) => ({ ...kept, arrays: without(kept, 1) })],
    ['bytes that are none', (kept) => replaced(kept, 0, 'bytes')],
    ['fewer positions', (kept) => replaced(kept, 0, blob(0, 0, 0))],
    ['half a position', (kept) => replaced(kept, 0, new Blob(['1234567']))],
    ['other positions', (kept) => replaced(kept, 0, blob(0, 0, 0, 1, 0, 0, 0, 1, 1))],
    ['another index', (kept) => replaced(kept, 3, new Blob([Uint16Array.of(0, 1, 3)]))],
  ])('does not take %s for a mesh', async (_name, damage) => {
    expect(await foundAfter(damage)).toBeUndefined();
  });

  it('does not take the mesh of another key', async () => {
    await storeSurface('bear', surface());
    store.entries.set('cat', store.entries.get('bear'));
    expect(await findSurface('cat')).toBeUndefined();
  });
});

describe('the store of the skins', () => {
  let thickness = 0.3;
  const bake = async (radius: number) => {
    const { mesh, bones } = arm(radius);
    const options = { mangto, budgetMs: 50, persist: true };
    const { meshes, report } = await bakeSkinnedMesh(mesh, bones, options);
    return { skin: skinOf(meshes[0]!), cached: report.cached };
  };

  it.each(kFaults)('is as none when it is %s, and is used when it can be again', async (fault) => {
    thickness += 2 ** -10;
    store.fault = fault;
    const first = await bake(thickness);
    expect(first.cached).toBe(false);
    store.fault = 'none';
    expect(await bake(thickness)).toEqual({ ...first, cached: true });
    expect(store.entries.size).toBe(1);
  });

  it('tells the progress of a bake that is kept as one that never falls', async () => {
    const { mesh, bones } = arm(0.27);
    const seen: number[] = [];
    const onProgress = (progress: number) => seen.push(progress);
    await bakeSkinnedMesh(mesh, bones, { mangto, persist: true, budgetMs: 0, onProgress });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
    expect(seen.length).toBeGreaterThan(20);
  });
});
