import {
  Sphere,
  Bone,
  BufferAttribute,
  BufferGeometry,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Skeleton,
  SkinnedMesh,
  Vector3,
} from 'three';
import { afterAll, describe, expect, it } from 'vitest';
import { bakeSkinnedMesh, bonesFromSkeleton, type BakeSkinnedMeshOptions } from 'mangto/three';
import { expectMangtoError } from '../support/errors';
import { largestDifference } from '../support/measure';
import { loadModule } from '../support/module';
import { arm, bonesAt, button, skeletonOf, skinOf, worldVertices } from '../support/rigs';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const options: BakeSkinnedMeshOptions = { mangto, budgetMs: 50 };

// 캐시에 든 것과 겹치지 않게, 시험마다 굵기가 다른 팔을 쓴다.
let thickness = 0.2;
const newArm = () => arm((thickness += 2 ** -10));

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('bakeSkinnedMesh', () => {
  it('looks as before in the pose it was bound in, however mesh and bones are placed', async () => {
    const { scene, mesh, bones } = newArm();
    const holder = new Group();
    holder.position.set(3, -1, 2);
    holder.rotation.set(0.3, 1, -0.4);
    holder.scale.set(2, 2, 2);
    scene.add(holder.add(mesh));
    mesh.rotation.z = 0.2;
    scene.scale.setScalar(0.5);
    bones[1]!.rotation.x = 0.1;
    const before = worldVertices(mesh, scene);
    const { meshes } = await bakeSkinnedMesh(mesh, bones, options);
    expect(meshes[0]).toBeInstanceOf(SkinnedMesh);
    expect(largestDifference(worldVertices(meshes[0]!, scene), before)).toBeLessThan(1e-5);
  });

  it('bends at the joint and nowhere else', async () => {
    const { scene, mesh, bones } = newArm();
    const before = worldVertices(mesh, scene);
    const { meshes } = await bakeSkinnedMesh(mesh, bones, options);
    bones[2]!.rotation.z = Math.PI / 2;
    const after = worldVertices(meshes[0]!, scene);
    for (let k = 0; k < before.length; k += 3) {
      const [x, y] = [before[k]!, before[k + 1]!];
      if (y < 0.3)
        expect(largestDifference(after.slice(k, k + 3), before.slice(k, k + 3))).toBeLessThan(0.05);
      if (y > 1.7)
        expect(Math.hypot(after[k]! - (1 - y), after[k + 1]! - (1 + x))).toBeLessThan(0.05);
    }
  });

  it('gives the weights of createSkinBake on the same positions and bones', async () => {
    const { mesh, bones } = newArm();
    const segments = bonesFromSkeleton(bones, mesh).map((bone) => ({ ...bone, radius: 0.15 }));
    const settings = {
      mode: 'smooth' as const,
      falloff: 3,
      smoothing: { passes: 4 },
      excludedBones: [0],
    };
    const { meshes } = await bakeSkinnedMesh(mesh, bones, {
      ...options,
      ...settings,
      bones: segments,
    });
    const positions = mesh.geometry.getAttribute('position').array as Float32Array;
    const indices = mesh.geometry.index!.array as Uint16Array;
    const bake = mangto.createSkinBake({ positions, indices, bones: segments, ...settings });
    bake.step(Infinity);
    expect(skinOf(meshes[0]!).index).toEqual(bake.result.skinIndex);
    expect(skinOf(meshes[0]!).weight).toEqual(bake.result.skinWeight);
    bake.dispose();
  });

  it('measures the radius of the flesh, not of the root', async () => {
    const { mesh, bones } = arm(0.3);
    const baked = await bakeSkinnedMesh(mesh, bones, options);
    const radii = baked.bones.map(({ radius }) => radius);
    expect(radii[0]).toBe(0);
    expect(radii[1]).toBeCloseTo(0.3, 2);
    expect(radii[2]).toBeCloseTo(0.3, 2);
    const half = baked.bones.map((bone) => ({ ...bone, radius: 0.1 }));
    const given = await bakeSkinnedMesh(arm(0.3).mesh, arm(0.3).bones, { ...options, bones: half });
    expect(given.bones.map(({ radius }) => radius)).toEqual([0.1, 0.1, 0.1]);
  });

  it('keeps geometry, groups, morph targets, materials, children, settings and its place', async () => {
    const { scene, mesh, bones } = newArm();
    const { geometry } = mesh;
    const morph = geometry.getAttribute('position').clone();
    geometry.morphAttributes['position'] = [morph as BufferAttribute];
    geometry.clearGroups();
    geometry.addGroup(0, 300, 0);
    geometry.addGroup(300, Infinity, 1);
    mesh.material = [new MeshBasicMaterial(), new MeshStandardMaterial()];
    mesh.updateMorphTargets();
    mesh.morphTargetInfluences![0] = 0.5;
    mesh.castShadow = true;
    mesh.renderOrder = 7;
    mesh.userData = { mine: true };
    const child = new Group();
    mesh.add(child);
    const { meshes } = await bakeSkinnedMesh(mesh, bones, options);
    const skinned = meshes[0]!;
    expect(skinned.geometry).toBe(geometry);
    expect(geometry.groups).toHaveLength(2);
    expect(geometry.morphAttributes['position']).toEqual([morph]);
    expect(skinned.material).toEqual(mesh.material);
    expect(skinned.morphTargetInfluences).toEqual([0.5]);
    expect(skinned).toMatchObject({
      name: 'arm',
      castShadow: true,
      renderOrder: 7,
      userData: { mine: true },
    });
    expect(child.parent).toBe(skinned);
    expect(scene.children.indexOf(skinned)).toBe(0);
    expect(mesh.parent).toBeNull();
  });

  it('gives a skinned mesh new weights and leaves its bind pose alone', async () => {
    const { scene, mesh, bones } = newArm();
    const { meshes, skeleton } = await bakeSkinnedMesh(mesh, bones, options);
    const [skinned] = meshes;
    const first = skinOf(skinned!);
    bones[2]!.rotation.z = 1;
    scene.updateMatrixWorld(true);
    const bound = skinned!.bindMatrix.clone();
    const again = await bakeSkinnedMesh(skinned!, skeleton, options);
    expect(again.meshes[0]).toBe(skinned);
    expect(again.skeleton).toBe(skeleton);
    // 로더가 그물마다 따로 만든 뼈대.
    const copy = new Skeleton(skeleton.bones, skeleton.boneInverses);
    await bakeSkinnedMesh(skinned!, copy, options);
    expect(skinned!.skeleton).toBe(copy);
    expect(skinned!.bindMatrix).toEqual(bound);
    expect(skinOf(skinned!)).toEqual(first);
    const nearest = await bakeSkinnedMesh(skinned!, copy, { ...options, mode: 'nearest' });
    expect(new Set(skinOf(nearest.meshes[0]!).weight)).toEqual(new Set([0, 1]));
  });

  it('bakes at the size in the world, so that a model in centimetres gets the same weights', async () => {
    const metres = arm(0.5);
    const { meshes: expected } = await bakeSkinnedMesh(metres.mesh, metres.bones, options);
    const { scene, mesh, bones } = arm(0.5);
    mesh.geometry.scale(128, 128, 128);
    bones.forEach((bone) => bone.position.multiplyScalar(128));
    scene.scale.setScalar(1 / 128);
    const { meshes, bones: segments } = await bakeSkinnedMesh(mesh, bones, options);
    expect(skinOf(meshes[0]!).index).toEqual(skinOf(expected[0]!).index);
    expect(largestDifference(skinOf(meshes[0]!).weight, skinOf(expected[0]!).weight)).toBeLessThan(
      1e-4,
    );
    expect(segments[1]!.radius).toBeCloseTo(0.5, 2);
  });
});

