import { integer, invalid, isObject, type Vec3 } from './check.js';
import { MangtoError } from './error.js';
import { nextFrame } from './frame.js';
import type { SkinBakeHandle } from './module.js';

/**
 * 뼈 하나: 머리에서 꼬리로 가는 선분과 그 둘레의 살. 뼈는 이름이 아니라 목록에서의 번호로 가려낸다.
 *
 * One bone: the segment from head to tail and the flesh around it. Bones are told apart by their index in
 * the list, not by their names.
 */
export interface SkinBone {
  /** 오류 문장에만 쓰인다. / Used in error messages only. */
  name?: string;
  /** 부모의 번호, 없으면 -1이나 null. / Index of the parent, -1 or null for none. Used by mode 'heat'. */
  parent?: number | null;
  /** 머리와 꼬리, 그물과 같은 공간. / Both ends, in the space of the mesh, at most 1e6 in size. */
  head: Vec3;
  /** 꼬리. / The other end. */
  tail: Vec3;
  /** 살의 반지름. / Radius of the flesh, 0…1e6. Default 0. */
  radius?: number;
}

/** 이웃과의 평균. / Averaging with the neighbours on the surface. */
export interface SkinSmoothing {
  /** 되풀이하는 횟수. / Number of passes, integer 0…1000. Default 10. */
  passes: number;
  /** 자기 값의 몫, 나머지는 이웃의 평균. / Share of the own value, 0…1; the rest is the neighbours' mean. Default 0.4. */
  self: number;
}

/**
 * 자동 스킨 가중치의 입력. 배열들은 만들 때 복사된다.
 *
 * Input of a skin bake. The arrays are copied at creation.
 */
export interface SkinBakeOptions {
  /** 꼭짓점마다 x, y, z. / x, y, z per vertex, at most 1e6 in size; at most 4,194,304 vertices. */
  positions: Float32Array;
  /** 삼각형마다 점 번호 셋. 없으면 점 셋씩. / Three indices per triangle; without, every three vertices are one. */
  indices?: Uint16Array | Uint32Array;
  /** 적어도 하나는 빠지지 않아야 한다. / 1…65,535 bones, at least one of them not excluded. */
  bones: readonly SkinBone[];
  /**
   * 가까운 뼈 여럿을 부드럽게('smooth'), 가장 가까운 뼈 하나('nearest'), 안에서 보이는 뼈가 데우는 겉면의 열
   * 평형('heat').
   *
   * Default 'smooth'. 'nearest' is weight 1 for the nearest bone. 'heat' is the heat equilibrium on the surface,
   * each place heated by the nearest bone that it sees inside the mesh: the best on characters, whatever their
   * size and resolution. It uses the parents of the bones and none of `falloff`, `fleshFactor`, `minDistance`,
   * `smoothing` and `radius`. Where memory runs out on the way, `step()` throws and the bake is disposed.
   */
  mode?: 'smooth' | 'nearest' | 'heat';
  /** 같은 자리의 점들은 가중치를 나눈다. / Vertices of one place (UV seams) share their weights. Default true. */
  weld?: boolean;
  /** 가중치 = 1 / 거리^falloff. / weight = 1 / distance^falloff, 0…64. Default 4. */
  falloff?: number;
  /** 거리에서 빼는 살 반지름의 비율. / Share of the radius that is taken off the distance, 0…10. Default 0.85. */
  fleshFactor?: number;
  /** 거리에 더하는 값(m). 단위가 다른 그물에는 그 단위로 준다. / Added to every distance, in the mesh's unit, 1e-6…1e6. Default 0.025 (metres). */
  minDistance?: number;
  /** 이웃과 고르게 하기. / Smoothing along the surface. */
  smoothing?: Partial<SkinSmoothing>;
  /** 점마다 남길 뼈의 수. / Bones kept per vertex, integer 1…4. Default 4. */
  maxInfluences?: number;
  /** 가중치를 받지 않는 뼈들. / Indices of bones that get no weight. Default [0], the root. */
  excludedBones?: readonly number[];
}

