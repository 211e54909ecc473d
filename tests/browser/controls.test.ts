import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mesh } from 'three';
import { accessibilityFaults } from './support/axe';
import {
  advance,
  frames,
  launch,
  open,
  pauseClock,
  positions,
  slide,
  withoutPainting,
  type Opened,
} from './support/browser';
import { serveSite, type Site } from './support/site';

let site: Site;
let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
  opened = await open(browser, site.url, 'portrait', async (target) => {
    await target.setViewportSize({ width: 300, height: 480 });
    await withoutPainting(target);
  });
  page = opened.page;
  await pauseClock(page);
  await page.locator('.opener').click();
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

function cloths() {
  return page.evaluate(() =>
    window.mangto!.cloths.map(({ cloth }) => ({
      columns: cloth.columns,
      rows: cloth.rows,
      iterations: cloth.iterations,
      stiffness: { ...cloth.stiffness },
      constraints: cloth.stats.constraints,
      wind: [...cloth.wind],
    })),
  );
}

/** 그리지 않더라도 화면 시계가 이만큼 지나기를 기다린다. */
const displayFrames = (count: number) =>
  page.evaluate(async (wanted) => {
    for (let k = 0; k < wanted; k += 1) await new Promise(requestAnimationFrame);
  }, count);

const reading = (name: string) => page.locator(`[data-reading=${name}]`).textContent();

