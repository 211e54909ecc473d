// 꾸러미를 저장소 밖의 여러 프로젝트에 설치해 본다.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { build, createServer, type InlineConfig } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { launch } from '../browser/support/browser';
import { serveFolder, type Site } from '../browser/support/site';
import { Consumer, root } from './consumer';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

let consumer: Consumer;
const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleanUp.splice(0).reverse()) await one();
});

function install(...dependencies: string[]): Consumer {
  const made = (consumer = new Consumer(...dependencies));
  cleanUp.push(async () => made.remove());
  cpSync(join(root, 'tests/package/probe.js'), join(made.directory, 'probe.js'));
  return made;
}

async function serve(folder: string, headers?: Record<string, string>): Promise<Site> {
  const site = await serveFolder(folder, 'index.html', headers);
  cleanUp.push(() => site.close());
  return site;
}

interface Visit {
  readonly page: Page;
  readonly errors: string[];
}

async function visit(url: string): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 240, height: 240 } });
  cleanUp.push(() => page.close());
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    const asksForIcon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !asksForIcon) errors.push(message.text());
  });
  await page.goto(url);
  return { page, errors };
}

type Outcome = Record<string, unknown>;

async function outcomeOf(url: string): Promise<Outcome> {
  const { page, errors } = await visit(url);
  const outcome = await page.waitForFunction(() => (window as { outcome?: Outcome }).outcome);
  expect(errors).toEqual([]);
  return (await outcome.jsonValue())!;
}

const kSound = { blown: true, weights: 36, drawn: 50 };

const kMain = (options = '') => `
  import { probe } from './probe.js';
  probe(${options}).then((outcome) => (window.outcome = outcome), (e) => (window.outcome = { e: String(e) }));
`;
const kPage = (script: string) => `<!doctype html><link rel="icon" href="data:," />${script}`;

const quiet = (directory: string): InlineConfig => ({
  root: directory,
  configFile: false,
  logLevel: 'error',
});

