// 가중치 하나를 재는 자들.
import { Matrix4, Vector3 } from 'three';
import type { SkinBone } from 'mangto';
import { randomFrom } from '../../support/meshes';
import type { Body, Weights } from './body';

export interface Metrics {
  l1?: number;
  precision?: number;
  recall?: number;
  meanDeformation?: number;
  maxDeformation?: number;
  wrongDominant?: number;
  unweighted: number;
  leaks: number;
  far: number;
  cracks: number;
  resolution?: number;
}

/** 표의 머리에 나오는 뜻풀이. */
export const kDefinitions = `\
All weights are cut to four and normalised; "artist" are the file's own weights. All methods leave out the bones
that the artist gave no weight (without an artist: the root).
L1           mean over the vertices of sum |w - artist|, 0…2
prec, recall share of the (vertex, bone) pairs over 1e-4 that the artist has, too, and of the artist's that were found, %
def mean/max distance of a vertex to where the artist's weights put it, mean and largest over all vertices in 10 seeded
             poses with every bone turned by up to 30° about a random axis, % of the diagonal of the bounding box
dominant     vertices whose largest weight is on another bone than the artist's, %
none         vertices with no weight
leaks        vertices with a weight over 0.01 on a bone of the other side that the artist does not have: bones with a
             mirror image across x (within 2% of the diagonal) have sides, a vertex that of its largest weight
far          (vertex, bone) pairs over 1e-4 four or more steps in the tree away from the vertex's largest weight
cracks       vertices with other weights than an earlier vertex of the same place (1e-6 of the diagonal)
×4           mean L1 between the weights and those of the same surface with every triangle cut in four`;

const kPresent = 1e-4;
const kPoses = 10;
const kSeed = 7;
const kMostTurn = Math.PI / 6;

function diagonalOf({ positions }: Body): number {
  const sides = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let k = axis; k < positions.length; k += 3) {
      low = Math.min(low, positions[k]!);
      high = Math.max(high, positions[k]!);
    }
    return high - low;
  });
  return Math.hypot(...sides);
}

function rowOf({ index, weight }: Weights, v: number): Map<number, number> {
  const row = new Map<number, number>();
  for (let k = 4 * v; k < 4 * v + 4; k++)
    if (weight[k]! > 0) row.set(index[k]!, (row.get(index[k]!) ?? 0) + weight[k]!);
  return row;
}
export const rowsOf = (weights: Weights): Map<number, number>[] =>
  Array.from({ length: weights.index.length / 4 }, (_, v) => rowOf(weights, v));

const dominantOf = (row: Map<number, number>): number =>
  [...row].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0] as [number, number])[0];

function distance(a: Map<number, number>, b: Map<number, number>): number {
  let sum = 0;
  for (const bone of new Set([...a.keys(), ...b.keys()]))
    sum += Math.abs((a.get(bone) ?? 0) - (b.get(bone) ?? 0));
  return sum;
}

export function meanL1(a: Weights, b: Weights): number {
  const [own, other] = [rowsOf(a), rowsOf(b)];
  return own.reduce((sum, row, v) => sum + distance(row, other[v]!), 0) / own.length;
}

/** 뼈마다 묶은 자세에서 이 자세로. */
function poseOf(bones: readonly SkinBone[], random: () => number): Matrix4[] {
  const turns = bones.map(({ head }) => {
    const axis = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    const turn = new Matrix4().makeRotationAxis(axis, (2 * random() - 1) * kMostTurn);
    const [x, y, z] = head;
    return new Matrix4()
      .makeTranslation(x, y, z)
      .multiply(turn)
      .multiply(new Matrix4().makeTranslation(-x, -y, -z));
  });
  const done: Matrix4[] = [];
  const solve = (k: number): Matrix4 => {
    const parent = bones[k]!.parent ?? -1;
    return (done[k] ??= parent < 0 ? turns[k]! : solve(parent).clone().multiply(turns[k]!));
  };
  return bones.map((_, k) => solve(k));
}

function deform(row: Map<number, number>, pose: Matrix4[], at: Vector3, out: Vector3): Vector3 {
  out.set(0, 0, 0);
  for (const [bone, weight] of row)
    out.addScaledVector(at.clone().applyMatrix4(pose[bone]!), weight);
  return out;
}

/** 자세 하나(재는 자세들의 첫째)를 취한 점들. */
export function posed(body: Body, bones: readonly SkinBone[], weights: Weights): Vector3[] {
  const pose = poseOf(bones, randomFrom(kSeed));
  return rowsOf(weights).map((row, v) =>
    deform(row, pose, new Vector3().fromArray(body.positions, 3 * v), new Vector3()),
  );
}

