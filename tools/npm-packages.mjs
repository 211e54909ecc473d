import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

function lockedPackages(file) {
  const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8'));
  return Object.entries(packages).filter(([path]) => path !== '');
}

// npm은 설치를 마친 뒤에야 node_modules에 자기 목록을 남긴다. 그것이 잠금 파일과 같으면 할 일이 없다.
function isUpToDate() {
  let installed;
  try {
    installed = new Map(lockedPackages('node_modules/.package-lock.json'));
  } catch {
    return false;
  }
  // 다른 운영 체제용 optional 패키지는 설치되지 않는 것이 맞다.
  return lockedPackages('package-lock.json').every(([path, { integrity, optional }]) =>
    installed.has(path) ? installed.get(path).integrity === integrity : optional,
  );
}

export function ensureNpmPackages() {
  if (isUpToDate()) return;
  console.log('Installing npm packages');
  run('npm', ['ci', '--include=dev', '--ignore-scripts']);
}
