// 그물 천의 움직임: 기준 구현, 격자 천, 그리고 자기 자신과 견준다.
import { afterAll, describe, expect, it } from 'vitest';
import type { Cloth, MeshClothOptions } from 'mangto';
import { classicMesh, welded } from '../reference/mesh';
import { loadModule, run, snapshot } from '../support/module';
import { allFinite, bits, largestDifference } from '../support/measure';
import {
  asSheet,
  book,
  equilateral,
  fan,
  formsOf,
  globe,
  shuffled,
  sheetMesh,
  tetrahedron,
  together,
  unindexed,
  type Mesh,
} from '../support/meshes';
import { hangingSheet, lyingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

type Settings = Omit<MeshClothOptions, 'positions' | 'indices' | 'pinned' | 'solver'>;

/** 용접한 점의 차례로 읽은 위치. */
function weldedPositions(mesh: Mesh, positions: Float32Array): Float32Array {
  const { weldedOf, points } = welded(mesh);
  const out = new Float32Array(points.length * 3);
  weldedOf.forEach((w, k) => out.set(positions.subarray(3 * k, 3 * k + 3), 3 * w));
  return out;
}

/** 순서가 다르면 궤적은 다르지만, 가라앉은 모양은 늘어남의 차이만큼만 다르다. */
function settledDifference(mesh: Mesh, settings: Settings, capsules: number[] = []): number {
  const stiff = { ...settings, iterations: 20 };
  const cloth = mangto.createMeshCloth({ ...mesh, ...stiff });
  const reference = classicMesh(mesh, stiff);
  cloth.setCapsules(capsules);
  reference.setCapsules(capsules);
  run([cloth, reference], 1500);
  return largestDifference(weldedPositions(mesh, cloth.positions), reference.positions);
}

const BALL = [0.33, 9.5, -0.05, 0.33, 9.5, -0.05, 0.2];

describe('a settled mesh is where the plain reference of the same mesh is', () => {
  const sheet = hangingSheet(12, 17);
  it.each(Object.entries(formsOf(sheet)))('a hanging sheet %s', (_name, mesh) => {
    expect(settledDifference(mesh, {})).toBeLessThan(0.03);
  });

  it('a sheet in a steady wind', () => {
    expect(settledDifference(sheetMesh(sheet), { wind: [0, 0, 3] })).toBeLessThan(0.03);
  });

  it('a sheet that leans on a sphere', () => {
    expect(settledDifference(unindexed(sheetMesh(sheet)), {}, BALL)).toBeLessThan(0.03);
  });

  it('an equilateral sheet', () => {
    expect(settledDifference(equilateral(12, 14), {})).toBeLessThan(0.03);
  });

  it('a curtain on two corners', () => {
    const curtain = sheetMesh(hangingSheet(12, 12, { pinning: 'corners' }), 'alternating');
    expect(settledDifference(curtain, {})).toBeLessThan(0.03);
  });
});

describe('single steps', () => {
  // 제약이 없으면 순서도 없다: 적분, 바람, 충돌은 float32의 오차까지 같아야 한다.
  const loose = { stiffness: { structural: 0, shear: 0, bend: 0 } };
  const air = { wind: [1, 0.5, 3] as const, windStrength: 4, drag: 0.5 };
  it.each(
    Object.entries({
      'an equilateral sheet': equilateral(7, 9, 0.06, 1),
      'a globe with a seam': globe(12, 7, 0.3, 0.7),
      'a book': book(5, 0.6),
      'a fan': fan(37, 0.5, 0.4),
      'a sheet in triangles': unindexed(sheetMesh(hangingSheet(5, 6, { top: 0.5 }))),
    }),
  )('without constraints agree with the plain reference: %s', (_name, mesh) => {
    const cloth = mangto.createMeshCloth({ ...mesh, ...loose, ...air });
    const reference = classicMesh(mesh, { ...loose, ...air });
    const capsules = [0, 0.3, 0.1, 0.2, 0.5, 0.3, 0.15, 0, 0.2, 0.4, 0, 0.2, 0.4, 0.3];
    for (const each of [cloth, reference]) each.setCapsules(capsules);
    for (let k = 0; k < 40; k++) {
      run([cloth, reference], 1);
      const difference = largestDifference(
        weldedPositions(mesh, cloth.positions),
        reference.positions,
      );
      expect(difference, `step ${k}`).toBeLessThan(1e-4);
    }
  });

  it('of a single edge pull both ends half and half, and a pin not at all', () => {
    const mesh = { positions: new Float32Array([0, 8, 0, 1, 8, 0, 0, 9, 0]) };
    const settings = { gravity: [0, 0, 0], iterations: 1, windStrength: 0, drag: 0 } as const;
    const cloth = mangto.createMeshCloth({ ...mesh, ...settings, pinned: (k) => k === 0 });
    cloth.pinTargets[0] = -0.5;
    cloth.step();
    // 변 (0, 1)은 0.5만큼 늘었고 점 1이 모두 받는다. 변 (1, 2)와 (0, 2)가 조금 되돌린다.
    expect(cloth.positions[0]).toBe(-0.5);
    expect(cloth.positions[3]).toBeLessThan(0.6);
    expect(cloth.positions[3]).toBeGreaterThan(0.3);
  });
});

describe('a mesh without pins', () => {
  it.each(
    Object.entries({
      'a tetrahedron': tetrahedron(9),
      'a sphere': globe(16, 9, 0.3, 9),
      'a sheet': sheetMesh(hangingSheet(7, 6, { pinning: 'none' })),
      'a book': book(3),
      'several pieces': together(tetrahedron(9), globe(8, 5, 0.2, 8), book(4)),
    }),
  )('falls freely and keeps its shape: %s', (_name, mesh) => {
    const settings = { windStrength: 0, drag: 0, damping: 1, floor: null };
    const cloth = mangto.createMeshCloth({ ...mesh, ...settings });
    run(cloth, 60);
    const fallen = (9.8 / 2) * (1 / 60) ** 2 * 60 * 61;
    const expected = mesh.positions.map((value, k) => (k % 3 === 1 ? value - fallen : value));
    expect(largestDifference(cloth.positions, expected)).toBeLessThan(1e-3);
  });

  it('comes to rest on the floor, above it in every step', () => {
    const cloth = mangto.createMeshCloth(globe(16, 9, 0.3, 1));
    const lowest = () => Math.min(...cloth.positions.filter((_, k) => k % 3 === 1));
    for (let k = 0; k < 400; k++) {
      cloth.step();
      expect(lowest()).toBeGreaterThanOrEqual(Math.fround(0.02));
    }
    const before = cloth.positions.slice();
    run(cloth, 60);
    expect(largestDifference(cloth.positions, before)).toBeLessThan(0.01);
  });
});

describe('capsules', () => {
  it('push every vertex of a falling mesh out', () => {
    const mesh = unindexed(sheetMesh(lyingSheet(12, 12, { top: 1 }), 'alternating'));
    const cloth = mangto.createMeshCloth(mesh);
    const [y, z, radius] = [0.6, 0.33, 0.125];
    cloth.setCapsules([-1, y, z, 2, y, z, radius]);
    let touched = false;
    for (let k = 0; k < 120; k++) {
      cloth.step();
      for (let n = 0; n < cloth.positions.length; n += 3) {
        const gap = Math.hypot(cloth.positions[n + 1]! - y, cloth.positions[n + 2]! - z) - radius;
        expect(gap).toBeGreaterThan(-1e-5);
        touched ||= gap < 1e-3;
      }
    }
    expect(touched).toBe(true);
  });
});

describe('wind', () => {
  it('carries a mesh that faces it far more than one that lies along it', () => {
    const sheet = hangingSheet(10, 10, { pinning: 'none' });
    const settings = { gravity: [0, 0, 0] as const, floor: null };
    const away = (axis: number) => {
      const wind: [number, number, number] = [0, 0, 0];
      wind[axis] = 3;
      const cloth = mangto.createMeshCloth({ ...sheetMesh(sheet, 'random'), ...settings, wind });
      run(cloth, 30);
      return cloth.positions[axis]! - sheet.position(0, 0)[axis]!;
    };
    expect(away(2)).toBeGreaterThan(5 * away(0));
    expect(away(0)).toBeGreaterThan(0);
  });
});

describe('pins', () => {
  it('of one of many vertices in a place pin the place', () => {
    const mesh = unindexed(sheetMesh(hangingSheet(5, 6)));
    const first = mesh.gridOf.lastIndexOf(2);
    const cloth = mangto.createMeshCloth({ ...mesh, pinned: (k) => k === first });
    run(cloth, 60);
    mesh.gridOf.forEach((g, k) => {
      const now = [...cloth.positions.subarray(3 * k, 3 * k + 3)];
      if (g === 2) expect(now).toEqual([...mesh.positions.subarray(3 * k, 3 * k + 3)]);
      else expect(now[1]).toBeLessThan(10);
    });
  });

  it('of several vertices in a place take the target of the first pinned one', () => {
    const mesh = unindexed(sheetMesh(hangingSheet(4, 4)));
    const places = [...mesh.gridOf.keys()].filter((k) => mesh.gridOf[k] === 1);
    expect(places.length).toBeGreaterThan(2);
    const [unpinned, leader, ...others] = places as [number, number, ...number[]];
    const pinned = (k: number) => places.includes(k) && k !== unpinned;
    const cloth = mangto.createMeshCloth({ ...mesh, pinned });
    cloth.pinTargets.fill(NaN, 3 * unpinned, 3 * unpinned + 3);
    cloth.pinTargets.set([0.5, 10.25, 0.125], 3 * leader);
    for (const k of others) cloth.pinTargets.set([9, 9, 9], 3 * k);
    run(cloth, 20);
    for (const k of places) {
      expect([...cloth.positions.subarray(3 * k, 3 * k + 3)]).toEqual([0.5, 10.25, 0.125]);
    }
  });

  it('are exactly at their targets after every step', () => {
    const cloth = mangto.createMeshCloth({ ...equilateral(9, 9), wind: [30, 0, 30] });
    cloth.setCapsules([0, 10, 0, 1, 10, 0, 0.3]);
    run(cloth, 90, (k) => {
      for (let n = 0; n < 27; n++) cloth.pinTargets[n]! += k % 2 ? 1 / 32 : -1 / 64;
      cloth.step();
      expect(cloth.positions.subarray(0, 27)).toEqual(cloth.pinTargets.subarray(0, 27));
    });
  });

  it('everywhere leave the mesh at its targets', () => {
    const cloth = mangto.createMeshCloth({ ...globe(8, 5), pinned: () => true });
    for (let k = 0; k < cloth.pinTargets.length; k++) cloth.pinTargets[k]! *= 2;
    run(cloth, 5);
    const mesh = globe(8, 5);
    expect(cloth.positions).toEqual(mesh.positions.map((value) => value * 2 + 0));
  });

  it('in one piece hold only that piece', () => {
    const held = sheetMesh(hangingSheet(4, 4));
    const mesh = together(held, sheetMesh(hangingSheet(4, 4, { pinning: 'none', top: 20 })));
    const cloth = mangto.createMeshCloth({ ...mesh, floor: null });
    run(cloth, 60);
    expect(cloth.positions[48 + 1]).toBeLessThan(17);
    expect(cloth.positions[1]).toBe(10);
    const alone = mangto.createMeshCloth({ ...held, floor: null });
    run(alone, 60);
    expect(largestDifference(cloth.positions.subarray(0, 48), alone.positions)).toBeLessThan(1e-3);
  });
});

describe('the same mesh', () => {
  const windy = (mesh: Mesh): Cloth => {
    const cloth = mangto.createMeshCloth({ ...mesh, wind: [2, 0.5, 4] });
    cloth.setCapsules(BALL);
    return cloth;
  };

  it.each(
    Object.entries({
      'a sheet': unindexed(shuffled(sheetMesh(hangingSheet(12, 17), 'random'), 9)),
      'a fan': fan(300),
      'several pieces': together(globe(12, 7), book(9), equilateral(9, 9)),
    }),
  )('ends in the same bits every time: %s', (_name, mesh) => {
    const twins = [windy(mesh), windy(mesh)] as const;
    run([...twins], 120);
    expect(bits(twins[0].positions)).toEqual(bits(twins[1].positions));
    expect(bits(twins[0].normals)).toEqual(bits(twins[1].normals));
  });

  it('ends in the same bits after a reset, and is reset to what it was', () => {
    const cloth = windy(globe(12, 7));
    const created = snapshot(cloth);
    run(cloth, 90);
    const moved = cloth.positions.slice();
    cloth.reset();
    expect(snapshot(cloth)).toEqual(created);
    run(cloth, 90);
    expect(bits(cloth.positions)).toEqual(bits(moved));
  });

  it('moves alike with 16-bit and 32-bit indices', () => {
    const mesh = equilateral(9, 9);
    const twin = { ...mesh, indices: new Uint16Array(mesh.indices!) };
    const cloths = [windy(mesh), windy(twin)] as const;
    run([...cloths], 60);
    expect(bits(cloths[0].positions)).toEqual(bits(cloths[1].positions));
  });

  it('hangs where the grid of the same points hangs, in every form', () => {
    const sheet = hangingSheet(12, 17);
    const grid = mangto.createGridCloth({ ...sheet, iterations: 20 });
    run(grid, 1200);
    for (const [name, mesh] of Object.entries(formsOf(sheet))) {
      const cloth = mangto.createMeshCloth({ ...mesh, iterations: 20 });
      run(cloth, 1200);
      const hung = asSheet(mesh, cloth.positions).positions;
      expect(largestDifference(hung, grid.positions), name).toBeLessThan(0.03);
      expect(allFinite(cloth.normals)).toBe(true);
    }
  });
});
