import {
  BufferAttribute,
  BufferGeometry,
  MeshStandardMaterial,
  Ray,
  Skeleton,
  Vector3,
} from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Mangto, SdfSurface, SkinWeights } from 'mangto';
import { Bear } from '../../web/app/scenes/bears/bear';
import { bearBones, boneIndex, createBones, skinBones } from '../../web/app/scenes/bears/bones';
import { bearParts, bearVertices } from '../../web/app/scenes/bears/clay_shapes';
import { paintClay } from '../../web/app/scenes/bears/clay_colors';
import { Joint, sites, type JointFigures, type SiteName } from '../../web/app/scenes/bears/joint';
import { pickBone } from '../../web/app/scenes/bears/pick';
import { applyPose, bendAt, loopSeconds } from '../../web/app/scenes/bears/poses';
import { CpuSkin } from '../../web/app/scenes/bears/skinning';
import { choices, defaultSettings, ranges, type PoseName } from '../../web/app/settings';
import { loadModule } from '../support/module';
import { finish } from '../support/work';

let mangto: Mangto;
let surface: SdfSurface;
const weights = new Map<'nearest' | 'smooth', SkinWeights>();

beforeAll(async () => {
  mangto = await loadModule();
  const mesh = mangto.createSdfMesh({
    shapes: bearParts.map(({ shape }) => shape),
    vertices: bearVertices,
  });
  mesh.step(Infinity);
  surface = mesh.result;
  for (const mode of ['nearest', 'smooth'] as const) {
    const bake = mangto.createSkinBake({ ...surface, bones: skinBones, mode });
    bake.step(Infinity);
    weights.set(mode, bake.result);
  }
});

const moments = Array.from({ length: 41 }, (_, k) => (k / 40) * loopSeconds);
const height = 2.2; // s, 다 굽힌 순간

describe('the brief', () => {
  test('the mesh has 20,000 to 40,000 vertices and at least 16 bones move it', () => {
    expect(surface.positions.length / 3).toBeGreaterThan(20_000);
    expect(surface.positions.length / 3).toBeLessThan(40_000);
    const used = new Set(weights.get('smooth')!.skinIndex);
    expect(used.size).toBeGreaterThanOrEqual(16);
    expect(ranges.bone.max).toBe(bearBones.length - 1);
  });

  test('the movement eases in from 0.2 to 1.6 s, holds, and eases out from 3.0 to 3.9 s', () => {
    expect([0, 0.2, 1.6, 2.3, 3, 3.9, 4].map(bendAt)).toEqual([0, 0, 1, 1, 1, 0, 0]);
    const rising = moments.filter((t) => t > 0.2 && t < 1.6).map(bendAt);
    expect([...rising].sort((a, b) => a - b)).toEqual(rising);
  });

  test('the controls have the ranges and defaults that were asked for', () => {
    expect(ranges.strength).toEqual({ min: 0.3, max: 1.15, step: 0.05 });
    const { strength, heat, bone, bones, left, right } = defaultSettings;
    expect({ strength, heat, bone, bones }).toEqual({
      strength: 1,
      heat: true,
      bone: 0,
      bones: false,
    });
    expect([left, right]).toEqual(['nearest', 'classic']);
  });
});

describe('the movement', () => {
  const at = (name: string, pose: PoseName, seconds: number, strength = 1) => {
    const bones = createBones();
    applyPose(bones, pose, seconds, strength);
    return bones[boneIndex(name)]!.matrixWorld.clone();
  };

  function slip(foot: string, pose: PoseName, strength: number): number {
    const rest = at(foot, pose, 0, strength).elements;
    const changes = moments.map((t) =>
      at(foot, pose, t, strength).elements.map((value, k) => Math.abs(value - rest[k]!)),
    );
    return Math.max(...changes.flat());
  }

  test.each([
    ['eat', 'footR'],
    ['knee', 'footR'],
    ['elbow', 'footR'],
    ['elbow', 'footL'],
    ['wave', 'footR'],
    ['wave', 'footL'],
    ['twist', 'footR'],
    ['twist', 'footL'],
  ] as const)('in "%s" %s neither slides nor turns', (pose, foot) => {
    for (const strength of [0.3, 1, 1.15]) expect(slip(foot, pose, strength)).toBeLessThan(1e-6);
  });

  test('in "eat" the left knee comes up high, both paws to the face', () => {
    const place = (name: string, seconds: number) =>
      new Vector3().setFromMatrixPosition(at(name, 'eat', seconds));
    expect(place('shinL', height).y - place('shinL', 0).y).toBeGreaterThan(0.2);
    for (const paw of ['pawL', 'pawR']) {
      expect(place(paw, height).y - place(paw, 0).y).toBeGreaterThan(0.4);
      expect(place(paw, height).z).toBeGreaterThan(0.2);
    }
  });

  test.each(choices.pose)('"%s" is whole at every moment', (pose) => {
    for (const seconds of moments) {
      const bones = createBones();
      applyPose(bones, pose, seconds, 1.15);
      expect(bones.flatMap(({ matrixWorld }) => matrixWorld.elements).every(Number.isFinite)).toBe(
        true,
      );
    }
  });
});