/** 구우면서 알게 된 것. / What the bake found out. */
export interface SkinReport {
  /** 같은 자리의 앞선 점에 합쳐진 점의 수. / Vertices that were joined to an earlier one of the same place. */
  readonly weldedVertices: number;
  /** 삼각형이 없어 자기 값을 지킨 자리의 수. / Places of no triangle, which kept their own weights. */
  readonly isolatedVertices: number;
  /** 이어지지 않은 조각의 수. 고르게 하기는 조각 사이를 건너지 않는다. / Connected pieces of the surface; smoothing does not cross between them. */
  readonly islands: number;
  /** 서로 다른 자리가 셋이 아닌 삼각형의 수. / Triangles of fewer than three different places. */
  readonly degenerateTriangles: number;
  /** 머리와 꼬리가 같은 뼈들(점으로 다룬다). / Bones whose ends are one point; they count as points. */
  readonly zeroLengthBones: readonly number[];
  /** 'heat'에서, 어느 뼈도 안에서 보이지 않아 가장 가까운 것을 따른 자리의 수. / In 'heat', places that see no bone inside the mesh and follow the nearest. */
  readonly unseenPlaces: number;
  /** 'heat'에서, 한 뼈만 따르게 한 작은 조각(단추, 눈)의 수. / In 'heat', small pieces (buttons, eyes) that follow a single bone. */
  readonly rigidIslands: number;
  /** 넷만 남기며 버린 가중치의 합. / Sum of the weights lost per vertex by keeping only maxInfluences. */
  readonly droppedInfluence: {
    /** 가장 큰 것. / Largest. */
    readonly largest: number;
    /** 평균. / Mean. */
    readonly mean: number;
  };
  /** 나누어 한 횟수와 걸린 시간(ms). / Calls of step() and the time they took. */
  readonly slices: number;
  /** 가장 오래 걸린 한 번(ms). / Longest of these calls in ms. */
  readonly longestSliceMs: number;
  /** 모두 더해(ms). / All of them in ms. */
  readonly totalMs: number;
}

/**
 * 다 구운 가중치. WASM 메모리 밖의 복사본이라 언제까지나 쓸 수 있다.
 *
 * Finished weights: copies outside WASM memory, valid for good.
 */
export class SkinWeights {
  /** 점마다 뼈 번호 넷, 가중치가 큰 차례로. / Four bone indices per vertex, largest weight first; 0 where unused. */
  readonly skinIndex: Uint16Array<ArrayBuffer>;
  /** 점마다 가중치 넷, 합이 1. / Four weights per vertex, their sum is 1. */
  readonly skinWeight: Float32Array<ArrayBuffer>;
  /** 구우면서 알게 된 것. / What the bake found out. */
  readonly report: SkinReport;

  /** @internal */
  constructor(
    skinIndex: Uint16Array<ArrayBuffer>,
    skinWeight: Float32Array<ArrayBuffer>,
    report: SkinReport,
  ) {
    this.skinIndex = skinIndex;
    this.skinWeight = skinWeight;
    this.report = report;
  }

  /** 점마다 이 뼈의 가중치, 0…1. / The weight of one bone per vertex, 0…1; 0 for a bone that does not exist. */
  influence(bone: number): Float32Array<ArrayBuffer> {
    integer('bone', bone, 0, kMaxBones - 1);
    const { skinIndex, skinWeight } = this;
    const weights = new Float32Array(skinIndex.length / kInfluences);
    for (let k = 0; k < skinIndex.length; k++) {
      if (skinIndex[k] === bone) weights[Math.floor(k / kInfluences)]! += skinWeight[k]!;
    }
    return weights;
  }
}

