import { seeded } from './random';
import type { Paint } from './textures';

type Random = () => number;

/** 양 끝이 이어지는 능선. A ridge whose two ends meet. */
function ridge(random: Random, width: number): (x: number) => number {
  const waves = [2, 3, 5, 9, 17, 31].map((count) => ({
    count,
    phase: random() * 7,
    height: (14 + 10 * random()) / Math.sqrt(count),
  }));
  return (x) =>
    waves.reduce(
      (sum, w) => sum + w.height * Math.sin((x / width) * w.count * 2 * Math.PI + w.phase),
      0,
    );
}

function tower(
  context: CanvasRenderingContext2D,
  x: number,
  ground: number,
  w: number,
  h: number,
  spire: boolean,
): void {
  context.fillRect(x, ground - h, w, h + 80);
  if (spire) {
    context.beginPath();
    context.moveTo(x - 2, ground - h);
    context.lineTo(x + w / 2, ground - h - w * 1.9);
    context.lineTo(x + w + 2, ground - h);
    context.fill();
    return;
  }
  context.fillRect(x - 2, ground - h, w + 4, 4);
  const tooth = (w + 4) / 7;
  for (let k = 0; k < 7; k += 2) context.fillRect(x - 2 + k * tooth, ground - h - 4, tooth, 5);
}

function castle(
  context: CanvasRenderingContext2D,
  random: Random,
  x: number,
  ground: number,
): void {
  const count = 5 + Math.floor(random() * 3);
  let at = x;
  for (let k = 0; k < count; k += 1) {
    const w = 9 + random() * 13;
    const middle = 1 - Math.abs(k / (count - 1) - 0.5) * 1.3;
    tower(context, at, ground, w, 22 + 46 * middle * (0.7 + 0.5 * random()), random() > 0.55);
    const gap = 8 + random() * 14;
    context.fillRect(at, ground - 18, w + gap + 4, 80);
    at += w + gap;
  }
}

function windows(
  context: CanvasRenderingContext2D,
  random: Random,
  x: number,
  ground: number,
): void {
  for (let k = 0; k < 9; k += 1) {
    context.fillStyle = `rgba(255, ${170 + 50 * random()}, 90, ${0.5 + 0.5 * random()})`;
    context.fillRect(x + random() * 130, ground - 6 - random() * 30, 1.6, 2.6);
  }
}

/**
 * 안개 낀 먼 성과 언덕의 그림자. 먼 풍경의 그림이 있으면 이 함수를 바꾼다(자리표시).
 * Silhouettes of hills and castles, lost in fog below; swap in a real picture here.
 */
export function skylinePaint(seed: number, tint: string): Paint {
  return (context, width, height) => {
    const random = seeded(seed);
    const top = ridge(random, width);
    const base = height * 0.6;
    context.fillStyle = tint;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += 2) context.lineTo(x, base - top(x));
    context.lineTo(width, height);
    context.fill();
    const places = [0.13, 0.37, 0.62, 0.86].map((at) => (at + 0.05 * random()) * width);
    for (const x of places) castle(context, random, x, base - top(x + 60) + 8);
    // 아래는 안개에 잠긴다.
    const mist = context.createLinearGradient(0, base - 30, 0, height);
    mist.addColorStop(0, 'rgba(70,80,98,0)');
    mist.addColorStop(0.55, 'rgba(70,80,98,0.85)');
    mist.addColorStop(1, 'rgba(70,80,98,1)');
    context.globalCompositeOperation = 'source-atop';
    context.fillStyle = mist;
    context.fillRect(0, 0, width, height);
    context.globalCompositeOperation = 'source-over';
    for (const x of places) windows(context, random, x, base - top(x + 60) - 6);
  };
}
