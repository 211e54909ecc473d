import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  frames,
  launch,
  open,
  positions,
  SIZES,
  type Opened,
  type SizeName,
} from './support/browser';
import { serveSite, type Site } from './support/site';

let site: Site;
let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
  // 놓인 자리만 본다: 점을 크게 그려도 된다. 한 페이지를 여러 크기로 바꿔 가며 본다.
  const wide = (target: Page) => target.setViewportSize(SIZES.desktop.viewport!);
  opened = await open(browser, site.url, 'portrait', wide, 0.25);
  page = opened.page;
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

function largestMove(before: readonly number[], after: readonly number[]): number {
  return after.reduce((most, value, k) => Math.max(most, Math.abs(value - (before[k] ?? 0))), 0);
}

/** 보이는 조작 자리 가운데 44px보다 작은 것. 칸은 이름표까지가 누르는 자리다. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, input')]
      .map((control) => (control.matches('[type=checkbox]') ? control.closest('label') : control))
      .filter((target) => target !== null && target.checkVisibility())
      .map((target) => ({ target: target!, box: target!.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ target, box }) => `${target.id || target.textContent} ${box.width}×${box.height}`),
  );
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** 조절판이 가리는 화면의 몫. */
function panelShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const box = document.querySelector('.panel')!.getBoundingClientRect();
    return (box.width * box.height) / (innerWidth * innerHeight);
  });
}

/** 놓였던 것이 밀려난 정도(CLS)와 그것들. */
function shifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        type Shift = PerformanceEntry & { value: number; sources: { node?: Element }[] };
        const tell = (entries: PerformanceEntryList) =>
          (entries as Shift[])
            .filter(({ value }) => value > 0.001) // 화면의 천에 하나
            .map(
              ({ value, sources }) =>
                `${value} ${sources.map(({ node }) => node?.className).join()}`,
            );
        const observer = new PerformanceObserver((list) => resolve(tell(list.getEntries())));
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve([]), 500);
      }),
  );
}

test('nothing on the page is pushed aside while it loads', async () => {
  await frames(page, 2);
  expect(await shifts(page)).toEqual([]);
});

describe.each(Object.keys(SIZES) as SizeName[])('the page on %s', (size) => {
  beforeAll(async () => {
    await page.setViewportSize(SIZES[size].viewport!);
    await frames(page, 2);
  });

  test('shows both cloths moving, in Korean, without a console error', async () => {
    const before = await positions(page);
    await frames(page, 4);
    const after = await positions(page);
    expect(before.map((list) => list.length)).toEqual([12 * 17 * 3, 16 * 10 * 3]);
    for (const k of [0, 1]) expect(largestMove(before[k]!, after[k]!)).toBeGreaterThan(1e-4);
    expect(after.flat().every(Number.isFinite)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ko');
    expect(opened.errors).toEqual([]);
  });

  test('keeps the picture free while the panel is closed', async () => {
    const opener = page.locator('.opener');
    if (size === 'desktop') {
      expect(await opener.getAttribute('aria-expanded')).toBe('true');
      await opener.click();
    }
    expect(await opener.getAttribute('aria-expanded')).toBe('false');
    expect(await panelShare(page)).toBeLessThan(0.09);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await smallTargets(page)).toEqual([]);
  });

  test('opens the panel inside the screen, with large enough targets', async () => {
    await page.locator('.opener').click();
    expect(await page.locator('#panel-body').isVisible()).toBe(true);
    expect(await panelShare(page)).toBeLessThan(0.6);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await smallTargets(page)).toEqual([]);
    const inside = await page.evaluate(() => {
      const box = document.querySelector('.panel')!.getBoundingClientRect();
      return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    });
    expect(inside).toBe(true);
    await page.locator('.opener').click();
  });
});
