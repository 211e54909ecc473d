// 굽기를 실제 브라우저에서: 느린 기계에서도, 워커에서도 같은 비트.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {} from './pages/skin';
import { launch } from './support/browser';
import { serveSite, type Site } from './support/site';

const PAGE = 'tests/browser/pages/skin.html';
const [VERTICES, BONES] = [30_000, 16];

let site: Site;
let browser: Browser;
let page: Page;
let devtools: CDPSession;
let expected: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(PAGE), launch()]);
  const context = await browser.newContext();
  page = await context.newPage();
  await page.goto(site.url + PAGE);
  await page.waitForFunction(() => window.skin !== undefined);
  devtools = await context.newCDPSession(page);
  ({ hash: expected } = await slice(Infinity));
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

const slice = (budgetMs: number) =>
  page.evaluate(([v, b, ms]) => window.skin!.slice(v!, b!, ms!), [VERTICES, BONES, budgetMs]);

test('a processor slowed four times makes more slices and the same bits', async () => {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const { ms, progress, hash } = await slice(2);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  expect(hash).toBe(expected);
  expect(ms.length).toBeGreaterThan(20);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
});

test('frame by frame gives the same bits', async () => {
  const { hash, report, progress } = await page.evaluate(
    ([v, b]) => window.skin!.inFrames(v!, b!),
    [VERTICES, BONES],
  );
  expect(hash).toBe(expected);
  expect(progress).toHaveLength(report.slices);
});

test('a worker gives the same bits, and its progress', async () => {
  const { hash, progress } = await page.evaluate(
    ([v, b]) => window.skin!.inWorker(v!, b!),
    [VERTICES, BONES],
  );
  expect(hash).toBe(expected);
  expect(progress.at(-1)).toBe(1);
});

test('a bake in a worker can be aborted, and fails with the same errors', async () => {
  const reason = await page.evaluate(
    ([v, b]) => window.skin!.abortInWorker(v!, b!),
    [VERTICES, BONES],
  );
  expect(reason).toBe('enough');
  const failure = await page.evaluate(() => window.skin!.failInWorker());
  expect(failure).toMatch(/^MangtoError invalid-argument positions of vertex 2 .*NaN/);
});
