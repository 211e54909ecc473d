// 스킨 가중치: 요구서를 그대로 옮긴 자바스크립트와 우리 것, 한 번 다 굽는 데 드는 시간.
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

/** 번갈아 재서, 기계가 느려지는 때를 똑같이 나누어 갖게 한다. */
function compare(mangto: Mangto, skin: Skin, { rounds, pace }: Size) {
  const times = { reference: [] as number[], mangto: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    const reference = timed(() => bakeReference(skin));
    for (let k = 0; k < pace; k++) {
      const own = timed(() => bakeAll(mangto, skin));
      if (round >= 0) times.mangto.push(own);
    }
    if (round >= 0) times.reference.push(reference);
  }
  return { referenceMs: quantile(times.reference, 0.5), mangtoMs: quantile(times.mangto, 0.5) };
}

export function measureSkins({ mangto }: Tools): SkinResult[] {
  return SIZES.flatMap((size) =>
    BONES.map((bones) => {
      const { referenceMs, mangtoMs } = compare(mangto, torus(size.vertices, bones), size);
      const { vertices } = size;
      return { vertices, bones, referenceMs, mangtoMs, ratio: mangtoMs / referenceMs };
    }),
  );
}
