// 기사 장면의 진짜 값(걸음, 뼈, 핀, 캡슐, 바람)을 화면 없이 돌려 본다.
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../web/app/settings';
import { seeded } from '../../web/app/scenes/knight/random';
import type { Play } from '../../web/app/scenes/knight/play';
import { allocatedBytes, heapBytes } from '../support/heap';
import {
  ahead,
  beforeFront,
  depth,
  flagAngle,
  gapToBack,
  go,
  hang,
  meanStretch,
  play,
} from '../support/knight';

const HEEL = 0.06;

async function streaming(pace: number) {
  const made = await play();
  made.gait.pace = pace;
  go(made, 5);
  const seen = { angle: 0, hem: 0, heels: 0, frames: 0 };
  go(made, 3, () => {
    const { angle, hem } = hang(made);
    const { left, right } = made.gait;
    seen.angle += angle;
    seen.hem += hem;
    seen.heels += Math.min(ahead(made, left.x, left.z), ahead(made, right.x, right.z)) - HEEL;
    seen.frames += 1;
  });
  const { frames, angle, hem, heels } = seen;
  return { angle: angle / frames, hem: hem / frames, heels: heels / frames };
}

describe('the cape', () => {
  test('streams behind the heels, the higher the faster he walks', async () => {
    const speeds = [0.5, 1, 2, 3];
    const angles: number[] = [];
    for (const pace of speeds) {
      const { angle, hem, heels } = await streaming(pace);
      angles.push(angle);
      if (pace <= 1) expect(hem).toBeLessThan(heels);
      expect(hem).toBeLessThan(-0.2);
    }
    for (let k = 1; k < angles.length; k += 1)
      expect(angles[k]!).toBeGreaterThan(angles[k - 1]! + 5);
    expect(angles[1]!).toBeGreaterThan(15);
  });

  test('comes down in 1.5 to 3 s after he stops, and lies against his back', async () => {
    const made = await play();
    go(made, 6);
    made.guide.walking = false;
    const angles: number[] = [];
    const gaps: number[] = [];
    go(made, 8, () => {
      angles.push(hang(made).angle);
      gaps.push(gapToBack(made));
    });
    const rest = angles.at(-1)!;
    // 마지막으로 2° 밖에 있던 때.
    const settled = angles.map((angle) => Math.abs(angle - rest) > 2).lastIndexOf(true) / 60;
    expect(settled).toBeGreaterThan(1.5);
    expect(settled).toBeLessThan(3);
    expect(Math.max(...gaps.slice(3 * 60))).toBeLessThan(0.04);
    // 내려앉은 뒤로 되튀지도, 다리 사이로 말려 들지도 않는다.
    const landed = angles.findIndex((angle) => angle < rest + 2);
    for (const angle of angles.slice(landed)) expect(Math.abs(angle - rest)).toBeLessThan(2.5);
  });

  test('lies against his back in the wind of the page, gusts and all', async () => {
    const made = await play(defaultSettings.wind);
    go(made, 6);
    made.guide.walking = false;
    go(made, 3);
    go(made, 6, () => expect(gapToBack(made)).toBeLessThan(0.04));
  });

  test('stretches like rubber at 1 iteration and not at 20', async () => {
    for (const [iterations, least, most] of [
      [1, 0.15, 0.25],
      [20, -0.01, 0.01],
    ] as const) {
      const made = await play(0, { iterations });
      const rest = made.cloths.cape.positions.slice();
      made.guide.walking = false;
      go(made, 12);
      const stretch = meanStretch(made.cloths.cape, rest);
      expect(stretch).toBeGreaterThan(least);
      expect(stretch).toBeLessThan(most);
    }
  });
});

