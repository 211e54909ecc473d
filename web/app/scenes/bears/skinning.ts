import { Matrix4, type BufferGeometry, type Skeleton } from 'three';
import { blendDual, splitBones, type DualBones } from './dual_blend';

/**
 * GPU가 하는 스키닝을 CPU에서: 보이는 자세를 재고 누른 곳을 찾는 데 쓴다.
 * The skinning that the GPU does, on the CPU, to measure and to pick the pose shown.
 */
export class CpuSkin {
  /** 뼈들을 이중 쿼터니언으로 섞는다. Blends the bones as dual quaternions. */
  dual = false;
  readonly #skeleton: Skeleton;
  readonly #matrices: Float64Array;
  readonly #matrix = new Matrix4();
  readonly #blended = new Float64Array(16);
  #split: DualBones = new Float64Array();

  constructor(skeleton: Skeleton) {
    this.#skeleton = skeleton;
    this.#matrices = new Float64Array(16 * skeleton.bones.length);
  }

  /** 뼈들의 지금 자리를 읽는다. Reads where the bones are now. */
  read(): void {
    const { bones, boneInverses } = this.#skeleton;
    bones.forEach((bone, k) => {
      this.#matrix.multiplyMatrices(bone.matrixWorld, boneInverses[k]!);
      this.#matrix.toArray(this.#matrices, 16 * k);
    });
    if (this.dual) this.#split = splitBones(this.#matrices);
  }

  /**
   * 고른 꼭짓점들을 `out`에 x, y, z로 쓴다(세계 좌표). Writes the chosen vertices to `out`, in world space.
   */
  place(geometry: BufferGeometry, vertices: ArrayLike<number>, out: Float32Array): void {
    const rest = geometry.getAttribute('position').array;
    const index = geometry.getAttribute('skinIndex').array;
    const weight = geometry.getAttribute('skinWeight').array;
    for (let k = 0; k < vertices.length; k += 1) {
      const v = vertices[k]!;
      const m = this.#blend(index, weight, 4 * v);
      const [x, y, z] = [rest[3 * v]!, rest[3 * v + 1]!, rest[3 * v + 2]!];
      for (let c = 0; c < 3; c += 1)
        out[3 * k + c] = m[c]! * x + m[c + 4]! * y + m[c + 8]! * z + m[c + 12]!;
    }
  }

  /** 네 뼈의 행렬을 가중치로 섞는다. Blends the matrices of the four bones of a vertex. */
  #blend(index: ArrayLike<number>, weight: ArrayLike<number>, first: number): Float64Array {
    const out = this.#blended;
    if (this.dual) {
      blendDual(this.#split, index, weight, first, out);
      return out;
    }
    out.fill(0);
    for (let slot = first; slot < first + 4; slot += 1) {
      const w = weight[slot]!;
      if (w === 0) continue;
      for (let k = 0; k < 16; k += 1) out[k]! += w * this.#matrices[16 * index[slot]! + k]!;
    }
    return out;
  }
}
