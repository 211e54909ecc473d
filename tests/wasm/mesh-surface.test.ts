// 그물 천의 겉: 이음매, 법선, 경계 구, 어느 삼각형에도 없는 점.
import { BufferAttribute, BufferGeometry } from 'three';
import { afterAll, describe, expect, it } from 'vitest';
import { ClothGeometry } from 'mangto/three';
import type { Cloth } from 'mangto';
import { welded } from '../reference/mesh';
import { loadModule, run } from '../support/module';
import { allFinite, bits, distance, largestDifference } from '../support/measure';
import {
  book,
  equilateral,
  fan,
  globe,
  meshOf,
  seamed,
  sheetMesh,
  shuffled,
  tetrahedron,
  together,
  unindexed,
  type Mesh,
} from '../support/meshes';
import { hangingSheet, type Point } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const sheet = hangingSheet(12, 17, { top: 2 });
const MESHES: Record<string, Mesh> = {
  'a sheet with a seam': seamed(sheetMesh(sheet), 6),
  'a sheet with a seam in shuffled order': shuffled(seamed(sheetMesh(sheet), 3), 5),
  'a sheet that is not indexed': unindexed(sheetMesh(sheet, 'alternating')),
  'a globe with seam and poles': globe(16, 11, 0.3, 1.5),
  'a tetrahedron': tetrahedron(),
  'a fan': fan(70, 0.5, 1),
  'an equilateral sheet': equilateral(11, 13, 0.06, 2),
  'a book of five pages': book(5, 2),
  'several pieces': together(globe(9, 6), tetrahedron(3), equilateral(5, 5, 0.06, 2)),
};

function fluttering(mesh: Mesh): Cloth {
  const cloth = mangto.createMeshCloth({ ...mesh, wind: [1, 0.5, 3] });
  cloth.setCapsules([0.2, 1.2, 0.3, 0.4, 1.6, 0.3, 0.15]);
  run(cloth, 45);
  return cloth;
}

/** three가 용접한 그물에서 셈한 법선을 점마다 펼친 것, 그리고 법선이 뚜렷한 점. */
function expectedNormals(mesh: Mesh, positions: Float32Array) {
  const { weldedOf, triangles, points } = welded(mesh);
  const flat = new Float32Array(points.length * 3);
  weldedOf.forEach((w, k) => flat.set(positions.subarray(3 * k, 3 * k + 3), 3 * w));
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(flat, 3));
  geometry.setIndex(triangles.flat());
  geometry.computeVertexNormals();
  const { array } = geometry.getAttribute('normal');

  const sums = points.map(() => ({ vector: [0, 0, 0], area: 0 }));
  const at = (k: number) => [...flat.subarray(3 * k, 3 * k + 3)] as Point;
  for (const corners of triangles) {
    const [a, b, c] = corners.map(at) as [Point, Point, Point];
    const [u, v] = [c, a].map((p) => p.map((value, n) => value - b[n]!)) as [Point, Point];
    const cross = [0, 1, 2].map((n) => {
      const [m, l] = [(n + 1) % 3, (n + 2) % 3];
      return u[m]! * v[l]! - u[l]! * v[m]!;
    });
    for (const k of corners) {
      cross.forEach((value, n) => (sums[k]!.vector[n]! += value));
      sums[k]!.area += Math.hypot(...cross);
    }
  }
  // 꼭 반으로 접힌 점의 법선은 반올림이 정한다.
  const clear = (w: number) => Math.hypot(...sums[w]!.vector) > 1e-2 * sums[w]!.area;
  return weldedOf.flatMap((w, k) =>
    clear(w) ? [{ k, normal: [...array.subarray(3 * w, 3 * w + 3)] as Point }] : [],
  );
}

