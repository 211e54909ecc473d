import type { Bone } from 'three';

/** 이름으로 알아보는 뼈. / A bone that is recognised by its name. */
export type RigPart = 'leftUpperArm' | 'rightUpperArm' | 'hips';

// 앞선 이름일수록 먼저 찾는다. 글자와 숫자만 남긴 소문자이다.
// Mixamo: mixamorig:LeftArm. Rigify: DEF-upper_arm.L, DEF-spine. VRM: J_Bip_L_UpperArm, leftUpperArm,
// J_Bip_C_Hips. Unreal: upperarm_l, pelvis. Blender: UpperArm.L, Arm.L.
const kNames: Record<RigPart, readonly string[]> = {
  leftUpperArm: ['leftarm', 'leftupperarm', 'upperarml', 'lupperarm', 'arml', 'larm', 'armupperl'],
  rightUpperArm: [
    'rightarm',
    'rightupperarm',
    'upperarmr',
    'rupperarm',
    'armr',
    'rarm',
    'armupperr',
  ],
  hips: ['hips', 'chips', 'pelvis', 'hip', 'spine'],
};

/** 도구들이 앞에 붙이는 말. / What tools put in front. */
const kPrefix = /^(mixamorig\d*|def|org|normalizedjbip|jbip|bip\d+|biped)/;

/** `mixamorig:LeftArm`, `DEF-upper_arm.L` → `leftarm`, `upperarml` */
function plainName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return plain.replace(kPrefix, '') || plain;
}

/** 그 자리의 뼈를 찾는다. / Finds the bone of that part, if its name is known. */
export function findBone(bones: readonly Bone[], part: RigPart): Bone | undefined {
  const names = bones.map(({ name }) => plainName(name));
  for (const name of kNames[part]) {
    const bone = bones[names.indexOf(name)];
    if (bone) return bone;
  }
  return undefined;
}
