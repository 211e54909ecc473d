// 그물 천의 기준 구현: 라이브러리의 C++과 따로, 규칙의 글만 보고 쓴 것. 빠르기는 생각하지 않는다.
import { ClassicCloth, type ClassicOptions } from './classic';
import type { Constraint, Kind } from './grid';

type Triple = readonly [number, number, number];

export interface MeshInput {
  positions: ArrayLike<number>;
  indices?: ArrayLike<number>;
  pinned?(k: number): boolean;
}

export interface WeldedMesh {
  points: Triple[];
  /** 점 → 겹친 점들을 하나로 친 번호. */
  weldedOf: number[];
  triangles: Triple[];
  pinned: boolean[];
}

const LONGER = 1.001;
const RIGHT_ANGLE_TOLERANCE = (20 / 180) * Math.PI;

/** 넓이가 없는 삼각형: 점이 되풀이되거나 한 줄에 있다. */
function isFlat(points: readonly Triple[], [a, b, c]: Triple): boolean {
  const side = (from: number, to: number) =>
    points[to]!.map((v, k) => v - points[from]![k]!) as unknown as Triple;
  const [ux, uy, uz] = side(a, b);
  const [vx, vy, vz] = side(a, c);
  const area = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  const longest = Math.max(...[side(a, b), side(a, c), side(b, c)].map((d) => Math.hypot(...d)));
  return area <= 1e-7 * longest * longest;
}

/** 같은 자리의 점을 하나로 보고, 넓이가 없는 삼각형을 뺀다. */
export function welded({ positions, indices, pinned }: MeshInput): WeldedMesh {
  const known = new Map<string, number>();
  const points: Triple[] = [];
  const pins: boolean[] = [];
  const weldedOf: number[] = [];
  for (let k = 0; k < positions.length / 3; k++) {
    const point = [0, 1, 2].map((c) => positions[3 * k + c]! + 0) as unknown as Triple;
    const place = point.join();
    if (!known.has(place)) known.set(place, points.push(point) - 1);
    weldedOf.push(known.get(place)!);
    pins[weldedOf[k]!] ||= pinned?.(k) ?? false;
  }
  const corners = Array.from(indices ?? weldedOf.keys(), (k) => weldedOf[k]!);
  const triangles: Triple[] = [];
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = corners.slice(t, t + 3) as unknown as Triple;
    if (!isFlat(points, [a, b, c])) triangles.push([a, b, c]);
  }
  return { points, weldedOf, triangles, pinned: pins };
}

const pairKey = (a: number, b: number) => (a < b ? `${a},${b}` : `${b},${a}`);
const triangleKey = (...corners: number[]) => corners.sort((l, r) => l - r).join();

interface Edge {
  a: number;
  b: number;
  /** 이 변을 가진 삼각형들의 맞은편 점: 삼각형의 차례대로, 되풀이 없이. */
  opposite: number[];
}

function edgesOf(triangles: readonly Triple[]): Map<string, Edge> {
  const edges = new Map<string, Edge>();
  for (const [a, b, c] of triangles) {
    for (const [from, to, other] of [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ] as const) {
      const key = pairKey(from, to);
      if (!edges.has(key)) {
        edges.set(key, { a: Math.min(from, to), b: Math.max(from, to), opposite: [] });
      }
      const { opposite } = edges.get(key)!;
      if (!opposite.includes(other)) opposite.push(other);
    }
  }
  return edges;
}

/** 두 삼각형이 사각형을 이루게 하는 변: 양쪽 모두에서 가장 길고, 맞은편 각이 직각에 가깝다. */
function isDiagonal(points: readonly Triple[], { a, b, opposite }: Edge): boolean {
  if (opposite.length !== 2) return false;
  const length = (p: number, q: number) =>
    Math.hypot(...points[p]!.map((value, c) => value - points[q]![c]!));
  const own = length(a, b);
  return opposite.every((o) => {
    const [toA, toB] = [length(o, a), length(o, b)];
    const angle = Math.acos((toA ** 2 + toB ** 2 - own ** 2) / (2 * toA * toB)); // 코사인 법칙
    const isRight = Math.abs(angle - Math.PI / 2) <= RIGHT_ANGLE_TOLERANCE;
    return isRight && own > LONGER * Math.max(toA, toB);
  });
}

/** 그물의 제약 전부. 푸는 순서에는 뜻이 없다. */
export function meshConstraints({ points, triangles }: WeldedMesh): Constraint[] {
  const edges = edgesOf(triangles);
  const found = new Map<string, Constraint>();
  const add = (a: number, b: number, kind: Kind) => {
    const isEdge = edges.has(pairKey(a, b));
    if (a !== b && !isEdge) found.set(`${kind}:${pairKey(a, b)}`, [a, b, kind]);
  };

  // 삼각형 → 그것이 반쪽인 사각형의 둘레에서 점마다의 두 이웃
  const quads = new Map<string, Map<number, [number, number]>>();
  const structural: Edge[] = [];
  for (const edge of edges.values()) {
    const { a, b, opposite } = edge;
    const diagonal = isDiagonal(points, edge);
    const kind = diagonal ? 'shear' : 'structural';
    found.set(`${kind}:${pairKey(a, b)}`, [a, b, kind]);
    if (!diagonal) {
      structural.push(edge);
      continue;
    }
    const [r, s] = opposite as [number, number];
    add(r, s, 'shear');
    const ring = new Map<number, [number, number]>([
      [a, [r, s]],
      [b, [r, s]],
      [r, [a, b]],
      [s, [a, b]],
    ]);
    for (const o of opposite) quads.set(triangleKey(a, b, o), ring);
  }

  for (const { a, b, opposite } of structural) {
    for (let k = 0; k + 1 < opposite.length; k++) {
      const rings = [opposite[k]!, opposite[k + 1]!].map((o) => quads.get(triangleKey(a, b, o)));
      if (!rings[0] || !rings[1]) {
        add(opposite[k]!, opposite[k + 1]!, 'bend');
        continue;
      }
      const beyond = (ring: Map<number, [number, number]>, from: number, not: number) =>
        ring.get(from)!.find((p) => p !== not)!;
      add(beyond(rings[0], a, b), beyond(rings[1], a, b), 'bend');
      add(beyond(rings[0], b, a), beyond(rings[1], b, a), 'bend');
    }
  }
  return [...found.values()];
}

export const countKinds = (constraints: readonly Constraint[]): Record<Kind, number> => {
  const count = { structural: 0, shear: 0, bend: 0 };
  for (const [, , kind] of constraints) count[kind]++;
  return count;
};

type Settings = Omit<ClassicOptions, 'columns' | 'rows' | 'position' | 'pinned'>;

/** 용접한 점들 위의 기준 천. 점 번호는 `welded`의 것이다. */
export function classicMesh(mesh: MeshInput, settings: Settings = {}): ClassicCloth {
  const flat = welded(mesh);
  const options: ClassicOptions = {
    ...settings,
    columns: flat.points.length,
    rows: 1,
    position: (k) => flat.points[k]!,
    pinned: (k) => flat.pinned[k]!,
  };
  const cloth = new ClassicCloth(options, () => meshConstraints(flat));
  Object.assign(cloth, { indices: new Uint32Array(flat.triangles.flat()) });
  cloth['updateNormals']();
  return cloth;
}
