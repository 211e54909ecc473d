import {
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector3,
  type Bone,
} from 'three';
import { afterAll, describe, expect, it } from 'vitest';
import {
  attachCape,
  attachFlag,
  attachSkirt,
  capsulesFromSkin,
  updateAttached,
  type SkinCapsules,
} from 'mangto/three';
import { caught, expectMangtoError } from '../support/errors';
import { loadModule } from '../support/module';
import { bonesAt } from '../support/rigs';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

interface Person {
  /** 장면에서 옮기고 돌리고 키울 것. */
  readonly model: Group;
  readonly mesh: SkinnedMesh;
  readonly bones: Record<'hips' | 'chest' | 'left' | 'right', Bone>;
}

const kNames = {
  mixamo: ['mixamorigHips', 'mixamorigSpine', 'mixamorigLeftArm', 'mixamorigRightArm'],
  rigify: ['DEF-spine', 'DEF-chest', 'DEF-upper_arm.L', 'DEF-upper_arm.R'],
  vrm: ['J_Bip_C_Hips', 'J_Bip_C_Chest', 'J_Bip_L_UpperArm', 'J_Bip_R_UpperArm'],
  unreal: ['pelvis', 'spine_03', 'upperarm_l', 'upperarm_r'],
} as const;

/** +z를 보고 선 키 1.6 m의 몸: 통 하나와 팔 둘. 왼쪽은 +x. */
function person(names: readonly string[] = kNames.mixamo): Person {
  const bones = bonesAt([
    [-1, 0, 0.9, 0],
    [0, 0, 1.2, 0],
    [1, 0.18, 1.4, 0],
    [1, -0.18, 1.4, 0],
  ]);
  bones.forEach((bone, k) => (bone.name = names[k]!));
  const parts = [
    { bone: 0, geometry: new CapsuleGeometry(0.13, 0.5, 8, 24, 12).translate(0, 0.6, 0) },
    { bone: 1, geometry: new CapsuleGeometry(0.13, 0.3, 8, 24, 12).translate(0, 1.3, 0) },
    { bone: 2, geometry: new CapsuleGeometry(0.04, 0.5, 4, 12, 12).translate(0.22, 1.15, 0) },
    { bone: 3, geometry: new CapsuleGeometry(0.04, 0.5, 4, 12, 12).translate(-0.22, 1.15, 0) },
  ];
  const [positions, indices]: [number[], number[]] = [[], []];
  for (const { bone, geometry } of parts) {
    const { position } = geometry.toNonIndexed().attributes;
    positions.push(...position!.array);
    for (let k = 0; k < position!.count; k++) indices.push(bone, 0, 0, 0);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(indices, 4));
  const weights = indices.map((_, k) => Number(k % 4 === 0));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
  const model = new Group().add(mesh, bones[0]!);
  model.updateMatrixWorld(true);
  mesh.bind(new Skeleton(bones));
  const [hips, chest, left, right] = bones as [Bone, Bone, Bone, Bone];
  return { model, mesh, bones: { hips, chest, left, right } };
}

const at = (array: ArrayLike<number>, point: number) => new Vector3().fromArray(array, 3 * point);
const settle = (cloth: { update(seconds: number): number }, seconds: number) => {
  for (let k = 0; k < 60 * seconds; k++) cloth.update(1 / 60);
};

/** 점 가운데 가늘어지는 캡슐 속에 들어간 가장 깊은 깊이. */
function deepest(positions: ArrayLike<number>, { capsules }: SkinCapsules): number {
  let depth = 0;
  for (const { a, b, radius, radiusB } of capsules) {
    const [from, reach] = [new Vector3(...a), new Vector3(...b).sub(new Vector3(...a))];
    for (let k = 0; k < positions.length / 3; k++) {
      const point = at(positions, k);
      const along = point.clone().sub(from).dot(reach) / (reach.lengthSq() || 1);
      const t = Math.min(1, Math.max(0, along));
      const foot = from.clone().addScaledVector(reach, t);
      depth = Math.max(depth, radius + t * (radiusB - radius) - foot.distanceTo(point));
    }
  }
  return depth;
}

