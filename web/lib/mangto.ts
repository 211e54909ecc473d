import { boolean, integer, invalid, isObject, meshArrays, vector } from './check.js';
import { ClothCrowd, samplePlacements, type ClothCrowdOptions } from './crowd.js';
import { ClothFrames, type ClothFrame } from './cloth-frames.js';
import { Cloth } from './cloth.js';
import type { ClothOptions, GridClothOptions, MeshClothOptions } from './cloth-options.js';
import { MangtoError, unwrap, type Failure } from './error.js';
import { loadWasm, type ClothHandle, type Glue, type LoadOptions, type Wasm } from './module.js';
import { packShapes, SdfMesh, type SdfMeshOptions } from './shape.js';
import { readSkinOptions, type SkinBakeInput } from './skin-options.js';
import type { ClothOwner } from './tunable-cloth.js';
import { SkinBake, type SkinBakeOptions, type SkinBakeOwner } from './skin.js';

const kMaxPoints = 1 << 20;

const kSettings = [
  'iterations',
  'damping',
  'gravity',
  'floor',
  'wind',
  'windStrength',
  'drag',
  'thickness',
  'friction',
  'selfCollision',
  'timeStep',
  'maxSteps',
  'solver',
  'substeps',
  'density',
  'tethers',
  'aerodynamics',
  'inertia',
  'teleportDistance',
  'interpolation',
  'canSleep',
  'windField',
  'stiffness',
  'compliance',
  'gusts',
] as const satisfies readonly (keyof ClothOptions)[];

/**
 * WASM 모듈을 불러와 시작한다. 브라우저, 워커, Node에서 돈다.
 *
 * Loads and starts the WASM module; works in browsers, workers and Node. Each call starts a module of its
 * own with its own memory. Rejects with a `MangtoError` of code `wasm-load-failed` or `wasm-invalid`.
 */
export async function loadMangto(options: LoadOptions = {}): Promise<Mangto> {
  if (!isObject(options)) throw invalid('options', 'an object', options);
  const { development = false } = options;
  boolean('development', development);
  const mangto = new Mangto(await loadWasm(options), development);
  warmUp(mangto);
  return mangto;
}

/**
 * 브라우저는 WASM 함수를 처음 불릴 때에야 컴파일한다. 아주 작은 굽기로 미리 해 두어, 첫 조각들이 예산을 넘지 않게 한다.
 *
 * Browsers compile a WASM function when it is first called. A tiny bake has that done before the first
 * slices, which would miss their budget.
 */
function warmUp(mangto: Mangto): void {
  const bake = mangto.createSkinBake({
    positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
    bones: [{ head: [0, 0, 0], tail: [0, 1, 0] }],
    excludedBones: [],
  });
  bake.step(Infinity);
  bake.dispose();
}

/**
 * 불러온 모듈: 천을 만들고 가중치를 굽고, 만든 모든 것을 놓는다.
 *
 * The loaded module: makes cloths and skin bakes and disposes of all that it made.
 */
export class Mangto {
  readonly #wasm: Wasm;
  readonly #live: LiveObjects;
  readonly #frames: ClothFrames;
  #disposed = false;

  /** @internal */
  constructor(wasm: Wasm, development: boolean) {
    this.#wasm = wasm;
    this.#live = new LiveObjects(wasm, development);
    this.#frames = new ClothFrames(this.#live);
  }

  /** WASM 메모리의 크기. / Size of the WASM memory in bytes; it grows but never shrinks. */
  get memoryBytes(): number {
    this.#alive();
    return this.#wasm.memory.buffer.byteLength;
  }

