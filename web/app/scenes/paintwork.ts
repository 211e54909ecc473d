// 무늬는 코드로 칠하느라 오래 걸린다. 장면을 지을 때 한꺼번에 칠하면 페이지가 멎으므로, 차례를 세워 두고 조금씩 칠한다.

/** 조금씩 칠하는 일: 쉴 수 있을 때마다 yield한다. A painting that pauses wherever it may. */
export type Painting = Generator<void, void>;

const sliceMs = 12;
const waiting: Painting[] = [];

/** 칠할 것을 줄에 세운다. Queues a painting. */
export function paintLater(painting: Painting): void {
  waiting.push(painting);
}

/** 페이지가 숨 돌릴 틈. Lets the page do something else. */
export const breath = () => new Promise((resolve) => setTimeout(resolve));

/** 줄에 선 것을 모두 칠한다. 그동안 페이지는 살아 있다. Paints all that waits while the page stays alive. */
export async function painted(): Promise<void> {
  while (waiting.length > 0) {
    const end = performance.now() + sliceMs;
    while (waiting.length > 0 && performance.now() < end) {
      if (waiting[0]!.next().done) waiting.shift();
    }
    await breath();
  }
}
