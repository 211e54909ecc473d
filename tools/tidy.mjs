import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cppFiles } from './cpp-files.mjs';
import { root } from './run.mjs';

// CMake의 명령을 빌리면 시험용 변형까지 같은 파일을 몇 번씩 보게 되고, GCC만 아는 옵션에 걸린다.
const flags = ['-std=c++20', '-Icpp/include', '-Icpp/src', '-Wall', '-Wextra', '-Wshadow'];
// 분석기는 함수마다 225,000개까지의 상태를 따라가 시간의 셋 중 둘을 쓴다. 앞의 것들이면 충분하다.
const shallow = ['-Xclang', '-analyzer-config', '-Xclang', 'max-nodes=20000'];
const stamps = join(root, 'build/tidy');
const nameOf = ([first]) => first.replaceAll('/', '_');
const read = (file) => readFileSync(join(root, file), 'utf8');

const headers = cppFiles('cpp').filter((name) => name.endsWith('.h'));
const shared = [...flags, ...shallow, ...['.clang-tidy', ...headers].map(read)].join('\0');

/** 폴더 하나씩: 함께 읽으면 표준 헤더를 뒤지는 일을 파일마다 되풀이하지 않는다. */
function folders() {
  const groups = new Map();
  for (const file of cppFiles('cpp/src').filter((name) => name.endsWith('.cpp'))) {
    const folder = dirname(file);
    groups.set(folder, [...(groups.get(folder) ?? []), file]);
  }
  return [...groups.values()];
}

// 통과한 폴더는 그 내용과 헤더와 설정이 그대로인 동안 다시 보지 않는다.
function job(files) {
  const hash = createHash('sha256')
    .update([shared, ...files.map(read)].join('\0'))
    .digest('hex');
  return { files, hash, stamp: join(stamps, `${nameOf(files)}.stamp`) };
}

function passedBefore({ stamp, hash }) {
  try {
    return readFileSync(stamp, 'utf8') === hash;
  } catch {
    return false;
  }
}

function tidy(file) {
  return new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: Infinity };
    const args = ['--quiet', file, '--', ...flags, ...shallow];
    execFile('clang-tidy-14', args, options, (error, out, err) => {
      resolve({ clean: !error, output: out || err });
    });
  });
}

/** 이 파일들을 이은 파일 하나. 들이기만 하면(#include) 분석기가 그 안의 함수를 보지 않는다. */
function together(files) {
  const path = join(stamps, `${nameOf(files)}.cpp`);
  writeFileSync(path, files.map(read).join('\n'));
  return path;
}

/** 함께 보아 걸리면(이름이 겹쳐도 걸린다) 반씩 나누어 보고, 파일 하나에서 나온 것만 흠으로 친다. */
async function check(files) {
  const alone = files.length === 1;
  const { clean, output } = await tidy(alone ? files[0] : together(files));
  if (clean) return true;
  if (alone) {
    console.log(output);
    return false;
  }
  const half = Math.ceil(files.length / 2);
  const first = await check(files.slice(0, half));
  return (await check(files.slice(half))) && first;
}

async function worker(queue) {
  let clean = true;
  for (let next = queue.pop(); next; next = queue.pop()) {
    const passed = await check(next.files);
    if (passed) writeFileSync(next.stamp, next.hash);
    clean &&= passed;
  }
  return clean;
}

mkdirSync(stamps, { recursive: true });
const jobs = folders().map(job);
const queue = jobs.filter((one) => !passedBefore(one));
console.log(`clang-tidy: ${queue.length} of ${jobs.length} folders to check`);
const results = await Promise.all([worker(queue), worker(queue)]);
if (results.includes(false)) process.exit(1);
