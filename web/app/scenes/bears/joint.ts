import type { Vec3 } from 'mangto';
import { part, type Work } from '../../borrowed';
import { bearBones, boneIndex } from './bones';

/** 자세 하나에서 잰 관절. A joint as measured in one pose. */
export interface JointFigures {
  /** 살이 제 부피를 지킨 몫, 0…1.눌려도 부풀어도 준다. How much of its volume the flesh has kept; crushed and swollen flesh both lose. */
  volume: number;
  /** 라디안. 모서리의 백에 아흔아홉은 이보다 덜 꺾였다. 99 of 100 edges are bent less, 0 (flat) … π. */
  crease: number;
}

interface Site {
  readonly upper: string;
  readonly lower: string;
}

export const sites = {
  elbow: { upper: 'upperArmL', lower: 'foreArmL' },
  knee: { upper: 'thighL', lower: 'shinL' },
} as const satisfies Record<string, Site>;

export type SiteName = keyof typeof sites;

const reach = 0.16; // m, 관절에서 이만큼까지 주름을 본다.
const slab = 0.03; // m, 관절에서 뼈를 따라 이만큼까지 부피를 잰다.
const sharpestShare = 0.01; // 가장 날카로운 모서리의 몫
const piece = 256; // 한 번에 살피는 점이나 번호의 수

/** 그물에서 도려낸 조각. A piece cut out of the mesh. */
interface Cut {
  /** 그물에서의 번호. Numbers in the mesh. */
  readonly vertices: readonly number[];
  /** 조각 안의 번호 셋씩. Three local numbers each. */
  readonly triangles: readonly number[];
}

function distanceToSegment(p: ArrayLike<number>, at: number, from: Vec3, to: Vec3): number {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const [x, y, z] = [p[at]! - from[0], p[at + 1]! - from[1], p[at + 2]! - from[2]];
  const along = (dx * x + dy * y + dz * z) / (dx * dx + dy * dy + dz * dz || 1);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - t * dx, y - t * dy, z - t * dz);
}

/**
 * 관절 둘레의 살: 관절점을 꼭대기로, 겉면의 삼각형을 밑면으로 하는 사면체들. 관절점은 어느 뼈를 따라도 제자리라서
 * 단단히 따라간 살은 부피가 그대로이다. volume = 1 − Σ|V − V₀| / ΣV₀.
 * The flesh around a joint as tetrahedra from the joint to the triangles of the surface. The joint stays put
 * whichever bone carries it, so flesh that moves rigidly keeps its volume.
 */
export class Joint {
  /** 관절의 뼈. The bone whose head is the joint. */
  readonly bone: number;
  /** 그물에서의 번호. Numbers of its vertices in the mesh. */
  readonly vertices: Uint32Array;
  /** `vertices`의 자리를 여기에 쓰고 잰다. Write the places of `vertices` here, then measure. */
  readonly points: Float32Array;
  readonly #triangles: Uint32Array;
  /** 이웃한 두 삼각형의 번호. Pairs of neighbouring triangles. */
  readonly #pairs: Uint32Array;
  readonly #normals: Float32Array;
  readonly #angles: Float32Array;
  /** 부피를 재는 삼각형들과 그 처음 부피. */
  readonly #inSlab: Uint32Array;
  readonly #restVolumes: Float32Array;

  private constructor(positions: ArrayLike<number>, { vertices, triangles }: Cut, site: Site) {
    this.bone = boneIndex(site.lower);
    this.vertices = Uint32Array.from(vertices);
    this.points = new Float32Array(3 * vertices.length);
    this.#triangles = Uint32Array.from(triangles);
    this.#pairs = neighbours(triangles);
    this.#normals = new Float32Array(triangles.length);
    this.#angles = new Float32Array(this.#pairs.length / 2);
    this.vertices.forEach((v, k) => {
      for (let c = 0; c < 3; c += 1) this.points[3 * k + c] = positions[3 * v + c]!;
    });
    const { head } = bearBones[this.bone]!;
    const along = directionAt(site);
    const inSlab = (_: number, t: number) => Math.abs(this.#heightOf(t, head, along)) < slab;
    this.#inSlab = Uint32Array.from(
      [...triangles.keys()].slice(0, triangles.length / 3).filter(inSlab),
    );
    this.#restVolumes = Float32Array.from(this.#inSlab, (t) => this.#volumeOf(t, head));
  }

  /** 큰 그물에서 도려내는 일이라 조금씩 한다. Cuts the joint out of the mesh, piece by piece. */
  static *cut(positions: ArrayLike<number>, indices: ArrayLike<number>, site: Site): Work<Joint> {
    const { vertices, numbers } = yield* part(0, 0.5, flesh(positions, site));
    const triangles = yield* part(0.5, 1, trianglesOf(indices, numbers));
    return new Joint(positions, { vertices, triangles }, site);
  }

