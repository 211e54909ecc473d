// 떼의 겉모습: 배열, 지오메트리, 메모리, 놓기.
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { BufferAttribute } from 'three';
import type { Cloth, ClothCrowd, ClothCrowdOptions, Mangto } from 'mangto';
import { ClothGeometry } from 'mangto/three';
import { capeCrowd, crowdSnapshot, ofMember, placement, plainMesh } from '../support/crowds';
import { caught, expectMangtoError } from '../support/errors';
import { loadModule, run, withMemoryUpTo } from '../support/module';
import { allFinite, distance, largestDifference } from '../support/measure';
import { sheetMesh, unindexed } from '../support/meshes';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
const untouched = await loadModule(); // 메모리가 자라지 않는 쌍둥이
afterAll(() => {
  mangto.dispose();
  untouched.dispose();
});

const grid = hangingSheet(5, 6);
const mesh = plainMesh(unindexed(sheetMesh(grid, 'alternating')));

describe.each([
  { name: 'a grid', one: grid, single: (m: Mangto): Cloth => m.createGridCloth(grid) },
  { name: 'a mesh', one: mesh, single: (m: Mangto): Cloth => m.createMeshCloth(mesh) },
])('the arrays of a crowd of $name', ({ one, single }) => {
  it.each([1, 3, 4, 5, 9])('hold %i members one after the other', (count) => {
    const crowd = mangto.createClothCrowd({ ...one, count, placement });
    const cloth = single(mangto);
    const points = cloth.stats.points;
    expect(crowd.count).toBe(count);
    expect(crowd.pointsPerMember).toBe(points);
    expect(crowd.stats.points).toBe(count * points);
    expect([crowd.columns, crowd.rows]).toEqual([cloth.columns, cloth.rows]);
    expect(crowd.positions).toHaveLength(3 * count * points);
    expect(crowd.normals).toHaveLength(3 * count * points);
    expect(crowd.pinTargets).toEqual(crowd.positions);
    expect(crowd.uvs).toHaveLength(count * cloth.uvs.length);
    expect(crowd.indices).toHaveLength(count * cloth.indices.length);
    for (let member = 0; member < count; member++) {
      const m = placement(member);
      for (let k = 0; k < points; k++) {
        const [x, y, z] = cloth.positions.subarray(3 * k, 3 * k + 3);
        const expected = [0, 1, 2].map(
          (c) => m[c]! * x! + m[4 + c]! * y! + m[8 + c]! * z! + m[12 + c]!,
        );
        const own = ofMember(crowd, crowd.positions, member).subarray(3 * k, 3 * k + 3);
        expect(distance([...own], expected)).toBeLessThan(1e-5);
      }
      const first = member * cloth.indices.length;
      const indices = crowd.indices.subarray(first, first + cloth.indices.length);
      expect([...indices]).toEqual([...cloth.indices].map((k) => k + member * points));
      const uvs = crowd.uvs.subarray(member * cloth.uvs.length, (member + 1) * cloth.uvs.length);
      expect(uvs).toEqual(cloth.uvs);
    }
  });
});

describe('the indices of a crowd', () => {
  it('are 16 bits wide for up to 65,535 points in all, 32 bits beyond', () => {
    const sheet = hangingSheet(51, 5); // 255점
    const short = mangto.createClothCrowd({ ...sheet, count: 257 });
    const long = mangto.createClothCrowd({ ...sheet, count: 258 });
    expect(short.stats.points).toBe(65_535);
    expect(short.indices).toBeInstanceOf(Uint16Array);
    expect(long.indices).toBeInstanceOf(Uint32Array);
    for (const crowd of [short, long]) {
      let largest = 0;
      for (const index of crowd.indices) largest = Math.max(largest, index);
      expect(largest).toBe(crowd.stats.points - 1);
      run(crowd, 2);
      expect(allFinite(crowd.positions)).toBe(true);
      crowd.dispose();
    }
  });

  it('reach every point of the largest crowd', () => {
    const crowd = mangto.createClothCrowd({ ...hangingSheet(32, 32), count: 1024 });
    expect(crowd.stats.points).toBe(1 << 20);
    expect(crowd.indices.at(-2)).toBe((1 << 20) - 1);
    crowd.step();
    expect(crowd.memberSphere(1023)).toEqual(crowd.memberSphere(0));
    crowd.dispose();
  });
});

