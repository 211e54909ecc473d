// 스킨 가중치: 요구서를 그대로 옮긴 자바스크립트와 우리 것들, 한 번 다 굽는 데 드는 시간.
import type { Mangto } from 'mangto';
import { bakeReference } from '../reference/skin';
import { bakeAll } from '../support/skin-weights';
import { torus, type Skin } from '../support/skins';
import { allFinite, quantile, type Tools } from './harness';

export interface SkinResult {
  vertices: number;
  bones: number;
  referenceMs: number;
  mangtoMs: number;
  ratio: number;
  heatMs: number;
  /** 열 평형의, 같은 기준에 대한 비율. */
  heatRatio: number;
  /** 열 평형을 step(2)로 구울 때 가장 긴 조각, 여러 번의 중앙값. */
  heatSliceMs: number;
}

interface Size {
  vertices: number;
  /** 기준이 도는 횟수. 우리는 그 사이에 `pace`번씩 돈다. */
  rounds: number;
  pace: number;
}

const SIZES: Size[] = [
  { vertices: 3_000, rounds: 24, pace: 5 },
  { vertices: 30_000, rounds: 8, pace: 4 },
  { vertices: 100_000, rounds: 4, pace: 3 },
];
const BONES = [16, 64];

function timed(run: () => { skinWeight: Float32Array }): number {
  const start = performance.now();
  const { skinWeight } = run();
  const elapsed = performance.now() - start;
  if (!allFinite(skinWeight.subarray(0, 400))) throw new Error('a weight is not finite');
  return elapsed;
}

function longestSlice(mangto: Mangto, skin: Skin): number {
  const bake = mangto.createSkinBake({ ...skin, mode: 'heat' });
  while (!bake.step(2));
  const { longestSliceMs } = bake.report;
  bake.dispose();
  return longestSliceMs;
}

/** 번갈아 재서, 기계가 느려지는 때를 똑같이 나누어 갖게 한다. */
function compare(mangto: Mangto, skin: Skin, { rounds, pace }: Size) {
  const heated = { ...skin, bones: skin.bones.map((bone, k) => ({ ...bone, parent: k - 1 })) };
  const times = {
    reference: [] as number[],
    mangto: [] as number[],
    heat: [] as number[],
    slice: [] as number[],
  };
  for (let round = -1; round < rounds; round++) {
    const reference = timed(() => bakeReference(skin));
    for (let k = 0; k < pace; k++) {
      const own = timed(() => bakeAll(mangto, skin));
      if (round >= 0) times.mangto.push(own);
    }
    const heat = timed(() => bakeAll(mangto, { ...heated, mode: 'heat' }));
    if (round >= 0) times.heat.push(heat);
    times.slice.push(longestSlice(mangto, heated));
    if (round >= 0) times.reference.push(reference);
  }
  const [referenceMs, mangtoMs, heatMs, heatSliceMs] = [
    times.reference,
    times.mangto,
    times.heat,
    times.slice,
  ].map((each) => quantile(each, 0.5)) as [number, number, number, number];
  return { referenceMs, mangtoMs, heatMs, heatSliceMs };
}

export function measureSkins({ mangto }: Tools): SkinResult[] {
  return SIZES.flatMap((size) =>
    BONES.map((bones) => {
      const times = compare(mangto, torus(size.vertices, bones), size);
      const { vertices } = size;
      const ratio = times.mangtoMs / times.referenceMs;
      return { vertices, bones, ...times, ratio, heatRatio: times.heatMs / times.referenceMs };
    }),
  );
}
