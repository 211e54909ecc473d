// Firefox의 Marionette: WebDriver의 명령들을 TCP로 주고받는다(길이:[0, 번호, 명령, 값]).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asScript, Program, resultOf, WINDOW, type Engine } from './engine';

const PREFERENCES = {
  'marionette.port': 0,
  'app.update.disabledForTesting': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'webgl.force-enabled': true,
};

type Reply = [1, number, { message: string } | null, { value: unknown }];

class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #received = Buffer.alloc(0);
  #commands = 0;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('data', (data) => this.#receive(data));
  }

  #receive(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const start = this.#received.indexOf(':') + 1;
      const end = start + Number(this.#received.subarray(0, start - 1));
      if (start === 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.toString('utf8', start, end)) as Reply;
      this.#received = this.#received.subarray(end);
      // 처음의 인사는 배열이 아니다.
      if (Array.isArray(message)) this.#waiting.get(message[1])?.(message);
    }
  }

  async send(command: string, values: object = {}): Promise<unknown> {
    const id = ++this.#commands;
    const text = JSON.stringify([0, id, `WebDriver:${command}`, values]);
    const reply = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await reply;
    if (error) throw new Error(`${command}: ${error.message}`);
    return result.value;
  }

  close(): void {
    this.#socket.destroy();
  }
}

export async function startFirefox(display: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'mangto-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const { width, height } = WINDOW;
  const program = new Program(
    'firefox-esr',
    ['--marionette', '--no-remote', '--profile', profile, `--width=${width}`, `--height=${height}`],
    { DISPLAY: display },
  );
  const port = await program.until(async () => {
    return Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8')) || undefined;
  });
  const session = new Marionette(port);
  await session.send('NewSession', {
    capabilities: { alwaysMatch: { pageLoadStrategy: 'eager' } },
  });
  await session.send('SetTimeouts', { script: 120_000 });
  return {
    open: async (url) => void (await session.send('Navigate', { url })),
    evaluate: async (expression) => {
      const values = { script: asScript(expression), args: [] };
      return resultOf((await session.send('ExecuteAsyncScript', values)) as { json?: string });
    },
    async close() {
      session.close();
      await program.stop();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
