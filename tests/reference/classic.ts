// 기준 구현: 라이브러리의 C++과 따로, 알고리즘의 글만 보고 쓴 것. 숫자는 모두 float64.
import { gridTriangles, rowOrder, type ConstraintOrder, type Kind } from './grid';

export type Vec3 = readonly [number, number, number];

export interface ClassicOptions {
  columns: number;
  rows: number;
  position(i: number, j: number): Vec3;
  pinned?(i: number, j: number): boolean;
  stiffness?: Partial<Record<Kind, number>>;
  iterations?: number;
  damping?: number;
  gravity?: Vec3;
  floor?: number | null;
  wind?: Vec3;
  windStrength?: number;
  drag?: number;
  timeStep?: number;
  maxSteps?: number;
}

const KINDS: readonly Kind[] = ['structural', 'shear', 'bend'];
const FLOATS_PER_CAPSULE = 7;

export class ClassicCloth {
  readonly columns: number;
  readonly rows: number;
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  readonly pinTargets: Float64Array;
  readonly indices: Uint32Array;
  readonly boundingSphere = { center: [0, 0, 0] as [number, number, number], radius: 0 };

  stiffness: Record<Kind, number>;
  iterations: number;
  damping: number;
  gravity: Vec3;
  floor: number | null;
  wind: Vec3;
  windStrength: number;
  drag: number;
  timeStep: number;
  maxSteps: number;

  private readonly old: Float64Array;
  private readonly pinned: Uint8Array;
  private readonly pairs: Uint32Array;
  private readonly kinds: Uint8Array; // KINDS의 번호
  private readonly rest: Float64Array;
  private capsules = new Float64Array(0);
  private accumulator = 0;

