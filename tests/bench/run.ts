// npm run bench [-- --json FILE] [--only TEXT] [--no-browser] [--no-native]
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { runInChromium } from './chromium';
import type { Binaries } from './harness';
import { measureNative, type NativeResult } from './against-native';
import { measurePage, SLOWDOWN, type PageResult } from './page';
import { runSuite, type SuiteResults } from './suite';
import { nativeTable, pageTable, scalingTable, sceneTable, shapesTable, skinTable } from './table';

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string', default: '' },
    'no-browser': { type: 'boolean', default: false },
    'no-native': { type: 'boolean', default: false },
  },
});

const read = (path: string | URL) => new Uint8Array(readFileSync(path));
const binaries: Binaries = {
  mangto: read(new URL('../../build/wasm/mangto.wasm', import.meta.url)),
  ammo: read(createRequire(import.meta.url).resolve('ammojs-typed/ammo.wasm.wasm')),
};

const environments: ({ environment: string } & SuiteResults)[] = [];
let native: NativeResult[] = [];
let page: PageResult[] = [];

function report(environment: string, results: SuiteResults): void {
  environments.push({ environment, ...results });
  console.log(`\n## ${environment}`);
  if (results.scenes.length > 0) {
    console.log('\nOne step, everything included; ratio of the medians to the plain reference.\n');
    console.log(sceneTable(results.scenes));
  }
  if (results.scaling.length > 0) {
    console.log('\nCost per point and iteration; ratio to the smallest grid.\n');
    console.log(scalingTable(results.scaling));
  }
  if (results.shapes.length > 0) {
    console.log(
      '\nShapes to a mesh, all at once; the longest slice of step(2) is the median of 15 runs.\n',
    );
    console.log(shapesTable(results.shapes));
  }
  if (results.skins.length > 0) {
    console.log('\nOne whole bake of skin weights; ratio of the medians to the plain reference.\n');
    console.log(skinTable(results.skins));
  }
}

function whatWasTried(): string {
  const text = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  return text.slice(text.indexOf('## What was tried')).trim();
}

report(`Node ${process.versions.node}`, await runSuite(binaries, values.only));
if (!values['no-native'] && 'native'.includes(values.only)) {
  native = await measureNative(binaries.mangto);
  console.log('\n## WASM against the same code built natively, run by turns\n');
  console.log(nativeTable(native));
}
if (!values['no-browser']) {
  const run = await runInChromium(binaries, values.only);
  if (run) report(`Chromium ${run.version}`, run.results);
  else console.log('\nChromium is not installed: its tables are left out.');
  if ('page'.includes(values.only)) page = await measurePage();
  if (page.length > 0) {
    console.log(`\n## Script time of the page in Chromium, CPU slowed ${SLOWDOWN} times\n`);
    console.log(pageTable(page));
  }
}
console.log(`\n${whatWasTried()}`);

if (values.json !== undefined) {
  const document = { cpu: cpus()[0]?.model ?? 'unknown', environments, native, page };
  writeFileSync(values.json, `${JSON.stringify(document, null, 2)}\n`);
}