describe('the spheres of a crowd', () => {
  it('hold their members tightly, and the one of all holds all', () => {
    const crowd = capeCrowd(mangto, 6);
    for (let k = 0; k < 20; k++) {
      crowd.step();
      for (let member = 0; member < 6; member++) {
        const { center, radius } = crowd.memberSphere(member);
        const positions = ofMember(crowd, crowd.positions, member);
        let farthest = 0;
        for (let n = 0; n < positions.length; n += 3) {
          const p = [...positions.subarray(n, n + 3)];
          farthest = Math.max(farthest, distance(p, center));
          const all = crowd.boundingSphere;
          expect(distance(p, all.center)).toBeLessThan(all.radius + 1e-5);
        }
        expect(Math.abs(farthest - radius)).toBeLessThan(1e-5);
      }
    }
  });

  it('are one object a member, filled anew', () => {
    const crowd = capeCrowd(mangto, 2);
    const sphere = crowd.memberSphere(1);
    const before = [...sphere.center];
    run(crowd, 60);
    expect(crowd.memberSphere(0)).not.toBe(sphere);
    expect(crowd.memberSphere(1)).toBe(sphere);
    expect([...sphere.center]).not.toEqual(before);
  });
});

describe('a ClothGeometry over a crowd', () => {
  it.each([
    ['grids', { ...hangingSheet(5, 6), count: 7, placement }],
    ['meshes', { ...mesh, count: 7, placement }],
  ] as [string, ClothCrowdOptions][])('draws all of its %s at once', (_name, options) => {
    const crowd = mangto.createClothCrowd({ ...options, wind: [1, 0, 4] });
    const geometry = new ClothGeometry(crowd);
    expect(geometry.getAttribute('position').array).toBe(crowd.positions);
    expect(geometry.getAttribute('normal').array).toBe(crowd.normals);
    expect(geometry.index!.array).toBe(crowd.indices);
    expect(geometry.drawRange.start).toBe(0);
    expect(geometry.drawRange.count).toBe(Infinity);
    const drawn = new Set(geometry.index!.array);
    expect(drawn.size, 'every point is drawn').toBe(7 * crowd.pointsPerMember);
    for (let k = 0; k < 30; k++) geometry.update(1 / 60);
    // 화면 밖으로 잘못 걸러지지 않도록, three가 스스로 재는 구와 같아야 한다.
    const own = geometry.boundingSphere!.clone();
    geometry.computeBoundingSphere();
    expect(own.radius).toBeCloseTo(geometry.boundingSphere!.radius, 4);
    expect(own.center.distanceTo(geometry.boundingSphere!.center)).toBeLessThan(1e-4);
  });
});

/** 메모리가 자랄 때까지 큰 떼를 만든다. */
function growMemory(): ClothCrowd[] {
  const before = mangto.memoryBytes;
  const crowds: ClothCrowd[] = [];
  while (mangto.memoryBytes === before) {
    crowds.push(mangto.createClothCrowd({ ...hangingSheet(64, 64), count: 16 }));
  }
  return crowds;
}

describe('when the memory grows', () => {
  it('all views of a crowd are issued again, those of its spheres too', () => {
    const crowd = capeCrowd(mangto, 6);
    run(crowd, 20);
    const before = crowdSnapshot(crowd);
    const indices = crowd.indices.slice();
    const uvs = crowd.uvs.slice();
    const { positions } = crowd;
    const listener = vi.fn();
    crowd.onViewsChanged(listener);
    growMemory().forEach((each) => each.dispose());
    expect(positions.byteLength, 'the old view is detached').toBe(0);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(crowdSnapshot(crowd)).toEqual(before);
    expect(crowd.indices).toEqual(indices);
    expect(crowd.uvs).toEqual(uvs);
  });

  it('crowds and their geometries go on as if nothing had happened', () => {
    const [crowd, twin] = [capeCrowd(mangto, 6), capeCrowd(untouched, 6)];
    const geometry = new ClothGeometry(crowd);
    for (let round = 0; round < 3; round++) {
      const others = growMemory();
      for (const each of [crowd, twin]) {
        each.setMemberWind(5, [round, 0, -2]);
        each.setMemberCapsules(3, [0, 9, 0, 1, 9.5, 0, 0.3 + round / 8]);
        ofMember(each, each.pinTargets, 4)[0]! += 1 / 64;
      }
      run([crowd, twin], 15);
      expect(crowdSnapshot(crowd)).toEqual(crowdSnapshot(twin));
      expect((geometry.getAttribute('position') as BufferAttribute).array).toBe(crowd.positions);
      expect(geometry.index!.array).toBe(crowd.indices);
      others.forEach((each) => each.dispose());
    }
  });

  it('by the capsules of a member, the crowd goes on', async () => {
    const module = await loadModule();
    const crowd = capeCrowd(module, 5);
    const bytes = module.memoryBytes;
    for (let n = 1000; module.memoryBytes === bytes; n *= 2) {
      crowd.setMemberCapsules(n % 5, new Float32Array(7 * n).fill(1000));
      expect(largestDifference(crowd.positions, crowd.pinTargets)).toBe(0);
    }
    crowd.setCapsules([]);
    run(crowd, 3);
    expect(crowd.memberSphere(4).radius).toBeGreaterThan(0.1);
    module.dispose();
  });
});

