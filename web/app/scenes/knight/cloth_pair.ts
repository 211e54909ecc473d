import type { Matrix4 } from 'three';
import type { Cloth, ClothFrame, Collider, GridClothOptions, Mangto, SolverName } from 'mangto';
import type { CapeRig } from './cape';
import { flagPlan, poleCapsule, slackenTie } from './flag';

type Vector = [number, number, number];

/** 한 벌을 다시 만드는 데 드는 모든 것. What is needed to make a piece of cloth. */
export interface ClothPlan {
  columns: number;
  rows: number;
  position(i: number, j: number): Vector;
  pinned(i: number, j: number): boolean;
}

/** 천을 푸는 법. How the cloths are solved. */
export interface Solving {
  solver: SolverName;
  iterations: number;
  substeps: number;
  structural: boolean;
  shear: boolean;
  bend: boolean;
}

/** 천의 둘레. 걸음마다 그 자리에 새로 쓰인다. What is around the cloths, written anew in place each step. */
export interface Surroundings {
  colliders: readonly Collider[];
  /** m/s */
  airBehind: Readonly<Vector>;
  wind: Readonly<Vector>;
}

const capeTuning = { windStrength: 15, drag: 0.4, thickness: 0.007 };
const flagTuning = { windStrength: 6, drag: 0.5, floor: null };

/** 망토와 깃발 한 벌. 격자가 바뀌면 새로 만든다. A cape and a flag, remade when the grid changes. */
export class ClothPair {
  readonly #mangto: Mangto;
  readonly #rig: CapeRig;
  readonly #surroundings: Surroundings;
  #cape: Cloth | undefined;
  #flag: Cloth | undefined;

  constructor(mangto: Mangto, rig: CapeRig, surroundings: Surroundings) {
    this.#mangto = mangto;
    this.#rig = rig;
    this.#surroundings = surroundings;
  }

  get cape(): Cloth {
    return made(this.#cape);
  }

  get flag(): Cloth {
    return made(this.#flag);
  }

  /** 걸음마다 코어에 줄 것. 새로 만들 때까지 같은 것이다. What the core gets each step; the same until make(). */
  get frames(): readonly ClothFrame[] {
    const { colliders, airBehind, wind } = this.#surroundings;
    return [
      { cloth: this.cape, wind: airBehind, colliders },
      { cloth: this.flag, wind },
    ];
  }

  get stepMs(): number {
    return this.cape.stats.stepMs + this.flag.stats.stepMs;
  }

  /** 지금 자세에 새로 만든다. Makes both anew at the present pose. */
  make(capeRows: number): void {
    this.#cape = this.#replace(this.#cape, this.#rig.plan(capeRows), capeTuning);
    this.#flag = this.#replace(this.#flag, flagPlan(capeRows), flagTuning);
    this.#flag.setCapsules(poleCapsule);
    slackenTie(this.#flag.pinTargets, capeRows);
  }

  tune({ solver, iterations, substeps, structural, shear, bend }: Readonly<Solving>): void {
    const stiffness = {
      structural: structural ? 1 : 0,
      shear: shear ? 0.6 : 0,
      bend: bend ? 0.25 : 0,
    };
    for (const cloth of [this.cape, this.flag]) {
      Object.assign(cloth, { solver, iterations, substeps, stiffness });
    }
  }

  /** 망토의 고정점을 몸이 간 곳으로. Takes the pins of the cape to where the body is. */
  follow(): void {
    this.#rig.writeTargets(this.cape.pinTargets);
  }

  /** 망토를 몸과 함께 옮긴다. The cape goes along when the walk is moved. */
  shift(move: Matrix4): void {
    this.cape.teleport(move.elements);
  }

  dispose(): void {
    this.#cape?.dispose();
    this.#flag?.dispose();
  }

  #replace(
    old: Cloth | undefined,
    plan: ClothPlan,
    tuning: Pick<GridClothOptions, 'windStrength' | 'drag' | 'floor' | 'thickness'>,
  ): Cloth {
    const cloth = this.#mangto.createGridCloth({ ...plan, ...tuning });
    old?.dispose();
    return cloth;
  }
}

function made(cloth: Cloth | undefined): Cloth {
  if (!cloth) throw new Error('the cloth has not been made yet');
  return cloth;
}
