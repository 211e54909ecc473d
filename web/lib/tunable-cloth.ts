import { boolean, finite, integer, invalid, isObject, merge, vector, type Vec3 } from './check.js';
import type { Cloth } from './cloth.js';
import type {
  Aerodynamics,
  ClothSettings,
  Compliance,
  Gusts,
  SelfCollision,
  SolverName,
  Stiffness,
  WindField,
} from './cloth-options.js';
import { MangtoError, unwrap, type Failure } from './error.js';
import type { ClothHandle, Glue } from './module.js';

/** Cloth가 Mangto에게 받는 것. / What a Cloth gets from its Mangto. */
export interface ClothOwner {
  readonly memory: WebAssembly.Memory;
  readonly glue: Glue;
  /** WASM 메모리가 자랐으면 모든 뷰를 다시 낸다. / Re-issues all views if WASM memory has grown. */
  memoryMayHaveGrown(): void;
  /** 천을 명부에 올린다. 돌려받은 함수로 내린다. / Registers a cloth; the result takes it off again. */
  adopt(cloth: Cloth): () => void;
}

const kAerodynamics: Aerodynamics = { density: 1.2, drag: 1.2, lift: 0.8 };

export type Triple = [number, number, number];

// 프레임마다 불려도 쓰레기를 만들지 않도록 그 자리에 쓴다.
export function assign(target: Triple, x: number, y: number, z: number): void {
  target[0] = x;
  target[1] = y;
  target[2] = z;
}

function frozen([x, y, z]: Triple): Vec3 {
  return Object.freeze([x, y, z] as const);
}

/**
 * 천의 손잡이와, 움직이는 동안 바꿀 수 있는 값들.
 *
 * The handle of a cloth and the settings that can be changed while it moves.
 */
export abstract class TunableCloth implements ClothSettings {
  /** @internal */
  protected readonly owner: ClothOwner;
  #handle: ClothHandle | null;

