import type { Work } from '../../web/app/borrowed';

/** 조금씩 하는 일을 한 번에. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next(0);
    if (step.done) return step.value;
  }
}
