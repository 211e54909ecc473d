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

  it.each<[string, unknown]>([
    ['nothing', null],
    ['text', 'a mesh'],
    ['other arrays', { ...surface(), positions: Array(9).fill(0) }],
    ['no points', { ...surface(), shapes: new Uint16Array(0) }],
    ['fewer positions', { ...surface(), positions: new Float32Array(6) }],
    ['more normals', { ...surface(), normals: new Float32Array(12) }],
    ['a position that is no number', { ...surface(), positions: new Float32Array(9).fill(NaN) }],
    ['an index of no point', { ...surface(), indices: Uint16Array.from([0, 1, 3]) }],
  ])('does not take %s for a mesh', async (_name, value) => {
    store.entries.set('bear', value);
    expect(await findSurface('bear')).toBeUndefined();
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
});
