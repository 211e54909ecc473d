import createModule from './mangto-glue.js';
import { invalid } from './check.js';
import { MangtoError, type Failure } from './error.js';
import type { SkinReport } from './skin.js';

/** 점, 닿은 자리 x, y, z, 거리; 맞지 않으면 null. / Point, x, y, z, distance; null for a miss. */
export type PickTuple = readonly [number, number, number, number, number] | null;

/** C++ 쪽 천의 손잡이(bindings.cpp의 ClothHandle). / Handle of a cloth on the C++ side. */
export interface ClothHandle {
  points(): number;
  indexCount(): number;
  bytesPerIndex(): number;
  positions(): number;
  normals(): number;
  pinTargets(): number;
  targetNormals(): number;
  uvs(): number;
  indices(): number;
  boundingSphere(): number;
  memberSpheres(): number;
  constraints(): number;
  setStiffness(structural: number, shear: number, bend: number): Failure | undefined;
  setIterations(iterations: number): Failure | undefined;
  setDamping(damping: number): Failure | undefined;
  setGravity(x: number, y: number, z: number): Failure | undefined;
  setFloor(floor: number): Failure | undefined;
  removeFloor(): void;
  setWind(x: number, y: number, z: number): Failure | undefined;
  setMemberWind(member: number, x: number, y: number, z: number): Failure | undefined;
  setWindStrength(windStrength: number): Failure | undefined;
  setDrag(drag: number): Failure | undefined;
  setThickness(metres: number): Failure | undefined;
  setFriction(friction: number): Failure | undefined;
  setSelfCollision(thickness: number): Failure | undefined;
  removeSelfCollision(): void;
  setOtherCloths(others: ClothHandle[], thickness: number): Failure | undefined;
  setTimeStep(seconds: number): Failure | undefined;
  setMaxSteps(maxSteps: number): Failure | undefined;
  reserveNumbers(count: number): number | Failure;
  applyColliders(count: number): Failure | undefined;
  applyBodyMesh(indices: Uint32Array): Failure | undefined;
  moveBodyMesh(): Failure | undefined;
  applyMaxDistances(): Failure | undefined;
  applyBackStops(): Failure | undefined;
  setSolver(substeps: boolean): Failure | undefined;
  setSubsteps(substeps: number): Failure | undefined;
  setCompliance(structural: number, shear: number, bend: number): Failure | undefined;
  setDensity(density: number): Failure | undefined;
  setTethers(tethers: boolean): Failure | undefined;
  setAerodynamics(density: number, drag: number, lift: number): Failure | undefined;
  removeAerodynamics(): void;
  setGusts(strength: number, scale: number): Failure | undefined;
  setInertia(inertia: number): Failure | undefined;
  setTeleportDistance(metres: number): Failure | undefined;
  removeTeleportDistance(): void;
  setInterpolation(interpolation: boolean): Failure | undefined;
  setCanSleep(canSleep: boolean): Failure | undefined;
  asleep(): boolean;
  reserveWindField(): number | Failure;
  applyWindField(): Failure | undefined;
  removeWindField(): void;
  pick(x: number, y: number, z: number, dx: number, dy: number, dz: number): PickTuple | Failure;
  grab(point: number, x: number, y: number, z: number): Failure | undefined;
  letGo(): void;
  teleport(matrix: Float32Array): Failure | undefined;
  reserveCapsules(count: number): number | Failure;
  applyCapsules(): Failure | undefined;
  applyMemberCapsules(member: number): Failure | undefined;
  reset(): void;
  /** updateCloth와 stepCloth에 줄 것. / What updateCloth and stepCloth take. */
  pointer(): number;
  /** 그 둘이 -1을 돌려준 까닭. / Why they returned -1. */
  failure(): Failure;
  delete(): void;
}

/** C++ 쪽 도형 그물의 손잡이(SdfMeshHandle). / Handle of a mesh of shapes on the C++ side. */
export interface SdfMeshHandle {
  step(budgetMs: number): boolean | Failure;
  progress(): number;
  positions(): Float32Array;
  normals(): Float32Array;
  shapes(): Uint16Array;
  indices(): Uint32Array;
  delete(): void;
}

/** C++ 쪽 굽기의 손잡이(bindings.cpp의 SkinBakeHandle). / Handle of a skin bake on the C++ side. */
export interface SkinBakeHandle {
  step(budgetMs: number): boolean;
  progress(): number;
  failure(): Failure | null;
  skinIndex(): number;
  skinWeight(): number;
  report(): Omit<SkinReport, 'slices' | 'longestSliceMs' | 'totalMs'>;
  delete(): void;
}

/** 굽기의 값들. / The values of a skin bake. */
export interface SkinBakeValues {
  /** SkinMode의 번호. / Number of the SkinMode. */
  mode: number;
  weld: boolean;
  falloff: number;
  fleshFactor: number;
  minDistance: number;
  passes: number;
  self: number;
  maxInfluences: number;
}

/** bindings.cpp가 내놓는 것. / What bindings.cpp exports. */
export interface Glue {
  /** 나아간 걸음 수, 실패면 -1. / Number of steps, -1 on failure. */
  _updateCloth(cloth: number, seconds: number): number;
  _stepCloth(cloth: number): number;
  /** 나아간 천의 수: 실패한 천에서 멈춘다. / Number of cloths moved; stops at one that fails. */
  _updateCloths(frames: number, count: number, seconds: number): number;
  /** 크기(바이트)만큼의 자리. 다음에 부를 때까지 그대로다. / A place of so many bytes, until the next call. */
  reserveFrames(bytes: number): number | Failure;
  createGridCloth(
    columns: number,
    rows: number,
    positions: Float32Array,
    pinned: Uint8Array,
    placements: Float32Array,
  ): ClothHandle | Failure;
  createMeshCloth(
    positions: Float32Array,
    indices: Uint32Array,
    pinned: Uint8Array,
    placements: Float32Array,
  ): ClothHandle | Failure;
  createSdfMesh(shapes: Float32Array, vertices: number): SdfMeshHandle | Failure;
  createSkinBake(
    positions: Float32Array,
    indices: Uint16Array | Uint32Array,
    bones: Float32Array,
    excludedBones: Int32Array,
    values: SkinBakeValues,
  ): SkinBakeHandle | Failure;
}

