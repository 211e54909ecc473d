// mode 'heat': 코어가 지키는 성질은 tests/cpp/heat_test.cpp에 있고, 여기서는 패키지를 거친 것을 본다.
import { BufferAttribute, Mesh, MeshBasicMaterial, SphereGeometry, type SkinnedMesh } from 'three';
import { afterAll, describe, expect, it } from 'vitest';
import type { SkinBone } from 'mangto';
import { bakeSkinnedMesh, bonesFromSkeleton, type BakeSkinnedMeshOptions } from 'mangto/three';
import { meanL1, subdivide } from '../bench/weights/metrics';
import { loadModule } from '../support/module';
import { arm, bonesAt, button, skinOf } from '../support/rigs';
import { bakeAll, largestSumError, largestWeightDifference } from '../support/skin-weights';
import { shuffledSkin, skinSoup, torus, unindexed } from '../support/skins';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const mode = 'heat';

/** x축을 따르는 육각기둥. 관절(x = 0) 둘레의 기운 벽 셋을 뼈들이 뚫고 지난다. */
function walledLimb() {
  const rings = [-1, -0.7, -0.1, 0, 0.1, 0.7, 1];
  const isEnd = (j: number) => j === 0 || j === rings.length - 1;
  const positions = rings.flatMap((x, j) =>
    Array.from({ length: 6 }, (_, i) => {
      const [y, z] = [0.03 * Math.cos((i * Math.PI) / 3), 0.03 * Math.sin((i * Math.PI) / 3)];
      return [isEnd(j) ? x : x + 0.02 + 2 * y, y, z];
    }).flat(),
  );
  const at = (j: number, i: number) => 6 * j + (i % 6);
  const sides = rings
    .slice(1)
    .flatMap((_, j) =>
      Array.from({ length: 6 }, (_side, i) => [
        ...[at(j, i), at(j, i + 1), at(j + 1, i + 1)],
        ...[at(j, i), at(j + 1, i + 1), at(j + 1, i)],
      ]).flat(),
    );
  const walls = [0, 2, 3, 4, 6].flatMap((j) =>
    [1, 2, 3, 4].flatMap((i) => [
      at(j, 0),
      at(j, i + (j === 0 ? 1 : 0)),
      at(j, i + (j === 0 ? 0 : 1)),
    ]),
  );
  const bones: SkinBone[] = [
    { name: 'a', parent: -1, head: [-1, 0, 0], tail: [0, 0, 0] },
    { name: 'b', parent: 0, head: [0, 0, 0], tail: [1, 0, 0] },
  ];
  return {
    positions: new Float32Array(positions),
    indices: new Uint32Array([...sides, ...walls]),
    bones,
  };
}

/** 뼈의 가중치, 점마다. */
function influence(mesh: SkinnedMesh | Mesh, bone: number): number[] {
  const { index, weight } = skinOf(mesh);
  return Array.from({ length: index.length / 4 }, (_, v) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + (index[4 * v + k] === bone ? weight[4 * v + k]! : 0), 0),
  );
}

describe("createSkinBake with mode 'heat'", () => {
  it('sums to one on any soup, and depends neither on slices nor on seams', () => {
    for (let seed = 0; seed < 12; seed++) {
      const skin = { ...skinSoup(seed), mode } as const;
      const whole = bakeAll(mangto, skin);
      expect(largestSumError(whole)).toBeLessThan(1e-6);
      const bake = mangto.createSkinBake(skin);
      while (!bake.step(0));
      expect(bake.result.skinIndex).toEqual(whole.skinIndex);
      expect(bake.result.skinWeight).toEqual(whole.skinWeight);
    }
    const skin = torus(900, 12);
    const { skinIndex, skinWeight } = bakeAll(mangto, { ...skin, mode });
    const split = bakeAll(mangto, { ...unindexed(skin), mode });
    const at = Array.from(skin.indices).flatMap((v) => [4 * v, 4 * v + 1, 4 * v + 2, 4 * v + 3]);
    const spread = {
      skinIndex: Uint16Array.from(at, (k) => skinIndex[k]!),
      skinWeight: Float32Array.from(at, (k) => skinWeight[k]!),
    };
    expect(largestWeightDifference(split, spread, 12)).toBeLessThan(1e-3);
  });

  it('does not depend on the order of the vertices', () => {
    const skin = torus(900, 8);
    const { positions } = skin;
    const other = shuffledSkin(skin, 3);
    const placeOf = new Map<string, number>();
    for (let v = 0; v < other.positions.length / 3; v++)
      placeOf.set(other.positions.subarray(3 * v, 3 * v + 3).join(), v);
    const [own, mixed] = [skin, other].map((each) => bakeAll(mangto, { ...each, mode }));
    const order = Array.from({ length: positions.length / 3 }, (_, v) => {
      const to = placeOf.get(positions.subarray(3 * v, 3 * v + 3).join())!;
      return [4 * to, 4 * to + 1, 4 * to + 2, 4 * to + 3];
    }).flat();
    const back = {
      skinIndex: Uint16Array.from(order, (k) => mixed!.skinIndex[k]!),
      skinWeight: Float32Array.from(order, (k) => mixed!.skinWeight[k]!),
    };
    expect(largestWeightDifference(own!, back, 8)).toBeLessThan(1e-2);
  });

  it('does not depend on how fine the walls are that a bone passes through', () => {
    const limb = walledLimb();
    const bake = (body: typeof limb) =>
      bakeAll(mangto, { ...body, bones: limb.bones, mode, excludedBones: [] });
    const [own, fine] = [bake(limb), bake({ ...limb, ...subdivide(limb) })];
    const end = own.skinIndex.length;
    const apart = meanL1(
      { index: own.skinIndex, weight: own.skinWeight },
      { index: fine.skinIndex.subarray(0, end), weight: fine.skinWeight.subarray(0, end) },
    );
    expect(apart).toBeLessThan(0.05);
  });

  it('ignores what only the other modes use', () => {
    const skin = torus(400, 6);
    const plain = bakeAll(mangto, { ...skin, mode });
    const changed = bakeAll(mangto, {
      ...skin,
      mode,
      falloff: 1,
      fleshFactor: 3,
      minDistance: 1,
      smoothing: { passes: 3, self: 0.1 },
    });
    expect(changed.skinWeight).toEqual(plain.skinWeight);
  });

  it('keeps maxInfluences and leaves out excluded bones', () => {
    const skin = torus(900, 40);
    const { skinIndex, skinWeight } = bakeAll(mangto, {
      ...skin,
      mode,
      maxInfluences: 1,
      excludedBones: [0, 7],
    });
    expect(new Set(skinWeight)).toEqual(new Set([0, 1]));
    expect(skinIndex.includes(7)).toBe(false);
  });
});