  /**
   * 격자 모양의 천을 만든다.
   *
   * Makes a grid cloth. Throws a `MangtoError` that names the option and its value when one is wrong.
   */
  createGridCloth(options: GridClothOptions): Cloth {
    this.#alive();
    if (!isObject(options)) throw invalid('options', 'an object', options);
    const grid = sampleGrid(options);
    const cloth = new Cloth(this.#live, this.#makeGrid(grid), grid.columns, grid.rows);
    return this.#finish(options, cloth);
  }

  /**
   * 삼각형 그물로 천을 만든다.
   *
   * Makes a cloth of any triangle mesh. Throws a `MangtoError` that names the option and its value when
   * one is wrong.
   */
  createMeshCloth(options: MeshClothOptions): Cloth {
    this.#alive();
    if (!isObject(options)) throw invalid('options', 'an object', options);
    return this.#finish(options, new Cloth(this.#live, this.#makeMesh(options)));
  }

  /**
   * 같은 천 여러 벌을 만든다. 네 벌을 한 번에 풀어, 따로 만든 천들보다 빠르다.
   *
   * Makes many members of one grid or mesh cloth, solved four at a time, which is faster than cloths of
   * their own. Throws a `MangtoError` that names the option and its value when one is wrong.
   */
  createClothCrowd(options: ClothCrowdOptions): ClothCrowd {
    this.#alive();
    if (!isObject(options)) throw invalid('options', 'an object', options);
    const { count, placements } = samplePlacements(options, kMaxPoints);
    if ('positions' in options) {
      const handle = this.#makeMesh(options, placements);
      return this.#finish(options, new ClothCrowd(this.#live, handle, count, 0, 0));
    }
    const grid = sampleGrid(options);
    const handle = this.#makeGrid(grid, placements);
    return this.#finish(
      options,
      new ClothCrowd(this.#live, handle, count, grid.columns, grid.rows),
    );
  }

  /**
   * WASM을 한 번 불러 여러 천을 움직인다: 천마다 차례로 바람과 콜라이더를 바꾸고 `cloth.update(seconds)`를 부른 것과 같다.
   *
   * Moves several cloths of this `Mangto` by one call into WASM: for each in turn the same as setting its `wind`
   * and colliders, then `cloth.update(seconds)`. Call it once a frame, with the same objects each time. A wrong
   * type is refused before anything moves. What the core refuses (a range, a pin target) stops at that cloth, as
   * a loop would: the cloths before it have moved. Returns the steps of the cloth that ran most.
   *
   * @example
   * const frames = [{ cloth: cape, wind, colliders }, { cloth: flag, wind }];
   * // every frame, after writing the pin targets
   * mangto.update(frames, delta);
   */
  update(frames: readonly ClothFrame[], seconds: number): number {
    this.#alive();
    return this.#frames.update(frames, seconds);
  }

  /**
   * 부호 거리 도형들의 겉면을 닫힌 그물로 만드는 작업을 만든다.
   *
   * Makes the task that turns signed-distance shapes into a closed mesh. Throws a `MangtoError` that names
   * the option and its value when one is wrong.
   */
  createSdfMesh(options: SdfMeshOptions): SdfMesh {
    this.#alive();
    if (!isObject(options)) throw invalid('options', 'an object', options);
    const { shapes, vertices = 30_000 } = options;
    integer('vertices', vertices, 100, kMaxPoints);
    const packed = packShapes(shapes);
    this.#alive();
    const handle = this.#wasm.glue.createSdfMesh(packed, vertices);
    this.#live.memoryMayHaveGrown();
    return new SdfMesh(this.#live, unwrap(handle));
  }

  /**
   * 그물과 뼈에서 스킨 가중치를 굽기 시작한다. 배열들은 복사해 둔다.
   *
   * Starts a bake of skin weights from a mesh and bones. The arrays are copied; the work is done by the
   * bake's `step()` or `run()`. Throws a `MangtoError` that names the option and its value when one is wrong.
   */
  createSkinBake(options: SkinBakeOptions): SkinBake {
    this.#alive();
    return this.startSkinBake(readSkinOptions(options));
  }

  /** @internal */
  startSkinBake({ positions, indices, bones, excludedBones, values }: SkinBakeInput): SkinBake {
    this.#alive();
    // 우리 메모리의 뷰를 받았다면, 옮기는 사이에 메모리가 자라 떨어져 나갈 수 있다.
    const ours = (array: ArrayBufferView) => array.buffer === this.#wasm.memory.buffer;
    const handle = this.#wasm.glue.createSkinBake(
      ours(positions) ? positions.slice() : positions,
      ours(indices) ? indices.slice() : indices,
      bones,
      excludedBones,
      values,
    );
    this.#live.memoryMayHaveGrown();
    return new SkinBake(this.#live, unwrap(handle), positions.length / 3);
  }

  #makeGrid(grid: SampledGrid, placements = new Float32Array(0)): ClothHandle {
    const { columns, rows, positions, pinned } = grid;
    this.#alive(); // 콜백이 우리를 놓았을 수도 있다
    return this.#made(
      this.#wasm.glue.createGridCloth(columns, rows, positions, pinned, placements),
    );
  }

  #makeMesh(options: MeshClothOptions, placements = new Float32Array(0)): ClothHandle {
    const { positions, indices, pinned } = sampleMesh(options);
    this.#alive();
    return this.#made(this.#wasm.glue.createMeshCloth(positions, indices, pinned, placements));
  }

  #made(handle: ClothHandle | Failure): ClothHandle {
    this.#live.memoryMayHaveGrown();
    return unwrap(handle);
  }

  #finish<T extends Cloth>(options: ClothOptions, cloth: T): T {
    try {
      applySettings(cloth, options);
    } catch (error) {
      cloth.dispose();
      throw error;
    }
    return cloth;
  }

  /** 만든 모든 것을 놓는다. / Disposes of everything that it made. May be called more than once. */
  dispose(): void {
    this.#disposed = true;
    this.#live.disposeAll();
  }

  /** `dispose()`와 같다(`using`). / The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  #alive(): void {
    if (this.#disposed) throw new MangtoError('disposed', 'this Mangto has been disposed');
  }
}

type LiveObject = Cloth | SkinBake | SdfMesh;

interface Entry {
  readonly ref: WeakRef<LiveObject>;
  /** 만든 곳, 개발할 때만. / Where it was made, in development only. */
  readonly madeAt: string | undefined;
}

