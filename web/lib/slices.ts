import { finite, invalid, isObject } from './check.js';

export interface RunOptions {
  /** 프레임마다 쓸 시간(ms). / Time to spend per frame in ms, at least 0. Default 2. */
  budgetMs?: number;
  /** 그만두게 한다: 약속이 그 까닭으로 거절되고 메모리는 놓인다. / Aborts: rejects with its reason and frees the memory. */
  signal?: AbortSignal;
  /** 조각마다 불린다, 0…1. / Called after each slice with the progress, 0…1. */
  onProgress?(progress: number): void;
}

/** 나누어 하는 작업. / A task that is done in slices. */
interface Sliced<T> {
  step(budgetMs: number): boolean;
  readonly progress: number;
  readonly result: T;
  dispose(): void;
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => {
    if (typeof requestAnimationFrame === 'function') requestAnimationFrame(resolve);
    else setTimeout(resolve);
  });
}

/** 프레임마다 조금씩 끝까지 한다. / Does a task frame by frame to its end. */
export async function runInSlices<T>(task: Sliced<T>, options: RunOptions): Promise<T> {
  if (!isObject(options)) throw invalid('options', 'an object', options);
  const { budgetMs = 2, signal, onProgress } = options;
  finite('budgetMs', budgetMs);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const done = task.step(budgetMs);
      onProgress?.(task.progress);
      if (done) return task.result;
      await nextFrame();
    }
  } catch (error) {
    task.dispose();
    throw error;
  }
}
