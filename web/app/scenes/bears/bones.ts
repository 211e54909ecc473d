import { Bone, Vector3 } from 'three';
import type { SkinBone, Vec3 } from 'mangto';

export interface BearBone {
  readonly name: string;
  readonly parent: string | null;
  readonly head: Vec3;
  readonly tail: Vec3;
  /** 살의 반지름(m). Radius of the flesh. */
  readonly radius: number;
}

const ankle = 0.1;
const knee = 0.38;
const hip = 0.66;
const legX = 0.17;
const legZ = -0.015; // 무릎뼈는 오금 쪽으로 치우쳐 있다.

function middle(): BearBone[] {
  return [
    { name: 'root', parent: null, head: [0, 0, 0], tail: [0, 0.3, 0], radius: 0 },
    { name: 'hips', parent: 'root', head: [0, hip, 0], tail: [0, 0.76, 0], radius: 0.26 },
    { name: 'belly', parent: 'hips', head: [0, 0.76, 0], tail: [0, 0.91, 0], radius: 0.31 },
    { name: 'chest', parent: 'belly', head: [0, 0.91, 0], tail: [0, 1.1, 0], radius: 0.25 },
    { name: 'head', parent: 'chest', head: [0, 1.15, 0.01], tail: [0, 1.5, 0.03], radius: 0.34 },
  ];
}

/** 왼쪽은 +x이다: 곰은 +z를 본다. His left is +x, as he faces +z. */
function side(letter: 'L' | 'R', x: 1 | -1): BearBone[] {
  const of = (name: string) => name + letter;
  const bone = (
    name: string,
    parent: string,
    head: Vec3,
    tail: Vec3,
    radius: number,
  ): BearBone => ({
    name: of(name),
    parent: ['head', 'chest', 'hips'].includes(parent) ? parent : of(parent),
    head: [x * head[0], head[1], head[2]],
    tail: [x * tail[0], tail[1], tail[2]],
    radius,
  });
  return [
    bone('ear', 'head', [0.27, 1.65, -0.01], [0.36, 1.77, -0.02], 0.09),
    bone('upperArm', 'chest', [0.24, 1.05, 0], [0.5, 0.87, 0.02], 0.1),
    bone('foreArm', 'upperArm', [0.5, 0.87, 0.02], [0.74, 0.67, 0.05], 0.1),
    bone('paw', 'foreArm', [0.74, 0.67, 0.05], [0.84, 0.59, 0.065], 0.11),
    bone('thigh', 'hips', [legX, hip, legZ], [legX, knee, legZ], 0.125),
    bone('shin', 'thigh', [legX, knee, legZ], [legX, ankle, legZ], 0.125),
    bone('foot', 'shin', [legX, ankle, legZ], [legX, 0.07, 0.2], 0.1),
  ];
}

/** 묶을 때의 뼈들. 0번은 뿌리이다. The bones in bind pose; number 0 is the root. */
export const bearBones: readonly BearBone[] = [...middle(), ...side('L', 1), ...side('R', -1)];

export function boneIndex(name: string): number {
  return bearBones.findIndex((bone) => bone.name === name);
}

/** 굽는 데 쓰는 뼈들. The bones as the bake wants them. */
export const skinBones: readonly SkinBone[] = bearBones.map(({ name, parent, ...rest }) => ({
  name,
  parent: parent === null ? null : boneIndex(parent),
  ...rest,
}));

/** 축들이 세계와 나란한 뼈대. A skeleton whose bones are aligned with the axes in bind pose. */
export function createBones(): Bone[] {
  const made = bearBones.map(({ name }) => Object.assign(new Bone(), { name }));
  bearBones.forEach(({ head, parent }, k) => {
    const from = parent === null ? -1 : boneIndex(parent);
    made[k]!.position.set(...head).sub(new Vector3(...(bearBones[from]?.head ?? [0, 0, 0])));
    made[from]?.add(made[k]!);
  });
  made[0]!.updateMatrixWorld(true);
  return made;
}
