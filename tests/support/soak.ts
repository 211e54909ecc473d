// 장면들을 화면 없이, 고르지 않은 프레임으로 오래 돌린다.
import { BufferAttribute, BufferGeometry, Skeleton } from 'three';
import type { Cloth, Mangto } from 'mangto';
import { StepClock } from '../../web/app/clock';
import { createBones, skinBones } from '../../web/app/scenes/bears/bones';
import { bearParts } from '../../web/app/scenes/bears/clay_shapes';
import { applyPose, loopSeconds } from '../../web/app/scenes/bears/poses';
import { CpuSkin } from '../../web/app/scenes/bears/skinning';
import { Play } from '../../web/app/scenes/knight/play';
import { heapBytes } from './heap';
import { USUAL } from './knight';
import { loadModule } from './module';
import { randomFrom } from './meshes';
import { hangingSheet } from './sheets';

const STEP = 1 / 60;
/** 기사가 이만큼 걸으면 처음 자리로 옮긴다(m). */
const WRAP = 400;

/** 화면 없는 장면. */
export interface Scene {
  step(): void;
  /** 프레임마다 한 번: 그릴 수들을 내준다. */
  present(): readonly ArrayLike<number>[];
  /** 때때로 사용자가 하는 일. */
  meddle(random: () => number): void;
}

function knight(mangto: Mangto): Scene {
  const play = new Play(mangto);
  play.place(true);
  play.makeCloths(17);
  play.cloths.tune(USUAL);
  return {
    step() {
      play.walk(STEP);
      if (Math.abs(play.gait.x) > WRAP) play.shift(-Math.sign(play.gait.x) * WRAP);
      play.drape(STEP);
    },
    present: () => [play.cloths.cape.positions, play.cloths.flag.positions],
    meddle(random) {
      play.guide.walking = random() < 0.7;
      play.wind.strength = 12 * random();
      play.wind.angle = 2 * Math.PI * random();
      const solver = random() < 0.5 ? 'classic' : 'substeps';
      play.cloths.tune({ ...USUAL, solver, iterations: 1 + Math.floor(12 * random()) });
      if (random() < 0.1) play.makeCloths(9 + Math.floor(17 * random()));
    },
  };
}

function bears(mangto: Mangto): Scene {
  const mesh = mangto.createSdfMesh({
    shapes: bearParts.map(({ shape }) => shape),
    vertices: 1000,
  });
  mesh.step(Infinity);
  const surface = mesh.result;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(surface.positions, 3));
  const bones = createBones();
  const skin = new CpuSkin(new Skeleton(bones));
  const out = new Float32Array(surface.positions.length);
  const vertices = Uint16Array.from({ length: surface.positions.length / 3 }, (_, k) => k);
  const bake = (mode: 'nearest' | 'smooth' | 'heat') => {
    const task = mangto.createSkinBake({ ...surface, bones: skinBones, mode });
    task.step(Infinity);
    geometry.setAttribute('skinIndex', new BufferAttribute(task.result.skinIndex, 4));
    geometry.setAttribute('skinWeight', new BufferAttribute(task.result.skinWeight, 4));
  };
  bake('smooth');
  let time = 0;
  return {
    step: () => void (time = (time + STEP) % loopSeconds),
    present() {
      applyPose(bones, 'eat', time, 1);
      skin.read();
      skin.place(geometry, vertices, out);
      return [out];
    },
    meddle: (random) => bake((['nearest', 'smooth', 'heat'] as const)[Math.floor(3 * random())]!),
  };
}

/** 바람 없이 걸린 천들: 내려앉은 뒤로는 움직이지 않아야 한다. */
export class Rest implements Scene {
  readonly #cloths: readonly Cloth[];
  #settled: Float32Array[] = [];

  constructor(mangto: Mangto) {
    const sheet = hangingSheet(12, 17, { pinning: 'top', top: 3 });
    this.#cloths = [
      mangto.createGridCloth({ ...sheet, damping: 0.95 }),
      mangto.createGridCloth({ ...sheet, damping: 0.95, solver: 'substeps' }),
      mangto.createClothCrowd({ ...sheet, damping: 0.95, count: 4 }),
    ];
  }

  step(): void {
    for (const cloth of this.#cloths) cloth.step();
  }

  present = (): readonly ArrayLike<number>[] => this.#cloths.map(({ positions }) => positions);

  meddle(): void {
    if (this.#settled.length === 0)
      this.#settled = this.#cloths.map((one) => one.positions.slice());
  }

  /** 내려앉은 뒤로 가장 멀리 간 점(m). */
  drift(): number {
    return Math.max(
      ...this.#cloths.flatMap(({ positions }, k) =>
        Array.from(positions, (value, at) => Math.abs(value - this.#settled[k]![at]!)),
      ),
    );
  }
}

export const SCENES: Readonly<Record<string, (mangto: Mangto) => Scene>> = {
  knight,
  bears,
  rest: (mangto) => new Rest(mangto),
};

/** 한 번 잰 것. */
export interface Sample {
  /** 흐른 시뮬레이션 시간. */
  readonly minutes: number;
  readonly wasmBytes: number;
  readonly heapBytes: number;
  /** 지난번에 잰 뒤로 걸음 하나에 든 시간. */
  readonly stepMs: number;
}

export interface Soaked {
  readonly scene: Scene;
  readonly frames: number;
  readonly samples: readonly Sample[];
}

/** 수가 아닌 것이 나오면 던진다. 1 ms에서 2 s까지, 짧은 프레임이 더 잦다. */
export async function soak(name: string, minutes: number, samples: number): Promise<Soaked> {
  const mangto = await loadModule();
  const random = randomFrom(minutes);
  const scene = SCENES[name]!(mangto);
  const clock = new StepClock();
  const taken: Sample[] = [];
  let [now, frames, steps, spent] = [0, 0, 0, 0];
  let meddled = 0;
  for (let k = 1; k <= samples; k += 1) {
    const end = (k * minutes * 60) / samples / STEP;
    const [firstStep, spentBefore] = [steps, spent];
    while (steps < end) {
      now += 2000 ** random();
      const started = performance.now();
      const count = clock.tick(now);
      for (let s = 0; s < count; s += 1) scene.step();
      const drawn = scene.present();
      spent += performance.now() - started;
      steps += count;
      frames += 1;
      requireFinite(name, steps, drawn);
      if (steps < meddled + 20 / STEP) continue;
      meddled = steps;
      scene.meddle(random);
    }
    taken.push({
      minutes: (steps * STEP) / 60,
      wasmBytes: mangto.memoryBytes,
      heapBytes: await heapBytes(),
      stepMs: (spent - spentBefore) / (steps - firstStep),
    });
  }
  return { scene, frames, samples: taken };
}

function requireFinite(name: string, step: number, drawn: readonly ArrayLike<number>[]): void {
  for (const numbers of drawn) {
    for (let k = 0; k < numbers.length; k += 1) {
      if (!Number.isFinite(numbers[k])) throw new Error(`${name}: not a number at step ${step}`);
    }
  }
}
