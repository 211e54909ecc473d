// dist/lib를 다른 사람이 설치했을 때처럼 쓴다. 앞서 `npm run build`가 만들어 두어야 한다.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Consumer, packageDirectory, root } from './consumer';

let consumer: Consumer;
afterEach(() => consumer?.remove());

const manifest = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'));

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
  it('names only files that are there, types first, and takes its version from the project', () => {
    const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(manifest.name).toBe('mangto');
    expect(manifest.version).toBe(project.version);
    expect(Object.keys(manifest.exports)).toEqual(
      expect.arrayContaining(['.', './three', './mangto.wasm']),
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
