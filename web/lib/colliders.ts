import { finite, invalid, isList, isObject, quaternion, vector } from './check.js';

/** 공. / Sphere. */
export interface SphereCollider {
  /** 종류. / The kind. */
  readonly type: 'sphere';
  /** 가운데(m). / Centre, in metres. */
  readonly center: ArrayLike<number>;
  /** 반지름(m). / Radius in metres. */
  readonly radius: number;
}

/**
 * 캡슐. `radiusB`를 주면 a에서 b로 가늘어지거나 굵어진다.
 *
 * Capsule. With `radiusB` it tapers from `radius` at a to `radiusB` at b: the convex hull of two spheres.
 */
export interface CapsuleCollider {
  /** 종류. / The kind. */
  readonly type: 'capsule';
  /** 한쪽 끝의 가운데(m). / Centre of one end, in metres. */
  readonly a: ArrayLike<number>;
  /** 다른 쪽 끝의 가운데(m). / Centre of the other end, in metres. */
  readonly b: ArrayLike<number>;
  /** 반지름(m). / Radius in metres. */
  readonly radius: number;
  /** b에서의 반지름(m). 기본은 `radius`. / Radius at b in metres; default: `radius`. */
  readonly radiusB?: number;
}

/** 평면: 법선 쪽이 바깥이다. / Plane: the side of the normal is outside. The normal may have any length but 0. */
export interface PlaneCollider {
  /** 종류. / The kind. */
  readonly type: 'plane';
  /** 평면 위의 한 점(m). / A point on it, in metres. */
  readonly point: ArrayLike<number>;
  /** 바깥쪽. / The way out. */
  readonly normal: ArrayLike<number>;
}

/**
 * 돌린 상자: 가운데, 변의 반, 사원수.
 *
 * Oriented box: centre, half of the edges, quaternion [x, y, z, w] (default: not turned, any length but 0).
 */
export interface BoxCollider {
  /** 종류. / The kind. */
  readonly type: 'box';
  /** 가운데(m). / Centre, in metres. */
  readonly center: ArrayLike<number>;
  /** 변의 반(m). / Half of the edges, in metres. */
  readonly halfSize: ArrayLike<number>;
  /** 사원수 x, y, z, w. / Quaternion x, y, z, w. */
  readonly rotation?: ArrayLike<number>;
}

/** 움직이는 몸의 한 부분(m). / One part of a moving body, in metres; coordinates and sizes up to 1e6. */
export type Collider = SphereCollider | CapsuleCollider | PlaneCollider | BoxCollider;

/** 콜라이더 하나를 WASM에 넘기는 수의 개수. / Numbers per collider on the way into WASM. */
export const kColliderFloats = 11;

// 프레임마다 콜라이더마다 불린다: 이름은 틀렸을 때만 짓는다.
const nameOf = (index: number, field: string) => `colliders[${index}].${field}`;

function put(out: Float32Array, at: number, index: number, field: string, value: unknown): void {
  out[at] = Number.isFinite(value) ? (value as number) : finite(nameOf(index, field), value);
}

function put3(out: Float32Array, at: number, index: number, field: string, value: unknown): void {
  if (isList(value) && value.length === 3) {
    const x = value[0];
    const y = value[1];
    const z = value[2];
    if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)) {
      out[at] = x as number;
      out[at + 1] = y as number;
      out[at + 2] = z as number;
      return;
    }
  }
  out.set(vector(nameOf(index, field), value), at);
}

const kNotTurned = [0, 0, 0, 1];

/** 종류의 번호와 값들(bindings.cpp의 readCollider). / The number of the kind and its values. */
function writeCollider(out: Float32Array, at: number, index: number, collider: Collider): void {
  if (!isObject(collider)) throw invalid(`colliders[${index}]`, 'a collider', collider);
  switch (collider.type) {
    case 'sphere':
      out[at] = 0;
      put3(out, at + 1, index, 'center', collider.center);
      put(out, at + 4, index, 'radius', collider.radius);
      return;
    case 'capsule': {
      const { radius, radiusB = radius } = collider;
      out[at] = 1;
      put3(out, at + 1, index, 'a', collider.a);
      put3(out, at + 4, index, 'b', collider.b);
      put(out, at + 7, index, 'radius', radius);
      put(out, at + 8, index, 'radiusB', radiusB);
      return;
    }
    case 'plane':
      out[at] = 2;
      put3(out, at + 1, index, 'point', collider.point);
      put3(out, at + 4, index, 'normal', collider.normal);
      return;
    case 'box': {
      const { center, halfSize, rotation = kNotTurned } = collider;
      out[at] = 3;
      put3(out, at + 1, index, 'center', center);
      put3(out, at + 4, index, 'halfSize', halfSize);
      out.set(quaternion(nameOf(index, 'rotation'), rotation), at + 7);
      return;
    }
    default:
      throw invalid(
        nameOf(index, 'type'),
        "'sphere', 'capsule', 'plane' or 'box'",
        (collider as { type: unknown }).type,
      );
  }
}

/**
 * 목록인지 보고 그 길이를 준다. 자리를 마련하기 전에: 길이만 크고 빈 배열도 있다.
 *
 * Checks that it is a list of objects, before any room is made for them; gives its length.
 */
export function countColliders(colliders: readonly Collider[]): number {
  if (!Array.isArray(colliders)) throw invalid('colliders', 'an array of colliders', colliders);
  for (let i = 0; i < colliders.length; i++) {
    if (!isObject(colliders[i])) throw invalid(`colliders[${i}]`, 'a collider', colliders[i]);
  }
  return colliders.length;
}

/** `count`개를 `at`부터 제자리에 쓴다. / Writes the first `count` from `at` on. */
export function writeColliders(
  out: Float32Array,
  at: number,
  colliders: readonly Collider[],
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    writeCollider(out, at + i * kColliderFloats, i, colliders[i]!);
  }
}
