// 쓸고 지나가는 콜라이더와 자기 충돌이 한 걸음을 얼마나 늘리는가. 기준은 같은 천의 classic 캡슐이다.
import type { Cloth, Collider } from 'mangto';
import type { SheetOptions } from '../support/sheets';
import type { Contender, Entry, Tools } from './harness';
import { asMesh, cape, gust, square, type Scene } from './scenes';

/** k번째 프레임의 몸: 흔들리는 캡슐들. */
function bodyAt(capsules: number[], k: number): Collider[] {
  const swing = (Math.abs((k % 32) - 16) - 8) / 64;
  return Array.from({ length: capsules.length / 7 }, (_, n) => {
    const [ax, ay, az, bx, by, bz, radius] = capsules.slice(7 * n, 7 * n + 7) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return { type: 'capsule', a: [ax, ay, az + swing], b: [bx, by, bz + swing], radius };
  });
}

interface Variant {
  name: string;
  prepare(cloth: Cloth, capsules: number[]): void;
  drive?(cloth: Cloth, capsules: number[], k: number): void;
}

const variants: Variant[] = [
  { name: 'capsules', prepare: (cloth, capsules) => cloth.setCapsules(capsules) },
  {
    name: 'swept colliders',
    prepare: () => undefined,
    drive: (cloth, capsules, k) => cloth.setColliders(bodyAt(capsules, k)),
  },
  {
    name: 'capsules, self-collision',
    prepare: (cloth, capsules) => {
      cloth.setCapsules(capsules);
      cloth.selfCollision = {};
    },
  },
];

function contender(cloth: Cloth, kind: string, { capsules }: Scene, variant: Variant): Contender {
  variant.prepare(cloth, capsules);
  return {
    name: `mangto, ${kind}, ${variant.name}`,
    pace: variant.drive || cloth.selfCollision ? 1 : 2,
    step: () => cloth.step(),
    drive: (k) => {
      cloth.wind = gust(k);
      variant.drive?.(cloth, capsules, k);
    },
    positions: () => cloth.positions,
    dispose: () => cloth.dispose(),
  };
}

function entry(name: string, scene: Scene, samples: number): Entry {
  return {
    name,
    stepsPerSample: 4,
    samples,
    setup: ({ mangto }: Tools) => {
      const makers: [string, () => Cloth][] = [
        ['grid', () => mangto.createGridCloth(scene.sheet)],
        ['mesh', () => mangto.createMeshCloth(asMesh(scene.sheet))],
      ];
      const contenders = makers.flatMap(([kind, make]) =>
        variants.map((variant) => contender(make(), kind, scene, variant)),
      );
      const { points, constraints } = mangto.createGridCloth(scene.sheet).stats;
      return { points, constraints, contenders };
    },
  };
}

/** 놓여 떨어지며 저 위에 쌓이는 천: 자기 충돌에 가장 비싼 장면. */
function dropped(n: number): Scene {
  const spacing = 1 / n;
  const sheet: SheetOptions = {
    columns: n,
    rows: n,
    position: (i, j) => [i * spacing, 1.3 - 0.97 * j * spacing, 0.24 * j * spacing],
    pinned: () => false,
  };
  return { sheet, capsules: [] };
}

export const bodyEntries: Entry[] = [
  entry('bodies: cape 12×17', cape(), 300),
  entry('bodies: 64×64', square(64), 80),
  entry('bodies: dropped 24×24', dropped(24), 150),
];
