import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  advance,
  frames,
  launch,
  open,
  pauseClock,
  positions,
  type Opened,
} from './support/browser';
import { serveSite, type Site } from './support/site';

let site: Site;
let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
  const small = (target: Page) => target.setViewportSize({ width: 160, height: 240 });
  opened = await open(browser, site.url, 'portrait', small);
  page = opened.page;
  await frames(page, 2);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

/** 천의 모든 속성이 지금의 WASM 메모리를 그대로 보고 있는가. */
function attributes() {
  return page.evaluate(() =>
    window.mangto!.cloths.flatMap(({ name, cloth, geometry }) =>
      [...Object.entries(geometry.attributes), ['index', geometry.index!] as const].map(
        ([attribute, buffer]) => {
          const { array, usage } = buffer as { array: Float32Array; usage: number };
          return {
            attribute: `${name}.${attribute}`,
            current: array.buffer === cloth.positions.buffer && array.byteLength > 0,
            usage,
          };
        },
      ),
    ),
  );
}

/** 메모리가 자랄 때까지 큰 천을 만든다: 굽고 남은 자리가 있을 수 있다. 만든 천은 살려 둔다. */
function grow(side: number): Promise<void> {
  return page.evaluate((points) => {
    const { module } = window.mangto!;
    const before = module.memoryBytes;
    while (module.memoryBytes === before) {
      module.createGridCloth({
        columns: points,
        rows: points,
        position: (i, j) => [i * 0.01, 50 - j * 0.01, 0],
      });
    }
  }, side);
}

test('the attributes are dynamic views of WASM memory', async () => {
  const list = await attributes();
  expect(list).toHaveLength(8);
  for (const { attribute, current, usage } of list) {
    expect({ attribute, current }).toEqual({ attribute, current: true });
    // 35048 = DynamicDrawUsage. 찾아보기는 바뀌지 않으므로 정적이어도 된다.
    if (/position|normal/.test(attribute)) expect(usage).toBe(35048);
  }
});

test('memory grows several times under animated cloths and nothing breaks', async () => {
  for (const side of [200, 300, 450]) {
    const stale = await page.evaluateHandle(() => window.mangto!.cloths[0]!.cloth.positions);
    await grow(side);
    expect(await stale.evaluate((view) => view.byteLength)).toBe(0);
    expect((await attributes()).filter(({ current }) => !current)).toEqual([]);
    await frames(page, 2);
  }
  expect(opened.errors).toEqual([]);
});

test('the cloths go on moving, in memory and on the screen', async () => {
  await pauseClock(page);
  const before = await positions(page);
  await page.evaluate(() => window.mangto!.set({ walk: false }));
  await advance(page, 2);
  const first = await page.screenshot();
  await advance(page, 0.4);
  const second = await page.screenshot();
  const after = await positions(page);
  for (const k of [0, 1]) {
    expect(after[k]).not.toEqual(before[k]);
    expect(after[k]!.every(Number.isFinite)).toBe(true);
  }
  expect(second.equals(first)).toBe(false);
  expect(opened.errors).toEqual([]);
});
