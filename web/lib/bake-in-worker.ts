import { MangtoError, type Failure } from './error.js';
import type { LoadOptions } from './module.js';
import { readSkinOptions, type SkinBakeInput } from './skin-options.js';
import {
  checkRunOptions,
  SkinWeights,
  type SkinBakeOptions,
  type SkinReport,
  type SkinRunOptions,
} from './skin.js';

/** 워커에서 굽는 데 드는 것. / Options of `bakeInWorker()`. */
export interface WorkerBakeOptions extends LoadOptions, Omit<SkinRunOptions, 'budgetMs'> {}

/** 워커에게 보내는 일. / What is sent to the worker. */
export interface WorkerJob {
  input: SkinBakeInput;
  load: LoadOptions;
}

/** 워커가 보내는 소식. / What the worker sends. */
export type WorkerNews =
  | { kind: 'progress'; progress: number }
  | { kind: 'failure'; failure: Failure }
  | {
      kind: 'done';
      skinIndex: Uint16Array<ArrayBuffer>;
      skinWeight: Float32Array<ArrayBuffer>;
      report: SkinReport;
    };

/**
 * 같은 굽기를 워커에서 한다. 결과는 비트까지 같다. 워커는 끝나면 닫힌다.
 *
 * The same bake in a worker of its own, which loads this package by itself and is closed at the end; the
 * weights are the same to the bit. The input arrays are copied. Rejects with the signal's reason when
 * aborted, with a `MangtoError` otherwise (code `worker-failed` when the worker does not start).
 */
export async function bakeInWorker(
  options: SkinBakeOptions,
  workerOptions: WorkerBakeOptions = {},
): Promise<SkinWeights> {
  const input = readSkinOptions(options);
  checkRunOptions(workerOptions);
  const { signal, onProgress, ...load } = workerOptions;
  signal?.throwIfAborted();
  const worker = openWorker();
  const abort = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: abort.signal });
      worker.onerror = ({ message }) => reject(workerFailed(message));
      worker.onmessageerror = () => reject(workerFailed('its message could not be read'));
      worker.onmessage = ({ data }: MessageEvent<WorkerNews>) => {
        try {
          if (data.kind === 'progress') onProgress?.(data.progress);
          else resolve(weightsOf(data));
        } catch (error) {
          reject(error);
        }
      };
      // 뷰를 그대로 보내면 그 밑의 버퍼가 통째로 복사된다.
      const [positions, indices] = [input.positions.slice(), input.indices.slice()];
      const job: WorkerJob = { input: { ...input, positions, indices }, load: absolute(load) };
      worker.postMessage(job, [positions.buffer, indices.buffer]);
    });
  } finally {
    abort.abort();
    worker.terminate();
  }
}

/** 다른 곳에서 받은 꾸러미나 정책(worker-src) 때문에 브라우저가 거절할 수 있다. / May be refused for the origin of the package or a policy (worker-src). */
function openWorker(): Worker {
  if (typeof Worker === 'undefined') {
    throw new MangtoError('worker-failed', 'Worker is not available here');
  }
  try {
    return new Worker(new URL('./skin-worker.js', import.meta.url), { type: 'module' });
  } catch (cause) {
    throw workerFailed(String(cause), cause);
  }
}

function workerFailed(reason: string | undefined, cause?: unknown): MangtoError {
  const message = `the skin worker failed: ${reason ?? 'it did not start'}`;
  return new MangtoError('worker-failed', message, { cause });
}

function weightsOf(news: Exclude<WorkerNews, { kind: 'progress' }>): SkinWeights {
  if (news.kind === 'failure') throw new MangtoError(news.failure.code, news.failure.message);
  return new SkinWeights(news.skinIndex, news.skinWeight, news.report);
}

/** 워커의 자리는 페이지와 다르므로 주소를 온전하게 만든다. / A worker resolves addresses elsewhere. */
function absolute({ wasmUrl, wasmBinary }: LoadOptions): LoadOptions {
  if (wasmBinary !== undefined) return { wasmBinary };
  if (wasmUrl === undefined) return {};
  const base = typeof document === 'undefined' ? location.href : document.baseURI;
  return { wasmUrl: new URL(wasmUrl, base).href };
}
