import { finite, invalid, objects, quaternion, vector, type Vec3 } from './check.js';
import { MangtoError, unwrap, type Failure } from './error.js';
import type { SdfMeshHandle } from './module.js';
import { checkBudget, checkRunOptions, type SkinRunOptions } from './skin.js';
import { runInSlices } from './slices.js';

/**
 * 앞의 도형들이 만든 덩어리에 더하거나 빼는 법.
 *
 * How a shape is joined to (or cut out of) what the shapes before it make.
 */
export interface SdfJoin {
  /** Default 'union'. */
  operation?: 'union' | 'difference';
  /** 이음매를 둥글게 메우는 너비. / Width over which both surfaces flow into each other, 0…1e6. Default 0. */
  blend?: number;
}

/** 공. / Sphere. */
export interface SdfSphere extends SdfJoin {
  /** 도형의 종류. / Kind of shape. */
  type: 'sphere';
  /** 가운데(m). / Centre in metres. */
  center: Vec3;
  /** 반지름(m). / Radius in metres. */
  radius: number;
}

/** 두 끝의 반지름이 다를 수 있는 캡슐. / A capsule whose ends may have different radii. */
export interface SdfCapsule extends SdfJoin {
  /** 도형의 종류. / Kind of shape. */
  type: 'capsule';
  /** 처음 끝(m). / First end in metres. */
  start: Vec3;
  /** 다른 끝(m). / Other end in metres. */
  end: Vec3;
  /** 반지름(m). / Radius in metres. */
  radius: number;
  /** Default `radius`. */
  endRadius?: number;
}

/** 타원체. / Ellipsoid. */
export interface SdfEllipsoid extends SdfJoin {
  /** 도형의 종류. / Kind of shape. */
  type: 'ellipsoid';
  /** 가운데(m). / Centre in metres. */
  center: Vec3;
  /** 축마다의 반지름(m). / Radius along each axis in metres. */
  radii: Vec3;
  /** 사원수 x, y, z, w. / Quaternion, any length but 0. Default none. */
  rotation?: ArrayLike<number>;
}

/** 상자. / Box. */
export interface SdfBox extends SdfJoin {
  /** 도형의 종류. / Kind of shape. */
  type: 'box';
  /** 가운데(m). / Centre in metres. */
  center: Vec3;
  /** 변의 반(m). / Half of each edge in metres. */
  halfSize: Vec3;
  /** 모서리의 둥글기. / Radius of the edges, within the half size. Default 0. */
  rounding?: number;
  /** 사원수 x, y, z, w. / Quaternion, any length but 0. Default none. */
  rotation?: ArrayLike<number>;
}

/** 도형 하나. / One shape. */
export type SdfShape = SdfSphere | SdfCapsule | SdfEllipsoid | SdfBox;

/** 무엇을 그물로 만드는지. / What is to be meshed. */
export interface SdfMeshOptions {
  /**
   * 차례대로 더하고 빼는 도형들(m).
   *
   * Joined in this order, 1…1,024 shapes, the first one a union. Coordinates are at most 1e6 in size, radii 1e-6…1e6.
   */
  shapes: readonly SdfShape[];
  /** 원하는 꼭짓점 수. / About how many vertices the mesh is to have, 100…1,048,576. Default 30,000. */
  vertices?: number;
}

/**
 * 다 된 그물. WASM 메모리 밖의 복사본이라 언제까지나 쓸 수 있다.
 *
 * The finished mesh: copies outside WASM memory, valid for good.
 */
export interface SdfSurface {
  /** 꼭짓점마다 x, y, z. / x, y, z per vertex. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** 꼭짓점마다 단위 법선. / Unit normal per vertex: the gradient of the distance. */
  readonly normals: Float32Array<ArrayBuffer>;
  /** 꼭짓점마다 그 자리의 겉면을 만든 도형의 번호. / Per vertex the index of the shape whose surface it is on. */
  readonly shapes: Uint16Array<ArrayBuffer>;
  /** 삼각형마다 꼭짓점 셋, 바깥에서 시계 반대 방향. / Counter-clockwise from outside, 16 bits wide where they fit. */
  readonly indices: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
}

/** SdfMesh가 Mangto에게 받는 것. / What an SdfMesh gets from its Mangto. */
interface Owner {
  memoryMayHaveGrown(): void;
  adopt(mesh: SdfMesh): () => void;
}

const kMaxShortVertices = 65_535;

function copySurface(handle: SdfMeshHandle): SdfSurface {
  const positions = new Float32Array(handle.positions());
  const indices = handle.indices();
  return {
    positions,
    normals: new Float32Array(handle.normals()),
    shapes: new Uint16Array(handle.shapes()),
    indices:
      positions.length / 3 > kMaxShortVertices
        ? new Uint32Array(indices)
        : new Uint16Array(indices),
  };
}

/**
 * 부호 거리 도형들의 겉면을 닫힌 삼각형 그물로 만드는 작업. `Mangto.createSdfMesh()`가 만든다.
 *
 * The task of turning signed-distance shapes into a closed mesh of even triangles, made by
 * `Mangto.createSdfMesh()`. Every edge of the mesh has exactly two triangles. Parts thinner than an edge may
 * be lost, gaps narrower than one may be closed. The mesh does not depend on how the work is sliced.
 *
 * @example
 * const { positions, normals, indices } = await mangto
 *   .createSdfMesh({ shapes: [{ type: 'sphere', center: [0, 1, 0], radius: 0.5 }] })
 *   .run();
 */
