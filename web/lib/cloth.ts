import { finite, integer, invalid, isList, isObject, vector, type Vec3 } from './check.js';
import { kColliderFloats, writeCollider, type Collider } from './colliders.js';
import { MangtoError, unwrap, type Failure } from './error.js';
import type { ClothHandle, Glue } from './module.js';

/**
 * 제약 종류마다의 세기, 0…1. 0이면 그 종류를 풀지 않는다.
 *
 * Stiffness per kind of distance constraint, 0…1. With 0 the kind is not solved at all.
 */
export interface Stiffness {
  /** 가로·세로로 이웃한 점. / Horizontal and vertical neighbours. Default 1. */
  structural: number;
  /** 두 대각선. / Both diagonals. Default 0.6. */
  shear: number;
  /** 한 점 건너. / One point skipped, horizontal and vertical. Default 0.25. */
  bend: number;
}

/**
 * 움직이는 동안 바꿀 수 있는 값. 공기의 힘은 한 걸음에 공기의 속도까지만 따라가게 제한된다:
 * (windStrength + drag) · timeStep ≤ 1.
 *
 * Values that can be changed while the cloth moves. Vectors, floor, windStrength and drag are at most 1e6
 * in size. The air's forces are limited so that one step never overshoots its speed:
 * (windStrength + drag) · timeStep ≤ 1.
 */
export interface ClothSettings {
  /** 걸음마다 제약을 푸는 횟수. / Passes over all constraints per step, integer 1…1000. Default 8. */
  iterations: number;
  /** 한 걸음에 남는 속도의 비율. / Share of the velocity kept per step, 0…1. Default 0.988. */
  damping: number;
  /** 중력(m/s²). / Gravity in m/s². Default [0, -9.8, 0]. */
  gravity: Vec3;
  /** 바닥의 y(m), 없으면 null. / Height of the floor in metres, null for none. Default 0.02. */
  floor: number | null;
  /** 바람(m/s). / Wind in m/s. Default [0, 0, 0]. */
  wind: Vec3;
  /**
   * 법선 방향으로 미는 바람의 세기 windK(1/s): 상대 속도 1 m/s마다의 가속도.
   *
   * windK in 1/s: acceleration along the normal per m/s of air flow along it, at least 0. Default 2.
   */
  windStrength: number;
  /** 흐름 방향의 끌림(1/s). / Acceleration along the flow per m/s, 1/s, at least 0. Default 0.1. */
  drag: number;
  /**
   * 고정 간격(s). 속도는 걸음마다의 이동으로 남아 있으므로, 움직이는 동안 바꾸면 빠르기도 바뀐다.
   *
   * Fixed step in seconds, 1e-4…0.1. Default 1/60. Velocity is kept as displacement per step, so a change
   * while the cloth moves changes its speed.
   */
  timeStep: number;
  /** 콜라이더에서 떨어질 거리(m). / Distance kept from the colliders in metres, 0…1e6. Default 0.01. */
  thickness: number;
  /** 콜라이더와의 쿨롱 마찰. / Coulomb friction on the colliders, 0…1e6. Default 0.5. */
  friction: number;
  /**
   * 자기 충돌. 켜면 한 걸음에 천의 평균보다 두께만큼까지만 더 움직인다.
   *
   * Self-collision, default false. When it is on, a point goes at most `thickness` farther in a step than
   * the mean of the cloth.
   */
  selfCollision: false | SelfCollision;
  /** update() 한 번의 최대 걸음 수. / Most steps per update(), integer 1…100. Default 3. */
  maxSteps: number;
}

/**
 * 천이 저 자신과 부딪히는 법.
 *
 * How a cloth collides with itself.
 */
export interface SelfCollision {
  /**
   * 점들이 떨어져 있을 거리(m). 기본은 천의 가장 긴 변이고, 그 0.75배보다 작으면 점들이 새어 나간다.
   *
   * Distance kept between points in metres, 0…1e6; default (or 0): the longest edge of the cloth. With
   * less than 0.75 of it points slip through. Points that are nearer at rest do not push each other.
   */
  readonly thickness?: number;
}

/** 천을 만들 때 정하는 값 가운데 모양이 아닌 것. / Options of every cloth, whatever its shape. */
export interface ClothOptions extends Partial<ClothSettings> {
  stiffness?: Partial<Stiffness>;
  /** 솔버: 지금은 'classic' 하나. / Solver: 'classic' (Gauss–Seidel passes) for now. */
  solver?: 'classic';
}

export interface GridClothOptions extends ClothOptions {
  /** 가로 점의 수, 2 이상. / Points across, at least 2. Index = row * columns + column. */
  columns: number;
  /** 세로 점의 수, 2 이상; 모두 1,048,576개까지. / Points down, at least 2; at most 1,048,576 in all. */
  rows: number;
  /**
   * 점 (i = 열, j = 행)의 처음 위치(m). 쉬는 길이가 여기서 정해진다.
   *
   * Initial position in metres of the point in column i, row j; rest lengths are measured here. With
   * columns to +x and rows downwards the front of the cloth faces +z.
   */
  position(i: number, j: number): ArrayLike<number>;
  /** 고정점이면 true. / True for a pinned point. Default: none. */
  pinned?(i: number, j: number): boolean;
}

