import { expect, test } from 'vitest';
import { ankleHeight, Gait, walkSpeed, type Foot } from '../../web/app/scenes/knight/gait';
import { sizes } from '../../web/app/scenes/knight/skeleton';

const STEP = 1 / 60;

interface Contact {
  x: number;
  y: number;
  z: number;
}

/** 발바닥의 두 점: 뒤꿈치와 발볼. */
function contacts({ x, y, z, yaw, pitch }: Foot): Contact[] {
  return [-0.06, 0.13].map((along) => {
    const ahead = along * Math.cos(pitch) + ankleHeight * Math.sin(pitch);
    return {
      x: x + ahead * Math.cos(yaw),
      y: y + along * Math.sin(pitch) - ankleHeight * Math.cos(pitch),
      z: z - ahead * Math.sin(yaw),
    };
  });
}

/** 땅에 닿아 있는 점이 한 걸음 사이에 미끄러진 거리. */
function slip(before: Foot, after: Foot): number {
  const now = contacts(after);
  return contacts(before).reduce((most, point, k) => {
    const next = now[k]!;
    const touching = point.y < 1e-4 && next.y < 1e-4;
    return touching ? Math.max(most, Math.hypot(next.x - point.x, next.z - point.z)) : most;
  }, 0);
}

function walk(gait: Gait, seconds: number, watch: (before: Foot[], after: Foot[]) => void): void {
  for (let k = 0; k < seconds / STEP; k += 1) {
    const before = [gait.left, gait.right].map(({ x, y, z, yaw, pitch, swinging }) => ({
      ...{ x, y, z },
      ...{ yaw, pitch, swinging },
    }));
    gait.step(STEP);
    watch(before, [gait.left, gait.right]);
  }
}

test('planted feet do not slide and never go under the floor', () => {
  const gait = new Gait();
  gait.reset(true, 0);
  let slipped = 0;
  let lowest = 1;
  const watch = (before: Foot[], after: Foot[]) => {
    for (const k of [0, 1]) {
      slipped = Math.max(slipped, slip(before[k]!, after[k]!));
      for (const point of contacts(after[k]!)) lowest = Math.min(lowest, point.y);
    }
  };
  walk(gait, 6, watch);
  gait.heading = 2;
  walk(gait, 3, watch);
  gait.walking = false;
  walk(gait, 3, watch);
  gait.heading = -1; // 제자리에서 돈다
  walk(gait, 3, watch);
  gait.walking = true;
  gait.pace = 3;
  walk(gait, 3, watch);
  expect(slipped).toBeLessThan(1e-3);
  expect(lowest).toBeGreaterThan(-1e-3);
});

test('at least one foot is on the ground, and steps alternate', () => {
  const gait = new Gait();
  gait.reset(true, 0);
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
  gait.reset(true, 0);
  walk(gait, 4, () => {});
  gait.walking = false;
  walk(gait, 3, () => {});
  expect(gait.speed).toBe(0);
  for (const foot of [gait.left, gait.right]) {
    expect(Math.abs(foot.x - gait.x)).toBeLessThan(0.04);
    expect(Math.abs(foot.z - gait.z)).toBeCloseTo(sizes.hipHalf, 1);
    expect(foot.y).toBeCloseTo(ankleHeight, 3);
    expect(foot.pitch).toBeCloseTo(0, 3);
  }
});

test('he turns to the heading he is given, in place and on the way, and the feet come along', () => {
  const gait = new Gait();
  gait.reset(false, 0);
  gait.heading = Math.PI;
  walk(gait, 5, () => {});
  expect(gait.yaw).toBeCloseTo(Math.PI, 2);
  for (const foot of [gait.left, gait.right]) {
    expect(Math.abs(foot.yaw - Math.PI)).toBeLessThan(0.13);
    expect(Math.hypot(foot.x, foot.z)).toBeLessThan(0.15);
  }
  gait.walking = true;
  walk(gait, 4, () => {});
  expect(gait.x).toBeLessThan(-3);
});

test('walking three times as fast, he runs', () => {
  const gait = new Gait();
  gait.reset(true, 0);
  gait.pace = 3;
  walk(gait, 3, () => {});
  expect(gait.speed).toBeCloseTo(3 * walkSpeed, 3);
  let flying = 0;
  walk(gait, 3, () => {
    const lowest = [gait.left, gait.right].map((foot) =>
      Math.min(...contacts(foot).map(({ y }) => y)),
    );
    if (Math.min(...lowest) > 0.01) flying += 1;
  });
  expect(flying).toBeGreaterThan(10);
});
