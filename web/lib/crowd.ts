import { finite, integer, invalid, isList, vector } from './check.js';
import { Cloth } from './cloth.js';
import type { BoundingSphere, GridClothOptions, MeshClothOptions } from './cloth-options.js';
import type { ClothHandle } from './module.js';
import type { ClothOwner } from './tunable-cloth.js';

/** 떼의 벌 수와 놓일 자리. / How many members a crowd has and where they begin. */
export interface CrowdOptions {
  /** 벌의 수, 1 이상; 점은 모두 합해 1,048,576개까지. / Members, at least 1; at most 1,048,576 points in all. */
  count: number;
  /**
   * 벌마다 처음 놓일 자리: 돌리고 옮기는 행렬(three의 `Matrix4.elements`처럼 16개). 없으면 모두 한자리이다.
   *
   * Where a member begins: a matrix that turns and moves, 16 numbers like three's `Matrix4.elements`.
   * Rest lengths stay as they are. Default: all in one place.
   */
  placement?(member: number): ArrayLike<number>;
}

/** 격자나 그물 천의 값에 벌의 수를 보탠다. / The options of a grid or mesh cloth and of the crowd. */
export type ClothCrowdOptions = (GridClothOptions | MeshClothOptions) & CrowdOptions;

/**
 * 같은 천 여러 벌을 한 번에 움직인다. `Mangto.createClothCrowd()`가 만든다. 배열들은 벌을 차례로 이어 놓은 것이다: 벌 `k`의 점은
 * `k * pointsPerMember`부터이다. 그래서 `ClothGeometry` 하나가 떼 전체를 한 번에 그린다. 값들은 모든 벌이 함께 쓰고, 바람과 캡슐은 벌마다 줄 수 있다.
 *
 * Many members of one cloth, moved in one call; made by `createClothCrowd()` of a `Mangto`. Its arrays hold
 * the members one after the other: the points of member `k` begin at `k * pointsPerMember`, so one
 * `ClothGeometry` draws the whole crowd at once. Settings are shared; each member can have pins, wind and
 * capsules of its own.
 */
export class ClothCrowd extends Cloth {
  /** 벌의 수. / Number of members. */
  readonly count: number;
  /** 한 벌의 점의 수. / Number of points of a member. */
  readonly pointsPerMember: number;

  readonly #handle: ClothHandle;
  #sphereView!: Float32Array<ArrayBuffer>;
  readonly #spheres: { center: [number, number, number]; radius: number }[];

  /** @internal */
  constructor(
    owner: ClothOwner,
    handle: ClothHandle,
    count: number,
    columns: number,
    rows: number,
  ) {
    super(owner, handle, columns, rows);
    this.#handle = handle;
    this.count = count;
    this.pointsPerMember = this.stats.points / count;
    this.#spheres = Array.from({ length: count }, () => ({ center: [0, 0, 0], radius: 0 }));
    this.#viewSpheres(owner);
    this.onViewsChanged(() => this.#viewSpheres(owner));
  }

  /** 한 벌의 바람(m/s). `wind`는 모든 벌의 바람을 바꾼다. / Wind of one member; `wind` sets that of all. */
  setMemberWind(member: number, wind: ArrayLike<number>): void {
    const k = this.#member(member);
    const [x, y, z] = vector('wind', wind);
    this.settle(this.#handle.setMemberWind(k, x, y, z));
  }

  /**
   * 한 벌의 캡슐(하나에 ax, ay, az, bx, by, bz, radius). `setCapsules`는 모든 벌의 것을 바꾼다.
   *
   * Capsules of one member, seven numbers each as in `setCapsules`, which sets those of all members.
   */
  setMemberCapsules(member: number, capsules: ArrayLike<number>): void {
    const k = this.#member(member);
    this.writeCapsules(capsules);
    this.settle(this.#handle.applyMemberCapsules(k));
  }

  /** 한 벌의 경계 구. 벌마다 같은 객체를 채워 준다. / Bounding sphere of one member; one object a member, filled anew. */
  memberSphere(member: number): BoundingSphere {
    const k = this.#member(member);
    const sphere = this.#spheres[k]!;
    for (let i = 0; i < 3; i++) sphere.center[i] = this.#sphereView[4 * k + i]!;
    sphere.radius = this.#sphereView[4 * k + 3]!;
    return sphere;
  }

  #member(member: number): number {
    void this.positions; // 놓은 떼이면 던진다
    return integer('member', member, 0, this.count - 1);
  }

  #viewSpheres(owner: ClothOwner): void {
    const buffer = owner.memory.buffer as ArrayBuffer;
    this.#sphereView = new Float32Array(buffer, this.#handle.memberSpheres(), 4 * this.count);
  }
}

/** 벌마다의 행렬을 한 배열에 담는다. / Samples the matrices into one array. */
export function samplePlacements(
  options: CrowdOptions,
  maxCount: number,
): { count: number; placements: Float32Array<ArrayBuffer> } {
  const count = integer('count', options.count, 1, maxCount);
  const { placement } = options;
  if (placement !== undefined && typeof placement !== 'function') {
    throw invalid('placement', 'a function (member) => 16 numbers', placement);
  }
  const placements = new Float32Array(16 * count);
  for (let k = 0; k < count; k++) {
    const matrix = placement === undefined ? kIdentity : placement(k);
    const name = `the result of placement(${k})`;
    if (!isList(matrix) || matrix.length !== 16) {
      throw invalid(name, '16 numbers, a column-major matrix', matrix);
    }
    for (let i = 0; i < 16; i++) placements[16 * k + i] = finite(`${name}[${i}]`, matrix[i]);
  }
  return { count, placements };
}

const kIdentity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
