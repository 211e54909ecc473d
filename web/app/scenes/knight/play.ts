import { Matrix4 } from 'three';
import type { Cloth, GridClothOptions, Mangto, SolverName } from 'mangto';
import { CapeRig } from './cape';
import type { ClothPlan } from './cloth_piece';
import { Colliders } from './colliders';
import { Guide } from './guide';
import { flagPlan, poleCapsule, slackenTie } from './flag';
import { Gait } from './gait';
import { applyPose } from './pose';
import { createSkeleton } from './skeleton';
import { Wind } from './wind';

/** 걷는 길의 z(m). The middle of the wall walk. */
export const pathZ = 0.25;

const capeTuning = { windStrength: 12, drag: 0.25 };
/** 등 뒤의 공기가 몸을 따라오는 몫. Share of his speed at which the air behind him comes along. */
const wake = 0.7;
const flagTuning = { windStrength: 6, drag: 0.5, floor: null };

/** 천을 푸는 법. How the cloths are solved. */
export interface Solving {
  solver: SolverName;
  iterations: number;
  substeps: number;
  structural: boolean;
  shear: boolean;
  bend: boolean;
}

/**
 * 그림이 없는 장면: 걸음, 뼈, 바람, 몸의 캡슐, 망토와 깃발. 화면 없이도 그대로 돈다.
 * The scene without its picture: gait, bones, wind, capsules, cape and flag. Runs without a screen.
 */
export class Play {
  readonly gait = new Gait();
  readonly guide = new Guide(this.gait, pathZ);
  readonly skeleton = createSkeleton();
  readonly colliders = new Colliders(this.skeleton);
  readonly wind = new Wind();
  readonly capeRig = new CapeRig(this.skeleton);
  /** 초. Seconds since the start. */
  time = 0;
  readonly #mangto: Mangto;
  readonly #shift = new Matrix4();
  readonly #air: [number, number, number] = [0, 0, 0];
  #cape: Cloth | undefined;
  #flag: Cloth | undefined;

  constructor(mangto: Mangto) {
    this.#mangto = mangto;
  }

  get cape(): Cloth {
    return made(this.#cape);
  }

  get flag(): Cloth {
    return made(this.#flag);
  }

  /** 처음 자리에 선다. 천은 makeCloths()가 만든다. Puts him at the start; the cloths are not touched. */
  place(walking: boolean): void {
    this.time = 0;
    this.gait.reset(walking, pathZ);
    this.guide.reset();
    this.#pose();
  }

  /** 지금 자세에 새 망토와 깃발을 만들고 그 설계를 돌려준다. Makes both cloths anew at the present pose. */
  makeCloths(scale: number): { cape: ClothPlan; flag: ClothPlan } {
    const cape = this.capeRig.plan(scale);
    const flag = flagPlan(scale);
    this.#cape = this.#make(this.#cape, cape, capeTuning);
    this.#flag = this.#make(this.#flag, flag, flagTuning);
    this.#flag.setCapsules(poleCapsule);
    slackenTie(this.#flag.pinTargets, scale);
    return { cape, flag };
  }

  tune(solving: Readonly<Solving>): void {
    const { solver, iterations, substeps, structural, shear, bend } = solving;
    for (const cloth of [this.cape, this.flag]) {
      cloth.solver = solver;
      cloth.iterations = iterations;
      cloth.substeps = substeps;
      cloth.stiffness = {
        structural: structural ? 1 : 0,
        shear: shear ? 0.6 : 0,
        bend: bend ? 0.25 : 0,
      };
    }
  }

  /** 몸만 한 걸음. One step of the body alone. */
  walk(seconds: number): void {
    this.time += seconds;
    this.wind.update(this.time);
    this.guide.step(seconds);
    this.gait.step(seconds);
    this.#pose();
  }

  /** 몸이 간 곳으로 천도 한 걸음. The cloths follow the body. */
  drape(seconds: number): void {
    const { cape, flag } = this;
    this.capeRig.writeTargets(cape.pinTargets);
    cape.setCapsules(this.colliders.data);
    cape.wind = this.#airBehind();
    flag.wind = this.wind.velocity;
    cape.update(seconds);
    flag.update(seconds);
  }

  /** 먼 곳에서 소수점이 거칠어지기 전에 모두 함께 옮긴다. Moves everything along x at once. */
  shift(dx: number): void {
    this.gait.shift(dx);
    this.#pose();
    this.cape.teleport(this.#shift.makeTranslation(dx, 0, 0).elements);
  }

  dispose(): void {
    this.#cape?.dispose();
    this.#flag?.dispose();
  }

  #make(
    old: Cloth | undefined,
    plan: ClothPlan,
    tuning: Pick<GridClothOptions, 'windStrength' | 'drag' | 'floor'>,
  ): Cloth {
    const cloth = this.#mangto.createGridCloth({ ...plan, ...tuning });
    old?.dispose();
    return cloth;
  }

  /** 흉벽이 가려 준 바람에, 몸이 끌고 가는 공기를 더한다. 한 배열을 계속 쓴다. */
  #airBehind(): Readonly<[number, number, number]> {
    const { sheltered } = this.wind;
    const { speed, yaw } = this.gait;
    this.#air[0] = sheltered[0] + wake * speed * Math.cos(yaw);
    this.#air[1] = sheltered[1];
    this.#air[2] = sheltered[2] - wake * speed * Math.sin(yaw);
    return this.#air;
  }

  #pose(): void {
    applyPose(this.skeleton, this.gait, this.time);
    this.colliders.update();
  }
}

function made(cloth: Cloth | undefined): Cloth {
  if (!cloth) throw new Error('the cloth has not been made yet');
  return cloth;
}
