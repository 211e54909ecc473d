// dist/lib를 번들러 없이 브라우저에서 쓴다: 워커가 패키지를 스스로 불러와야 한다.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from '../browser/support/browser';
import { serveFolder, type Site } from '../browser/support/site';
import { torus } from '../support/skins';
import { Consumer } from './consumer';

const consumer = new Consumer();
let site: Site;

const { positions, indices, bones } = torus(500, 8);

const page = `<!doctype html><title>worker</title><script type="module">
  import { bakeInWorker, loadMangto } from './node_modules/mangto/index.js';
  const options = {
    positions: new Float32Array(${JSON.stringify([...positions])}),
    indices: new Uint32Array(${JSON.stringify([...indices])}),
    bones: ${JSON.stringify(bones)},
  };
  const own = await (await loadMangto()).createSkinBake(options).run();
  const other = await bakeInWorker(options);
  const elsewhere = await bakeInWorker(options, { wasmUrl: 'node_modules/mangto/mangto.wasm' });
  const missing = await bakeInWorker(options, { wasmUrl: 'missing.wasm' }).catch((e) => e.code);
  const equal = (a, b) => a.length > 0 && a.every((value, k) => value === b[k]);
  window.outcome = {
    index: equal(own.skinIndex, other.skinIndex) && equal(own.skinIndex, elsewhere.skinIndex),
    weight: equal(own.skinWeight, other.skinWeight) && equal(own.skinWeight, elsewhere.skinWeight),
    missing,
  };
</script>`;

beforeAll(async () => {
  writeFileSync(join(consumer.directory, 'index.html'), page);
  site = await serveFolder(consumer.directory);
});

afterAll(async () => {
  await site.close();
  consumer.remove();
});

it('bakes in a worker without a bundler', async () => {
  const browser = await launch();
  try {
    const tab = await browser.newPage();
    await tab.goto(site.url);
    const outcome = await tab.waitForFunction(() => (window as { outcome?: object }).outcome);
    expect(await outcome.jsonValue()).toEqual({
      index: true,
      weight: true,
      missing: 'wasm-load-failed',
    });
  } finally {
    await browser.close();
  }
});
