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

const truncated = (page: Page) =>
  page.route('**/*.wasm', async (route) => {
    const response = await route.fetch();
    const whole = await response.body();
    await route.fulfill({ response, body: whole.subarray(0, whole.length / 2) });
  });

/** 서버의 규칙이 WebAssembly를 막는다. */
const forbidden = (page: Page) =>
  page.route(site.url, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': "script-src 'self'" };
    await route.fulfill({ response, headers });
  });

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

test('a truncated .wasm is said in English when the page is English', async () => {
  expect(await alertOf('#language=en', truncated)).toContain('refused the computing module');
});

test('a policy against WebAssembly is told', async () => {
  expect(await alertOf('', forbidden)).toContain('보안 설정이 WebAssembly를 막는지');
});

test('a browser without WebGL2 is told so', async () => {
  expect(await alertOf('', withoutWebgl)).toContain('WebGL2를 쓸 수 없습니다');
});
