import { Plane, Raycaster, Vector2, Vector3, type Camera } from 'three';
import type { Cloth } from 'mangto';

interface Held extends Graspable {
  /** 손가락의 번호. The pointer's id. */
  id: number;
  point: number;
  /** 화면의 깊이(m). Depth in the picture. */
  distance: number;
}

/** 잡을 수 있는 천과, 그려진 곳이 계산하는 곳에서 떨어진 만큼. A cloth, and where it is drawn relative to where it is computed. */
export interface Graspable {
  readonly cloth: Cloth;
  readonly offset: Readonly<Vector3>;
}

const ray = new Raycaster();
const origin: [number, number, number] = [0, 0, 0];
const direction: [number, number, number] = [0, 0, 0];
const target: [number, number, number] = [0, 0, 0];
const place = new Vector3();
const normal = new Vector3();

/**
 * 손가락이나 마우스로 천을 잡아끈다. 천이 없는 데서는 시점을 돌리게 둔다.
 * Pulls a cloth by finger or mouse; away from the cloth the view turns as before.
 */
export class Hand {
  readonly #canvas: HTMLElement;
  readonly #cloths: () => readonly Graspable[];
  readonly #pointer = new Vector2();
  readonly #plane = new Plane();
  #camera: Camera | undefined;
  #held: Held | undefined;

  constructor(canvas: HTMLElement, signal: AbortSignal, cloths: () => readonly Graspable[]) {
    this.#canvas = canvas;
    this.#cloths = cloths;
    // 시점을 돌리는 쪽보다 먼저 듣는다.
    canvas.addEventListener('pointerdown', (event) => this.#press(event), {
      ...{ capture: true, signal },
    });
    canvas.addEventListener('pointermove', (event) => this.#aim(event), { signal });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(
        end,
        (event) => {
          if (event.pointerId === this.#held?.id) this.letGo();
        },
        { signal },
      );
    }
  }

  /** 걸음마다: 잡은 점을 손끝으로. Every step, as the view goes along with him. */
  pull(camera: Camera): void {
    this.#camera = camera;
    const held = this.#held;
    if (!held) return;
    if (held.cloth.disposed) {
      this.#held = undefined;
      return;
    }
    ray.setFromCamera(this.#pointer, camera);
    camera.getWorldDirection(normal);
    place.copy(camera.position).addScaledVector(normal, held.distance);
    this.#plane.setFromNormalAndCoplanarPoint(normal, place);
    if (!ray.ray.intersectPlane(this.#plane, place)) return;
    place.sub(held.offset).toArray(target);
    held.cloth.grab(held.point, target);
  }

  letGo(): void {
    if (this.#held && !this.#held.cloth.disposed) this.#held.cloth.letGo();
    this.#held = undefined;
  }

  #press(event: PointerEvent): void {
    const camera = this.#camera;
    if (!camera || event.button !== 0 || !event.isPrimary) {
      this.letGo(); // 두 번째 손가락은 확대하려는 것이다.
      return;
    }
    this.#aim(event);
    ray.setFromCamera(this.#pointer, camera);
    this.#held = this.#find(camera, event.pointerId);
    if (!this.#held) return;
    event.stopImmediatePropagation();
    this.#canvas.setPointerCapture(event.pointerId);
  }

  #find(camera: Camera, id: number): Held | undefined {
    let nearest = Infinity;
    let found: Held | undefined;
    ray.ray.direction.toArray(direction);
    for (const { cloth, offset } of this.#cloths()) {
      place.copy(ray.ray.origin).sub(offset).toArray(origin);
      const hit = cloth.pick(origin, direction);
      if (!hit || hit.point < 0 || hit.distance >= nearest) continue;
      nearest = hit.distance;
      // 잡은 점은 화면과 나란한 평면 위에서 움직인다.
      const distance = hit.distance * camera.getWorldDirection(normal).dot(ray.ray.direction);
      found = { id, point: hit.point, distance, cloth, offset };
    }
    return found;
  }

  #aim({ clientX, clientY }: PointerEvent): void {
    const box = this.#canvas.getBoundingClientRect();
    this.#pointer.set(
      ((clientX - box.left) / box.width) * 2 - 1,
      1 - ((clientY - box.top) / box.height) * 2,
    );
  }
}