describe.each(Object.entries(MESHES))('%s', (_name, mesh) => {
  it('keeps every seam closed: duplicates have the same bits', () => {
    const cloth = fluttering(mesh);
    const { weldedOf } = welded(mesh);
    const [positions, normals] = [bits(cloth.positions), bits(cloth.normals)];
    weldedOf.forEach((w, k) => {
      const first = weldedOf.indexOf(w);
      for (let c = 0; c < 3; c++) {
        expect(positions[3 * k + c]).toBe(positions[3 * first + c]);
        expect(normals[3 * k + c]).toBe(normals[3 * first + c]);
      }
    });
  });

  it("has the normals of three's computeVertexNormals on the welded mesh", () => {
    for (const cloth of [mangto.createMeshCloth(mesh), fluttering(mesh)]) {
      const expected = expectedNormals(mesh, cloth.positions);
      expect(expected.length).toBeGreaterThan(0.9 * cloth.stats.points);
      for (const { k, normal } of expected) {
        const own = cloth.normals.subarray(3 * k, 3 * k + 3);
        expect(largestDifference(own, normal)).toBeLessThan(1e-4);
      }
    }
  });

  it("has the bounding sphere of three's computeBoundingSphere", () => {
    for (const cloth of [mangto.createMeshCloth(mesh), fluttering(mesh)]) {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(cloth.positions.slice(), 3));
      geometry.computeBoundingSphere();
      const { center, radius } = geometry.boundingSphere!;
      expect(distance(cloth.boundingSphere.center, center.toArray())).toBeLessThan(1e-5);
      expect(Math.abs(cloth.boundingSphere.radius - radius)).toBeLessThan(1e-5);
    }
  });

  it('starts with its positions as they were given, and its own triangles', () => {
    const cloth = mangto.createMeshCloth(mesh);
    const own =
      mesh.indices ?? mesh.positions.subarray(0, mesh.positions.length / 3).map((_, k) => k);
    expect(cloth.positions).toEqual(mesh.positions.map((value) => value + 0));
    expect(cloth.pinTargets).toEqual(cloth.positions);
    expect([...cloth.indices]).toEqual([...own]);
    expect(cloth.uvs).toHaveLength(0);
    expect([cloth.columns, cloth.rows]).toEqual([0, 0]);
  });
});

describe('welding', () => {
  const cut = seamed(sheetMesh(hangingSheet(7, 6)), 3);
  const shifted = (by: number): Mesh => ({
    ...cut,
    positions: cut.positions.map((value, k) => (k >= 3 * 42 && k % 3 === 0 ? value + by : value)),
  });

  it('joins duplicates that differ by rounding only', () => {
    const whole = mangto.createGridCloth(hangingSheet(7, 6)).stats.constraints;
    for (const by of [0, 2 ** -25, -(2 ** -25)]) {
      expect(mangto.createMeshCloth(shifted(by)).stats.constraints).toBe(whole);
    }
  });

  it('leaves points apart that are a thousandth of the size of the mesh apart', () => {
    const whole = mangto.createGridCloth(hangingSheet(7, 6)).stats.constraints;
    const cloth = mangto.createMeshCloth(shifted(5e-4));
    expect(cloth.stats.constraints).not.toBe(whole);
    run(cloth, 10);
    expect(allFinite(cloth.positions)).toBe(true);
  });

  it('knows 0 and -0 as the same place', () => {
    const mesh = unindexed(sheetMesh(hangingSheet(3, 3)));
    const signs = mesh.positions.map((value, k) => (value === 0 && k % 2 ? -0 : value));
    const cloth = mangto.createMeshCloth({ positions: signs });
    expect(cloth.stats.constraints).toBe(26);
  });

  it('is the same for a mesh of any size and in any place', () => {
    const base = unindexed(sheetMesh(hangingSheet(6, 5, { top: 0 }), 'alternating'));
    const expected = mangto.createMeshCloth(base).stats.constraints;
    for (const [scale, offset] of [
      [2 ** -10, 0],
      [2 ** 14, 0],
      [1, 1024],
      [64, 2 ** 16],
    ] as const) {
      const positions = base.positions.map((value) => value * scale + offset);
      expect(mangto.createMeshCloth({ positions }).stats.constraints, `${scale}`).toBe(expected);
    }
  });

  it('is not made coarser by a vertex of no triangle far away', () => {
    const mesh = sheetMesh(hangingSheet(5, 5));
    const positions = new Float32Array([...mesh.positions, 2e5, 0, 0]);
    expect(mangto.createMeshCloth({ ...mesh, positions }).stats.constraints).toBe(
      mangto.createMeshCloth(mesh).stats.constraints,
    );
  });
});