export class SdfMesh {
  readonly #owner: Owner;
  readonly #release: () => void;
  #handle: SdfMeshHandle | null;
  #result: SdfSurface | null = null;
  #disposed = false;

  /** @internal */
  constructor(owner: Owner, handle: SdfMeshHandle) {
    this.#owner = owner;
    this.#handle = handle;
    this.#release = owner.adopt(this);
  }

  /**
   * 한 조각을 일한다.
   *
   * Works for about `budgetMs` (Infinity for all), at least one small piece; true when done. Throws when the shapes enclose
   * nothing (`invalid-argument`) or memory runs out.
   */
  step(budgetMs: number): boolean {
    this.#alive();
    checkBudget(budgetMs);
    if (this.#handle === null) return true;
    const done = this.#settle(this.#handle.step(budgetMs));
    if (done) {
      this.#result = copySurface(this.#handle);
      this.#free();
    }
    return done;
  }

  /** 0…1, 줄지 않는다. / Never decreases. */
  get progress(): number {
    this.#alive();
    return this.#handle === null ? 1 : this.#handle.progress();
  }

  /** 끝나기 전에는 'not-ready'. / Throws `not-ready` before the work is done. */
  get result(): SdfSurface {
    this.#alive();
    if (this.#result === null) throw new MangtoError('not-ready', 'this mesh is not done yet');
    return this.#result;
  }

  /** dispose()를 불렀는지. / Whether dispose() was called. */
  get disposed(): boolean {
    return this.#disposed;
  }

  /** 프레임마다 조금씩 끝까지 한다. / Does all of it, a slice per frame. A failure or an abort disposes of it. */
  async run(options: SkinRunOptions = {}): Promise<SdfSurface> {
    this.#alive();
    checkRunOptions(options);
    return runInSlices(this, options);
  }

  /** 메모리를 놓는다. 여러 번 불러도 된다. / Frees the memory. May be called more than once. */
  dispose(): void {
    this.#disposed = true;
    this.#result = null;
    this.#free();
  }

  /** `dispose()`와 같다(`using`). / The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  #free(): void {
    this.#handle?.delete();
    this.#handle = null;
    this.#release();
  }

  #alive(): void {
    if (this.#disposed) throw new MangtoError('disposed', 'this mesh of shapes has been disposed');
  }

  #settle<T>(result: T | Failure): T {
    this.#owner.memoryMayHaveGrown();
    return unwrap(result);
  }
}

// 아래의 차례는 bindings.cpp의 unpackShape와 같다.

const kShapeFloats = 14;
const kTypes = ['sphere', 'capsule', 'ellipsoid', 'box'];
const kNotTurned = [0, 0, 0, 1];

function valuesOf(name: string, shape: SdfShape): number[] {
  const number = (key: string, value: unknown) => finite(`${name}.${key}`, value);
  const point = (key: string, value: unknown) => vector(`${name}.${key}`, value);
  const turn = (value: unknown = kNotTurned) => quaternion(`${name}.rotation`, value);
  switch (shape.type) {
    case 'sphere':
      return [...point('center', shape.center), number('radius', shape.radius)];
    case 'capsule': {
      const { start, end, radius, endRadius = radius } = shape;
      return [
        ...point('start', start),
        ...point('end', end),
        number('radius', radius),
        number('endRadius', endRadius),
      ];
    }
    case 'ellipsoid':
      return [
        ...point('center', shape.center),
        ...point('radii', shape.radii),
        0,
        ...turn(shape.rotation),
      ];
    case 'box': {
      const { center, halfSize, rounding = 0, rotation } = shape;
      return [
        ...point('center', center),
        ...point('halfSize', halfSize),
        number('rounding', rounding),
        ...turn(rotation),
      ];
    }
    default:
      throw invalid(
        `${name}.type`,
        `one of '${kTypes.join("', '")}'`,
        (shape as { type: unknown }).type,
      );
  }
}

function pack(name: string, shape: SdfShape): number[] {
  const { operation = 'union', blend = 0 } = shape;
  if (operation !== 'union' && operation !== 'difference') {
    throw invalid(`${name}.operation`, "'union' or 'difference'", operation);
  }
  const values = valuesOf(name, shape);
  return [
    kTypes.indexOf(shape.type),
    Number(operation === 'difference'),
    finite(`${name}.blend`, blend),
    ...values,
  ];
}

/** @internal 도형들을 검사하여 코어가 읽을 숫자로 늘어놓는다. / Checks the shapes and lays their numbers out. */
export function packShapes(shapes: readonly SdfShape[]): Float32Array {
  const list = objects<SdfShape>('shapes', 'shape', shapes);
  const packed = new Float32Array(kShapeFloats * list.length);
  list.forEach((shape, k) => packed.set(pack(`shapes[${k}]`, shape), kShapeFloats * k));
  return packed;
}
