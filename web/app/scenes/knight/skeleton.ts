import { Bone, Skeleton as BoundBones } from 'three';

export interface Arm {
  /** 어깨뼈: 망토의 핀이 앉는 곳. The shoulder bone carries the cape's pins. */
  shoulder: Bone;
  upper: Bone;
  fore: Bone;
}

export interface Leg {
  thigh: Bone;
  shin: Bone;
  foot: Bone;
}

/** 앞은 +x, 위는 +y, 왼쪽은 −z. He faces +x; his left is −z. */
export interface Skeleton {
  root: Bone;
  pelvis: Bone;
  spine: Bone;
  chest: Bone;
  neck: Bone;
  head: Bone;
  leftArm: Arm;
  rightArm: Arm;
  leftLeg: Leg;
  rightLeg: Leg;
}

/** 뼈의 길이(m). Lengths of the bones. */
export const sizes = {
  pelvisHeight: 0.955,
  hipDrop: 0.04,
  hipHalf: 0.095,
  thigh: 0.43,
  shin: 0.42,
  upperArm: 0.29,
  foreArm: 0.26,
  shoulderHalf: 0.2,
} as const;

const spread = 0.75; // rad, 묶는 자세에서 팔을 벌리는 각

function bone(name: string, parent: Bone | undefined, x: number, y: number, z: number): Bone {
  const made = new Bone();
  made.name = name;
  made.position.set(x, y, z);
  parent?.add(made);
  return made;
}

function arm(side: string, sign: number, chest: Bone): Arm {
  const shoulder = bone(`shoulder${side}`, chest, -0.01, 0.2, 0.05 * sign);
  const upper = bone(`upperArm${side}`, shoulder, 0, -0.01, (sizes.shoulderHalf - 0.05) * sign);
  const fore = bone(`foreArm${side}`, upper, 0, -sizes.upperArm, 0);
  return { shoulder, upper, fore };
}

function leg(side: string, sign: number, pelvis: Bone): Leg {
  const thigh = bone(`thigh${side}`, pelvis, 0, -sizes.hipDrop, sizes.hipHalf * sign);
  const shin = bone(`shin${side}`, thigh, 0, -sizes.thigh, 0);
  const foot = bone(`foot${side}`, shin, 0, -sizes.shin, 0);
  return { thigh, shin, foot };
}

export function createSkeleton(): Skeleton {
  const root = bone('root', undefined, 0, 0, 0);
  const pelvis = bone('pelvis', root, 0, sizes.pelvisHeight, 0);
  const spine = bone('spine', pelvis, 0, 0.1, 0);
  const chest = bone('chest', spine, 0, 0.16, 0);
  const neck = bone('neck', chest, 0, 0.26, 0);
  const head = bone('head', neck, 0.01, 0.09, 0);
  return {
    root,
    pelvis,
    spine,
    chest,
    neck,
    head,
    leftArm: arm('L', -1, chest),
    rightArm: arm('R', 1, chest),
    leftLeg: leg('L', -1, pelvis),
    rightLeg: leg('R', 1, pelvis),
  };
}

/** 뿌리부터 차례로 모든 뼈. All bones from the root on, always in the same order. */
export function bonesOf({ root }: Skeleton): Bone[] {
  const bones: Bone[] = [];
  root.traverse((part) => {
    if (part instanceof Bone) bones.push(part);
  });
  return bones;
}

/** 몸을 짓고 갑옷을 다는 자세: 팔이 몸통과 붙지 않게 벌린다. The bind pose, in which body and armour are made: arms away from the trunk. */
export function createBindPose(): Skeleton {
  const skeleton = createSkeleton();
  skeleton.leftArm.upper.rotation.x = spread;
  skeleton.rightArm.upper.rotation.x = -spread;
  skeleton.root.updateMatrixWorld(true);
  return skeleton;
}

/** 그의 뼈들을 묶는 자세와 함께. His bones, along with the bind pose. */
export function boundBones(skeleton: Skeleton): BoundBones {
  const { boneInverses } = new BoundBones(bonesOf(createBindPose()));
  return new BoundBones(bonesOf(skeleton), boneInverses);
}
