import {
  boolean,
  finite,
  integer,
  invalid,
  isList,
  isObject,
  merge,
  vector,
  type Vec3,
} from './check.js';
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
 * 걸음을 나아가는 법: 'classic'은 제약을 iterations번 풀고, 'substeps'는 걸음을 substeps개로 나누어 저마다
 * 한 번씩 푼다(XPBD).
 *
 * How a step is made: 'classic' passes over the constraints `iterations` times, 'substeps' makes `substeps`
 * small steps with one pass each (XPBD; M. Macklin et al., "Small Steps in Physics Simulation", SCA 2019).
 */
export type SolverName = 'classic' | 'substeps';

/**
 * 제약 종류마다의 무르기(m/N). 0이면 늘어나지 않는다. 'substeps'에서만 쓴다.
 *
 * Compliance per kind of constraint in m/N, 0…1e6; 0 is inextensible. Used by 'substeps', where `stiffness`
 * only says which kinds are solved (those above 0). Structural and shear mean the same for every size of
 * the grid: 1/structural is about the stiffness of the cloth in N per metre of width. Bend is that of
 * points 0.06 m apart and is scaled to the cloth's own spacing.
 */
export interface Compliance {
  /** Default 0. */
  structural: number;
  /** Default 0.001. */
  shear: number;
  /** Default 0.3. */
  bend: number;
}

/**
 * 판으로서의 공기역학: windStrength와 drag 대신 쓴다. 'substeps'에서만 쓴다.
 *
 * Aerodynamics of a plate, in place of windStrength and drag; used by 'substeps'. Per triangle of area A and
 * unit normal n, in the air flow r relative to it, the force is
 * ½ · density · A · (drag · |n·r| r + lift · (n·r)(|r| n − (n·r) r/|r|)).
 */
export interface Aerodynamics {
  /** 공기의 밀도. / Density of the air in kg/m³, 0…1e6. Default 1.2. */
  density: number;
  /** 끌림 계수. / Drag coefficient, 0…1e6. Default 1.2. */
  drag: number;
  /** 양력 계수. / Lift coefficient, 0…1e6. Default 0.8. */
  lift: number;
}

/**
 * 돌풍: 바람을 따라 흘러가는, 자리와 때의 매끄러운 함수.
 *
 * Gusts: a smooth function of place and time that travels with the wind. The same for the same wind and
 * time, on every machine.
 */
export interface Gusts {
  /** 바람의 빠르기에 견준 세기. / Share of the wind's speed by which it varies, 0…10. Default 0. */
  strength: number;
  /** 돌풍 하나의 크기(m). / Size of a gust in metres, 0.01…1e6. Default 4. */
  scale: number;
}

/**
 * 점 (x, y, z)에서 때 `seconds`의 공기의 속도를 `target`에 쓴다(m/s).
 *
 * Writes the velocity of the air in m/s at the point (x, y, z) and the time `seconds` (since the creation or
 * the last reset) to `target`.
 */
export type WindField = (
  x: number,
  y: number,
  z: number,
  seconds: number,
  target: [number, number, number],
) => void;

/** 광선이 천에 닿은 곳. / Where a ray meets the cloth. */
export interface Pick {
  /** 닿은 삼각형의 가장 가까운 자유로운 점, 모두 고정이면 -1. / Nearest free corner, -1 if all are pinned. */
  readonly point: number;
  /** 닿은 자리(m). / The place in metres. */
  readonly position: Vec3;
  /** 광선의 처음에서(m). / From the ray's origin, in metres. */
  readonly distance: number;
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
  /** 걸음을 나아가는 법. / How a step is made. Default 'classic'. The velocity carries on over a change. */
  solver: SolverName;
  /** 한 걸음의 작은 걸음 수. / Small steps per step of 'substeps', integer 1…100. Default 8. */
  substeps: number;
  /** 천의 면밀도(kg/m²). / Areal density of the cloth for 'substeps', 1e-6…1e6. Default 0.2. */
  density: number;
  /**
   * 점마다 고정점까지의 거리를 처음 천을 따라 잰 길이 안으로 묶는다. 'substeps'에서만 쓴다.
   *
   * Keeps every point within its length along the cloth to the nearest pin and to the two pins that are
   * farthest apart; for 'substeps'. Makes large cloths stiff at few sub-steps. Default false.
   */
  tethers: boolean;
  /** 판의 공기역학, 없으면 null. / Drag and lift of a plate; null (default): windStrength and drag. */
  aerodynamics: Aerodynamics | null;
  /**
   * 몸의 움직임에서 천이 느끼는 몫. 나머지만큼은 천이 고정점들과 함께 옮겨진다.
   *
   * Share of the body's movement that the cloth feels, 0…1; for the rest it is carried along with its
   * pins. Default 1.
   */
  inertia: number;
  /**
   * 고정점들이 한 걸음에 평균 이보다(m) 멀리 뛰면 천 전체를 그대로 데려간다. null이면 하지 않는다.
   *
   * When the pins jump farther than this many metres in a step, on average, the whole cloth goes with them
   * as it is, 0…1e6; null: never. Default 1, which is 60 m/s.
   */
  teleportDistance: number | null;
  /**
   * update()가 걸음 사이를 이어 그린다: 한 걸음 늦지만, 고정점은 늘 지금의 목표에 있다.
   *
   * update() draws between the fixed steps, for screens whose rate is not that of the steps (90, 120, 144
   * Hz): one step late, but pinned points are exactly at their present targets. Default false.
   */
  interpolation: boolean;
  /**
   * 0.5초 동안 움직이지 않으면 update()가 걸음을 쉬고, 고정점·바람·몸·설정이 바뀌면 다시 걷는다.
   *
   * update() stops stepping a cloth that has not moved by 3 mm for 0.5 s, until a pin, the
   * wind, a body, a setting or a hand moves. Default false.
   */
  canSleep: boolean;
  /**
   * wind와 gusts를 대신하는 바람, 없으면 null. 프레임마다 점마다 부른다.
   *
   * Air in place of wind and gusts, asked for every point in every update() and step(); null for none
   * (default).
   */
  windField: WindField | null;
}