describe('capsulesFromSkin', () => {
  it('fits the vertices that each bone leads, and follows the bones', () => {
    const { mesh, model, bones } = person();
    const body = capsulesFromSkin(mesh);
    expect(body.capsules.map(({ bone }) => bone).sort()).toEqual([...kNames.mixamo].sort());
    const arm = body.capsules.find(({ bone }) => bone === 'mixamorigLeftArm')!;
    expect(arm.radius).toBeCloseTo(0.04, 1);
    expect(Math.abs(arm.a[1] - arm.b[1])).toBeGreaterThan(0.45);
    expect([arm.a[0], arm.b[0]]).toEqual([expect.closeTo(0.22, 3), expect.closeTo(0.22, 3)]);
    model.scale.setScalar(2);
    bones.left.rotation.z = Math.PI / 2;
    model.updateMatrixWorld(true);
    const before = arm.radius;
    expect(body.update()).toBe(body.capsules);
    expect(arm.radius).toBeCloseTo(2 * before, 5);
    expect(Math.abs(arm.a[0] - arm.b[0])).toBeGreaterThan(0.9);
  });

  it('tapers with the flesh', () => {
    const { mesh } = person();
    const { position } = mesh.geometry.attributes;
    for (let k = 0; k < position!.count; k++) {
      // 왼팔만, 아래로 갈수록 가늘게.
      if (mesh.geometry.attributes.skinIndex!.getX(k) !== 2) continue;
      const taper = (position!.getY(k) - 0.8) / 0.7;
      position!.setX(k, 0.22 + taper * (position!.getX(k) - 0.22));
      position!.setZ(k, taper * position!.getZ(k));
    }
    const arm = capsulesFromSkin(mesh).capsules.find(({ bone }) => bone.endsWith('LeftArm'))!;
    const [thin, thick] = [arm.radius, arm.radiusB].sort((a, b) => a - b);
    expect(thick! / thin!).toBeGreaterThan(2);
    const upper = arm.a[1] > arm.b[1] ? arm.radius : arm.radiusB;
    expect(upper).toBe(thick);
  });

  it('adds the margin, in world units, and leaves small parts out', () => {
    const { mesh, model } = person();
    model.scale.setScalar(10);
    const bare = capsulesFromSkin(mesh).capsules[0]!.radius;
    expect(capsulesFromSkin(mesh, { margin: 0.5 }).capsules[0]!.radius).toBeCloseTo(bare + 0.5, 5);
    const skinIndex = mesh.geometry.attributes.skinIndex as BufferAttribute;
    for (let k = 0; k < skinIndex.count; k++) if (skinIndex.getX(k) === 3) skinIndex.setX(k, 2);
    for (let k = 0; k < 12; k++) skinIndex.setX(k, 3);
    expect(capsulesFromSkin(mesh).capsules.some(({ bone }) => bone.endsWith('RightArm'))).toBe(
      false,
    );
  });

  it('names a mesh without weights', () => {
    const bare = new SkinnedMesh(new BufferGeometry(), new MeshBasicMaterial());
    expectMangtoError(
      caught(() => capsulesFromSkin(bare)),
      'invalid-argument',
      ['meshes[0]'],
    );
  });
});

