import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bin, fail, root, run } from './run.mjs';
import { setup } from './setup.mjs';
import { buildWasm } from './wasm.mjs';

// `npm run coverage`: 시험들이 지나는 줄의 비율. C++ 코어는 GoogleTest로, web/lib는 Node에서 도는 시험으로 센다.
const leastPercent = 90;
const profiles = join(root, 'build/coverage/profiles');
const webReport = join(root, 'build/coverage/web');

function text(command, args, env = process.env) {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: Infinity, env };
  const { status, stdout, stderr } = spawnSync(command, args, options);
  if (status !== 0) fail(`Failed: ${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}

function countCore() {
  run('cmake', ['--preset', 'coverage']);
  run('cmake', ['--build', '--preset', 'coverage']);
  rmSync(profiles, { recursive: true, force: true });
  mkdirSync(profiles, { recursive: true });
  const tests = join(root, 'build/coverage/tests/cpp/mangto_tests');
  const raw = join(profiles, 'tests.profraw');
  text(tests, ['--gtest_brief=1'], { ...process.env, LLVM_PROFILE_FILE: raw });
  const merged = join(profiles, 'tests.profdata');
  text('llvm-profdata-14', ['merge', '-o', merged, raw]);
  const sources = ['cpp/src', 'cpp/include'].map((folder) => join(root, folder));
  const profile = `-instr-profile=${merged}`;
  const report = text('llvm-cov-14', ['export', '-summary-only', tests, profile, ...sources]);
  return JSON.parse(report).data[0].files.map(({ filename, summary }) => {
    return { file: filename, lines: summary.lines.count, covered: summary.lines.covered };
  });
}

function countWeb() {
  buildWasm();
  run(bin('vitest'), [
    ...['run', '--project', 'wasm', '--coverage.enabled', '--coverage.provider=v8'],
    ...['--coverage.include=web/lib/**/*.ts', '--coverage.reporter=json-summary'],
    `--coverage.reportsDirectory=${webReport}`,
  ]);
  const summary = JSON.parse(readFileSync(join(webReport, 'coverage-summary.json'), 'utf8'));
  delete summary.total;
  return Object.entries(summary).map(([file, { lines }]) => {
    return { file, lines: lines.total, covered: lines.covered };
  });
}

const sum = (counts, key) => counts.reduce((total, count) => total + count[key], 0);
const percentOf = (counts) => (100 * sum(counts, 'covered')) / sum(counts, 'lines');

function print(name, counts) {
  const numbers = [sum(counts, 'lines'), sum(counts, 'covered'), percentOf(counts).toFixed(1)];
  console.log(name.padEnd(26) + numbers.map((number) => `${number}`.padStart(9)).join(''));
}

/** 폴더마다 한 줄, 끝에 모두. / A line per folder, then all of them. */
function printFolders(name, counts) {
  const folderOf = ({ file }) => relative(root, dirname(file));
  for (const folder of [...new Set(counts.map(folderOf))].sort()) {
    print(
      folder,
      counts.filter((count) => folderOf(count) === folder),
    );
  }
  print(name, counts);
}

setup('coverage');
const parts = { 'C++ core': countCore(), 'web/lib with web/lib/three': countWeb() };
console.log('\nfolder                        lines  covered        %');
for (const [name, counts] of Object.entries(parts)) printFolders(name, counts);
for (const [name, counts] of Object.entries(parts)) {
  if (percentOf(counts) < leastPercent) fail(`${name}: less than ${leastPercent} % of the lines`);
}
