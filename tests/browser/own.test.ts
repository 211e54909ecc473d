import { readFile } from 'node:fs/promises';
import { CylinderGeometry } from 'three';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dracoGlb, errorsOf } from '../support/gltf';
import { launch, open, paint, pauseClock, withoutPainting, type Opened } from './support/browser';
import { serveSite, type Site } from './support/site';

let site: Site;
let browser: Browser;
let opened: Opened;
let page: Page;
const outside: string[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
  const prepare = async (target: Page) => {
    await target.setViewportSize({ width: 200, height: 260 });
    await withoutPainting(target);
    target.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(site.url) && !/^(blob|data):/.test(url)) outside.push(url);
    });
  };
  opened = await open(browser, `${site.url}#scene=own&play=0`, 'portrait', prepare);
  page = opened.page;
  await pauseClock(page);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

const give = (name: string, bytes: Uint8Array | string) =>
  page.locator('#control-file').setInputFiles({
    name,
    mimeType: 'model/gltf-binary',
    buffer: Buffer.from(bytes),
  });

const press = (id: string) =>
  page.evaluate((name) => document.querySelector<HTMLElement>(`#control-${name}`)!.click(), id);

const note = () => page.locator('.own-note p').textContent();

/** 하던 일이 끝날 때까지. */
const settled = () =>
  page.waitForFunction(() => document.querySelector<HTMLElement>('.own-baking')!.hidden);

const held = () =>
  page.evaluate(() => {
    window.mangto!.advance(0);
    const { geometries, textures } = window.mangto!.renderer.info.memory;
    return { geometries, textures };
  });

async function column(): Promise<Uint8Array> {
  const geometry = new CylinderGeometry(0.2, 0.2, 2, 12, 20).translate(0, 1, 0);
  return dracoGlb({
    positions: geometry.getAttribute('position').array as Float32Array,
    indices: Uint32Array.from(geometry.index!.array),
  });
}

test('without a model there is a place to drop one', async () => {
  expect(await page.locator('.drop').isVisible()).toBe(true);
  expect(await page.locator('.drop').textContent()).toContain('여기에 놓아 주세요');
});

test('a file that is no model gets its message, and the page goes on', async () => {
  await give('notes.glb', 'no model at all');
  await page.locator('.own-note[role=alert]').waitFor();
  expect(await note()).toMatch(/glTF 파일이 아닙니다/);
  expect(await page.locator('.drop').isVisible()).toBe(true);
});

test('a glTF with its buffers in data URIs is read by this page', async () => {
  const uri = `data:application/octet-stream;base64,${Buffer.alloc(36).toString('base64')}`;
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri }],
  };
  await give('body.gltf', JSON.stringify(json));
  await page.locator('.own-note[role=status]').waitFor();
  expect(await note()).toMatch(/뼈대가 없습니다/);
});

test('a Draco file is opened with the decoder of this page, and baked in slices', async () => {
  await give('column.glb', await column());
  await page.waitForFunction(() => window.mangto!.own.report);
  await settled();
  expect(await page.locator('.own-note').isVisible()).toBe(false);
  expect(await page.locator('.drop').isVisible()).toBe(false);
  const { names, slices } = await page.evaluate(() => ({
    names: window.mangto!.own.shown.map(({ name }) => name),
    slices: window.mangto!.own.report!.slices,
  }));
  expect(names).toEqual(['baked']);
  expect(slices).toBeGreaterThan(0);
});

test('a touch on the model picks the bone under the finger for the heat map', async () => {
  // 뼈는 y = 0과 y = 1에서 시작한다: 그 사이는 low, 그 위는 high.
  const touch = async (along: number) => {
    const { x, y } = await page.evaluate((share) => {
      const { own, camera, renderer } = window.mangto!;
      const [, low, high] = own.shown[0]!.meshes[0]!.skeleton.bones;
      const [from, to] = [low!, high!].map((bone) =>
        bone.getWorldPosition(camera.position.clone()),
      );
      const at = from!.lerp(to!, share).project(camera);
      const { clientWidth, clientHeight } = renderer.domElement;
      return { x: ((at.x + 1) / 2) * clientWidth, y: ((1 - at.y) / 2) * clientHeight };
    }, along);
    await page.touchscreen.tap(x, y);
    return page.evaluate(
      () => document.querySelector<HTMLSelectElement>('#control-ownBone')?.value,
    );
  };
  const resize = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await page.waitForFunction((wide) => window.mangto!.renderer.domElement.width === wide, width);
  };
  // 손가락 아래에 탭이나 단추가 오지 않는 전화기의 화면.
  await resize(390, 844);
  expect(await touch(1.5)).toBe('2');
  expect(await touch(0.4)).toBe('1');
  await resize(200, 260);
});

test('dual quaternions change the picture, and are given back', async () => {
  const picture = () =>
    page.evaluate(() => {
      window.mangto!.advance(0);
      return window.mangto!.renderer.domElement.toDataURL();
    });
  await page.evaluate(() => {
    window.mangto!.set({ exercise: 'twist' });
    const time = document.querySelector<HTMLInputElement>('#control-time')!;
    time.value = '2';
    time.dispatchEvent(new Event('input'));
  });
  await paint(page, true);
  const linear = await picture();
  await press('dual');
  expect(await picture()).not.toBe(linear);
  await press('dual');
  expect(await picture()).toBe(linear);
  await paint(page, false);
});

test('what is saved passes the validator and opens beside a new bake', async () => {
  const download = page.waitForEvent('download');
  await press('save');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('column-mangto.glb');
  const glb = await readFile((await saved.path())!);
  expect(await errorsOf(new Uint8Array(glb).buffer)).toEqual([]);
  await settled();
  await give('again.glb', new Uint8Array(glb));
  await page.waitForFunction(() => window.mangto!.own.shown.length === 2);
  await settled();
  expect(await page.evaluate(() => window.mangto!.own.l1)).toBeLessThan(0.01);
});

test('a broken file that is dropped leaves the model that is there', async () => {
  const bytes = [...(await column()).slice(0, 400)];
  await page.evaluate((cut) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(cut)], 'cut.glb'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  }, bytes);
  await page.locator('.own-note[role=alert]').waitFor();
  expect(await note()).toMatch(/깨졌거나/);
  expect(await page.evaluate(() => window.mangto!.own.shown.length)).toBe(2);
});

test('leaving the tab frees the model', async () => {
  const go = async (id: string) => {
    await page.evaluate((name) => document.querySelector<HTMLElement>(`#tab-${name}`)!.click(), id);
    await page.waitForFunction((name) => window.mangto?.sceneId === name, id);
  };
  await go('bears');
  await go('own');
  expect(await page.evaluate(() => window.mangto!.own.shown.length)).toBe(0);
  const before = await held();
  await give('column.glb', await column());
  await page.waitForFunction(() => window.mangto!.own.report);
  await settled();
  expect((await held()).geometries).toBeGreaterThan(before.geometries);
  await go('bears');
  await go('own');
  expect(await held()).toEqual(before);
});

test('nothing was asked of another place, and no error is in the console', () => {
  expect(outside).toEqual([]);
  expect(opened.errors).toEqual([]);
});
