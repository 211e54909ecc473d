// 꾸러미와 페이지를 세 엔진에서 쓴다. 앞서 `npm run build`가 만들어 두어야 한다.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder, type Site } from '../browser/support/site';
import { Consumer, root } from '../package/consumer';
import { startChromium } from './support/chromium';
import { startDisplay, type Engine } from './support/engine';
import { startFirefox } from './support/firefox';
import { startWebkit } from './support/webkit';

const golden: unknown = JSON.parse(readFileSync(join(root, 'tests/golden.json'), 'utf8'));
const consumer = new Consumer();
let site: Site;
let display: Awaited<ReturnType<typeof startDisplay>>;

const kErrors = `
  window.errors = [];
  addEventListener('error', (event) => errors.push(event.message ?? 'could not load ' + event.target.outerHTML), true);
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  console.error = (...parts) => errors.push(parts.join(' '));`;

const kGolden = `
  import { loadMangto } from '../node_modules/mangto/index.js';
  import { GOLDEN_SCENES } from ${JSON.stringify(join(root, 'tests/support/golden.ts'))};
  window.play = async () => {
    const mangto = await loadMangto();
    const hashes = {};
    for (const [name, scene] of Object.entries(GOLDEN_SCENES)) hashes[name] = scene(mangto);
    mangto.dispose();
    return hashes;
  };`;

const kElement = `<!doctype html><script type="module" src="../node_modules/mangto/element.js"></script>
  <mangto-scene scene="bears" style="height: 100px"></mangto-scene>`;

/** 그림에 있는 색의 수. */
const kColours = `(() => {
  window.mangto.advance(0);
  const picture = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
  const context = picture.getContext('2d');
  context.drawImage(window.mangto.renderer.domElement, 0, 0, 64, 64);
  return new Set(new Uint32Array(context.getImageData(0, 0, 64, 64).data.buffer)).size;
})()`;

/** 떼어 내면 WebGL 컨텍스트까지 놓는지. */
const kRemove = `(() => {
  const element = document.querySelector('mangto-scene');
  const context = element.shadowRoot.querySelector('canvas').getContext('webgl2');
  element.remove();
  return [context.isContextLost(), element.loaded];
})()`;

/** 오류를 적어 두는 스크립트를 맨 앞에 끼운다. */
function writePage(folder: string, html: string): void {
  const path = join(consumer.directory, folder);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'errors.js'), kErrors);
  const script = '<script src="errors.js"></script><link rel="icon" href="data:," />';
  writeFileSync(join(path, 'index.html'), html.replace(/<!doctype html>/i, `$&${script}`));
}

beforeAll(async () => {
  cpSync(join(root, 'dist/site'), join(consumer.directory, 'page'), { recursive: true });
  writePage('page', readFileSync(join(root, 'dist/site/index.html'), 'utf8'));
  await build({
    stdin: { contents: kGolden, resolveDir: consumer.directory },
    bundle: true,
    format: 'esm',
    external: ['../node_modules/*'],
    outfile: join(consumer.directory, 'golden/golden.js'),
  });
  writePage('golden', '<!doctype html><script type="module" src="golden.js"></script>');
  writePage('element', kElement);
  [site, display] = await Promise.all([serveFolder(consumer.directory), startDisplay()]);
});

afterAll(async () => {
  await display?.stop();
  await site?.close();
  consumer.remove();
});

// 소프트웨어로 그리면 첫 그림의 셰이더 컴파일이 오래 걸린다.
const until = (engine: Engine, expression: string) =>
  expect.poll(() => engine.evaluate(expression), { timeout: 100_000, interval: 100 }).toBe(true);

const expectNoErrors = async (engine: Engine) =>
  expect(await engine.evaluate('window.errors')).toEqual([]);

async function expectGolden(engine: Engine): Promise<void> {
  await engine.open(`${site.url}golden/index.html`);
  expect(await engine.evaluate('window.play()')).toEqual(golden);
  await expectNoErrors(engine);
}

// Chromium에서 보는 나머지는 tests/browser와 tests/package에 있다.
it('Chromium gives the golden hashes', async () => {
  const engine = await startChromium();
  try {
    await expectGolden(engine);
  } finally {
    await engine.close();
  }
});

describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebkit],
])('%s', (_, start) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await start(display.name);
  });
  afterAll(async () => {
    await engine?.close();
  });

  it('gives the golden hashes', () => expectGolden(engine));

  it('draws the knight and the bears', async () => {
    await engine.open(`${site.url}page/index.html`);
    for (const scene of ['knight', 'bears']) {
      await until(engine, 'window.mangto !== undefined');
      await engine.evaluate(`window.mangto.set({ scene: '${scene}' })`);
      await until(engine, `window.mangto.sceneId === '${scene}' && window.mangto.frames > 0`);
      expect(await engine.evaluate(kColours), scene).toBeGreaterThan(16);
    }
    await expectNoErrors(engine);
  });

  it('loads the element, and frees it', async () => {
    await engine.open(`${site.url}element/index.html`);
    await until(engine, `document.querySelector('mangto-scene').loaded`);
    expect(await engine.evaluate(kRemove)).toEqual([true, false]);
    await expectNoErrors(engine);
  });
});
