// WebKitGTK의 MiniBrowser를 WebDriver(HTTP)로 부린다.
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { asScript, Program, resultOf, WINDOW, type Engine } from './engine';

function miniBrowser(): string {
  const [found] = readdirSync('/usr/lib', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join('/usr/lib', name, 'webkit2gtk-4.1/MiniBrowser'))
    .filter((path) => existsSync(path));
  if (found === undefined) throw new Error('there is no MiniBrowser of webkit2gtk-4.1');
  return found;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function request(method: string, url: string, values?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(values && { body: JSON.stringify(values) }) });
  const { value } = (await response.json()) as { value: { message?: string } };
  if (!response.ok) throw new Error(`${method} ${url}: ${value.message}`);
  return value;
}

export async function startWebkit(display: string): Promise<Engine> {
  const port = await freePort();
  const program = new Program('WebKitWebDriver', [`--port=${port}`], { DISPLAY: display });
  const driver = `http://127.0.0.1:${port}`;
  await program.until(() => request('GET', `${driver}/status`));
  const { sessionId } = (await request('POST', `${driver}/session`, {
    capabilities: {
      alwaysMatch: {
        pageLoadStrategy: 'eager',
        'webkitgtk:browserOptions': {
          binary: miniBrowser(),
          args: ['--automation'],
        },
      },
    },
  })) as { sessionId: string };
  const session = `${driver}/session/${sessionId}`;
  await request('POST', `${session}/timeouts`, { script: 120_000 });
  await request('POST', `${session}/window/rect`, WINDOW);
  return {
    open: async (url) => void (await request('POST', `${session}/url`, { url })),
    evaluate: async (expression) => {
      const values = { script: asScript(expression), args: [] };
      return resultOf((await request('POST', `${session}/execute/async`, values)) as object);
    },
    async close() {
      await request('DELETE', session).catch(() => {}); // MiniBrowser를 닫는다
      await program.stop();
    },
  };
}
