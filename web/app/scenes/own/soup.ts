import { Matrix4, Vector3, type Ray, type Skeleton } from 'three';
import { bindMatrixOf, type MeshSkin, type OwnModel } from './model';
import { bindToWorld } from './skeletons';

/** 이은 점마다 뼈 넷과 가중치 넷, 합은 1. Four bones and weights per joined vertex. */
export interface SoupSkin {
  readonly index: Uint16Array;
  readonly weight: Float32Array;
}

export interface Deformation {
  /** 상자의 대각선에 대한 비율. Shares of the diagonal. */
  readonly mean: number;
  readonly largest: number;
}

export interface Hit {
  readonly distance: number;
  readonly bone: number;
}

// 자세를 잴 때 보는 점의 수.
const sampled = 6000;

function readSkin(skins: readonly MeshSkin[], vertices: number): SoupSkin {
  const [index, weight] = [new Uint16Array(4 * vertices), new Float32Array(4 * vertices)];
  let slot = 0;
  for (const skin of skins) {
    for (let v = 0; v < skin.index.count; v += 1, slot += 4) {
      let sum = 0;
      for (let k = 0; k < 4; k += 1) sum += weight[slot + k] = skin.weight.getComponent(v, k);
      for (let k = 0; k < 4; k += 1) {
        weight[slot + k]! /= sum || 1;
        index[slot + k] = skin.index.getComponent(v, k);
      }
    }
  }
  return { index, weight };
}

/** 모델의 모든 그물을 묶을 때의 공간에서 이은 것. 재고 누르는 데 쓴다. All meshes joined in bind space, to measure and to pick. */
export class Soup {
  readonly vertices: number;
  readonly #positions: Float32Array;
  readonly #indices: Uint32Array;
  readonly #skeleton: Skeleton;
  readonly #matrices: Float64Array;
  readonly #diagonal: number;
  readonly #matrix = new Matrix4();

