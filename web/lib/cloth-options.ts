import type { Vec3 } from './check.js';

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
