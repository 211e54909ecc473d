import { Group, Matrix4, Vector3 } from 'three';
import { afterAll, describe, expect, it } from 'vitest';
import { bonesFromSkeleton, capsulesFromBones } from 'mangto/three';
import type { SkinBone } from 'mangto';
import { caught, expectMangtoError } from '../support/errors';
import { loadModule } from '../support/module';
import { arm, bonesAt, skeletonOf } from '../support/rigs';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

function expectPoint(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual.length).toBe(3);
  expected.forEach((value, k) => expect(actual[k]).toBeCloseTo(value, 5));
}

const tailsOf = (bones: SkinBone[]) => bones.map(({ tail }) => tail);

describe('bonesFromSkeleton', () => {
  it('ends a bone at its only child, and a leaf at the surface', () => {
    const { mesh, bones } = arm();
    const [root, upper, lower] = bonesFromSkeleton(skeletonOf(bones), mesh);
    expect([root!.name, upper!.name, lower!.name]).toEqual(['bone0', 'bone1', 'bone2']);
    expect([root!.parent, upper!.parent, lower!.parent]).toEqual([-1, 0, 1]);
    expectPoint(root!.head, [0, -0.5, 0]);
    expectPoint(root!.tail, [0, 0, 0]);
    expectPoint(upper!.tail, [0, 1, 0]);
    expectPoint(lower!.tail, [0, 2, 0]);
  });

  it('makes a leaf as long as its parent where there is no surface', () => {
    const { bones } = arm();
    expectPoint(bonesFromSkeleton(skeletonOf(bones))[2]!.tail, [0, 2, 0]);
    bones[2]!.position.y = 0.25;
    expectPoint(bonesFromSkeleton(bones)[2]!.tail, [0, 0.5, 0]);
  });

  it('ends at the child that goes on as the parent did, else in the middle of the children', () => {
    const spine = [
      [-1, 0, 0, 0],
      [0, 0, 1, 0],
    ] as const;
    const shoulders = [
      [1, 0.5, 1.5, 0],
      [1, 0.1, 2, 0],
      [1, -0.5, 1.5, 0],
    ] as const;
    const neck = bonesFromSkeleton(bonesAt([...spine, ...shoulders]))[1]!;
    expectPoint(neck.tail, [0.1, 2, 0]);
    const aside = [
      [1, 1, 1, 0],
      [1, -1, 1, 0.6],
    ] as const;
    expectPoint(bonesFromSkeleton(bonesAt([...spine, ...aside]))[1]!.tail, [0, 1, 0.3]);
  });

  it('leaves a bone without length where it is, and a single bone along its own y axis', () => {
    const twice = bonesAt([
      [-1, 0, 0, 0],
      [0, 0, 0, 0],
      [1, 0, 1, 0],
    ]);
    expectPoint(bonesFromSkeleton(twice)[0]!.tail, [0, 0, 0]);
    const { mesh } = arm();
    const [single] = bonesAt([[-1, 0, 1, 0]]);
    single!.rotation.z = -Math.PI / 2;
    const [x, y, z] = bonesFromSkeleton([single!], mesh)[0]!.tail;
    expectPoint([y, z, 0], [1, 0, 0]);
    expect(x).toBeGreaterThan(0.19);
  });

  it('finds the parent through objects that are no bones of the skeleton', () => {
    const [upper, lower] = bonesAt([
      [-1, 0, 0, 0],
      [-1, 0, 1, 0],
    ]);
    const between = new Group();
    between.position.y = 0.5;
    upper!.add(between.add(lower!));
    const [first, second] = bonesFromSkeleton([upper!, lower!]);
    expect([first!.parent, second!.parent]).toEqual([-1, 0]);
    expectPoint(first!.tail, [0, 1.5, 0]);
  });

  it('gives the bind pose, whatever the present pose is', () => {
    const { bones } = arm();
    const skeleton = skeletonOf(bones);
    const before = tailsOf(bonesFromSkeleton(skeleton));
    bones[1]!.rotation.set(0.3, 0.2, 0.9);
    bones[2]!.scale.setScalar(2);
    expect(tailsOf(bonesFromSkeleton(skeleton))).toEqual(before);
  });

  it('reaches the surface of a mesh that is placed and scaled differently', () => {
    const { scene, mesh, bones } = arm();
    scene.scale.setScalar(3);
    scene.rotation.z = Math.PI / 2;
    mesh.scale.set(1, 0.75, 1); // 통은 이제 y = 0…1.5까지이다
    scene.updateMatrixWorld(true);
    expectPoint(bonesFromSkeleton(bones, mesh)[2]!.tail, [-4.5, 0, 0]);
  });

  it('refuses what is no skeleton and what is no mesh', () => {
    for (const skeleton of [undefined, null, [], {}, [new Group()]]) {
      expectMangtoError(
        caught(() => bonesFromSkeleton(skeleton as never)),
        'invalid-argument',
        ['skeleton'],
      );
    }
  });
});

