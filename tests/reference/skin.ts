// 스킨 가중치의 기준 구현: 요구서의 글을 그대로 옮긴 것이며 용접은 하지 않는다.
import type { SkinBakeOptions, SkinBone } from 'mangto';

/** 다 구운 가중치. 조밀한 `weights`는 넷만 남기기 전의 것이다(꼭짓점마다 뼈의 수만큼). */
export interface ReferenceWeights {
  skinIndex: Uint16Array;
  skinWeight: Float32Array;
  weights: Float32Array;
}

interface Neighbours {
  start: Uint32Array;
  list: Uint32Array;
}

export function surfaceNeighbours(vertices: number, indices: ArrayLike<number>): Neighbours {
  const sets = Array.from({ length: vertices }, () => new Set<number>());
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [indices[t + k]!, indices[t + ((k + 1) % 3)]!];
      if (a === b) continue;
      sets[a]!.add(b);
      sets[b]!.add(a);
    }
  }
  const start = new Uint32Array(vertices + 1);
  for (let v = 0; v < vertices; v++) start[v + 1] = start[v]! + sets[v]!.size;
  const list = new Uint32Array(start[vertices]!);
  for (let v = 0; v < vertices; v++) list.set([...sets[v]!], start[v]);
  return { start, list };
}

/** 점에서 뼈의 선분까지의 거리. */
function distanceToBone(positions: Float32Array, v: number, { head, tail }: SkinBone): number {
  const [ax, ay, az] = [tail[0] - head[0], tail[1] - head[1], tail[2] - head[2]];
  const px = positions[3 * v]! - head[0];
  const py = positions[3 * v + 1]! - head[1];
  const pz = positions[3 * v + 2]! - head[2];
  const lengthSquared = ax * ax + ay * ay + az * az;
  const along = lengthSquared > 0 ? (px * ax + py * ay + pz * az) / lengthSquared : 0;
  const t = Math.min(Math.max(along, 0), 1);
  const [dx, dy, dz] = [px - t * ax, py - t * ay, pz - t * az];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** 꼭짓점마다, 뼈마다의 d = max(거리 - 0.85 r, 0) + 0.025. 빠진 뼈는 무한대이다. */
function distances(options: SkinBakeOptions): Float32Array {
  const { positions, bones, fleshFactor = 0.85, minDistance = 0.025 } = options;
  const excluded = new Set(options.excludedBones ?? [0]);
  const vertices = positions.length / 3;
  const out = new Float32Array(vertices * bones.length);
  for (let v = 0; v < vertices; v++) {
    for (let b = 0; b < bones.length; b++) {
      const bone = bones[b]!;
      const surface = distanceToBone(positions, v, bone) - fleshFactor * (bone.radius ?? 0);
      out[v * bones.length + b] = excluded.has(b) ? Infinity : Math.max(surface, 0) + minDistance;
    }
  }
  return out;
}

/** 거리를 가중치로 바꾼다: 1 / d^falloff, 모든 뼈의 합이 1. */
function toWeights(weights: Float32Array, bones: number, falloff: number): void {
  for (let v = 0; v < weights.length; v += bones) {
    let sum = 0;
    for (let b = v; b < v + bones; b++) {
      weights[b] = weights[b] === Infinity ? 0 : 1 / weights[b]! ** falloff;
      sum += weights[b]!;
    }
    for (let b = v; b < v + bones; b++) weights[b]! /= sum;
  }
}

function smooth(
  from: Float32Array,
  to: Float32Array,
  bones: number,
  { start, list }: Neighbours,
  self: number,
): void {
  for (let v = 0; v + 1 < start.length; v++) {
    const [first, last] = [start[v]!, start[v + 1]!];
    for (let b = 0; b < bones; b++) {
      const own = from[v * bones + b]!;
      let sum = 0;
      for (let k = first; k < last; k++) sum += from[list[k]! * bones + b]!;
      to[v * bones + b] = first < last ? self * own + ((1 - self) * sum) / (last - first) : own;
    }
  }
}

/** 가장 큰 것들만 남기고 합을 1로. 같으면 번호가 작은 뼈가 이긴다. */
function prune(weights: Float32Array, bones: number, kept: number): ReferenceWeights {
  const vertices = weights.length / bones;
  const skinIndex = new Uint16Array(4 * vertices);
  const skinWeight = new Float32Array(4 * vertices);
  const row = new Float32Array(bones);
  for (let v = 0; v < vertices; v++) {
    for (let b = 0; b < bones; b++) row[b] = weights[v * bones + b]!;
    let sum = 0;
    for (let k = 0; k < kept; k++) {
      let best = 0;
      for (let b = 1; b < bones; b++) if (row[b]! > row[best]!) best = b;
      if (row[best]! <= 0) break;
      skinIndex[4 * v + k] = best;
      skinWeight[4 * v + k] = row[best]!;
      sum += row[best]!;
      row[best] = 0;
    }
    for (let k = 0; k < 4; k++) skinWeight[4 * v + k]! /= sum;
  }
  return { skinIndex, skinWeight, weights };
}

/** 가장 가까운(같은 d로) 뼈에 1. 같으면 번호가 작은 뼈가 이긴다. */
function toNearest(weights: Float32Array, bones: number): void {
  for (let v = 0; v < weights.length; v += bones) {
    const row = weights.subarray(v, v + bones);
    const nearest = row.indexOf(Math.min(...row));
    row.fill(0);
    row[nearest] = 1;
  }
}

export function bakeReference(options: SkinBakeOptions): ReferenceWeights {
  const { positions, bones, mode = 'smooth', falloff = 4, maxInfluences = 4 } = options;
  const { passes = 10, self = 0.4 } = options.smoothing ?? {};
  const vertices = positions.length / 3;
  let weights: Float32Array = distances(options);
  if (mode === 'nearest') {
    toNearest(weights, bones.length);
    return prune(weights, bones.length, 1);
  }
  toWeights(weights, bones.length, falloff);
  const indices = options.indices ?? Uint32Array.from({ length: vertices }, (_, k) => k);
  const neighbours = surfaceNeighbours(vertices, indices);
  let other: Float32Array = new Float32Array(weights.length);
  for (let pass = 0; pass < passes; pass++) {
    smooth(weights, other, bones.length, neighbours, self);
    [weights, other] = [other, weights];
  }
  return prune(weights, bones.length, maxInfluences);
}
