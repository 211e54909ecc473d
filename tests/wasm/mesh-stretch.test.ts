import { afterAll, describe, expect, it } from 'vitest';
import { loadModule, run } from '../support/module';
import { verticalStretch } from '../support/measure';
import { asSheet, equilateral, formsOf } from '../support/meshes';
import { hangingSheet } from '../support/sheets';
import { STRETCH_TABLE } from '../support/stretch-table';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const SPACING = 0.06;

describe.each(Object.entries(formsOf(hangingSheet(12, 17, { spacing: SPACING }))))(
  'the stretch of a hanging 12×17 sheet %s after 20 s',
  (_name, mesh) => {
    it.each(STRETCH_TABLE)(
      'is at most $all% (first row $firstRow%) + a quarter at $iterations',
      (row) => {
        const cloth = mangto.createMeshCloth({ ...mesh, iterations: row.iterations });
        run(cloth, 1200);
        const stretch = verticalStretch(asSheet(mesh, cloth.positions), SPACING);
        cloth.dispose();
        expect(stretch.all * 100).toBeLessThan(row.all * 1.25);
        expect(stretch.firstRow * 100).toBeLessThan(row.firstRow * 1.25);
        // 늘어나지 않는 것은 풀지 않고 고정한 것이다.
        expect(stretch.all * 100).toBeGreaterThan(row.all * 0.1);
      },
    );
  },
);

describe('more iterations', () => {
  it('make an equilateral mesh stiffer: rubber at 1, stiff at 20', () => {
    const mesh = equilateral(12, 17);
    const length = (values: Float32Array) => values[1]! - values[values.length - 2]!;
    const [one, four, twenty] = [1, 4, 20].map((iterations) => {
      const cloth = mangto.createMeshCloth({ ...mesh, iterations });
      run(cloth, 900);
      return length(cloth.positions) / length(mesh.positions) - 1;
    });
    expect(one).toBeGreaterThan(0.1);
    expect(four).toBeLessThan(one!);
    expect(twenty).toBeLessThan(0.015);
  });
});