/** 어떻게 나누어 하는지. / How the work is sliced. */
export interface SkinRunOptions {
  /** 프레임마다, 느린 화면에서는 20 ms마다 쓸 시간(ms). / Time to spend per frame, or per 20 ms where frames are slower, in ms, at least 0. Default 2. */
  budgetMs?: number;
  /** 그만두면 모든 것을 놓고 그 까닭으로 거절한다. / Aborting frees everything and rejects with its reason. */
  signal?: AbortSignal;
  /** 조각마다 불린다, 0…1. / Called after each slice with the progress, 0…1. */
  onProgress?: (progress: number) => void;
}

/** SkinBake가 Mangto에게 받는 것. / What a SkinBake gets from its Mangto. */
export interface SkinBakeOwner {
  readonly memory: WebAssembly.Memory;
  adopt(bake: SkinBake): () => void;
  memoryMayHaveGrown(): void;
}

const kInfluences = 4;
const kMaxBones = 65535;

// 한 번에 꺼내는 점의 수. 큰 배열을 한꺼번에 복사하면 예산을 넘긴다.
const kCopiedVertices = 512;

// 굽기가 끝난 뒤 결과를 꺼내는 데 드는 몫.
const kCopyShare = 0.01;

/**
 * 조금씩 굽는 작업 하나. `Mangto`의 `createSkinBake()`가 만든다. 결과는 어떻게 나누었는지에 달려 있지 않다.
 *
 * One bake, done in slices; made by `createSkinBake()` of a `Mangto`. The result does not depend on the
 * slicing. Every member throws a `MangtoError` with code `disposed` after `dispose()`.
 *
 * @example
 * const { skinIndex, skinWeight } = await mangto
 *   .createSkinBake({ positions, indices, bones })
 *   .run({ onProgress: (progress) => (bar.value = progress) });
 */
export class SkinBake {
  readonly #owner: SkinBakeOwner;
  readonly #release: () => void;
  /** 다 구우면 곧바로 놓는다. */
  #handle: SkinBakeHandle | null;
  #disposed = false;
  #baked = false;
  #copied = 0;
  readonly #skinIndex: Uint16Array<ArrayBuffer>;
  readonly #skinWeight: Float32Array<ArrayBuffer>;
  #result: SkinWeights | null = null;
  #slices = 0;
  #longestSliceMs = 0;
  #totalMs = 0;

  /** @internal */
  constructor(owner: SkinBakeOwner, handle: SkinBakeHandle, vertices: number) {
    this.#owner = owner;
    this.#handle = handle;
    this.#skinIndex = new Uint16Array(kInfluences * vertices);
    this.#skinWeight = new Float32Array(kInfluences * vertices);
    this.#release = owner.adopt(this);
  }

  /**
   * 한 조각은 꼭 하고, budgetMs 안에 들 것 같은 동안 더 한다. 끝났으면 true.
   *
   * Does at least one small piece of work, and more as long as the next one seems to fit into `budgetMs`
   * (at least 0; Infinity for all). True when the bake is done.
   */
  step(budgetMs: number): boolean {
    this.#alive();
    checkBudget(budgetMs);
    const handle = this.#handle;
    if (handle === null) return true;
    const start = performance.now();
    const done = this.#advance(handle, budgetMs, start);
    const spent = performance.now() - start;
    this.#slices += 1;
    this.#longestSliceMs = Math.max(this.#longestSliceMs, spent);
    this.#totalMs += spent;
    if (done) this.#finish(handle);
    return done;
  }

