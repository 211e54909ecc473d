import {
  boolean,
  finite,
  integer,
  invalid,
  isList,
  isObject,
  merge,
  objects,
  vector,
  type Vec3,
} from './check.js';
import type {
  Aerodynamics,
  BodyMesh,
  BoundingSphere,
  ClothStats,
  Compliance,
  Gusts,
  Pick,
  SelfCollision,
  SolverName,
  Stiffness,
  WindField,
} from './cloth-options.js';
import { kColliderFloats, writeCollider, type Collider } from './colliders.js';
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

const kCapsuleFloats = 7;

const kAerodynamics: Aerodynamics = { density: 1.2, drag: 1.2, lift: 0.8 };

type Triple = [number, number, number];

// 프레임마다 불려도 쓰레기를 만들지 않도록 그 자리에 쓴다.
function assign(target: Triple, x: number, y: number, z: number): void {
  target[0] = x;
  target[1] = y;
  target[2] = z;
}

function frozen([x, y, z]: Triple): Vec3 {
  return Object.freeze([x, y, z] as const);
}

/**
 * 천 한 장. `Mangto`의 `createGridCloth()`나 `createMeshCloth()`가 만든다. 배열들은 WASM 메모리의 뷰이다: 메모리가 자라면 새 뷰로
 * 바뀌므로 오래 간직하지 말고 속성에서 다시 읽거나 `onViewsChanged`를 쓴다.
 *
 * One cloth, made by `createGridCloth()` or `createMeshCloth()` of a `Mangto`. Its arrays are views of WASM memory without a copy. When
 * that memory grows they are replaced, so read them from the cloth each time, or listen with
 * `onViewsChanged`. Every member throws a `MangtoError` with code `disposed` after `dispose()`.
 */
export class Cloth {
  /** 그물 천에서는 0. / 0 for a mesh cloth. */
  readonly columns: number;
  /** 그물 천에서는 0. / 0 for a mesh cloth. */
  readonly rows: number;

  readonly #owner: ClothOwner;
  #handle: ClothHandle | null;
  readonly #pointer: number;
  #positions!: Float32Array<ArrayBuffer>;
  #normals!: Float32Array<ArrayBuffer>;
  #pinTargets!: Float32Array<ArrayBuffer>;
  #uvs!: Float32Array<ArrayBuffer>;
  #indices!: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
  #sphereView!: Float32Array<ArrayBuffer>;
  #targetNormals!: Float32Array<ArrayBuffer>;
  #capsuleView = new Float32Array(0);
  /** 넘길 콜라이더의 수들. / The numbers of the colliders on their way. */
  #colliders = new Float32Array(0);
  readonly #listeners = new Set<() => void>();
  readonly #release: () => void;

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
  #windView = new Float32Array(0);
  #seconds = 0;
  readonly #stats = { points: 0, constraints: 0, stepMs: 0 };
  readonly #sphere = { center: [0, 0, 0] as Triple, radius: 0 };

  /** @internal */
  constructor(owner: ClothOwner, handle: ClothHandle, columns = 0, rows = 0) {
    this.#owner = owner;
    this.#handle = handle;
    this.#pointer = handle.pointer();
    this.columns = columns;
    this.rows = rows;
    this.#stats.points = handle.points();
    this.#stats.constraints = handle.constraints();
    this.reissueViews();
    this.#release = owner.adopt(this);
  }

  /** 점마다 x, y, z(m). / x, y, z per point in metres. */
  get positions(): Float32Array<ArrayBuffer> {
    this.#alive();
    return this.#positions;
  }

  /** 점마다 단위 법선. / Unit normal per point, as three's computeVertexNormals. */
  get normals(): Float32Array<ArrayBuffer> {
    this.#alive();
    return this.#normals;
  }

  /** 격자의 점마다 u, v. / u, v per grid point: column / (columns - 1), 1 - row / (rows - 1). */
  get uvs(): Float32Array<ArrayBuffer> {
    this.#alive();
    return this.#uvs;
  }

  /** 삼각형마다 점 번호 셋. / Three point indices per triangle, 16 bits wide where they fit. */
  get indices(): Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> {
    this.#alive();
    return this.#indices;
  }

