import { Box3, BufferAttribute, BufferGeometry, Vector3, type Ray, type Skeleton } from 'three';
import type { Work } from '../../borrowed';
import { CpuSkin } from '../bears/skinning';
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
const piece = 256; // 한 번에 읽는 점이나 번호의 수

function* readSkin(skins: readonly MeshSkin[], vertices: number): Work<SoupSkin> {
  const [index, weight] = [new Uint16Array(4 * vertices), new Float32Array(4 * vertices)];
  let slot = 0;
  for (const skin of skins) {
    for (let v = 0; v < skin.index.count; v += 1, slot += 4) {
      if (v % piece === 0) yield slot / index.length;
      let sum = 0;
      // 파일에는 수가 아닌 가중치도 있다.
      for (let k = 0; k < 4; k += 1) sum += weight[slot + k] = skin.weight.getComponent(v, k) || 0;
      for (let k = 0; k < 4; k += 1) {
        weight[slot + k]! /= sum || 1;
        index[slot + k] = skin.index.getComponent(v, k);
      }
    }
  }
  return { index, weight };
}

/** 이은 것. What was joined. */
interface Joined {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  readonly box: Box3;
}

function cornersOf({ geometry }: OwnModel['meshes'][number]): number {
  return geometry.index?.count ?? geometry.getAttribute('position').count;
}

function* join({ meshes, vertices }: OwnModel): Work<Joined> {
  const positions = new Float32Array(3 * vertices);
  const indices = new Uint32Array(meshes.reduce((sum, mesh) => sum + cornersOf(mesh), 0));
  const box = new Box3();
  const at = new Vector3();
  let [vertex, corner] = [0, 0];
  for (const mesh of meshes) {
    const position = mesh.geometry.getAttribute('position');
    const { index } = mesh.geometry;
    const bind = bindMatrixOf(mesh);
    for (let k = 0; k < cornersOf(mesh); k += 1, corner += 1) {
      if (k % piece === 0) yield corner / (2 * indices.length);
      indices[corner] = vertex + (index?.getX(k) ?? k);
    }
    for (let v = 0; v < position.count; v += 1, vertex += 1) {
      if (v % piece === 0) yield (1 + vertex / vertices) / 2;
      box.expandByPoint(at.fromBufferAttribute(position, v).applyMatrix4(bind));
      at.toArray(positions, 3 * vertex);
    }
  }
  return { positions, indices, box };
}

/** 모델의 모든 그물을 묶을 때의 공간에서 이은 것. 재고 누르는 데 쓴다. All meshes joined in bind space, to measure and to pick. */
export class Soup {
  readonly vertices: number;
  readonly #positions: Float32Array;
  readonly #indices: Uint32Array;
  readonly #skeleton: Skeleton;
  readonly #pose: CpuSkin;
  readonly #all: Uint32Array;
  readonly #sampled: Uint32Array;
  readonly #diagonal: number;

  private constructor({ skeleton, vertices }: OwnModel, joined: Joined) {
    this.vertices = vertices;
    this.#skeleton = skeleton!;
    this.#pose = new CpuSkin(skeleton!);
    this.#all = Uint32Array.from(new Uint32Array(vertices).keys());
    const stride = Math.ceil(vertices / sampled);
    this.#sampled = this.#all.filter((v) => v % stride === 0);
    this.#positions = joined.positions;
    this.#indices = joined.indices;
    this.#diagonal = joined.box.min.distanceTo(joined.box.max);
  }

  /** 점이 많을 수 있어 조금씩 한다. Joins the meshes of a model, piece by piece. */
  static *of(model: OwnModel): Work<Soup> {
    return new Soup(model, yield* join(model));
  }

  /** 뼈들을 이중 쿼터니언으로 섞는다. Blends the bones as dual quaternions. */
  set dual(on: boolean) {
    this.#pose.dual = on;
  }

  skin(skins: readonly MeshSkin[]): Work<SoupSkin> {
    return readSkin(skins, this.vertices);
  }

  /** 점마다 Σ|a − b|, 0…2. Per vertex the L1 distance of two skins. */
  *distances(a: SoupSkin, b: SoupSkin): Work<Float32Array> {
    const out = new Float32Array(this.vertices);
    const own = new Map<number, number>();
    for (let v = 0; v < this.vertices; v += 1) {
      if (v % piece === 0) yield v / this.vertices;
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
    const count = this.#sampled.length;
    const [placedA, placedB] = [this.#place(a, this.#sampled), this.#place(b, this.#sampled)];
    const [p, q] = [new Vector3(), new Vector3()];
    let [sum, largest] = [0, 0];
    for (let k = 0; k < count; k += 1) {
      const distance = p.fromArray(placedA, 3 * k).distanceTo(q.fromArray(placedB, 3 * k));
      sum += distance;
      largest = Math.max(largest, distance);
    }
    const size = this.#diagonal * bindToWorld(this.#skeleton).getMaxScaleOnAxis() || 1;
    return { mean: sum / Math.max(1, count) / size, largest: largest / size };
  }

  /** 광선이 지금의 자세에 처음 닿는 곳을 가장 많이 움직이는 뼈. The bone that moves the place where a ray first meets the present pose. */
  pick(skin: SoupSkin, ray: Ray): Hit | undefined {
    const placed = this.#place(skin, this.#all);
    const at = new Vector3();
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

  /** 지금의 자세에서 점들의 자리. Where the vertices are in the present pose. */
  #place({ index, weight }: SoupSkin, vertices: Uint32Array): Float32Array {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.#positions, 3));
    geometry.setAttribute('skinIndex', new BufferAttribute(index, 4));
    geometry.setAttribute('skinWeight', new BufferAttribute(weight, 4));
    const out = new Float32Array(3 * vertices.length);
    this.#pose.read();
    this.#pose.place(geometry, vertices, out);
    return out;
  }
}