  constructor(options: ClassicOptions, order: ConstraintOrder = rowOrder) {
    const { columns, rows } = options;
    const points = columns * rows;
    this.columns = columns;
    this.rows = rows;
    this.positions = new Float64Array(points * 3);
    this.normals = new Float64Array(points * 3);
    this.pinned = new Uint8Array(points);
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const p = j * columns + i;
        this.positions.set(options.position(i, j), p * 3);
        this.pinned[p] = options.pinned?.(i, j) ? 1 : 0;
      }
    }
    this.old = this.positions.slice();
    this.pinTargets = this.positions.slice();
    this.indices = gridTriangles(columns, rows);

    const constraints = order(columns, rows);
    this.pairs = new Uint32Array(constraints.flatMap(([a, b]) => [a, b]));
    this.kinds = new Uint8Array(constraints.map(([, , kind]) => KINDS.indexOf(kind)));
    this.rest = new Float64Array(constraints.map(([a, b]) => this.distance(a * 3, b * 3)));

    this.stiffness = { structural: 1, shear: 0.6, bend: 0.25, ...options.stiffness };
    this.iterations = options.iterations ?? 8;
    this.damping = options.damping ?? 0.988;
    this.gravity = options.gravity ?? [0, -9.8, 0];
    this.floor = options.floor === undefined ? 0.02 : options.floor;
    this.wind = options.wind ?? [0, 0, 0];
    this.windStrength = options.windStrength ?? 2;
    this.drag = options.drag ?? 0.1;
    this.timeStep = options.timeStep ?? 1 / 60;
    this.maxSteps = options.maxSteps ?? 3;
    this.updateNormals();
    this.updateBoundingSphere();
  }

  setCapsules(capsules: ArrayLike<number>): void {
    if (this.capsules.length === capsules.length) this.capsules.set(capsules);
    else this.capsules = Float64Array.from(capsules);
  }

  update(seconds: number): number {
    const h = this.timeStep;
    this.accumulator = Math.min(this.accumulator + seconds, this.maxSteps * h);
    const steps = Math.floor(this.accumulator / h + 1e-6);
    this.accumulator -= steps * h;
    for (let k = 0; k < steps; k++) this.step();
    return steps;
  }

  step(): void {
    this.integrate();
    this.movePins();
    for (let k = 0; k < this.iterations; k++) {
      this.solveConstraints();
      this.solveCapsules();
      this.solveFloor();
    }
    this.updateNormals();
    this.updateBoundingSphere();
  }

  private distance(a: number, b: number): number {
    const p = this.positions;
    return Math.hypot(p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!);
  }

  private integrate(): void {
    const { positions: p, old: o, normals: n, pinned, damping, timeStep: h } = this;
    const [wx, wy, wz] = this.wind;
    const [gx, gy, gz] = this.gravity;
    // 한 스텝이 공기의 속도를 앞지르지 않도록 두 계수를 함께 줄인다.
    const guard = Math.min(1, 1 / ((this.windStrength + this.drag) * h || 1));
    const windK = this.windStrength * guard;
    const drag = this.drag * guard;
    for (let k = 0; k < pinned.length; k++) {
      if (pinned[k]) continue;
      const x = k * 3;
      const y = x + 1;
      const z = x + 2;
      const vx = (p[x]! - o[x]!) * damping;
      const vy = (p[y]! - o[y]!) * damping;
      const vz = (p[z]! - o[z]!) * damping;
      const rx = wx - vx / h;
      const ry = wy - vy / h;
      const rz = wz - vz / h;
      const push = (n[x]! * rx + n[y]! * ry + n[z]! * rz) * windK;
      o[x] = p[x]!;
      o[y] = p[y]!;
      o[z] = p[z]!;
      p[x]! += vx + (n[x]! * push + rx * drag + gx) * h * h;
      p[y]! += vy + (n[y]! * push + ry * drag + gy) * h * h;
      p[z]! += vz + (n[z]! * push + rz * drag + gz) * h * h;
    }
  }

  private movePins(): void {
    const { positions: p, old: o, pinTargets, pinned } = this;
    for (let k = 0; k < pinned.length; k++) {
      if (!pinned[k]) continue;
      for (let c = k * 3; c < k * 3 + 3; c++) {
        o[c] = p[c]!;
        p[c] = pinTargets[c]!;
      }
    }
  }

  private solveConstraints(): void {
    const { positions: p, pairs, kinds, rest, pinned } = this;
    const { structural, shear, bend } = this.stiffness;
    for (let k = 0; k < rest.length; k++) {
      const first = pairs[k * 2]!;
      const second = pairs[k * 2 + 1]!;
      const wa = 1 - pinned[first]!;
      const wb = 1 - pinned[second]!;
      if (wa + wb === 0) continue;
      const a = first * 3;
      const b = second * 3;
      const dx = p[b]! - p[a]!;
      const dy = p[b + 1]! - p[a + 1]!;
      const dz = p[b + 2]! - p[a + 2]!;
      const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (d === 0) continue;
      const kind = kinds[k]!;
      const stiffness = kind === 0 ? structural : kind === 1 ? shear : bend;
      const s = (stiffness * (d - rest[k]!)) / d / (wa + wb);
      p[a]! += dx * s * wa;
      p[a + 1]! += dy * s * wa;
      p[a + 2]! += dz * s * wa;
      p[b]! -= dx * s * wb;
      p[b + 1]! -= dy * s * wb;
      p[b + 2]! -= dz * s * wb;
    }
  }

  private solveCapsules(): void {
    const { positions: p, pinned, capsules: c } = this;
    for (let n = 0; n < c.length; n += FLOATS_PER_CAPSULE) {
      const ax = c[n]!;
      const ay = c[n + 1]!;
      const az = c[n + 2]!;
      const ux = c[n + 3]! - ax;
      const uy = c[n + 4]! - ay;
      const uz = c[n + 5]! - az;
      const radius = c[n + 6]!;
      const lengthSq = ux * ux + uy * uy + uz * uz;
      for (let k = 0; k < pinned.length; k++) {
        if (pinned[k]) continue;
        const x = k * 3;
        const px = p[x]! - ax;
        const py = p[x + 1]! - ay;
        const pz = p[x + 2]! - az;
        const along = lengthSq > 0 ? (px * ux + py * uy + pz * uz) / lengthSq : 0;
        const t = Math.min(1, Math.max(0, along));
        const dx = px - ux * t;
        const dy = py - uy * t;
        const dz = pz - uz * t;
        const distSq = dx * dx + dy * dy + dz * dz;
        if (distSq >= radius * radius) continue;
        if (distSq === 0) {
          this.leaveAxis(x, ux, uy, uz, radius);
          continue;
        }
        const scale = radius / Math.sqrt(distSq) - 1;
        p[x]! += dx * scale;
        p[x + 1]! += dy * scale;
        p[x + 2]! += dz * scale;
      }
    }
  }

  // 축 위의 점에는 방향이 없다. 축에 수직인 아무 방향으로나 내보낸다.
  private leaveAxis(x: number, ux: number, uy: number, uz: number, radius: number): void {
    const p = this.positions;
    const flat = Math.abs(ux) <= Math.abs(uy) || Math.abs(ux) <= Math.abs(uz);
    // u × x축, 축이 x에 가까우면 u × y축
    let [nx, ny, nz] = flat ? [0, uz, -uy] : [-uz, 0, ux];
    const length = Math.hypot(nx, ny, nz);
    if (length === 0) [nx, ny, nz] = [0, 1, 0];
    const scale = radius / (length || 1);
    p[x]! += nx * scale;
    p[x + 1]! += ny * scale;
    p[x + 2]! += nz * scale;
  }

  private solveFloor(): void {
    const { positions: p, old: o, pinned, floor } = this;
    if (floor === null) return;
    for (let k = 0; k < pinned.length; k++) {
      const x = k * 3;
      if (pinned[k] || p[x + 1]! >= floor) continue;
      p[x + 1] = floor;
      o[x]! += (p[x]! - o[x]!) / 2;
      o[x + 2]! += (p[x + 2]! - o[x + 2]!) / 2;
    }
  }

  private updateNormals(): void {
    const { positions: p, normals: n, indices } = this;
    n.fill(0);
    for (let t = 0; t < indices.length; t += 3) {
      const a = indices[t]! * 3;
      const b = indices[t + 1]! * 3;
      const c = indices[t + 2]! * 3;
      const ux = p[c]! - p[b]!;
      const uy = p[c + 1]! - p[b + 1]!;
      const uz = p[c + 2]! - p[b + 2]!;
      const vx = p[a]! - p[b]!;
      const vy = p[a + 1]! - p[b + 1]!;
      const vz = p[a + 2]! - p[b + 2]!;
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      n[a]! += nx;
      n[a + 1]! += ny;
      n[a + 2]! += nz;
      n[b]! += nx;
      n[b + 1]! += ny;
      n[b + 2]! += nz;
      n[c]! += nx;
      n[c + 1]! += ny;
      n[c + 2]! += nz;
    }
    for (let x = 0; x < n.length; x += 3) {
      const scale =
        1 / (Math.sqrt(n[x]! * n[x]! + n[x + 1]! * n[x + 1]! + n[x + 2]! * n[x + 2]!) || 1);
      n[x]! *= scale;
      n[x + 1]! *= scale;
      n[x + 2]! *= scale;
    }
  }

  private updateBoundingSphere(): void {
    const p = this.positions;
    const { center } = this.boundingSphere;
    for (let c = 0; c < 3; c++) {
      let low = Infinity;
      let high = -Infinity;
      for (let x = c; x < p.length; x += 3) {
        const value = p[x]!;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      center[c] = (low + high) / 2;
    }
    let radiusSq = 0;
    for (let x = 0; x < p.length; x += 3) {
      const dx = p[x]! - center[0];
      const dy = p[x + 1]! - center[1];
      const dz = p[x + 2]! - center[2];
      radiusSq = Math.max(radiusSq, dx * dx + dy * dy + dz * dz);
    }
    this.boundingSphere.radius = Math.sqrt(radiusSq);
  }
}