describe('whatever loaders give', () => {
  /** 모든 좌표가 1/64의 배수라서 정수로 줄여도 그대로인 팔. */
  function roundArm(): BufferGeometry {
    const { geometry } = newArm().mesh;
    const positions = geometry.getAttribute('position');
    for (let k = 0; k < positions.array.length; k++) {
      positions.array[k] = Math.round(positions.array[k]! * 64) / 64;
    }
    return geometry;
  }

  const plain = roundArm();
  const bake = async (geometry: BufferGeometry, prepare?: (mesh: Mesh) => void) => {
    const mesh = new Mesh(geometry, new MeshBasicMaterial());
    prepare?.(mesh);
    return skinOf((await bakeSkinnedMesh(mesh, arm().bones, options)).meshes[0]!);
  };
  const copyWith = (change: (geometry: BufferGeometry) => void) => {
    const geometry = plain.clone();
    change(geometry);
    return geometry;
  };

  it('takes interleaved positions', async () => {
    const geometry = copyWith((copy) => {
      const positions = copy.getAttribute('position');
      const data = new Float32Array(8 * positions.count).fill(NaN);
      for (let k = 0; k < positions.count; k++)
        data.set(positions.array.slice(3 * k, 3 * k + 3), 8 * k + 2);
      const buffer = new InterleavedBuffer(data, 8);
      copy.setAttribute('position', new InterleavedBufferAttribute(buffer, 3, 2));
    });
    expect(await bake(geometry)).toEqual(await bake(plain));
  });

  it('takes quantised positions, scaled back by the mesh', async () => {
    const geometry = copyWith((copy) => {
      const integers = Int16Array.from(copy.getAttribute('position').array, (x) => x * 64);
      copy.setAttribute('position', new BufferAttribute(integers, 3, true));
    });
    const quantised = await bake(geometry, (mesh) => mesh.scale.setScalar(32767 / 64));
    const expected = await bake(plain);
    expect(quantised.index).toEqual(expected.index);
    expect(largestDifference(quantised.weight, expected.weight)).toBeLessThan(1e-4);
  });

  it('takes indices of 8, 16 and 32 bits, and none', async () => {
    const expected = await bake(plain);
    for (const Index of [Uint16Array, Uint32Array]) {
      const index = new BufferAttribute(Index.from(plain.index!.array), 1);
      expect(await bake(copyWith((copy) => copy.setIndex(index)))).toEqual(expected);
    }
    const loose = await bake(plain.toNonIndexed());
    plain.index!.array.forEach((vertex, k) => {
      const [own, shared] = [loose, expected].map(({ weight }, n) =>
        weight.slice(4 * (n ? vertex : k), 4 * (n ? vertex : k) + 4),
      );
      expect(largestDifference(own!, shared!)).toBeLessThan(1e-4);
    });
    const few = new BufferGeometry().copy(arm().mesh.geometry);
    const corners = Array.from(few.index!.array).filter((_, k, all) => {
      const triangle = all.slice(3 * Math.floor(k / 3), 3 * Math.floor(k / 3) + 3);
      return Math.max(...triangle) < 256;
    });
    const wide = few.clone().setIndex(corners);
    few.setIndex(new BufferAttribute(Uint8Array.from(corners), 1));
    expect(await bake(few)).toEqual(await bake(wide));
  });

  it('bakes several meshes over one skeleton as one body, also when they share a geometry', async () => {
    const { mesh, bones } = newArm();
    const whole = (await bakeSkinnedMesh(mesh, bones, options)).meshes[0]!;
    const halves = [0, 1].map((half) => {
      const geometry = whole.geometry.clone();
      const { array, count } = geometry.index!;
      const triangles = Array.from(array).filter((_, k) => Math.floor((2 * k) / count) === half);
      geometry.deleteAttribute('skinIndex');
      geometry.deleteAttribute('skinWeight');
      return new Mesh(geometry.setIndex(triangles), new MeshBasicMaterial());
    });
    const { meshes } = await bakeSkinnedMesh(halves, arm().bones, options);
    const used = halves.map(({ geometry }) => new Set(geometry.index!.array));
    for (let k = 0; k < whole.geometry.getAttribute('position').count; k++) {
      const half = used.findIndex((set) => set.has(k));
      const [own, expected] = [meshes[half]!, whole].map((each) =>
        skinOf(each).weight.slice(4 * k, 4 * k + 4),
      );
      expect(largestDifference(own!, expected!)).toBeLessThan(1e-5);
    }
    const twin = new Mesh(mesh.geometry.clone(), mesh.material);
    const other = new Mesh(twin.geometry, mesh.material);
    other.position.y = -1;
    const both = await bakeSkinnedMesh([twin, other], arm().bones, options);
    expect(both.meshes[0]!.geometry).not.toBe(both.meshes[1]!.geometry);
    expect(skinOf(both.meshes[0]!).weight).not.toEqual(skinOf(both.meshes[1]!).weight);
  });
});

