import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cppFiles } from './cpp-files.mjs';
import { root } from './run.mjs';

// CMake의 명령을 빌리면 시험용 변형까지 같은 파일을 몇 번씩 보게 되고, GCC만 아는 옵션에 걸린다.
const flags = ['-std=c++20', '-Icpp/include', '-Icpp/src', '-Wall', '-Wextra', '-Wshadow'];
// 분석기는 함수마다 225,000개까지의 상태를 따라가 시간의 셋 중 둘을 쓴다. 앞의 것들이면 충분하다.
const shallow = ['-Xclang', '-analyzer-config', '-Xclang', 'max-nodes=20000'];
const stamps = join(root, 'build/tidy');
const read = (file) => readFileSync(join(root, file), 'utf8');

const headers = cppFiles('cpp').filter((name) => name.endsWith('.h'));
const shared = [...flags, ...shallow, ...['.clang-tidy', ...headers].map(read)].join('\0');

// 통과한 파일은 그 내용과 헤더와 설정이 그대로인 동안 다시 보지 않는다.
function job(file) {
  const hash = createHash('sha256').update(shared).update(read(file)).digest('hex');
  return { file, hash, stamp: join(stamps, file.replaceAll('/', '_')) };
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
    const args = ['--quiet', file, '--', ...flags, ...shallow];
    execFile('clang-tidy-14', args, options, (error, out, err) => {
      if (error) console.log(out || err);
      else writeFileSync(stamp, hash);
      resolve(!error);
    });
  });
}

async function worker(queue) {
  let clean = true;
  for (let next = queue.pop(); next; next = queue.pop()) clean = (await check(next)) && clean;
  return clean;
}

mkdirSync(stamps, { recursive: true });
const jobs = cppFiles('cpp/src')
  .filter((name) => name.endsWith('.cpp'))
  .map(job);
const queue = jobs.filter((one) => !passedBefore(one));
console.log(`clang-tidy: ${queue.length} of ${jobs.length} files to check`);
const results = await Promise.all([worker(queue), worker(queue)]);
if (results.includes(false)) process.exit(1);