describe('attachCape', () => {
  it.each(Object.entries(kNames))('finds the arms of a %s rig', (_, names) => {
    const { mesh } = person(names);
    const cape = attachCape(mesh, { mangto });
    const { positions } = cape.cloth;
    expect(at(positions, 0).x).toBeCloseTo(0.18, 5);
    expect(at(positions, 11).x).toBeCloseTo(-0.18, 5);
    cape.dispose();
  });

  it('says which bones it needs when it knows none of the names', () => {
    const { mesh } = person(['a', 'b', 'c', 'd']);
    expectMangtoError(
      caught(() => attachCape(mesh, { mangto })),
      'invalid-argument',
      ['bones'],
    );
    const cape = attachCape(mesh, { mangto, bones: ['c', mesh.skeleton.bones[3]!] });
    expect(cape.cloth.columns).toBe(12);
    cape.dispose();
    const missing = caught(() => attachCape(mesh, { mangto, bones: ['c', 'nobody'] }));
    expectMangtoError(missing, 'invalid-argument', ['bones[1]', 'nobody']);
  });

  it.each([
    ['as it is', () => {}],
    [
      'moved, turned and enlarged',
      (m: Object3D) => {
        m.position.set(5, -3, 2);
        m.rotation.set(0.3, 2, -0.2);
        m.scale.setScalar(1.7);
      },
    ],
    ['lying down', (m: Object3D) => m.rotation.set(-Math.PI / 2, 0, 0)],
    ['mirrored', (m: Object3D) => m.scale.set(-1, 1, 1)],
  ])('hangs behind the back and outside the body of a rig that is %s', (_, place) => {
    const { model, mesh } = person();
    place(model);
    const cape = attachCape(mesh, { mangto, length: 1 });
    const { positions } = cape.cloth;
    const toModel = model.matrixWorld.clone().invert();
    for (let k = 0; k < cape.cloth.stats.points; k++) {
      expect(at(positions, k).applyMatrix4(toModel).z).toBeLessThan(0);
    }
    expect(deepest(positions, capsulesFromSkin(mesh))).toBe(0);
    // 겉은 뒤를 본다.
    expect(at(cape.cloth.normals, 100).transformDirection(toModel).z).toBeLessThan(-0.5);
    cape.dispose();
  });

  it('keeps its upper corners on the bones, and stays out of the body, as they move', () => {
    const { model, mesh, bones } = person();
    const scene = new Group().add(model);
    const cape = attachCape(mesh, { mangto, bones: [bones.left, bones.right], length: 1 });
    const [left, right] = [bones.left, bones.right].map((bone, k) =>
      bone.worldToLocal(at(cape.cloth.positions, k === 0 ? 0 : 11)),
    );
    for (let k = 0; k < 180; k++) {
      model.position.z = Math.sin(k / 20);
      model.rotation.y = k / 60;
      bones.chest.rotation.x = 0.3 * Math.sin(k / 10);
      bones.left.rotation.x = Math.sin(k / 15);
      cape.update(1 / 60);
    }
    const { positions } = cape.cloth;
    expect(at(positions, 0).distanceTo(bones.left.localToWorld(left!))).toBeLessThan(1e-5);
    expect(at(positions, 11).distanceTo(bones.right.localToWorld(right!))).toBeLessThan(1e-5);
    const free = positions.slice(3 * 12);
    expect(deepest(free, capsulesFromSkin(mesh))).toBeLessThan(0.005);
    expect(scene.getObjectById(cape.mesh.id)).toBe(cape.mesh);
    cape.dispose();
  });

  it('comes along when the body is turned round at once', () => {
    const { model, mesh } = person();
    const cape = attachCape(mesh, { mangto, length: 1 });
    settle(cape, 0.5);
    model.rotation.y = Math.PI;
    settle(cape, 0.5);
    const { positions } = cape.cloth;
    for (let k = 0; k < cape.cloth.stats.points; k++) {
      expect(model.worldToLocal(at(positions, k)).z).toBeLessThan(0);
      if (k < 12) continue;
      expect(at(positions, k).distanceTo(at(positions, k - 12))).toBeLessThan(1.3 / 16);
    }
    cape.dispose();
  });

  it('finds the arms in whichever mesh has them', () => {
    const { model, mesh, bones } = person();
    const hat = new SkinnedMesh(mesh.geometry, new MeshBasicMaterial());
    model.add(hat);
    hat.bind(new Skeleton([bones.chest]));
    const cape = attachCape([hat, mesh], { mangto });
    const skirt = attachSkirt([hat, mesh], { mangto });
    expect(at(cape.cloth.positions, 0).x).toBeCloseTo(0.18, 5);
    cape.dispose();
    skirt.dispose();
  });

  it('is drawn where it is, however the model is placed', () => {
    const { model, mesh } = person();
    model.position.set(3, 2, 1);
    model.scale.setScalar(0.5);
    const cape = attachCape(mesh, { mangto });
    new Group().add(model).updateMatrixWorld(true);
    expect(cape.mesh.matrixWorld.elements).toEqual(new Mesh().matrixWorld.elements);
    cape.dispose();
  });

  it('hands the settings of a cloth on, and refuses wrong ones before it changes anything', () => {
    const { model, mesh } = person();
    const children = model.children.length;
    for (const wrong of [{ length: 0 }, { width: NaN }, { columns: 1 }, { iterations: 0 }]) {
      expectMangtoError(
        caught(() => attachCape(mesh, { mangto, ...wrong })),
        'invalid-argument',
        [Object.keys(wrong)[0]!],
      );
    }
    expect(model.children.length).toBe(children);
    const cape = attachCape(mesh, { mangto, wind: [1, 2, 3], columns: 5, rows: 6, floor: -1 });
    const { wind, floor, stats } = cape.cloth;
    expect([wind, floor, stats.points]).toEqual([[1, 2, 3], -1, 30]);
    cape.dispose();
  });
});

