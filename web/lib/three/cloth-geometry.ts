import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Sphere } from 'three';
import type { Cloth } from '../cloth.js';

/**
 * 천의 메모리를 그대로 꼭짓점 버퍼로 쓰는 BufferGeometry(복사 없음). WASM 메모리가 자라면 속성들이 새 뷰를
 * 가리킨다. dispose()는 GPU 버퍼만 놓고, 천은 만든 쪽이 놓는다.
 *
 * A BufferGeometry over a cloth's own memory, without a copy: `position` and `normal` are
 * `DynamicDrawUsage` attributes over WASM memory and are re-pointed when that memory grows. Disposing of
 * the geometry frees its GPU buffers only; the cloth belongs to whoever made it.
 *
 * @example
 * const geometry = new ClothGeometry(cloth);
 * scene.add(new Mesh(geometry, new MeshStandardMaterial({ side: DoubleSide })));
 * // every frame
 * geometry.update(deltaSeconds);
 */
export class ClothGeometry extends BufferGeometry {
  static readonly #forgotten = new FinalizationRegistry<() => void>((stop) => stop());

  /** 그리는 천. / The cloth that it draws. */
  readonly cloth: Cloth;

  constructor(cloth: Cloth) {
    super();
    this.cloth = cloth;
    this.setAttribute('position', new BufferAttribute(cloth.positions, 3));
    this.setAttribute('normal', new BufferAttribute(cloth.normals, 3));
    if (cloth.uvs.length > 0) this.setAttribute('uv', new BufferAttribute(cloth.uvs, 2));
    this.setIndex(new BufferAttribute(cloth.indices, 1));
    for (const attribute of Object.values(this.attributes)) {
      (attribute as BufferAttribute).setUsage(DynamicDrawUsage);
    }
    this.boundingSphere = new Sphere();
    // 천보다 먼저 잊힌 지오메트리를 천이 붙들지 않게 약하게 듣는다.
    const self = new WeakRef(this);
    const stop = cloth.onViewsChanged(() => {
      const geometry = self.deref();
      if (geometry !== undefined) geometry.#repoint();
    });
    ClothGeometry.#forgotten.register(this, stop);
    this.sync();
  }

  /**
   * 천을 움직이고 화면에 올릴 것을 표시한다. 프레임마다 한 번 부른다.
   *
   * Steps the cloth by the elapsed seconds and marks what has to be uploaded. Call it once a frame.
   * Returns the number of fixed steps run.
   */
  update(seconds: number): number {
    const steps = this.cloth.update(seconds);
    this.show(steps);
    return steps;
  }

  /** @internal 천이 이만큼 나아갔다: 바뀐 것이 있을 때만 올린다. / After so many steps: uploads what has changed. */
  show(steps: number): void {
    if (steps > 0 || (this.cloth.interpolation && !this.cloth.asleep)) this.sync();
  }

  /**
   * 천을 다른 곳에서(`Mangto.update()`처럼) 움직였을 때: 바뀐 위치와 법선을 올리고 경계 구를 맞춘다.
   *
   * For cloths that are moved elsewhere, as by `Mangto.update()`: marks positions and normals for upload, sets
   * the bounding sphere.
   */
  sync(): void {
    const { center, radius } = this.cloth.boundingSphere;
    this.boundingSphere!.center.fromArray(center);
    this.boundingSphere!.radius = radius;
    this.attributes['position']!.needsUpdate = true;
    this.attributes['normal']!.needsUpdate = true;
  }

  #repoint(): void {
    const { cloth } = this;
    this.#point(this.attributes['position'] as BufferAttribute, cloth.positions);
    this.#point(this.attributes['normal'] as BufferAttribute, cloth.normals);
    if (cloth.uvs.length > 0) this.#point(this.attributes['uv'] as BufferAttribute, cloth.uvs);
    this.#point(this.index!, cloth.indices);
  }

  #point(attribute: BufferAttribute, view: Float32Array | Uint16Array | Uint32Array): void {
    attribute.array = view;
    attribute.needsUpdate = true;
  }
}
