import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run } from './run.mjs';
import { setup } from './setup.mjs';
import { buildWasm } from './wasm.mjs';

const source = join(root, 'web/lib');
const lib = join(root, 'dist/lib');

function compileLibrary() {
  rmSync(lib, { recursive: true, force: true });
  const tsc = (...options) =>
    run(bin('tsc'), ['-p', 'tsconfig.lib.json', '--noEmit', 'false', ...options]);
  // 설명은 편집기가 읽는 .d.ts에만 남기고, 페이지가 내려받는 .js에서는 뺀다.
  tsc('--removeComments');
  tsc('--declaration', '--emitDeclarationOnly');
}

const bundling = { format: 'esm', target: 'es2022', minify: true, logLevel: 'warning' };

/** 다른 도구가 다시 묶지 않아도 되는 것들. / What is bundled here, for those who do not bundle. */
async function bundle() {
  const { build } = await import('esbuild'); // setup()이 끝나야 있다
  await build({
    ...bundling,
    entryPoints: [join(source, 'mangto-glue.js')],
    outfile: join(lib, 'mangto-glue.js'),
  });
  await build({
    ...bundling,
    entryPoints: [join(source, 'inline.ts')],
    outfile: join(lib, 'inline.js'),
    allowOverwrite: true,
    bundle: true,
    loader: { '.wasm': 'binary' },
  });
}

/** 이름으로 부르는 라이브러리를, 옆의 파일이나(밖에 둘 때) 소스로 바꾼다. / Where the scenes find the library. */
const library = (outside) => ({
  name: 'library',
  setup(build) {
    build.onResolve({ filter: /^mangto(\/three)?$/ }, ({ path }) => {
      const file = path === 'mangto' ? 'index' : 'three';
      return outside
        ? { path: `./${file}.js`, external: true }
        : { path: join(source, `${file}.ts`) };
    });
    build.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => {
      return { path: join(resolveDir, path.replace('?inline', '')), namespace: 'style' };
    });
    build.onLoad({ filter: /./, namespace: 'style' }, async ({ path }) => {
      const { outputFiles } = await build.esbuild.build({
        ...{ entryPoints: [path], bundle: true, minify: true, write: false },
      });
      return { contents: outputFiles[0].text, loader: 'text' };
    });
  },
});

/** `<mangto-scene>`의 장면들: 페이지의 three를 쓰는 것과, 스크립트 하나로 쓰도록 three까지 담은 것. */
async function bundleScenes() {
  const { build } = await import('esbuild');
  for (const [name, outside] of [
    ['scenes', true],
    ['scenes-standalone', false],
  ]) {
    await build({
      ...bundling,
      bundle: true,
      entryPoints: [join(root, 'web/app/mount.ts')],
      outfile: join(lib, `${name}.js`),
      plugins: [library(outside)],
      external: outside ? ['three', 'three/*'] : [],
    });
  }
}

function copyAssets() {
  for (const name of [
    'mangto-glue.d.ts',
    'scenes.d.ts',
    'scenes-standalone.d.ts',
    'mangto.wasm',
    'mangto-scalar.wasm',
  ]) {
    copyFileSync(join(source, name), join(lib, name));
  }
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE']) {
    copyFileSync(join(root, name), join(lib, name));
  }
}

function writeManifest() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, version, description, keywords, license, type, engines, peerDependencies } =
    manifest;
  const entry = (file) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });
  const published = {
    ...{ name, version, description, keywords, license, type, engines },
    sideEffects: ['./skin-worker.js', './element.js', './element-module.js'],
    exports: {
      '.': entry('index'),
      './three': entry('three'),
      './element': entry('element-module'),
      './element.js': entry('element'),
      './inline': entry('inline'),
      './mangto.wasm': './mangto.wasm',
      './package.json': './package.json',
    },
    peerDependencies,
  };
  writeFileSync(join(lib, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

setup('build');
buildWasm();
compileLibrary();
await bundle();
await bundleScenes();
copyAssets();
writeManifest();
run(bin('vite'), ['build']);