describe('the report', () => {
  it('counts loose parts that no bone runs through, and names bones without length', async () => {
    const { mesh } = newArm();
    const bones = bonesAt([
      [-1, 0, -0.5, 0],
      [0, 0, 0, 0],
      [1, 0, 1, 0],
      [2, 0, 1, 0],
      [3, 0, 1.5, 0],
    ]);
    const { report } = await bakeSkinnedMesh([mesh, button()], bones, options);
    expect(report.unreachableParts).toBe(1);
    expect(report.zeroLengthBones).toEqual([2]);
    expect(report.warnings.join()).toMatch(/loose part.*bone2/);
    expect(report.weldedVertices).toBeGreaterThan(40);
    expect(report.droppedInfluence.largest).toBeGreaterThanOrEqual(0);
    expect(report.cached).toBe(false);
  });

  it('warns when a size does not look like metres, unless minDistance is given', async () => {
    const smooth: BakeSkinnedMeshOptions = { ...options, mode: 'smooth' };
    const small = newArm();
    small.scene.scale.setScalar(1e-3);
    const { report } = await bakeSkinnedMesh(small.mesh, small.bones, smooth);
    expect(report.warnings.join()).toMatch(/minDistance/);
    const again = newArm();
    again.scene.scale.setScalar(1e-3);
    const own = await bakeSkinnedMesh(again.mesh, again.bones, {
      ...smooth,
      minDistance: 2.5e-5,
    });
    expect(own.report.warnings).toEqual([]);
  });
});

