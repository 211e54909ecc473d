import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root, run } from './run.mjs';
import { setup } from './setup.mjs';

const harnesses = ['fabric', 'cloth', 'skin', 'shape'];
const kept = join(root, 'build/fuzz');

/** --seconds와 --seed. 씨 0은 libFuzzer가 고른다. / Seed 0 is chosen by libFuzzer. */
function chosen() {
  const numbers = { '--seconds': 60, '--seed': 0 };
  const words = process.argv.slice(2);
  for (let k = 0; k < words.length; k += 2) {
    const value = Number(words[k + 1]);
    if (!(words[k] in numbers) || !Number.isInteger(value) || value < 1) {
      fail('usage: npm run fuzz -- --seconds N (of each harness, default 60) --seed N');
    }
    numbers[words[k]] = value;
  }
  return { seconds: numbers['--seconds'], seed: numbers['--seed'] };
}

const crashesOf = (name) =>
  readdirSync(kept).filter((file) => file.startsWith(`${name}-`) && !file.includes('-slow-unit-'));

/** 새로 찾은 입력은 build/fuzz에 쌓이고, tests/fuzz/corpus에서 시작한다. / Starts from the corpus. */
function fuzz(name, { seconds, seed }) {
  const found = join(kept, name);
  mkdirSync(found, { recursive: true });
  const before = crashesOf(name).length;
  const { status, stderr } = spawnSync(
    join(root, 'build/asan/tests/fuzz/mangto_fuzz'),
    [
      `--harness=${name}`,
      `-max_total_time=${seconds}`,
      `-seed=${seed}`,
      '-max_len=2048',
      '-len_control=0',
      '-timeout=60',
      '-rss_limit_mb=2048',
      '-print_final_stats=1',
      `-artifact_prefix=${kept}/${name}-`,
      found,
      join(root, 'tests/fuzz/corpus', name),
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: Infinity },
  );
  writeFileSync(join(kept, `${name}.log`), stderr);
  const runs = /number_of_executed_units:\s*(\d+)/.exec(stderr)?.[1] ?? '0';
  const covered = [...stderr.matchAll(/cov: (\d+)/g)].at(-1)?.[1] ?? '0';
  return { name, runs, covered, crashes: crashesOf(name).length - before, ok: status === 0 };
}

function print({ name, runs, covered, crashes, ok }) {
  const cells = [name.padEnd(8), runs.padStart(10), covered.padStart(8), `${crashes}`.padStart(8)];
  console.log(`${cells.join('')}  ${ok ? 'ok' : 'FAILED'}`);
}

const options = chosen();
setup('test');
run('cmake', ['--preset', 'asan']);
run('cmake', ['--build', '--preset', 'fuzz']);
mkdirSync(kept, { recursive: true });
console.log('\nharness       runs  covered crashes');
const results = harnesses.map((name) => {
  const result = fuzz(name, options);
  print(result);
  return result;
});
const broken = results.find(({ ok }) => !ok);
if (broken) {
  console.log(readFileSync(join(kept, `${broken.name}.log`), 'utf8'));
  fail(`The inputs that break it are in build/fuzz (${broken.name}-…).`);
}
