// 떼의 시험에서 되풀이해 쓰는 것.
import type { Cloth, ClothCrowd, ClothCrowdOptions, Mangto } from 'mangto';
import type { Mesh } from './meshes';
import { snapshot } from './module';
import { hangingSheet } from './sheets';

/** 벌마다 5 m씩 떨어져, 90°씩 돌아서. */
export function placement(member: number): number[] {
  const c = [1, 0, -1, 0][member % 4]!;
  const s = [0, 1, 0, -1][member % 4]!;
  return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 5 * member, 0, 0, 1];
}

/** 만드는 데 드는 것만: 격자의 크기가 옵션에 섞이면 격자로 읽힌다. */
export const plainMesh = ({ positions, indices, pinned }: Mesh): Mesh => ({
  positions,
  ...(indices && { indices }),
  ...(pinned && { pinned }),
});

export const capeCrowd = (
  module: Mangto,
  count: number,
  options: Partial<ClothCrowdOptions> = {},
): ClothCrowd =>
  module.createClothCrowd({
    ...hangingSheet(12, 17),
    count,
    placement,
    wind: [1, 0, 3],
    ...options,
  } as ClothCrowdOptions);

/** 한 벌의 몫: 점마다 수 셋. */
export function ofMember(crowd: ClothCrowd, values: Float32Array, member: number): Float32Array {
  const length = 3 * crowd.pointsPerMember;
  return values.subarray(member * length, (member + 1) * length);
}

export const crowdSnapshot = (crowd: ClothCrowd) => ({
  ...snapshot(crowd satisfies Cloth),
  spheres: Array.from({ length: crowd.count }, (_, member) => {
    const { center, radius } = crowd.memberSphere(member);
    return { center: [...center], radius };
  }),
});