describe('the cache', () => {
  it('gives the same contents without a bake, to every module', async () => {
    const first = newArm();
    const baked = await bakeSkinnedMesh(first.mesh, first.bones, options);
    const other = await loadModule();
    const twin = arm(thickness);
    const again = await bakeSkinnedMesh(twin.mesh, twin.bones, { ...options, mangto: other });
    other.dispose();
    expect(again.report).toEqual({ ...baked.report, cached: true });
    expect(again.bones).toEqual(baked.bones);
    expect(skinOf(again.meshes[0]!)).toEqual(skinOf(baked.meshes[0]!));
    expect(skinOf(again.meshes[0]!).weight).not.toBe(skinOf(baked.meshes[0]!).weight);
  });

  it('tells other geometry, bones and options apart', async () => {
    const { mesh, bones } = newArm();
    await bakeSkinnedMesh(mesh, bones, options);
    const fresh = () => arm(thickness);
    const changes: [
      string,
      Partial<BakeSkinnedMeshOptions>,
      (of: ReturnType<typeof arm>) => void,
    ][] = [
      ['an option', { falloff: 2 }, () => undefined],
      ['a bone', {}, ({ bones: list }) => (list[2]!.position.y += 1e-6)],
      [
        'a vertex',
        {},
        ({ mesh: own }) => (own.geometry.getAttribute('position').array[5]! += 1e-6),
      ],
      ['a triangle', {}, ({ mesh: own }) => own.geometry.index!.array.subarray(0, 3).reverse()],
    ];
    for (const [name, settings, change] of changes) {
      const each = fresh();
      change(each);
      const { report } = await bakeSkinnedMesh(each.mesh, each.bones, { ...options, ...settings });
      expect(report.cached, name).toBe(false);
    }
    const each = fresh();
    expect((await bakeSkinnedMesh(each.mesh, each.bones, options)).report.cached).toBe(true);
  });

  it('works without a store', async () => {
    const { mesh, bones } = newArm();
    expect(typeof indexedDB).toBe('undefined');
    const { report } = await bakeSkinnedMesh(mesh, bones, { ...options, persist: true });
    expect(report.cached).toBe(false);
  });
});