describe('memory stays flat', () => {
  it('through 300 crowds made, driven and disposed', () => {
    const cycle = () => {
      const crowd = capeCrowd(mangto, 9);
      for (let member = 0; member < 9; member++) {
        crowd.setMemberCapsules(member, new Array(7 * member).fill(0.25));
      }
      crowd.step();
      crowd.dispose();
    };
    for (let k = 0; k < 30; k++) cycle();
    const before = mangto.memoryBytes;
    for (let k = 0; k < 300; k++) cycle();
    expect(mangto.memoryBytes).toBe(before);
  });

  it('through 300 crowds refused late', () => {
    const bad = (member: number) =>
      member === 8 ? [1e30, ...placement(8).slice(1)] : placement(member);
    const cycle = () => {
      expect(() => capeCrowd(mangto, 9, { placement: bad })).toThrow('placement(8)');
      expect(() => capeCrowd(mangto, 9, { iterations: 0 })).toThrow('iterations');
    };
    for (let k = 0; k < 30; k++) cycle();
    const before = mangto.memoryBytes;
    for (let k = 0; k < 300; k++) cycle();
    expect(mangto.memoryBytes).toBe(before);
  });
});

describe('dispose', () => {
  const USES: Record<string, (crowd: ClothCrowd) => unknown> = {
    positions: (c) => c.positions,
    pinTargets: (c) => c.pinTargets,
    stats: (c) => c.stats,
    'memberSphere()': (c) => c.memberSphere(0),
    'setMemberWind()': (c) => c.setMemberWind(0, [0, 0, 1]),
    'setMemberCapsules()': (c) => c.setMemberCapsules(0, []),
    'setCapsules()': (c) => c.setCapsules([]),
    'wind =': (c) => (c.wind = [0, 0, 1]),
    'step()': (c) => c.step(),
    'update()': (c) => c.update(1 / 60),
    'reset()': (c) => c.reset(),
  };

  it.each(Object.entries(USES))("of a crowd gives 'disposed' for %s", (_name, use) => {
    const crowd = capeCrowd(mangto, 3);
    crowd.dispose();
    crowd.dispose();
    expect(crowd.disposed).toBe(true);
    expectMangtoError(
      caught(() => use(crowd)),
      'disposed',
    );
  });

  it('of the module disposes its crowds and refuses new ones', async () => {
    const module = await loadModule();
    const crowd = capeCrowd(module, 3);
    module.dispose();
    expect(crowd.disposed).toBe(true);
    expectMangtoError(
      caught(() => capeCrowd(module, 3)),
      'disposed',
    );
  });

  it('of the module in the placement callback is noticed', async () => {
    const module = await loadModule();
    const disposing = (member: number) => {
      module.dispose();
      return placement(member);
    };
    expectMangtoError(
      caught(() => capeCrowd(module, 3, { placement: disposing })),
      'disposed',
    );
  });
});

describe('when the memory is full', () => {
  it("a crowd gives 'out-of-memory' and the others go on", async () => {
    const module = await loadModule();
    withMemoryUpTo(256 << 20, () => {
      const [crowd, twin] = [capeCrowd(module, 5), capeCrowd(untouched, 5)];
      const hoard: ClothCrowd[] = [];
      for (const count of [1000, 40, 3]) {
        const error = caught(() => {
          for (;;) hoard.push(module.createClothCrowd({ ...hangingSheet(32, 32), count }));
        });
        expectMangtoError(error, 'out-of-memory');
      }
      // 자리가 모자라면 어느 벌의 캡슐도 바뀌지 않는다.
      const many = new Float32Array(7 * 3_000_000).map((_, k) => (k % 7 === 1 ? 9.8 : 0.3));
      for (const use of [() => crowd.setCapsules(many), () => crowd.setMemberCapsules(4, many)]) {
        expectMangtoError(caught(use), 'out-of-memory');
      }
      run([crowd, twin], 20);
      expect(crowdSnapshot(crowd)).toEqual(crowdSnapshot(twin));
      module.dispose();
    });
  }, 120_000);
});
