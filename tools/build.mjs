import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run } from './run.mjs';
import { setup } from './setup.mjs';
import { buildWasm } from './wasm.mjs';

const lib = join(root, 'dist/lib');

function compileLibrary() {
  rmSync(lib, { recursive: true, force: true });
  const tsc = (...options) =>
    run(bin('tsc'), ['-p', 'tsconfig.lib.json', '--noEmit', 'false', ...options]);
  // 설명은 편집기가 읽는 .d.ts에만 남기고, 페이지가 내려받는 .js에서는 뺀다.
  tsc('--removeComments');
  tsc('--declaration', '--emitDeclarationOnly');
}

function copyAssets() {
  for (const name of ['mangto-glue.js', 'mangto-glue.d.ts', 'mangto.wasm']) {
    copyFileSync(join(root, 'web/lib', name), join(lib, name));
  }
  for (const name of ['README.md', 'LICENSE']) {
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(lib, name));
  }
}

function writeManifest() {
  const source = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, version, description, license, type, peerDependencies } = source;
  const entry = (file) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });
  const manifest = {
    ...{ name, version, description, license, type },
    sideEffects: ['./skin-worker.js'],
    exports: {
      '.': entry('index'),
      './three': entry('three'),
      './mangto.wasm': './mangto.wasm',
      './package.json': './package.json',
    },
    peerDependencies,
  };
  writeFileSync(join(lib, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

setup('build');
buildWasm();
compileLibrary();
copyAssets();
writeManifest();
run(bin('vite'), ['build']);
