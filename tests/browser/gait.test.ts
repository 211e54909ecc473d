import { expect, test } from 'vitest';
import { ankleHeight, Gait, type Foot } from '../../web/app/scenes/knight/gait';

const STEP = 1 / 60;

/** 발바닥의 두 점: 뒤꿈치와 발볼. */
function contacts({ x, y, pitch }: Foot): { x: number; y: number }[] {
  return [-0.06, 0.13].map((along) => ({
    x: x + along * Math.cos(pitch) + ankleHeight * Math.sin(pitch),
    y: y + along * Math.sin(pitch) - ankleHeight * Math.cos(pitch),
  }));
}

/** 땅에 닿아 있는 점이 한 걸음 사이에 미끄러진 거리. */
function slip(before: Foot, after: Foot): number {
  const now = contacts(after);
  return contacts(before).reduce((most, point, k) => {
    const next = now[k]!;
    const touching = point.y < 1e-4 && next.y < 1e-4;
    return touching ? Math.max(most, Math.abs(next.x - point.x)) : most;
  }, 0);
}

function walk(gait: Gait, seconds: number, watch: (before: Foot[], after: Foot[]) => void): void {
  for (let k = 0; k < seconds / STEP; k += 1) {
    const before = [{ ...gait.left }, { ...gait.right }].map(({ x, y, pitch }) => ({
      x,
      y,
      pitch,
    }));
    gait.step(STEP);
    watch(before, [gait.left, gait.right]);
  }
}

test('planted feet do not slide and never go under the floor', () => {
  const gait = new Gait();
  gait.reset(true);
  let slipped = 0;
  let lowest = 1;
  const watch = (before: Foot[], after: Foot[]) => {
    for (const k of [0, 1]) {
      slipped = Math.max(slipped, slip(before[k]!, after[k]!));
      for (const point of contacts(after[k]!)) lowest = Math.min(lowest, point.y);
    }
  };
  walk(gait, 6, watch);
  gait.walking = false;
  walk(gait, 3, watch);
  gait.walking = true;
  walk(gait, 3, watch);
  expect(slipped).toBeLessThan(1e-3);
  expect(lowest).toBeGreaterThan(-1e-3);
});

test('at least one foot is on the ground, and steps alternate', () => {
  const gait = new Gait();
  gait.reset(true);
  walk(gait, 2, () => {});
  walk(gait, 5, () => {
    const heights = [gait.left, gait.right].map((foot) =>
      Math.min(...contacts(foot).map(({ y }) => y)),
    );
    expect(Math.min(...heights)).toBeLessThan(1e-3);
  });
});

test('stopping ends with both feet under the body', () => {
  const gait = new Gait();
  gait.reset(true);
  walk(gait, 4, () => {});
  gait.walking = false;
  walk(gait, 3, () => {});
  expect(gait.speed).toBe(0);
  for (const foot of [gait.left, gait.right]) {
    expect(Math.abs(foot.x - gait.x)).toBeLessThan(0.04);
    expect(foot.y).toBeCloseTo(ankleHeight, 3);
    expect(foot.pitch).toBeCloseTo(0, 3);
  }
});
