import { seeded } from './random';

/** (x, y)에서 0…1, `period`마다 되풀이된다. Value noise, 0…1, repeating every `period`. */
export type Noise = (x: number, y: number, period: number) => number;

const side = 256;

/** 정수의 나머지, 0…period − 1. 점마다 수십 번 부르므로 실수의 나머지를 쓰지 않는다. The remainder of integers. */
function wrap(k: number, period: number): number {
  const rest = (k | 0) % (period | 0);
  return rest < 0 ? rest + period : rest;
}

export function tileNoise(seed: number): Noise {
  const random = seeded(seed);
  const table = Float32Array.from({ length: side * side }, random);
  return (x, y, period) => {
    const i = Math.floor(x);
    const j = Math.floor(y);
    const u = x - i;
    const v = y - j;
    const s = u * u * (3 - 2 * u);
    const t = v * v * (3 - 2 * v);
    const left = wrap(i, period);
    const right = wrap(i + 1, period);
    const above = side * wrap(j, period);
    const below = side * wrap(j + 1, period);
    const upper = table[above + left]! + (table[above + right]! - table[above + left]!) * s;
    const lower = table[below + left]! + (table[below + right]! - table[below + left]!) * s;
    return upper + (lower - upper) * t;
  };
}

/** 겹친 잡음: 갈수록 잘게. 0…1. Layers of noise, finer and finer; x and y in 0…1 of the tile. */
export function layered(noise: Noise, x: number, y: number, first: number, layers: number): number {
  let sum = 0;
  let weight = 0;
  let period = first;
  for (let [k, share] = [0, 1]; k < layers; k += 1, share /= 2, period *= 2) {
    sum += share * noise(x * period + 7 * k, y * period + 3 * k, period);
    weight += share;
  }
  return sum / weight;
}
