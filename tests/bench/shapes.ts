// 도형을 그물로 만드는 데 드는 시간: 한 번에, 그리고 2 ms씩 나누어.
import type { Mangto, SdfMesh, SdfShape } from 'mangto';
import { quantile, type Tools } from './harness';

export interface ShapesResult {
  name: string;
  vertices: number;
  /** 한 번에 다 할 때. */
  medianMs: number;
  p95Ms: number;
  /** step(2)로 나누어 할 때 가장 긴 조각들. */
  longestSliceMs: number;
}

const SIZES = [20_000, 30_000, 40_000];
const ROUNDS = 15;
const BUDGET_MS = 2;

/** 찰흙 인형: 도형 17개. */
function doll(): SdfShape[] {
  const sides = [-1, 1].flatMap((x): SdfShape[] => [
    { type: 'ellipsoid', center: [x * 0.17, 1.28, 0], radii: [0.09, 0.09, 0.04], blend: 0.03 },
    limb([x * 0.22, 0.82, 0], [x * 0.44, 0.66, 0.04], 0.09, 0.08),
    limb([x * 0.44, 0.66, 0.04], [x * 0.56, 0.46, 0.1], 0.085, 0.08),
    limb([x * 0.13, 0.36, 0], [x * 0.15, 0.2, 0.04], 0.12, 0.1),
    limb([x * 0.15, 0.2, 0.04], [x * 0.15, 0.08, 0], 0.1, 0.09),
    { type: 'ellipsoid', center: [x * 0.15, 0.06, 0.06], radii: [0.1, 0.07, 0.14], blend: 0.04 },
  ]);
  return [
    { type: 'ellipsoid', center: [0, 0.62, 0], radii: [0.26, 0.32, 0.22] },
    { type: 'ellipsoid', center: [0, 0.48, 0.02], radii: [0.27, 0.24, 0.24], blend: 0.06 },
    { type: 'sphere', center: [0, 1.08, 0.02], radius: 0.24, blend: 0.06 },
    { type: 'ellipsoid', center: [0, 1.03, 0.22], radii: [0.11, 0.09, 0.09], blend: 0.04 },
    ...sides,
    {
      type: 'box',
      center: [0, 0.99, 0.32],
      halfSize: [0.05, 0.01, 0.03],
      operation: 'difference',
      blend: 0.01,
    },
  ];
}

function limb(
  start: [number, number, number],
  end: [number, number, number],
  radius: number,
  endRadius: number,
): SdfShape {
  return { type: 'capsule', start, end, radius, endRadius, blend: 0.06 };
}

function time(action: () => void): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}

function longestSlice(task: SdfMesh): number {
  let longest = 0;
  for (let done = false; !done;) {
    longest = Math.max(
      longest,
      time(() => (done = task.step(BUDGET_MS))),
    );
  }
  task.dispose();
  return longest;
}

function measureSize(mangto: Mangto, shapes: SdfShape[], wanted: number): ShapesResult {
  const times: number[] = [];
  const slices: number[] = [];
  let vertices = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const task = mangto.createSdfMesh({ shapes, vertices: wanted });
    times.push(time(() => task.step(1e6)));
    vertices = task.result.positions.length / 3;
    task.dispose();
    slices.push(longestSlice(mangto.createSdfMesh({ shapes, vertices: wanted })));
  }
  return {
    name: `doll of ${shapes.length} shapes`,
    vertices,
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    longestSliceMs: quantile(slices, 0.5),
  };
}

export const measureShapes = async ({ mangto }: Tools): Promise<ShapesResult[]> =>
  SIZES.map((wanted) => measureSize(mangto, doll(), wanted));
