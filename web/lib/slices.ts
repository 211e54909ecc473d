import { nextFrame } from './frame.js';
import { checkRunOptions, type SkinRunOptions } from './skin.js';

/** 나누어 하는 작업. / A task that is done in slices. */
interface Sliced<T> {
  step(budgetMs: number): boolean;
  readonly progress: number;
  readonly result: T;
  dispose(): void;
}

/** 프레임마다 한 조각씩 끝까지 한다. / Does a task to its end, a slice per frame. */
export async function runInSlices<T>(task: Sliced<T>, options: SkinRunOptions): Promise<T> {
  checkRunOptions(options);
  const { budgetMs = 2, signal, onProgress } = options;
  try {
    for (let done = false; !done;) {
      signal?.throwIfAborted();
      await nextFrame();
      signal?.throwIfAborted();
      done = task.step(budgetMs);
      onProgress?.(task.progress);
    }
    return task.result;
  } catch (error) {
    task.dispose();
    throw error;
  }
}
