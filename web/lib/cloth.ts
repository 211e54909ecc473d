import { finite, integer, invalid, isList, isObject, objects, vector } from './check.js';
import type { BodyMesh, BoundingSphere, ClothStats, Pick, SelfCollision } from './cloth-options.js';
import { countColliders, kColliderFloats, writeColliders, type Collider } from './colliders.js';
import { MangtoError } from './error.js';
import type { ClothHandle } from './module.js';
import { assign, TunableCloth, type ClothOwner, type Triple } from './tunable-cloth.js';

const kCapsuleFloats = 7;

/**
 * 천 한 장. `Mangto`의 `createGridCloth()`나 `createMeshCloth()`가 만든다. 배열들은 WASM 메모리의 뷰이다: 메모리가 자라면 새 뷰로
 * 바뀌므로 오래 간직하지 말고 속성에서 다시 읽거나 `onViewsChanged`를 쓴다.
 *
 * One cloth, made by `createGridCloth()` or `createMeshCloth()` of a `Mangto`. Its arrays are views of WASM memory without a copy. When
 * that memory grows they are replaced, so read them from the cloth each time, or listen with
 * `onViewsChanged`. Every member throws a `MangtoError` with code `disposed` after `dispose()`.
 */
export class Cloth extends TunableCloth {
  /** 그물 천에서는 0. / 0 for a mesh cloth. */
  readonly columns: number;
  /** 그물 천에서는 0. / 0 for a mesh cloth. */
  readonly rows: number;

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

  #windView = new Float32Array(0);
  #seconds = 0;
  readonly #sphere = { center: [0, 0, 0] as Triple, radius: 0 };

  /** @internal */
  constructor(owner: ClothOwner, handle: ClothHandle, columns = 0, rows = 0) {
    super(owner, handle);
    this.#pointer = handle.pointer();
    this.columns = columns;
    this.rows = rows;
    this.reissueViews();
    this.#release = owner.adopt(this);
  }

  /** 점마다 x, y, z(m). / x, y, z per point in metres. */
  get positions(): Float32Array<ArrayBuffer> {
    this.alive();
    return this.#positions;
  }

  /** 점마다 단위 법선. / Unit normal per point, as three's computeVertexNormals. */
  get normals(): Float32Array<ArrayBuffer> {
    this.alive();
    return this.#normals;
  }

  /** 격자의 점마다 u, v. / u, v per grid point: column / (columns - 1), 1 - row / (rows - 1). */
  get uvs(): Float32Array<ArrayBuffer> {
    this.alive();
    return this.#uvs;
  }

  /** 삼각형마다 점 번호 셋. / Three point indices per triangle, 16 bits wide where they fit. */
  get indices(): Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> {
    this.alive();
    return this.#indices;
  }

  /**
   * 고정점이 있어야 할 곳(점마다 x, y, z). update()나 step() 앞에 쓴다. 자유로운 점의 값은 무시된다.
   *
   * Where pinned points are to be, x, y, z per point in metres. Write here before update() or step().
   * Values of free points are ignored; one that is not finite makes the next update() throw.
   */
  get pinTargets(): Float32Array<ArrayBuffer> {
    this.alive();
    return this.#pinTargets;
  }

  /**
   * 목표마다 앞쪽의 방향. setBackStops()만 읽는다.
   *
   * The direction to the front at each target, x, y, z per point of any length; read by `setBackStops()`
   * only. At first the normals at creation.
   */
  get targetNormals(): Float32Array<ArrayBuffer> {
    this.alive();
    return this.#targetNormals;
  }

  /** 지금 자고 있는지. / Whether it sleeps: update() runs no steps until something wakes it. */
  get asleep(): boolean {
    return this.alive().asleep();
  }

  get stats(): ClothStats {
    this.alive();
    return this.counts;
  }

