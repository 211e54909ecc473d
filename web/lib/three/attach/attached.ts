import {
  BufferAttribute,
  DoubleSide,
  Mesh,
  MeshStandardMaterial,
  Object3D,
  Vector3,
  type BufferGeometry,
  type Material,
  type Matrix4,
} from 'three';
import { finite, invalid, isObject } from '../../check.js';
import type { ClothFrame } from '../../cloth-frames.js';
import type { Cloth } from '../../cloth.js';
import type { ClothOptions } from '../../cloth-options.js';
import type { Mangto } from '../../mangto.js';
import { ClothGeometry } from '../cloth-geometry.js';
import type { SkinCapsules } from '../skin-capsules.js';

/** 붙이는 모든 천의 값. 나머지는 천의 값 그대로이다. / Options of every attached cloth; the rest are those of a cloth. */
export interface AttachOptions extends ClothOptions {
  /** 천을 만드는 모듈. / The module that makes the cloth. */
  mangto: Mangto;
  /** 천의 재질. 준 것은 놓아 주지 않는다. / Material of the cloth; yours to dispose of. Default: a red one of its own. */
  material?: Material;
  /** 가로 점의 수. / Points across, at least 2. */
  columns?: number;
  /** 세로 점의 수. / Points down, at least 2. */
  rows?: number;
}

/** 점들이 세계의 좌표라서, 어디에 매달려도 제자리에 그린다. / Its vertices are in world space, wherever it hangs in the scene. */
class WorldMesh extends Mesh<BufferGeometry, Material> {
  override updateMatrixWorld(): void {
    this.matrixWorld.identity();
  }
  override updateWorldMatrix(): void {
    this.matrixWorld.identity();
  }
}

/** 두 물체 사이에 매인 고정점. / A pinned point, tied between two objects. */
export interface Tie {
  readonly point: number;
  readonly from: Object3D;
  readonly to: Object3D;
  /** 0이면 from, 1이면 to를 따른다. / 0 follows `from`, 1 `to`. */
  readonly share: number;
}

/** 고정점들을 매인 곳으로 옮긴다. / Moves the pinned points to where they are tied. */
class Ties {
  readonly #ties: readonly (Tie & { readonly inFrom: Vector3; readonly inTo: Vector3 })[];
  readonly #from = new Vector3();
  readonly #to = new Vector3();

  constructor(ties: readonly Tie[], positions: Float32Array) {
    this.#ties = ties.map((tie) => {
      const at = new Vector3().fromArray(positions, 3 * tie.point);
      const inSpaceOf = (object: Object3D) => object.worldToLocal(at.clone());
      return { ...tie, inFrom: inSpaceOf(tie.from), inTo: inSpaceOf(tie.to) };
    });
  }

  write(targets: Float32Array): void {
    for (const { point, from, to, share, inFrom, inTo } of this.#ties) {
      this.#from.copy(inFrom).applyMatrix4(from.matrixWorld);
      this.#to.copy(inTo).applyMatrix4(to.matrixWorld);
      this.#from.lerp(this.#to, share).toArray(targets, 3 * point);
    }
  }
}

// 한 번에 이보다 많이 돌았으면 돈 것이 아니라 돌려 놓은 것이다: 천이 함께 돌지 않으면 몸의 앞에 걸린다.
const kMostTurn = 0.7; // rad

/** 물체가 있던 곳과 있는 곳, 크기는 빼고. / Where an object was and is, without its scale. */
class Places {
  #before = new Object3D();
  #now = new Object3D();

  /** 갑자기 돌았으면 그 움직임을. / The motion since the last call, if it was a sudden turn. */
  turn({ matrixWorld }: Object3D): Matrix4 | undefined {
    const [before, now] = [this.#now, this.#before];
    this.#before = before;
    this.#now = now;
    matrixWorld.decompose(now.position, now.quaternion, now.scale);
    now.scale.setScalar(1);
    now.updateMatrix();
    if (!(now.quaternion.angleTo(before.quaternion) > kMostTurn)) return undefined;
    return before.matrix.invert().premultiply(now.matrix);
  }
}

/** 붙일 천 하나를 이루는 것. / What an attached cloth is made of. */
export interface Outfit {
  readonly mangto: Mangto;
  readonly cloth: Cloth;
  readonly ties: readonly Tie[];
  /** 그물이 매달릴 곳. / Where the mesh hangs in the scene. */
  readonly parent: Object3D;
  /** 프레임마다 세계 행렬을 새로 셈할 것들. / Whose world matrices are worked out anew each frame. */
  readonly movers: readonly Object3D[];
  readonly body?: SkinCapsules;
  readonly uvs?: Float32Array<ArrayBuffer>;
}

const attached = new Set<AttachedCloth>();

/** 같은 모듈의 천들을 WASM을 한 번 불러 움직인다. / Moves cloths of one module by one call into WASM. */
function move(mangto: Mangto, cloths: readonly AttachedCloth[], seconds: number): number {
  const frames = cloths.map((one) => one.follow());
  const steps = mangto.update(frames, seconds);
  for (const one of cloths) one.show(steps);
  return steps;
}

/**
 * 몸이나 물체에 붙은 천. `attachCape()`, `attachSkirt()`, `attachFlag()`가 만든다.
 *
 * A cloth that hangs on a body or an object, made by `attachCape()`, `attachSkirt()` and `attachFlag()`. It
 * follows the bones or the object it is tied to, in world space, wherever it stands in the scene.
 */
export class AttachedCloth {
  /** 장면에 그려지는 그물. / The mesh that is drawn; it hangs beside what the cloth is attached to. */
  readonly mesh: Mesh<BufferGeometry, Material>;
  /** 움직이는 천. 바람과 값들은 여기서 바꾼다. / The cloth; set its wind and settings here. */
  readonly cloth: Cloth;
  readonly #geometry: ClothGeometry;
  readonly #ties: Ties;
  readonly #places = new Places();
  readonly #outfit: Outfit;
  readonly #ownMaterial: Material | undefined;