/**
 * 삼각형 그물 천. 같은 자리의 점들(UV 이음매)은 한 입자로 움직인다.
 *
 * Any triangle mesh. Vertices of one position (UV seams) move as one, so that no seam opens. Edges become
 * structural, both diagonals of two triangles that form a quad shear constraints. Bend constraints join, in
 * neighbouring quads, the pairs that skip one point (a triangulated grid gets the constraints of a grid),
 * elsewhere the opposite vertices of neighbouring triangles. Degenerate triangles are drawn but not solved,
 * a vertex of no triangle stays where it is, an edge of more than two triangles joins each to the next.
 */
export interface MeshClothOptions extends ClothOptions {
  /** 점마다 x, y, z(m). / x, y, z per vertex in metres; at most 1,048,576 vertices. Copied. */
  positions: Float32Array;
  /** 삼각형마다 점 번호 셋. / Three vertex indices per triangle; without it every three vertices are one. */
  indices?: Uint16Array | Uint32Array;
  /**
   * 고정점이면 true. 한 자리의 점 하나가 고정이면 그 자리가 고정이다.
   *
   * True for a pinned vertex. One pinned vertex pins all of its position; the first one's target counts.
   */
  pinned?(k: number): boolean;
}

/** `stats`의 내용. / Contents of `stats`. */
export interface ClothStats {
  readonly points: number;
  /** 한 반복에서 푸는 거리 제약의 수. / Distance constraints solved per iteration. */
  readonly constraints: number;
  /** 마지막 update()나 step()의 한 걸음 시간(ms). / Time of one step in the last call, in ms. */
  readonly stepMs: number;
}

/** 경계 구(m). / Bounding sphere in metres. */
export interface BoundingSphere {
  readonly center: Vec3;
  readonly radius: number;
}

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
  };
  readonly #gravity: Triple = [0, -9.8, 0];
  readonly #wind: Triple = [0, 0, 0];
  #stiffness: Stiffness = { structural: 1, shear: 0.6, bend: 0.25 };
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
    const thickness = finite('selfCollision.thickness', value.thickness ?? 0);
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
    if (!isObject(value)) {
      throw invalid('stiffness', 'an object { structural, shear, bend }', value);
    }
    const next = { ...this.#stiffness };
    for (const kind of ['structural', 'shear', 'bend'] as const) {
      if (value[kind] !== undefined) next[kind] = finite(`stiffness.${kind}`, value[kind]);
    }
    this.settle(this.#alive().setStiffness(next.structural, next.shear, next.bend));
    this.#stiffness = next;
    this.#stats.constraints = this.#alive().constraints();
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
    if (!Array.isArray(colliders)) throw invalid('colliders', 'an array', colliders);
    const numbers = new Float32Array(colliders.length * kColliderFloats);
    colliders.forEach((collider, i) => {
      writeCollider(`colliders[${i}]`, collider, numbers.subarray(i * kColliderFloats));
    });
    this.#send(numbers);
    this.settle(this.#alive().applyColliders(colliders.length));
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
  collideWith(cloths: readonly Cloth[], { thickness = 0 }: SelfCollision = {}): void {
    const handle = this.#alive();
    if (!Array.isArray(cloths)) throw invalid('cloths', 'an array of cloths', cloths);
    cloths.forEach((cloth, i) => {
      const isOther = cloth instanceof Cloth && cloth !== this && cloth.#owner === this.#owner;
      if (!isOther) throw invalid(`cloths[${i}]`, 'another cloth of the same Mangto', cloth);
      cloth.#alive();
    });
    const checked = finite('thickness', thickness);
    const handles = cloths.map((cloth: Cloth) => cloth.#alive());
    this.settle(handle.setOtherCloths(handles, checked));
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
    for (let i = 0; i < values.length; i++) finite(`${name}[${i}]`, values[i]);
    this.#send(values as ArrayLike<number>);
  }

  /** 수들을 WASM 메모리에 써 둔다. / Puts numbers into WASM memory. */
  #send(numbers: ArrayLike<number>): void {
    const address = this.settle(this.#alive().reserveNumbers(numbers.length));
    new Float32Array(this.#owner.memory.buffer, address, numbers.length).set(numbers);
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
    if (capsules.length !== this.#capsuleView.length) {
      const address = this.settle(handle.reserveCapsules(capsules.length / kCapsuleFloats));
      this.#viewCapsules(address, capsules.length);
    }
    this.#capsuleView.set(capsules);
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
    const started = performance.now();
    const steps = this.#moved(this.#owner.glue._updateCloth(this.#pointer, seconds));
    if (steps > 0) this.#stats.stepMs = (performance.now() - started) / steps;
    return steps;
  }

  /** 고정 간격으로 한 걸음. / One fixed step. */
  step(): void {
    this.#alive();
    const started = performance.now();
    this.#moved(this.#owner.glue._stepCloth(this.#pointer));
    this.#stats.stepMs = performance.now() - started;
  }

  /** 만들었을 때의 모양으로 돌아간다. 설정은 그대로다. / Back to the shape at creation; settings stay. */
  reset(): void {
    this.#alive().reset();
  }

  /**
   * WASM 메모리가 자라 뷰가 바뀌면 부른다. 돌려받은 함수로 그만둔다.
   *
   * Calls `listener` after WASM memory grew and the views were replaced. Returns a function that stops it.
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
    this.#viewCapsules(this.#capsuleView.byteOffset, this.#capsuleView.length);
    for (const listener of this.#listeners) listener();
  }

  #viewCapsules(address: number, length: number): void {
    this.#capsuleView = new Float32Array(this.#owner.memory.buffer as ArrayBuffer, address, length);
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
