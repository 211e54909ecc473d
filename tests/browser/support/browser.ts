import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type {} from '../../../web/app/exposed';

export type SizeName = 'desktop' | 'landscape' | 'portrait';

export const SIZES: Readonly<Record<SizeName, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 720 } },
  landscape: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
  portrait: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

export const EXECUTABLE = '/usr/bin/chromium';

const ARGUMENTS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: ARGUMENTS,
    // 사람들의 브라우저처럼, 떠난 페이지를 뒤로 가기를 위해 남겨 둔다.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}

/** 열린 페이지와 그동안 콘솔에 나온 오류. */
export interface Opened {
  readonly page: Page;
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export async function open(
  browser: Browser,
  url: string,
  size: SizeName,
  prepare?: (page: Page) => Promise<unknown>,
  deviceScaleFactor = 1,
): Promise<Opened> {
  const context = await browser.newContext({ deviceScaleFactor, ...SIZES[size] });
  const page = await context.newPage();
  // 소프트웨어로 그리면 첫 그림의 셰이더 컴파일이 오래 걸린다.
  page.setDefaultTimeout(150_000);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await prepare?.(page);
  await page.goto(url, { waitUntil: 'commit' });
  return { page, errors, close: () => context.close() };
}

/**
 * 점만 칠하지 않는다: 그래픽 카드가 없는 기계에서는 거의 모든 시간이 거기에 든다. 그 밖의 WebGL 부름은 그대로다. `paint()`하는
 * 동안에만 칠한다.
 */
export function withoutPainting(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    type Paint = (this: WebGL2RenderingContext, ...given: unknown[]) => void;
    const context = WebGL2RenderingContext.prototype as unknown as Record<string, Paint>;
    for (const name of [
      ...['clear', 'drawArrays', 'drawElements'],
      ...['drawArraysInstanced', 'drawElementsInstanced'],
    ]) {
      const paint = context[name]!;
      context[name] = function (...given) {
        if ('painting' in window) paint.apply(this, given);
      };
    }
  });
}

export function paint(page: Page, painting: boolean): Promise<unknown> {
  return page.evaluate((paints) => {
    if (paints) Reflect.set(window, 'painting', true);
    else Reflect.deleteProperty(window, 'painting');
  }, painting);
}

/** 화면이 이만큼 더 그려질 때까지 기다린다. 시간은 세지 않는다. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.waitForFunction(() => window.mangto !== undefined);
  const now = await page.evaluate(() => window.mangto!.frames);
  await page.waitForFunction((wanted) => window.mangto!.frames >= wanted, now + count);
}

/** 화면 시계를 멈추고, 정해진 만큼만 나아가게 한다. */
export async function pauseClock(page: Page): Promise<void> {
  await frames(page, 1);
  await page.evaluate(() => window.mangto!.clock.pause());
}

export function advance(page: Page, seconds: number): Promise<void> {
  return page.evaluate((s) => window.mangto!.advance(s), seconds);
}

/** 두 천의 점의 자리. */
export function positions(page: Page): Promise<number[][]> {
  return page.evaluate(() => window.mangto!.cloths.map(({ cloth }) => Array.from(cloth.positions)));
}

/** 미끄럼대를 사람처럼 옮긴다. */
export async function slide(page: Page, name: string, value: number): Promise<void> {
  await page.locator(`#control-${name}`).fill(String(value));
}