  /**
   * 고정점이 있어야 할 곳(점마다 x, y, z). update()나 step() 앞에 쓴다. 자유로운 점의 값은 무시된다.
   *
   * Where pinned points are to be, x, y, z per point in metres. Write here before update() or step().
   * Values of free points are ignored; one that is not finite makes the next update() throw.
   */
  get pinTargets(): Float32Array<ArrayBuffer> {
    this.#alive();
    return this.#pinTargets;
  }

  /**
   * 목표마다 앞쪽의 방향. setBackStops()만 읽는다.
   *
   * The direction to the front at each target, x, y, z per point of any length; read by `setBackStops()`
   * only. At first the normals at creation.
   */
  get targetNormals(): Float32Array<ArrayBuffer> {
    this.#alive();
    return this.#targetNormals;
  }

  get iterations(): number {
    this.#alive();
    return this.#settings.iterations;
  }
  set iterations(value: number) {
    const checked = integer('iterations', value, 1, 1000);
    this.settle(this.#alive().setIterations(checked));
    this.#settings.iterations = checked;
  }

  get damping(): number {
    this.#alive();
    return this.#settings.damping;
  }
  set damping(value: number) {
    const checked = finite('damping', value);
    this.settle(this.#alive().setDamping(checked));
    this.#settings.damping = checked;
  }

  /** 읽으면 얼린 복사본을 준다. / Reading gives a frozen copy: assign a new vector to change it. */
  get gravity(): Vec3 {
    this.#alive();
    return frozen(this.#gravity);
  }
  set gravity(value: ArrayLike<number>) {
    const [x, y, z] = vector('gravity', value);
    this.settle(this.#alive().setGravity(x, y, z));
    assign(this.#gravity, x, y, z);
  }

  get floor(): number | null {
    this.#alive();
    return this.#settings.floor;
  }
  set floor(value: number | null) {
    const checked = value === null ? null : finite('floor', value);
    const handle = this.#alive();
    this.settle(checked === null ? handle.removeFloor() : handle.setFloor(checked));
    this.#settings.floor = checked;
  }

  /** 읽으면 얼린 복사본을 준다. / Reading gives a frozen copy: assign a new vector to change it. */
  get wind(): Vec3 {
    this.#alive();
    return frozen(this.#wind);
  }
  set wind(value: ArrayLike<number>) {
    const [x, y, z] = vector('wind', value);
    this.settle(this.#alive().setWind(x, y, z));
    assign(this.#wind, x, y, z);
  }

  get windStrength(): number {
    this.#alive();
    return this.#settings.windStrength;
  }
  set windStrength(value: number) {
    const checked = finite('windStrength', value);
    this.settle(this.#alive().setWindStrength(checked));
    this.#settings.windStrength = checked;
  }

  get drag(): number {
    this.#alive();
    return this.#settings.drag;
  }
  set drag(value: number) {
    const checked = finite('drag', value);
    this.settle(this.#alive().setDrag(checked));
    this.#settings.drag = checked;
  }

  get thickness(): number {
    this.#alive();
    return this.#settings.thickness;
  }
  set thickness(value: number) {
    const checked = finite('thickness', value);
    this.settle(this.#alive().setThickness(checked));
    this.#settings.thickness = checked;
  }

  get friction(): number {
    this.#alive();
    return this.#settings.friction;
  }
  set friction(value: number) {
    const checked = finite('friction', value);
    this.settle(this.#alive().setFriction(checked));
    this.#settings.friction = checked;
  }

  get selfCollision(): false | Readonly<SelfCollision> {
    this.#alive();
    return this.#settings.selfCollision;
  }
  set selfCollision(value: false | SelfCollision) {
    const handle = this.#alive();
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
    this.#alive();
    return this.#settings.timeStep;
  }
  set timeStep(value: number) {
    const checked = finite('timeStep', value);
    this.settle(this.#alive().setTimeStep(checked));
    this.#settings.timeStep = checked;
  }

  get maxSteps(): number {
    this.#alive();
    return this.#settings.maxSteps;
  }
  set maxSteps(value: number) {
    const checked = integer('maxSteps', value, 1, 100);
    this.settle(this.#alive().setMaxSteps(checked));
    this.#settings.maxSteps = checked;
  }

  /**
   * 빠진 종류는 그대로 둔다. 읽으면 얼린 복사본을 준다.
   *
   * Kinds that are left out stay as they are. Reading gives a frozen copy.
   */
  get stiffness(): Readonly<Stiffness> {
    this.#alive();
    return Object.freeze({ ...this.#stiffness });
  }
  set stiffness(value: Partial<Stiffness>) {
    const next = merge('stiffness', this.#stiffness, value);
    this.settle(this.#alive().setStiffness(next.structural, next.shear, next.bend));
    this.#stiffness = next;
    this.#stats.constraints = this.#alive().constraints();
  }

  get solver(): SolverName {
    this.#alive();
    return this.#settings.solver;
  }
  set solver(value: SolverName) {
    if (value !== 'classic' && value !== 'substeps') {
      throw invalid('solver', "'classic' or 'substeps'", value);
    }
    this.settle(this.#alive().setSolver(value === 'substeps'));
    this.#settings.solver = value;
  }

  get substeps(): number {
    this.#alive();
    return this.#settings.substeps;
  }
  set substeps(value: number) {
    const checked = integer('substeps', value, 1, 100);
    this.settle(this.#alive().setSubsteps(checked));
    this.#settings.substeps = checked;
  }

  /**
   * 빠진 종류는 그대로 둔다. 읽으면 얼린 복사본을 준다.
   *
   * Kinds that are left out stay as they are. Reading gives a frozen copy.
   */
  get compliance(): Readonly<Compliance> {
    this.#alive();
    return Object.freeze({ ...this.#compliance });
  }
  set compliance(value: Partial<Compliance>) {
    const next = merge('compliance', this.#compliance, value);
    this.settle(this.#alive().setCompliance(next.structural, next.shear, next.bend));
    this.#compliance = next;
  }

  get density(): number {
    this.#alive();
    return this.#settings.density;
  }
  set density(value: number) {
    const checked = finite('density', value);
    this.settle(this.#alive().setDensity(checked));
    this.#settings.density = checked;
  }

  get tethers(): boolean {
    this.#alive();
    return this.#settings.tethers;
  }
  set tethers(value: boolean) {
    const checked = boolean('tethers', value);
    this.settle(this.#alive().setTethers(checked));
    this.#settings.tethers = checked;
  }

  /** 빠진 값은 기본값이다. 읽으면 얼린 복사본을 준다. / What is left out is the default. Reading gives a frozen copy. */
  get aerodynamics(): Readonly<Aerodynamics> | null {
    this.#alive();
    return this.#settings.aerodynamics;
  }
  set aerodynamics(value: Partial<Aerodynamics> | null) {
    const handle = this.#alive();
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
    this.#alive();
    return Object.freeze({ ...this.#gusts });
  }
  set gusts(value: Partial<Gusts>) {
    const next = merge('gusts', this.#gusts, value);
    this.settle(this.#alive().setGusts(next.strength, next.scale));
    this.#gusts = next;
  }

  get windField(): WindField | null {
    this.#alive();
    return this.#settings.windField;
  }
  set windField(value: WindField | null) {
    const handle = this.#alive();
    if (value !== null && typeof value !== 'function') {
      throw invalid('windField', 'a function (x, y, z, seconds, target) or null', value);
    }
    if (value === null) handle.removeWindField();
    else this.#viewWindField(this.settle(handle.reserveWindField()));
    this.#settings.windField = value;
  }

  get inertia(): number {
    this.#alive();
    return this.#settings.inertia;
  }
  set inertia(value: number) {
    const checked = finite('inertia', value);
    this.settle(this.#alive().setInertia(checked));
    this.#settings.inertia = checked;
  }

  get teleportDistance(): number | null {
    this.#alive();
    return this.#settings.teleportDistance;
  }
  set teleportDistance(value: number | null) {
    const checked = value === null ? null : finite('teleportDistance', value);
    const handle = this.#alive();
    this.settle(
      checked === null ? handle.removeTeleportDistance() : handle.setTeleportDistance(checked),
    );
    this.#settings.teleportDistance = checked;
  }

  get interpolation(): boolean {
    this.#alive();
    return this.#settings.interpolation;
  }
  set interpolation(value: boolean) {
    const checked = boolean('interpolation', value);
    this.settle(this.#alive().setInterpolation(checked));
    this.#settings.interpolation = checked;
  }

  get canSleep(): boolean {
    this.#alive();
    return this.#settings.canSleep;
  }
  set canSleep(value: boolean) {
    const checked = boolean('canSleep', value);
    this.settle(this.#alive().setCanSleep(checked));
    this.#settings.canSleep = checked;
  }

  /** 지금 자고 있는지. / Whether it sleeps: update() runs no steps until something wakes it. */
  get asleep(): boolean {
    return this.#alive().asleep();
  }

  get stats(): ClothStats {
    this.#alive();
    return this.#stats;
  }

  /** 같은 객체를 새 값으로 채워 준다. / The same object each time, filled anew. */
  get boundingSphere(): BoundingSphere {
    this.#alive();
    const [x, y, z, radius] = this.#sphereView as unknown as [...Triple, number];
    assign(this.#sphere.center, x, y, z);
    this.#sphere.radius = radius;
    return this.#sphere;
  }

  /** dispose()를 불렀는지. / Whether dispose() was called. */
  get disposed(): boolean {
    return this.#handle === null;
  }

  /**
   * 몸의 캡슐을 바꾼다: 하나에 ax, ay, az, bx, by, bz, radius(m). 빈 배열이면 모두 없앤다.
   *
   * Replaces the body's capsules: ax, ay, az, bx, by, bz, radius each, in metres. The values are copied;
   * an empty array removes all. Coordinates and radii are at most 1e6 m, radii not negative.
   */
  setCapsules(capsules: ArrayLike<number>): void {
    this.writeCapsules(capsules);
    this.settle(this.#alive().applyCapsules());
  }

  /**
   * 움직이는 몸의 콜라이더를 바꾼다. 지난 걸음에 있던 곳에서 여기까지 쓸고 지나가며, 점은 온 쪽으로 되밀린다. 목록의 같은
   * 자리에 같은 종류가 있었으면 그것이 움직여 온 것이다. 빈 목록을 먼저 주면 쓸지 않고 뛴다.
   *
   * Replaces the colliders of a moving body; call it every frame before `update()`. Each is swept from where
   * the one of the same index and type was at the last step to here, over the steps of that `update()`, and
   * points go back to the side they come from: no limb passes through, however fast. They keep `thickness`
   * away and are held by `friction`; edges stay out of thin colliders, too. An empty list removes all; set
   * it first to let a body jump without a sweep. `setCapsules()` only pushes out, as the classic algorithm.
   */
  setColliders(colliders: readonly Collider[]): void {
    this.#alive();
    if (!Array.isArray(colliders)) throw invalid('colliders', 'an array of colliders', colliders);
    const count = colliders.length;
    // 자리를 마련하기 전에: 길이만 크고 빈 배열도 있다.
    for (let i = 0; i < count; i++) {
      if (!isObject(colliders[i])) throw invalid(`colliders[${i}]`, 'a collider', colliders[i]);
    }
    // 프레임마다 불린다: 같은 수의 콜라이더를 같은 배열에 쓴다.
    if (this.#colliders.length !== count * kColliderFloats) {
      this.#colliders = new Float32Array(count * kColliderFloats);
    }
    const numbers = this.#colliders;
    for (let i = 0; i < count; i++) writeCollider(numbers, i, colliders[i]!);
    this.#send(numbers);
    this.settle(this.#alive().applyColliders(count));
  }

  /**
   * 몸의 삼각형 그물을 바꾼다(복사한다). 두 면 모두 막고, 점은 온 쪽에 남는다. null이면 없앤다.
   *
   * Replaces the triangle mesh of the body (copied), open or closed, in any winding. Points stay on the side
   * where they are, `thickness` away, and are held by `friction`. What is finer than half of the cloth's edges
   * may poke through. null removes it.
   */
  setBodyMesh(mesh: BodyMesh | null): void {
    this.#alive();
    if (mesh !== null && !isObject(mesh))
      throw invalid('mesh', '{ positions, indices } or null', mesh);
    const { positions, indices = new Uint32Array(0) } = mesh ?? { positions: [] };
    const isIndices = indices instanceof Uint16Array || indices instanceof Uint32Array;
    if (!isIndices || !isList(indices)) {
      throw invalid('indices', 'a Uint16Array or a Uint32Array', indices);
    }
    const corners = new Uint32Array(indices);
    this.#sendNumbers('positions', positions);
    this.settle(this.#alive().applyBodyMesh(corners));
  }

  /**
   * 그 그물이 지난 걸음에 있던 곳에서 `positions`로 움직여 온다.
   *
   * That mesh moves from where it was at the last step to `positions` (as many as before), over the steps of
   * the next `update()`.
   */
  moveBodyMesh(positions: ArrayLike<number>): void {
    this.#sendNumbers('positions', positions);
    this.settle(this.#alive().moveBodyMesh());
  }

  /**
   * 점마다 제 목표(`pinTargets`)에서 갈 수 있는 가장 먼 거리. null이면 없앤다.
   *
   * How far each point may go from its target, one number of metres (0…1e6) per point; null removes the
   * limit. The targets are `pinTargets`: write the animated position of every point there.
   */
  setMaxDistances(metres: ArrayLike<number> | null): void {
    this.#sendPerPoint('maxDistances', metres, 1);
    this.settle(this.#alive().applyMaxDistances());
  }

  /**
   * 점마다 두 수: 목표(`pinTargets`) 뒤로 갈 수 있는 거리와, 거기서 막는 공의 반지름. null이면 없앤다.
   *
   * Two numbers per point: how far (m) it may go behind its target in `pinTargets`, against `targetNormals`,
   * and the radius (m) of the sphere that stops it there. What is farther behind than the sphere comes to
   * its front, too; radius 0 stops nothing. null removes the stops.
   */
  setBackStops(stops: ArrayLike<number> | null): void {
    this.#sendPerPoint('backStops', stops, 2);
    this.settle(this.#alive().applyBackStops());
  }

  /**
   * 이 천이 비켜 갈 다른 천들을 바꾼다. 서로 비키려면 양쪽에 알린다. 놓인 천은 저절로 빠진다.
   *
   * Replaces the cloths of the same `Mangto` to which this one gives way, `thickness` metres apart (default
   * or 0: the longest edge). For both to give way tell each of the other. A cloth that was disposed of is
   * left out by itself; an empty list removes all.
   */
  collideWith(cloths: readonly Cloth[], options: SelfCollision = {}): void {
    const handle = this.#alive();
    if (!isObject(options)) throw invalid('options', 'an object { thickness }', options);
    const { thickness = 0 } = options;
    finite('thickness', thickness);
    const handles = objects('cloths', 'cloth', cloths).map((cloth, i) => {
      const isOther = cloth instanceof Cloth && cloth !== this && cloth.#owner === this.#owner;
      if (!isOther) throw invalid(`cloths[${i}]`, 'another cloth of the same Mangto', cloth);
      return cloth.#alive();
    });
    this.settle(handle.setOtherCloths(handles, thickness));
  }

  #sendPerPoint(name: string, values: ArrayLike<number> | null, each: number): void {
    this.#alive();
    if (values === null) {
      this.#send(new Float32Array(0));
      return;
    }
    if (!isList(values)) throw invalid(name, 'an array of numbers or null', values);
    const expected = each * this.#stats.points;
    if (values.length !== expected) throw invalid(`${name}.length`, `${expected}`, values.length);
    this.#sendNumbers(name, values as ArrayLike<number>);
  }

  #sendNumbers(name: string, numbers: ArrayLike<number>): void {
    this.#alive();
    if (!isList(numbers)) throw invalid(name, 'an array of numbers', numbers);
    for (let i = 0; i < numbers.length; i++) {
      // 이름은 틀렸을 때만 짓는다: 프레임마다 점마다 불린다.
      if (!Number.isFinite(numbers[i])) finite(`${name}[${i}]`, numbers[i]);
    }
    this.#send(numbers);
  }

  /** 수들을 WASM 메모리에 써 둔다. / Puts numbers into WASM memory. */
  #send(numbers: ArrayLike<number>): void {
    const own = this.#outside(numbers);
    const address = this.settle(this.#alive().reserveNumbers(own.length));
    new Float32Array(this.#owner.memory.buffer, address, own.length).set(own);
  }

  /**
   * WASM 메모리가 자라도 떨어져 나가지 않을 수들: 우리 메모리의 뷰를 받았으면 복사한다.
   *
   * Numbers that stay when WASM memory grows: a view of our own memory is copied.
   */
  #outside(numbers: ArrayLike<number>): Float32Array {
    const isSafe = numbers instanceof Float32Array && numbers.buffer !== this.#owner.memory.buffer;
    return isSafe ? numbers : Float32Array.from(numbers);
  }

  /** @internal 캡슐을 WASM 메모리에 써 둔다. / Puts the capsules into WASM memory. */
  protected writeCapsules(capsules: ArrayLike<number>): void {
    const handle = this.#alive();
    if (!isList(capsules)) throw invalid('capsules', 'an array of numbers', capsules);
    if (capsules.length % kCapsuleFloats !== 0) {
      throw invalid('capsules.length', 'a multiple of 7', capsules.length);
    }
    if (!(capsules instanceof Float32Array)) {
      for (let i = 0; i < capsules.length; i++) finite(`capsules[${i}]`, capsules[i]);
    }
    const own = this.#outside(capsules as ArrayLike<number>);
    if (own.length !== this.#capsuleView.length) {
      const address = this.settle(handle.reserveCapsules(own.length / kCapsuleFloats));
      this.#viewCapsules(address, own.length);
    }
    this.#capsuleView.set(own);
  }

  /**
   * 흐른 시간을 더하고 고정 간격의 걸음을 나아간다. 화면의 프레임마다 한 번 부른다.
   *
   * Adds elapsed seconds (0…1e9) and runs whole fixed steps, at most `maxSteps`; what is over is dropped.
   * Call it once a frame. Returns the number of steps run.
   */
  update(seconds: number): number {
    this.#alive();
    finite('seconds', seconds);
    this.#blow();
    const started = performance.now();
    const steps = this.#moved(this.#owner.glue._updateCloth(this.#pointer, seconds));
    if (steps > 0) this.#stats.stepMs = (performance.now() - started) / steps;
    this.#seconds += steps * this.#settings.timeStep;
    return steps;
  }

  /** 고정 간격으로 한 걸음. / One fixed step. */
  step(): void {
    this.#alive();
    this.#blow();
    const started = performance.now();
    this.#moved(this.#owner.glue._stepCloth(this.#pointer));
    this.#stats.stepMs = performance.now() - started;
    this.#seconds += this.#settings.timeStep;
  }

  /** 만들었을 때의 모양으로 돌아간다. 설정은 그대로다. / Back to the shape at creation; settings stay. */
  reset(): void {
    this.#alive().reset();
    this.#seconds = 0;
  }

  /**
   * 천 전체와 고정점의 목표를 속도까지 그대로 옮긴다. 돌림과 옮김만 담은 4×4 행렬(열부터).
   *
   * Moves the whole cloth with its velocities and pin targets, so that it does not feel the jump. `matrix`
   * is a rotation and a translation, column-major as three's `Matrix4.elements`.
   */
  teleport(matrix: ArrayLike<number>): void {
    const handle = this.#alive();
    if (!isList(matrix) || matrix.length !== 16) {
      throw invalid('matrix', 'an array of 16 numbers', matrix);
    }
    const elements = Float32Array.from(matrix, (value, i) => finite(`matrix[${i}]`, value));
    this.settle(handle.teleport(elements));
  }

  /**
   * 광선이 천에 처음 닿는 곳, 없으면 null. `direction`의 길이는 상관없다.
   *
   * Where a ray first meets the cloth as it is drawn, on either face, or null. `direction` may have any
   * length but 0.
   */
  pick(origin: ArrayLike<number>, direction: ArrayLike<number>): Pick | null {
    const handle = this.#alive();
    const [x, y, z] = vector('origin', origin);
    const [dx, dy, dz] = vector('direction', direction);
    const hit = this.settle(handle.pick(x, y, z, dx, dy, dz));
    if (hit === null) return null;
    return { point: hit[0], position: [hit[1], hit[2], hit[3]], distance: hit[4] };
  }

  /**
   * 자유로운 점 하나를 잡아 `target`(m)으로 끈다. 다시 부르면 목표나 점이 바뀐다. 닿지 않는 곳이면 천이
   * 팽팽해지는 데까지만 간다.
   *
   * Grabs a free point and drags it to `target` (metres) until letGo(); call it again to move the target
   * or to take another point. What is out of reach only pulls the cloth taut.
   */
  grab(point: number, target: ArrayLike<number>): void {
    const handle = this.#alive();
    const checked = integer('point', point, 0, this.#stats.points - 1);
    const [x, y, z] = vector('target', target);
    this.settle(handle.grab(checked, x, y, z));
  }

  /** 잡은 점을 놓는다. / Lets go of the grabbed point, if there is one. */
  letGo(): void {
    this.#alive().letGo();
  }

  /**
   * WASM 메모리가 자라 뷰가 바뀌면 부른다. 돌려받은 함수로 그만둔다. 던진 것은 잡히지 않은 오류가 된다.
   *
   * Calls `listener` after WASM memory grew and the views were replaced. Returns a function that stops it.
   * What a listener throws becomes an uncaught error, as with listeners of the DOM.
   */
  onViewsChanged(listener: () => void): () => void {
    this.#alive();
    if (typeof listener !== 'function') throw invalid('listener', 'a function', listener);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** 메모리를 놓는다. 여러 번 불러도 된다. / Frees the memory. May be called more than once. */
  dispose(): void {
    if (this.#handle === null) return;
    this.#handle.delete();
    this.#handle = null;
    this.#listeners.clear();
    this.#release();
  }

  /** `dispose()`와 같다(`using`). / The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal 지금의 메모리 위에 뷰를 다시 만든다. / Makes the views anew over the present memory. */
  reissueViews(): void {
    const handle = this.#alive();
    const { buffer } = this.#owner.memory as { buffer: ArrayBuffer };
    const { points } = this.#stats;
    const Indices = handle.bytesPerIndex() === 2 ? Uint16Array : Uint32Array;
    this.#positions = new Float32Array(buffer, handle.positions(), 3 * points);
    this.#normals = new Float32Array(buffer, handle.normals(), 3 * points);
    this.#pinTargets = new Float32Array(buffer, handle.pinTargets(), 3 * points);
    this.#targetNormals = new Float32Array(buffer, handle.targetNormals(), 3 * points);
    this.#uvs = new Float32Array(buffer, handle.uvs(), this.columns > 0 ? 2 * points : 0);
    this.#indices = new Indices(buffer, handle.indices(), handle.indexCount());
    this.#sphereView = new Float32Array(buffer, handle.boundingSphere(), 4);
    // 떨어져 나간 뷰는 제 자리를 잊으므로 다시 묻는다. 캡슐은 다음에 쓸 때.
    this.#capsuleView = new Float32Array(0);
    if (this.#settings.windField !== null) this.#viewWindField(unwrap(handle.reserveWindField()));
  }

  /** @internal 듣는 이의 실패가 메모리를 늘린 호출까지 깨뜨리지 않게 한다. / A failing listener breaks no call. */
  tellViewsChanged(): void {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  #viewCapsules(address: number, length: number): void {
    this.#capsuleView = new Float32Array(this.#owner.memory.buffer as ArrayBuffer, address, length);
  }

  #viewWindField(address: number): void {
    const { buffer } = this.#owner.memory as { buffer: ArrayBuffer };
    this.#windView = new Float32Array(buffer, address, 3 * this.#stats.points);
  }

  /** windField를 점마다 물어 코어에 건넨다. / Asks windField for every point. */
  #blow(): void {
    const { windField } = this.#settings;
    if (windField === null) return;
    const target: Triple = [0, 0, 0];
    for (let k = 0; k < 3 * this.#stats.points; k += 3) {
      const [x, y, z] = [this.#positions[k]!, this.#positions[k + 1]!, this.#positions[k + 2]!];
      assign(target, 0, 0, 0);
      windField(x, y, z, this.#seconds, target);
      this.#alive(); // windField가 천을 놓았다면 뷰는 남의 메모리이다
      for (let axis = 0; axis < 3; axis++) {
        this.#windView[k + axis] = finite(`target[${axis}] of windField`, target[axis]);
      }
    }
    // windField가 스스로를 바꾸었으면 다음 걸음부터 새것이 분다.
    if (this.#settings.windField === windField) this.settle(this.#alive().applyWindField());
  }

  #alive(): ClothHandle {
    if (this.#handle === null) throw new MangtoError('disposed', 'this cloth has been disposed');
    return this.#handle;
  }

  #moved(steps: number): number {
    return this.settle(steps < 0 ? this.#alive().failure() : steps);
  }

  /** @internal 코어에서 돌아온 뒤: 메모리가 자랐는지 보고 실패면 던진다. / After a call into the core. */
  protected settle<T>(result: T | Failure): T {
    this.#owner.memoryMayHaveGrown();
    return unwrap(result);
  }
}
