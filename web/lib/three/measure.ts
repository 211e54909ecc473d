import { Box3, Line3, Vector3 } from 'three';
import type { Mangto } from '../mangto.js';
import type { SkinBone } from '../skin.js';
import { part, workOf, type Work } from '../slices.js';
import type { Soup } from './rig.js';

const kVertices = 128;
// 살의 반지름은 뼈마다 많아야 이만큼의 점에서 잰다.
const kSamples = 256;

function segmentOf({ head, tail }: SkinBone): Line3 {
  return new Line3(new Vector3(...head), new Vector3(...tail));
}

/** 점마다 가장 가까운 뼈. / The nearest bone of each vertex. */
function* nearestBones(
  mangto: Mangto,
  soup: Soup,
  bones: readonly SkinBone[],
  excludedBones: readonly number[],
): Work<Uint16Array> {
  const bake = mangto.createSkinBake({
    ...soup,
    bones,
    excludedBones,
    mode: 'nearest',
    weld: false,
  });
  return (yield* workOf(bake)).skinIndex;
}

/** 뼈마다, 그 뼈가 가장 가까운 점들까지의 거리의 중앙값. / Per bone the median distance of the vertices that it is nearest to. */
export function* measureFlesh(
  mangto: Mangto,
  soup: Soup,
  bones: readonly SkinBone[],
  excludedBones: readonly number[],
): Work<number[]> {
  const nearest = yield* part(0, 0.8, nearestBones(mangto, soup, bones, excludedBones));
  const vertices = soup.positions.length / 3;
  const segments = bones.map(segmentOf);
  const samples = bones.map(() => ({ seen: 0, distances: new Float32Array(kSamples) }));
  const [at, foot] = [new Vector3(), new Vector3()];
  for (let k = 0; k < vertices; k++) {
    const bone = nearest[4 * k]!;
    const sample = samples[bone]!;
    const place = placeOf(sample.seen++);
    if (place < kSamples) {
      at.fromArray(soup.positions, 3 * k);
      segments[bone]!.closestPointToPoint(at, true, foot);
      sample.distances[place] = foot.distanceTo(at);
    }
    if (k % kVertices === kVertices - 1) yield 0.8 + (0.2 * k) / vertices;
  }
  const radii: number[] = [];
  for (const { seen, distances } of samples) {
    const sorted = distances.subarray(0, Math.min(seen, kSamples)).sort();
    radii.push(sorted[sorted.length >> 1] ?? 0);
    yield 1;
  }
  return radii;
}

/** n번째로 본 것을 둘 자리: 자리가 차면 점점 드물게 바꿔 넣어 고르게 남긴다. / Where to keep the n-th seen: all at first, then fewer and fewer, spread evenly. */
function placeOf(n: number): number {
  if (n < kSamples) return n;
  const mixed = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12)) >>> 0) % (n + 1);
}

/** 묶인 것들의 대표. / Representatives of joined items. */
class Groups {
  /** 부모의 번호 + 1, 0이면 자기 자신. 큰 배열을 한꺼번에 채우지 않는다. */
  readonly #parent: Uint32Array;

  constructor(count: number) {
    this.#parent = new Uint32Array(count);
  }

  find(item: number): number {
    const parent = this.#parent;
    for (let above = parent[item]!; above !== 0; above = parent[item]!) {
      const next = parent[above - 1]!;
      if (next !== 0) parent[item] = next;
      item = above - 1;
    }
    return item;
  }

  join(a: number, b: number): void {
    const [first, second] = [this.find(a), this.find(b)];
    if (first !== second) this.#parent[first] = second + 1;
  }
}

/** 점마다, 같은 자리의 앞선 점을 찾는 열린 표. / An open hash table of places. */
class Places {
  readonly #bits: Uint32Array;
  /** 점의 번호 + 1, 0이면 비었다. */
  readonly #table: Uint32Array;

  constructor(positions: Float32Array) {
    this.#bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
    this.#table = new Uint32Array(2 ** Math.ceil(Math.log2((2 * positions.length) / 3 + 1)));
  }

  /** 같은 자리에 처음 온 점. / The first vertex of this place. */
  firstAt(vertex: number): number {
    const bits = this.#bits;
    const [x, y, z] = [bits[3 * vertex]!, bits[3 * vertex + 1]!, bits[3 * vertex + 2]!];
    let slot = Math.imul(Math.imul(Math.imul(x, 0x9e3779b1) ^ y, 0x85ebca77) ^ z, 0xc2b2ae3d);
    const mask = this.#table.length - 1;
    for (slot ^= slot >>> 15; ; slot++) {
      const other = this.#table[slot & mask]! - 1;
      if (other < 0) {
        this.#table[slot & mask] = vertex + 1;
        return vertex;
      }
      if (bits[3 * other] === x && bits[3 * other + 1] === y && bits[3 * other + 2] === z) {
        return other;
      }
    }
  }
}

/** 같은 자리의 점들과 삼각형의 점들을 묶는다. / Joins vertices of one place and those of each triangle. */
function* joinParts({ positions, indices }: Soup): Work<Groups> {
  const vertices = positions.length / 3;
  const groups = new Groups(vertices);
  const places = new Places(positions);
  for (let k = 0; k < vertices; k++) {
    groups.join(k, places.firstAt(k));
    if (k % kVertices === kVertices - 1) yield (0.5 * k) / vertices;
  }
  for (let t = 0; t + 2 < indices.length; t += 3) {
    groups.join(indices[t]!, indices[t + 1]!);
    groups.join(indices[t]!, indices[t + 2]!);
    if (t % (3 * kVertices) === 0) yield 0.5 + (0.5 * t) / indices.length;
  }
  return groups;
}

/** 선분이 상자를 지나는지. / Whether a segment meets a box. */
function meets(box: Box3, { start, end }: Line3): boolean {
  let [enter, leave] = [0, 1];
  for (const axis of ['x', 'y', 'z'] as const) {
    const change = end[axis] - start[axis];
    const [low, high] = [box.min[axis] - start[axis], box.max[axis] - start[axis]];
    if (change === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    enter = Math.max(enter, Math.min(low / change, high / change));
    leave = Math.min(leave, Math.max(low / change, high / change));
  }
  return enter <= leave;
}

/** 어느 뼈도 지나지 않는 따로 떨어진 조각(단추, 눈)의 수. / Number of loose parts that no bone runs through (buttons, eyes). */
export function* countUnreachable(soup: Soup, bones: readonly SkinBone[]): Work<number> {
  const groups = yield* part(0, 0.8, joinParts(soup));
  const boxes = new Map<number, Box3>();
  const at = new Vector3();
  for (const k of soup.indices) {
    const group = groups.find(k);
    let box = boxes.get(group);
    if (box === undefined) boxes.set(group, (box = new Box3()));
    box.expandByPoint(at.fromArray(soup.positions, 3 * k));
    if (k % kVertices === 0) yield 0.9;
  }
  const segments = bones.map(segmentOf);
  let unreachable = 0;
  for (const box of boxes.values()) {
    if (!segments.some((segment) => meets(box, segment))) unreachable++;
    yield 1;
  }
  return unreachable;
}
