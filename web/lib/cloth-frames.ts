import { finite, invalid, isObject, vector } from './check.js';
import { Cloth } from './cloth.js';
import { countColliders, kColliderFloats, writeColliders, type Collider } from './colliders.js';
import { MangtoError, unwrap } from './error.js';
import type { ClothOwner } from './tunable-cloth.js';

/** 한 천이 한 프레임에 받는 것. 고정점의 목표는 `pinTargets`에 쓴다. / What a cloth gets in a frame, beside its `pinTargets`. */
export interface ClothFrame {
  /** 움직일 천. / The cloth to move. */
  readonly cloth: Cloth;
  /** 새 바람(m/s). 없으면 그대로다. / Its wind from now on in m/s, as `Cloth.wind`; by default as it was. */
  readonly wind?: ArrayLike<number>;
  /** 새 콜라이더. 없으면 그대로다. / Its colliders from now on, as for `Cloth.setColliders()`; by default as they were. */
  readonly colliders?: readonly Collider[];
}

// bindings.cpp의 Frame의 자리. 앞의 것들을 주고 kSteps부터 돌려받는다. 바람을 받지 않았으면 kHasWind가 0이 된다.
const kCloth = 0;
const kColliders = 1; // 콜라이더의 수, -1은 그대로
const kHasWind = 2;
const kWind = 3;
const kSteps = 6;
const kMs = 7;
const kHead = 8;

/** 머리와 콜라이더들이 차지하는 double의 수. / Doubles that a frame takes with its colliders. */
const sizeOf = (colliders: number) => kHead + Math.ceil((colliders * kColliderFloats) / 2);

function inFrame(k: number, error: unknown): unknown {
  if (!(error instanceof MangtoError)) return error;
  return new MangtoError(error.code, `frames[${k}]: ${error.message}`);
}

/**
 * 프레임들을 나란히 써서 WASM에 한 번에 넘긴다. 프레임마다 불리므로 아무것도 새로 만들지 않는다.
 *
 * Lays frames out one after the other and hands them to WASM at once. Called every frame: it makes nothing new.
 */
export class ClothFrames {
  readonly #owner: ClothOwner;
  #doubles = new Float64Array(0);
  #floats = new Float32Array(0);
  /** WASM 메모리의 같은 크기의 자리. / The place of that size in WASM memory. */
  #view = new Float64Array(0);
  #address = 0;

  constructor(owner: ClothOwner) {
    this.#owner = owner;
  }

  update(frames: readonly ClothFrame[], seconds: number): number {
    if (!Array.isArray(frames)) throw invalid('frames', 'an array of frames', frames);
    finite('seconds', seconds);
    const count = frames.length;
    for (let k = 0; k < count; k++) this.#check(k, frames[k]);
    // 콜백이 먼저이다: 그 안에서 우리를 다시 불러도 된다.
    for (let k = 0; k < count; k++) frames[k]!.cloth.blow();
    let size = 0;
    for (let k = 0; k < count; k++) size = this.#write(size, k, frames[k]!);
    this.#reserve();
    // 남의 코드는 여기까지이다: 이제 살아 있는 천은 끝까지 살아 있다.
    for (let k = 0, at = 0; k < count; k++, at = this.#after(at)) {
      this.#doubles[at + kCloth] = frames[k]!.cloth.pointer;
    }
    this.#place().set(this.#doubles);
    return this.#run(frames, count, seconds);
  }

  #check(k: number, frame: unknown): void {
    if (!isObject(frame))
      throw invalid(`frames[${k}]`, 'an object { cloth, wind, colliders }', frame);
    const { cloth } = frame as Partial<ClothFrame>;
    if (!(cloth instanceof Cloth) || !cloth.belongsTo(this.#owner)) {
      throw invalid(`frames[${k}].cloth`, 'a cloth of this Mangto', cloth);
    }
    void cloth.pointer; // 놓은 천이면 던진다
  }

  /** 하나를 `at`에 쓰고 다음 자리를 준다. / Writes one at `at`; gives the place of the next. */
  #write(at: number, k: number, { wind, colliders }: ClothFrame): number {
    try {
      const count = colliders === undefined ? -1 : countColliders(colliders);
      const next = at + sizeOf(Math.max(count, 0));
      this.#makeRoom(next);
      this.#doubles[at + kColliders] = count;
      this.#doubles[at + kHasWind] = Number(wind !== undefined);
      if (wind !== undefined) this.#writeWind(at + kWind, wind);
      if (colliders) writeColliders(this.#floats, 2 * (at + kHead), colliders, count);
      return next;
    } catch (error) {
      throw inFrame(k, error);
    }
  }

  #writeWind(at: number, wind: ArrayLike<number>): void {
    const [x, y, z] = vector('wind', wind);
    this.#doubles[at] = x;
    this.#doubles[at + 1] = y;
    this.#doubles[at + 2] = z;
  }

  #makeRoom(size: number): void {
    if (size <= this.#doubles.length) return;
    const larger = new Float64Array(2 * size);
    larger.set(this.#doubles);
    this.#doubles = larger;
    this.#floats = new Float32Array(larger.buffer);
  }

  #reserve(): void {
    const { length } = this.#doubles;
    if (this.#view.length === length) return;
    this.#address = unwrap(this.#owner.glue.reserveFrames(8 * length));
    this.#owner.memoryMayHaveGrown();
  }

  /** 메모리가 자랐으면 뷰를 다시 낸다. / Re-issues the view if WASM memory has grown. */
  #place(): Float64Array {
    const { buffer } = this.#owner.memory as { buffer: ArrayBuffer };
    const { length } = this.#doubles;
    if (this.#view.buffer !== buffer || this.#view.length !== length) {
      this.#view = new Float64Array(buffer, this.#address, length);
    }
    return this.#view;
  }

  #after(at: number): number {
    return at + sizeOf(Math.max(this.#doubles[at + kColliders]!, 0));
  }

  #run(frames: readonly ClothFrame[], count: number, seconds: number): number {
    const { glue } = this.#owner;
    const done = glue._updateCloths(this.#address, count, seconds);
    const results = this.#place();
    let most = 0;
    for (let k = 0, at = 0; k <= done && k < count; k++, at = this.#after(at)) {
      const { cloth } = frames[k]!;
      if (results[at + kHasWind] !== 0)
        cloth.keepWind(results[at + kWind]!, results[at + kWind + 1]!, results[at + kWind + 2]!);
      cloth.advanced(results[at + kSteps]!, results[at + kMs]!);
      most = Math.max(most, results[at + kSteps]!);
    }
    const failure = done < count ? frames[done]!.cloth.failure() : undefined;
    this.#owner.memoryMayHaveGrown(); // 마지막에: 듣는 이가 우리를 다시 부를 수도 있다
    if (failure) throw inFrame(done, failure);
    return most;
  }
}