describe('a vertex of no triangle', () => {
  const mesh = sheetMesh(hangingSheet(5, 5));
  const stray: Point = [100, 50, 25];
  const withStrays = (...strays: Point[]): Mesh => ({
    ...mesh,
    positions: new Float32Array([...mesh.positions, ...strays.flat()]),
    pinned: (k) => k < 5,
  });

  it('stays where it is, outside the bounding sphere, and moves nothing else', () => {
    const cloth = mangto.createMeshCloth({ ...withStrays(stray), wind: [1, 0, 3] });
    const alone = mangto.createMeshCloth({ ...mesh, wind: [1, 0, 3] });
    cloth.setCapsules([...stray, ...stray, 1]);
    run([cloth, alone], 60);
    expect([...cloth.positions.subarray(75)]).toEqual(stray);
    expect(bits(cloth.positions.subarray(0, 75))).toEqual(bits(alone.positions));
    expect(cloth.boundingSphere).toEqual(alone.boundingSphere);
    expect(allFinite(cloth.normals)).toBe(true);
  });

  it('below the floor stays there', () => {
    const cloth = mangto.createMeshCloth(withStrays([0, -5, 0], [0.5, -5, 0.5]));
    run(cloth, 10);
    expect([...cloth.positions.subarray(75)]).toEqual([0, -5, 0, 0.5, -5, 0.5]);
  });

  it('in the place of one that has triangles moves with it', () => {
    const corner = [...mesh.positions.subarray(72, 75)] as Point;
    const cloth = mangto.createMeshCloth({ ...withStrays(corner), wind: [1, 0, 3] });
    run(cloth, 60);
    expect(cloth.positions.slice(75)).toEqual(cloth.positions.slice(72, 75));
    expect(cloth.positions[75]).not.toBe(corner[0]);
  });
});

describe('degenerate triangles', () => {
  it('with a repeated vertex are drawn but change nothing', () => {
    const mesh = sheetMesh(hangingSheet(5, 5));
    const indices = new Uint32Array([0, 0, 7, ...mesh.indices!, 3, 9, 3, 12, 12, 12]);
    const cloth = mangto.createMeshCloth({ ...mesh, indices, wind: [1, 0, 3] });
    const plain = mangto.createMeshCloth({ ...mesh, wind: [1, 0, 3] });
    run([cloth, plain], 60);
    expect(bits(cloth.positions)).toEqual(bits(plain.positions));
    expect(bits(cloth.normals)).toEqual(bits(plain.normals));
    expect([...cloth.indices]).toEqual([...indices]);
  });

  it('of no area between points in a line leave everything finite', () => {
    const points: Point[] = [0, 1, 2, 3].map((k) => [k * 0.1, 10, 0]);
    const mesh = meshOf([...points, [0.1, 9.9, 0]], [0, 1, 2, 1, 2, 3, 0, 4, 1, 1, 4, 2]);
    const cloth = mangto.createMeshCloth({ ...mesh, pinned: (k) => k === 0, wind: [1, 0, 3] });
    run(cloth, 120);
    expect(allFinite(cloth.positions) && allFinite(cloth.normals)).toBe(true);
  });

  it('that are there twice do not count twice', () => {
    const mesh = sheetMesh(hangingSheet(5, 5));
    const indices = new Uint32Array([...mesh.indices!, ...mesh.indices!]);
    const cloth = mangto.createMeshCloth({ ...mesh, indices });
    const plain = mangto.createMeshCloth(mesh);
    expect(cloth.stats.constraints).toBe(plain.stats.constraints);
    run([cloth, plain], 60);
    expect(largestDifference(cloth.positions, plain.positions)).toBeLessThan(1e-4);
  });
});

describe('a ClothGeometry over a mesh cloth', () => {
  it('shows its own views, without texture coordinates of its own', () => {
    const cloth = mangto.createMeshCloth(globe(8, 5));
    const geometry = new ClothGeometry(cloth);
    expect(geometry.getAttribute('position').array).toBe(cloth.positions);
    expect(geometry.getAttribute('normal').array).toBe(cloth.normals);
    expect(geometry.index!.array).toBe(cloth.indices);
    expect(geometry.getAttribute('uv')).toBeUndefined();
    expect(geometry.update(1 / 60)).toBe(1);
    expect(geometry.boundingSphere!.radius).toBe(cloth.boundingSphere.radius);
  });
});
