import { Session, type HeapProfiler } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** 쓰레기를 치우고, 그것을 들은 finalizer들까지 돌게 한다. */
export async function collectGarbage(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** 쓰레기를 치운 뒤에 쓰고 있는 힙(바이트). */
export async function heapBytes(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().heapUsed;
}

const bytesOf = ({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number =>
  children.reduce((sum, child) => sum + bytesOf(child), selfSize);

/** `run`이 힙에 새로 만든 것(바이트): 벌써 치워진 것까지 어림한다. */
export async function allocatedBytes(run: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 256,
    includeObjectsCollectedByMinorGC: true,
    includeObjectsCollectedByMajorGC: true,
  });
  run();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  return bytesOf(profile.head);
}
