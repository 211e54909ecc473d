import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './support/axe';
import {
  launch,
  open,
  pauseClock,
  SIZES,
  slide,
  withoutPainting,
  type Opened,
  type SizeName,
} from './support/browser';
import { serveSite, type Site } from './support/site';

let site: Site;
let browser: Browser;
let opened: Opened;
let page: Page;
const requests: string[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
  opened = await open(browser, `${site.url}#wind=7`, 'portrait', async (target) => {
    target.on('request', (request) => requests.push(request.url()));
    await withoutPainting(target);
  });
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
  await page.locator('#tab-bears').press('ArrowLeft');
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

const ready = () => page.waitForFunction(() => window.mangto?.bears?.ready);
const setting = (key: 'bone' | 'play' | 'hold') =>
  page.evaluate((name) => window.mangto!.settings[name], key);

test('the bears are baked in slices of many frames', async () => {
  await ready();
  const reports = await page.evaluate(() => window.mangto!.bears.reports);
  expect(reports.map((report) => report!.cached)).toEqual([false, false]);
  for (const report of reports) expect(report!.slices).toBeGreaterThan(5);
  expect(await page.locator('.baking').isVisible()).toBe(false);
});

test('the heat map names the bone, and a touch picks another', async () => {
  await page.evaluate(() => window.mangto!.advance(0));
  expect(await page.locator('.heat-legend').textContent()).toBe(
    '색 = 「왼 아래팔」 뼈의 영향 (빨강 1 → 파랑 0)',
  );
  const chest = await page.evaluate(() => {
    const { bears, camera, renderer } = window.mangto!;
    const bone = bears.meshes[1]!.skeleton.bones.find(({ name }) => name === 'belly')!;
    const { x, y } = bone.getWorldPosition(camera.position.clone()).project(camera);
    const { clientWidth, clientHeight } = renderer.domElement;
    return { x: ((x + 1) / 2) * clientWidth, y: ((1 - y) / 2) * clientHeight };
  });
  await page.mouse.click(chest.x, chest.y);
  expect(await setting('bone')).toBe(2);
  await page.waitForFunction(() =>
    document.querySelector('.heat-legend')!.textContent!.includes('「배」'),
  );
});

test('the scrub bar holds a moment', async () => {
  expect(await setting('play')).toBe(true);
  await page.locator('.opener').click();
  await slide(page, 'hold', 1.5);
  expect(await setting('play')).toBe(false);
  expect(await setting('hold')).toBe(1.5);
});

test('a change bakes anew, a known one is at hand', async () => {
  await slide(page, 'passes', 3);
  await ready();
  const cached = () => page.evaluate(() => window.mangto!.bears.reports.map((r) => r!.cached));
  expect(await cached()).toEqual([false, false]);
  await slide(page, 'passes', 10);
  await ready();
  expect(await cached()).toEqual([false, true]);
  await page.locator('.opener').click();
});

/** 바뀐 크기가 판과 시점에 닿고, 그것으로 그릴 때까지 기다린다. */
const settled = () =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    window.mangto!.advance(0);
  });

/** 서로 겹치거나 화면을 벗어나거나 글이 넘치는 것. */
function misplaced(): string[] {
  const shown = [
    ...document.querySelectorAll<HTMLElement>(
      '.heading h1, .heading p, .tabs, .language, .panel, .bear-label, .bear-figures, .bear-note, .heat-legend',
    ),
  ].filter((part) => part.checkVisibility());
  const nameOf = (part: HTMLElement) => `${part.className || part.tagName} ${part.innerText}`;
  const boxes = shown.map((part) => part.getBoundingClientRect());
  const outside = shown.filter((_, k) => {
    const { left, top, right, bottom } = boxes[k]!;
    return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  });
  const over = shown.flatMap((part, k) =>
    shown
      .slice(k + 1)
      .filter((_, later) => {
        const [a, b] = [boxes[k]!, boxes[k + 1 + later]!];
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      })
      .map((other) => `${nameOf(part)} over ${nameOf(other)}`),
  );
  const spilt = [...document.querySelectorAll<HTMLElement>('.button, .chip, .bear-label')].filter(
    (part) => part.checkVisibility() && part.scrollWidth > part.clientWidth,
  );
  return [...over, ...outside.map(nameOf), ...spilt.map(nameOf)];
}

test.each(Object.keys(SIZES) as SizeName[])(
  'nothing lies over anything else or leaves the screen on %s, in either language and pose',
  async (size) => {
    const small = page.viewportSize()!;
    await page.setViewportSize(SIZES[size].viewport!);
    const before = await page.evaluate(() => ({ ...window.mangto!.settings }));
    for (const language of ['ko', 'en'] as const) {
      for (const pose of ['eat', 'wring'] as const) {
        await page.evaluate(
          (patch) => {
            window.mangto!.set({ ...patch, heat: true, right: 'dual', left: 'classic' });
            window.mangto!.advance(0);
          },
          { language, pose },
        );
        await ready();
        await settled();
        expect(await page.evaluate(misplaced)).toEqual([]);
      }
    }
    await page.evaluate((settings) => window.mangto!.set(settings), before);
    await ready();
    await page.setViewportSize(small);
  },
);

/** 이제부터 새로 만드는 셰이더와 GPU 버퍼를 센다. */
function countMaking() {
  const made = { shaders: 0, buffers: 0 };
  const context = WebGL2RenderingContext.prototype;
  const { compileShader, createBuffer } = context;
  context.compileShader = function (shader) {
    made.shaders += 1;
    compileShader.call(this, shader);
  };
  context.createBuffer = function () {
    made.buffers += 1;
    return createBuffer.call(this);
  };
  return made;
}

test('twenty switches make nothing anew and leave nothing behind', async () => {
  const held = () =>
    page.evaluate(() => {
      const { renderer, module } = window.mangto!;
      const { geometries, textures } = renderer.info.memory;
      const programs = renderer.info.programs!.length;
      return { geometries, textures, programs, bytes: module.memoryBytes };
    });
  await go('knight');
  // 기사의 몸이 대역을 대신해 한 번 그려진 다음부터 센다.
  await page.evaluate(() => window.mangto!.ready);
  await go('bears');
  const bakes = () => page.evaluate(() => JSON.stringify(window.mangto!.bears.reports));
  const baked = await bakes();
  await go('knight');
  const before = await held();
  const made = await page.evaluateHandle(countMaking);
  for (let k = 0; k < 10; k += 1) {
    await go('bears');
    await go('knight');
  }
  expect(await held()).toEqual(before);
  expect(await made.jsonValue()).toEqual({ shaders: 0, buffers: 0 });
  await go('bears');
  expect(await bakes()).toBe(baked);
  expect(await page.evaluate(() => window.mangto!.switchMs)).toBeGreaterThan(0);
});

test('the next visit finds the bears in the store', async () => {
  await page.goto(`${site.url}#scene=bears`);
  await page.reload();
  await ready();
  const reports = await page.evaluate(() => window.mangto!.bears.reports);
  expect(reports.map((report) => report!.cached)).toEqual([true, true]);
});

test('nothing is asked of another origin', () => {
  const own = (url: string) => url.startsWith(site.url) || /^(data|blob):/.test(url);
  expect(requests.length).toBeGreaterThan(5);
  expect(requests.filter((url) => !own(url))).toEqual([]);
});

test.each(['ko', 'en'] as const)('axe finds nothing, in "%s"', async (language) => {
  await page.evaluate((chosen) => window.mangto!.set({ language: chosen }), language);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('leaves no error in the console', () => expect(opened.errors).toEqual([]));
