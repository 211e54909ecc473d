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

/** 다른 도구가 다시 묶지 않아도 되는 것들. / What is bundled here, for those who do not bundle. */
async function bundle() {
  const { build } = await import('esbuild'); // setup()이 끝나야 있다
  const options = { format: 'esm', target: 'es2022', minify: true, logLevel: 'warning' };
  await build({
    ...options,
    entryPoints: [join(source, 'mangto-glue.js')],
    outfile: join(lib, 'mangto-glue.js'),
  });
  await build({
    ...options,
    entryPoints: [join(source, 'inline.ts')],
    outfile: join(lib, 'inline.js'),
    allowOverwrite: true,
    bundle: true,
    loader: { '.wasm': 'binary' },
  });
}

function copyAssets() {
  for (const name of ['mangto-glue.d.ts', 'mangto.wasm', 'mangto-scalar.wasm']) {
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
    sideEffects: ['./skin-worker.js'],
    exports: {
      '.': entry('index'),
      './three': entry('three'),
      './inline': entry('inline'),
      './mangto.wasm': './mangto.wasm',
      './package.json': './package.json',
    },
    peerDependencies,
    // three는 mangto/three만 쓴다.
    peerDependenciesMeta: { three: { optional: true } },
  };
  writeFileSync(join(lib, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

setup('build');
buildWasm();
compileLibrary();
await bundle();
copyAssets();
writeManifest();
run(bin('vite'), ['build']);
