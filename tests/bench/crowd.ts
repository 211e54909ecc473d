// 같은 망토 백 벌: 한 번에 부르는 떼와, 따로 만든 천들. 시간은 모두 망토 한 벌의 것이다.
import type { Cloth } from 'mangto';
import { ClassicCloth } from '../reference/classic';
import type { Contender, Entry, Tools } from './harness';
import { asMesh, cape, memberInput, type MemberInput } from './scenes';

const MEMBERS = 100;

const scene = cape();
const { sheet } = scene;

/** 첫 행의 고정점들을 옮긴다. */
function lift(targets: { [n: number]: number }, first: number, { lift }: MemberInput): void {
  const top = sheet.position(0, 0)[1];
  for (let i = 0; i < sheet.columns; i++) targets[first + 3 * i + 1] = top + lift;
}

function drive(cloth: Cloth | ClassicCloth, member: number, k: number): void {
  const input = memberInput(scene, member, k);
  cloth.wind = input.wind;
  cloth.setCapsules(input.capsules);
  lift(cloth.pinTargets, 0, input);
}

function reference(): Contender {
  const cloth = new ClassicCloth(sheet);
  return {
    name: 'plain TypeScript, one cape',
    pace: 8,
    step: () => cloth.step(),
    drive: (k) => drive(cloth, 0, k),
    positions: () => cloth.positions,
  };
}

function crowd(name: string, options: Parameters<Tools['mangto']['createClothCrowd']>[0]) {
  return ({ mangto }: Tools): Contender => {
    const cloth = mangto.createClothCrowd(options);
    const driveAll = (k: number) => {
      for (let member = 0; member < MEMBERS; member++) {
        const input = memberInput(scene, member, k);
        cloth.setMemberWind(member, input.wind);
        cloth.setMemberCapsules(member, input.capsules);
        lift(cloth.pinTargets, 3 * member * cloth.pointsPerMember, input);
      }
    };
    return {
      name,
      pace: 2,
      copies: MEMBERS,
      step: () => cloth.step(),
      drive: driveAll,
      positions: () => cloth.positions,
      dispose: () => cloth.dispose(),
    };
  };
}

function separate({ mangto }: Tools): Contender {
  const cloths = Array.from({ length: MEMBERS }, () => mangto.createGridCloth(sheet));
  return {
    name: `mangto, ${MEMBERS} grids`,
    pace: 1,
    copies: MEMBERS,
    step: () => {
      for (let n = 0; n < cloths.length; n++) cloths[n]!.step();
    },
    drive: (k) => cloths.forEach((cloth, member) => drive(cloth, member, k)),
    positions: () => cloths.flatMap((cloth) => [...cloth.positions]),
    dispose: () => cloths.forEach((cloth) => cloth.dispose()),
  };
}

export const crowdEntry: Entry = {
  name: `crowd of ${MEMBERS} capes 12×17, per cape`,
  stepsPerSample: 1,
  samples: 200,
  setup: (tools) => ({
    points: sheet.columns * sheet.rows,
    constraints: separateConstraints(tools),
    contenders: [
      reference(),
      crowd('mangto, crowd of grids', { ...sheet, count: MEMBERS })(tools),
      crowd('mangto, crowd of meshes', { ...asMesh(sheet), count: MEMBERS })(tools),
      separate(tools),
    ],
  }),
};

function separateConstraints({ mangto }: Tools): number {
  const cloth = mangto.createGridCloth(sheet);
  const { constraints } = cloth.stats;
  cloth.dispose();
  return constraints;
}
