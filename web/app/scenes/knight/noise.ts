import { seeded } from './random';

/** (x, y)에서 0…1, `period`마다 되풀이된다. Value noise, 0…1, repeating every `period`. */
export type Noise = (x: number, y: number, period: number) => number;

const side = 256;

export function tileNoise(seed: number): Noise {
  const random = seeded(seed);
  const table = Float32Array.from({ length: side * side }, random);
  const at = (x: number, y: number, period: number) =>
    table[(((y % period) + period) % period) * side + (((x % period) + period) % period)]!;
  return (x, y, period) => {
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [x - i, y - j];
    const [s, t] = [u * u * (3 - 2 * u), v * v * (3 - 2 * v)];
    const above = at(i, j, period) + (at(i + 1, j, period) - at(i, j, period)) * s;
    const below = at(i, j + 1, period) + (at(i + 1, j + 1, period) - at(i, j + 1, period)) * s;
    return above + (below - above) * t;
  };
}

/** 겹친 잡음: 갈수록 잘게. 0…1. Layers of noise, finer and finer; x and y in 0…1 of the tile. */
export function layered(noise: Noise, x: number, y: number, first: number, layers: number): number {
  let sum = 0;
  let weight = 0;
  for (let k = 0; k < layers; k += 1) {
    const share = 0.5 ** k;
    const period = first * 2 ** k;
    sum += share * noise(x * period + 7 * k, y * period + 3 * k, period);
    weight += share;
  }
  return sum / weight;
}
