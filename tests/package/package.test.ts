// dist/lib를 다른 사람이 설치했을 때처럼 쓴다. 앞서 `npm run build`가 만들어 두어야 한다.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Consumer, packageDirectory, root } from './consumer';

let consumer: Consumer;
afterEach(() => consumer?.remove());

const manifest = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'));

const read = (name: string) =>
  /\.\w+$|LICENSE|NOTICE/.test(name) ? readFileSync(join(packageDirectory, name), 'latin1') : '';
const gzipped = (name: string) => gzipSync(readFileSync(join(packageDirectory, name))).length;

/** 번들러를 거친 뒤 더해지는 크기: three는 뺀다. */
async function bundledSize(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: packageDirectory },
    bundle: true,
    minify: true,
    format: 'esm',
    external: ['three'],
    write: false,
  });
  return gzipSync(outputFiles[0]!.contents).length;
}

const threeNames = [...read('three.js').matchAll(/\{([^}]+)\}/g)].flatMap(([, names]) =>
  names!
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);

const stepACape = `
  import { readFileSync } from 'node:fs';
  import { fileURLToPath } from 'node:url';
  import { loadMangto, MangtoError } from 'mangto';
  const wasm = fileURLToPath(import.meta.resolve('mangto/mangto.wasm'));
  const mangto = await loadMangto({ wasmBinary: readFileSync(wasm) });
  const cape = mangto.createGridCloth({
    columns: 12,
    rows: 17,
    position: (i, j) => [i * 0.06, 2 - j * 0.06, 0],
    pinned: (i, j) => j === 0,
  });
  const steps = cape.update(1 / 60);
`;

