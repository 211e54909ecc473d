import { Vector3, type Ray } from 'three';
import type { Bear } from './bear';

export interface Hit {
  distance: number;
  /** 그 자리를 가장 많이 움직이는 뼈. The bone that moves the place touched the most. */
  bone: number;
}

const corners = [new Vector3(), new Vector3(), new Vector3()] as const;
const at = new Vector3();

/** 광선이 지금 자세의 곰에 처음 닿는 곳. Where a ray first meets a bear in its present pose. */
export function pickBone(bear: Bear, ray: Ray): Hit | undefined {
  const { geometry } = bear.mesh;
  const indices = geometry.index!.array;
  const count = geometry.getAttribute('position').count;
  const points = new Float32Array(3 * count);
  bear.skin.read();
  bear.skin.place(
    geometry,
    Uint32Array.from({ length: count }, (_, v) => v),
    points,
  );
  let nearest: { distance: number; vertex: number } | undefined;
  for (let t = 0; t < indices.length; t += 3) {
    corners.forEach((corner, c) => corner.fromArray(points, 3 * indices[t + c]!));
    if (!ray.intersectTriangle(...corners, true, at)) continue;
    const distance = at.distanceTo(ray.origin);
    if (nearest && nearest.distance <= distance) continue;
    const apart = corners.map((corner) => corner.distanceToSquared(at));
    nearest = { distance, vertex: indices[t + apart.indexOf(Math.min(...apart))]! };
  }
  if (!nearest) return undefined;
  // 네 뼈는 가중치가 큰 차례로 놓여 있다.
  const bone = geometry.getAttribute('skinIndex').getX(nearest.vertex);
  return { distance: nearest.distance, bone };
}
