import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, open } from './support/browser';
import { serveSite, type Site } from './support/site';

let site: Site;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

async function alertOf(hash: string, prepare: (page: Page) => Promise<unknown>): Promise<string> {
  const opened = await open(browser, site.url + hash, 'portrait', prepare);
  const alert = opened.page.getByRole('alert');
  await alert.waitFor();
  const text = (await alert.textContent()) ?? '';
  await opened.close();
  return text;
}

const missing = (page: Page) =>
  page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: '' }));

const broken = (page: Page) =>
  page.route('**/*.wasm', (route) =>
    route.fulfill({ status: 200, contentType: 'application/wasm', body: 'not a module' }),
  );

const withoutWebgl = (page: Page) =>
  page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      ...rest: unknown[]
    ) {
      return kind.startsWith('webgl') ? null : Reflect.apply(original, this, [kind, ...rest]);
    } as typeof original;
  });

test('a missing .wasm is said in Korean', async () => {
  expect(await alertOf('', missing)).toContain('계산 모듈(mangto.wasm)을 불러오지 못했습니다');
});

test('a broken .wasm is said in English when the page is English', async () => {
  expect(await alertOf('#language=en', broken)).toContain('could not be loaded');
});

test('a browser without WebGL2 is told so', async () => {
  expect(await alertOf('', withoutWebgl)).toContain('WebGL2를 쓸 수 없습니다');
});
