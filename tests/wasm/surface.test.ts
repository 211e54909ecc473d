import { BufferAttribute, BufferGeometry, PlaneGeometry, Triangle, Vector3 } from 'three';
import { afterAll, describe, expect, it } from 'vitest';
import type { Cloth } from 'mangto';
import { loadModule, run } from '../support/module';
import { distance, largestDifference } from '../support/measure';
import { hangingSheet, lyingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

function geometryOf(cloth: Cloth): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(cloth.positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(cloth.indices.slice(), 1));
  return geometry;
}

/** 둘레의 삼각형들이 서로 지우지 않는 점. 꼭 반으로 접힌 점의 법선은 반올림이 정한다. */
function wellDefined({ positions, indices, stats }: Cloth): number[] {
  const corner = new Triangle();
  const normal = new Vector3();
  const sums = Array.from({ length: stats.points }, () => ({ vector: new Vector3(), area: 0 }));
  for (let t = 0; t < indices.length; t += 3) {
    const abc = [...indices.subarray(t, t + 3)];
    const [a, b, c] = abc.map((k) => new Vector3().fromArray(positions, k * 3));
    const area = corner.set(a!, b!, c!).getArea();
    corner.getNormal(normal).multiplyScalar(area);
    for (const k of abc) {
      sums[k]!.vector.add(normal);
      sums[k]!.area += area;
    }
  }
  return [...sums.keys()].filter((k) => sums[k]!.vector.length() > 1e-2 * sums[k]!.area);
}

const STATES: Record<string, () => Cloth> = {
  'as created': () => mangto.createGridCloth(hangingSheet(12, 17)),
  'fluttering in the wind': () => {
    const cloth = mangto.createGridCloth({ ...hangingSheet(12, 17), wind: [3, 1, 9] });
    run(cloth, 90);
    return cloth;
  },
  'crumpled between its corners': () => {
    const cloth = mangto.createGridCloth({
      ...hangingSheet(20, 20, { pinning: 'corners', top: 2 }),
      wind: [1, 0, 2],
      stiffness: { bend: 0 },
    });
    run(cloth, 200, (k) => {
      if (k < 100) cloth.pinTargets[19 * 3]! -= 0.01;
    });
    return cloth;
  },
  'lying over a sphere': () => {
    const cloth = mangto.createGridCloth(lyingSheet(15, 11, { top: 1 }));
    cloth.setCapsules([0.4, 0.6, 0.3, 0.4, 0.6, 0.3, 0.2]);
    run(cloth, 60);
    return cloth;
  },
  'with a size that is no multiple of four': () => {
    const cloth = mangto.createGridCloth({ ...hangingSheet(5, 7), wind: [1, 2, 6] });
    run(cloth, 60);
    return cloth;
  },
};

describe.each(Object.entries(STATES))('a cloth %s', (_name, create) => {
  it("has the normals of three's computeVertexNormals", () => {
    const cloth = create();
    const geometry = geometryOf(cloth);
    geometry.computeVertexNormals();
    const expected = geometry.getAttribute('normal').array as Float32Array;
    const points = wellDefined(cloth);
    expect(points.length).toBeGreaterThan(0.9 * cloth.stats.points);
    for (const k of points) {
      const ours = cloth.normals.subarray(k * 3, k * 3 + 3);
      expect(largestDifference(ours, expected.subarray(k * 3, k * 3 + 3))).toBeLessThan(1e-4);
    }
    expect(cloth.normals.every(Number.isFinite)).toBe(true);
  });

  it("has the bounding sphere of three's computeBoundingSphere, and every point in it", () => {
    const cloth = create();
    const geometry = geometryOf(cloth);
    geometry.computeBoundingSphere();
    const { center, radius } = cloth.boundingSphere;
    expect(largestDifference(center, geometry.boundingSphere!.center.toArray())).toBeLessThan(1e-5);
    expect(Math.abs(radius - geometry.boundingSphere!.radius)).toBeLessThan(1e-5);
    for (let k = 0; k < cloth.positions.length; k += 3) {
      const away = distance([...cloth.positions.subarray(k, k + 3)], center);
      expect(away).toBeLessThanOrEqual(radius + 1e-5);
    }
  });
});

describe('the surface', () => {
  it("has the triangles and texture coordinates of three's PlaneGeometry", () => {
    for (const [columns, rows] of [
      [2, 2],
      [5, 7],
      [12, 17],
    ] as const) {
      const cloth = mangto.createGridCloth(hangingSheet(columns, rows));
      const plane = new PlaneGeometry(1, 1, columns - 1, rows - 1);
      expect([...cloth.indices]).toEqual([...plane.index!.array]);
      expect(largestDifference(cloth.uvs, plane.getAttribute('uv').array)).toBeLessThan(1e-6);
    }
  });

  it('faces +z when columns go to +x and rows downwards', () => {
    const cloth = mangto.createGridCloth(hangingSheet(3, 3));
    for (let k = 0; k < 9; k++)
      expect([...cloth.normals.subarray(k * 3, k * 3 + 3)]).toEqual([0, 0, 1]);
  });

  it('reaches every point, also beyond 65,536', () => {
    const large = mangto.createGridCloth(hangingSheet(260, 260));
    const reached = new Set<number>(large.indices);
    expect(reached.size).toBe(260 * 260);
    expect(reached.has(260 * 260 - 1)).toBe(true);
  });

  it('is the same memory in every step: views are kept, nothing is copied', () => {
    const cloth = mangto.createGridCloth(hangingSheet(4, 4));
    const { positions, normals, pinTargets } = cloth;
    const before = positions.slice();
    run(cloth, 10);
    expect(cloth.positions).toBe(positions);
    expect(cloth.normals).toBe(normals);
    expect(cloth.pinTargets).toBe(pinTargets);
    expect(positions).not.toEqual(before);
    expect(positions.buffer).toBe(normals.buffer);
  });
});