/** 살아 있는 WASM 모듈과 그 메모리. / A running WASM module and its memory. */
export interface Wasm {
  readonly glue: Glue;
  readonly memory: WebAssembly.Memory;
}

/** WASM을 어디서 얻는지(하나까지), 그리고 개발 중인지. / Where the WASM comes from (give at most one), and whether in development. */
export interface LoadOptions {
  /**
   * `mangto.wasm`의 주소. 기본은 이 모듈 옆의 파일이고, SIMD가 없는 곳에서는 `mangto-scalar.wasm`이다.
   *
   * Address of `mangto.wasm`; by default the file beside this module, or `mangto-scalar.wasm` where there is
   * no WebAssembly SIMD.
   */
  wasmUrl?: string | URL;
  /**
   * `mangto.wasm`의 내용. Node에서는 파일을 읽어 이것으로 준다.
   *
   * Contents of `mangto.wasm`. In Node read the file and pass it here.
   */
  wasmBinary?: BufferSource;
  /**
   * 개발 중이면 true: `dispose()` 없이 잊힌 것을 쓰레기 수집기가 찾으면 콘솔에 한 번 알린다. 메모리는 어느 쪽이든 놓인다.
   *
   * True in development, as `import.meta.env.DEV` or `process.env.NODE_ENV !== 'production'` may tell: when the
   * garbage collector finds an object that was forgotten without `dispose()`, that is reported once on the console,
   * with the place where it was made. Its memory is freed either way. Default false.
   */
  development?: boolean;
}

function failed(code: 'wasm-load-failed' | 'wasm-invalid', message: string, cause?: unknown) {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new MangtoError(code, message + reason, { cause });
}

async function fetchBytes(url: string | URL): Promise<ArrayBuffer> {
  let response: Response;
  let bytes: ArrayBuffer;
  try {
    response = await fetch(url);
    bytes = await response.arrayBuffer();
  } catch (cause) {
    const hint = String(url).startsWith('file:') ? ' (in Node pass wasmBinary instead)' : '';
    throw failed('wasm-load-failed', `could not fetch ${url}${hint}`, cause);
  }
  if (!response.ok) {
    throw failed('wasm-load-failed', `could not fetch ${url}: HTTP status ${response.status}`);
  }
  return bytes;
}

interface Source {
  readonly name: string;
  readonly bytes: BufferSource;
}

// v128을 하나 만들고 버리는 함수 하나짜리 모듈: (drop (i8x16.splat (i32.const 0))).
const kSimdProbe = new Uint8Array([
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 4, 1, 96, 0, 0],
  ...[3, 2, 1, 0],
  ...[10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11],
]);

function bundledUrl(): URL {
  // 번들러가 알아보도록 주소를 그대로 적는다.
  return WebAssembly.validate(kSimdProbe)
    ? new URL('./mangto.wasm', import.meta.url)
    : new URL('./mangto-scalar.wasm', import.meta.url);
}

async function sourceOf({ wasmBinary, wasmUrl }: LoadOptions): Promise<Source> {
  if (wasmBinary !== undefined) return { name: 'wasmBinary', bytes: bufferSource(wasmBinary) };
  if (wasmUrl !== undefined && typeof wasmUrl !== 'string' && !(wasmUrl instanceof URL)) {
    throw invalid('wasmUrl', 'a string or a URL', wasmUrl);
  }
  const url = wasmUrl ?? bundledUrl();
  return { name: String(url), bytes: await fetchBytes(url) };
}

function bufferSource(value: unknown): BufferSource {
  if (value instanceof ArrayBuffer) return value;
  if (ArrayBuffer.isView(value)) {
    // V8은 DataView를 받지 않는다.
    return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength);
  }
  throw invalid('wasmBinary', 'an ArrayBuffer or a view of one', value);
}

function memoryOf(instance: WebAssembly.Instance): WebAssembly.Memory {
  // 최적화된 빌드에서는 내보낸 이름이 줄어들므로 종류로 찾는다.
  const memory = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory);
  if (memory === undefined)
    throw failed(
      'wasm-invalid',
      'the WebAssembly file exports no memory, so it is not mangto.wasm',
    );
  return memory;
}

export async function loadWasm(options: LoadOptions): Promise<Wasm> {
  if (typeof WebAssembly === 'undefined') {
    throw failed('wasm-load-failed', 'WebAssembly is not available here');
  }
  const { name, bytes } = await sourceOf(options);
  let compiled: WebAssembly.Module;
  try {
    compiled = await WebAssembly.compile(bytes);
  } catch (cause) {
    throw failed('wasm-invalid', `${name} could not be compiled as WebAssembly`, cause);
  }
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) =>
      reject(
        cause instanceof MangtoError
          ? cause
          : failed('wasm-invalid', `${name} could not be started`, cause),
      );
    let memory: WebAssembly.Memory;
    createModule({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(compiled, imports)
          .then((instance) => {
            memory = memoryOf(instance);
            receive(instance);
          })
          .catch(refuse);
        return {};
      },
    }).then((glue) => resolve({ glue, memory }), refuse);
  });
}
