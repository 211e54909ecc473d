import { MathUtils, Quaternion, Vector3, type Bone } from 'three';
import type { Vec3 } from 'mangto';
import type { PoseName } from '../../settings';
import { bearBones, boneIndex } from './bones';

/** 한 바퀴의 길이(s). Length of the movement in seconds. */
export const loopSeconds = 4;

/** 뼈 하나를 다 굽혔을 때의 회전. How far a bone turns at full bend. */
interface Turn {
  readonly bone: number;
  readonly axis: Vector3;
  /** 라디안. In radians. */
  readonly angle: number;
}

interface Pose {
  readonly turns: readonly Turn[];
  /** 골반이 옮겨 가는 거리(m). How far the hips move. */
  readonly hips: Vec3;
  /** 발목이 옮겨 가는 거리(m), 땅을 딛지 않으면 null. How far an ankle moves; null for a foot in the air. */
  readonly feet: { readonly L: Vec3 | null; readonly R: Vec3 | null };
  /** 발끝이 들리는 각(rad). How far the toes of a standing foot rise. */
  readonly toes: number;
  /** 흔드는 뼈. A bone that swings during the hold. */
  readonly swing?: Turn;
}

const still: Pose = { turns: [], hips: [0, 0, 0], feet: { L: [0, 0, 0], R: [0, 0, 0] }, toes: 0 };

function turn(name: string, axis: Vec3, degrees: number): Turn {
  const angle = MathUtils.degToRad(degrees);
  return { bone: boneIndex(name), axis: new Vector3(...axis).normalize(), angle };
}

function restDirection(name: string): Vector3 {
  const { head, tail } = bearBones[boneIndex(name)]!;
  return new Vector3(...tail).sub(new Vector3(...head)).normalize();
}

/** 팔을 내린 자세: 묶을 때의 팔은 벌어져 있다. Arms down, as they are spread in bind pose. */
const relaxed = new Map([
  [boneIndex('upperArmL'), new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), -0.42)],
  [boneIndex('upperArmR'), new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), 0.42)],
]);

/** 뼈를 이 쪽으로 돌리는 가장 짧은 회전. The shortest turn that points a bone that way. */
function aim(name: string, direction: Vector3): { turn: Turn; rotation: Quaternion } {
  const from = restDirection(name);
  const axis = new Vector3().crossVectors(from, direction).normalize();
  const angle = from.angleTo(direction);
  const rotation = new Quaternion().setFromAxisAngle(axis, angle);
  return { turn: { bone: boneIndex(name), axis, angle }, rotation };
}

/** 위팔과 아래팔이 가리킬 방향에서 두 회전을 얻는다. The turns that point an arm as given (left arm; mirrored for R). */
function arm(side: 'L' | 'R', upper: Vec3, fore: Vec3): Turn[] {
  const mirrored = ([x, y, z]: Vec3) => new Vector3(side === 'L' ? x : -x, y, z).normalize();
  const first = aim(`upperArm${side}`, mirrored(upper));
  const second = mirrored(fore).applyQuaternion(first.rotation.clone().invert());
  return [first.turn, aim(`foreArm${side}`, second).turn];
}

const x: Vec3 = [1, 0, 0];
const y: Vec3 = [0, 1, 0];
const z: Vec3 = [0, 0, 1];

const wrungArm: Vec3 = [0.9, -0.2, 0.35];

/** 곧게 뻗은 팔의 아래팔을 제 축으로 비튼다. A straight arm whose forearm turns about itself. */
function wring(side: 'L' | 'R', degrees: number): Turn[] {
  const [upper] = arm(side, wrungArm, wrungArm);
  return [upper!, turn(`foreArm${side}`, restDirection(`foreArm${side}`).toArray(), degrees)];
}

const eatArm = [
  [0.62, -0.36, 0.7],
  [-0.26, 0.76, 0.6],
] as const satisfies readonly Vec3[];

const poses: Readonly<Record<PoseName, Pose>> = {
  eat: {
    ...still,
    turns: [
      ...arm('L', ...eatArm),
      ...arm('R', ...eatArm),
      turn('pawL', [0, 0.4, 1], 14),
      turn('pawR', [0, -0.4, -1], 14),
      turn('chest', x, 7),
      turn('belly', x, 3),
      turn('head', [0.25, 0.3, 1], 15),
      turn('earL', z, -8),
      turn('earR', z, -12),
      turn('thighL', x, -92),
      turn('shinL', x, 80),
      turn('footL', x, 12),
    ],
    hips: [-0.07, -0.035, 0.01],
    feet: { L: null, R: [0, 0, 0] },
  },
  elbow: {
    ...still,
    turns: [
      ...arm('L', [0.62, -0.76, 0.2], [0.32, 0.42, 0.85]),
      ...arm('R', [0.62, -0.76, 0.2], [0.32, 0.42, 0.85]),
    ],
  },
  knee: {
    ...still,
    turns: [
      turn('thighL', x, -72),
      turn('shinL', x, 80),
      turn('footL', x, 10),
      turn('upperArmL', z, -12),
      turn('upperArmR', z, -20),
    ],
    hips: [-0.07, -0.02, 0],
    feet: { L: null, R: [0, 0, 0] },
  },
  sit: {
    ...still,
    turns: [
      ...arm('L', [0.62, -0.5, 0.6], [0.1, -0.35, 0.93]),
      ...arm('R', [0.4, -0.6, 0.7], [0.05, -0.35, 0.93]),
      turn('belly', x, 4),
      turn('chest', x, 6),
      turn('head', [1, 0.2, 0.5], -9),
    ],
    hips: [0, -0.49, -0.14],
    feet: { L: [0.11, 0.05, 0.33], R: [-0.11, 0.05, 0.33] },
    toes: MathUtils.degToRad(55),
  },
  wave: {
    ...still,
    turns: [
      ...arm('L', [0.9, 0.42, 0.15], [0.25, 0.95, 0.2]),
      ...arm('R', [0.75, -0.65, 0.1], [0.2, -0.5, 0.85]),
      turn('head', [0, 0.3, 1], -14),
      turn('chest', z, 5),
      turn('earL', z, -8),
    ],
    hips: [-0.03, -0.012, 0],
    swing: turn('foreArmL', z, 26),
  },
  twist: {
    ...still,
    turns: [
      turn('hips', y, -10),
      turn('belly', y, 28),
      turn('chest', y, 34),
      turn('head', y, -22),
      turn('upperArmL', z, 4),
      turn('upperArmR', z, -4),
    ],
    hips: [0, -0.02, 0],
  },
  // 행렬을 그대로 섞으면 팔꿈치가 사탕 봉지처럼 조여든다.
  wring: { ...still, turns: [...wring('L', 150), ...wring('R', -150)] },
};

