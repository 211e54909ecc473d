// 잘 다듬은 자바스크립트: 같은 알고리즘을 축마다 나눈 배열(SoA)과 색칠한 순서로.
// 이웃한 제약이 점을 나누어 갖지 않으므로 앞의 저장을 기다리지 않고 다음 제약을 풀 수 있다.
import type { ClassicOptions, Vec3 } from './classic';
import type { Kind } from './grid';

interface Batch {
  kind: Kind;
  start: number;
  end: number;
}

/** 한 행에서 `reach`만큼 떨어진 짝끼리 겹치지 않게 나누는 단계의 수. */
interface Pass {
  kind: Kind;
  from: readonly [number, number];
  to: readonly [number, number];
  reach: number;
}

const PASSES: readonly Pass[] = [
  { kind: 'structural', from: [0, 0], to: [1, 0], reach: 1 },
  { kind: 'bend', from: [0, 0], to: [2, 0], reach: 2 },
  { kind: 'structural', from: [0, 0], to: [0, 1], reach: 0 },
  { kind: 'shear', from: [0, 0], to: [1, 1], reach: 0 },
  { kind: 'shear', from: [1, 0], to: [0, 1], reach: 0 },
  { kind: 'bend', from: [0, 0], to: [0, 2], reach: 0 },
];

function colouredPairs(columns: number, rows: number): { pairs: number[]; batches: Batch[] } {
  const pairs: number[] = [];
  const batches: Batch[] = [];
  for (const { kind, from, to, reach } of PASSES) {
    const start = pairs.length / 2;
    for (let r = 0; r + to[1] < rows; r++) {
      for (let phase = 0; phase < Math.max(1, 2 * reach); phase += Math.max(1, reach)) {
        for (let c = 0; c + Math.max(from[0], to[0]) < columns; c++) {
          if (reach > 0 && Math.floor(c / reach) % 2 !== phase / reach) continue;
          pairs.push(r * columns + c + from[0], (r + to[1]) * columns + c + to[0]);
        }
      }
    }
    batches.push({ kind, start, end: pairs.length / 2 });
  }
  return { pairs, batches };
}

export class ColouredCloth {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly pinTargets: Float32Array;
  readonly boundingSphere = { center: [0, 0, 0] as [number, number, number], radius: 0 };

  wind: Vec3;

  private readonly x: Float32Array;
  private readonly y: Float32Array;
  private readonly z: Float32Array;
  private readonly ox: Float32Array;
  private readonly oy: Float32Array;
  private readonly oz: Float32Array;
  private readonly nx: Float32Array;
  private readonly ny: Float32Array;
  private readonly nz: Float32Array;
  private readonly free: Uint8Array;
  private readonly pairs: Int32Array;
  private readonly rest: Float32Array;
  private readonly batches: readonly Batch[];
  private readonly columns: number;
  private readonly rows: number;
  private readonly settings: Required<
    Pick<
      ClassicOptions,
      'iterations' | 'damping' | 'gravity' | 'windStrength' | 'drag' | 'timeStep'
    >
  >;
  private readonly stiffness: Record<Kind, number>;
  private readonly floor: number | null;
  private capsules = new Float32Array(0);

  constructor(options: ClassicOptions) {
    const { columns, rows } = options;
    const points = columns * rows;
    const axis = () => new Float32Array(points);
    [this.x, this.y, this.z] = [axis(), axis(), axis()];
    [this.nx, this.ny, this.nz] = [axis(), axis(), axis()];
    this.columns = columns;
    this.rows = rows;
    this.positions = new Float32Array(points * 3);
    this.normals = new Float32Array(points * 3);
    this.free = new Uint8Array(points);
    for (let k = 0; k < points; k++) {
      const i = k % columns;
      const j = Math.floor(k / columns);
      [this.x[k], this.y[k], this.z[k]] = options.position(i, j);
      this.free[k] = options.pinned?.(i, j) ? 0 : 1;
    }
    [this.ox, this.oy, this.oz] = [this.x.slice(), this.y.slice(), this.z.slice()];
    const { pairs, batches } = colouredPairs(columns, rows);
    this.pairs = new Int32Array(pairs);
    this.batches = batches;
    this.rest = new Float32Array(pairs.length / 2).map((_, k) => {
      const a = pairs[k * 2]!;
      const b = pairs[k * 2 + 1]!;
      return Math.hypot(this.x[a]! - this.x[b]!, this.y[a]! - this.y[b]!, this.z[a]! - this.z[b]!);
    });
    this.wind = options.wind ?? [0, 0, 0];
    this.floor = options.floor === undefined ? 0.02 : options.floor;
    this.stiffness = { structural: 1, shear: 0.6, bend: 0.25, ...options.stiffness };
    this.settings = {
      iterations: options.iterations ?? 8,
      damping: options.damping ?? 0.988,
      gravity: options.gravity ?? [0, -9.8, 0],
      windStrength: options.windStrength ?? 2,
      drag: options.drag ?? 0.1,
      timeStep: options.timeStep ?? 1 / 60,
    };
    this.updateNormals();
    this.pack();
    this.pinTargets = this.positions.slice();
  }