/** 아무렇게나 걷고, 돌고, 멈추고, 돌풍을 맞는다. */
function wander(made: Play, seed: number, seconds: number, frames: number) {
  const random = seeded(seed);
  const worst = { depth: 0, front: -Infinity };
  let left = seconds;
  while (left > 0) {
    const stretch = 0.5 + 3 * random();
    left -= stretch;
    made.guide.walking = random() < 0.65;
    made.guide.steer = random() < 0.4 ? (random() < 0.5 ? -1 : 1) : 0;
    if (random() < 0.1) made.gait.heading += Math.PI;
    made.wind.strength = 12 * random();
    made.wind.angle = 2 * Math.PI * random();
    const watch = () => {
      worst.depth = Math.max(worst.depth, depth(made));
      worst.front = Math.max(worst.front, beforeFront(made));
    };
    go(made, stretch, watch, frames);
  }
  return worst;
}

test.each([
  ['walking for 10 minutes at 20 frames a second', 1, 600, 20],
  ['running three times as fast', 3, 90, 60],
] as const)(
  'no point of the cape comes before the body or 5 mm into it: %s',
  async (_, pace, seconds, frames) => {
    const made = await play();
    made.gait.pace = pace;
    const worst = wander(made, 7 * pace, seconds, frames);
    expect(worst.depth).toBeLessThan(0.005);
    expect(worst.front).toBeLessThan(0);
  },
  180_000,
);

test('ten seconds of play leave nothing on the heap, and make little to sweep away', async () => {
  const made = await play(defaultSettings.wind);
  go(made, 10);
  const before = await heapBytes();
  go(made, 10);
  // 최적화된 코드가 조금 남을 수 있다. 프레임마다 100바이트만 남겨도 60 KB이다.
  expect((await heapBytes()) - before).toBeLessThan(50_000);
  // 객체는 만들지 않는다. 프레임마다 소수를 담는 상자 몇 KB뿐이다.
  expect((await allocatedBytes(() => go(made, 10))) / 600).toBeLessThan(6_000);
});

describe('the flag', () => {
  test('hangs limp without wind: its free edge within 10° of vertical after 5 s', async () => {
    const made = await play();
    go(made, 5);
    expect(flagAngle(made)).toBeLessThan(10);
  });

  test('lifts as the wind rises', async () => {
    const means: number[] = [];
    for (const wind of [0, 2, 6, 12]) {
      const made = await play(wind);
      go(made, 4);
      let sum = 0;
      go(made, 5, () => (sum += flagAngle(made)));
      means.push(sum / 300);
    }
    for (let k = 1; k < means.length; k += 1) expect(means[k]!).toBeGreaterThan(means[k - 1]! + 2);
    expect(means.at(-1)!).toBeGreaterThan(25);
  });

  test('flutters in waves that travel from the pole to the free edge', async () => {
    const made = await play(8);
    go(made, 4);
    const { columns, rows } = made.cloths.flag;
    const columnsSeen = [3, 5, 7, 9];
    const seen = columnsSeen.map(() => [] as number[]);
    go(made, 12, () => {
      const row = 3 * (rows - 3) * columns + 2;
      columnsSeen.forEach((i, k) => seen[k]!.push(made.cloths.flag.positions[row + 3 * i]!));
    });
    const lags = seen.map((moves) => bestLag(seen[0]!, moves, 30));
    expect(lags[0]).toBe(0);
    // 두 점 건너마다 물결이 몇 걸음씩 늦게 온다.
    for (let k = 1; k < lags.length; k += 1) expect(lags[k]!).toBeGreaterThan(lags[k - 1]!);
    expect(lags.at(-1)!).toBeLessThan(30);
    for (const moves of seen) expect(spread(moves)).toBeGreaterThan(0.02);
  });
});

function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length);
}

/** `later`가 `first`를 몇 걸음 뒤에 따라 하는가: 움직임의 상관이 가장 큰 늦음. */
function bestLag(first: readonly number[], later: readonly number[], most: number): number {
  const moves = (list: readonly number[]) => list.slice(1).map((v, k) => v - list[k]!);
  const [a, b] = [moves(first), moves(later)];
  let best = -Infinity;
  let lag = 0;
  for (let shift = -most; shift <= most; shift += 1) {
    let sum = 0;
    for (let k = most; k < a.length - most; k += 1) sum += a[k]! * b[k + shift]!;
    if (sum > best) {
      best = sum;
      lag = shift;
    }
  }
  return lag;
}
