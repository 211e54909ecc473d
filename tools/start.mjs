import { fail } from './run.mjs';
import { setup } from './setup.mjs';
import { buildWasm } from './wasm.mjs';

function chosenPort() {
  if (!process.env.PORT) return undefined;
  const port = Number(process.env.PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    fail(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);
  }
  return port;
}

async function serve(port) {
  const { createServer } = await import('vite'); // setup()이 끝나야 있다
  const server = await createServer({
    server: { host: true, port: port ?? 5173, strictPort: port !== undefined },
  });
  try {
    await server.listen();
  } catch (error) {
    fail(`Cannot serve: ${error.message}. Choose another port, for example PORT=8080 npm start`);
  }
  return server.resolvedUrls;
}

const port = chosenPort();
setup('build');
buildWasm();
const { local, network } = await serve(port);
console.log(`
  Mangto is at       ${local[0]}
  on a phone nearby  ${network.join('  ') || '(this computer is in no network)'}

  Ctrl+C stops it.`);
