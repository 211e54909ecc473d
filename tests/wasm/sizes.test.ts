import { BufferAttribute, BufferGeometry } from 'three';
import { afterAll, describe, expect, it } from 'vitest';
import { ClassicCloth } from '../reference/classic';
import { passOrder } from '../reference/grid';
import { loadModule, run } from '../support/module';
import { largestDifference, verticalStretch } from '../support/measure';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

// SIMD의 네 칸으로 나누어떨어지지 않는 크기가 많다.
const SIZES = [
  ...[2, 3, 4, 5, 6, 7, 8, 9].map((columns) => [columns, 5] as const),
  ...([
    [2, 2],
    [2, 3],
    [2, 50],
    [50, 2],
    [3, 3],
    [5, 7],
    [13, 4],
    [15, 16],
    [17, 33],
    [64, 64],
  ] as const),
];

describe.each(SIZES)('a sheet of %i × %i points', (columns, rows) => {
  const sheet = { ...hangingSheet(columns, rows, { top: 4 }), wind: [1, 0, 4] as const };
  const capsules = [0.1, 3.8, 0.1, 0.3, 3.8, 0.1, 0.08];

  it('moves as the plain reference does', () => {
    const cloth = mangto.createGridCloth({ ...sheet, wind: [...sheet.wind] });
    const reference = new ClassicCloth(sheet, passOrder);
    cloth.setCapsules(capsules);
    reference.setCapsules(capsules);
    run([cloth, reference], 90);
    expect(largestDifference(cloth.positions, reference.positions)).toBeLessThan(2e-4);
  });

  it('has every constraint, triangle and normal', () => {
    const cloth = mangto.createGridCloth({ ...sheet, wind: [...sheet.wind] });
    expect(cloth.stats.points).toBe(columns * rows);
    expect(cloth.stats.constraints).toBe(passOrder(columns, rows).length);
    expect(cloth.positions).toHaveLength(columns * rows * 3);
    expect(cloth.normals).toHaveLength(columns * rows * 3);
    expect(cloth.pinTargets).toHaveLength(columns * rows * 3);
    expect(cloth.uvs).toHaveLength(columns * rows * 2);
    expect(cloth.indices).toHaveLength((columns - 1) * (rows - 1) * 6);
    run(cloth, 60);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(cloth.positions.slice(), 3));
    geometry.setIndex(new BufferAttribute(cloth.indices.slice(), 1));
    geometry.computeVertexNormals();
    const expected = geometry.getAttribute('normal').array;
    expect(largestDifference(cloth.normals, expected)).toBeLessThan(1e-4);
  });

  it('keeps its points in rows: index = row * columns + column', () => {
    const cloth = mangto.createGridCloth({
      columns,
      rows,
      position: (i, j) => [i / 16, 5 - j / 16, i + j],
      pinned: (i, j) => i === columns - 1 && j === rows - 1,
    });
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const k = (j * columns + i) * 3;
        const at = [...cloth.positions.subarray(k, k + 3)];
        expect(at).toEqual([i / 16, 5 - j / 16, i + j]);
      }
    }
    run(cloth, 30);
    const last = (columns * rows - 1) * 3;
    expect([...cloth.positions.subarray(last)]).toEqual([
      (columns - 1) / 16,
      5 - (rows - 1) / 16,
      columns + rows - 2,
    ]);
  });
});

describe('finer grids', () => {
  it('stay calm: 64 × 64 and 128 × 128 points do not explode in the wind', () => {
    for (const n of [64, 128]) {
      const cloth = mangto.createGridCloth({
        ...hangingSheet(n, n, { spacing: 1 / n }),
        wind: [2, 0, 6],
      });
      run(cloth, 200);
      expect(cloth.positions.every(Number.isFinite)).toBe(true);
      expect(cloth.boundingSphere.radius).toBeLessThan(4);
      expect(verticalStretch(cloth, 1 / n).all).toBeLessThan(2);
    }
  });
});

describe('a sheet with points on top of each other', () => {
  it('stays finite', () => {
    const cloth = mangto.createGridCloth({
      columns: 5,
      rows: 5,
      position: () => [0, 1, 0],
      pinned: (_i, j) => j === 0,
    });
    cloth.wind = [3, 0, 3];
    cloth.setCapsules([0, 1, 0, 0, 1, 0, 0.5]);
    run(cloth, 120);
    expect(cloth.positions.every(Number.isFinite)).toBe(true);
    expect(cloth.normals.every(Number.isFinite)).toBe(true);
  });
});
