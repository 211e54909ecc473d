import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frames, launch, open, pauseClock, type Opened } from './support/browser';
import { serveSite, type Site } from './support/site';

let site: Site;
let browser: Browser;

// 그림은 중요하지 않다: 작게 그린다.
const small = (target: Page) => target.setViewportSize({ width: 160, height: 240 });

beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

const displayFrames = (page: Page, count: number) =>
  page.evaluate(async (wanted) => {
    for (let k = 0; k < wanted; k += 1) await new Promise(requestAnimationFrame);
  }, count);

describe('one page through its life', () => {
  let opened: Opened;
  let page: Page;

  beforeAll(async () => {
    opened = await open(browser, site.url, 'portrait', small);
    page = opened.page;
    await pauseClock(page);
  });

  afterAll(() => opened.close());

  const notice = () => page.locator('.notice').textContent();

  test('hidden it stands still, shown it goes on without catching up', async () => {
    const steps = () => page.evaluate(() => window.mangto!.clock.steps);
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await hide(true);
    await page.evaluate(() => window.mangto!.clock.resume());
    const before = await steps();
    await displayFrames(page, 4);
    expect(await steps()).toBe(before);
    // 다음 프레임에서 멈춘다: 숨어 있던 동안의 걸음을 한꺼번에 하지 않았는지 본다.
    await page.evaluate(async () => {
      Object.defineProperty(document, 'hidden', { value: false, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      const { clock, frames } = window.mangto!;
      while (window.mangto!.frames === frames) await new Promise(requestAnimationFrame);
      clock.pause();
    });
    expect((await steps()) - before).toBeLessThanOrEqual(2 * 3);
  });

  test('resized and rotated it fills the window', async () => {
    for (const [width, height] of [
      [240, 160],
      [160, 240],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(
        (wide) => window.mangto!.renderer.domElement.width === wide,
        width,
      );
      const seen = await page.evaluate(() => {
        const { camera, renderer } = window.mangto!;
        return { aspect: camera.aspect, height: renderer.domElement.height };
      });
      expect(seen).toEqual({ aspect: width / height, height });
    }
  });

  test('a resized picture is never shown empty', async () => {
    const empty = await page.evaluate(async () => {
      const { renderer } = window.mangto!;
      const canvas = renderer.domElement;
      const gl = renderer.getContext();
      const pixel = new Uint8Array(4);
      canvas.style.width = '150px';
      // 페이지의 것보다 나중에 불린다. 그 뒤로는 화면에 나가는 일만 남는다.
      await new Promise((resolve) => new ResizeObserver(resolve).observe(canvas));
      gl.readPixels(75, 120, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      canvas.style.width = '';
      return pixel.subarray(0, 3).every((level) => level === 0);
    });
    expect(empty).toBe(false);
  });

  test('a change of the pixel ratio changes the pixels drawn, to at most 2 a side', async () => {
    const devtools = await page.context().newCDPSession(page);
    for (const [deviceScaleFactor, pixels] of [
      [3, 320],
      [1, 160],
    ] as const) {
      const size = { width: 160, height: 240, mobile: true };
      await devtools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor });
      await page.waitForFunction(
        (wide) => window.mangto!.renderer.domElement.width === wide,
        pixels,
      );
    }
    await devtools.detach();
    await small(page);
  });

  test('a lost graphics context is said, and the picture comes back', async () => {
    await page.evaluate(() => window.mangto!.renderer.forceContextLoss());
    await page.waitForFunction(() => document.querySelector('.notice')!.textContent !== '');
    expect(await notice()).toContain('그래픽 장치가 멈췄습니다');
    await page.evaluate(() => window.mangto!.renderer.forceContextRestore());
    await page.waitForFunction(() => document.querySelector('.notice')!.textContent === '');
    await frames(page, 1);
  });

  test('kept while another page is shown, it goes on when it comes back', async () => {
    // 뒤로 가기로 되살아난 페이지가 겪는 일이다. 시험하는 브라우저는 페이지를 남겨 두지 않는다.
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      window.mangto!.clock.resume();
    });
    await frames(page, 1);
    await page.evaluate(() => window.mangto!.clock.pause());
  });

  test('offline, every tab still opens once the page has loaded', async () => {
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/bears-[^/]*\.js$/.test(name)),
    );
    await page.context().setOffline(true);
    await page.locator('#tab-bears').click();
    await page.waitForFunction(() => window.mangto!.sceneId === 'bears');
    await page.locator('#tab-knight').click();
    await page.waitForFunction(() => window.mangto!.sceneId === 'knight');
    expect(await notice()).toBe('');
    await page.context().setOffline(false);
  });

  test('leaves no error in the console', () => expect(opened.errors).toEqual([]));
});
