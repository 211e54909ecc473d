// 꾸러미의 <mangto-scene>을 script 하나로 놓아 본다.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from '../browser/support/browser';
import { serveFolder, type Site } from '../browser/support/site';
import { Consumer } from './consumer';

const consumer = new Consumer();
let browser: Browser;
let site: Site;
let page: Page;
const errors: string[] = [];

interface Scene extends HTMLElement {
  loaded: boolean;
  scene: string;
  wind: number;
  controls: boolean;
}

interface Seen {
  seen: [string, string][];
  /** 지금까지 그린 것의 수. */
  drawn: number;
}

beforeAll(async () => {
  consumer.takeExample('embed');
  // 엄한 정책 아래에서도 제 모양이어야 한다.
  const policy = "script-src 'self' 'wasm-unsafe-eval'; style-src-elem 'self'";
  site = await serveFolder(consumer.directory, 'index.html', { 'content-security-policy': policy });
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 200, height: 200 } });
  page.setDefaultTimeout(110_000);
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    const asksForIcon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !asksForIcon) errors.push(message.text());
  });
  await page.addInitScript(() => {
    const here = window as unknown as Seen;
    const all: Seen['seen'] = [];
    here.seen = all;
    here.drawn = 0;
    const { drawElements } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.drawElements = function (...given) {
      here.drawn += 1;
      drawElements.apply(this, given);
    };
    for (const kind of ['load', 'progress', 'error']) {
      const note = ({ target }: Event) => {
        const { localName, id } = target as Element;
        if (localName === 'mangto-scene') all.push([id || 'first', kind]);
      };
      document.addEventListener(kind, note, true);
    }
  });
  await page.goto(site.url);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('mangto-scene')!.id = 'first';
    const second = `<div style="height: 3000px"></div>
      <mangto-scene id="second" grid="9" style="height: 150px"><b slot="poster">Wait</b></mangto-scene>`;
    document.body.insertAdjacentHTML('beforeend', second);
  });
  await page.waitForFunction(() => document.querySelector<Scene>('#first')!.loaded);
  await page.locator('#first canvas').press(' '); // 멈춘다: 소프트웨어로 그리면 두 코어를 다 쓴다
});

afterAll(async () => {
  await browser.close();
  await site.close();
  consumer.remove();
});

const seen = (id: string) =>
  page.evaluate(
    (wanted) =>
      (window as unknown as Seen).seen.filter(([from]) => from === wanted).map(([, kind]) => kind),
    id,
  );

it('loads when it is near the viewport, and tells of it', async () => {
  const first = await seen('first');
  expect(await page.locator('#first .poster').isVisible()).toBe(false);
  expect(first.at(-1)).toBe('load');
  expect(first.slice(0, -1).every((kind) => kind === 'progress')).toBe(true);
  expect(await seen('second')).toEqual([]);
  expect(await page.locator('#second b').isVisible()).toBe(true);
  await page.locator('#second b').evaluate((poster) => poster.scrollIntoView());
  await page.waitForFunction(() => (window as unknown as Seen).seen.at(-1)![0] === 'second');
  // 불러오는 사이에 떼어 내도 된다.
  await page.locator('#second').evaluate((second) => second.remove());
  expect(errors).toEqual([]);
});

it('reflects its attributes, and shows its controls in the language asked for', async () => {
  const state = await page.evaluate(() => {
    const first = document.querySelector<Scene>('#first')!;
    const before = [first.scene, first.wind, first.controls];
    first.wind = 2;
    first.controls = false;
    const after = [first.getAttribute('wind'), first.hasAttribute('controls')];
    first.controls = true;
    const labels = ['ko', 'en-US'].map((language) => {
      first.lang = language;
      return first.shadowRoot!.querySelector('canvas')!.ariaLabel;
    });
    return { before, after, labels };
  });
  expect(state.before).toEqual(['knight', 6, true]);
  expect(state.after).toEqual(['2', false]);
  expect(state.labels[0]).toMatch(/기사/);
  expect(state.labels[1]).toMatch(/knight/i);
  const slider = page.locator('#first #control-wind');
  expect(await slider.inputValue()).toBe('2');
});

