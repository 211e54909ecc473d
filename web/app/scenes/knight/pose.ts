import { Vector3 } from 'three';
import type { Foot, Gait } from './gait';
import { sizes, type Arm, type Leg, type Skeleton } from './skeleton';

const turn = 2 * Math.PI;
const reach = sizes.thigh + sizes.shin - 0.002;
const ankle = new Vector3();

/** 한쪽 다리를 두 뼈 IK로 발목에 맞춘다. Two-bone IK from hip to ankle; the knee bends forward. */
function poseLeg(leg: Leg, foot: Foot, yaw: number, skeleton: Skeleton): void {
  ankle.set(foot.x, foot.y, foot.z);
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
  // 발목에서 먼저 수직을 되찾고(z), 그 위에서 발의 방향으로 돌린다(y).
  const level = kneeBend - hip - skeleton.pelvis.rotation.z;
  leg.foot.rotation.set(-sideways, foot.yaw - yaw, level + foot.pitch, 'ZYX');
}

interface Swing {
  /** −1 뒤 … 1 앞. Behind … ahead. */
  at: number;
  /** 0 서 있음 … 1 걷기. */
  walk: number;
  /** 0 걷기 … 1 달리기. */
  run: number;
  breath: number;
}

/** 팔은 같은 쪽 다리와 반대로. The arm swings against the leg of its side. */
function poseArm(arm: Arm, sign: number, { at, walk, run, breath }: Swing): void {
  const forward = (0.34 + 0.14 * run) * walk * at;
  arm.shoulder.rotation.set(0.02 * breath * -sign, -0.1 * walk * at * sign, 0);
  arm.upper.rotation.set(-0.2 * sign, 0, forward + 0.06 * walk - 0.02);
  arm.fore.rotation.set(0, 0, 0.24 + walk * (0.2 + 0.16 * at) + 0.9 * run);
}

/** 서 있을 때 왼손은 칼자루에 얹힌다. Standing, the left hand rests on the sword's hilt. */
function restOnHilt(arm: Arm, idle: number): void {
  const ease = idle * idle * (3 - 2 * idle);
  arm.upper.rotation.x += (0.34 - arm.upper.rotation.x) * ease;
  arm.upper.rotation.z += (-0.12 - arm.upper.rotation.z) * ease;
  arm.fore.rotation.x = 0.1 * ease;
  arm.fore.rotation.z += (0.95 - arm.fore.rotation.z) * ease;
}

/** 걸음을 뼈로 옮긴다. Puts the walk into the bones and updates their world matrices. */
export function applyPose(skeleton: Skeleton, gait: Gait, time: number): void {
  const { phase, yaw } = gait;
  const walk = Math.min(1, gait.amount);
  const run = Math.min(1, Math.max(0, gait.amount - 1) / 2);
  const idle = 1 - walk;
  const leftAhead = Math.cos(turn * (phase - 0.38)); // 왼발이 가장 앞에 있을 때 1
  const onRight = Math.cos(turn * (phase - 0.19)); // 오른발로 설 때 1
  const sink = Math.cos(2 * turn * (phase - 0.44)); // 두 발로 설 때 1
  const breath = Math.sin(time * 1.5);
  const glance = idle * Math.sin(time * 0.37) * Math.sin(time * 0.23);
  const rest = idle * Math.sin(time * 0.5); // 한쪽 다리에서 다른 쪽으로 옮겨 싣는 무게

  skeleton.root.position.set(gait.x, 0, gait.z);
  skeleton.root.rotation.set(0, yaw, 0);
  const { pelvis, spine, chest, neck, head } = skeleton;
  pelvis.position.set(
    0.012 * walk * Math.sin(2 * turn * phase),
    sizes.pelvisHeight - 0.006 * idle - walk * (0.024 + 0.018 * sink) - 0.03 * run,
    0.024 * walk * onRight * (1 - 0.5 * run) + 0.016 * rest,
  );
  pelvis.rotation.set(
    -0.05 * walk * onRight + 0.02 * rest,
    -0.09 * walk * leftAhead,
    -0.03 * walk - 0.08 * run,
  );
  spine.rotation.set(
    0.03 * walk * onRight - 0.02 * rest,
    0.1 * walk * leftAhead,
    -0.02 * walk - 0.06 * run,
  );
  chest.rotation.set(0.02 * walk * onRight, 0.1 * walk * leftAhead + 0.12 * glance, 0.008 * breath);
  neck.rotation.set(0, -0.06 * walk * leftAhead + 0.2 * glance, 0.03 * walk + 0.08 * run);
  head.rotation.set(
    0,
    -0.05 * walk * leftAhead + 0.45 * glance,
    0.02 * walk * sink + 0.02 * idle * Math.sin(time * 0.41) + 0.04 * run,
  );
  poseArm(skeleton.leftArm, -1, { at: -leftAhead, walk, run, breath });
  poseArm(skeleton.rightArm, 1, { at: leftAhead, walk, run, breath });
  restOnHilt(skeleton.leftArm, idle);

  skeleton.root.updateMatrixWorld(true);
  poseLeg(skeleton.leftLeg, gait.left, yaw, skeleton);
  poseLeg(skeleton.rightLeg, gait.right, yaw, skeleton);
  skeleton.root.updateMatrixWorld(true);
}