  constructor({ meshes, skeleton, vertices }: OwnModel) {
    this.vertices = vertices;
    this.#skeleton = skeleton!;
    this.#matrices = new Float64Array(16 * skeleton!.bones.length);
    this.#positions = new Float32Array(3 * vertices);
    const corners = meshes.map(
      ({ geometry: { index, attributes } }) => index?.count ?? attributes['position']!.count,
    );
    this.#indices = new Uint32Array(corners.reduce((sum, count) => sum + count, 0));
    const at = new Vector3();
    let [vertex, corner] = [0, 0];
    meshes.forEach((mesh, m) => {
      const position = mesh.geometry.getAttribute('position');
      const { index } = mesh.geometry;
      for (let k = 0; k < corners[m]!; k += 1)
        this.#indices[corner + k] = vertex + (index?.getX(k) ?? k);
      const bind = bindMatrixOf(mesh);
      for (let v = 0; v < position.count; v += 1) {
        at.fromBufferAttribute(position, v).applyMatrix4(bind);
        at.toArray(this.#positions, 3 * (vertex + v));
      }
      vertex += position.count;
      corner += corners[m]!;
    });
    this.#diagonal = this.#measureDiagonal();
  }

  skin(skins: readonly MeshSkin[]): SoupSkin {
    return readSkin(skins, this.vertices);
  }

  /** 점마다 Σ|a − b|, 0…2. Per vertex the L1 distance of two skins. */
  distances(a: SoupSkin, b: SoupSkin): Float32Array {
    const out = new Float32Array(this.vertices);
    const own = new Map<number, number>();
    for (let v = 0; v < this.vertices; v += 1) {
      own.clear();
      for (let k = 4 * v; k < 4 * v + 4; k += 1) {
        own.set(a.index[k]!, (own.get(a.index[k]!) ?? 0) + a.weight[k]!);
        own.set(b.index[k]!, (own.get(b.index[k]!) ?? 0) - b.weight[k]!);
      }
      for (const difference of own.values()) out[v]! += Math.abs(difference);
    }
    return out;
  }

  /** 지금의 자세에서 두 가중치가 점을 얼마나 다른 곳에 놓는지. How far apart two skins put the vertices in the present pose. */
  deformation(a: SoupSkin, b: SoupSkin): Deformation {
    this.#read();
    const stride = Math.ceil(this.vertices / sampled);
    const [p, q] = [new Vector3(), new Vector3()];
    let [sum, largest, count] = [0, 0, 0];
    for (let v = 0; v < this.vertices; v += stride) {
      const distance = this.#place(a, v, p).distanceTo(this.#place(b, v, q));
      sum += distance;
      largest = Math.max(largest, distance);
      count += 1;
    }
    const size = this.#diagonal * bindToWorld(this.#skeleton).getMaxScaleOnAxis() || 1;
    return { mean: sum / Math.max(1, count) / size, largest: largest / size };
  }

  /** 광선이 지금의 자세에 처음 닿는 곳을 가장 많이 움직이는 뼈. The bone that moves the place where a ray first meets the present pose. */
  pick(skin: SoupSkin, ray: Ray): Hit | undefined {
    this.#read();
    const placed = new Float32Array(3 * this.vertices);
    const at = new Vector3();
    for (let v = 0; v < this.vertices; v += 1) this.#place(skin, v, at).toArray(placed, 3 * v);
    const corners = [new Vector3(), new Vector3(), new Vector3()] as const;
    let nearest: { distance: number; vertex: number } | undefined;
    for (let t = 0; t + 2 < this.#indices.length; t += 3) {
      corners.forEach((corner, c) => corner.fromArray(placed, 3 * this.#indices[t + c]!));
      if (!ray.intersectTriangle(...corners, false, at)) continue;
      const distance = at.distanceTo(ray.origin);
      if (nearest && nearest.distance <= distance) continue;
      const apart = corners.map((corner) => corner.distanceToSquared(at));
      nearest = { distance, vertex: this.#indices[t + apart.indexOf(Math.min(...apart))]! };
    }
    if (!nearest) return undefined;
    const own = skin.weight.subarray(4 * nearest.vertex, 4 * nearest.vertex + 4);
    const bone = skin.index[4 * nearest.vertex + own.indexOf(Math.max(...own))]!;
    return { distance: nearest.distance, bone };
  }

  #measureDiagonal(): number {
    const [low, high] = [
      new Vector3(Infinity, Infinity, Infinity),
      new Vector3(-Infinity, -Infinity, -Infinity),
    ];
    const at = new Vector3();
    for (let v = 0; v < this.vertices; v += 1) {
      at.fromArray(this.#positions, 3 * v);
      low.min(at);
      high.max(at);
    }
    return high.distanceTo(low);
  }

  #read(): void {
    const { bones, boneInverses } = this.#skeleton;
    bones.forEach((bone, k) => {
      this.#matrix.multiplyMatrices(bone.matrixWorld, boneInverses[k]!);
      this.#matrix.toArray(this.#matrices, 16 * k);
    });
  }

  #place({ index, weight }: SoupSkin, v: number, out: Vector3): Vector3 {
    const m = this.#matrices;
    const p = this.#positions;
    const [px, py, pz] = [p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!];
    let [x, y, z] = [0, 0, 0];
    for (let slot = 4 * v; slot < 4 * v + 4; slot += 1) {
      const w = weight[slot]!;
      if (w === 0) continue;
      const b = 16 * index[slot]!;
      x += w * (m[b]! * px + m[b + 4]! * py + m[b + 8]! * pz + m[b + 12]!);
      y += w * (m[b + 1]! * px + m[b + 5]! * py + m[b + 9]! * pz + m[b + 13]!);
      z += w * (m[b + 2]! * px + m[b + 6]! * py + m[b + 10]! * pz + m[b + 14]!);
    }
    return out.set(x, y, z);
  }
}
