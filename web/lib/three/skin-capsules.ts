import {
  Matrix4,
  Vector3,
  Vector4,
  type Bone,
  type BufferAttribute,
  type Object3D,
  type SkinnedMesh,
} from 'three';
import { atLeast0, invalid, isObject } from '../check.js';
import { updateWorld } from './bind.js';
import { meshesOf } from './material-patch.js';

/**
 * 가늘어지는 캡슐 하나, 세계 좌표.
 *
 * One tapered capsule in world space: the convex hull of a sphere of `radius` at a and one of `radiusB` at b.
 */
export interface SkinCapsule {
  /** 콜라이더로서의 종류. / Its kind as a collider. */
  readonly type: 'capsule';
  /** 살을 이끄는 뼈의 이름. / Name of the bone that leads this flesh. */
  readonly bone: string;
  /** 한 끝. / One end. */
  readonly a: [number, number, number];
  /** 다른 끝. / The other end. */
  readonly b: [number, number, number];
  /** a에서의 반지름. / Radius at a. */
  radius: number;
  /** b에서의 반지름. / Radius at b. */
  radiusB: number;
}

/** `capsulesFromSkin()`의 값들. / Options of `capsulesFromSkin()`. */
export interface SkinCapsulesOptions {
  /** 반지름에 더하는 값, 세계의 단위. / Added to every radius, in world units, at least 0. Default 0. */
  margin?: number;
}

/** 뼈의 공간에 놓인 캡슐. / A capsule in the space of its bone. */
interface Fit {
  readonly a: Vector3;
  readonly b: Vector3;
  readonly radius: number;
  readonly radiusB: number;
}

// 이보다 적은 점으로는 살의 모양을 알 수 없다.
const kFewest = 6;
// 몸의 크기에 견주어 이보다 작은 것(손가락 마디)은 뺀다.
const kSmallest = 0.05;
const kPowerSteps = 24;
// 캡슐 안에 들 꼭짓점의 몫.
const kCovered = 0.85;

/** 뼈가 이끄는 꼭짓점들: 가장 큰 가중치의 뼈를 따른다. 그 뼈의 공간으로 옮긴다. / The vertices that each bone leads, in its own space. */
function gather(meshes: readonly SkinnedMesh[]): Map<Bone, Vector3[]> {
  const led = new Map<Bone, Vector3[]>();
  const toBone = new Matrix4();
  const [indices, weights] = [new Vector4(), new Vector4()];
  for (const { geometry, skeleton, bindMatrix } of meshes) {
    const [position, skinIndex, skinWeight] = ['position', 'skinIndex', 'skinWeight'].map(
      // 사이에 끼워 넣은 속성도 three가 똑같이 읽어 준다.
      (name) => geometry.getAttribute(name) as BufferAttribute,
    );
    for (let k = 0; k < position!.count; k++) {
      weights.fromBufferAttribute(skinWeight!, k);
      indices.fromBufferAttribute(skinIndex!, k);
      let most = 0;
      for (let i = 1; i < 4; i++) {
        if (weights.getComponent(i) > weights.getComponent(most)) most = i;
      }
      const index = indices.getComponent(most);
      const bone = skeleton.bones[index];
      if (bone === undefined || !(weights.getComponent(most) > 0)) continue;
      toBone.multiplyMatrices(skeleton.boneInverses[index]!, bindMatrix);
      const at = new Vector3().fromBufferAttribute(position!, k).applyMatrix4(toBone);
      const list = led.get(bone);
      if (list) list.push(at);
      else led.set(bone, [at]);
    }
  }
  return led;
}

/** 점들이 가장 길게 늘어선 방향: 공분산의 큰 고유 벡터(거듭제곱법). / Direction of greatest spread, by power iteration. */
function longestAxis(points: readonly Vector3[], center: Vector3): Vector3 {
  const sums = new Array<number>(6).fill(0) as [number, number, number, number, number, number];
  for (const point of points) {
    const [x, y, z] = [point.x - center.x, point.y - center.y, point.z - center.z];
    [x * x, x * y, x * z, y * y, y * z, z * z].forEach((value, i) => (sums[i]! += value));
  }
  const [xx, xy, xz, yy, yz, zz] = sums;
  const axis = new Vector3(1, 1.1, 1.2);
  for (let k = 0; k < kPowerSteps; k++) {
    const { x, y, z } = axis;
    axis.set(xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z);
    axis.normalize();
  }
  return axis;
}

/** 축을 따라 재어 본 반지름에 직선을 맞춘다(최소제곱). / Fits a line to the radii along the axis, by least squares. */
function fit(points: readonly Vector3[]): Fit {
  const center = points.reduce((sum, at) => sum.add(at), new Vector3()).divideScalar(points.length);
  const axis = longestAxis(points, center);
  const along = points.map((at) => at.clone().sub(center).dot(axis));
  const radii = points.map((at, k) =>
    at.clone().sub(center).addScaledVector(axis, -along[k]!).length(),
  );
  const mean = radii.reduce((sum, r) => sum + r, 0) / points.length;
  const spread = along.reduce((sum, t) => sum + t * t, 0);
  const slope =
    spread > 0 ? along.reduce((sum, t, k) => sum + t * (radii[k]! - mean), 0) / spread : 0;
  // 반지름이 고르지 않은 살(넓적한 가슴)은 대부분이 안에 들도록 늘린다.
  const beyond = radii.map((r, k) => r - mean - slope * along[k]!).sort((a, b) => a - b);
  const reach = mean + Math.max(0, beyond[Math.floor(kCovered * (beyond.length - 1))]!);
  const [low, high] = [Math.min(...along), Math.max(...along)];
  const radiusAt = (t: number) => Math.max(reach + slope * t, 0.25 * reach);
  // 둥근 끝이 살 밖으로 나오지 않게 안으로 들인다.
  const middle = (low + high) / 2;
  const start = Math.min(low + radiusAt(low), middle);
  const end = Math.max(high - radiusAt(high), middle);
  const point = (t: number) => axis.clone().multiplyScalar(t).add(center);
  return { a: point(start), b: point(end), radius: radiusAt(start), radiusB: radiusAt(end) };
}

