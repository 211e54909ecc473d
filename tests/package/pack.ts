// 배포할 꾸러미를 한 번 만들어 풀어 둔다. 소비자 시험은 모두 여기서 설치한다.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export default function setup(): void {
  const folder = join(root, 'build/pack');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', join(root, 'dist/lib')], options),
  ) as [{ filename: string }];
  execFileSync('tar', ['-xzf', packed.filename], options);
}