describe('a page without a bundler', () => {
  const map = {
    three: './node_modules/three/build/three.module.js',
    mangto: './node_modules/mangto/index.js',
    'mangto/three': './node_modules/mangto/three.js',
    'mangto/inline': './node_modules/mangto/inline.js',
  };
  const importMap = `<script type="importmap">${JSON.stringify({ imports: map })}</script>`;
  const policy = {
    'content-security-policy': "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  };

  it('uses an import map, under a policy without unsafe-eval', async () => {
    install('three').write(
      'index.html',
      kPage(`${importMap}<script type="module">${kMain()}</script>`),
    );
    const { url } = await serve(consumer.directory, policy);
    expect(await outcomeOf(url)).toEqual(kSound);
  });

  it('takes the build without SIMD where there is no SIMD', async () => {
    install('three').write(
      'index.html',
      kPage(`${importMap}<script type="module">
        WebAssembly.validate = () => false;
        const { probe } = await import('./probe.js');
        const outcome = await probe();
        const files = performance.getEntriesByType('resource').map(({ name }) => name);
        window.outcome = { ...outcome, wasm: files.filter((name) => name.endsWith('.wasm')).map((name) => name.split('/').pop()) };
      </script>`),
    );
    const { url } = await serve(consumer.directory);
    expect(await outcomeOf(url)).toEqual({ ...kSound, wasm: ['mangto-scalar.wasm'] });
  });

  it('needs only one file with mangto/inline', async () => {
    install().write(
      'index.html',
      kPage(`${importMap}<script type="module">
        import { loadMangto, MangtoError } from 'mangto/inline';
        const mangto = await loadMangto();
        const cloth = mangto.createGridCloth({ columns: 2, rows: 2, position: (i, j) => [i, -j, 0], floor: null });
        cloth.step();
        let code;
        try { cloth.iterations = 0; } catch (error) { code = error instanceof MangtoError && error.code; }
        window.outcome = {
          fell: cloth.positions[1] < 0,
          code,
          files: performance.getEntriesByType('resource').filter(({ name }) => name.includes('mangto')).length,
        };
      </script>`),
    );
    const { url } = await serve(consumer.directory, policy);
    expect(await outcomeOf(url)).toEqual({ fell: true, code: 'invalid-argument', files: 1 });
  });

  it('runs in a module worker', async () => {
    install().write(
      'worker.js',
      `import { loadMangto } from './node_modules/mangto/index.js';
      const cloth = (await loadMangto()).createGridCloth({ columns: 2, rows: 2, position: (i, j) => [i, 1 - j, 0], floor: null });
      cloth.step();
      postMessage({ points: cloth.stats.points, fell: cloth.positions[1] < 1 });`,
    );
    consumer.write(
      'index.html',
      kPage(`<script type="module">
        const worker = new Worker('worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => (window.outcome = data);
      </script>`),
    );
    const { url } = await serve(consumer.directory);
    expect(await outcomeOf(url)).toEqual({ points: 4, fell: true });
  });
});

describe('a bundler', () => {
  it('webpack 5 finds the WASM by itself', async () => {
    install('three').write('main.js', kMain());
    consumer.write('index.html', kPage('<script type="module" src="dist/main.js"></script>'));
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
      webpack(
        {
          context: consumer.directory,
          entry: './main.js',
          mode: 'production',
          optimization: { minimize: false },
          output: { path: join(consumer.directory, 'dist') },
          performance: { hints: false },
        },
        (error, result) => (error ? reject(error) : resolve(result)),
      ),
    );
    const { errors, warnings } = stats!.toJson({ errors: true, warnings: true });
    expect([errors, warnings]).toEqual([[], []]);
    const { url } = await serve(consumer.directory);
    expect(await outcomeOf(url)).toEqual(kSound);
  });

  it('esbuild takes the address of the WASM', async () => {
    install('three').write('main.js', kMain("{ wasmUrl: 'mangto.wasm' }"));
    await bundle({
      absWorkingDir: consumer.directory,
      entryPoints: ['main.js'],
      bundle: true,
      format: 'esm',
      outfile: 'dist.js',
      logLevel: 'error',
    });
    const wasm = join(consumer.directory, 'node_modules/mangto/mangto.wasm');
    cpSync(wasm, join(consumer.directory, 'mangto.wasm'));
    consumer.write('index.html', kPage('<script type="module" src="dist.js"></script>'));
    const { url } = await serve(consumer.directory);
    expect(await outcomeOf(url)).toEqual(kSound);
  });

  it('Vite serves and builds it without settings', async () => {
    install('three').write('main.js', kMain());
    consumer.write('index.html', kPage('<script type="module" src="/main.js"></script>'));
    const server = await createServer({
      ...quiet(consumer.directory),
      server: { port: 0, fs: { strict: false } },
    });
    await server.listen();
    cleanUp.push(() => server.close());
    expect(await outcomeOf(server.resolvedUrls!.local[0]!)).toEqual(kSound);
    await build({ ...quiet(consumer.directory), base: './' });
    const { url } = await serve(join(consumer.directory, 'dist'));
    expect(await outcomeOf(url)).toEqual(kSound);
  });
});

/** 캔버스에 그린 것이 움직이는지: 그림 둘을 견준다. */
async function expectMotion({ page, errors }: Visit): Promise<void> {
  const canvas = page.locator('canvas').first();
  await canvas.waitFor();
  const first = await canvas.screenshot();
  await expect
    .poll(async () => (await canvas.screenshot()).equals(first), { timeout: 60_000 })
    .toBe(false);
  expect(errors).toEqual([]);
}

describe('an example', () => {
  it('html runs', async () => {
    install('three').takeExample('html');
    const { url } = await serve(consumer.directory);
    await expectMotion(await visit(url));
  });

  it('vite type-checks and runs', async () => {
    install('three', '@types/three', '@types/webxr').takeExample('vite');
    const flags = '--noEmit --strict --noUncheckedIndexedAccess --skipLibCheck --target es2022';
    const module = '--lib es2022,dom --module esnext --moduleResolution bundler --types three';
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    consumer.run(process.execPath, tsc, ...flags.split(' '), ...module.split(' '), 'main.ts');
    await build({ ...quiet(consumer.directory), base: './' });
    const { url } = await serve(join(consumer.directory, 'dist'));
    await expectMotion(await visit(url));
  });

  it('react survives StrictMode, and takes its flag down and up again', async () => {
    install('three', 'react', 'react-dom', '@react-three/fiber').takeExample('react');
    await build({
      ...quiet(consumer.directory),
      base: './',
      mode: 'development',
      define: { 'process.env.NODE_ENV': '"development"' },
    });
    const { url } = await serve(join(consumer.directory, 'dist'));
    const opened = await visit(url);
    await expectMotion(opened);
    const button = opened.page.locator('button');
    await button.click();
    await button.click();
    await expectMotion(opened);
  });
});
