// 천이 커질 때 점 하나, 반복 하나의 값이 얼마나 비싸지는가.
import { measure, type Contender, type Entry, type Tools } from './harness';
import { gust, square } from './scenes';

export interface ScalingResult {
  name: string;
  points: number;
  /** 점 하나, 반복 하나에 드는 시간. */
  medianNs: number;
  p95Ns: number;
  /** 가장 작은 천의 값에 대한 비율. */
  ratio: number;
}

const ITERATIONS = 8;
const SIDES = [19, 64, 128, 256, 512];

function contender({ mangto }: Tools, side: number): Contender {
  const { sheet, capsules } = square(side);
  const cloth = mangto.createGridCloth({ ...sheet, iterations: ITERATIONS });
  cloth.setCapsules(capsules);
  const largest = Math.max(...SIDES);
  return {
    name: `${side}×${side}`,
    pace: Math.round((largest / side) ** 2),
    step: () => cloth.step(),
    drive: (k) => (cloth.wind = gust(k)),
    positions: () => cloth.positions,
  };
}

const entry: Entry = {
  name: 'scaling',
  stepsPerSample: 1,
  samples: 80,
  setup: (tools) => ({
    points: 0,
    constraints: 0,
    contenders: SIDES.map((side) => contender(tools, side)),
  }),
};

export async function measureScaling(tools: Tools): Promise<ScalingResult[]> {
  const { timings } = await measure(entry, tools);
  const costs = timings.map(({ name, medianMs, p95Ms }, n) => {
    const points = SIDES[n]! ** 2;
    const perStep = 1e6 / (points * ITERATIONS);
    return { name, points, medianNs: medianMs * perStep, p95Ns: p95Ms * perStep };
  });
  return costs.map((cost) => ({ ...cost, ratio: cost.medianNs / costs[0]!.medianNs }));
}
