// 가중치를 구울 그물과 뼈대들.
import type { SkinBakeOptions, SkinBone } from 'mangto';

export type Skin = Pick<SkinBakeOptions, 'positions' | 'bones'> & { indices: Uint32Array };

const kTurn = 2 * Math.PI;

/** across × down개의 점으로 된 도넛. 반지름은 1과 0.3이다. */
export function torusPoints(across: number, down: number): Float32Array {
  const positions = new Float32Array(3 * across * down);
  for (let j = 0; j < down; j++) {
    for (let i = 0; i < across; i++) {
      const [u, v] = [(kTurn * i) / across, (kTurn * j) / down];
      const ring = 1 + 0.3 * Math.cos(v);
      positions.set(
        [ring * Math.cos(u), 0.3 * Math.sin(v), ring * Math.sin(u)],
        3 * (j * across + i),
      );
    }
  }
  return positions;
}

function torusTriangles(across: number, down: number): Uint32Array {
  const indices = new Uint32Array(6 * across * down);
  for (let j = 0, at = 0; j < down; j++) {
    for (let i = 0; i < across; i++, at += 6) {
      const [i1, j1] = [(i + 1) % across, (j + 1) % down];
      const [a, b] = [j * across + i, j * across + i1];
      const [c, d] = [j1 * across + i1, j1 * across + i];
      indices.set([a, b, c, a, c, d], at);
    }
  }
  return indices;
}

/** 뿌리 하나(0번)와, 도넛의 심을 따라 도는 뼈들. */
export function ringBones(count: number, radius = 0.1): SkinBone[] {
  const at = (k: number): [number, number, number] => {
    const angle = (kTurn * k) / (count - 1);
    return [Math.cos(angle), 0, Math.sin(angle)];
  };
  return Array.from({ length: count }, (_, k) => ({
    name: `bone ${k}`,
    parent: k - 1,
    head: k === 0 ? [0, 0, 0] : at(k - 1),
    tail: k === 0 ? [0, 0.1, 0] : at(k),
    radius,
  }));
}

/** 점이 거의 `vertices`개인 도넛. */
export function torus(vertices: number, bones: number): Skin {
  const down = Math.max(3, Math.round(Math.sqrt(vertices / 3)));
  const across = Math.max(3, Math.round(vertices / down));
  return {
    positions: torusPoints(across, down),
    indices: torusTriangles(across, down),
    bones: ringBones(bones),
  };
}