/** 몸의 삼각형 그물. / Triangle mesh of a body. */
export interface BodyMesh {
  /** 꼭짓점마다 x, y, z(m). / x, y, z per vertex in metres. */
  positions: ArrayLike<number>;
  /** 삼각형마다 셋. 없으면 꼭짓점 셋마다 삼각형 하나. / Three per triangle; without them every three vertices. */
  indices?: Uint16Array | Uint32Array;
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
export interface ClothOptions extends Partial<Omit<ClothSettings, 'aerodynamics'>> {
  /** 제약의 세기. / Stiffness of the constraints; what is left out is the default. */
  stiffness?: Partial<Stiffness>;
  /** 제약의 무르기('substeps'). / Compliance of the constraints for 'substeps'. */
  compliance?: Partial<Compliance>;
  /** 판의 공기역학('substeps'). / Aerodynamics of a plate for 'substeps'; null (default) for none. */
  aerodynamics?: Partial<Aerodynamics> | null;
  /** 돌풍. / Gusts; none by default. */
  gusts?: Partial<Gusts>;
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
  /** 점의 수. / Number of points. */
  readonly points: number;
  /** 한 반복에서 푸는 거리 제약의 수. / Distance constraints solved per iteration. */
  readonly constraints: number;
  /** 마지막 update()나 step()의 한 걸음 시간(ms). / Time of one step in the last call, in ms. */
  readonly stepMs: number;
}

/** 경계 구(m). / Bounding sphere in metres. */
export interface BoundingSphere {
  /** 가운데(m). / Centre in metres. */
  readonly center: Vec3;
  /** 반지름(m). / Radius in metres. */
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
    else this.#viewWindField(this.settle(handle.reserveWindField()), 3 * this.#stats.points);
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
    if (!Array.isArray(colliders)) throw invalid('colliders', 'an array', colliders);
    const numbers = new Float32Array(colliders.length * kColliderFloats);
    colliders.forEach((collider, i) => {
      writeCollider(`colliders[${i}]`, collider, numbers.subarray(i * kColliderFloats));
    });
    this.#send(numbers);
    this.settle(this.#alive().applyColliders(colliders.length));
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
    const { positions = [], indices = new Uint32Array(0) } = mesh ?? {};
    if (!(indices instanceof Uint16Array) && !(indices instanceof Uint32Array)) {
      throw invalid('indices', 'a Uint16Array or a Uint32Array', indices);
    }
    this.#sendNumbers('positions', positions);
    this.settle(this.#alive().applyBodyMesh(new Uint32Array(indices)));
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
    this.#sendNumbers(name, values as ArrayLike<number>);
  }

  #sendNumbers(name: string, numbers: ArrayLike<number>): void {
    this.#alive();
    if (!isList(numbers)) throw invalid(name, 'an array of numbers', numbers);
    for (let i = 0; i < numbers.length; i++) finite(`${name}[${i}]`, numbers[i]);
    this.#send(numbers);
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
    this.#viewCapsules(this.#capsuleView.byteOffset, this.#capsuleView.length);
    this.#viewWindField(this.#windView.byteOffset, this.#windView.length);
    for (const listener of this.#listeners) listener();
  }

  #viewCapsules(address: number, length: number): void {
    this.#capsuleView = new Float32Array(this.#owner.memory.buffer as ArrayBuffer, address, length);
  }

  #viewWindField(address: number, length: number): void {
    this.#windView = new Float32Array(this.#owner.memory.buffer as ArrayBuffer, address, length);
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
    this.settle(this.#alive().applyWindField());
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
