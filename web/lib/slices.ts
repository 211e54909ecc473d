import { nextFrame } from './frame.js';
import { checkRunOptions, type SkinRunOptions } from './skin.js';

/** 나누어 하는 작업. / A task that is done in slices. */
export interface Sliced<T> {
  step(budgetMs: number): boolean;
  readonly progress: number;
  readonly result: T;
  dispose(): void;
}

/** 프레임마다 한 조각씩 끝까지 한다. / Does a task to its end, a slice per frame. */
export async function runInSlices<T>(task: Sliced<T>, options: SkinRunOptions): Promise<T> {
  try {
    checkRunOptions(options);
    const { budgetMs = 2, signal, onProgress } = options;
    signal?.throwIfAborted();
    for (let done = false; !done;) {
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

/**
 * 스스로 조금씩 쉬는 일: yield로 진행(0…1)을 알리고 남은 시간(ms)을 받는다.
 *
 * Work that pauses by itself: each yield tells the progress, 0…1, and gets the time left in ms.
 */
export type Work<T> = Generator<number, T, number>;

/** 더 큰 일의 from…to를 맡는 일. / Work as the part from…to of larger work. */
export function* part<T>(from: number, to: number, work: Work<T>): Work<T> {
  let left = 0;
  try {
    for (;;) {
      const step = work.next(left);
      if (step.done) return step.value;
      left = yield from + (to - from) * step.value;
    }
  } finally {
    work.return(undefined as T);
  }
}

/** 목록의 것마다 같은 몫으로. / Work on each of a list, an equal share of the whole. */
export function* each<A, T>(list: readonly A[], work: (one: A, k: number) => Work<T>): Work<T[]> {
  const results: T[] = [];
  for (const [k, one] of list.entries())
    results.push(yield* part(k / list.length, (k + 1) / list.length, work(one, k)));
  return results;
}

/** 작업을 일로. / A task as work. */
export function* workOf<T>(task: Sliced<T>): Work<T> {
  try {
    for (let left = 0; !task.step(left);) left = yield task.progress;
    return task.result;
  } finally {
    task.dispose();
  }
}

/** 일을 작업으로. / Work as a task. */
export class WorkTask<T> implements Sliced<T> {
  readonly #work: Work<T>;
  progress = 0;
  result!: T;

  constructor(work: Work<T>) {
    this.#work = work;
  }

  step(budgetMs: number): boolean {
    const start = performance.now();
    let left = budgetMs;
    do {
      const step = this.#work.next(left);
      if (step.done) {
        this.result = step.value;
        this.progress = 1;
        return true;
      }
      this.progress = step.value;
      left = budgetMs - (performance.now() - start);
    } while (left > 0);
    return false;
  }

  dispose(): void {
    this.#work.return(undefined as T);
  }
}