  setCapsules(capsules: ArrayLike<number>): void {
    if (this.capsules.length === capsules.length) this.capsules.set(capsules);
    else this.capsules = Float32Array.from(capsules);
  }

  step(): void {
    this.integrate();
    for (let k = 0; k < this.settings.iterations; k++) {
      for (let n = 0; n < this.batches.length; n++) {
        const { kind, start, end } = this.batches[n]!;
        if (this.stiffness[kind] > 0) this.solveBatch(start, end, this.stiffness[kind]);
      }
      this.solveCapsules();
      this.solveFloor();
    }
    this.updateNormals();
    this.pack();
  }

  private integrate(): void {
    const { x, y, z, ox, oy, oz, nx, ny, nz, free, pinTargets } = this;
    const { damping, gravity, windStrength, drag: givenDrag, timeStep: h } = this.settings;
    const guard = Math.min(1, 1 / ((windStrength + givenDrag) * h || 1));
    const windK = windStrength * guard;
    const drag = givenDrag * guard;
    const [wx, wy, wz] = this.wind;
    const [gx, gy, gz] = gravity;
    const perStep = 1 / h;
    const hh = h * h;
    for (let k = 0; k < free.length; k++) {
      const px = x[k]!;
      const py = y[k]!;
      const pz = z[k]!;
      if (free[k] === 0) {
        ox[k] = px;
        oy[k] = py;
        oz[k] = pz;
        x[k] = pinTargets[k * 3]!;
        y[k] = pinTargets[k * 3 + 1]!;
        z[k] = pinTargets[k * 3 + 2]!;
        continue;
      }
      const vx = (px - ox[k]!) * damping;
      const vy = (py - oy[k]!) * damping;
      const vz = (pz - oz[k]!) * damping;
      const rx = wx - vx * perStep;
      const ry = wy - vy * perStep;
      const rz = wz - vz * perStep;
      const push = (nx[k]! * rx + ny[k]! * ry + nz[k]! * rz) * windK;
      ox[k] = px;
      oy[k] = py;
      oz[k] = pz;
      x[k] = px + vx + (nx[k]! * push + rx * drag + gx) * hh;
      y[k] = py + vy + (ny[k]! * push + ry * drag + gy) * hh;
      z[k] = pz + vz + (nz[k]! * push + rz * drag + gz) * hh;
    }
  }

  private solveBatch(start: number, end: number, stiffness: number): void {
    const { x, y, z, free, pairs, rest } = this;
    for (let k = start; k < end; k++) {
      const a = pairs[2 * k]!;
      const b = pairs[2 * k + 1]!;
      const wa = free[a]!;
      const wb = free[b]!;
      const ax = x[a]!;
      const ay = y[a]!;
      const az = z[a]!;
      const bx = x[b]!;
      const by = y[b]!;
      const bz = z[b]!;
      const dx = bx - ax;
      const dy = by - ay;
      const dz = bz - az;
      // 길이 0에서도 나눗셈이 유한하게. 1.5 - 0.5·합 = 1/합 (합은 1 아니면 2).
      const d = Math.sqrt(dx * dx + dy * dy + dz * dz + 1e-20);
      const s = stiffness * (1 - rest[k]! / d) * (1.5 - 0.5 * (wa + wb));
      const sa = s * wa;
      const sb = s * wb;
      x[a] = ax + dx * sa;
      y[a] = ay + dy * sa;
      z[a] = az + dz * sa;
      x[b] = bx - dx * sb;
      y[b] = by - dy * sb;
      z[b] = bz - dz * sb;
    }
  }

