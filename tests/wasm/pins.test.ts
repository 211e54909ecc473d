import { afterAll, describe, expect, it } from 'vitest';
import type { Cloth } from 'mangto';
import { loadModule, run } from '../support/module';
import { largestDifference, point, verticalStretch } from '../support/measure';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const moveTopRow = (cloth: Cloth, dx: number, dy: number, dz: number) => {
  for (let i = 0; i < cloth.columns; i++) {
    cloth.pinTargets[i * 3]! += dx;
    cloth.pinTargets[i * 3 + 1]! += dy;
    cloth.pinTargets[i * 3 + 2]! += dz;
  }
};

describe('pins', () => {
  it('are exactly at their targets after every step, whatever pulls at them', () => {
    const cloth = mangto.createGridCloth({ ...hangingSheet(12, 17), wind: [30, 0, 30] });
    cloth.setCapsules([0, 10, 0, 1, 10, 0, 0.3]);
    run(cloth, 120, (k) => {
      if (k > 0) expect(cloth.positions.subarray(0, 36)).toEqual(cloth.pinTargets.subarray(0, 36));
      moveTopRow(cloth, 1 / 64, k % 2 ? 1 / 32 : -1 / 32, 1 / 128);
    });
  });

  it('start with their targets where they are', () => {
    const cloth = mangto.createGridCloth(hangingSheet(4, 4));
    expect(cloth.pinTargets).toEqual(cloth.positions);
  });

  it('pay no heed to the targets of free points', () => {
    const cloth = mangto.createGridCloth(hangingSheet(4, 4));
    const twin = mangto.createGridCloth(hangingSheet(4, 4));
    cloth.pinTargets.fill(NaN, 12);
    run([cloth, twin], 30);
    expect(cloth.positions).toEqual(twin.positions);
  });

  it('that walk at a steady pace leave no jerk in the cloth', () => {
    const cloth = mangto.createGridCloth(hangingSheet(12, 17, { top: 2 }));
    let last = cloth.positions.slice();
    let beforeLast = last;
    let jerk = 0;
    run(cloth, 700, (k) => {
      moveTopRow(cloth, 0, 0, 1 / 128);
      if (k > 600) {
        for (let n = 0; n < last.length; n++) {
          const acceleration = cloth.positions[n]! - 2 * last[n]! + beforeLast[n]!;
          jerk = Math.max(jerk, Math.abs(acceleration));
        }
      }
      beforeLast = last;
      last = cloth.positions.slice();
    });
    expect(jerk).toBeLessThan(5e-5);
  });

  it('carry their previous position: one walking step pulls the next row at most that far', () => {
    const cloth = mangto.createGridCloth({ ...hangingSheet(12, 17), gravity: [0, 0, 0] });
    moveTopRow(cloth, 0, 0, 1 / 64);
    cloth.step();
    for (let i = 0; i < 12; i++) {
      expect(point(cloth, i, 0)[2]).toBe(1 / 64);
      expect(Math.abs(point(cloth, i, 1)[2])).toBeLessThan(1 / 64);
    }
    // 멈춘 핀은 더 움직이지 않는다.
    cloth.step();
    for (let i = 0; i < 12; i++) expect(point(cloth, i, 0)[2]).toBe(1 / 64);
  });

  it('that jump do not shake the cloth: it hangs in the new place as before', () => {
    const cloth = mangto.createGridCloth(hangingSheet(12, 17));
    run(cloth, 1200);
    const expected = cloth.positions.map((value, k) => value + (k % 3 === 2 ? 0.25 : 0));
    moveTopRow(cloth, 0, 0, 0.25);
    let peak = 0;
    run(cloth, 600, () => (peak = Math.max(peak, verticalStretch(cloth, 0.06).firstRow)));
    expect(peak).toBeLessThan(0.5);
    expect(largestDifference(cloth.positions, expected)).toBeLessThan(2e-3);
  });

  it('that jump 5 m and back leave every number finite and the sheet no longer than before', () => {
    const cloth = mangto.createGridCloth(hangingSheet(12, 17));
    run(cloth, 300);
    const before = verticalStretch(cloth, 0.06);
    moveTopRow(cloth, 5, 0, 0);
    run(cloth, 60);
    moveTopRow(cloth, -5, 0, 0);
    run(cloth, 1800);
    expect(cloth.positions.every(Number.isFinite)).toBe(true);
    expect(verticalStretch(cloth, 0.06).all).toBeLessThan(before.all + 0.01);
  });

  it('skip the constraints between two of them', () => {
    // 핀끼리는 서로 당기지 못하고, 짝이 모두 핀이면 아무 일도 없다.
    const cloth = mangto.createGridCloth({ ...hangingSheet(4, 4), pinned: () => true });
    for (let k = 0; k < cloth.pinTargets.length; k++) cloth.pinTargets[k]! *= 3;
    run(cloth, 10);
    expect(cloth.positions).toEqual(cloth.pinTargets);
    cloth.pinTargets.fill(1); // 모두 한 점에
    run(cloth, 10);
    expect(cloth.positions).toEqual(cloth.pinTargets);
    expect(cloth.normals.every(Number.isFinite)).toBe(true);
  });

  it('pull their free neighbours with the whole correction', () => {
    const cloth = mangto.createGridCloth({
      ...hangingSheet(2, 2, { spacing: 0.5 }),
      gravity: [0, 0, 0],
      stiffness: { shear: 0, bend: 0 },
      iterations: 1,
    });
    moveTopRow(cloth, 0, 0.25, 0);
    cloth.step();
    expect(point(cloth, 0, 1)[1]).toBeCloseTo(9.75, 5);
    expect(point(cloth, 1, 1)[1]).toBeCloseTo(9.75, 5);
  });
});
