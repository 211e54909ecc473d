import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cppFiles } from './cpp-files.mjs';
import { root, run } from './run.mjs';

const database = 'build/native';
const stamps = join(root, 'build/tidy');
const read = (file) => readFileSync(join(root, file), 'utf8');

// 통과한 파일은 그 내용, 헤더, 설정, 컴파일 명령이 모두 그대로인 동안 다시 보지 않는다.
function fingerprint(file, command, shared) {
  return createHash('sha256').update(shared).update(command).update(read(file)).digest('hex');
}

function passedBefore({ stamp, hash }) {
  try {
    return readFileSync(stamp, 'utf8') === hash;
  } catch {
    return false;
  }
}

function check({ file, stamp, hash }) {
  return new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: Infinity };
    execFile('clang-tidy-14', ['--quiet', '-p', database, file], options, (error, out, err) => {
      if (error) console.log(out || err);
      else writeFileSync(stamp, hash);
      resolve(!error);
    });
  });
}

async function worker(queue) {
  let clean = true;
  for (let job = queue.pop(); job; job = queue.pop()) clean = (await check(job)) && clean;
  return clean;
}

run('cmake', ['--preset', 'native', '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON']);
mkdirSync(stamps, { recursive: true });
const shared = ['.clang-tidy', ...cppFiles('cpp').filter((name) => name.endsWith('.h'))]
  .map(read)
  .join('\0');
const commands = JSON.parse(read(`${database}/compile_commands.json`));
const jobs = new Map();
for (const { file: path, directory, command } of commands) {
  const file = relative(root, join(directory, relative(directory, path)));
  if (!file.startsWith('cpp/')) continue;
  const stamp = join(stamps, file.replaceAll('/', '_'));
  jobs.set(file, { file, stamp, hash: fingerprint(file, command, shared) });
}
const queue = [...jobs.values()].filter((job) => !passedBefore(job));
console.log(`clang-tidy: ${queue.length} of ${jobs.size} files to check`);
const results = await Promise.all([worker(queue), worker(queue)]);
if (results.includes(false)) process.exit(1);
