import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadMangto, type Mangto } from 'mangto';
import { expectMangtoError, type Mention } from '../support/errors';
import { run, wasmBinary } from '../support/module';
import { hangingSheet } from '../support/sheets';

type LoadOptions = NonNullable<Parameters<typeof loadMangto>[0]>;

const failure = (options: unknown): Promise<unknown> =>
  loadMangto(options as LoadOptions).then(
    () => undefined,
    (error: unknown) => error,
  );

/** 반만 보내고 끊는다. */
function tear(response: ServerResponse): void {
  response.setHeader('content-length', wasmBinary.length);
  response.write(wasmBinary.subarray(0, 1000), () => response.destroy());
}

async function works(loading: Promise<Mangto>): Promise<void> {
  const mangto = await loading;
  const cloth = mangto.createGridCloth(hangingSheet(3, 3));
  run(cloth, 10);
  expect(cloth.positions.every(Number.isFinite)).toBe(true);
  mangto.dispose();
}

describe('a wasmBinary', () => {
  it('may be an ArrayBuffer, a view in a larger buffer or a DataView', async () => {
    const buffer = wasmBinary.slice().buffer;
    await works(loadMangto({ wasmBinary: buffer }));
    const larger = new Uint8Array(wasmBinary.length + 64);
    larger.set(wasmBinary, 32);
    await works(loadMangto({ wasmBinary: larger.subarray(32, 32 + wasmBinary.length) }));
    await works(loadMangto({ wasmBinary: new DataView(larger.buffer, 32, wasmBinary.length) }));
  });

  const BROKEN: Record<string, Uint8Array<ArrayBuffer>> = {
    empty: new Uint8Array(0),
    'cut in half': wasmBinary.slice(0, wasmBinary.length >> 1),
    'without its last byte': wasmBinary.slice(0, -1),
    'a web page': new TextEncoder().encode('<!doctype html><title>404</title>'),
    'with a wrong version': wasmBinary.map((byte, k) => (k === 4 ? 9 : byte)),
    'another module': new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]),
  };

  it.each(Object.entries(BROKEN))("that is %s gives 'wasm-invalid'", async (_name, bytes) => {
    expectMangtoError(await failure({ wasmBinary: bytes }), 'wasm-invalid', [/wasm|WebAssembly/i]);
    await works(loadMangto({ wasmBinary })); // 실패가 다음 적재에 남지 않는다.
  });
});

describe('a wasmUrl', () => {
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const file = request.url?.slice(1);
      if (file === 'good.wasm') response.setHeader('content-type', 'application/wasm');
      else if (file === 'page.wasm') response.setHeader('content-type', 'text/html');
      else if (file === 'plain.wasm') response.setHeader('content-type', 'text/plain');
      else if (file === 'short.wasm' || file === 'torn.wasm')
        response.setHeader('content-type', 'application/wasm');
      else response.statusCode = file === 'error.wasm' ? 500 : 404;
      if (file === 'good.wasm' || file === 'plain.wasm') response.end(wasmBinary);
      else if (file === 'short.wasm') response.end(wasmBinary.subarray(0, 1000));
      else if (file === 'torn.wasm') tear(response);
      else response.end('<!doctype html><title>not here</title>');
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('may be a string or a URL, whatever content type the server sends', async () => {
    await works(loadMangto({ wasmUrl: `${origin}/good.wasm` }));
    await works(loadMangto({ wasmUrl: new URL('good.wasm', origin) }));
    await works(loadMangto({ wasmUrl: `${origin}/plain.wasm` }));
  });

  it.each(['missing.wasm', 'error.wasm'])(
    "to %s gives 'wasm-load-failed' with the address and the status",
    async (file) => {
      const status = file === 'error.wasm' ? /500/ : /404/;
      const error = await failure({ wasmUrl: `${origin}/${file}` });
      expectMangtoError(error, 'wasm-load-failed', [file, status] satisfies Mention[]);
    },
  );

  it("that is left out means the file beside the library; what can't be fetched is named", async () => {
    // Node의 fetch는 file: 주소를 읽지 못한다.
    expectMangtoError(await failure(undefined), 'wasm-load-failed', ['mangto.wasm', 'wasmBinary']);
    expectMangtoError(await failure({}), 'wasm-load-failed', ['mangto.wasm', 'wasmBinary']);
  });

  it("that is no address gives 'wasm-load-failed'", async () => {
    expectMangtoError(await failure({ wasmUrl: 'no address' }), 'wasm-load-failed', ['no address']);
  });

  it("to a server that is not there gives 'wasm-load-failed' with the address", async () => {
    const error = await failure({ wasmUrl: 'http://127.0.0.1:1/mangto.wasm' });
    expectMangtoError(error, 'wasm-load-failed', ['127.0.0.1:1/mangto.wasm']);
  });

  it("to a server that breaks off in the middle gives 'wasm-load-failed' with the address", async () => {
    const error = await failure({ wasmUrl: `${origin}/torn.wasm` });
    expectMangtoError(error, 'wasm-load-failed', ['torn.wasm']);
  });

  it.each(['page.wasm', 'short.wasm'])(
    "to %s gives 'wasm-invalid' with the address",
    async (file) => {
      expectMangtoError(await failure({ wasmUrl: `${origin}/${file}` }), 'wasm-invalid', [file]);
    },
  );
});

describe('the options of loadMangto', () => {
  it.each([
    ['options', 5],
    ['options', 'mangto.wasm'],
    ['options', null],
    ['wasmUrl', { wasmUrl: 5 }],
    ['wasmUrl', { wasmUrl: {} }],
    ['wasmUrl', { wasmUrl: null }],
    ['wasmBinary', { wasmBinary: 'mangto.wasm' }],
    ['wasmBinary', { wasmBinary: 5 }],
    ['wasmBinary', { wasmBinary: null }],
    ['wasmBinary', { wasmBinary: [0, 97, 115, 109] }],
  ])('of the wrong type are named: %s in %o', async (name, options) => {
    expectMangtoError(await failure(options), 'invalid-argument', [name]);
  });
});