describe('capsulesFromBones', () => {
  const flesh = (bones: SkinBone[]): SkinBone[] =>
    bones.map((bone, k) => (k === 0 ? bone : { ...bone, radius: 0.1 * k }));

  it('gives seven floats per bone with flesh, where the pose has it', () => {
    const { scene, bones } = arm();
    const skeleton = skeletonOf(bones);
    const body = capsulesFromBones(flesh(bonesFromSkeleton(skeleton)), skeleton);
    expect([...body.values].map((v) => +v.toFixed(5))).toEqual([
      ...[0, 0, 0, 0, 1, 0, 0.1],
      ...[0, 1, 0, 0, 2, 0, 0.2],
    ]);
    bones[2]!.rotation.z = Math.PI / 2;
    scene.scale.setScalar(2);
    scene.updateMatrixWorld(true);
    const values = body.update();
    expect(values).toBe(body.values);
    expect([...values].map((v) => +v.toFixed(5))).toEqual([
      ...[0, 0, 0, 0, 2, 0, 0.2],
      ...[0, 2, 0, -2, 2, 0, 0.4],
    ]);
  });

  it('keeps head, tail and radius right for a skeleton bound with a scale', () => {
    const { bones } = arm();
    const skeleton = skeletonOf(bones);
    // glTF에서 흔하다: 그물은 센티미터, 뼈대의 부모가 0.01배.
    const toCentimetres = new Matrix4().makeScale(0.01, 0.01, 0.01);
    skeleton.boneInverses.forEach((inverse) => inverse.multiply(toCentimetres));
    const list = flesh(bonesFromSkeleton(skeleton)).map((bone) => ({
      ...bone,
      ...(bone.radius && { radius: 100 * bone.radius }),
    }));
    expectPoint(list[1]!.tail, [0, 100, 0]);
    const [, , , x, y, z, radius] = capsulesFromBones(list, skeleton).values;
    expectPoint([x!, y!, z!], [0, 1, 0]);
    expect(radius).toBeCloseTo(0.1, 5);
  });

  it('is taken by a cloth', () => {
    const { bones } = arm();
    const skeleton = skeletonOf(bones);
    const body = capsulesFromBones(flesh(bonesFromSkeleton(skeleton)), skeleton);
    const cloth = mangto.createGridCloth({
      columns: 2,
      rows: 2,
      position: (i, j) => new Vector3(i * 0.02, 0.5, j * 0.02).toArray(),
      gravity: [0, 0, 0],
    });
    cloth.setCapsules(body.update());
    cloth.step();
    for (let k = 0; k < 12; k += 3) {
      expect(Math.hypot(cloth.positions[k]!, cloth.positions[k + 2]!)).toBeGreaterThan(0.09);
    }
    cloth.dispose();
  });

  it('refuses bones that do not fit the skeleton', () => {
    const skeleton = skeletonOf(arm().bones);
    for (const bones of [undefined, null, [], bonesFromSkeleton(skeleton).slice(1)]) {
      expectMangtoError(
        caught(() => capsulesFromBones(bones as never, skeleton)),
        'invalid-argument',
        ['bones'],
      );
    }
  });
});
