import type { Cloth } from 'mangto';
import type { Solving } from '../../web/app/scenes/knight/cloth_pair';
import { Play } from '../../web/app/scenes/knight/play';
import { loadModule } from './module';

const STEP = 1 / 60;
const DEGREES = 180 / Math.PI;
const FLOATS = 7;
/** 가슴 캡슐의 반지름(m). */
const CHEST = 0.15;
/** colliders.ts의 차례에서 등을 이루는 캡슐: 가슴 둘, 배, 엉덩이. */
const BACK = [2, 3, 4, 5];

export const USUAL: Solving = {
  solver: 'classic',
  iterations: 8,
  substeps: 8,
  structural: true,
  shear: true,
  bend: true,
};

/** 페이지와 같은 값의 장면을 화면 없이. 스스로 걷는 차례는 끈다. */
export async function play(wind = 0, solving: Partial<Solving> = {}): Promise<Play> {
  const made = new Play(await loadModule());
  made.guide.auto = false;
  made.wind.strength = wind;
  made.wind.angle = 20 / DEGREES;
  made.place(true);
  made.makeCloths(17);
  made.cloths.tune({ ...USUAL, ...solving });
  return made;
}

/** 초당 `frames`장의 화면으로: 한 화면에 여러 걸음을 간다. `watch`는 화면마다. */
export function go(made: Play, seconds: number, watch?: () => void, frames = 60): void {
  const steps = Math.round(60 / frames);
  for (let k = 0; k < Math.round(seconds * frames); k += 1) {
    for (let s = 0; s < steps; s += 1) {
      made.walk(STEP);
      made.drape(STEP);
    }
    watch?.();
  }
}

/** 점에서 캡슐의 겉면까지. 안이면 음수. */
function distance(p: Float32Array, k: number, c: Float32Array, at: number): number {
  const ax = c[at]!;
  const ay = c[at + 1]!;
  const az = c[at + 2]!;
  const dx = c[at + 3]! - ax;
  const dy = c[at + 4]! - ay;
  const dz = c[at + 5]! - az;
  const px = p[k]! - ax;
  const py = p[k + 1]! - ay;
  const pz = p[k + 2]! - az;
  const t = (px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz || 1);
  const s = Math.min(1, Math.max(0, t));
  const [x, y, z] = [px - s * dx, py - s * dy, pz - s * dz];
  return Math.sqrt(x * x + y * y + z * z) - c[at + 6]!;
}

/** 망토의 점이 몸의 캡슐에 가장 깊이 들어간 만큼(m). */
export function depth({ cloths: { cape }, colliders }: Play): number {
  const { positions } = cape;
  const { data } = colliders;
  let deepest = 0;
  for (let k = 0; k < positions.length; k += 3) {
    for (let at = 0; at < data.length; at += FLOATS) {
      deepest = Math.max(deepest, -distance(positions, k, data, at));
    }
  }
  return deepest;
}

/** 어깨와 엉덩이 사이, 등의 너비에 있는 점들의 등까지의 평균 틈(m). */
export function gapToBack({ cloths: { cape }, colliders }: Play): number {
  const { positions, columns } = cape;
  const { data } = colliders;
  const hips = data[BACK.at(-1)! * FLOATS + 1]!;
  let sum = 0;
  let count = 0;
  for (let k = columns; k < positions.length / 3; k += 1) {
    const column = k % columns;
    if (column < 3 || column >= columns - 3 || positions[3 * k + 1]! < hips) continue;
    sum += Math.min(...BACK.map((c) => distance(positions, 3 * k, data, c * FLOATS)));
    count += 1;
  }
  return sum / count;
}

/** 점이 몸의 가운데에서 앞으로 나온 만큼(m). */
export function ahead({ gait }: Play, x: number, z: number): number {
  return (x - gait.x) * Math.cos(gait.yaw) - (z - gait.z) * Math.sin(gait.yaw);
}

/** 망토의 점이 가슴의 앞면보다 앞으로 나온 만큼(m), 모두 뒤에 있으면 음수. */
export function beforeFront(made: Play): number {
  const p = made.cloths.cape.positions;
  const { elements } = made.skeleton.chest.matrixWorld;
  const front = ahead(made, elements[12]!, elements[14]!) + CHEST;
  let most = -Infinity;
  for (let k = 0; k < p.length; k += 3) most = Math.max(most, ahead(made, p[k]!, p[k + 2]!));
  return most - front;
}

/** 윗단에서 아랫단으로 가는 선이 수직과 이루는 각(도)과, 아랫단의 앞뒤 자리(m). */
export function hang(made: Play): { angle: number; hem: number } {
  const { positions: p, columns, rows } = made.cloths.cape;
  let back = 0;
  let down = 0;
  let hem = 0;
  for (let i = 0; i < columns; i += 1) {
    const [a, b] = [3 * i, 3 * ((rows - 1) * columns + i)];
    const end = ahead(made, p[b]!, p[b + 2]!);
    back += ahead(made, p[a]!, p[a + 2]!) - end;
    down += p[a + 1]! - p[b + 1]!;
    hem += end / columns;
  }
  return { angle: Math.atan2(back, down) * DEGREES, hem };
}

/** 두 줄 사이의 세로 변들이 평균 얼마나 늘어났는가. */
export function meanStretch(cloth: Cloth, rest: Float32Array): number {
  const { positions, columns } = cloth;
  const length = (p: Float32Array, k: number) =>
    Math.hypot(...[0, 1, 2].map((c) => p[3 * k + c]! - p[3 * (k + columns) + c]!));
  const edges = positions.length / 3 - columns;
  let sum = 0;
  for (let k = 0; k < edges; k += 1) sum += length(positions, k) / length(rest, k) - 1;
  return sum / edges;
}

/** 깃발의 자유로운 변이 수직과 이루는 각(도). */
export function flagAngle({ cloths: { flag } }: Play): number {
  const { positions: p, columns } = flag;
  const top = 3 * (columns - 1);
  const end = p.length - 3;
  const aside = Math.hypot(p[end]! - p[top]!, p[end + 2]! - p[top + 2]!);
  return Math.atan2(aside, p[top + 1]! - p[end + 1]!) * DEGREES;
}
