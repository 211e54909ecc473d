import { Color } from 'three';
import type { SdfSurface } from 'mangto';
import { bearParts, type Clay } from './clay_shapes';

const colors: Readonly<Record<Clay, Color>> = {
  fur: new Color('#b9713c'),
  cream: new Color('#f0cf9f'),
  pad: new Color('#7c4229'),
};

const passes = 2;

/** 조각마다의 빛깔. 이음매가 톱니지 않게 이웃과 섞는다. The colour of each part, mixed with the neighbours' at the seams. */
export function paintClay({ shapes, indices }: SdfSurface): Float32Array {
  let painted = new Float32Array(3 * shapes.length);
  shapes.forEach((shape, v) => colors[bearParts[shape]!.clay].toArray(painted, 3 * v));
  for (let pass = 0; pass < passes; pass += 1) painted = mix(painted, indices);
  return painted;
}

function mix(own: Float32Array, indices: ArrayLike<number>): Float32Array<ArrayBuffer> {
  const sum = new Float32Array(own);
  const count = new Float32Array(own.length / 3).fill(1);
  for (let t = 0; t < indices.length; t += 3) {
    for (let corner = 0; corner < 3; corner += 1) {
      const a = indices[t + corner]!;
      const b = indices[t + ((corner + 1) % 3)]!;
      count[a]! += 1;
      sum[3 * a]! += own[3 * b]!;
      sum[3 * a + 1]! += own[3 * b + 1]!;
      sum[3 * a + 2]! += own[3 * b + 2]!;
    }
  }
  for (let v = 0; v < count.length; v += 1) {
    for (let c = 0; c < 3; c += 1) sum[3 * v + c]! /= count[v]!;
  }
  return sum;
}
