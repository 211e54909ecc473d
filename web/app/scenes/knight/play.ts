import { Matrix4 } from 'three';
import type { ClothFrame, Mangto } from 'mangto';
import { CapeRig } from './cape';
import { ClothPair, type Solving } from './cloth_pair';
import { Colliders } from './colliders';
import { Gait } from './gait';
import { Guide } from './guide';
import { applyPose } from './pose';
import { createSkeleton } from './skeleton';
import { Wind } from './wind';

const pathZ = 0.25; // m, 길의 가운데
/** 등 뒤의 공기가 몸을 따라오는 몫. Share of his speed at which the air behind him comes along. */
const wake = 0.68;

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
  readonly cloths: ClothPair;
  /** 초. Seconds since the start. */
  time = 0;
  readonly #mangto: Mangto;
  readonly #move = new Matrix4();
  readonly #surroundings = {
    colliders: this.colliders.list,
    airBehind: [0, 0, 0] as [number, number, number],
    wind: this.wind.velocity,
  };
  #frames: readonly ClothFrame[] = [];
  #capeRows = 17;
  #rival: ClothPair | undefined;

  constructor(mangto: Mangto) {
    this.#mangto = mangto;
    this.cloths = new ClothPair(mangto, this.capeRig, this.#surroundings);
  }

  /** 견주어 볼 또 한 벌. The other pair of a comparison. */
  get rival(): ClothPair | undefined {
    return this.#rival;
  }

  /** 처음 자리에 선다. 천은 makeCloths()가 만든다. Puts him at the start; the cloths are not touched. */
  place(walking: boolean): void {
    this.time = 0;
    this.gait.reset(walking, pathZ);
    this.guide.reset();
    this.#pose();
  }

  /** 지금 자세에 새로 만든다. Makes the cloths anew at the present pose. */
  makeCloths(capeRows: number): void {
    this.#capeRows = capeRows;
    this.cloths.make(capeRows);
    this.#rival?.make(capeRows);
    this.#gather();
  }

  /** 또 한 벌을 이렇게 풀게 하거나(null이면) 치운다. Has a rival solved this way, or (null) none. */
  compare(solving: Readonly<Solving> | null): void {
    if (solving && !this.#rival) {
      this.#rival = new ClothPair(this.#mangto, this.capeRig, this.#surroundings);
      this.#rival.make(this.#capeRows);
    } else if (!solving) {
      this.#rival?.dispose();
      this.#rival = undefined;
    }
    if (solving) this.#rival?.tune(solving);
    this.#gather();
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
    this.#feelAir();
    this.cloths.follow();
    this.#rival?.follow();
    this.#mangto.update(this.#frames, seconds);
  }

  /** 먼 곳에서 소수점이 거칠어지기 전에 모두 함께 옮긴다. Moves everything along x at once. */
  shift(dx: number): void {
    this.gait.shift(dx);
    this.#pose();
    this.#move.makeTranslation(dx, 0, 0);
    this.cloths.shift(this.#move);
    this.#rival?.shift(this.#move);
  }

  /** 한 번에 움직일 천들을 모은다. Gathers the cloths that move in one call. */
  #gather(): void {
    this.#frames = [...this.cloths.frames, ...(this.#rival?.frames ?? [])];
  }

  /** 흉벽이 가려 준 바람에서 몸이 막은 맞바람을 빼고, 몸이 끌고 가는 공기를 더한다. */
  #feelAir(): void {
    const { speed, yaw } = this.gait;
    const { sheltered } = this.wind;
    const [x, z] = [Math.cos(yaw), -Math.sin(yaw)];
    const headwind = Math.min(0, sheltered[0] * x + sheltered[2] * z);
    const along = wake * speed - headwind;
    const air = this.#surroundings.airBehind;
    air[0] = sheltered[0] + along * x;
    air[1] = sheltered[1];
    air[2] = sheltered[2] + along * z;
  }

  #pose(): void {
    applyPose(this.skeleton, this.gait, this.time);
    this.colliders.update();
  }
}
