import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, fail, root } from './run.mjs';
import { setup } from './setup.mjs';

const node = (...args) => [process.execPath, ...args];
const vitest = (name) => [[bin('vitest'), 'run', '--project', name]];
const cmake = (preset) => [
  ['cmake', '--preset', preset],
  ['cmake', '--build', '--preset', preset],
  ['ctest', '--preset', preset, '--no-tests=error', '-j2'],
];

const steps = {
  format: [node('tools/format.mjs', '--check')],
  types: [[bin('tsc')], [bin('tsc'), '-p', 'tsconfig.lib.json']],
  lint: [[bin('eslint'), '--max-warnings=0', '.'], node('tools/tidy.mjs')],
  native: cmake('native'),
  asan: cmake('asan'),
  fuzz: [node('tools/fuzz.mjs', '--seconds', '2', '--seed', '1')],
  'wasm-build': [node('tools/wasm.mjs')],
  wasm: vitest('wasm'),
  build: [node('tools/build.mjs'), node('tools/docs.mjs')],
  package: vitest('package'),
  engines: vitest('engines'),
  browser: vitest('browser'),
};
// 이 단계들의 명령은 서로를 기다리지 않는다: 한 코어만 쓰는 것을 다른 것과 나란히 한다.
const parallel = ['types', 'lint'];

async function succeeds([command, ...args], output) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const [code] = await once(child, 'close');
  return code === 0;
}

async function runStep(name) {
  const log = join(root, `build/logs/${name}.log`);
  const output = openSync(log, 'w');
  let ok = true;
  if (parallel.includes(name)) {
    const results = await Promise.all(steps[name].map((command) => succeeds(command, output)));
    ok = results.every(Boolean);
  } else {
    for (const command of steps[name]) ok = ok && (await succeeds(command, output));
  }
  closeSync(output);
  return { ok, log };
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in steps));
if (unknown.length > 0) {
  fail(`There is no step "${unknown[0]}". The steps are: ${Object.keys(steps).join(' ')}`);
}

setup('test');
mkdirSync(join(root, 'build/logs'), { recursive: true });
const lines = [];
let failed = 0;
for (const name of chosen.length > 0 ? chosen : Object.keys(steps)) {
  process.stdout.write(name.padEnd(12));
  const start = performance.now();
  const { ok, log } = await runStep(name);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const result = `${ok ? 'ok    ' : 'FAILED'}${seconds.padStart(8)} s`;
  console.log(result);
  lines.push(name.padEnd(12) + result);
  if (ok) continue;
  failed += 1;
  process.stdout.write(`\n${readFileSync(log, 'utf8')}\n`);
}
// 실패한 단계의 긴 출력에 밀려 올라간 결과를 다시 한눈에 보여 준다.
if (failed > 0) console.log(`${lines.join('\n')}\n`);
console.log(`${lines.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