/**
 * 살아 있는 천들과 작업들. 약하게만 쥐고 있어서, 잊힌 것은 쓰레기 수집기가 놓을 수 있다. WASM 쪽의 메모리는 그때 embind가
 * 놓는다.
 *
 * The live cloths and tasks, held weakly, so that the garbage collector can free one that was forgotten; embind then
 * frees its memory in WASM.
 */
class LiveObjects implements ClothOwner, SkinBakeOwner {
  readonly memory: WebAssembly.Memory;
  readonly glue: Glue;
  #buffer: ArrayBufferLike;
  readonly #objects = new Set<WeakRef<LiveObject>>();
  readonly #collected = new FinalizationRegistry<Entry>(({ ref, madeAt }) => {
    // 놓은 것은 명부에 없다.
    if (this.#objects.delete(ref)) this.#reportOnce(madeAt);
  });
  #reports: boolean;

  constructor({ memory, glue }: Wasm, development: boolean) {
    this.memory = memory;
    this.glue = glue;
    this.#buffer = memory.buffer;
    this.#reports = development;
  }

  adopt(object: LiveObject): () => void {
    const ref = new WeakRef(object);
    this.#objects.add(ref);
    this.#collected.register(object, {
      ref,
      madeAt: this.#reports ? new Error().stack : undefined,
    });
    return () => this.#objects.delete(ref);
  }

  #reportOnce(madeAt: string | undefined): void {
    if (!this.#reports) return;
    this.#reports = false;
    console.warn(`mangto: an object was forgotten without dispose(). It was made at\n${madeAt}`);
  }

  memoryMayHaveGrown(): void {
    if (this.memory.buffer === this.#buffer) return;
    this.#buffer = this.memory.buffer;
    const cloths = this.#cloths();
    for (const cloth of cloths) cloth.reissueViews();
    // 모두 성한 뒤에야 남의 코드를 부른다.
    for (const cloth of cloths) cloth.tellViewsChanged();
  }

  #cloths(): Cloth[] {
    return [...this.#objects].map((ref) => ref.deref()).filter((object) => object instanceof Cloth);
  }

  disposeAll(): void {
    for (const ref of this.#objects) ref.deref()?.dispose();
  }
}

type SampledGrid = ReturnType<typeof sampleGrid>;

/** 콜백으로 받은 격자를 배열에 담는다. / Samples the callbacks into arrays. */
function sampleGrid(options: GridClothOptions) {
  const columns = integer('columns', options.columns, 2, kMaxPoints / 2);
  const rows = integer('rows', options.rows, 2, kMaxPoints / 2);
  integer('columns * rows', columns * rows, 4, kMaxPoints);
  if (typeof options.position !== 'function') {
    throw invalid('position', 'a function (i, j) => [x, y, z]', options.position);
  }
  if (options.pinned !== undefined && typeof options.pinned !== 'function') {
    throw invalid('pinned', 'a function (i, j) => boolean', options.pinned);
  }
  const positions = new Float32Array(3 * columns * rows);
  const pinned = new Uint8Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const k = j * columns + i;
      positions.set(vector(`the result of position(${i}, ${j})`, options.position(i, j)), 3 * k);
      if (options.pinned === undefined) continue;
      pinned[k] = Number(boolean(`the result of pinned(${i}, ${j})`, options.pinned(i, j)));
    }
  }
  return { columns, rows, positions, pinned };
}

function sampleMesh(options: MeshClothOptions) {
  const { positions, indices } = meshArrays(options);
  if (options.pinned !== undefined && typeof options.pinned !== 'function') {
    throw invalid('pinned', 'a function (k) => boolean', options.pinned);
  }
  const points = Math.floor(positions.length / 3);
  integer('positions.length / 3', points, 3, kMaxPoints);
  const pinned = new Uint8Array(points);
  for (let k = 0; options.pinned !== undefined && k < points; k++) {
    pinned[k] = Number(boolean(`the result of pinned(${k})`, options.pinned(k)));
  }
  // 복사해 둔다: 우리 천의 뷰를 받았다면, 옮기는 사이에 메모리가 자라 떨어져 나갈 수 있다.
  return { positions: positions.slice(), indices: new Uint32Array(indices ?? []), pinned };
}

function applySettings(cloth: Cloth, options: ClothOptions): void {
  for (const name of kSettings) {
    if (options[name] !== undefined) Object.assign(cloth, { [name]: options[name] });
  }
}