  /** 같은 객체를 새 값으로 채워 준다. / The same object each time, filled anew. */
  get boundingSphere(): BoundingSphere {
    this.alive();
    const view = this.#sphereView;
    assign(this.#sphere.center, view[0]!, view[1]!, view[2]!);
    this.#sphere.radius = view[3]!;
    return this.#sphere;
  }

  /**
   * 몸의 캡슐을 바꾼다: 하나에 ax, ay, az, bx, by, bz, radius(m). 빈 배열이면 모두 없앤다.
   *
   * Replaces the body's capsules: ax, ay, az, bx, by, bz, radius each, in metres. The values are copied;
   * an empty array removes all. Coordinates and radii are at most 1e6 m, radii not negative.
   */
  setCapsules(capsules: ArrayLike<number>): void {
    this.writeCapsules(capsules);
    this.settle(this.alive().applyCapsules());
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
    this.alive();
    const count = countColliders(colliders);
    // 프레임마다 불린다: 같은 수의 콜라이더를 같은 배열에 쓴다.
    if (this.#colliders.length !== count * kColliderFloats) {
      this.#colliders = new Float32Array(count * kColliderFloats);
    }
    const numbers = this.#colliders;
    writeColliders(numbers, 0, colliders, count);
    this.#send(numbers);
    this.settle(this.alive().applyColliders(count));
  }

  /**
   * 몸의 삼각형 그물을 바꾼다(복사한다). 두 면 모두 막고, 점은 온 쪽에 남는다. null이면 없앤다.
   *
   * Replaces the triangle mesh of the body (copied), open or closed, in any winding. Points stay on the side
   * where they are, `thickness` away, and are held by `friction`. What is finer than half of the cloth's edges
   * may poke through. null removes it.
   */
  setBodyMesh(mesh: BodyMesh | null): void {
    this.alive();
    if (mesh !== null && !isObject(mesh))
      throw invalid('mesh', '{ positions, indices } or null', mesh);
    const { positions, indices = new Uint32Array(0) } = mesh ?? { positions: [] };
    const isIndices = indices instanceof Uint16Array || indices instanceof Uint32Array;
    if (!isIndices || !isList(indices)) {
      throw invalid('indices', 'a Uint16Array or a Uint32Array', indices);
    }
    const corners = new Uint32Array(indices);
    this.#sendNumbers('positions', positions);
    this.settle(this.alive().applyBodyMesh(corners));
  }

  /**
   * 그 그물이 지난 걸음에 있던 곳에서 `positions`로 움직여 온다.
   *
   * That mesh moves from where it was at the last step to `positions` (as many as before), over the steps of
   * the next `update()`.
   */
  moveBodyMesh(positions: ArrayLike<number>): void {
    this.#sendNumbers('positions', positions);
    this.settle(this.alive().moveBodyMesh());
  }

  /**
   * 점마다 제 목표(`pinTargets`)에서 갈 수 있는 가장 먼 거리. null이면 없앤다.
   *
   * How far each point may go from its target, one number of metres (0…1e6) per point; null removes the
   * limit. The targets are `pinTargets`: write the animated position of every point there.
   */
  setMaxDistances(metres: ArrayLike<number> | null): void {
    this.#sendPerPoint('maxDistances', metres, 1);
    this.settle(this.alive().applyMaxDistances());
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
    this.settle(this.alive().applyBackStops());
  }

  /**
   * 이 천이 비켜 갈 다른 천들을 바꾼다. 서로 비키려면 양쪽에 알린다. 놓인 천은 저절로 빠진다.
   *
   * Replaces the cloths of the same `Mangto` to which this one gives way, `thickness` metres apart (default
   * or 0: the longest edge). For both to give way tell each of the other. A cloth that was disposed of is
   * left out by itself; an empty list removes all.
   */
  collideWith(cloths: readonly Cloth[], options: SelfCollision = {}): void {
    const handle = this.alive();
    if (!isObject(options)) throw invalid('options', 'an object { thickness }', options);
    const { thickness = 0 } = options;
    finite('thickness', thickness);
    const handles = objects('cloths', 'cloth', cloths).map((cloth, i) => {
      const isOther = cloth instanceof Cloth && cloth !== this && cloth.owner === this.owner;
      if (!isOther) throw invalid(`cloths[${i}]`, 'another cloth of the same Mangto', cloth);
      return cloth.alive();
    });
    this.settle(handle.setOtherCloths(handles, thickness));
  }

  #sendPerPoint(name: string, values: ArrayLike<number> | null, each: number): void {
    this.alive();
    if (values === null) {
      this.#send(new Float32Array(0));
      return;
    }
    if (!isList(values)) throw invalid(name, 'an array of numbers or null', values);
    const expected = each * this.counts.points;
    if (values.length !== expected) throw invalid(`${name}.length`, `${expected}`, values.length);
    this.#sendNumbers(name, values as ArrayLike<number>);
  }