  /** @internal */
  constructor(outfit: Outfit, material: Material | undefined) {
    this.#outfit = outfit;
    this.cloth = outfit.cloth;
    this.#geometry = new ClothGeometry(outfit.cloth);
    if (outfit.uvs) this.#geometry.setAttribute('uv', new BufferAttribute(outfit.uvs, 2));
    if (material === undefined) {
      this.#ownMaterial = new MeshStandardMaterial({ color: 0x8c1c2c, side: DoubleSide });
    }
    this.mesh = new WorldMesh(this.#geometry, material ?? this.#ownMaterial!);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.#ties = new Ties(outfit.ties, outfit.cloth.positions);
    this.#places.turn(outfit.movers[0]!);
    outfit.parent.add(this.mesh);
    attached.add(this);
  }

  /** 놓았는지. / Whether it was disposed of. */
  get disposed(): boolean {
    return this.cloth.disposed;
  }

  /**
   * 매인 곳과 몸을 따라가며 천을 움직인다. 뼈를 움직인 뒤에 프레임마다 한 번 부른다. 그사이 40° 넘게 돌린 몸은 천을 데리고 돈다.
   *
   * Follows what it is tied to and the body, and moves the cloth by the elapsed seconds (0…1e9). Call it once
   * a frame after the bones were animated, or `updateAttached()` for all. A body turned by more than 40° since
   * the last call takes the cloth along. Returns the number of steps run.
   */
  update(seconds: number): number {
    return move(this.mangto, [this], seconds);
  }

  /** @internal */
  get mangto(): Mangto {
    return this.#outfit.mangto;
  }

  /** @internal 고정점과 몸을 지금의 자세로. / Takes the pins and the body to the present pose. */
  follow(): ClothFrame {
    const { cloth, movers, body } = this.#outfit;
    for (const mover of movers) mover.updateWorldMatrix(true, true);
    const turn = this.#places.turn(movers[0]!);
    if (turn) cloth.teleport(turn.elements);
    this.#ties.write(cloth.pinTargets);
    return body ? { cloth, colliders: body.update() } : { cloth };
  }

  /** @internal */
  show(steps: number): void {
    this.#geometry.show(steps);
  }

  /** 장면에서 빼고 모두 놓는다. 여러 번 불러도 된다. / Takes it out of the scene and frees everything. May be called more than once. */
  dispose(): void {
    attached.delete(this);
    this.mesh.removeFromParent();
    this.#geometry.dispose();
    this.#ownMaterial?.dispose();
    this.cloth.dispose();
  }

  /** `dispose()`와 같다(`using`). / The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * 붙인 천들을 모두 움직인다. 뼈를 움직인 뒤에 프레임마다 한 번 부른다.
 *
 * Moves every attached cloth of the page by the elapsed seconds, those of a `Mangto` by one call into WASM. Call
 * it once a frame after the bones were animated. Cloths whose `Mangto` was disposed of are taken away.
 *
 * @example
 * mixer.update(delta);
 * updateAttached(delta);
 */
export function updateAttached(seconds: number): void {
  finite('seconds', seconds);
  const byModule = new Map<Mangto, AttachedCloth[]>();
  for (const one of attached) {
    if (one.disposed) {
      one.dispose();
      continue;
    }
    const cloths = byModule.get(one.mangto) ?? [];
    cloths.push(one);
    byModule.set(one.mangto, cloths);
  }
  for (const [mangto, cloths] of byModule) move(mangto, cloths, seconds);
}

/** 자료형을 검사한다. / Checks the types that the cloth does not check itself. */
export function checkOptions(options: AttachOptions): void {
  if (!isObject(options)) throw invalid('options', 'an object', options);
  const { mangto, material } = options;
  if (!isObject(mangto) || !('createGridCloth' in mangto)) {
    throw invalid('mangto', 'a Mangto', mangto);
  }
  if (material !== undefined && !(isObject(material) && 'isMaterial' in material)) {
    throw invalid('material', 'a Material', material);
  }
}

/** 길이 하나: 0보다 큰 수. / A length above 0. */
export function lengthOf(name: string, value: unknown): number {
  if (finite(name, value) > 0) return value as number;
  throw invalid(name, 'a number above 0', value);
}
