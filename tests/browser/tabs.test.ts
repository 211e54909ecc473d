import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, open, pauseClock, type Opened } from './support/browser';
import { serveSite, type Site } from './support/site';

let site: Site;
let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
  // 그림은 중요하지 않다: 작게 그린다.
  const small = (target: Page) => target.setViewportSize({ width: 240, height: 360 });
  opened = await open(browser, `${site.url}#wind=7`, 'portrait', small);
  page = opened.page;
  // 멈춘 시계에서는 장면마다 한 번씩만 그린다.
  await pauseClock(page);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

const shown = (id: string) => page.waitForFunction((x) => window.mangto?.sceneId === x, id);

async function go(id: 'knight' | 'bears'): Promise<void> {
  const drawn = await page.evaluate(() => window.mangto!.frames);
  await page.locator(`#tab-${id}`).click();
  await shown(id);
  await page.waitForFunction((before) => window.mangto!.frames > before, drawn);
}

test('a tab shows the other scene and writes it into the address', async () => {
  await go('bears');
  expect(page.url()).toContain('scene=bears');
  expect(page.url()).toContain('wind=7');
  expect(await page.title()).toBe('망토 · 찰흙 곰');
  expect(await page.locator('#tab-bears').getAttribute('aria-selected')).toBe('true');
  expect(await page.locator('#control-wind').count()).toBe(0);
});

test('the arrow keys go from tab to tab', async () => {
  await page.locator('#tab-bears').press('ArrowRight');
  await shown('knight');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-knight');
  expect(await page.evaluate(() => window.mangto!.settings.wind)).toBe(7);
  expect(await page.locator('#control-wind').inputValue()).toBe('7');
});

test('the unseen scene stands still', async () => {
  const held = await page.evaluateHandle(() => window.mangto!.cloths[0]!.cloth);
  await go('bears');
  const before = await held.evaluate((cloth) => Array.from(cloth.positions));
  await page.evaluate(() => window.mangto!.advance(0.2));
  expect(await held.evaluate((cloth) => Array.from(cloth.positions))).toEqual(before);
});

test('twenty switches leave nothing behind', async () => {
  const held = () =>
    page.evaluate(() => {
      const { renderer, module } = window.mangto!;
      const { geometries, textures } = renderer.info.memory;
      return { geometries, textures, bytes: module.memoryBytes };
    });
  await go('knight');
  const before = await held();
  for (let k = 0; k < 10; k += 1) {
    await go('bears');
    await go('knight');
  }
  expect(await held()).toEqual(before);
});

test('leaves no error in the console', () => expect(opened.errors).toEqual([]));