  readonly #settings = {
    iterations: 8,
    damping: 0.988,
    floor: 0.02 as number | null,
    windStrength: 2,
    drag: 0.1,
    thickness: 0.01,
    friction: 0.5,
    selfCollision: false as false | Readonly<Required<SelfCollision>>,
    timeStep: 1 / 60,
    maxSteps: 3,
    solver: 'classic' as SolverName,
    substeps: 8,
    density: 0.2,
    tethers: false,
    aerodynamics: null as Readonly<Aerodynamics> | null,
    inertia: 1,
    teleportDistance: 1 as number | null,
    interpolation: false,
    canSleep: false,
    windField: null as WindField | null,
  };
  readonly #gravity: Triple = [0, -9.8, 0];
  readonly #wind: Triple = [0, 0, 0];
  #stiffness: Stiffness = { structural: 1, shear: 0.6, bend: 0.25 };
  #compliance: Compliance = { structural: 0, shear: 1e-3, bend: 0.3 };
  #gusts: Gusts = { strength: 0, scale: 4 };
  /** @internal */
  protected readonly counts = { points: 0, constraints: 0, stepMs: 0 };

  /** @internal */
  constructor(owner: ClothOwner, handle: ClothHandle) {
    this.owner = owner;
    this.#handle = handle;
    this.counts.points = handle.points();
    this.counts.constraints = handle.constraints();
  }

  get iterations(): number {
    this.alive();
    return this.#settings.iterations;
  }
  set iterations(value: number) {
    const checked = integer('iterations', value, 1, 1000);
    this.settle(this.alive().setIterations(checked));
    this.#settings.iterations = checked;
  }

  get damping(): number {
    this.alive();
    return this.#settings.damping;
  }
  set damping(value: number) {
    const checked = finite('damping', value);
    this.settle(this.alive().setDamping(checked));
    this.#settings.damping = checked;
  }

  /** 읽으면 얼린 복사본을 준다. / Reading gives a frozen copy: assign a new vector to change it. */
  get gravity(): Vec3 {
    this.alive();
    return frozen(this.#gravity);
  }
  set gravity(value: ArrayLike<number>) {
    const [x, y, z] = vector('gravity', value);
    this.settle(this.alive().setGravity(x, y, z));
    assign(this.#gravity, x, y, z);
  }

  get floor(): number | null {
    this.alive();
    return this.#settings.floor;
  }
  set floor(value: number | null) {
    const checked = value === null ? null : finite('floor', value);
    const handle = this.alive();
    this.settle(checked === null ? handle.removeFloor() : handle.setFloor(checked));
    this.#settings.floor = checked;
  }

  /** 읽으면 얼린 복사본을 준다. / Reading gives a frozen copy: assign a new vector to change it. */
  get wind(): Vec3 {
    this.alive();
    return frozen(this.#wind);
  }
  set wind(value: ArrayLike<number>) {
    const [x, y, z] = vector('wind', value);
    this.settle(this.alive().setWind(x, y, z));
    assign(this.#wind, x, y, z);
  }

  get windStrength(): number {
    this.alive();
    return this.#settings.windStrength;
  }
  set windStrength(value: number) {
    const checked = finite('windStrength', value);
    this.settle(this.alive().setWindStrength(checked));
    this.#settings.windStrength = checked;
  }

  get drag(): number {
    this.alive();
    return this.#settings.drag;
  }
  set drag(value: number) {
    const checked = finite('drag', value);
    this.settle(this.alive().setDrag(checked));
    this.#settings.drag = checked;
  }

  get thickness(): number {
    this.alive();
    return this.#settings.thickness;
  }
  set thickness(value: number) {
    const checked = finite('thickness', value);
    this.settle(this.alive().setThickness(checked));
    this.#settings.thickness = checked;
  }

  get friction(): number {
    this.alive();
    return this.#settings.friction;
  }
  set friction(value: number) {
    const checked = finite('friction', value);
    this.settle(this.alive().setFriction(checked));
    this.#settings.friction = checked;
  }

  get selfCollision(): false | Readonly<SelfCollision> {
    this.alive();
    return this.#settings.selfCollision;
  }
  set selfCollision(value: false | SelfCollision) {
    const handle = this.alive();
    if (value === false) {
      handle.removeSelfCollision();
      this.#settings.selfCollision = false;
      return;
    }
    if (!isObject(value)) throw invalid('selfCollision', 'false or { thickness }', value);
    const { thickness = 0 } = value;
    finite('selfCollision.thickness', thickness);
    this.settle(handle.setSelfCollision(thickness));
    this.#settings.selfCollision = Object.freeze({ thickness });
  }

  get timeStep(): number {
    this.alive();
    return this.#settings.timeStep;
  }
  set timeStep(value: number) {
    const checked = finite('timeStep', value);
    this.settle(this.alive().setTimeStep(checked));
    this.#settings.timeStep = checked;
  }

  get maxSteps(): number {
    this.alive();
    return this.#settings.maxSteps;
  }
  set maxSteps(value: number) {
    const checked = integer('maxSteps', value, 1, 100);
    this.settle(this.alive().setMaxSteps(checked));
    this.#settings.maxSteps = checked;
  }

  /**
   * 빠진 종류는 그대로 둔다. 읽으면 얼린 복사본을 준다.
   *
   * Kinds that are left out stay as they are. Reading gives a frozen copy.
   */
  get stiffness(): Readonly<Stiffness> {
    this.alive();
    return Object.freeze({ ...this.#stiffness });
  }
  set stiffness(value: Partial<Stiffness>) {
    const next = merge('stiffness', this.#stiffness, value);
    this.settle(this.alive().setStiffness(next.structural, next.shear, next.bend));
    this.#stiffness = next;
    this.counts.constraints = this.alive().constraints();
  }

  get solver(): SolverName {
    this.alive();
    return this.#settings.solver;
  }
  set solver(value: SolverName) {
    if (value !== 'classic' && value !== 'substeps') {
      throw invalid('solver', "'classic' or 'substeps'", value);
    }
    this.settle(this.alive().setSolver(value === 'substeps'));
    this.#settings.solver = value;
  }

  get substeps(): number {
    this.alive();
    return this.#settings.substeps;
  }
  set substeps(value: number) {
    const checked = integer('substeps', value, 1, 100);
    this.settle(this.alive().setSubsteps(checked));
    this.#settings.substeps = checked;
  }

  /**
   * 빠진 종류는 그대로 둔다. 읽으면 얼린 복사본을 준다.
   *
   * Kinds that are left out stay as they are. Reading gives a frozen copy.
   */
  get compliance(): Readonly<Compliance> {
    this.alive();
    return Object.freeze({ ...this.#compliance });
  }
  set compliance(value: Partial<Compliance>) {
    const next = merge('compliance', this.#compliance, value);
    this.settle(this.alive().setCompliance(next.structural, next.shear, next.bend));
    this.#compliance = next;
  }

  get density(): number {
    this.alive();
    return this.#settings.density;
  }
  set density(value: number) {
    const checked = finite('density', value);
    this.settle(this.alive().setDensity(checked));
    this.#settings.density = checked;
  }

  get tethers(): boolean {
    this.alive();
    return this.#settings.tethers;
  }
  set tethers(value: boolean) {
    const checked = boolean('tethers', value);
    this.settle(this.alive().setTethers(checked));
    this.#settings.tethers = checked;
  }

  /** 빠진 값은 기본값이다. 읽으면 얼린 복사본을 준다. / What is left out is the default. Reading gives a frozen copy. */
  get aerodynamics(): Readonly<Aerodynamics> | null {
    this.alive();
    return this.#settings.aerodynamics;
  }
  set aerodynamics(value: Partial<Aerodynamics> | null) {
    const handle = this.alive();
    if (value === null) {
      handle.removeAerodynamics();
      this.#settings.aerodynamics = null;
      return;
    }
    const next = merge('aerodynamics', kAerodynamics, value);
    this.settle(handle.setAerodynamics(next.density, next.drag, next.lift));
    this.#settings.aerodynamics = Object.freeze(next);
  }

  /** 빠진 값은 그대로 둔다. 읽으면 얼린 복사본을 준다. / What is left out stays. Reading gives a frozen copy. */
  get gusts(): Readonly<Gusts> {
    this.alive();
    return Object.freeze({ ...this.#gusts });
  }
  set gusts(value: Partial<Gusts>) {
    const next = merge('gusts', this.#gusts, value);
    this.settle(this.alive().setGusts(next.strength, next.scale));
    this.#gusts = next;
  }

  get windField(): WindField | null {
    this.alive();
    return this.#settings.windField;
  }
  set windField(value: WindField | null) {
    const handle = this.alive();
    if (value !== null && typeof value !== 'function') {
      throw invalid('windField', 'a function (x, y, z, seconds, target) or null', value);
    }
    if (value === null) handle.removeWindField();
    else this.settle(handle.reserveWindField());
    this.#settings.windField = value;
  }

  get inertia(): number {
    this.alive();
    return this.#settings.inertia;
  }
  set inertia(value: number) {
    const checked = finite('inertia', value);
    this.settle(this.alive().setInertia(checked));
    this.#settings.inertia = checked;
  }

  get teleportDistance(): number | null {
    this.alive();
    return this.#settings.teleportDistance;
  }
  set teleportDistance(value: number | null) {
    const checked = value === null ? null : finite('teleportDistance', value);
    const handle = this.alive();
    this.settle(
      checked === null ? handle.removeTeleportDistance() : handle.setTeleportDistance(checked),
    );
    this.#settings.teleportDistance = checked;
  }

  get interpolation(): boolean {
    this.alive();
    return this.#settings.interpolation;
  }
  set interpolation(value: boolean) {
    const checked = boolean('interpolation', value);
    this.settle(this.alive().setInterpolation(checked));
    this.#settings.interpolation = checked;
  }

  get canSleep(): boolean {
    this.alive();
    return this.#settings.canSleep;
  }
  set canSleep(value: boolean) {
    const checked = boolean('canSleep', value);
    this.settle(this.alive().setCanSleep(checked));
    this.#settings.canSleep = checked;
  }

  /** dispose()를 불렀는지. / Whether dispose() was called. */
  get disposed(): boolean {
    return this.#handle === null;
  }

  /** 메모리를 놓는다. 여러 번 불러도 된다. / Frees the memory. May be called more than once. */
  dispose(): void {
    this.#handle?.delete();
    this.#handle = null;
  }

  /** `dispose()`와 같다(`using`). / The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal 코어가 프레임과 함께 받은 바람. / The wind that the core took over with a frame. */
  keepWind(x: number, y: number, z: number): void {
    assign(this.#wind, x, y, z);
  }

  /** @internal */
  protected alive(): ClothHandle {
    if (this.#handle === null) throw new MangtoError('disposed', 'this cloth has been disposed');
    return this.#handle;
  }

  /** @internal 코어에서 돌아온 뒤: 메모리가 자랐는지 보고 실패면 던진다. / After a call into the core. */
  protected settle<T>(result: T | Failure): T {
    this.owner.memoryMayHaveGrown();
    return unwrap(result);
  }
}