/**
 * 움직이는 살갗의 캡슐들. `capsulesFromSkin()`이 만든다.
 *
 * The capsules of a moving skin, made by `capsulesFromSkin()`.
 */
export class SkinCapsules {
  /** 가늘어지는 캡슐들. update()가 새로 채운다. / The tapered capsules, filled anew by update(). */
  readonly capsules: readonly SkinCapsule[];
  readonly #limbs: readonly (readonly [Bone, Fit])[];
  readonly #margin: number;
  readonly #at = new Vector3();

  /** @internal */
  constructor(limbs: readonly (readonly [Bone, Fit])[], margin: number) {
    this.#limbs = limbs;
    this.#margin = margin;
    this.capsules = limbs.map(([bone]) => {
      return {
        type: 'capsule',
        bone: bone.name,
        a: [0, 0, 0],
        b: [0, 0, 0],
        radius: 0,
        radiusB: 0,
      };
    });
    this.update();
  }

  /**
   * 뼈들의 `matrixWorld`를 읽어 새로 채운 `capsules`를 준다.
   *
   * Fills `capsules` from the bones' `matrixWorld` and returns them, for `cloth.setColliders()`. Call it once a
   * frame, after the world matrices were updated.
   */
  update(): readonly SkinCapsule[] {
    this.#limbs.forEach(([{ matrixWorld }, { a, b, radius, radiusB }], k) => {
      const capsule = this.capsules[k]!;
      const scale = matrixWorld.getMaxScaleOnAxis();
      this.#at.copy(a).applyMatrix4(matrixWorld).toArray(capsule.a);
      this.#at.copy(b).applyMatrix4(matrixWorld).toArray(capsule.b);
      capsule.radius = radius * scale + this.#margin;
      capsule.radiusB = radiusB * scale + this.#margin;
    });
    return this.capsules;
  }

  /** @internal 이 뼈들과 그 아래의 살을 뺀 나머지. */
  without(roots: readonly Object3D[]): SkinCapsules {
    const isUnder = (bone: Object3D | null): boolean =>
      bone !== null && (roots.includes(bone) || isUnder(bone.parent));
    return new SkinCapsules(
      this.#limbs.filter(([bone]) => !isUnder(bone)),
      this.#margin,
    );
  }
}

const kSkinned = 'a SkinnedMesh with weights and a skeleton';

/** @internal */
export function skinnedList(meshes: SkinnedMesh | readonly SkinnedMesh[]): readonly SkinnedMesh[] {
  const list = meshesOf(meshes, 'isSkinnedMesh', kSkinned);
  for (const [k, mesh] of list.entries()) {
    const { skinIndex, skinWeight } = mesh.geometry?.attributes ?? {};
    if (!mesh.skeleton || !skinIndex || !skinWeight) throw invalid(`meshes[${k}]`, kSkinned, mesh);
  }
  if (list.length === 0) throw invalid('meshes', 'at least one SkinnedMesh', list);
  return list;
}

/**
 * 뼈마다, 그 뼈가 이끄는 꼭짓점들에 가늘어지는 캡슐을 맞춘다. 손가락처럼 작은 것은 뺀다.
 *
 * Fits a tapered capsule to the vertices that each bone leads (those of which it has the largest weight), in
 * the bind pose; the capsules then follow the bones. Give all meshes of a body together. Parts smaller than
 * a twentieth of the body, like fingers, are left out. Throws a `MangtoError` for a mesh without weights.
 *
 * @example
 * const body = capsulesFromSkin(mesh);
 * // every frame
 * cloth.setColliders(body.update());
 */
export function capsulesFromSkin(
  meshes: SkinnedMesh | readonly SkinnedMesh[],
  options: SkinCapsulesOptions = {},
): SkinCapsules {
  const list = skinnedList(meshes);
  if (!isObject(options)) throw invalid('options', 'an object', options);
  const { margin = 0 } = options;
  atLeast0('margin', margin);
  const led = [...gather(list)].filter(([, points]) => points.length >= kFewest);
  updateWorld(led.map(([bone]) => bone));
  const limbs = led.map(([bone, points]) => [bone, fit(points)] as const);
  const sizeOf = ([bone, { a, b, radius, radiusB }]: (typeof limbs)[number]) =>
    (a.distanceTo(b) + radius + radiusB) * bone.matrixWorld.getMaxScaleOnAxis();
  const smallest = kSmallest * bodySize(led);
  return new SkinCapsules(
    limbs.filter((limb) => sizeOf(limb) >= smallest),
    margin,
  );
}

/** 지금 자세에서 몸을 담는 상자의 대각선. / Diagonal of the body's box in the present pose. */
function bodySize(led: readonly (readonly [Bone, readonly Vector3[]])[]): number {
  const [low, high] = [
    new Vector3(Infinity, Infinity, Infinity),
    new Vector3().addScalar(-Infinity),
  ];
  const at = new Vector3();
  for (const [bone, points] of led) {
    for (const point of points) {
      at.copy(point).applyMatrix4(bone.matrixWorld);
      low.min(at);
      high.max(at);
    }
  }
  return led.length > 0 ? low.distanceTo(high) : 0;
}