describe('attachFlag', () => {
  it('flies to +x from a pole along +y, and follows the object', () => {
    const pole = new Object3D();
    pole.position.set(1, 2, 3);
    pole.rotation.z = Math.PI / 2;
    pole.scale.set(3, 0.01, 3);
    const flag = attachFlag(pole, { mangto, length: 2, width: 1 });
    const corner = (k: number) => at(flag.cloth.positions, k).toArray();
    expect(corner(0)).toEqual([expect.closeTo(0, 4), expect.closeTo(2, 4), expect.closeTo(3, 4)]);
    expect(corner(15)).toEqual([expect.closeTo(0, 4), expect.closeTo(4, 4), expect.closeTo(3, 4)]);
    pole.position.x += 0.25;
    flag.update(1 / 60);
    expect(corner(0)[0]).toBeCloseTo(0.25, 4);
    flag.dispose();
  });

  it('hangs limp without wind and flies with it', () => {
    const pole = new Object3D();
    pole.position.y = 5;
    const flag = attachFlag(pole, { mangto });
    settle(flag, 6);
    const limp = at(flag.cloth.positions, 15 + 16 * 5).x;
    flag.cloth.wind = [12, 0, 0];
    settle(flag, 6);
    expect(at(flag.cloth.positions, 15 + 16 * 5).x).toBeGreaterThan(limp + 0.5);
    flag.dispose();
  });
});

describe('attachSkirt', () => {
  it('goes around the body, outside it, faces outwards, and stays so in motion', () => {
    const { model, mesh } = person();
    const skirt = attachSkirt(mesh, { mangto, length: 0.5, columns: 25, rows: 8 });
    const { cloth } = skirt;
    expect(deepest(cloth.positions, capsulesFromSkin(mesh))).toBe(0);
    for (let k = 25; k < 50; k++) {
      const outwards = at(cloth.positions, k).setY(0).normalize();
      expect(at(cloth.normals, k).dot(outwards)).toBeGreaterThan(0.5);
    }
    for (let k = 0; k < 120; k++) {
      model.position.x = k / 60;
      skirt.update(1 / 60);
    }
    const free = cloth.positions.slice(3 * 25);
    expect(deepest(free, capsulesFromSkin(mesh))).toBeLessThan(0.005);
    const [first, last] = [at(cloth.positions, 7 * 25), at(cloth.positions, 7 * 25 + 24)];
    expect(first.distanceTo(last)).toBe(0);
    expect(skirt.mesh.geometry.attributes.uv!.count).toBe(cloth.stats.points);
    skirt.dispose();
  });

  it('lets an arm pass that swings down through it', () => {
    const swung = (turn: number) => {
      const { mesh, bones } = person();
      bones.left.rotation.z = Math.PI / 2;
      const skirt = attachSkirt(mesh, { mangto, length: 0.5, columns: 25, rows: 8, flare: 1 });
      settle(skirt, 0.5);
      bones.left.rotation.z = turn;
      settle(skirt, 0.5);
      const positions = skirt.cloth.positions.slice();
      skirt.dispose();
      return positions;
    };
    expect(swung(-0.2)).toEqual(swung(Math.PI / 2));
  });
});

describe('updateAttached', () => {
  it('moves all of them, and forgets those that were disposed of', async () => {
    const { mesh } = person();
    const own = await loadModule();
    const cape = attachCape(mesh, { mangto: own });
    const flag = attachFlag(new Object3D(), { mangto });
    const skirt = attachSkirt(mesh, { mangto });
    const lowest = () => [cape, flag, skirt].map(({ cloth }) => at(cloth.positions, 150).y);
    const before = lowest();
    for (let k = 0; k < 5; k++) updateAttached(1 / 60);
    lowest().forEach((y, k) => expect(y).not.toBe(before[k]));
    own.dispose();
    flag.dispose();
    updateAttached(1 / 60);
    expect([cape.disposed, flag.disposed, skirt.disposed]).toEqual([true, true, false]);
    expect(cape.mesh.parent).toBeNull();
    skirt.dispose();
    skirt.dispose();
    updateAttached(1 / 60);
  });
});