it('leaves the page to scroll, and can be used with the keyboard', async () => {
  const canvas = page.locator('#first canvas');
  expect(await canvas.evaluate((element) => getComputedStyle(element).touchAction)).toBe('pan-y');
  await canvas.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  await canvas.hover();
  await page.mouse.wheel(0, 120);
  await page.waitForFunction((before) => scrollY > before, top);
  // 멈추어 있다: 몸이 다 구워진 뒤로는 아무것도 그리지 않는다. 캔버스가 창보다 커서, 찍은 그림은 그리지
  // 않아도 달라지곤 한다.
  let last = -1;
  const rests = async () => {
    const before = last;
    last = await page.evaluate(() => (window as unknown as Seen).drawn);
    return last === before;
  };
  await expect.poll(rests, { timeout: 60_000, interval: 1000 }).toBe(true);
  await canvas.focus();
  for (let k = 0; k < 4; k++) await page.keyboard.press('ArrowLeft');
  await expect.poll(rests, { timeout: 60_000 }).toBe(false);
});

it('may be defined twice', async () => {
  await page.addScriptTag({ url: './node_modules/mangto/element.js?again', type: 'module' });
  expect(errors).toEqual([]);
});

it('starts anew with another canvas when it is taken off the page or changed while loading', async () => {
  const seen = await page.evaluate(async () => {
    // 장면을 올리는 일만 흉내 낸다: 그리는 데에는 오래 걸린다.
    const Element = customElements.get('mangto-scene') as unknown as {
      mount: (options: { canvas: HTMLElement; attributes: unknown }) => Promise<unknown>;
    };
    const { mount } = Element;
    const [canvases, finish, log]: [Set<HTMLElement>, (() => void)[], unknown[]] = [
      new Set(),
      [],
      [],
    ];
    Element.mount = async ({ canvas, attributes }) => {
      canvases.add(canvas);
      log.push(attributes);
      await new Promise<void>((resolve) => finish.push(resolve));
      return {
        style: '',
        set: (changed: unknown) => log.push(changed),
        show: () => undefined,
        dispose: () => log.push('disposed'),
      };
    };
    const third = document.createElement('mangto-scene') as Scene;
    third.id = 'third';
    const starts = async (count: number) => {
      while (finish.length < count) await new Promise(requestAnimationFrame);
    };
    third.setAttribute('wind', '3');
    document.body.prepend(third);
    scrollTo(0, 0);
    await starts(1);
    third.remove();
    document.body.prepend(third);
    await starts(2);
    third.scene = 'bears';
    await starts(3);
    const loaded = new Promise((resolve) => third.addEventListener('load', resolve));
    for (const one of finish) one();
    await loaded;
    const shown = canvases.has(third.shadowRoot!.querySelector('canvas')!);
    third.setAttribute('grid', '9');
    third.removeAttribute('wind');
    third.remove();
    Element.mount = mount;
    return { canvases: canvases.size, shown, log };
  });
  const start = { wind: '3', grid: null, language: null };
  expect(seen).toEqual({
    canvases: 3,
    shown: true,
    log: [
      { ...start, scene: null },
      { ...start, scene: null },
      { ...start, scene: 'bears' },
      'disposed',
      'disposed',
      { ...start, scene: 'bears' },
      { grid: '9' },
      { wind: null },
      'disposed',
    ],
  });
});

it('frees everything when it is taken off the page, and comes back', async () => {
  const lost = await page.evaluate(async () => {
    const first = document.querySelector<Scene>('#first')!;
    const canvas = first.shadowRoot!.querySelector('canvas')!;
    const context = canvas.getContext('webgl2')!;
    first.remove();
    const state = [context.isContextLost(), first.loaded];
    document.body.prepend(first);
    first.scrollIntoView();
    return state;
  });
  expect(lost).toEqual([true, false]);
  await page.waitForFunction(() => document.querySelector<Scene>('#first')!.loaded);
  expect((await seen('first')).filter((kind) => kind === 'load')).toHaveLength(2);
  await page.locator('#first').evaluate((first) => first.remove());
});

it('fires an error event for a scene that cannot be loaded', async () => {
  await page.route('**/*.wasm', (route) => route.abort());
  const { message, bars } = await page.evaluate(async () => {
    const other = document.createElement('mangto-scene');
    const failed = new Promise<ErrorEvent>((resolve) => {
      other.addEventListener('error', (event) => resolve(event as ErrorEvent));
    });
    document.body.prepend(other);
    scrollTo(0, 0);
    const { message } = await failed;
    return { message, bars: other.shadowRoot!.querySelectorAll('progress').length };
  });
  expect(message).toMatch(/mangto\.wasm/);
  expect(bars).toBe(0);
});
