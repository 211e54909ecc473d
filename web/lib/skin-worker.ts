// bakeInWorker()가 띄우는 워커. 이 파일만 스스로 도는 코드를 가진다.
import type { WorkerJob, WorkerNews } from './bake-in-worker.js';
import { MangtoError, type Failure } from './error.js';
import { loadMangto } from './mangto.js';

// 진행률을 알리는 간격(ms).
const kNewsMs = 30;

function send(news: WorkerNews, transfer: Transferable[] = []): void {
  self.postMessage(news, { transfer });
}

function failureOf(error: unknown): Failure {
  if (error instanceof MangtoError) return { code: error.code, message: error.message };
  return { code: 'worker-failed', message: `the skin worker failed: ${error}` };
}

async function bake({ input, load }: WorkerJob): Promise<void> {
  const mangto = await loadMangto(load);
  const task = mangto.startSkinBake(input);
  while (!task.step(kNewsMs)) send({ kind: 'progress', progress: task.progress });
  send({ kind: 'progress', progress: 1 });
  const { skinIndex, skinWeight, report } = task.result;
  send({ kind: 'done', skinIndex, skinWeight, report }, [skinIndex.buffer, skinWeight.buffer]);
}

self.onmessage = ({ data }: MessageEvent<WorkerJob>) => {
  bake(data).catch((error: unknown) => send({ kind: 'failure', failure: failureOf(error) }));
};
