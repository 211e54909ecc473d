import { finite, invalid, quaternion, vector } from './check.js';

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

const kNotTurned = [0, 0, 0, 1];

/** 종류의 번호와 값들(bindings.cpp의 readCollider). / Number of the kind, then its values. */
export function writeCollider(name: string, collider: Collider, out: Float32Array): void {
  switch (collider.type) {
    case 'sphere':
      out[0] = 0;
      out.set(vector(`${name}.center`, collider.center), 1);
      out[4] = finite(`${name}.radius`, collider.radius);
      return;
    case 'capsule': {
      const { radius, radiusB = radius } = collider;
      out[0] = 1;
      out.set(vector(`${name}.a`, collider.a), 1);
      out.set(vector(`${name}.b`, collider.b), 4);
      out[7] = finite(`${name}.radius`, radius);
      out[8] = finite(`${name}.radiusB`, radiusB);
      return;
    }
    case 'plane':
      out[0] = 2;
      out.set(vector(`${name}.point`, collider.point), 1);
      out.set(vector(`${name}.normal`, collider.normal), 4);
      return;
    case 'box': {
      const { center, halfSize, rotation = kNotTurned } = collider;
      out[0] = 3;
      out.set(vector(`${name}.center`, center), 1);
      out.set(vector(`${name}.halfSize`, halfSize), 4);
      out.set(quaternion(`${name}.rotation`, rotation), 7);
      return;
    }
    default:
      throw invalid(
        `${name}.type`,
        "'sphere', 'capsule', 'plane' or 'box'",
        (collider as { type: unknown }).type,
      );
  }
}
