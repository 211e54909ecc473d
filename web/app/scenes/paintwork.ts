import type { Texture } from 'three';

// 무늬와 물건을 코드로 짓느라 오래 걸린다. 한꺼번에 하면 페이지가 멎으므로 쉬어 가며 한다.

/** 조금씩 하는 일: 쉴 수 있을 때마다 yield한다. Work that pauses wherever it may. */
export type Unhurried<T> = Generator<void, T>;

const sliceMs = 12;
const waiting: Unhurried<Texture>[] = [];

/** 칠할 것을 줄에 세운다. Queues a painting. */
export function paintLater(painting: Unhurried<Texture>): void {
  waiting.push(painting);
}

/** 페이지가 숨 돌릴 틈. Lets the page do something else. */
export const breath = () => new Promise((resolve) => setTimeout(resolve));

/** 쉬어 가며 끝까지 한다. 그동안 페이지는 살아 있다. Does the work to its end while the page stays alive. */
export async function unhurried<T>(work: Unhurried<T>): Promise<T> {
  for (;;) {
    await breath();
    const end = performance.now() + sliceMs;
    while (performance.now() < end) {
      const { done, value } = work.next();
      if (done) return value;
    }
  }
}

/** 쉬지 않고 끝까지 한다. Does the work to its end without a pause. */
export function atOnce<T>(work: Unhurried<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

function* paintAll(): Unhurried<Texture[]> {
  const textures: Texture[] = [];
  while (waiting.length > 0) textures.push(yield* waiting.shift()!);
  return textures;
}

/** 줄에 선 것을 모두 칠한다. Paints all that waits; resolves with the textures. */
export const painted = () => unhurried(paintAll());
