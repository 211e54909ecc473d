import { Matrix4, type BufferGeometry, type Skeleton } from 'three';

/**
 * GPU가 하는 스키닝을 CPU에서: 보이는 자세를 재고 누른 곳을 찾는 데 쓴다.
 * The skinning that the GPU does, on the CPU, to measure and to pick the pose shown.
 */
export class CpuSkin {
  readonly #skeleton: Skeleton;
  readonly #matrices: Float64Array;
  readonly #matrix = new Matrix4();

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
  }

  /**
   * 고른 꼭짓점들을 `out`에 x, y, z로 쓴다(세계 좌표). Writes the chosen vertices to `out`, in world space.
   */
  place(geometry: BufferGeometry, vertices: ArrayLike<number>, out: Float32Array): void {
    const rest = geometry.getAttribute('position').array;
    const index = geometry.getAttribute('skinIndex').array;
    const weight = geometry.getAttribute('skinWeight').array;
    const m = this.#matrices;
    for (let k = 0; k < vertices.length; k += 1) {
      const v = vertices[k]!;
      const [px, py, pz] = [rest[3 * v]!, rest[3 * v + 1]!, rest[3 * v + 2]!];
      let [x, y, z] = [0, 0, 0];
      for (let slot = 4 * v; slot < 4 * v + 4; slot += 1) {
        const w = weight[slot]!;
        if (w === 0) continue;
        const b = 16 * index[slot]!;
        x += w * (m[b]! * px + m[b + 4]! * py + m[b + 8]! * pz + m[b + 12]!);
        y += w * (m[b + 1]! * px + m[b + 5]! * py + m[b + 9]! * pz + m[b + 13]!);
        z += w * (m[b + 2]! * px + m[b + 6]! * py + m[b + 10]! * pz + m[b + 14]!);
      }
      out[3 * k] = x;
      out[3 * k + 1] = y;
      out[3 * k + 2] = z;
    }
  }
}