function deformation(
  body: Body,
  bones: readonly SkinBone[],
  own: Map<number, number>[],
  artist: Map<number, number>[],
) {
  const random = randomFrom(kSeed);
  const [at, a, b] = [new Vector3(), new Vector3(), new Vector3()];
  let [sum, most] = [0, 0];
  for (let k = 0; k < kPoses; k++) {
    const pose = poseOf(bones, random);
    own.forEach((row, v) => {
      at.fromArray(body.positions, 3 * v);
      const apart = deform(row, pose, at, a).distanceTo(deform(artist[v]!, pose, at, b));
      sum += apart;
      most = Math.max(most, apart);
    });
  }
  const percent = 100 / diagonalOf(body);
  return {
    meanDeformation: (percent * sum) / (kPoses * own.length),
    maxDeformation: percent * most,
  };
}

/** 뼈마다 거울상이 있으면 그 쪽(-1, 1), 없으면 0. */
function sidesOf(bones: readonly SkinBone[], diagonal: number): number[] {
  const xs = bones.map(({ head }) => head[0]);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const near = 0.02 * diagonal;
  return bones.map(({ head: [x, y, z] }) => {
    if (Math.abs(x - middle) < near) return 0;
    const has = bones.some(
      ({ head }) => Math.hypot(head[0] + x - 2 * middle, head[1] - y, head[2] - z) < near,
    );
    return has ? Math.sign(x - middle) : 0;
  });
}

function stepsBetween(bones: readonly SkinBone[]): (a: number, b: number) => number {
  const pathOf = (k: number): number[] => (k < 0 ? [] : [k, ...pathOf(bones[k]!.parent ?? -1)]);
  const paths = bones.map((_, k) => pathOf(k));
  return (a, b) => {
    const meet = paths[a]!.findIndex((k) => paths[b]!.includes(k));
    return meet < 0 ? Infinity : meet + paths[b]!.indexOf(paths[a]![meet]!);
  };
}

function cracksOf(body: Body, rows: Map<number, number>[]): number {
  const cell = 1e-6 * diagonalOf(body) || 1;
  const seen = new Map<string, number>();
  let cracks = 0;
  rows.forEach((row, v) => {
    const key = [0, 1, 2].map((axis) => Math.round(body.positions[3 * v + axis]! / cell)).join();
    const first = seen.get(key);
    if (first === undefined) seen.set(key, v);
    else if (distance(row, rows[first]!) > 1e-3) cracks++;
  });
  return cracks;
}

function againstArtist(
  body: Body,
  bones: readonly SkinBone[],
  own: Map<number, number>[],
  artist: Map<number, number>[],
) {
  const present = (row: Map<number, number>) =>
    [...row].filter(([, w]) => w > kPresent).map(([bone]) => bone);
  let [l1, shared, found, wanted, wrong] = [0, 0, 0, 0, 0];
  own.forEach((row, v) => {
    const [mine, theirs] = [present(row), present(artist[v]!)];
    l1 += distance(row, artist[v]!);
    shared += mine.filter((bone) => theirs.includes(bone)).length;
    found += mine.length;
    wanted += theirs.length;
    if (dominantOf(row) !== dominantOf(artist[v]!)) wrong++;
  });
  return {
    l1: l1 / own.length,
    precision: (100 * shared) / found,
    recall: (100 * shared) / wanted,
    wrongDominant: (100 * wrong) / own.length,
    ...deformation(body, bones, own, artist),
  };
}

export function measure(body: Body, bones: readonly SkinBone[], weights: Weights): Metrics {
  const own = rowsOf(weights);
  const artist = body.artist && rowsOf(body.artist);
  const sides = sidesOf(bones, diagonalOf(body));
  const steps = stepsBetween(bones);
  let [unweighted, leaks, far] = [0, 0, 0];
  own.forEach((row, v) => {
    const dominant = dominantOf(row);
    if (dominant < 0) {
      unweighted++;
      return;
    }
    const strange = [...row].filter(([bone, w]) => w > 0.01 && sides[bone]! * sides[dominant]! < 0);
    if (strange.some(([bone]) => !(artist?.[v]!.has(bone) ?? false))) leaks++;
    for (const [bone, w] of row) if (w > kPresent && steps(bone, dominant) >= 4) far++;
  });
  const shape = { unweighted, leaks, far, cracks: cracksOf(body, own) };
  return artist ? { ...shape, ...againstArtist(body, bones, own, artist) } : shape;
}

/** 삼각형마다 넷으로 나눈 같은 겉면. 처음의 점들이 앞에 그대로 있다. */
export function subdivide({ positions, indices }: Pick<Body, 'positions' | 'indices'>) {
  const points = [...positions];
  const middles = new Map<string, number>();
  const middle = (a: number, b: number) => {
    const key = a < b ? `${a},${b}` : `${b},${a}`;
    let found = middles.get(key);
    if (found === undefined) {
      found = points.length / 3;
      for (let axis = 0; axis < 3; axis++)
        points.push((points[3 * a + axis]! + points[3 * b + axis]!) / 2);
      middles.set(key, found);
    }
    return found;
  };
  const triangles: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    triangles.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return { positions: new Float32Array(points), indices: new Uint32Array(triangles) };
}