describe('the package', () => {
  it('holds what is published and nothing else', () => {
    const files = readdirSync(packageDirectory, { recursive: true, encoding: 'utf8' });
    const other = files.filter((name) => !/\.(js|d\.ts|wasm)$|^three(\/attach)?$/.test(name));
    expect(other.sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'NOTICE',
      'README.md',
      'package.json',
    ]);
    expect(files.filter((name) => /test|spec|app\//.test(name))).toEqual([]);
    // 덩어리로 묶은 것들만 장면을 담는다.
    const scenes = files.filter((name) => read(name).includes('WebGLRenderer'));
    expect(scenes.sort()).toEqual(['scenes-standalone.js', 'scenes.js']);
    expect(read('scenes.js')).toMatch(/from ?["']three["']/);
  });

  it('names in NOTICE everything of others that it contains', () => {
    for (const name of ['Emscripten', 'musl', 'libc++', 'GLM', 'three.js']) {
      expect(read('NOTICE')).toContain(name);
    }
  });

  it('keeps within its sizes', async () => {
    expect(gzipped('mangto.wasm') + gzipped('mangto-glue.js')).toBeLessThan(134 * 1024);
    expect(await bundledSize("export * from './three.js'")).toBeLessThan(15.1 * 1024);
    for (const name of threeNames) {
      expect(await bundledSize(`export { ${name} } from './three.js'`), name).toBeLessThan(
        8.5 * 1024,
      );
    }
  });

  it('is sound to publint and arethetypeswrong', async () => {
    const { messages } = await publint({ pkgDir: packageDirectory });
    expect(messages).toEqual([]);
    // 형식이 없는 WASM 파일은 볼 것이 없다.
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const flags = ['--profile', 'esm-only', '--exclude-entrypoints', 'mangto.wasm'];
    consumer = new Consumer();
    consumer.run(process.execPath, attw, '--pack', packageDirectory, ...flags);
  });

  it('touches no window or document at import, and has side effects only where it says so', () => {
    consumer = new Consumer('three');
    const output = consumer.node(`
      const before = Object.keys(globalThis);
      await Promise.all(['mangto', 'mangto/three', 'mangto/inline', 'mangto/element'].map((name) => import(name)));
      console.log(JSON.stringify(Object.keys(globalThis).filter((key) => !before.includes(key))));
    `);
    expect(JSON.parse(output)).toEqual([]);
    expect(manifest.sideEffects).toEqual([
      './skin-worker.js',
      './element.js',
      './element-module.js',
    ]);
  });

  it('names only files that are there, types first, and takes its version from the project', () => {
    const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(manifest.name).toBe('mangto');
    expect(manifest.version).toBe(project.version);
    expect(Object.keys(manifest.exports)).toEqual(
      expect.arrayContaining(['.', './three', './element', './inline', './mangto.wasm']),
    );
    for (const target of Object.values<string | Record<string, string>>(manifest.exports)) {
      const files = typeof target === 'string' ? [target] : Object.values(target);
      if (typeof target !== 'string') expect(Object.keys(target)[0]).toBe('types');
      for (const file of files) expect(existsSync(join(packageDirectory, file)), file).toBe(true);
    }
  });

  it('holds no sources and leaves three to the one who installs it', () => {
    const sources = readdirSync(packageDirectory).filter((name) => /(?<!\.d)\.ts$/.test(name));
    expect(sources).toEqual([]);
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.peerDependencies.three).toBeDefined();
  });

  it('steps a cloth in Node without three', () => {
    consumer = new Consumer();
    const output = consumer.node(`${stepACape}
      console.log(JSON.stringify({ steps, ...cape.stats, code: new MangtoError('disposed', '').code }));
    `);
    expect(JSON.parse(output)).toMatchObject({
      steps: 1,
      points: 204,
      constraints: 1081,
      code: 'disposed',
    });
  });

  it('tells a Node user to pass the file when it cannot fetch it', () => {
    consumer = new Consumer();
    const output = consumer.node(`
      import { loadMangto } from 'mangto';
      await loadMangto().catch((error) => console.log(error.code, error.message));
    `);
    expect(output).toMatch(/^wasm-load-failed .*mangto\.wasm.*wasmBinary/);
  });

  it('makes a three geometry over the memory of the cloth', () => {
    consumer = new Consumer('three');
    const output = consumer.node(`${stepACape}
      import { BufferGeometry, DynamicDrawUsage } from 'three';
      import { ClothGeometry } from 'mangto/three';
      const geometry = new ClothGeometry(cape);
      const { position, normal } = geometry.attributes;
      console.log(JSON.stringify([
        geometry instanceof BufferGeometry,
        position.array === cape.positions && normal.array === cape.normals,
        position.usage === DynamicDrawUsage,
        geometry.update(1 / 60),
      ]));
    `);
    expect(JSON.parse(output)).toEqual([true, true, true, 1]);
  });

  it.each(['bundler', 'nodenext'])(
    'type-checks strictly with moduleResolution %s',
    (resolution) => {
      consumer = new Consumer('three', '@types/three');
      consumer.write(
        'main.ts',
        `import {
         bakeInWorker, loadMangto, MangtoError, type Cloth, type GridClothOptions,
         type SkinBakeOptions, type SkinWeights,
       } from 'mangto';
       import { ClothGeometry } from 'mangto/three';
       const options: GridClothOptions = {
         columns: 2, rows: 2, position: (i, j) => [i, j, 0], stiffness: { bend: 0 }, floor: null,
       };
       const cloth: Cloth = (await loadMangto()).createGridCloth(options);
       cloth.wind = [0, 0, 3];
       const steps: number = new ClothGeometry(cloth).update(1 / 60);
       // @ts-expect-error: 문자열은 받지 않는다
       cloth.iterations = '8';
       const skin: SkinBakeOptions = {
         positions: new Float32Array(9), bones: [{ head: [0, 0, 0], tail: [0, 1, 0] }],
         smoothing: { passes: 3 }, excludedBones: [],
       };
       const weights: SkinWeights = await bakeInWorker(skin, { onProgress: (p) => p.toFixed() });
       export { steps, MangtoError, weights };`,
      );
      const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
      const flags = `--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --target es2022
      --lib es2022,dom --module ${module} --moduleResolution ${resolution}`;
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      consumer.run(process.execPath, tsc, ...flags.split(/\s+/), 'main.ts');
    },
  );
});
