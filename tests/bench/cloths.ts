// 천: 평범한 기준, 잘 다듬은 자바스크립트, 우리 격자와 그물, 다른 물리 엔진.
import type { Cloth } from 'mangto';
import { ClassicCloth } from '../reference/classic';
import { ColouredCloth } from '../reference/coloured';
import type { SheetOptions } from '../support/sheets';
import type { Contender, Contest, Entry, Tools } from './harness';
import { ammoContender } from './peers/ammo';
import { joltContender } from './peers/jolt';
import { asMesh, cape, flag, gust, square, type Scene } from './scenes';

type AnyCloth = Cloth | ClassicCloth | ColouredCloth;

const count = (cloths: Cloth[], what: 'points' | 'constraints'): number =>
  cloths.reduce((sum, cloth) => sum + cloth.stats[what], 0);

function build<T extends AnyCloth>(scenes: Scene[], create: (sheet: SheetOptions) => T): T[] {
  return scenes.map(({ sheet, capsules }) => {
    const cloth = create(sheet);
    cloth.setCapsules(capsules);
    return cloth;
  });
}

function contender(name: string, pace: number, cloths: AnyCloth[]): Contender {
  return {
    name,
    pace,
    step: () => {
      for (let n = 0; n < cloths.length; n++) cloths[n]!.step();
    },
    drive: (k) => cloths.forEach((cloth) => (cloth.wind = gust(k))),
    positions: () => cloths.flatMap((cloth) => [...cloth.positions]),
    dispose: () => cloths.forEach((cloth) => 'dispose' in cloth && cloth.dispose()),
  };
}

function own(scenes: Scene[], { mangto }: Tools): Contest {
  const grids = build(scenes, (sheet) => mangto.createGridCloth(sheet));
  const meshes = build(scenes, (sheet) => mangto.createMeshCloth(asMesh(sheet)));
  const [points, constraints] = [count(grids, 'points'), count(grids, 'constraints')];
  if (count(meshes, 'constraints') !== constraints) {
    throw new Error(`the mesh has ${count(meshes, 'constraints')} constraints, not ${constraints}`);
  }
  const reference = build(scenes, (sheet) => new ClassicCloth(sheet));
  const tuned = build(scenes, (sheet) => new ColouredCloth(sheet));
  return {
    points,
    constraints,
    contenders: [
      contender('plain TypeScript (reference)', 1, reference),
      contender('tuned JavaScript', 1, tuned),
      contender('mangto, grid', 12, grids),
      contender('mangto, mesh', 7, meshes),
    ],
  };
}

async function withPeers(scenes: Scene[], tools: Tools): Promise<Contest> {
  const contest = own(scenes, tools);
  const peers = [
    await joltContender(scenes, contest.constraints),
    await ammoContender(scenes, tools.binaries.ammo),
  ];
  return { ...contest, contenders: [...contest.contenders, ...peers] };
}

const squares = (n: number, stepsPerSample: number, samples: number): Entry => ({
  name: `${n}×${n}`,
  stepsPerSample,
  samples,
  setup: (tools) => own([square(n)], tools),
});

export const clothEntries: Entry[] = [
  {
    name: 'cape 12×17 + flag 16×10',
    stepsPerSample: 2,
    samples: 500,
    setup: (tools) => withPeers([cape(), flag()], tools),
  },
  squares(22, 2, 400),
  squares(64, 1, 120),
  squares(128, 1, 50),
];
