import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bin, fail, root, run } from './run.mjs';
import { setup } from './setup.mjs';

// `npm run coverage`: 시험들이 지나는 줄의 비율. C++ 코어는 GoogleTest로, web/lib는 Node에서 도는 시험으로 센다.
const profiles = join(root, 'build/coverage/profiles');

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
  const env = { ...process.env, LLVM_PROFILE_FILE: join(profiles, 'tests.profraw') };
  text(tests, ['--gtest_brief=1'], env);
  const merged = join(profiles, 'tests.profdata');
  text('llvm-profdata-14', ['merge', '-o', merged, join(profiles, 'tests.profraw')]);
  const sources = ['cpp/src', 'cpp/include'].map((folder) => join(root, folder));
  console.log(text('llvm-cov-14', ['report', tests, `-instr-profile=${merged}`, ...sources]));
}

setup('coverage');
countCore();
run(bin('vitest'), [
  ...['run', '--project', 'wasm', '--coverage.enabled', '--coverage.provider=v8'],
  ...['--coverage.include=web/lib/**/*.ts', '--coverage.reporter=text'],
  '--coverage.reportsDirectory=build/coverage/web',
]);