const options: BakeSkinnedMeshOptions = { mangto, budgetMs: 50 };

// 캐시에 든 것과 겹치지 않게, 시험마다 굵기가 다른 팔을 쓴다.
let thickness = 0.15;
const newArm = () => arm((thickness += 2 ** -10));

describe('bakeSkinnedMesh', () => {
  it('heats by default, with the parents of the skeleton', async () => {
    const { mesh, bones } = newArm();
    const baked = await bakeSkinnedMesh(mesh, bones, options);
    expect(baked.bones.map(({ parent }) => parent)).toEqual([-1, 0, 1]);
    const own = bakeAll(mangto, {
      positions: mesh.geometry.getAttribute('position').array as Float32Array,
      indices: mesh.geometry.index!.array as Uint16Array,
      bones: baked.bones,
      excludedBones: baked.report.excludedBones,
      mode,
    });
    expect(skinOf(baked.meshes[0]!).weight).toEqual(own.skinWeight);
  });

  it('leaves out a root outside the flesh and keeps one inside', async () => {
    const outside = newArm();
    const left = await bakeSkinnedMesh(outside.mesh, outside.bones, options);
    expect(left.report.excludedBones).toEqual([0]);
    const { mesh } = newArm();
    const bones = bonesAt([
      [-1, 0, 0.1, 0],
      [0, 0, 1, 0],
    ]);
    const kept = await bakeSkinnedMesh(mesh, bones, options);
    expect(kept.report.excludedBones).toEqual([]);
    expect(influence(kept.meshes[0]!, 0).some((weight) => weight === 1)).toBe(true);
    const [single] = bonesAt([[-1, 5, 5, 5]]);
    const alone = await bakeSkinnedMesh(newArm().mesh, [single!], options);
    expect(influence(alone.meshes[0]!, 0).every((weight) => weight === 1)).toBe(true);
  });

  it('keeps the weights of locked bones; the others share the rest', async () => {
    const { mesh, bones } = newArm();
    const first = await bakeSkinnedMesh(mesh, bones, options);
    const skinned = first.meshes[0]!;
    const vertices = skinned.geometry.getAttribute('position').count;
    const painted = (v: number) => (v % 3) / 2; // 0, 1/2, 1
    const index = Uint16Array.from({ length: 4 * vertices }, (_, k) => [0, 1, 2, 0][k % 4]!);
    const weight = Float32Array.from({ length: 4 * vertices }, (_, k) => {
      const own = painted(Math.floor(k / 4));
      return [own, 1 - own, 0, 0][k % 4]!;
    });
    skinned.geometry.setAttribute('skinIndex', new BufferAttribute(index, 4));
    skinned.geometry.setAttribute('skinWeight', new BufferAttribute(weight, 4));
    const again = await bakeSkinnedMesh(skinned, first.skeleton, { ...options, lockedBones: [0] });
    expect(again.report.excludedBones).toEqual([0]);
    const kept = [0, 1, 2].map((bone) => influence(again.meshes[0]!, bone));
    for (let v = 0; v < vertices; v++) {
      expect(kept[0]![v]).toBeCloseTo(painted(v), 6);
      expect(kept[0]![v]! + kept[1]![v]! + kept[2]![v]!).toBeCloseTo(1, 6);
    }
  });

  it('gives each mesh only the bones that may move it', async () => {
    const { mesh, bones } = newArm();
    const knob = button();
    const { meshes, report } = await bakeSkinnedMesh([mesh, knob], bones, {
      ...options,
      meshBones: [undefined, [2]],
    });
    expect(influence(meshes[1]!, 2).every((weight) => weight === 1)).toBe(true);
    expect(influence(meshes[0]!, 1).some((weight) => weight === 1)).toBe(true);
    expect(report.islands).toBe(2);
  });
});

describe('bonesFromSkeleton', () => {
  it('goes on through a piece that sits on another, and not through one further away', () => {
    const { mesh, bones } = newArm();
    const ball = (y: number) =>
      new Mesh(new SphereGeometry(0.5, 16, 12).translate(0, y, 0), new MeshBasicMaterial());
    const tailWith = (...meshes: Mesh[]) => bonesFromSkeleton(bones, meshes)[2]!.tail[1];
    expect(tailWith(mesh)).toBeCloseTo(2, 5);
    expect(tailWith(mesh, ball(2.4))).toBeCloseTo(2.9, 5);
    expect(tailWith(mesh, ball(2.6))).toBeCloseTo(3.1, 5);
    expect(tailWith(mesh, ball(3.6))).toBeCloseTo(2, 5);
  });
});