/** 0.2–1.6초에 굽히고, 3.0–3.9초에 편다. Eases in from 0.2 to 1.6 s and out from 3.0 to 3.9 s: 0…1. */
export function bendAt(seconds: number): number {
  return MathUtils.smoothstep(seconds, 0.2, 1.6) * (1 - MathUtils.smoothstep(seconds, 3, 3.9));
}

const xAxis = new Vector3(...x);
const identity = new Quaternion();
const turned = new Quaternion();
const reachTo = new Vector3();
const footGoal = new Quaternion();
const down = new Vector3(0, -1, 0);
const knees = { L: boneIndex('shinL'), R: boneIndex('shinR') };
const hips = boneIndex('hips');

/**
 * 서 있는 다리를 두 뼈 IK로 발목에 맞춘다. 무릎은 앞으로 굽는다.
 * Two-bone IK (law of cosines) from the hip to the ankle; the knee bends forward, the sole stays level.
 */
function stand(
  bones: readonly Bone[],
  side: 'L' | 'R',
  shift: Vec3,
  bend: number,
  toes: number,
): void {
  const shin = bones[knees[side]]!;
  const thigh = bones[knees[side] - 1]!;
  const foot = bones[knees[side] + 1]!;
  const { head } = bearBones[knees[side] + 1]!;
  reachTo
    .set(...shift)
    .multiplyScalar(bend)
    .add({ x: head[0], y: head[1], z: head[2] });
  const root = bones[0]!;
  bones[hips]!.worldToLocal(root.localToWorld(reachTo)).sub(thigh.position);
  const a = shin.position.length();
  const b = foot.position.length();
  // 곧게 편 다리에서 반올림이 acos의 범위를 넘지 않게 한다.
  const distance = Math.min(reachTo.length(), a + b - 1e-9);
  const hipBend = Math.acos((a * a + distance ** 2 - b * b) / (2 * a * distance));
  const kneeBend = Math.PI - Math.acos((a * a + b * b - distance ** 2) / (2 * a * b));
  thigh.quaternion.setFromUnitVectors(down, reachTo.normalize());
  thigh.quaternion.multiply(turned.setFromAxisAngle(xAxis, -hipBend));
  shin.quaternion.setFromAxisAngle(xAxis, kneeBend);
  footGoal.copy(bones[hips]!.quaternion).multiply(thigh.quaternion).multiply(shin.quaternion);
  foot.quaternion.setFromAxisAngle(xAxis, -toes * bend).premultiply(footGoal.invert());
}

/**
 * 뼈대에 자세를 입힌다. Puts a pose on a skeleton.
 * @param seconds 바퀴 안의 시각. Time within the loop, 0…loopSeconds.
 * @param strength 굽힘 세기. How far everything bends, 1 as designed.
 */
export function applyPose(
  bones: readonly Bone[],
  name: PoseName,
  seconds: number,
  strength: number,
): void {
  const pose = poses[name];
  const bend = bendAt(seconds) * strength;
  bones.forEach((bone, k) => bone.quaternion.copy(relaxed.get(k) ?? identity));
  const { head } = bearBones[hips]!;
  bones[hips]!.position.set(...pose.hips)
    .multiplyScalar(bend)
    .add({ x: head[0], y: head[1], z: head[2] });
  for (const { bone, axis, angle } of pose.turns) {
    const start = relaxed.get(bone);
    if (start)
      bones[bone]!.quaternion.slerpQuaternions(start, turned.setFromAxisAngle(axis, angle), bend);
    else bones[bone]!.quaternion.setFromAxisAngle(axis, angle * bend);
  }
  if (pose.swing) {
    const { bone, axis, angle } = pose.swing;
    const phase = Math.sin(2 * Math.PI * 1.5 * (seconds - 0.8));
    bones[bone]!.quaternion.premultiply(turned.setFromAxisAngle(axis, angle * bend * phase));
  }
  bones[0]!.updateMatrixWorld(true);
  for (const side of ['L', 'R'] as const) {
    const shift = pose.feet[side];
    if (shift) stand(bones, side, shift, bend, pose.toes);
  }
  bones[0]!.updateMatrixWorld(true);
}
