// 세 엔진을 한 가지로 다룬다: 주소를 열고, 그 안에서 식을 셈한다.
import { spawn, type ChildProcess } from 'node:child_process';

/** 창 하나를 띄운 브라우저. */
export interface Engine {
  open(url: string): Promise<void>;
  /** 페이지 안에서 식을 셈하고, Promise이면 그 끝을 기다린다. 값은 JSON으로 오간다. */
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

export const WINDOW = { width: 360, height: 320 };

/** 프로그램을 띄우고, 끝낼 때 그 자식들까지 끝낸다. */
export class Program {
  readonly process: ChildProcess;
  readonly #failure: Promise<never>;
  #ended = false;

  constructor(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
    this.process = spawn(command, args, {
      detached: true, // 무리째 끝낼 수 있도록
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    });
    this.#failure = new Promise((_, reject) => {
      this.process.on('error', reject);
      this.process.on('exit', (code) => {
        this.#ended = true;
        reject(new Error(`${command} ended with ${code}`));
      });
    });
    this.#failure.catch(() => {});
  }

  /** 될 때까지 거듭해 본다. 그사이 프로그램이 끝나면 던진다. */
  async until<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      const pause = new Promise((resolve) => setTimeout(resolve, 50));
      const result = await Promise.race([attempt().catch(() => undefined), this.#failure]);
      if (result !== undefined) return result;
      await pause;
    }
  }

  async stop(): Promise<void> {
    if (this.#ended) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    process.kill(-this.process.pid!, 'SIGKILL');
    await ended;
  }
}

/** 화면이 없는 기계의 화면. */
export async function startDisplay(): Promise<{ name: string; stop(): Promise<void> }> {
  const size = '800x600x24';
  const server = new Program('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp']);
  const chunks: string[] = [];
  (server.process.stdio[3] as NodeJS.ReadableStream).on('data', (chunk) => chunks.push(`${chunk}`));
  const number = await server.until(async () => /^(\d+)\n/.exec(chunks.join(''))?.[1]);
  return { name: `:${number}`, stop: () => server.stop() };
}

/** WebDriver의 execute/async 스크립트: 마지막 인자로 받은 함수에 결과를 준다. */
export const asScript = (expression: string) => `
  const done = arguments[arguments.length - 1];
  (async () => ${expression})().then(
    (value) => done({ json: JSON.stringify(value) }),
    (error) => done({ error: String(error) }),
  );`;

/** 그 스크립트의 결과를 푼다. */
export function resultOf<T>({ json, error }: { json?: string; error?: string }): T {
  if (error !== undefined) throw new Error(error);
  return (json === undefined ? undefined : JSON.parse(json)) as T;
}
