import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
/** 풀어 놓은 꾸러미(pack.ts). */
export const packageDirectory = join(root, 'build/pack/package');

/** 패키지를 설치한 남의 프로젝트. 저장소의 파일은 아무것도 보이지 않는 곳에 만든다. */
export class Consumer {
  readonly directory = mkdtempSync(join(tmpdir(), 'mangto-consumer-'));

  constructor(...dependencies: string[]) {
    const modules = join(this.directory, 'node_modules');
    mkdirSync(join(modules, '@types'), { recursive: true });
    cpSync(packageDirectory, join(modules, 'mangto'), { recursive: true });
    for (const name of dependencies) {
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    }
    this.write('package.json', JSON.stringify({ type: 'module' }));
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.directory, name), text);
  }

  /** 저장소의 examples에 있는 것을 그대로 가져온다. */
  takeExample(name: string): void {
    cpSync(join(root, 'examples', name), this.directory, { recursive: true });
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
    rmSync(this.directory, { recursive: true, force: true });
  }
}
