// 빌드한 페이지가 프레임마다 스크립트에 쓰는 시간. CPU를 네 배 느리게 해서, 장면과 화면 크기마다 잰다.
import type { Browser, Page } from 'playwright-core';
import { frames, launch, open, SIZES, type SizeName } from '../browser/support/browser';
import { serveSite } from '../browser/support/site';
import { quantile } from './harness';

const SLOWDOWN = 4;
const PIXEL_RATIO = 0.25; // 그래픽 카드가 없는 기계에서 점을 칠하느라 스크립트가 기다리지 않게 한다.
const WARM_UP_FRAMES = 10;
const FRAMES = 200;

export interface PageResult {
  scene: string;
  size: string;
  count: number;
  medianMs: number;
  p95Ms: number;
  p99Ms: number;
  worstMs: number;
}

interface Spent {
  /** 프레임마다: 그 프레임에 부른 것과, 그것이 이어 부른 것까지. */
  frames: number[];
  /** 굽는 조각마다. */
  slices: number[];
}

/** 프레임에 부르는 함수마다 이어지는 일(약속)까지 시간을 잰다. */
function watchFrames(): void {
  const spent: Spent = { frames: [], slices: [] };
  Object.assign(window, { spent });
  const request = window.requestAnimationFrame.bind(window);
  let frame = -1;
  window.requestAnimationFrame = (callback) =>
    request((now) => {
      const start = performance.now();
      callback(now);
      const called = performance.now() - start;
      // 조각은 약속이 이어서 한다. 그 뒤에 놓이도록 몇 번 미룬다.
      let turns = 30;
      const settle = () => {
        turns -= 1;
        if (turns > 0) {
          queueMicrotask(settle);
          return;
        }
        const total = performance.now() - start;
        if (called < 0.1 && total > 0.3) spent.slices.push(total);
        if (now === frame) spent.frames[spent.frames.length - 1]! += total;
        else spent.frames.push(total);
        frame = now;
      };
      queueMicrotask(settle);
    });
}

const clear = (page: Page) =>
  page.evaluate(() => {
    const { spent } = window as unknown as { spent: Spent };
    spent.frames.length = 0;
    spent.slices.length = 0;
  });

const read = (page: Page, kind: keyof Spent) =>
  page.evaluate((key) => (window as unknown as { spent: Spent }).spent[key].slice(), kind);

function summary(scene: string, size: string, times: readonly number[]): PageResult {
  const [medianMs, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((q) => quantile(times, q));
  return {
    ...{ scene, size, count: times.length },
    ...{ medianMs: medianMs!, p95Ms: p95Ms!, p99Ms: p99Ms!, worstMs: Math.max(...times) },
  };
}

async function steady(page: Page, scene: string, size: string): Promise<PageResult> {
  await frames(page, WARM_UP_FRAMES);
  await clear(page);
  await frames(page, FRAMES);
  return summary(scene, size, await read(page, 'frames'));
}

async function measureSize(browser: Browser, url: string, size: SizeName): Promise<PageResult[]> {
  const prepare = (page: Page) => page.addInitScript(watchFrames);
  const opened = await open(browser, url, size, prepare, PIXEL_RATIO);
  const { page } = opened;
  await frames(page, 1);
  await page.evaluate(() => window.mangto!.ready);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const { width, height } = SIZES[size].viewport!;
  const name = `${width}×${height}`;
  const results = [await steady(page, 'knight', name)];
  await page.locator('#tab-bears').click();
  await page.waitForFunction(() => window.mangto?.bears !== undefined);
  await clear(page);
  await page.waitForFunction(() => window.mangto?.bears.ready);
  results.push(summary('bears, bake slices', name, await read(page, 'slices')));
  results.push(await steady(page, 'bears', name));
  await opened.close();
  return results;
}

export async function measurePage(): Promise<PageResult[]> {
  const site = await serveSite();
  const browser = await launch();
  const results: PageResult[] = [];
  try {
    for (const size of Object.keys(SIZES) as SizeName[]) {
      results.push(...(await measureSize(browser, site.url, size)));
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return results;
}
