import { Vector3 } from 'three';
import type { Foot, Gait } from './gait';
import { sizes, type Arm, type Leg, type Skeleton } from './skeleton';

const turn = 2 * Math.PI;
const reach = sizes.thigh + sizes.shin - 0.002;
const ankle = new Vector3();

/** 한쪽 다리를 두 뼈 IK로 발목에 맞춘다. Two-bone IK from hip to ankle; the knee bends forward. */
function poseLeg(leg: Leg, foot: Foot, footZ: number, skeleton: Skeleton): void {
  ankle.set(foot.x, foot.y, footZ);
  skeleton.pelvis.worldToLocal(ankle).sub(leg.thigh.position);
  const down = Math.hypot(ankle.y, ankle.z);
  const distance = Math.min(reach, Math.hypot(ankle.x, down));
  const { thigh: a, shin: b } = sizes;
  const sideways = Math.atan2(-ankle.z, -ankle.y);
  const hipBend = Math.acos((a * a + distance * distance - b * b) / (2 * a * distance));
  const kneeBend = Math.PI - Math.acos((a * a + b * b - distance * distance) / (2 * a * b));
  const hip = Math.atan2(ankle.x, down) + hipBend;
  leg.thigh.rotation.set(sideways, 0, hip);
  leg.shin.rotation.set(0, 0, -kneeBend);
  leg.foot.rotation.set(0, 0, foot.pitch - (hip - kneeBend) - skeleton.pelvis.rotation.z);
}

/** 팔은 같은 쪽 다리와 반대로. The arm swings against the leg of its side. */
function poseArm(arm: Arm, sign: number, swing: number, amount: number, breath: number): void {
  const forward = 0.4 * amount * swing;
  arm.shoulder.rotation.set(0.02 * breath * -sign, -0.1 * amount * swing * sign, 0);
  arm.upper.rotation.set(-0.2 * sign, 0, forward + 0.02 * amount - 0.02);
  arm.fore.rotation.set(0, 0, 0.22 + amount * (0.2 + 0.18 * swing));
}

/** 걸음을 뼈로 옮긴다. Puts the walk into the bones and updates their world matrices. */
export function applyPose(skeleton: Skeleton, gait: Gait, z: number, time: number): void {
  const { amount, phase } = gait;
  const idle = 1 - amount;
  const leftAhead = Math.cos(turn * (phase - 0.38)); // 왼발이 가장 앞에 있을 때 1
  const onRight = Math.cos(turn * (phase - 0.19)); // 오른발로 설 때 1
  const sink = Math.cos(2 * turn * (phase - 0.44)); // 두 발로 설 때 1
  const breath = Math.sin(time * 1.5);

  skeleton.root.position.set(gait.x, 0, z);
  const { pelvis, spine, chest, neck, head } = skeleton;
  pelvis.position.set(
    0.012 * amount * Math.sin(2 * turn * phase),
    sizes.pelvisHeight - 0.006 * idle - amount * (0.024 + 0.018 * sink),
    0.024 * amount * onRight + 0.008 * idle * Math.sin(time * 0.5),
  );
  pelvis.rotation.set(-0.05 * amount * onRight, -0.09 * amount * leftAhead, -0.03 * amount);
  spine.rotation.set(0.03 * amount * onRight, 0.1 * amount * leftAhead, -0.02 * amount);
  chest.rotation.set(0.02 * amount * onRight, 0.1 * amount * leftAhead, 0.006 * breath);
  neck.rotation.set(0, -0.06 * amount * leftAhead, 0.03 * amount);
  head.rotation.set(
    0,
    -0.05 * amount * leftAhead + idle * 0.35 * Math.sin(time * 0.37) * Math.sin(time * 0.23),
    0.02 * amount * sink + 0.02 * idle * Math.sin(time * 0.41),
  );
  poseArm(skeleton.leftArm, -1, -leftAhead, amount, breath);
  poseArm(skeleton.rightArm, 1, leftAhead, amount, breath);

  skeleton.root.updateMatrixWorld(true);
  poseLeg(skeleton.leftLeg, gait.left, z - sizes.hipHalf, skeleton);
  poseLeg(skeleton.rightLeg, gait.right, z + sizes.hipHalf, skeleton);
  skeleton.root.updateMatrixWorld(true);
}
