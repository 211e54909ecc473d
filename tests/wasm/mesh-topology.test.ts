// 그물에서 만들어지는 제약: 수, 그리고 작은 그물에서는 어느 점과 어느 점인지까지.
import { afterAll, describe, expect, it } from 'vitest';
import type { Kind } from '../reference/grid';
import { countKinds, meshConstraints, welded } from '../reference/mesh';
import { loadModule } from '../support/module';
import {
  book,
  equilateral,
  fan,
  formsOf,
  globe,
  meshOf,
  sheetMesh,
  tetrahedron,
  together,
  type Mesh,
} from '../support/meshes';
import { hangingSheet, type Point } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const KINDS: readonly Kind[] = ['structural', 'shear', 'bend'];
const only = (kind: Kind) => ({ structural: 0, shear: 0, bend: 0, [kind]: 1 });

function countsOf(mesh: Mesh): Record<Kind, number> {
  const cloth = mangto.createMeshCloth(mesh);
  const counts = KINDS.map((kind) => {
    cloth.stiffness = only(kind);
    return [kind, cloth.stats.constraints];
  });
  cloth.dispose();
  return Object.fromEntries(counts) as Record<Kind, number>;
}

/** 이어진 짝을 밖에서 알아낸다: 한 점만 자유로울 때, 어느 점을 끌면 그 점이 따라오는가. */
function linksOf(mesh: Mesh, kind: Kind): string[] {
  const { weldedOf, points } = welded(mesh);
  const links: string[] = [];
  for (let free = 0; free < points.length; free++) {
    const cloth = mangto.createMeshCloth({
      ...mesh,
      pinned: (k) => weldedOf[k] !== free,
      stiffness: only(kind),
      gravity: [0, 0, 0],
      windStrength: 0,
      drag: 0,
      floor: null,
      iterations: 1,
    });
    const at = 3 * weldedOf.indexOf(free);
    for (let other = 0; other < free; other++) {
      weldedOf.forEach((w, k) => {
        if (w !== other) return;
        cloth.pinTargets[3 * k]! += 0.31;
        cloth.pinTargets[3 * k + 1]! += 0.17;
        cloth.pinTargets[3 * k + 2]! += 0.23;
      });
      cloth.step();
      const moved = [0, 1, 2].map((c) => Math.abs(cloth.positions[at + c]! - points[free]![c]!));
      if (Math.max(...moved) > 1e-3) links.push(`${other},${free}`);
      cloth.reset();
    }
    cloth.dispose();
  }
  return links.sort();
}

function expectedLinks(mesh: Mesh, kind: Kind): string[] {
  const constraints = meshConstraints(welded(mesh)).filter(([, , own]) => own === kind);
  return constraints.map(([a, b]) => `${Math.min(a, b)},${Math.max(a, b)}`).sort();
}

describe.each(Object.entries(formsOf(hangingSheet(12, 17))))('a 12×17 sheet %s', (_name, mesh) => {
  it('has the 1,081 constraints of the grid, of each kind as many', () => {
    expect(countsOf(mesh)).toEqual({ structural: 379, shear: 352, bend: 350 });
    const cloth = mangto.createMeshCloth(mesh);
    expect(cloth.stats).toMatchObject({ points: mesh.positions.length / 3, constraints: 1081 });
  });
});

describe.each(Object.entries(formsOf(hangingSheet(16, 10, { pinning: 'left' }))))(
  'a 16×10 sheet %s',
  (_name, mesh) => {
    it('has the 832 constraints of the grid', () => {
      expect(mangto.createMeshCloth(mesh).stats.constraints).toBe(832);
    });
  },
);

