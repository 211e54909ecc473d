// 가중치를 구울 그물과 뼈대들.
import type { SkinBakeOptions, SkinBone } from 'mangto';
import { randomFrom, shuffle } from './meshes';

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
    // 모두 달라서 비기는 일이 없다.
    radius: radius * (1 + 0.01 * (k % 7)),
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

/** 번호 없이 삼각형마다 점 셋을 가진 같은 그물. */
export function unindexed({ positions, indices, bones }: Skin): Omit<Skin, 'indices'> {
  const out = new Float32Array(3 * indices.length);
  indices.forEach((v, k) => out.set(positions.subarray(3 * v, 3 * v + 3), 3 * k));
  return { positions: out, bones };
}

/** 점과 삼각형의 차례를 섞은 같은 그물. */
export function shuffledSkin({ positions, indices, bones }: Skin, seed: number): Skin {
  const random = randomFrom(seed);
  const placeOf = shuffle([...Array(positions.length / 3).keys()], random);
  const out = new Float32Array(positions.length);
  placeOf.forEach((to, from) => out.set(positions.subarray(3 * from, 3 * from + 3), 3 * to));
  const triangles = Array.from({ length: indices.length / 3 }, (_, t) =>
    [...indices.subarray(3 * t, 3 * t + 3)].map((v) => placeOf[v]!),
  );
  return { positions: out, indices: new Uint32Array(shuffle(triangles, random).flat()), bones };
}

/** 흩어진 점들을 아무렇게나 잇는 삼각형과 아무렇게나 놓인 뼈들. */
export function skinSoup(seed: number): Skin {
  const random = randomFrom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const vertices = 3 + below([8, 60, 400][seed % 3]!);
  const point = (): [number, number, number] => [random(), 2 * random(), random()];
  const bone = (): SkinBone => ({ head: point(), tail: point(), radius: 0.2 * random() });
  return {
    positions: new Float32Array(Array.from({ length: vertices }, point).flat()),
    // 앞쪽 번호가 자주 나와, 변 하나에 삼각형이 여럿 붙고 점이 되풀이된다.
    indices: Uint32Array.from({ length: 3 * (1 + below(2 * vertices)) }, () =>
      below(1 + below(vertices)),
    ),
    bones: Array.from({ length: 2 + below(30) }, bone),
  };
}
