// 구운 가중치를 견주고 살피는 자.
import type { Mangto, SkinBakeOptions, SkinWeights } from 'mangto';

interface Influences {
  skinIndex: Uint16Array;
  skinWeight: Float32Array;
}

export function bakeAll(mangto: Mangto, options: SkinBakeOptions): SkinWeights {
  const bake = mangto.createSkinBake(options);
  bake.step(Infinity);
  const { result } = bake;
  bake.dispose();
  return result;
}

/** 점마다, 뼈마다의 가장 큰 차이. */
export function largestWeightDifference(a: Influences, b: Influences, bones: number): number {
  if (a.skinIndex.length !== b.skinIndex.length) return NaN;
  let worst = 0;
  const row = new Float64Array(bones);
  for (let v = 0; v < a.skinIndex.length; v += 4) {
    row.fill(0);
    for (let k = v; k < v + 4; k++) {
      row[a.skinIndex[k]!]! += a.skinWeight[k]!;
      row[b.skinIndex[k]!]! -= b.skinWeight[k]!;
    }
    for (const difference of row) {
      if (!(Math.abs(difference) <= worst)) worst = Math.abs(difference);
    }
  }
  return worst;
}

/** 합이 1에서 가장 먼 점의 차이. */
export function largestSumError({ skinWeight }: Influences): number {
  let worst = 0;
  for (let v = 0; v < skinWeight.length; v += 4) {
    const sum = skinWeight[v]! + skinWeight[v + 1]! + skinWeight[v + 2]! + skinWeight[v + 3]!;
    if (!(Math.abs(sum - 1) <= worst)) worst = Math.abs(sum - 1);
  }
  return worst;
}
