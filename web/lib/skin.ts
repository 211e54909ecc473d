import type { Vec3 } from './check.js';

/**
 * 뼈 하나: 머리에서 꼬리로 가는 선분과 그 둘레의 살. 뼈는 이름이 아니라 목록에서의 번호로 가려낸다.
 *
 * One bone: the segment from head to tail and the flesh around it. Bones are told apart by their index in
 * the list, not by their names.
 */
export interface SkinBone {
  /** 오류 문장에만 쓰인다. / Used in error messages only. */
  name?: string;
  /** 부모의 번호, 없으면 -1. / Index of the parent, -1 for none. Not used by the classic modes. */
  parent?: number;
  /** 머리와 꼬리, 그물과 같은 공간. / Both ends, in the space of the mesh, at most 1e6 in size. */
  head: Vec3;
  tail: Vec3;
  /** 살의 반지름. / Radius of the flesh, 0…1e6. Default 0. */
  radius?: number;
}

/** 이웃과의 평균. / Averaging with the neighbours on the surface. */
export interface SkinSmoothing {
  /** 되풀이하는 횟수. / Number of passes, integer 0…1000. Default 10. */
  passes: number;
  /** 자기 값의 몫, 나머지는 이웃의 평균. / Share of the own value, 0…1; the rest is the neighbours' mean. Default 0.4. */
  self: number;
}

/**
 * 자동 스킨 가중치의 입력. 배열들은 만들 때 복사된다.
 *
 * Input of a skin bake. The arrays are copied at creation.
 */
export interface SkinBakeOptions {
  /** 꼭짓점마다 x, y, z. / x, y, z per vertex, at most 1e6 in size; at most 4,194,304 vertices. */
  positions: Float32Array;
  /** 삼각형마다 점 번호 셋. 없으면 점 셋씩. / Three indices per triangle; without, every three vertices are one. */
  indices?: Uint16Array | Uint32Array;
  /** 적어도 하나는 빠지지 않아야 한다. / 1…65,535 bones, at least one of them not excluded. */
  bones: readonly SkinBone[];
  /** 가까운 뼈 여럿을 부드럽게, 또는 가장 가까운 뼈 하나. / Default 'smooth'; 'nearest' is weight 1 for the nearest bone. */
  mode?: 'smooth' | 'nearest';
  /** 같은 자리의 점들은 가중치를 나눈다. / Vertices of one place (UV seams) share their weights. Default true. */
  weld?: boolean;
  /** 가중치 = 1 / 거리^falloff. / weight = 1 / distance^falloff, 0…64. Default 4. */
  falloff?: number;
  /** 거리에서 빼는 살 반지름의 비율. / Share of the radius that is taken off the distance, 0…10. Default 0.85. */
  fleshFactor?: number;
  /** 거리에 더하는 값(m). 단위가 다른 그물에는 그 단위로 준다. / Added to every distance, in the mesh's unit, 1e-6…1e6. Default 0.025 (metres). */
  minDistance?: number;
  smoothing?: Partial<SkinSmoothing>;
  /** 점마다 남길 뼈의 수. / Bones kept per vertex, integer 1…4. Default 4. */
  maxInfluences?: number;
  /** 가중치를 받지 않는 뼈들. / Indices of bones that get no weight. Default [0], the root. */
  excludedBones?: readonly number[];
}

/** 구우면서 알게 된 것. / What the bake found out. */
export interface SkinReport {
  /** 같은 자리의 앞선 점에 합쳐진 점의 수. / Vertices that were joined to an earlier one of the same place. */
  readonly weldedVertices: number;
  /** 이웃이 없어 자기 값을 지킨 자리의 수. / Places without neighbours, which kept their own weights. */
  readonly isolatedVertices: number;
  /** 서로 다른 자리가 셋이 아닌 삼각형의 수. / Triangles of fewer than three different places. */
  readonly degenerateTriangles: number;
  /** 머리와 꼬리가 같은 뼈들(점으로 다룬다). / Bones whose ends are one point; they count as points. */
  readonly zeroLengthBones: readonly number[];
  /** 넷만 남기며 버린 가중치의 합. / Sum of the weights lost per vertex by keeping only maxInfluences. */
  readonly droppedInfluence: { readonly largest: number; readonly mean: number };
  /** 나누어 한 횟수와 걸린 시간(ms). / Calls of step() and the time they took. */
  readonly slices: number;
  readonly longestSliceMs: number;
  readonly totalMs: number;
}

/**
 * 다 구운 가중치. WASM 메모리 밖의 복사본이라 언제까지나 쓸 수 있다.
 *
 * Finished weights: copies outside WASM memory, valid for good.
 */
export declare class SkinWeights {
  /** 점마다 뼈 번호 넷, 가중치가 큰 차례로. / Four bone indices per vertex, largest weight first; 0 where unused. */
  readonly skinIndex: Uint16Array<ArrayBuffer>;
  /** 점마다 가중치 넷, 합이 1. / Four weights per vertex, their sum is 1. */
  readonly skinWeight: Float32Array<ArrayBuffer>;
  readonly report: SkinReport;
  /** 점마다 이 뼈의 가중치. / The weight of one bone, per vertex. */
  influence(bone: number): Float32Array<ArrayBuffer>;
}

export interface SkinRunOptions {
  /** 프레임마다 쓸 시간(ms). / Time to spend per frame in ms, at least 0. Default 2. */
  budgetMs?: number;
  signal?: AbortSignal;
  /** 조각마다 불린다, 0…1. / Called after each slice with the progress, 0…1. */
  onProgress?: (progress: number) => void;
}

/**
 * 조금씩 굽는 작업 하나. `Mangto.createSkinBake()`가 만든다.
 *
 * One bake, done in slices. Made by `Mangto.createSkinBake()`.
 */
export declare class SkinBake {
  /** budgetMs 동안 나아가고, 끝났으면 true. / Works for about budgetMs (at least one small piece); true when done. */
  step(budgetMs: number): boolean;
  /** 0…1. */
  readonly progress: number;
  /** 끝난 뒤에만. / Throws 'not-ready' before the bake is done. */
  readonly result: SkinWeights;
  readonly report: SkinReport;
  readonly disposed: boolean;
  run(options?: SkinRunOptions): Promise<SkinWeights>;
  dispose(): void;
  [Symbol.dispose](): void;
}
