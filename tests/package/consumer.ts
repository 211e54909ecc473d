import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const packageDirectory = join(root, 'dist/lib');

/** 패키지를 설치한 남의 프로젝트. 저장소의 파일은 아무것도 보이지 않는 곳에 만든다. */
export class Consumer {
  readonly directory = mkdtempSync(join(tmpdir(), 'mangto-consumer-'));

  constructor(...dependencies: string[]) {
    const modules = join(this.directory, 'node_modules');
    mkdirSync(join(modules, '@types'), { recursive: true });
    cpSync(packageDirectory, join(modules, 'mangto'), { recursive: true });
    for (const name of dependencies) {
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    }
    this.write('package.json', JSON.stringify({ type: 'module' }));
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.directory, name), text);
  }

  /** 프로그램을 돌리고 그 출력을 준다. 실패하면 출력을 담아 던진다. */
  run(command: string, ...args: string[]): string {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: this.directory,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
    return stdout;
  }

  node(program: string): string {
    this.write('main.js', program);
    return this.run(process.execPath, 'main.js');
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }
}
