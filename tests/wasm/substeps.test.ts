import { afterAll, describe, expect, it } from 'vitest';
import type { Cloth, ClothOptions } from 'mangto';
import { loadModule, run } from '../support/module';
import { allFinite, bits, verticalStretch } from '../support/measure';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const SPACING = 0.06;

const hang = (columns: number, rows: number, options: ClothOptions = {}): Cloth =>
  mangto.createGridCloth({ ...hangingSheet(columns, rows), solver: 'substeps', ...options });

describe('sub-steps', () => {
  it('stretch the cape less than 0.5% at 8 of them', () => {
    const cape = hang(12, 17);
    run(cape, 1200);
    expect(verticalStretch(cape, SPACING).all).toBeLessThan(0.005);
  });

  it('with tethers stretch 64 × 64 less than 1.5% at 2 of them', () => {
    const sheet = hang(64, 64, { substeps: 2, tethers: true });
    run(sheet, 600);
    expect(verticalStretch(sheet, SPACING).all).toBeLessThan(0.015);
  });

  it('with tethers slide over a limb that struck the sheet at 10 m/s', () => {
    const sheet = mangto.createGridCloth({
      columns: 22,
      rows: 22,
      position: (i, j) => [0.038 * i, -0.05 * j, 0],
      pinned: (_, j) => j === 0,
      floor: null,
      solver: 'substeps',
      substeps: 2,
      tethers: true,
    });
    const limb = (z: number) =>
      sheet.setColliders([{ type: 'capsule', a: [-1, -0.5, z], b: [2, -0.5, z], radius: 0.1 }]);
    limb(-0.6);
    run(sheet, 300, (k) => limb(Math.min(-0.6 + (k * 10) / 60, 0.35)));
    expect(verticalStretch(sheet, 0.05).all).toBeLessThan(0.05);
  });

  it('can be chosen on the way, and left again', () => {
    const cloth = mangto.createGridCloth(hangingSheet(8, 8));
    expect(cloth.solver).toBe('classic');
    run(cloth, 60);
    cloth.solver = 'substeps';
    run(cloth, 60);
    cloth.solver = 'classic';
    run(cloth, 60);
    expect(allFinite(cloth.positions)).toBe(true);
  });

  it('move a mesh and a crowd as well', () => {
    const { columns, rows, position, pinned } = hangingSheet(8, 9);
    const positions = new Float32Array(3 * columns * rows);
    for (let k = 0; k < columns * rows; k++) {
      positions.set(position(k % columns, Math.floor(k / columns)), 3 * k);
    }
    const grid = hang(columns, rows);
    const indices = new Uint16Array(grid.indices);
    const crowd = mangto.createClothCrowd({
      ...hangingSheet(8, 9),
      solver: 'substeps',
      tethers: true,
      count: 5,
    });
    const mesh = mangto.createMeshCloth({
      positions,
      indices,
      pinned: (k) => pinned!(k % columns, Math.floor(k / columns)),
      solver: 'substeps',
    });
    run([grid, mesh, crowd], 600);
    for (const cloth of [mesh, crowd]) {
      for (let k = 0; k < 3 * columns * rows; k++) {
        expect(cloth.positions[k]).toBeCloseTo(grid.positions[k]!, 2);
      }
    }
  });

  it('take every setting they have, and show it', () => {
    const cloth = hang(6, 6);
    cloth.substeps = 20;
    cloth.compliance = { shear: 0.01 };
    cloth.density = 0.4;
    cloth.aerodynamics = { drag: 2 };
    cloth.gusts = { strength: 0.5 };
    cloth.inertia = 0.5;
    cloth.teleportDistance = null;
    expect(cloth.substeps).toBe(20);
    expect(cloth.compliance).toEqual({ structural: 0, shear: 0.01, bend: 0.3 });
    expect(cloth.density).toBe(0.4);
    expect(cloth.aerodynamics).toEqual({ density: 1.2, drag: 2, lift: 0.8 });
    expect(cloth.gusts).toEqual({ strength: 0.5, scale: 4 });
    expect(cloth.inertia).toBe(0.5);
    expect(cloth.teleportDistance).toBe(null);
    cloth.aerodynamics = null;
    expect(cloth.aerodynamics).toBe(null);
    run(cloth, 10);
    expect(allFinite(cloth.positions)).toBe(true);
  });

  it('stay finite in 1,000 m/s of wind at windK 1,000, at any step', () => {
    for (const timeStep of [1e-4, 1 / 60, 0.1]) {
      for (const aerodynamics of [null, { drag: 1000, lift: 1000 }]) {
        const cloth = hang(12, 17, {
          timeStep,
          aerodynamics,
          wind: [600, -300, 742],
          windStrength: 1000,
          gusts: { strength: 1 },
        });
        run(cloth, 200);
        expect(allFinite(cloth.positions)).toBe(true);
        cloth.dispose();
      }
    }
  });
});

describe('windField', () => {
  it('is asked for every point with its place and the time', () => {
    const cloth = hang(3, 3);
    const asked: number[][] = [];
    cloth.windField = (x, y, z, seconds) => asked.push([x, y, z, seconds]);
    const first = [...cloth.positions];
    cloth.step();
    expect(asked).toHaveLength(9);
    expect(asked.flatMap(([x, y, z]) => [x, y, z])).toEqual(first);
    cloth.update(2 / 60);
    cloth.update(1 / 60);
    expect(asked[9]![3]).toBeCloseTo(1 / 60, 10);
    expect(asked[18]![3]).toBeCloseTo(3 / 60, 10);
    cloth.reset();
    cloth.step();
    expect(asked[27]![3]).toBe(0);
  });

  it('blows as it says, like the same wind', () => {
    const windy = hang(6, 6, { wind: [1, 2, 3] });
    const field = hang(6, 6, {
      windField: (_x, _y, _z, _seconds, target) => {
        target[0] = 1;
        target[1] = 2;
        target[2] = 3;
      },
    });
    run([windy, field], 60);
    expect(bits(field.positions)).toEqual(bits(windy.positions));
    field.windField = null;
    windy.wind = [0, 0, 0];
    run([windy, field], 60);
    expect(bits(field.positions)).toEqual(bits(windy.positions));
  });

  it('that gives something else than numbers is refused by name', () => {
    const cloth = hang(4, 4);
    cloth.windField = (_x, _y, _z, _seconds, target) => (target[1] = NaN);
    const before = bits(cloth.positions);
    expect(() => cloth.step()).toThrow(/target\[1\] of windField.*NaN/);
    expect(bits(cloth.positions)).toEqual(before);
  });

  it('may dispose of the cloth or grow the memory', () => {
    const cloth = hang(4, 4);
    cloth.windField = () => cloth.dispose();
    expect(() => cloth.step()).toThrow(/disposed/);
    const growing = hang(4, 4);
    let other: Cloth | undefined;
    growing.windField = () => (other ??= mangto.createGridCloth(hangingSheet(700, 700)));
    growing.step();
    expect(allFinite(growing.positions)).toBe(true);
    other?.dispose();
  });
});
