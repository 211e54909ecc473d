// 그물 천과 메모리: 번호의 너비, 자라는 메모리, 놓기, 모자라는 메모리.
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Cloth, Mangto } from 'mangto';
import { ClothGeometry } from 'mangto/three';
import { caught, expectMangtoError } from '../support/errors';
import { loadModule, run, snapshot, withMemoryUpTo } from '../support/module';
import { allFinite, largestDifference } from '../support/measure';
import { fan, globe, sheetMesh, unindexed, type Mesh } from '../support/meshes';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
const untouched = await loadModule(); // 메모리가 자라지 않는 쌍둥이
afterAll(() => {
  mangto.dispose();
  untouched.dispose();
});

const small = (module: Mangto = mangto) =>
  module.createMeshCloth({ ...unindexed(sheetMesh(hangingSheet(9, 8))), wind: [1, 0, 4] });

const large = sheetMesh(hangingSheet(256, 256));

/** 메모리가 자랄 때까지 큰 그물 천을 만든다. */
function growMemory(): Cloth[] {
  const before = mangto.memoryBytes;
  const cloths: Cloth[] = [];
  while (mangto.memoryBytes === before) cloths.push(mangto.createMeshCloth(large));
  return cloths;
}

/** 격자 255 × 257에 세모 하나를 보탠 것까지, 점이 `points`개인 그물. */
function meshOfPoints(points: number): Mesh {
  const base = sheetMesh(hangingSheet(255, 257));
  const extra = points - 255 * 257;
  const positions = new Float32Array(3 * points);
  positions.set(base.positions);
  const indices = [...base.indices!];
  for (let k = 0; k < extra; k++) {
    const own = 255 * 257 + k;
    positions.set([20 + k * 0.06, 10, k % 2 ? 0.06 : 0], 3 * own);
    if (k >= 2) indices.push(own - 2, own - 1, own);
  }
  return { positions, indices: new Uint32Array(indices), pinned: (k) => k < 255 };
}

describe('indices', () => {
  it('are 16 bits wide for up to 65,535 vertices, 32 bits beyond', () => {
    expect(255 * 257).toBe(65_535);
    const short = mangto.createMeshCloth(meshOfPoints(65_535));
    expect(short.indices).toBeInstanceOf(Uint16Array);
    // 65,535번은 WebGL에서 그리기를 끊는 번호이므로 16비트로 쓸 수 없다.
    const long = mangto.createMeshCloth(meshOfPoints(65_539));
    expect(long.indices).toBeInstanceOf(Uint32Array);
    for (const [cloth, points] of [
      [short, 65_535],
      [long, 65_539],
    ] as const) {
      expect([...cloth.indices]).toEqual([...meshOfPoints(points).indices!]);
      expect(Math.max(...new Set(cloth.indices))).toBe(points - 1);
      run(cloth, 2);
      expect(allFinite(cloth.positions)).toBe(true);
      cloth.dispose();
    }
  });

  it('given in 16 bits reach every one of 65,536 vertices', () => {
    const count = 65_536;
    const positions = new Float32Array(3 * count);
    const indices = new Uint16Array(3 * (count - 2));
    for (let k = 0; k < count; k++) {
      positions.set([Math.floor(k / 2) * 0.01, 10, k % 2 ? 0.01 : 0], 3 * k);
      if (k >= 2) indices.set([k - 2, k - 1, k], 3 * (k - 2));
    }
    const cloth = mangto.createMeshCloth({ positions, indices, pinned: (k) => k < 2 });
    expect([...cloth.indices.subarray(-3)]).toEqual([65_533, 65_534, 65_535]);
    run(cloth, 2);
    expect(allFinite(cloth.positions)).toBe(true);
    expect(cloth.positions[3 * 65_535 + 1]).toBeLessThan(10);
    cloth.dispose();
  });

  it('may be missing for very many vertices', () => {
    const cloth = mangto.createMeshCloth(unindexed(sheetMesh(hangingSheet(150, 150))));
    expect(cloth.stats.points).toBe(149 * 149 * 6);
    expect(cloth.indices).toBeInstanceOf(Uint32Array);
    expect(cloth.indices.every((value, k) => value === k)).toBe(true);
    run(cloth, 2);
    expect(allFinite(cloth.positions)).toBe(true);
    cloth.dispose();
  });
});