describe('on the way', () => {
  it('tells its progress from 0 to 1 and never goes back', async () => {
    const { mesh, bones } = newArm();
    const seen: number[] = [];
    await bakeSkinnedMesh(mesh, bones, { mangto, budgetMs: 0, onProgress: (p) => seen.push(p) });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(20);
    expect(seen.at(-1)).toBe(1);
  });

  it.each([0, 0.05, 0.3, 0.9])('an abort after %s leaves everything as it was', async (when) => {
    const { scene, mesh, bones } = newArm();
    const before = mangto.memoryBytes;
    for (let round = 0; round < 3; round++) {
      const controller = new AbortController();
      const error = await failure(
        bakeSkinnedMesh(mesh, bones, {
          mangto,
          budgetMs: 0,
          signal: controller.signal,
          onProgress: (progress) => progress >= when && controller.abort(new Error('enough')),
        }),
      );
      expect((error as Error).message).toBe('enough');
    }
    expect(mesh.parent).toBe(scene);
    expect(Object.keys(mesh.geometry.attributes).sort()).toEqual(['normal', 'position', 'uv']);
    expect(mangto.memoryBytes).toBeLessThanOrEqual(before + 2 ** 20);
  });

  it('binds to the pose at the call, though the bones move on meanwhile', async () => {
    const { scene, mesh, bones } = newArm();
    const before = worldVertices(mesh, scene);
    const running = bakeSkinnedMesh(mesh, bones, { mangto, budgetMs: 0 });
    bones[2]!.rotation.z = 1;
    scene.updateMatrixWorld(true);
    const { meshes } = await running;
    bones[2]!.rotation.z = 0;
    expect(largestDifference(worldVertices(meshes[0]!, scene), before)).toBeLessThan(1e-5);
  });

  it('weighs a SkinnedMesh that has no weights yet, and leaves a bounding sphere that it has', async () => {
    const { mesh, bones } = newArm();
    const skinned = [1, 2].map(() => new SkinnedMesh(mesh.geometry.clone(), mesh.material));
    const skeleton = new Skeleton(bones);
    for (const one of skinned) one.bind(skeleton);
    const own = new Sphere(new Vector3(), 50);
    skinned[1]!.boundingSphere = own;
    const { meshes } = await bakeSkinnedMesh(skinned, skeleton, options);
    expect(meshes).toEqual(skinned);
    expect(skinOf(meshes[0]!)).toEqual(skinOf(meshes[1]!));
    expect(meshes[0]!.boundingSphere!.radius).toBeLessThan(5);
    expect(meshes[1]!.boundingSphere).toBe(own);
  });

  it('knows its bounding sphere, so that the first frame does not skin every vertex', async () => {
    const { mesh, bones } = newArm();
    const { meshes } = await bakeSkinnedMesh(mesh, bones, options);
    const [skinned] = meshes;
    const { center, radius } = skinned!.boundingSphere!;
    for (let v = 0; v < skinned!.geometry.getAttribute('position').count; v++) {
      const at = skinned!.getVertexPosition(v, new Vector3());
      expect(at.distanceTo(center)).toBeLessThanOrEqual(radius + 1e-6);
    }
    // three의 것은 점의 차례에 따라 헐겁다.
    skinned!.computeBoundingSphere();
    expect(radius).toBeLessThanOrEqual(skinned!.boundingSphere!.radius + 1e-6);
  });
});