describe('sheets of other sizes have the constraints of the grid', () => {
  it.each([
    [2, 2],
    [2, 3],
    [3, 2],
    [2, 40],
    [40, 2],
    [3, 3],
    [5, 7],
    [31, 13],
    [64, 64],
  ])('%i × %i', (columns, rows) => {
    const sheet = hangingSheet(columns, rows);
    const grid = mangto.createGridCloth(sheet).stats.constraints;
    for (const [name, mesh] of Object.entries(formsOf(sheet))) {
      expect(mangto.createMeshCloth(mesh).stats.constraints, name).toBe(grid);
    }
  });

  it('with cells that are not square, up to a ratio of 1:4', () => {
    for (const stretch of [0.25, 0.5, 2, 4]) {
      const plain = hangingSheet(9, 8);
      const position = (i: number, j: number): Point => [i * 0.06, 10 - j * 0.06 * stretch, 0];
      const mesh = sheetMesh({ ...plain, position }, 'alternating');
      const grid = mangto.createGridCloth(plain).stats.constraints;
      expect(mangto.createMeshCloth(mesh).stats.constraints, String(stretch)).toBe(grid);
    }
  });

  it('bent round a shoulder', () => {
    const plain = hangingSheet(13, 9);
    const position = (i: number, j: number): Point => {
      const angle = (i - 6) / 5;
      return [0.3 * Math.sin(angle), 10 - j * 0.05, 0.3 * Math.cos(angle)];
    };
    const mesh = sheetMesh({ ...plain, position }, 'random');
    const grid = mangto.createGridCloth(plain).stats.constraints;
    expect(mangto.createMeshCloth(mesh).stats.constraints).toBe(grid);
  });
});

const square: Point[] = [
  [0, 10, 0],
  [0, 9.9, 0],
  [0.1, 9.9, 0],
  [0.1, 10, 0],
];

const SMALL: Record<string, Mesh> = {
  ...formsOf(hangingSheet(4, 5)),
  'a 2×6 strip': sheetMesh(hangingSheet(2, 6), 'alternating'),
  'a 6×2 strip': sheetMesh(hangingSheet(6, 2), 'falling'),
  'one triangle': meshOf(square, [0, 1, 2]),
  'one quad': meshOf(square, [0, 1, 2, 0, 2, 3]),
  'an equilateral sheet': equilateral(5, 5),
  'a fan with six spokes': fan(6),
  'a fan with eleven spokes': fan(11),
  'a tetrahedron': tetrahedron(),
  'a sphere with seam and poles': globe(8, 5),
  'a book of three pages': book(3),
  'a book of seven pages': book(7),
  'a triangle twice': meshOf(square, [0, 1, 2, 0, 1, 2, 0, 2, 3]),
  'a quad with both sides': meshOf(square, [0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0]),
  'a quad with a repeated corner': meshOf(square, [0, 1, 2, 0, 2, 3, 1, 1, 3, 2, 2, 2]),
  'two sheets and a tetrahedron': together(
    sheetMesh(hangingSheet(3, 3)),
    sheetMesh(hangingSheet(2, 3, { top: 20 }), 'falling'),
    tetrahedron(),
  ),
  'quads that meet triangles': meshOf(
    [...square, [0.2, 9.95, 0], [0.05, 9.8, 0]],
    [0, 1, 2, 0, 2, 3, 2, 4, 3, 1, 5, 2],
  ),
};

describe.each(Object.entries(SMALL))('%s', (_name, mesh) => {
  it.each(KINDS)('joins exactly the points of the plain derivation: %s', (kind) => {
    expect(linksOf(mesh, kind)).toEqual(expectedLinks(mesh, kind));
  });

  it('counts what it joins', () => {
    expect(countsOf(mesh)).toEqual(countKinds(meshConstraints(welded(mesh))));
  });
});

describe('larger meshes have the counts of the plain derivation', () => {
  it.each(
    Object.entries({
      'a fan with 500 spokes': fan(500),
      'an equilateral sheet': equilateral(20, 23),
      'a sphere': globe(32, 20),
      'a book of 40 pages': book(40),
    }),
  )('%s', (_name, mesh) => {
    expect(countsOf(mesh)).toEqual(countKinds(meshConstraints(welded(mesh))));
  });

  it('a closed sphere of right cells has a shear pair for every quad and no border', () => {
    const { structural, shear } = countKinds(meshConstraints(welded(globe(32, 20))));
    // 극의 삼각형은 사각형이 아니다: 사각형은 32 × 18, 점은 32 × 19 + 2
    expect(structural).toBe(32 * 19 + 32 * 20);
    expect(shear).toBe(2 * 32 * 18);
  });
});
