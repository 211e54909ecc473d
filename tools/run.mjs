import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export const bin = (name) => `node_modules/.bin/${name}`;

export function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

export function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) fail(`Cannot run ${command}: ${error.message}`);
  if (status !== 0) fail(`Failed: ${command} ${args.join(' ')}`);
}

export const succeeds = (command, args) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

// `node tools/x.mjs`로 직접 부른 것인지, 다른 파일이 가져다 쓰는 것인지.
export const isMain = (url) => fileURLToPath(url) === process.argv[1];