  #sendNumbers(name: string, numbers: ArrayLike<number>): void {
    this.alive();
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
    const address = this.settle(this.alive().reserveNumbers(own.length));
    new Float32Array(this.owner.memory.buffer, address, own.length).set(own);
  }

  /**
   * WASM 메모리가 자라도 떨어져 나가지 않을 수들: 우리 메모리의 뷰를 받았으면 복사한다.
   *
   * Numbers that stay when WASM memory grows: a view of our own memory is copied.
   */
  #outside(numbers: ArrayLike<number>): Float32Array {
    const isSafe = numbers instanceof Float32Array && numbers.buffer !== this.owner.memory.buffer;
    return isSafe ? numbers : Float32Array.from(numbers);
  }

  /** @internal 캡슐을 WASM 메모리에 써 둔다. / Puts the capsules into WASM memory. */
  protected writeCapsules(capsules: ArrayLike<number>): void {
    const handle = this.alive();
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
    this.alive();
    finite('seconds', seconds);
    this.blow();
    const started = performance.now();
    const steps = this.#moved(this.owner.glue._updateCloth(this.#pointer, seconds));
    this.advanced(steps, performance.now() - started);
    return steps;
  }

  /** 고정 간격으로 한 걸음. / One fixed step. */
  step(): void {
    this.alive();
    this.blow();
    const started = performance.now();
    this.#moved(this.owner.glue._stepCloth(this.#pointer));
    this.advanced(1, performance.now() - started);
  }

  /** 만들었을 때의 모양으로 돌아간다. 설정은 그대로다. / Back to the shape at creation; settings stay. */
  reset(): void {
    this.alive().reset();
    this.#seconds = 0;
  }

  /**
   * 천 전체와 고정점의 목표를 속도까지 그대로 옮긴다. 돌림과 옮김만 담은 4×4 행렬(열부터).
   *
   * Moves the whole cloth with its velocities and pin targets, so that it does not feel the jump. `matrix`
   * is a rotation and a translation, column-major as three's `Matrix4.elements`.
   */
  teleport(matrix: ArrayLike<number>): void {
    const handle = this.alive();
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
    const handle = this.alive();
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
    const handle = this.alive();
    const checked = integer('point', point, 0, this.counts.points - 1);
    const [x, y, z] = vector('target', target);
    this.settle(handle.grab(checked, x, y, z));
  }

  /** 잡은 점을 놓는다. / Lets go of the grabbed point, if there is one. */
  letGo(): void {
    this.alive().letGo();
  }

  /**
   * WASM 메모리가 자라 뷰가 바뀌면 부른다. 돌려받은 함수로 그만둔다. 던진 것은 잡히지 않은 오류가 된다.
   *
   * Calls `listener` after WASM memory grew and the views were replaced. Returns a function that stops it.
   * What a listener throws becomes an uncaught error, as with listeners of the DOM.
   */
  onViewsChanged(listener: () => void): () => void {
    this.alive();
    if (typeof listener !== 'function') throw invalid('listener', 'a function', listener);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  override dispose(): void {
    if (this.disposed) return;
    super.dispose();
    this.#listeners.clear();
    this.#release();
  }

  /** @internal 지금의 메모리 위에 뷰를 다시 만든다. / Makes the views anew over the present memory. */
  reissueViews(): void {
    const handle = this.alive();
    const { buffer } = this.owner.memory as { buffer: ArrayBuffer };
    const { points } = this.counts;
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

  /** @internal windField를 점마다 물어 코어에 건넨다. / Asks windField for every point. */
  blow(): void {
    const { windField } = this;
    if (windField === null) return;
    const target: Triple = [0, 0, 0];
    for (let k = 0; k < 3 * this.counts.points; k += 3) {
      const [x, y, z] = [this.#positions[k]!, this.#positions[k + 1]!, this.#positions[k + 2]!];
      assign(target, 0, 0, 0);
      windField(x, y, z, this.#seconds, target);
      this.alive(); // windField가 천을 놓았다면 뷰는 남의 메모리이다
      const view = this.#viewOfWind(); // windField가 메모리를 늘렸을 수도 있다
      for (let axis = 0; axis < 3; axis++) {
        view[k + axis] = finite(`target[${axis}] of windField`, target[axis]);
      }
    }
    // windField가 스스로를 바꾸었으면 다음 걸음부터 새것이 분다.
    if (this.windField === windField) this.settle(this.alive().applyWindField());
  }

  /** @internal 코어에 건넬 주소. / The address for the core. */
  get pointer(): number {
    this.alive();
    return this.#pointer;
  }

  /** @internal */
  belongsTo(owner: ClothOwner): boolean {
    return this.owner === owner;
  }

  /** @internal 코어가 이만큼 나아갔다. / The core has run these steps. */
  advanced(steps: number, ms: number): void {
    if (steps > 0) this.counts.stepMs = ms / steps;
    this.#seconds += steps * this.timeStep;
  }

  /** @internal 코어의 마지막 실패. / The last failure of the core. */
  failure(): MangtoError {
    const { code, message } = this.alive().failure();
    return new MangtoError(code, message);
  }

  #viewCapsules(address: number, length: number): void {
    this.#capsuleView = new Float32Array(this.owner.memory.buffer as ArrayBuffer, address, length);
  }

  #viewOfWind(): Float32Array {
    if (this.#windView.buffer !== this.owner.memory.buffer) {
      const address = this.settle(this.alive().reserveWindField());
      const { buffer } = this.owner.memory as { buffer: ArrayBuffer };
      this.#windView = new Float32Array(buffer, address, 3 * this.counts.points);
    }
    return this.#windView;
  }

  #moved(steps: number): number {
    return this.settle(steps < 0 ? this.alive().failure() : steps);
  }
}
