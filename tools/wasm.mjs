import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, root, run } from './run.mjs';
import { setup } from './setup.mjs';

function copyIfChanged(from, to) {
  const [source, target] = [join(root, from), join(root, to)];
  if (existsSync(target) && readFileSync(source).equals(readFileSync(target))) return;
  copyFileSync(source, target);
}

// em++은 PATH의 python3으로 돈다. 그것이 pyenv 같은 껍데기이면 파일 하나마다 컴파일만큼의 시간이 더 든다.
const python = '/usr/bin/python3';
if (existsSync(python)) process.env.EMSDK_PYTHON ??= python;

export function buildWasm() {
  run('cmake', ['--preset', 'wasm']);
  run('cmake', ['--build', '--preset', 'wasm']);
  // 개발 서버가 쓸데없이 새로 고치지 않도록 바뀐 것만 복사한다.
  copyIfChanged('build/wasm/mangto.js', 'web/lib/mangto-glue.js');
  copyIfChanged('build/wasm/mangto.wasm', 'web/lib/mangto.wasm');
  copyIfChanged('build/wasm/mangto-scalar.wasm', 'web/lib/mangto-scalar.wasm');
}

if (isMain(import.meta.url)) {
  setup('build');
  buildWasm();
}