  private solveCapsules(): void {
    const { x, y, z, free, capsules } = this;
    for (let n = 0; n < capsules.length; n += 7) {
      const ax = capsules[n]!;
      const ay = capsules[n + 1]!;
      const az = capsules[n + 2]!;
      const ux = capsules[n + 3]! - ax;
      const uy = capsules[n + 4]! - ay;
      const uz = capsules[n + 5]! - az;
      const radius = capsules[n + 6]!;
      const radiusSq = radius * radius;
      const perLengthSq = 1 / (ux * ux + uy * uy + uz * uz || Infinity);
      for (let k = 0; k < free.length; k++) {
        const px = x[k]! - ax;
        const py = y[k]! - ay;
        const pz = z[k]! - az;
        const t = Math.min(1, Math.max(0, (px * ux + py * uy + pz * uz) * perLengthSq));
        const dx = px - ux * t;
        const dy = py - uy * t;
        const dz = pz - uz * t;
        const distSq = dx * dx + dy * dy + dz * dz;
        if (distSq >= radiusSq || distSq === 0 || free[k] === 0) continue;
        const scale = radius / Math.sqrt(distSq) - 1;
        x[k]! += dx * scale;
        y[k]! += dy * scale;
        z[k]! += dz * scale;
      }
    }
  }

  private solveFloor(): void {
    const { x, y, z, ox, oz, free, floor } = this;
    if (floor === null) return;
    for (let k = 0; k < free.length; k++) {
      if (y[k]! >= floor || free[k] === 0) continue;
      y[k] = floor;
      ox[k]! += (x[k]! - ox[k]!) * 0.5;
      oz[k]! += (z[k]! - oz[k]!) * 0.5;
    }
  }

  private updateNormals(): void {
    const { x, y, z, nx, ny, nz, columns, rows } = this;
    nx.fill(0);
    ny.fill(0);
    nz.fill(0);
    for (let j = 0; j + 1 < rows; j++) {
      for (let a = j * columns; a + 1 < (j + 1) * columns; a++) {
        const b = a + columns;
        const c = b + 1;
        const d = a + 1;
        const ex = x[d]! - x[b]!;
        const ey = y[d]! - y[b]!;
        const ez = z[d]! - z[b]!;
        const fx = x[a]! - x[b]!;
        const fy = y[a]! - y[b]!;
        const fz = z[a]! - z[b]!;
        const hx = x[c]! - x[b]!;
        const hy = y[c]! - y[b]!;
        const hz = z[c]! - z[b]!;
        const px = ey * fz - ez * fy;
        const py = ez * fx - ex * fz;
        const pz = ex * fy - ey * fx;
        const qx = hy * ez - hz * ey;
        const qy = hz * ex - hx * ez;
        const qz = hx * ey - hy * ex;
        nx[a]! += px;
        ny[a]! += py;
        nz[a]! += pz;
        nx[b]! += px + qx;
        ny[b]! += py + qy;
        nz[b]! += pz + qz;
        nx[c]! += qx;
        ny[c]! += qy;
        nz[c]! += qz;
        nx[d]! += px + qx;
        ny[d]! += py + qy;
        nz[d]! += pz + qz;
      }
    }
    for (let k = 0; k < nx.length; k++) {
      const lengthSq = nx[k]! * nx[k]! + ny[k]! * ny[k]! + nz[k]! * nz[k]!;
      const scale = lengthSq > 0 ? 1 / Math.sqrt(lengthSq) : 1;
      nx[k]! *= scale;
      ny[k]! *= scale;
      nz[k]! *= scale;
    }
  }

  /** GPU에 올릴 xyz 배열과 경계 구를 만든다. */
  private pack(): void {
    const { x, y, z, nx, ny, nz, positions, normals, boundingSphere } = this;
    let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity];
    let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity];
    for (let k = 0, n = 0; k < x.length; k++, n += 3) {
      const px = (positions[n] = x[k]!);
      const py = (positions[n + 1] = y[k]!);
      const pz = (positions[n + 2] = z[k]!);
      normals[n] = nx[k]!;
      normals[n + 1] = ny[k]!;
      normals[n + 2] = nz[k]!;
      lowX = Math.min(lowX, px);
      lowY = Math.min(lowY, py);
      lowZ = Math.min(lowZ, pz);
      highX = Math.max(highX, px);
      highY = Math.max(highY, py);
      highZ = Math.max(highZ, pz);
    }
    const cx = (boundingSphere.center[0] = (lowX + highX) / 2);
    const cy = (boundingSphere.center[1] = (lowY + highY) / 2);
    const cz = (boundingSphere.center[2] = (lowZ + highZ) / 2);
    let radiusSq = 0;
    for (let k = 0; k < x.length; k++) {
      const dx = x[k]! - cx;
      const dy = y[k]! - cy;
      const dz = z[k]! - cz;
      radiusSq = Math.max(radiusSq, dx * dx + dy * dy + dz * dz);
    }
    boundingSphere.radius = Math.sqrt(radiusSq);
  }
}
