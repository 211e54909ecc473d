import type { BufferAttribute, Mesh } from 'three';
import { SkinWeights, type SkinReport } from '../skin.js';
import { each, type Work } from '../slices.js';
import type { Part } from './soup.js';

const kInfluences = 4;
const kVertices = 128;

export interface SkinArrays {
  readonly skinIndex: Uint16Array<ArrayBuffer>;
  readonly skinWeight: Float32Array<ArrayBuffer>;
}

/** 여러 번에 나누어 구운 것의 보고를 하나로. / The reports of several bakes as one. */
function mergeReports(reports: readonly SkinReport[], vertices: number[]): SkinReport {
  const sum = (of: (report: SkinReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  const most = (of: (report: SkinReport) => number) => Math.max(...reports.map(of));
  const all = vertices.reduce((total, count) => total + count, 0);
  const mean = reports.map((report, k) => (report.droppedInfluence.mean * vertices[k]!) / all);
  return {
    weldedVertices: sum((report) => report.weldedVertices),
    isolatedVertices: sum((report) => report.isolatedVertices),
    islands: sum((report) => report.islands),
    degenerateTriangles: sum((report) => report.degenerateTriangles),
    zeroLengthBones: reports[0]!.zeroLengthBones,
    unseenPlaces: sum((report) => report.unseenPlaces),
    rigidIslands: sum((report) => report.rigidIslands),
    droppedInfluence: {
      largest: most((report) => report.droppedInfluence.largest),
      mean: mean.reduce((total, share) => total + share, 0),
    },
    slices: sum((report) => report.slices),
    longestSliceMs: most((report) => report.longestSliceMs),
    totalMs: sum((report) => report.totalMs),
  };
}

/** 점 `count`개를 한 번에 옮긴다. / Copies the weights of `count` vertices. */
function copy(from: SkinArrays, at: number, to: SkinArrays, start: number, count: number): void {
  const end = kInfluences * (at + count);
  to.skinIndex.set(from.skinIndex.subarray(kInfluences * at, end), kInfluences * start);
  to.skinWeight.set(from.skinWeight.subarray(kInfluences * at, end), kInfluences * start);
}

const emptySkin = (vertices: number): SkinArrays => ({
  skinIndex: new Uint16Array(kInfluences * vertices),
  skinWeight: new Float32Array(kInfluences * vertices),
});

/** 무리마다 구운 것을 그물들의 차례로 모은다. / Gathers what was baked per group in the order of the meshes. */
export function* gather(
  groups: readonly Part[][],
  baked: readonly SkinWeights[],
): Work<SkinWeights> {
  const counts = groups.map((parts) => parts.reduce((sum, { vertices }) => sum + vertices, 0));
  const all = counts.reduce((sum, count) => sum + count, 0);
  const skin = emptySkin(all);
  for (const [k, parts] of groups.entries()) {
    let from = 0;
    for (const { first, vertices } of parts) {
      copy(baked[k]!, from, skin, first, vertices);
      from += vertices;
      yield k / groups.length;
    }
  }
  const reports = baked.map(({ report }) => report);
  return new SkinWeights(skin.skinIndex, skin.skinWeight, mergeReports(reports, counts));
}

/** 점 하나의 (뼈, 가중치)들. / The (bone, weight) pairs of one vertex. */
type Pairs = [bone: number, weight: number][];

const total = (pairs: Pairs): number => pairs.reduce((sum, [, weight]) => sum + weight, 0);

function pairsAt({ skinIndex, skinWeight }: SkinArrays, vertex: number): Pairs {
  const pairs: Pairs = [];
  for (let slot = kInfluences * vertex; slot < kInfluences * (vertex + 1); slot++)
    if (skinWeight[slot]! > 0) pairs.push([skinIndex[slot]!, skinWeight[slot]!]);
  return pairs;
}

/** 그물이 지금 가진 것, 합을 1로. / What the mesh has now, with sum 1. */
function presentPairs({ geometry }: Mesh, vertex: number): Pairs {
  const index = geometry.getAttribute('skinIndex') as BufferAttribute | undefined;
  const weight = geometry.getAttribute('skinWeight') as BufferAttribute | undefined;
  if (index === undefined || weight === undefined) return [];
  const pairs: Pairs = [];
  for (let k = 0; k < kInfluences; k++)
    pairs.push([index.getComponent(vertex, k), weight.getComponent(vertex, k)]);
  const sum = total(pairs);
  return sum > 0 ? pairs.map(([bone, own]) => [bone, own / sum]) : [];
}

/** 잠근 것은 그대로 두고, 나머지가 남은 몫을 나눈다. / Keeps what is locked; the others share the rest. */
function combine(locked: Pairs, baked: Pairs): Pairs {
  const others = baked.slice(0, kInfluences - locked.length);
  const scale = others.length > 0 ? (1 - total(locked)) / total(others) : 0;
  const pairs = [...locked, ...others.map(([bone, own]): [number, number] => [bone, own * scale])];
  const sum = total(pairs);
  return pairs.map(([bone, own]): [number, number] => [bone, own / sum]);
}

/** 구운 것 가운데 그물 하나의 몫, 잠근 뼈들의 가중치는 그물에서 물려받는다. / A mesh's share of what was baked, with the weights of locked bones inherited from the mesh. */
function* shareOf(
  { mesh, first, vertices }: Part,
  isLocked: ReadonlySet<number>,
  baked: SkinArrays,
): Work<SkinArrays> {
  const skin = emptySkin(vertices);
  for (let k = 0; k < vertices; k++) {
    if (k % kVertices === 0) {
      copy(baked, first + k, skin, k, Math.min(kVertices, vertices - k));
      yield k / vertices;
    }
    if (isLocked.size === 0) continue;
    const locked = presentPairs(mesh, k).filter(([bone, own]) => own > 0 && isLocked.has(bone));
    if (locked.length === 0) continue;
    const pairs = combine(locked, pairsAt(skin, k)).sort((a, b) => b[1] - a[1]);
    for (let i = 0, slot = kInfluences * k; i < kInfluences; i++, slot++)
      [skin.skinIndex[slot], skin.skinWeight[slot]] = pairs[i] ?? [0, 0];
  }
  return skin;
}

/** 구운 것을 그물들에 나눈다. / Shares out what was baked among the meshes. */
export function shareOut(
  parts: readonly Part[],
  lockedBones: readonly number[],
  baked: SkinArrays,
): Work<SkinArrays[]> {
  const isLocked = new Set(lockedBones);
  return each(parts, (own) => shareOf(own, isLocked, baked));
}
