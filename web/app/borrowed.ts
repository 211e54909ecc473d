// 라이브러리의 밖으로 내놓은 이름은 아니다: 조금씩 하는 일과 저장소를 두 번 쓰지 않으려고 빌려 쓴다.
/* eslint-disable no-restricted-imports */
import { runInSlices, WorkTask, type Work } from '../lib/slices';
import type { SkinRunOptions } from 'mangto';

export { part, type Work } from '../lib/slices';
export { BrowserStore, isWhole, seal } from '../lib/store';
/* eslint-enable no-restricted-imports */

/** 프레임마다 한 조각씩 끝까지 한다. Does the work to its end, a slice per frame. */
export function inSlices<T>(work: Work<T>, run: SkinRunOptions): Promise<T> {
  return runInSlices(new WorkTask(work), run);
}