describe('wrong arguments', () => {
  const { mesh, bones } = arm();
  const index = new Mesh(mesh.geometry.clone().setIndex([0, 1, 9999]), mesh.material);
  const infinite = new Mesh(mesh.geometry.clone(), mesh.material);
  infinite.geometry.getAttribute('position').setX(3, NaN);
  const cases: [string, unknown, unknown, unknown, RegExp][] = [
    ['no mesh', undefined, bones, options, /meshes\[0\]/],
    ['no meshes', [], bones, options, /meshes/],
    ['an object', [mesh, new Group()], bones, options, /meshes\[1\]/],
    ['no positions', new Mesh(new BufferGeometry()), bones, options, /meshes\[0\].geometry/],
    ['an index too large', index, bones, options, /index\[2\].*9999/],
    ['a position that is NaN', infinite, bones, options, /positions|vertex/],
    ['no skeleton', mesh, undefined, options, /skeleton/],
    ['no bones', mesh, [], options, /skeleton/],
    ['no options', mesh, bones, undefined, /options/],
    ['no module', mesh, bones, {}, /mangto/],
    ['too few bones', mesh, bones, { ...options, bones: [] }, /bones/],
    ['bones of another kind', mesh, bones, { ...options, bones: [1, 2, 3] }, /bones\[0\]/],
    [
      'a bone with a bad radius',
      mesh,
      bones,
      { ...options, bones: bones.map(() => ({ head: [0, 0, 0], tail: [0, 1, 0], radius: -1 })) },
      /radius/,
    ],
    ['a bad option', mesh, bones, { ...options, falloff: NaN }, /falloff/],
    ['a bad mode', mesh, bones, { ...options, mode: 'magic' }, /mode.*magic/],
    ['a bad budget', mesh, bones, { ...options, budgetMs: -1 }, /budgetMs/],
    ['persist that is no boolean', mesh, bones, { ...options, persist: 1 }, /persist/],
    ['only the root', mesh, [new Bone()], { ...options, mode: 'smooth' }, /excludedBones/],
    ['locked bones', mesh, bones, { ...options, lockedBones: [1, 3] }, /lockedBones\[1\].*3/],
    ['no list of locked bones', mesh, bones, { ...options, lockedBones: 1 }, /lockedBones/],
    [
      'bones per mesh',
      mesh,
      bones,
      { ...options, meshBones: [[0.5]] },
      /meshBones\[0\]\[0\].*0\.5/,
    ],
    ['too many meshes', mesh, bones, { ...options, meshBones: [[1], [2]] }, /meshBones/],
  ];
  it.each(cases)(
    '%s is refused by name, and nothing changes',
    async (_name, what, rig, settings, says) => {
      const error = await failure(bakeSkinnedMesh(what as Mesh, rig as Bone[], settings as never));
      expectMangtoError(error, 'invalid-argument', [says]);
      expect(mesh.geometry.getAttribute('skinIndex')).toBeUndefined();
    },
  );

  it('a module that was disposed is refused', async () => {
    const other = await loadModule();
    other.dispose();
    const each = newArm();
    const error = await failure(
      bakeSkinnedMesh(each.mesh, each.bones, { ...options, mangto: other }),
    );
    expectMangtoError(error, 'disposed');
  });

  it('a skeleton far outside, or a thousand bones, is no trouble', async () => {
    const { mesh: own } = newArm();
    const many = bonesAt(
      Array.from({ length: 1000 }, (_, k) => [k - 1, 500 + k / 10, 0, 0] as const),
    );
    const { report } = await bakeSkinnedMesh(own, skeletonOf(many), options);
    expect(report.unreachableParts).toBe(1);
    expect(new Vector3().fromArray(skinOf(own).weight).length()).toBeGreaterThan(0);
  });
});
