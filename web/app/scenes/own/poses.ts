import { MathUtils, Quaternion, Vector3, type Bone } from 'three';
import type { ExerciseName } from '../../settings';
import { bendAt, loopSeconds } from '../bears/poses';

/** 묶은 자세의 뼈 하나, 어느 뼈대에나. One bone at rest, of any rig. */
interface Joint {
  readonly bone: Bone;
  readonly rest: Quaternion;
  /** 부모의 세계 회전. World rotation of its parent. */
  readonly parentTurn: Quaternion;
  readonly parent: number;
  readonly head: Vector3;
  /** 뼈가 뻗은 쪽. The way it points. */
  readonly along: Vector3;
  readonly depth: number;
  /** 다 굽혔을 때의 회전, 자세마다(세계의 축). The turn of each exercise at full bend, in world axes. */
  readonly turns: Readonly<Record<Exclude<ExerciseName, 'rest' | 'sway'>, Quaternion>>;
}

const degrees = MathUtils.degToRad;
const up = new Vector3(0, 1, 0);
const forward = new Vector3(0, 0, 1);

/** 씨앗에서 나오는 0…1의 수들. Numbers 0…1 from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const aroundAxis = (axis: Vector3, angle: number) =>
  new Quaternion().setFromAxisAngle(axis.clone().normalize(), angle);

function parentOf(bone: Bone, bones: readonly Bone[]): number {
  for (let at = bone.parent; at !== null; at = at.parent) {
    const index = bones.indexOf(at as Bone);
    if (index >= 0) return index;
  }
  return -1;
}

/**
 * 어떤 뼈대에나 입히는 시험 자세들. 뼈의 이름이 아니라 자리만 본다.
 * Test poses for any rig, by where its bones are and not by their names.
 */
export class Exercises {
  readonly #joints: readonly Joint[];

  /** 뼈들이 처음 자세로 있을 때 만든다. Make it while the bones are at rest. */
  constructor(bones: readonly Bone[]) {
    const heads = bones.map((bone) => new Vector3().setFromMatrixPosition(bone.matrixWorld));
    const parents = bones.map((bone) => parentOf(bone, bones));
    const depths = bones.map((_, k) => depthOf(k, parents));
    const arms = findArms(heads, parents);
    const trunk = findTrunk(parents);
    const random = randomFrom(7);
    this.#joints = bones.map((bone, k): Joint => {
      const children = heads.filter((_, child) => parents[child] === k);
      const from = heads[parents[k]!] ?? heads[k]!;
      const along = (
        children[0]?.clone().sub(heads[k]!) ?? heads[k]!.clone().sub(from)
      ).normalize();
      const fold = new Vector3().crossVectors(along, forward);
      const isLimb = children.length === 1 && depths[k]! > 1 && fold.length() > 0.3;
      const wild = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5);
      return {
        bone,
        rest: bone.quaternion.clone(),
        parentTurn: bone.parent!.getWorldQuaternion(new Quaternion()),
        parent: parents[k]!,
        head: heads[k]!,
        along,
        depth: depths[k]!,
        turns: {
          bend: aroundAxis(wild, trunk.has(k) ? 0 : degrees(35) * (2 * random() - 1)),
          fold: isLimb ? aroundAxis(fold, degrees(45)) : new Quaternion(),
          arms: aroundAxis(forward, degrees(65) * arms[k]!),
          twist: aroundAxis(along.lengthSq() > 0 ? along : up, degrees(k % 2 === 0 ? 40 : -40)),
        },
      };
    });
  }

  /** @param seconds 바퀴 안의 시각. Time within the loop. @param strength 굽힘 세기. How far everything bends. */
  apply(name: ExerciseName, seconds: number, strength: number): void {
    if (name === 'rest') return;
    const bend = bendAt(seconds) * strength;
    const still = new Quaternion();
    const [turn, back] = [new Quaternion(), new Quaternion()];
    for (const { bone, rest, parentTurn, depth, turns } of this.#joints) {
      if (name === 'sway') {
        const phase = 2 * Math.PI * (seconds / loopSeconds) - 0.6 * depth;
        const angle = depth === 0 ? 0 : degrees(9) * strength * Math.sin(phase);
        turn.setFromAxisAngle(forward, angle);
      } else {
        turn.slerpQuaternions(still, turns[name], bend);
      }
      // 세계의 축으로 돈 것을 부모의 공간에서: P⁻¹·R·P·rest.
      back.copy(parentTurn).invert();
      bone.quaternion.copy(back).multiply(turn).multiply(parentTurn).multiply(rest);
    }
  }
}

/** 뿌리에서 첫 갈래까지: 이것이 돌면 온몸이 기운다. 갈래가 없으면 뿌리만. From the root to the first fork, else the root alone: turning it tilts the whole body. */
function findTrunk(parents: readonly number[]): Set<number> {
  const trunk = new Set<number>();
  const next = (bone: number) => [...parents.keys()].filter((k) => parents[k] === bone);
  let line = next(-1);
  for (; line.length === 1; line = next(line[0]!)) trunk.add(line[0]!);
  return line.length > 1 ? trunk : new Set([...trunk].slice(0, 1));
}

function depthOf(bone: number, parents: readonly number[]): number {
  let depth = 0;
  for (let at = parents[bone]!; at >= 0; at = parents[at]!) depth += 1;
  return depth;
}

/** 옆으로 가장 멀리 가는 가지가 몸통에서 나오는 곳: +x 쪽은 1, −x 쪽은 −1, 나머지는 0. Where the branches that go furthest sideways leave the trunk. */
function findArms(heads: readonly Vector3[], parents: readonly number[]): number[] {
  const centre = heads.reduce((sum, { x }) => sum + x, 0) / heads.length;
  const reach = heads.map(({ x }) => x - centre);
  heads.forEach((_, k) => {
    for (let at = parents[k]!; at >= 0; at = parents[at]!)
      if (Math.abs(heads[k]!.x - centre) > Math.abs(reach[at]!)) reach[at] = heads[k]!.x - centre;
  });
  const most = Math.max(...reach.map(Math.abs));
  const sides = heads.map(({ x }, k) => {
    const own = Math.abs(x - centre);
    const isArm = Math.abs(reach[k]!) > 0.7 * most && own > 0.12 * most && own < 0.5 * most;
    return isArm ? Math.sign(reach[k]!) : 0;
  });
  return sides.map((side, k) => {
    for (let at = parents[k]!; at >= 0; at = parents[at]!) if (sides[at] !== 0) return 0;
    return side;
  });
}
