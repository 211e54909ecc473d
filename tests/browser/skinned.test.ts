import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Colour, Kind } from './pages/skinned';
import { launch, open, type Opened } from './support/browser';
import { serveSite, type Site } from './support/site';

const PAGE = 'tests/browser/pages/skinned.html';

let site: Site;
let browser: Browser;
let opened: Opened;
let page: Page;

const ready = () => page.waitForFunction(() => window.skinned !== undefined);

beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(PAGE), launch()]);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

async function start(): Promise<void> {
  opened = await open(browser, site.url + PAGE, 'desktop');
  page = opened.page;
  await ready();
}

describe('patches of materials', () => {
  beforeAll(start);
  afterAll(() => opened.close());

  /** 가장 센 성분과 나머지. 빛을 받은 색도 그 빛깔로 알아본다. */
  const isHue = ([r, g, b]: Colour, hue: 'red' | 'green' | 'blue') => {
    const [own, ...rest] = { red: [r, g, b], green: [g, r, b], blue: [b, r, g] }[hue];
    return own! > 100 && rest.every((other) => other < 0.5 * own!);
  };
  const hues = (colours: Colour[]) =>
    colours.map((colour) => (['red', 'green', 'blue'] as const).find((hue) => isHue(colour, hue)));

  const kinds: Kind[] = ['basic', 'lambert', 'phong', 'standard', 'physical', 'toon'];

  test.each(kinds)(
    'heat colours run from red to blue on the %s material, come off and on again',
    async (kind) => {
      const shown = await page.evaluate((name) => window.skinned!.heat(name, true), kind);
      const [before, first, second, after, third, fourth] = shown;
      expect(hues(first!)).toEqual(['red', 'green', 'blue']);
      expect(hues(second!)).toEqual(['blue', 'green', 'red']);
      expect(hues(before!)).toEqual([undefined, undefined, undefined]);
      expect(after).toEqual(before);
      expect(third).toEqual(second);
      expect(fourth).toEqual(first);
    },
  );

  test('heat colours work on meshes that are not skinned, too', async () => {
    const [, first] = await page.evaluate(() => window.skinned!.heat('basic', false));
    expect(hues(first!)).toEqual(['red', 'green', 'blue']);
  });

  test.each(['basic', 'standard'] as const)(
    'dual quaternions keep the thickness on the %s material',
    async (kind) => {
      const width = (dual: boolean) =>
        page.evaluate(([name, on]) => window.skinned!.twist(name, on), [kind, dual] as const);
      expect(await width(false)).toBeLessThan(8);
      expect(await width(true)).toBeGreaterThan(28);
    },
  );

  test('leave no error in the console', () => expect(opened.errors).toEqual([]));
});

describe('the store', () => {
  // 문맥을 새로 열면 저장소도 비어 있다.
  beforeAll(start);
  afterAll(() => opened.close());

  const bake = (persist = true) => page.evaluate((keep) => window.skinned!.bake(keep), persist);
  const again = async (persist = true) => {
    await page.reload();
    await ready();
    return bake(persist);
  };

  test('a second opening shows the same weights without a bake', async () => {
    const first = await bake();
    expect(first.cached).toBe(false);
    const second = await again();
    expect(second.cached).toBe(true);
    expect(second.hash).toBe(first.hash);
    expect(second.bones).toEqual(first.bones);
  });

  test('is not asked unless it is wanted', async () => {
    expect((await again(false)).cached).toBe(false);
  });

  test.each(['weights', 'version', 'foreign'] as const)(
    'an entry with a wrong %s is ignored and replaced',
    async (damage) => {
      const { hash } = await again();
      expect(await page.evaluate((what) => window.skinned!.tamper(what), damage)).toBe(1);
      const mended = await again();
      expect(mended.cached).toBe(false);
      expect(mended.hash).toBe(hash);
      expect((await again()).cached).toBe(true);
    },
  );

  test('what the page remembers is stored as soon as it is wanted', async () => {
    await again();
    await page.evaluate(() => window.skinned!.tamper('loss'));
    expect((await again(false)).cached).toBe(false);
    expect((await bake()).cached).toBe(true);
    expect((await again()).cached).toBe(true);
  });

  test.each([
    [
      'throws',
      () =>
        Object.defineProperty(window, 'indexedDB', {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        }),
    ],
    ['is not there', () => Object.defineProperty(window, 'indexedDB', { value: undefined })],
    [
      'never answers',
      () => {
        IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
      },
    ],
    [
      'has another shape',
      () => {
        const opens = IDBFactory.prototype.open;
        IDBFactory.prototype.open = function () {
          return opens.call(this, 'of somebody else');
        };
      },
    ],
  ])('a store that %s does no harm', async (_name, sabotage) => {
    const { hash } = await again();
    await page.reload();
    await ready();
    await page.evaluate(sabotage);
    const without = await bake();
    expect(without.cached).toBe(false);
    expect(without.hash).toBe(hash);
  });

  test('leaves no error in the console', () => expect(opened.errors).toEqual([]));
});
