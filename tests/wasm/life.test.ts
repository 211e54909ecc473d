// 놀이 속에서: 순간 이동, 걸음 사이의 그림, 잠, 잡기.
import { afterAll, describe, expect, it } from 'vitest';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Cloth, ClothOptions } from 'mangto';
import { ClothGeometry } from 'mangto/three';
import { caught, expectMangtoError } from '../support/errors';
import { loadModule, run } from '../support/module';
import { bits, distance, point } from '../support/measure';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const SOLVERS = ['classic', 'substeps'] as const;

const hang = (options: ClothOptions = {}): Cloth =>
  mangto.createGridCloth({ ...hangingSheet(8, 9), ...options });

function moveTopRow(cloth: Cloth, x: number, y: number, z: number): void {
  for (let i = 0; i < cloth.columns; i++) {
    cloth.pinTargets[3 * i]! += x;
    cloth.pinTargets[3 * i + 1]! += y;
    cloth.pinTargets[3 * i + 2]! += z;
  }
}

function greatestStrain(cloth: Cloth): number {
  let greatest = 0;
  for (let j = 0; j + 1 < cloth.rows; j++) {
    for (let i = 0; i < cloth.columns; i++) {
      const length = distance(point(cloth, i, j), point(cloth, i, j + 1));
      greatest = Math.max(greatest, length / 0.06 - 1);
    }
  }
  return greatest;
}

describe.each(SOLVERS)('with the solver %s', (solver) => {
  it('teleport() takes the elements of a Matrix4', () => {
    const cloth = hang({ solver });
    run(cloth, 60);
    const before = new Vector3(...point(cloth, 5, 7));
    const matrix = new Matrix4().compose(
      new Vector3(20, 1, -7),
      new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 2),
      new Vector3(1, 1, 1),
    );
    cloth.teleport(matrix.elements);
    expect(distance(point(cloth, 5, 7), before.applyMatrix4(matrix).toArray())).toBeLessThan(1e-4);
    const at = point(cloth, 5, 7);
    run(cloth, 30);
    expect(distance(point(cloth, 5, 7), at)).toBeLessThan(0.02);
  });

  it('a jump of the pins by 5 m leaves at most 5% strain', () => {
    const cloth = hang({ solver });
    run(cloth, 600);
    moveTopRow(cloth, 3, 0, 4);
    for (let k = 0; k < 10; k++) {
      cloth.update(1 / 60);
      expect(greatestStrain(cloth)).toBeLessThan(0.05);
    }
  });

  it('interpolation puts pinned points at their targets at 144 Hz', () => {
    const cloth = hang({ solver, interpolation: true });
    for (let frame = 0; frame < 144; frame++) {
      moveTopRow(cloth, 0, 0, 2 / 144);
      cloth.update(1 / 144);
      expect(cloth.positions.subarray(0, 24)).toEqual(cloth.pinTargets.subarray(0, 24));
    }
  });

  it('ClothGeometry uploads between the steps when interpolating, and not when asleep', () => {
    const cloth = hang({ solver, interpolation: true, canSleep: true });
    const geometry = new ClothGeometry(cloth);
    const version = () => (geometry.getAttribute('position') as { version?: number }).version!;
    geometry.update(1 / 60);
    const before = version();
    expect(geometry.update(1 / 240)).toBe(0);
    expect(version()).toBe(before + 1);
    for (let k = 0; k < 3000 && !cloth.asleep; k++) geometry.update(1 / 60);
    expect(cloth.asleep).toBe(true);
    const asleep = version();
    geometry.update(1 / 60);
    expect(version()).toBe(asleep);
    cloth.wind = [0, 0, 3];
    expect(geometry.update(1 / 60)).toBe(1);
    expect(cloth.asleep).toBe(false);
  });

  it('a point is picked by a ray, dragged and let go', () => {
    const cloth = hang({ solver });
    run(cloth, 300);
    const [x, y, z] = point(cloth, 4, 8);
    const pick = cloth.pick([x - 0.01, y + 0.01, z + 3], [0, 0, -1])!;
    expect(pick.point).toBe(8 * 8 + 4);
    expect(pick.distance).toBeCloseTo(3, 1);
    expect(cloth.pick([x + 5, y, z + 3], [0, 0, -1])).toBe(null);
    const target = [x, y + 0.1, z + 0.2];
    cloth.grab(pick.point, target);
    run(cloth, 120);
    expect(distance(point(cloth, 4, 8), target)).toBeLessThan(0.01);
    cloth.letGo();
    run(cloth, 900);
    expect(distance(point(cloth, 4, 8), [x, y, z])).toBeLessThan(0.05);
  });
});

describe('are refused by name and change nothing:', () => {
  const refused: [string, (cloth: Cloth) => unknown, RegExp][] = [
    ['a short matrix', (c) => c.teleport([1, 2, 3]), /matrix.*16/],
    ['a matrix of strings', (c) => c.teleport(new Array(16).fill('1')), /matrix\[0\]/],
    ['a scale', (c) => c.teleport(new Matrix4().makeScale(2, 2, 2).elements), /matrix.*scale/],
    ['no matrix', (c) => c.teleport(null as never), /matrix/],
    ['a ray without a direction', (c) => c.pick([0, 0, 0], [0, 0, 0]), /direction/],
    ['a ray from nowhere', (c) => c.pick([NaN, 0, 0], [0, 0, 1]), /origin/],
    ['a pinned point', (c) => c.grab(0, [0, 0, 0]), /point.*pinned/],
    ['a point that is not there', (c) => c.grab(72, [0, 0, 0]), /point.*72/],
    ['half a point', (c) => c.grab(20.5, [0, 0, 0]), /point.*20.5/],
    ['a target without numbers', (c) => c.grab(20, ['a', 0, 0] as never), /target/],
  ];

  it.each(refused)('%s', (_what, use, message) => {
    const cloth = hang();
    const before = bits(cloth.positions);
    expectMangtoError(
      caught(() => use(cloth)),
      'invalid-argument',
      [message],
    );
    expect(bits(cloth.positions)).toEqual(before);
  });
});
