// 같은 목록을 머리 없는 Chromium에서 잰다. 서버 없이, 요청을 가로채 파일을 내준다.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { alias } from '../../vite.config';
import { EXECUTABLE } from '../browser/support/browser';
import type { Binaries } from './harness';
import type { SuiteResults } from './suite';

const ORIGIN = 'https://bench.invalid';

export interface ChromiumRun {
  version: string;
  results: SuiteResults;
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('./suite.ts', import.meta.url)),
        formats: ['es'],
        fileName: 'suite',
      },
    },
  });
  for (const output of [built].flat()) {
    if (!('output' in output)) continue;
    for (const file of output.output) {
      if (file.type === 'chunk' && file.isEntry) return file.code;
    }
  }
  throw new Error('the bundler gave no entry file');
}

/** Chromium이 없으면 undefined. */
export async function runInChromium(
  binaries: Binaries,
  only: string,
): Promise<ChromiumRun | undefined> {
  if (!existsSync(EXECUTABLE)) return undefined;
  const files: Record<string, { contentType: string; body: string | Buffer }> = {
    '/': { contentType: 'text/html', body: '<!doctype html><title>bench</title>' },
    '/suite.js': { contentType: 'text/javascript', body: await bundle() },
    '/mangto.wasm': { contentType: 'application/wasm', body: Buffer.from(binaries.mangto) },
    '/ammo.wasm': { contentType: 'application/wasm', body: Buffer.from(binaries.ammo) },
  };
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  });
  try {
    const page = await browser.newPage();
    await page.route('**/*', (route) => {
      const file = files[new URL(route.request().url()).pathname];
      if (file === undefined) return route.fulfill({ status: 404 });
      // 두 머리글이 있어야 시계의 눈금이 100 µs에서 5 µs로 고와진다.
      const headers = {
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      };
      return route.fulfill({ ...file, headers: { ...headers, 'content-type': file.contentType } });
    });
    await page.goto(`${ORIGIN}/`);
    const results = await page.evaluate(async (filter) => {
      const path = '/suite.js';
      const { runSuite } = (await import(path)) as typeof import('./suite');
      // 이름 붙은 함수를 여기 두면 tsx가 페이지에 없는 도우미를 부른다.
      const [mangto, ammo] = await Promise.all(
        ['/mangto.wasm', '/ammo.wasm'].map(async (name) => {
          return new Uint8Array(await (await fetch(name)).arrayBuffer());
        }),
      );
      return runSuite({ mangto: mangto!, ammo: ammo! }, filter);
    }, only);
    return { version: browser.version(), results };
  } finally {
    await browser.close();
  }
}
