import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frames, launch, open, pauseClock, withoutPainting, type Opened } from './support/browser';
import { serveSite, type Site } from './support/site';

let site: Site;
let browser: Browser;

const small = (target: Page) => target.setViewportSize({ width: 160, height: 240 });

// 페이지가 미리 받는 것까지 막으려면 처음부터 막아야 한다.
const kOwnCode = '**/own-*.js';

async function prepare(target: Page): Promise<void> {
  await small(target);
  await withoutPainting(target);
  await target.route(kOwnCode, (route) => route.abort());
}

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
    opened = await open(browser, site.url, 'portrait', prepare);
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

  test('a resized picture is drawn again before it is shown', async () => {
    const drawn = await page.evaluate(async () => {
      const canvas = window.mangto!.renderer.domElement;
      const context = canvas.getContext('webgl2')!;
      const { drawElements } = context;
      let since = 0;
      context.drawElements = (...given) => {
        since += 1;
        drawElements.apply(context, given);
      };
      canvas.style.width = '150px';
      // 페이지의 것보다 나중에 불린다. 그 뒤로는 화면에 나가는 일만 남는다.
      const count = await new Promise<number>((resolve) =>
        new ResizeObserver(() => resolve(canvas.width === 150 ? since : 0)).observe(canvas),
      );
      canvas.style.width = '';
      context.drawElements = drawElements;
      return count;
    });
    expect(drawn).toBeGreaterThan(0);
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
    await page.evaluate(() => window.mangto!.set({ language: 'en' }));
    expect(await notice()).toContain('The graphics device stopped');
    await page.evaluate(() => window.mangto!.set({ language: 'ko' }));
    const drawn = await page.evaluate(() => window.mangto!.frames);
    await page.evaluate(() => window.mangto!.renderer.forceContextRestore());
    await page.waitForFunction(() => document.querySelector('.notice')!.textContent === '');
    await page.waitForFunction((before) => window.mangto!.frames > before, drawn);
  });

  test('kept while another page is shown, it goes on when it comes back', async () => {
    // 바쁜 브라우저는 남겨 두지 않고 다시 열기도 한다: 그때는 한 번 더 떠나 본다.
    const isKept = async () => {
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) => Object.assign(window, { kept: persisted }));
        window.mangto!.clock.resume();
      });
      await page.goto('about:blank');
      await page.goBack({ waitUntil: 'commit' });
      await frames(page, 2);
      return page.evaluate(() => Reflect.get(window, 'kept'));
    };
    await expect.poll(isKept, { timeout: 60_000 }).toBe(true);
    await page.evaluate(() => window.mangto!.clock.pause());
  });

  test('offline, every tab still opens once the page has loaded', async () => {
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/bears-[^/]*\.js$/.test(name)),
    );
    await page.context().setOffline(true);
    await page.locator('#tab-bears').dispatchEvent('click');
    await page.waitForFunction(() => window.mangto!.sceneId === 'bears');
    await page.locator('#tab-knight').click();
    await page.waitForFunction(() => window.mangto!.sceneId === 'knight');
    expect(await notice()).toBe('');
    await page.context().setOffline(false);
  });

  test('leaves no error in the console', () => {
    const others = opened.errors.filter((text) => !text.includes('ERR_FAILED'));
    expect(others).toEqual([]);
  });

  test('a tab whose code does not come is said in the language of the page; the others go on', async () => {
    for (const [language, words] of [
      ['en', 'The scene could not be loaded. Check the connection and choose it again.'],
      ['ko', '장면을 불러오지 못했습니다. 연결을 확인하고 다시 골라 주세요.'],
    ] as const) {
      await page.evaluate((chosen) => window.mangto!.set({ language: chosen }), language);
      await page.locator('#tab-own').dispatchEvent('click');
      await page.waitForFunction(
        (text) => document.querySelector('.notice')!.textContent === text,
        words,
      );
      expect(await page.evaluate(() => window.mangto!.settings.scene)).toBe('knight');
    }
    await page.locator('#tab-bears').dispatchEvent('click');
    await page.waitForFunction(() => window.mangto!.sceneId === 'bears');
    expect(await notice()).toBe('');
    await page.unroute(kOwnCode);
    await page.locator('#tab-own').dispatchEvent('click');
    await page.waitForFunction(() => window.mangto!.sceneId === 'own');
  });
});