describe('controls', () => {
  test('grid size remakes both cloths and writes the numbers', async () => {
    await slide(page, 'grid', 33);
    const sizes = (await cloths()).map(({ columns, rows }) => [columns, rows]);
    expect(sizes).toEqual([
      [23, 33],
      [31, 19],
    ]);
    await page.waitForFunction(
      () => document.querySelector('[data-reading=points]')?.textContent === '1,348',
    );
    await slide(page, 'grid', 17);
    expect((await cloths()).map(({ columns, rows }) => columns * rows)).toEqual([204, 160]);
  });

  test('wind strength and direction reach the cloths', async () => {
    // 걷는 동안에는 등 뒤의 공기가 따라온다. 서서 바람만 본다.
    await page.locator('#control-walk').uncheck();
    await slide(page, 'wind', 0);
    await advance(page, 2);
    for (const { wind } of await cloths()) expect(Math.hypot(...wind)).toBe(0);
    await slide(page, 'wind', 10);
    await slide(page, 'windAngle', 90);
    await advance(page, 0.1);
    const [cape, flag] = (await cloths()).map(({ wind }) => wind);
    expect(Math.hypot(...flag!)).toBeGreaterThan(4);
    expect(flag![2]!).toBeGreaterThan(Math.abs(flag![0]!));
    // 망토는 흉벽에 가려 같은 쪽의 약한 바람을 받고, 맞바람(−x)은 몸이 막는다.
    const lee = [Math.max(0, flag![0]!), flag![1]!, flag![2]!].map((speed) => 0.05 * speed);
    cape!.forEach((component, k) => expect(component).toBeCloseTo(lee[k]!, 6));
    await page.locator('#control-walk').check();
  });

  test('iterations follow the slider and the keyboard', async () => {
    await slide(page, 'iterations', 20);
    expect((await cloths()).map(({ iterations }) => iterations)).toEqual([20, 20]);
    await page.locator('#control-iterations').press('ArrowRight');
    expect((await cloths()).map(({ iterations }) => iterations)).toEqual([21, 21]);
    await slide(page, 'iterations', 8);
  });

  test('each kind of constraint can be switched off', async () => {
    const total = async () => (await cloths()).reduce((sum, c) => sum + c.constraints, 0);
    expect(await total()).toBe(1913);
    for (const kind of ['structural', 'shear', 'bend'] as const) {
      await page.locator(`#control-${kind}`).uncheck();
      for (const { stiffness } of await cloths()) expect(stiffness[kind]).toBe(0);
      expect(await total()).toBeLessThan(1913);
      await page.locator(`#control-${kind}`).check();
    }
    expect(await total()).toBe(1913);
  });

  test('cloth off shows plates that follow and do not bend', async () => {
    // 망토의 재질로 그려지는 것은 언제나 하나뿐이다: 천이거나 판이다.
    const worn = () =>
      page.evaluate(() => {
        const { scene, cloths } = window.mangto!;
        const { geometry } = cloths[0]!;
        const meshes: Mesh[] = [];
        scene.traverse((object) => {
          if ('isMesh' in object) meshes.push(object as Mesh);
        });
        const { material } = meshes.find((mesh) => mesh.geometry === geometry)!;
        const seen: Mesh[] = [];
        scene.traverseVisible((object) => {
          if (meshes.includes(object as Mesh)) seen.push(object as Mesh);
        });
        return seen
          .filter((mesh) => mesh.material === material)
          .map((mesh) => (mesh.geometry === geometry ? 'cloth' : 'plate'));
      });
    expect(await worn()).toEqual(['cloth']);
    await page.locator('#control-cloth').uncheck();
    const before = await positions(page);
    await advance(page, 0.5);
    expect(await positions(page)).toEqual(before);
    expect(await worn()).toEqual(['plate']);
    await page.locator('#control-cloth').check();
    await advance(page, 0.5);
    const near = await page.evaluate(() => {
      const { cloths, walker } = window.mangto!;
      return Math.abs(cloths[0]!.cloth.boundingSphere.center[0] - walker.position[0]);
    });
    expect(near).toBeLessThan(1.2);
  });

  test('he stops and walks on', async () => {
    const speed = () => page.evaluate(() => window.mangto!.walker.speed);
    await advance(page, 1);
    expect(await speed()).toBeGreaterThan(1);
    await page.locator('#control-walk').uncheck();
    await advance(page, 2);
    expect(await speed()).toBe(0);
    await page.locator('#control-walk').check();
    await advance(page, 2);
    expect(await speed()).toBeGreaterThan(1);
  });

  test('he turns by hand, and a press of a key stops him', async () => {
    const forward = () => page.evaluate(() => window.mangto!.walker.forward);
    expect((await forward())[2]).toBeCloseTo(0, 6);
    await page.keyboard.down('ArrowLeft');
    await advance(page, 0.6);
    await page.keyboard.up('ArrowLeft');
    expect((await forward())[2]).toBeLessThan(-0.2);
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('#control-walk').isChecked()).toBe(false);
    await page.keyboard.press('ArrowUp');
    expect(await page.locator('#control-walk').isChecked()).toBe(true);
  });

  test('one touch compares, and the solver can be changed', async () => {
    const toggle = page.locator('#control-compare-toggle');
    await toggle.click();
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
    for (const what of ['structural', 'solver', 'plate']) {
      await page.locator('#control-compare').selectOption(what);
      await advance(page, 0.1);
    }
    await toggle.click();
    expect(await page.evaluate(() => window.mangto!.settings.split)).toBe(0);
    await page.locator('#control-solver').selectOption('substeps');
    const solver = () =>
      page.evaluate(() => window.mangto!.cloths.map(({ cloth }) => cloth.solver));
    expect(await solver()).toEqual(['substeps', 'substeps']);
    await advance(page, 0.2);
    await page.locator('#control-solver').selectOption('classic');
  });

  test('a drag on the cape pulls it and leaves the view alone; elsewhere it turns the view', async () => {
    await page.locator('.opener').click();
    const middle = await page.evaluate(() => {
      const { cloths, camera, renderer } = window.mangto!;
      const box = renderer.domElement.getBoundingClientRect();
      const { center } = cloths[0]!.cloth.boundingSphere;
      const at = camera.position
        .clone()
        .set(...center)
        .project(camera);
      return {
        x: box.left + ((at.x + 1) / 2) * box.width,
        y: box.top + ((1 - at.y) / 2) * box.height,
      };
    });
    const seen = () =>
      page.evaluate(() => {
        const { camera, walker } = window.mangto!;
        return camera.position.x - walker.position[0];
      });
    const [view, cloth] = [await seen(), await positions(page)];
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x - 40, middle.y - 20);
    await advance(page, 0.3);
    expect(await seen()).toBeCloseTo(view, 3);
    await page.mouse.up();
    expect(await positions(page)).not.toEqual(cloth);
    await page.mouse.move(20, 245);
    await page.mouse.down();
    await page.mouse.move(160, 245);
    await page.mouse.up();
    await advance(page, 0.1);
    expect(Math.abs((await seen()) - view)).toBeGreaterThan(0.3);
    await page.locator('.opener').click();
  });

  test('one step while paused is one step', async () => {
    const steps = () => page.evaluate(() => window.mangto!.clock.steps);
    const before = await steps();
    await page.locator('#control-step').click();
    expect(await steps()).toBe(before + 1);
    await page.locator('#control-pause').click();
    await page.evaluate(() => window.mangto!.clock.pause());
  });

  test('reset goes back to the start', async () => {
    await page.locator('#control-reset').click();
    expect(await page.evaluate(() => window.mangto!.walker.position[0])).toBeLessThan(2.5);
  });

  test('pause holds the clock and resume lets it go', async () => {
    await page.evaluate(() => window.mangto!.clock.resume());
    await page.locator('#control-pause').click();
    const steps = () => page.evaluate(() => window.mangto!.clock.steps);
    const held = await steps();
    await displayFrames(3);
    expect(await steps()).toBe(held);
    await page.locator('#control-pause').click();
    await frames(page, 3);
    expect(await steps()).toBeGreaterThan(held);
  });

  test('axe finds nothing in Korean', async () => {
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('the language switch changes the page, its title and its lang', async () => {
    expect(await page.title()).toBe('망토 · 밤의 성벽');
    await page.locator('#control-language').click();
    expect(await page.title()).toBe('Mangto · Night on the wall');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    expect(await page.locator('label[for=control-wind]').textContent()).toBe('Wind strength (m/s)');
  });

  test('axe finds nothing in English', async () => {
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('the read-outs show compute time, points and constraints', async () => {
    await frames(page, 3);
    await page.waitForFunction(
      () => document.querySelector('[data-reading=constraints]')?.textContent === '1,913',
    );
    expect(await reading('points')).toBe('364');
    expect(await reading('computeMs')).toMatch(/^\d+\.\d\d ms$/);
    await pauseClock(page);
  });

  test('the hash restores the state in a new tab', async () => {
    await slide(page, 'grid', 25);
    await slide(page, 'wind', 6.5);
    await slide(page, 'windAngle', -40);
    await slide(page, 'iterations', 12);
    await page.locator('#control-bend').uncheck();
    const wanted = await page.evaluate(() => ({ ...window.mangto!.settings }));
    const link = page.url();
    expect(opened.errors).toEqual([]);
    await opened.close();
    const again = await open(browser, link, 'portrait', withoutPainting);
    await frames(again.page, 1);
    expect(await again.page.evaluate(() => ({ ...window.mangto!.settings }))).toEqual(wanted);
    expect(await again.page.locator('#control-wind').inputValue()).toBe('6.5');
    expect(await again.page.title()).toBe('Mangto · Night on the wall');
    await again.close();
  });
});
