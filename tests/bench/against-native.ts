// 같은 소스의 WASM과 native. native 프로그램을 띄워 두고, 한 번씩 번갈아 재게 한다.
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { loadMangto, type Cloth } from 'mangto';
import { Fnv1a64 } from '../support/fnv';
import { quantile } from './harness';
import { cape, flag, gust, isPinned, sheetPositions, type Scene, type Wind } from './scenes';

export interface NativeResult {
  name: string;
  nativeMs: number;
  wasmMs: number;
  ratio: number;
}

const SOURCE = fileURLToPath(new URL('./native', import.meta.url));
const BUILD = fileURLToPath(new URL('../../build/bench', import.meta.url));

const STEPS = 24;
const WARM_UP_ROUNDS = 20;
const ROUNDS = 300;

function cmake(...args: string[]): void {
  const { status, error, stdout, stderr } = spawnSync('cmake', args, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`cmake ${args.join(' ')} failed\n${stdout}\n${stderr}`);
}

function buildProgram(): string {
  cmake('-S', SOURCE, '-B', BUILD, '-DCMAKE_BUILD_TYPE=Release');
  cmake('--build', BUILD, '-j2');
  return `${BUILD}/mangto_bench`;
}

/** 한 줄을 묻고 한 줄의 답을 듣는다. */
class Program {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;

  constructor(path: string) {
    this.child = spawn(path);
    this.child.stderr.pipe(process.stderr);
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async ask(line: string): Promise<string> {
    this.child.stdin.write(`${line}\n`);
    const answer = await this.lines.next();
    if (answer.done) throw new Error('the native program ended');
    return answer.value;
  }

  close(): void {
    this.child.stdin.end();
  }
}

function clothCommand({ sheet, capsules }: Scene): string {
  const positions = sheetPositions(sheet);
  const points = Array.from({ length: positions.length / 3 }, (_, k) => {
    return [...positions.subarray(3 * k, 3 * k + 3), Number(isPinned(sheet, k))];
  });
  const numbers = [sheet.columns, sheet.rows, points, capsules.length / 7, capsules].flat(2);
  return `cloth ${numbers.join(' ')}`;
}

function runWasm(cloths: Cloth[], wind: Wind): number {
  for (const cloth of cloths) cloth.wind = wind;
  const start = performance.now();
  for (let k = 0; k < STEPS; k++) {
    for (let n = 0; n < cloths.length; n++) cloths[n]!.step();
  }
  return (performance.now() - start) / STEPS;
}

function hash(cloths: Cloth[]): string {
  const fnv = new Fnv1a64();
  for (const cloth of cloths) fnv.add(cloth.positions);
  return fnv.hex();
}

export async function measureNative(wasmBinary: Uint8Array<ArrayBuffer>): Promise<NativeResult[]> {
  const scenes = [cape(), flag()];
  const mangto = await loadMangto({ wasmBinary });
  const cloths = scenes.map(({ sheet, capsules }) => {
    const cloth = mangto.createGridCloth(sheet);
    cloth.setCapsules(capsules);
    return cloth;
  });
  const program = new Program(buildProgram());
  try {
    for (const scene of scenes) await program.ask(clothCommand(scene));
    const times = { native: [] as number[], wasm: [] as number[] };
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const wind = gust(round);
      const native = Number(await program.ask(`run ${STEPS} ${wind.join(' ')}`));
      const wasm = runWasm(cloths, wind);
      if (round < WARM_UP_ROUNDS) continue;
      times.native.push(native);
      times.wasm.push(wasm);
    }
    // 비트까지 같은 일을 했어야 시간을 견줄 수 있다.
    const [expected, actual] = [await program.ask('hash'), hash(cloths)];
    if (actual !== expected) throw new Error(`WASM ended at ${actual}, native at ${expected}`);
    const [nativeMs, wasmMs] = [quantile(times.native, 0.5), quantile(times.wasm, 0.5)];
    return [{ name: 'cape 12×17 + flag 16×10', nativeMs, wasmMs, ratio: wasmMs / nativeMs }];
  } finally {
    program.close();
    mangto.dispose();
  }
}