describe('the figures', () => {
  function figures(
    mode: 'nearest' | 'smooth',
    site: SiteName,
    pose: PoseName,
    seconds: number,
    dual = false,
  ): JointFigures {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(surface.positions, 3));
    geometry.setAttribute('skinIndex', new BufferAttribute(weights.get(mode)!.skinIndex, 4));
    geometry.setAttribute('skinWeight', new BufferAttribute(weights.get(mode)!.skinWeight, 4));
    const joint = finish(Joint.cut(surface.positions, surface.indices, sites[site]));
    const bones = createBones();
    const skin = new CpuSkin(new Skeleton(bones));
    applyPose(bones, pose, seconds, 1);
    skin.dual = dual;
    skin.read();
    skin.place(geometry, joint.vertices, joint.points);
    const { x, y, z } = new Vector3().setFromMatrixPosition(bones[joint.bone]!.matrixWorld);
    return joint.measure([x, y, z]);
  }

  const degrees = (angle: number) => (180 * angle) / Math.PI;

  test.each([
    ['eat', 'elbow'],
    ['eat', 'knee'],
    ['elbow', 'elbow'],
    ['knee', 'knee'],
  ] as const)('at the height of "%s" the %s is far better smooth than nearest', (pose, site) => {
    const nearest = figures('nearest', site, pose, height);
    const smooth = figures('smooth', site, pose, height);
    expect(smooth.volume - nearest.volume).toBeGreaterThan(0.35);
    expect(degrees(nearest.crease) - degrees(smooth.crease)).toBeGreaterThan(60);
  });

  test('forearms wrung by 150° keep their volume by dual quaternions alone', () => {
    const linear = figures('smooth', 'elbow', 'wring', height);
    const dual = figures('smooth', 'elbow', 'wring', height, true);
    expect(dual.volume - linear.volume).toBeGreaterThan(0.5);
    expect(dual.crease).toBeLessThan(linear.crease);
  });

  test('a joint that is not bent keeps its volume and has no crease', () => {
    for (const mode of ['nearest', 'smooth'] as const) {
      const { volume, crease } = figures(mode, 'elbow', 'eat', 0);
      expect(volume).toBeGreaterThan(0.999);
      expect(degrees(crease)).toBeLessThan(25);
    }
  });
});

test('a touch picks the bone that moves the place touched, as it stands now', () => {
  const bear = new Bear(new MeshStandardMaterial());
  bear.wear({
    attributes: {
      position: new BufferAttribute(surface.positions, 3),
      normal: new BufferAttribute(surface.normals, 3),
      color: new BufferAttribute(finish(paintClay(surface)), 3),
    },
    index: new BufferAttribute(surface.indices, 1),
  });
  const { skinIndex, skinWeight } = weights.get('smooth')!;
  bear.mesh.geometry.setAttribute('skinIndex', new BufferAttribute(skinIndex, 4));
  bear.mesh.geometry.setAttribute('skinWeight', new BufferAttribute(skinWeight, 4));
  bear.place.position.x = 3;
  bear.place.updateMatrixWorld(true);
  applyPose(bear.bones, 'eat', height, 1);
  for (const name of ['head', 'shinL', 'foreArmL', 'belly']) {
    const { head, tail } = bearBones[boneIndex(name)]!;
    const middle = new Vector3(...tail).sub(new Vector3(...head)).multiplyScalar(0.6);
    const target = middle.applyMatrix4(bear.bones[boneIndex(name)]!.matrixWorld);
    // 배는 든 다리에, 아래팔은 머리에 가리지 않게 옆에서 본다.
    const from = name === 'belly' ? new Vector3(0, 0, -4) : new Vector3(4, 0, 0);
    const origin = target.clone().add(from);
    const ray = new Ray(origin, from.clone().negate().normalize());
    expect(bearBones[pickBone(bear, ray)!.bone]!.name).toBe(name);
  }
  const past = new Ray(new Vector3(3, 5, 4), new Vector3(0, 0, -1));
  expect(pickBone(bear, past)).toBeUndefined();
});