describe('when the memory grows', () => {
  it('the views of earlier mesh cloths are issued again and show the same numbers', () => {
    const cloth = small();
    run(cloth, 20);
    const before = snapshot(cloth);
    const { positions } = cloth;
    const indices = cloth.indices.slice();
    const listener = vi.fn();
    cloth.onViewsChanged(listener);
    growMemory().forEach((each) => each.dispose());
    expect(positions.byteLength, 'the old view is detached').toBe(0);
    expect(snapshot(cloth)).toEqual(before);
    expect(cloth.indices).toEqual(indices);
    expect(cloth.uvs).toHaveLength(0);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('earlier mesh cloths and their geometries go on as if nothing had happened', () => {
    const cloth = small();
    const twin = small(untouched);
    const geometry = new ClothGeometry(cloth);
    for (let round = 0; round < 3; round++) {
      const others = growMemory();
      run([cloth, twin], 15);
      cloth.pinTargets[0]! += 1 / 64;
      twin.pinTargets[0]! += 1 / 64;
      expect(cloth.positions).toEqual(twin.positions);
      expect(geometry.getAttribute('position').array).toBe(cloth.positions);
      expect(geometry.index!.array).toBe(cloth.indices);
      if (round % 2) others.forEach((each) => each.dispose());
    }
  });

  it('during the pinned callback of another cloth, that cloth is whole', () => {
    let inner: Cloth[] = [];
    const mesh = unindexed(sheetMesh(hangingSheet(9, 8)));
    const outer = mangto.createMeshCloth({
      ...mesh,
      wind: [1, 0, 4],
      pinned: (k) => {
        if (k === 100) inner = growMemory();
        return mesh.pinned!(k);
      },
    });
    const twin = small(untouched);
    run([outer, twin], 30);
    expect(outer.positions).toEqual(twin.positions);
    inner.forEach((each) => each.dispose());
  });
});

describe("another cloth's own arrays", () => {
  it('make a mesh cloth, also when making it grows the memory', async () => {
    // 같은 일을 하는 두 모듈: 하나에서 언제 메모리가 자라는지 보고, 다른 하나를 그 바로 앞까지 채운다.
    const crowd = (module: Mangto) => module.createGridCloth(hangingSheet(12, 12));
    const [scout, module] = [await loadModule(), await loadModule()];
    const sheet = hangingSheet(200, 200);
    scout.createGridCloth(sheet);
    const grid = module.createGridCloth(sheet);
    const bytes = scout.memoryBytes;
    let room = -1;
    for (; scout.memoryBytes === bytes; room++) crowd(scout);
    for (let k = 0; k < room; k++) crowd(module);
    expect(module.memoryBytes).toBe(bytes);

    const { positions, indices } = grid;
    const cloth = module.createMeshCloth({ positions, indices });
    expect(module.memoryBytes).toBeGreaterThan(bytes);
    expect(cloth.stats.constraints).toBe(grid.stats.constraints);
    expect(largestDifference(cloth.positions, grid.positions)).toBe(0);
    scout.dispose();
    module.dispose();
  });
});

describe('dispose', () => {
  it("of a mesh cloth gives 'disposed' for every use", () => {
    const cloth = mangto.createMeshCloth(globe(8, 5));
    cloth.dispose();
    cloth.dispose();
    expect(cloth.disposed).toBe(true);
    for (const use of [
      () => cloth.positions,
      () => cloth.normals,
      () => cloth.indices,
      () => cloth.pinTargets,
      () => cloth.step(),
      () => cloth.update(1),
      () => cloth.reset(),
      () => cloth.setCapsules([]),
    ]) {
      expectMangtoError(caught(use), 'disposed');
    }
  });

  it('of the module disposes its mesh cloths and refuses new ones', async () => {
    const module = await loadModule();
    const cloth = module.createMeshCloth(globe(8, 5));
    module.dispose();
    expect(cloth.disposed).toBe(true);
    expectMangtoError(
      caught(() => module.createMeshCloth(globe(8, 5))),
      'disposed',
    );
  });

  it('of the module in the pinned callback is noticed', async () => {
    const module = await loadModule();
    const pinned = () => {
      module.dispose();
      return true;
    };
    expectMangtoError(
      caught(() => module.createMeshCloth({ ...globe(8, 5), pinned })),
      'disposed',
    );
  });
});

describe('memory stays flat', () => {
  const flat = (cycle: () => void) => {
    for (let k = 0; k < 30; k++) cycle();
    const before = mangto.memoryBytes;
    for (let k = 0; k < 500; k++) cycle();
    expect(mangto.memoryBytes).toBe(before);
  };

  it('through 500 mesh cloths made and disposed', () => {
    const mesh = globe(24, 16);
    flat(() => {
      const cloth = mangto.createMeshCloth(mesh);
      cloth.setCapsules([0, 0, 0, 1, 1, 1, 0.1]);
      cloth.step();
      cloth.dispose();
    });
  });

  it('through 500 creations that fail late', () => {
    const mesh = globe(24, 16);
    const indices = mesh.indices!.slice();
    indices[indices.length - 1] = 1e6;
    flat(() => expect(() => mangto.createMeshCloth({ ...mesh, indices })).toThrow('indices'));
    flat(() => expect(() => mangto.createMeshCloth({ ...mesh, iterations: 0 })).toThrow());
  });
});

describe('when the memory is full', () => {
  it("creation gives 'out-of-memory' whatever the shape, and every cloth goes on", async () => {
    const module = await loadModule();
    withMemoryUpTo(256 << 20, () => {
      const cloth = small(module);
      const twin = small(untouched);
      const hoard: Cloth[] = [];
      const capsules = new Float32Array(7 * 2_000_000);
      const full = caught(() => {
        for (;;) {
          hoard.push(small(module));
          hoard.at(-1)!.setCapsules(capsules);
        }
      });
      expectMangtoError(full, 'out-of-memory');
      const sheet: Mesh = sheetMesh(hangingSheet(100, 100));
      for (const mesh of [sheet, unindexed(sheetMesh(hangingSheet(60, 60))), fan(10_000, 50)]) {
        const error = caught(() => {
          for (;;) hoard.push(module.createMeshCloth(mesh));
        });
        expectMangtoError(error, 'out-of-memory');
      }
      run([cloth, twin], 20);
      expect(cloth.positions).toEqual(twin.positions);
      hoard.forEach((each) => each.dispose());
      module.createMeshCloth(sheet).step();
      module.dispose();
    });
  }, 120_000);
});