  /** 0…1, 줄지 않고 시간에 대략 비례한다. / 0…1, never falls, about linear in time. */
  get progress(): number {
    this.#alive();
    if (this.#handle === null) return 1;
    if (!this.#baked) return (1 - kCopyShare) * this.#handle.progress();
    return 1 - kCopyShare + kCopyShare * ((kInfluences * this.#copied) / this.#skinIndex.length);
  }

  /** 끝난 뒤에만. / Throws a `MangtoError` of code `not-ready` before the bake is done. */
  get result(): SkinWeights {
    this.#alive();
    if (this.#result === null) {
      throw new MangtoError('not-ready', 'this skin bake is not done: step() has not given true');
    }
    return this.#result;
  }

  /** 끝난 뒤에만, `result.report`와 같다. / The same as `result.report`. */
  get report(): SkinReport {
    return this.result.report;
  }

  /** dispose()를 불렀는지. / Whether dispose() was called. */
  get disposed(): boolean {
    return this.#disposed;
  }

  /**
   * 프레임마다 한 조각씩 끝까지 굽는다.
   *
   * Bakes to the end, one slice per frame or per 20 ms (where there are no frames, one per task). When it fails, is
   * aborted or `onProgress` throws, it rejects with the cause and the bake is disposed.
   */
  async run(options: SkinRunOptions = {}): Promise<SkinWeights> {
    this.#alive();
    checkRunOptions(options);
    const { budgetMs = 2, signal, onProgress } = options;
    try {
      signal?.throwIfAborted();
      while (this.#result === null) {
        await nextFrame();
        signal?.throwIfAborted();
        this.step(budgetMs);
        onProgress?.(this.progress);
      }
      return this.result;
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** 메모리를 놓는다. 여러 번 불러도 된다. / Frees the memory. May be called more than once. */
  dispose(): void {
    this.#disposed = true;
    this.#free();
  }

  /** `dispose()`와 같다(`using`). / The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  #advance(handle: SkinBakeHandle, budgetMs: number, start: number): boolean {
    if (this.#baked) {
      this.#copy(handle);
    } else {
      this.#baked = handle.step(budgetMs);
      this.#owner.memoryMayHaveGrown();
      this.#alive(); // 듣는 이가 놓았을 수도 있다
      const failure = handle.failure();
      if (failure !== null) this.dispose();
      if (failure !== null) throw new MangtoError(failure.code, failure.message);
      if (!this.#baked) return false;
    }
    const vertices = this.#skinIndex.length / kInfluences;
    while (this.#copied < vertices && performance.now() - start < 0.75 * budgetMs) {
      this.#copy(handle);
    }
    return this.#copied === vertices;
  }

  /** 결과의 다음 조각을 WASM 메모리 밖으로 옮긴다. / Copies the next part of the result out of WASM memory. */
  #copy(handle: SkinBakeHandle): void {
    const buffer = this.#owner.memory.buffer as ArrayBuffer;
    const vertices = this.#skinIndex.length / kInfluences;
    const count = Math.min(kCopiedVertices, vertices - this.#copied);
    const [at, length] = [kInfluences * this.#copied, kInfluences * count];
    this.#skinIndex.set(new Uint16Array(buffer, handle.skinIndex() + 2 * at, length), at);
    this.#skinWeight.set(new Float32Array(buffer, handle.skinWeight() + 4 * at, length), at);
    this.#copied += count;
  }

  #finish(handle: SkinBakeHandle): void {
    this.#result = new SkinWeights(this.#skinIndex, this.#skinWeight, {
      ...handle.report(),
      slices: this.#slices,
      longestSliceMs: this.#longestSliceMs,
      totalMs: this.#totalMs,
    });
    this.#free();
  }

  #free(): void {
    if (this.#handle === null) return;
    this.#handle.delete();
    this.#handle = null;
    this.#release();
  }

  #alive(): void {
    if (this.#disposed) throw new MangtoError('disposed', 'this skin bake has been disposed');
  }
}

/** @internal */
export function checkBudget(budgetMs: unknown): void {
  if (typeof budgetMs === 'number' && budgetMs >= 0) return;
  throw invalid('budgetMs', 'a number of at least 0', budgetMs);
}

/** @internal */
export function checkRunOptions(options: SkinRunOptions): void {
  if (!isObject(options)) throw invalid('options', 'an object', options);
  const { budgetMs, signal, onProgress } = options;
  if (budgetMs !== undefined) checkBudget(budgetMs);
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalid('signal', 'an AbortSignal', signal);
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw invalid('onProgress', 'a function (progress) => void', onProgress);
  }
}
