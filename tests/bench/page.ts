// 빌드한 페이지가 프레임마다 스크립트에 쓰는 시간. CPU를 네 배 느리게 해서, 장면과 화면 크기마다 잰다.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import {
  EXECUTABLE,
  launch,
  open,
  SIZES,
  withoutPainting,
  type SizeName,
} from '../browser/support/browser';
import { serveSite } from '../browser/support/site';
import { quantile } from './harness';
import type { Spent } from './page-watch';

export const SLOWDOWN = 4;
const WARM_UP_FRAMES = 60;
const FRAMES = 300;

export interface PageResult {
  what: string;
  size: string;
  count: number;
  medianMs: number;
  p95Ms: number;
  p99Ms: number;
  worstMs: number;
}

/** 화면의 크기 하나에서 잰 것들. */
class Session {
  readonly results: PageResult[] = [];
  readonly #page: Page;
  readonly #size: string;

  constructor(page: Page, size: string) {
    this.#page = page;
    this.#size = size;
  }

  /** 이어지는 프레임들. */
  async steady(what: string): Promise<void> {
    await this.#frames(WARM_UP_FRAMES);
    await this.#forget();
    await this.#frames(FRAMES);
    await this.#record(what, 'frames');
  }

  /** 시킨 것을 굽는 동안의 조각들. */
  async bake(what: string, start: () => Promise<unknown>, done: () => unknown): Promise<void> {
    await this.#forget();
    await start();
    await this.#page.waitForFunction(done);
    await this.#record(what, 'slices');
  }

  #frames(count: number): Promise<unknown> {
    const now = this.#page.evaluate(() => window.spent.frames.length);
    return now.then((start) =>
      this.#page.waitForFunction((wanted) => window.spent.frames.length >= wanted, start + count),
    );
  }

  #forget(): Promise<void> {
    return this.#page.evaluate(() => {
      window.spent = { frames: [], slices: [] };
    });
  }

  async #record(what: string, kind: keyof Spent): Promise<void> {
    const times = await this.#page.evaluate((key) => window.spent[key], kind);
    const [medianMs, p95Ms, p99Ms, worstMs] = [0.5, 0.95, 0.99, 1].map((q) => quantile(times, q));
    this.results.push({
      ...{ what, size: this.#size, count: times.length },
      ...{ medianMs: medianMs!, p95Ms: p95Ms!, p99Ms: p99Ms!, worstMs: worstMs! },
    });
  }
}

async function watchScript(): Promise<string> {
  const entry = fileURLToPath(new URL('./page-watch.ts', import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false });
  return outputFiles[0]!.text;
}

async function measureSize(browser: Browser, url: string, size: SizeName): Promise<PageResult[]> {
  const content = await watchScript();
  const prepare = async (page: Page) => {
    await page.addInitScript({ content });
    await withoutPainting(page);
  };
  const { page, close } = await open(browser, url, size, prepare);
  await page.waitForFunction(() => window.mangto !== undefined);
  await page.evaluate(() => window.mangto!.ready);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const { width, height } = SIZES[size].viewport!;
  const session = new Session(page, `${width}×${height}`);
  const choose = (tab: string) => page.locator(`#tab-${tab}`).click();
  await session.steady('knight');
  await session.bake(
    'bears, slices of shaping and baking',
    () => choose('bears'),
    () => window.mangto?.bears?.ready,
  );
  await session.steady('bears');
  await choose('own');
  await session.bake(
    'own model, slices of shaping and baking',
    () => page.locator('#control-sample').click(),
    () => window.mangto?.own?.report,
  );
  await session.steady('own model');
  await close();
  return session.results;
}

/** Chromium이 없으면 빈 목록. */
export async function measurePage(): Promise<PageResult[]> {
  if (!existsSync(EXECUTABLE)) return [];
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
