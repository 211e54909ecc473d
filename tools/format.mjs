import { cppFiles } from './cpp-files.mjs';
import { bin, run } from './run.mjs';
import { setup } from './setup.mjs';

// `--check`는 고치지 않고 보기만 한다.
const check = process.argv.includes('--check');

setup('test');
run('clang-format-14', [
  ...(check ? ['--dry-run', '-Werror'] : ['-i']),
  ...cppFiles('cpp', 'tests/cpp', 'tests/fuzz'),
]);
run(bin('prettier'), ['--log-level=warn', check ? '--check' : '--write', '.']);
