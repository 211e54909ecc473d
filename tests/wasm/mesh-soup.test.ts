// 아무 삼각형이나 뒤섞은 그물: 무엇을 주어도 만들어지거나 이름을 대며 거절되고, 모든 수가 유한하다.
import { afterAll, describe, expect, it } from 'vitest';
import { MangtoError } from 'mangto';
import { countKinds, meshConstraints, welded } from '../reference/mesh';
import { loadModule, run } from '../support/module';
import { allFinite, bits } from '../support/measure';
import { randomFrom, type Mesh } from '../support/meshes';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const SOUPS = 300;
const STEPS = 20;

type Random = () => number;
const below = (random: Random, end: number) => Math.floor(random() * end);

/** 점의 자리를 고르는 방법들: 흩어진 점, 격자 위(많이 겹친다), 한 평면, 한 줄, 거의 한 점, 아주 큼. */
const PLACES: readonly ((random: Random) => number[])[] = [
  (r) => [r(), r() + 1, r()],
  (r) => [below(r, 3) / 4, 1 + below(r, 3) / 4, below(r, 2) / 4],
  (r) => [r(), 1, r()],
  (r) => [below(r, 6) / 8, 1, 0],
  (r) => [1e-6 * r(), 1 + 1e-6 * r(), 0],
  (r) => [2e5 * (r() - 0.5), 2e5 * r(), 2e5 * (r() - 0.5)],
];

function soup(seed: number): Mesh {
  const random = randomFrom(seed);
  const place = PLACES[seed % PLACES.length]!;
  const points = 3 + below(random, [5, 30, 150][below(random, 3)]!);
  const positions = new Float32Array(Array.from({ length: points }, () => place(random)).flat());
  // 앞쪽 번호가 자주 나온다: 한 변에 삼각형이 여럿 붙고, 점이 되풀이되는 삼각형도 생긴다.
  const favourite = () => below(random, 1 + below(random, points));
  const indices = Array.from({ length: 3 * (1 + below(random, 2 * points)) }, favourite);
  const pinShare = random() < 0.3 ? 0 : 0.3 * random();
  const pins = Array.from({ length: points }, () => random() < pinShare);
  return {
    positions,
    indices: seed % 2 ? new Uint16Array(indices) : new Uint32Array(indices),
    pinned: (k) => pins[k]!,
  };
}

function settle(mesh: Mesh, seed: number) {
  const random = randomFrom(seed + 1_000_000);
  const cloth = mangto.createMeshCloth({
    ...mesh,
    wind: [5 * random(), random(), 5 * random()],
    iterations: 1 + below(random, 12),
  });
  cloth.setCapsules([0.3, 1.2, 0.3, 0.6, 1.5, 0.6, 0.2]);
  run(cloth, STEPS);
  return cloth;
}

describe('random soups of triangles', () => {
  it(`are solved or refused by name, and stay finite: ${SOUPS} of them`, () => {
    let solved = 0;
    for (let seed = 0; seed < SOUPS; seed++) {
      const mesh = soup(seed);
      let cloth;
      try {
        cloth = settle(mesh, seed);
      } catch (error) {
        expect(error, `soup ${seed}`).toBeInstanceOf(MangtoError);
        expect((error as MangtoError).message, `soup ${seed}`).toMatch(/triangle/);
        continue;
      }
      solved++;
      expect(allFinite(cloth.positions), `positions of soup ${seed}`).toBe(true);
      expect(allFinite(cloth.normals), `normals of soup ${seed}`).toBe(true);
      const { center, radius } = cloth.boundingSphere;
      expect([...center, radius].every(Number.isFinite), `sphere of soup ${seed}`).toBe(true);
      cloth.dispose();
    }
    expect(solved).toBeGreaterThan(0.7 * SOUPS);
  });

  it('have the constraints of the plain derivation', () => {
    for (let seed = 1; seed < SOUPS; seed += 6) {
      // 자리가 격자 위에 있는 것들: 같은 자리인지가 뚜렷하다.
      const mesh = soup(seed);
      const flat = welded(mesh);
      if (flat.triangles.length === 0) continue;
      const { structural, shear, bend } = countKinds(meshConstraints(flat));
      const cloth = caughtOrMade(mesh);
      if (cloth === undefined) continue;
      expect(cloth.stats.constraints, `soup ${seed}`).toBe(structural + shear + bend);
      cloth.dispose();
    }
  });

  it('keep what has the same place together, down to the bits', () => {
    for (let seed = 1; seed < SOUPS; seed += 6) {
      const mesh = soup(seed);
      const { weldedOf, triangles } = welded(mesh);
      if (triangles.length === 0) continue;
      const cloth = caughtOrMade(mesh);
      if (cloth === undefined) continue;
      run(cloth, STEPS);
      const positions = bits(cloth.positions);
      weldedOf.forEach((w, k) => {
        const first = 3 * weldedOf.indexOf(w);
        for (let c = 0; c < 3; c++) {
          expect(positions[3 * k + c], `soup ${seed}`).toBe(positions[first + c]);
        }
      });
      cloth.dispose();
    }
  });

  it('end in the same bits every time', () => {
    for (let seed = 0; seed < 60; seed++) {
      const mesh = soup(seed);
      if (caughtOrMade(mesh) === undefined) continue;
      const [first, second] = [settle(mesh, seed), settle(mesh, seed)];
      expect(bits(first.positions), `soup ${seed}`).toEqual(bits(second.positions));
      expect(bits(first.normals), `soup ${seed}`).toEqual(bits(second.normals));
    }
  });
});

describe('random soups without indices', () => {
  it('stay finite', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { positions } = soup(seed);
      const whole = positions.subarray(0, positions.length - (positions.length % 9));
      const cloth = caughtOrMade({ positions: whole.slice() });
      if (cloth === undefined) continue;
      run(cloth, STEPS);
      expect(allFinite(cloth.positions) && allFinite(cloth.normals), `soup ${seed}`).toBe(true);
      cloth.dispose();
    }
  });
});

/** 삼각형이 남지 않아 거절되면 undefined. */
function caughtOrMade(mesh: Mesh) {
  try {
    return mangto.createMeshCloth(mesh);
  } catch (error) {
    expect(error).toBeInstanceOf(MangtoError);
    expect((error as MangtoError).message).toMatch(/triangle/);
    return undefined;
  }
}