  /** @param centre 관절점(`points`와 같은 공간). The joint, in the space of `points`. */
  measure(centre: Vec3): JointFigures {
    return { volume: this.#volume(centre), crease: this.#crease() };
  }

  #corner(triangle: number, corner: number, from: Vec3): Vec3 {
    const at = 3 * this.#triangles[3 * triangle + corner]!;
    const p = this.points;
    return [p[at]! - from[0], p[at + 1]! - from[1], p[at + 2]! - from[2]];
  }

  #heightOf(triangle: number, centre: Vec3, along: Vec3): number {
    const corners = [0, 1, 2].map((k) => dot(this.#corner(triangle, k, centre), along));
    return corners.reduce((sum, height) => sum + height, 0) / 3;
  }

  #volumeOf(triangle: number, centre: Vec3): number {
    const [a, b, c] = [0, 1, 2].map((k) => this.#corner(triangle, k, centre));
    return dot(a!, cross(b!, c!)) / 6;
  }

  #volume(centre: Vec3): number {
    let [changed, total] = [0, 0];
    this.#inSlab.forEach((triangle, k) => {
      const rest = this.#restVolumes[k]!;
      changed += Math.abs(this.#volumeOf(triangle, centre) - rest);
      total += rest;
    });
    return Math.max(0, 1 - changed / total);
  }

  #crease(): number {
    const n = this.#normals;
    for (let t = 0; t < n.length / 3; t += 1) {
      const a = this.#corner(t, 0, origin);
      const normal = cross(this.#corner(t, 1, a), this.#corner(t, 2, a));
      const length = Math.hypot(...normal) || 1;
      for (let c = 0; c < 3; c += 1) n[3 * t + c] = normal[c]! / length;
    }
    const angles = this.#angles;
    for (let k = 0; k < angles.length; k += 1) {
      const a = 3 * this.#pairs[2 * k]!;
      const b = 3 * this.#pairs[2 * k + 1]!;
      const cosine = n[a]! * n[b]! + n[a + 1]! * n[b + 1]! + n[a + 2]! * n[b + 2]!;
      angles[k] = Math.acos(Math.min(1, Math.max(-1, cosine)));
    }
    return angles.sort()[Math.floor((1 - sharpestShare) * angles.length)]!;
  }
}

const origin: Vec3 = [0, 0, 0];

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** 곧게 편 관절을 지나는 쪽. Along the limb, at the joint. */
function directionAt(site: Site): Vec3 {
  const from = bearBones[boneIndex(site.upper)]!.head;
  const to = bearBones[boneIndex(site.lower)]!.tail;
  const d: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(...d);
  return [d[0] / length, d[1] / length, d[2] / length];
}

/** 관절 가까이, 두 뼈의 둘레에 있는 점들과 그 조각 안의 번호(없으면 −1). The vertices around the two bones, near the joint, and their local numbers. */
function* flesh(
  positions: ArrayLike<number>,
  site: Site,
): Work<{ vertices: readonly number[]; numbers: Int32Array }> {
  const lower = bearBones[boneIndex(site.lower)]!;
  const upper = bearBones[boneIndex(site.upper)]!;
  const thickest = 1.35 * Math.max(upper.radius, lower.radius);
  const numbers = new Int32Array(positions.length / 3).fill(-1);
  const vertices: number[] = [];
  for (let v = 0; v < numbers.length; v += 1) {
    if (v % piece === 0) yield v / numbers.length;
    if (distanceToSegment(positions, 3 * v, lower.head, lower.head) >= reach) continue;
    const onUpper = distanceToSegment(positions, 3 * v, upper.head, upper.tail) < thickest;
    const onLower = distanceToSegment(positions, 3 * v, lower.head, lower.tail) < thickest;
    if (onUpper || onLower) numbers[v] = vertices.push(v) - 1;
  }
  return { vertices, numbers };
}

/** 꼭짓점 셋이 모두 조각 안에 있는 삼각형들. The triangles that are wholly in the piece. */
function* trianglesOf(indices: ArrayLike<number>, numbers: Int32Array): Work<readonly number[]> {
  const triangles: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    if (t % (3 * piece) === 0) yield t / indices.length;
    const a = numbers[indices[t]!]!;
    const b = numbers[indices[t + 1]!]!;
    const c = numbers[indices[t + 2]!]!;
    if (a >= 0 && b >= 0 && c >= 0) triangles.push(a, b, c);
  }
  return triangles;
}

function neighbours(triangles: readonly number[]): Uint32Array {
  const owner = new Map<number, number>();
  const pairs: number[] = [];
  for (let k = 0; k < triangles.length; k += 1) {
    const [a, b] = [triangles[k]!, triangles[k % 3 === 2 ? k - 2 : k + 1]!];
    const triangle = Math.floor(k / 3);
    const other = owner.get(b * 65_536 + a);
    if (other === undefined) owner.set(a * 65_536 + b, triangle);
    else pairs.push(other, triangle);
  }
  return Uint32Array.from(pairs);
}
