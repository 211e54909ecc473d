import { Bone, Quaternion, Vector3, type Object3D, type SkinnedMesh } from 'three';
import { invalid } from '../../check.js';
import { capsulesFromSkin, skinnedList, type SkinCapsules } from '../skin-capsules.js';
import { findBone, type RigPart } from './rig-names.js';

/** 몸을 기준으로 한 세 방향, 길이 1, 서로 수직. / Three directions of the body, orthonormal. */
export interface Frame {
  readonly left: Vector3;
  readonly up: Vector3;
  readonly back: Vector3;
}

/** 천을 입을 몸. / A body that is to wear a cloth. */
export interface Body {
  /** 모든 그물의 뼈들. / The bones of all its meshes. */
  readonly bones: readonly Bone[];
  readonly parent: Object3D;
  readonly capsules: SkinCapsules;
  /** 뼈대의 뿌리들. / The roots of the skeleton. */
  readonly roots: readonly Object3D[];
  /** 거울에 비친 듯 뒤집혔는지. / Whether it is mirrored, its left being on the right. */
  readonly mirrored: boolean;
}

/** 살갗에서 이만큼(어깨 너비에 대한 비) 떨어뜨린다. / Distance kept from the skin, as a share of its size. */
const kMargin = 0.012;

export function bodyOf(meshes: SkinnedMesh | readonly SkinnedMesh[]): Body {
  const list = skinnedList(meshes);
  const [first] = list;
  const all = new Set<Object3D>(list.flatMap(({ skeleton }) => skeleton.bones));
  const bones = [...all] as Bone[];
  const roots = bones.filter(({ parent }) => parent === null || !all.has(parent));
  for (const root of roots) root.updateWorldMatrix(true, true);
  const bare = capsulesFromSkin(list);
  return {
    bones,
    parent: first!.parent ?? first!,
    capsules: capsulesFromSkin(list, { margin: kMargin * sizeOf(bare) }),
    roots,
    mirrored: roots.some(({ matrixWorld }) => matrixWorld.determinant() < 0),
  };
}

/** 캡슐들이 차지하는 가장 긴 길이. / Greatest extent of the capsules. */
function sizeOf({ capsules }: SkinCapsules): number {
  const ends = capsules.flatMap(({ a, b }) => [a, b]);
  const extent = (axis: number) => {
    const places = ends.map((end) => end[axis]!);
    return places.length > 0 ? Math.max(...places) - Math.min(...places) : 0;
  };
  return Math.max(extent(0), extent(1), extent(2));
}

/** 이름이나 뼈로 준 것. / A bone, given as itself or by its name. */
export function boneOf({ bones }: Body, name: string, given: Bone | string): Bone {
  const bone = typeof given === 'string' ? bones.find((one) => one.name === given) : given;
  if (bone instanceof Bone) return bone;
  throw invalid(name, 'a Bone, or the name of one in the skeleton', given);
}

export function knownBone({ bones }: Body, option: string, part: RigPart): Bone {
  const bone = findBone(bones, part);
  if (bone) return bone;
  const names = bones.map(({ name }) => name);
  throw invalid(option, `given, since no bone has a known name for the ${part}`, names);
}

export const placeOf = (object: Object3D): Vector3 =>
  new Vector3().setFromMatrixPosition(object.matrixWorld);

/** 왼쪽과 위에서 세 방향을 만든다. / The frame of a body from its left and, roughly, up. */
export function frameOf(left: Vector3, roughlyUp: Vector3): Frame {
  const side = left.clone().normalize();
  const up = roughlyUp.clone().addScaledVector(side, -roughlyUp.dot(side));
  // 위가 왼쪽과 나란하면 뼈대가 알려 주지 않는 것이다.
  if (up.length() < 1e-3 * roughlyUp.length() || roughlyUp.length() === 0) {
    up.set(0, 1, 0).applyQuaternion(
      new Quaternion().setFromUnitVectors(new Vector3(1, 0, 0), side),
    );
  }
  up.normalize();
  return { left: side, up, back: up.clone().cross(side) };
}

const [from, to, foot] = [new Vector3(), new Vector3(), new Vector3()];

/** 점이 캡슐들 가운데 하나의 안에 있는지. / Whether a point is inside one of the capsules. */
function isInside({ capsules }: SkinCapsules, at: Vector3): boolean {
  return capsules.some(({ a, b, radius, radiusB }) => {
    from.fromArray(a);
    to.fromArray(b).sub(from);
    const reach = to.lengthSq();
    const t = reach > 0 ? foot.copy(at).sub(from).dot(to) / reach : 0;
    const share = Math.min(1, Math.max(0, t));
    foot.copy(from).addScaledVector(to, share);
    return foot.distanceTo(at) < radius + share * (radiusB - radius);
  });
}

// 몸 밖을 찾아 나아가는 걸음의 수.
const kMarches = 96;

/** `start`에서 `direction`으로, 몸의 맨 바깥까지의 거리. 몸이 없으면 0. / How far from `start` the body goes in `direction`, at most `reach`. */
export function depthOf(
  body: SkinCapsules,
  start: Vector3,
  direction: Vector3,
  reach: number,
): number {
  const at = new Vector3();
  for (let k = kMarches; k > 0; k--) {
    at.copy(start).addScaledVector(direction, (k / kMarches) * reach);
    if (isInside(body, at)) return Math.min(1, (k + 1) / kMarches) * reach;
  }
  return 0;
}
