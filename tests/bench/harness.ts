// Node와 브라우저에서 똑같이 도는 자. 여기서는 둘 가운데 어느 쪽도 가정하지 않는다.
import type { Mangto } from 'mangto';

/** 바깥에서 읽어 건네는 WASM 파일들. */
export interface Binaries {
  mangto: Uint8Array<ArrayBuffer>;
  ammo: Uint8Array<ArrayBuffer>;
}

export interface Tools {
  mangto: Mangto;
  binaries: Binaries;
}

export interface Contender {
  name: string;
  /**
   * 기준보다 대략 몇 배 빠른가: 한 표본에서 그만큼 더 많은 스텝을 돈다. 표본의 길이가 서로 비슷해야, 다른 일이
   * 끼어드는 바쁜 기계에서도 긴 표본만 손해를 보지 않는다.
   */
  pace: number;
  /** 재는 부분: 한 프레임에 필요한 것이 모두 든 한 스텝. */
  step(): void;
  /** 한 스텝이 움직이는 천의 수, 없으면 1. 시간은 천 하나의 것이다. */
  copies?: number;
  /** 재지 않는 부분: k번째 프레임의 입력(바람, 핀, 캡슐). */
  drive(k: number): void;
  /** 끝나고 모두 유한한지 본다. 터진 천의 빠르기는 뜻이 없다. */
  positions(): ArrayLike<number>;
  /** 잡은 메모리를 놓는다. 쓰레기 수집기나 `Mangto`가 놓는 것이면 없어도 된다. */
  dispose?(): void;
}

export interface Contest {
  points: number;
  constraints: number;
  /** 첫째가 비율의 기준이다. */
  contenders: Contender[];
}

export interface Entry {
  name: string;
  /** 한 표본에서 기준이 도는 스텝 수. 시계의 눈금보다 표본이 넉넉히 길어야 한다. */
  stepsPerSample: number;
  samples: number;
  setup(tools: Tools): Contest | Promise<Contest>;
}

export interface Timing {
  name: string;
  /** 한 스텝. */
  medianMs: number;
  p95Ms: number;
  /** 기준의 중앙값에 대한 비율. */
  ratio: number;
}

export interface EntryResult {
  name: string;
  points: number;
  constraints: number;
  timings: Timing[];
}

const WARM_UP_SAMPLES = 20;

export const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
};

export const allFinite = (positions: ArrayLike<number>): boolean =>
  positions.length > 0 && Array.prototype.every.call(positions, Number.isFinite);

/** 차례를 돌려 가며 번갈아 재서, 기계가 느려지는 때를 모두가 똑같이 나누어 갖게 한다. */
export async function measure(entry: Entry, tools: Tools): Promise<EntryResult> {
  const { points, constraints, contenders } = await entry.setup(tools);
  const times = contenders.map((): number[] => []);
  for (let round = 0; round < WARM_UP_SAMPLES + entry.samples; round++) {
    for (let n = 0; n < contenders.length; n++) {
      const turn = (round + n) % contenders.length;
      const contender = contenders[turn]!;
      contender.drive(round);
      const steps = Math.round(entry.stepsPerSample * contender.pace);
      const start = performance.now();
      for (let k = 0; k < steps; k++) contender.step();
      const elapsed = performance.now() - start;
      if (round >= WARM_UP_SAMPLES) times[turn]!.push(elapsed / (steps * (contender.copies ?? 1)));
    }
  }
  const reference = quantile(times[0]!, 0.5);
  const timings = contenders.map((contender, n) => {
    if (!allFinite(contender.positions())) {
      throw new Error(`${entry.name}: ${contender.name} is no longer finite`);
    }
    contender.dispose?.();
    const medianMs = quantile(times[n]!, 0.5);
    const p95Ms = quantile(times[n]!, 0.95);
    return { name: contender.name, medianMs, p95Ms, ratio: medianMs / reference };
  });
  return { name: entry.name, points, constraints, timings };
}
