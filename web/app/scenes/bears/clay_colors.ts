import { Color } from 'three';
import type { SdfSurface } from 'mangto';
import { part, type Work } from '../../borrowed';
import { bearParts, type Clay } from './clay_shapes';

const colors: Readonly<Record<Clay, Color>> = {
  fur: new Color('#b9713c'),
  cream: new Color('#f0cf9f'),
  pad: new Color('#7c4229'),
};

const passes = 2;

// 한 번에 섞는 수.
const piece = 1024;

/** 조각마다의 빛깔. 이음매가 톱니지 않게 이웃과 섞는다. The colour of each part, mixed with the neighbours' at the seams. */
export function* paintClay({ shapes, indices }: SdfSurface): Work<Float32Array> {
  let painted = new Float32Array(3 * shapes.length);
  for (let v = 0; v < shapes.length; v += 1) {
    colors[bearParts[shapes[v]!]!.clay].toArray(painted, 3 * v);
    if (v % piece === 0) yield 0;
  }
  for (let pass = 0; pass < passes; pass += 1)
    painted = yield* part(pass / passes, (pass + 1) / passes, mix(painted, indices));
  return painted;
}

function* mix(own: Float32Array, indices: ArrayLike<number>): Work<Float32Array<ArrayBuffer>> {
  const sum = new Float32Array(own);
  const count = new Float32Array(own.length / 3).fill(1);
  for (let corner = 0; corner < indices.length; corner += 1) {
    const a = indices[corner]!;
    const b = indices[corner % 3 === 2 ? corner - 2 : corner + 1]!;
    count[a]! += 1;
    sum[3 * a]! += own[3 * b]!;
    sum[3 * a + 1]! += own[3 * b + 1]!;
    sum[3 * a + 2]! += own[3 * b + 2]!;
    if (corner % piece === 0) yield corner / indices.length;
  }
  for (let v = 0; v < count.length; v += 1) {
    for (let c = 0; c < 3; c += 1) sum[3 * v + c]! /= count[v]!;
    if (v % piece === 0) yield 1;
  }
  return sum;
}
