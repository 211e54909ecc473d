import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';

/** 사이트를 하위 경로에 올린다: 절대 경로가 섞이면 바로 드러난다. */
const PREFIX = '/a/b/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** 빌드한 페이지와 그것을 내주는 서버. */
export interface Site {
  /** 페이지의 주소, 빗금으로 끝난다. */
  readonly url: string;
  close(): Promise<void>;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

// 이 머리글들이 있어야 페이지의 시계가 고와진다.
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** 폴더를 `/a/b/` 아래에서 내준다. `page`는 이름 없는 주소의 파일, `headers`는 더 붙일 머리글이다. */
export async function serveFolder(
  folder: string,
  page = 'index.html',
  headers: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (!path.startsWith(PREFIX)) {
      response.writeHead(404).end();
      return;
    }
    const name = normalize(path.slice(PREFIX.length) || page);
    readFile(join(folder, name)).then(
      (bytes) => {
        const type = TYPES[extname(name)] ?? 'application/octet-stream';
        response.writeHead(200, { ...HEADERS, ...headers, 'content-type': type }).end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}${PREFIX}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** 지금 소스로 페이지를 빌드해 내준다. */
export async function serveSite(page = 'index.html'): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'mangto-site-'));
  await build({
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: page } },
  });
  const site = await serveFolder(folder, page);
  return {
    url: site.url,
    close: async () => {
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
