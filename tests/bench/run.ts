// npm run bench [-- --json FILE] [--only TEXT] [--no-browser]
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { runInChromium } from './chromium';
import type { EntryResult } from './harness';
import { runSuite } from './suite';
import { table } from './table';

interface Table {
  environment: string;
  results: EntryResult[];
}

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string', default: '' },
    'no-browser': { type: 'boolean', default: false },
  },
});

const wasm = new Uint8Array(readFileSync(new URL('../../build/wasm/mangto.wasm', import.meta.url)));
const tables: Table[] = [];

function report(environment: string, results: EntryResult[]): void {
  tables.push({ environment, results });
  console.log(`\n## ${environment}\n\n${table(results)}`);
}

report(`Node ${process.versions.node}`, await runSuite(wasm, values.only));
if (!values['no-browser']) {
  const run = await runInChromium(wasm, values.only);
  if (run) report(`Chromium ${run.version}`, run.results);
  else console.log('\nChromium is not installed: its table is left out.');
}

console.log('\nOne step, everything included; ratio: of the medians, to the plain reference.');
if (values.json !== undefined) {
  const document = { cpu: cpus()[0]?.model ?? 'unknown', unit: 'ms a step', tables };
  writeFileSync(values.json, `${JSON.stringify(document, null, 2)}\n`);
}
