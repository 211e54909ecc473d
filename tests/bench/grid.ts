// 격자 천: 평범한 기준, 잘 다듬은 자바스크립트, 우리 WASM.
import type { Cloth, Mangto } from 'mangto';
import { ClassicCloth } from '../reference/classic';
import { ColouredCloth } from '../reference/coloured';
import { hangingSheet, type SheetOptions } from '../support/sheets';
import type { Contender, Contest, Entry } from './harness';

type AnyCloth = Cloth | ClassicCloth | ColouredCloth;

interface Setting {
  sheet: SheetOptions;
  capsules: number[];
}

/** 천의 뒤에서 몸처럼 천을 받치는 캡슐 셋. */
function body(width: number, top: number, height: number): number[] {
  const middle = width / 2;
  const r = Math.min(width, height) / 6;
  const capsule = (x: number, from: number, to: number) => {
    return [x, top - height * from, -r / 2, x, top - height * to, -r / 2, r];
  };
  return [
    ...capsule(middle, 0.2, 0.5),
    ...capsule(middle - r, 0.5, 0.9),
    ...capsule(middle + r, 0.5, 0.9),
  ];
}

const cape = (): Setting => ({
  sheet: hangingSheet(12, 17, { spacing: 0.0625, top: 1.5 }),
  capsules: body(11 / 16, 1.5, 1),
});

const flag = (): Setting => ({
  sheet: hangingSheet(16, 10, { spacing: 0.0625, top: 3, pinning: 'left' }),
  capsules: [],
});

const square = (n: number): Setting => ({
  sheet: hangingSheet(n, n, { spacing: 1 / n, top: 1.5 }),
  capsules: body(1, 1.5, 1),
});

/** 사인 없이 흔들리는 바람: 어느 기계에서나 같은 입력. */
function gust(k: number): [number, number, number] {
  const wave = (period: number) => Math.abs((k % period) - period / 2) / period;
  return [wave(48) * 4, 0, -1 - wave(64) * 6];
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
  };
}

function contest(mangto: Mangto, settings: Setting[]): Contest {
  const build = <T extends AnyCloth>(create: (sheet: SheetOptions) => T): T[] =>
    settings.map(({ sheet, capsules }) => {
      const cloth = create(sheet);
      cloth.setCapsules(capsules);
      return cloth;
    });
  const ours = build((sheet) => mangto.createGridCloth(sheet));
  return {
    points: ours.reduce((sum, cloth) => sum + cloth.stats.points, 0),
    constraints: ours.reduce((sum, cloth) => sum + cloth.stats.constraints, 0),
    contenders: [
      contender(
        'plain TypeScript (reference)',
        1,
        build((sheet) => new ClassicCloth(sheet)),
      ),
      contender(
        'tuned JavaScript',
        1,
        build((sheet) => new ColouredCloth(sheet)),
      ),
      contender('mangto', 12, ours),
    ],
  };
}

const entry = (
  name: string,
  stepsPerSample: number,
  samples: number,
  settings: () => Setting[],
): Entry => ({
  name,
  stepsPerSample,
  samples,
  setup: (mangto) => contest(mangto, settings()),
});

export const gridEntries: Entry[] = [
  entry('cape 12×17 + flag 16×10', 2, 500, () => [cape(), flag()]),
  entry('22×22', 2, 400, () => [square(22)]),
  entry('64×64', 1, 120, () => [square(64)]),
  entry('128×128', 1, 50, () => [square(128)]),
];
