// 굽기를 재는 빈 페이지: 시험이 window.skin을 부른다.
import { bakeInWorker, loadMangto, type SkinWeights } from 'mangto';
import { Fnv1a64 } from '../../support/fnv';
import { torus } from '../../support/skins';

export interface Slices {
  createMs: number;
  /** step()마다 걸린 시간. */
  ms: number[];
  /** 그때의 진행률. */
  progress: number[];
  hash: string;
}

function hashOf({ skinIndex, skinWeight }: SkinWeights): string {
  const hash = new Fnv1a64();
  hash.add(new Uint8Array(skinIndex.buffer));
  hash.add(skinWeight);
  return hash.hex();
}

const task = () => new Promise((resolve) => setTimeout(resolve, 0));

async function slice(vertices: number, bones: number, budgetMs: number): Promise<Slices> {
  const mangto = await loadMangto();
  const options = torus(vertices, bones);
  await task();
  const started = performance.now();
  const bake = mangto.createSkinBake(options);
  const createMs = performance.now() - started;
  const [ms, progress]: number[][] = [[], []];
  for (let done = false; !done;) {
    await task();
    const start = performance.now();
    done = bake.step(budgetMs);
    ms!.push(performance.now() - start);
    progress!.push(bake.progress);
  }
  const hash = hashOf(bake.result);
  mangto.dispose();
  return { createMs, ms: ms!, progress: progress!, hash };
}

async function inWorker(vertices: number, bones: number) {
  const progress: number[] = [];
  const weights = await bakeInWorker(torus(vertices, bones), {
    onProgress: (value) => progress.push(value),
  });
  return { hash: hashOf(weights), progress, report: weights.report };
}

async function inFrames(vertices: number, bones: number) {
  using mangto = await loadMangto();
  const bake = mangto.createSkinBake(torus(vertices, bones));
  const progress: number[] = [];
  const weights = await bake.run({ onProgress: (value) => progress.push(value) });
  return { hash: hashOf(weights), progress, report: weights.report };
}

async function abortInWorker(vertices: number, bones: number): Promise<string> {
  const abort = new AbortController();
  const baking = bakeInWorker(torus(vertices, bones), {
    signal: abort.signal,
    onProgress: () => abort.abort('enough'),
  });
  return baking.then(
    () => 'done',
    (reason: unknown) => String(reason),
  );
}

async function failInWorker(): Promise<string> {
  const { positions, indices, bones } = torus(100, 4);
  positions[7] = NaN;
  const baking = bakeInWorker({ positions, indices, bones });
  return baking.then(
    () => 'done',
    ({ name, code, message }) => `${name} ${code} ${message}`,
  );
}

export const skin = { slice, inWorker, inFrames, abortInWorker, failInWorker };

declare global {
  interface Window {
    skin?: typeof skin;
  }
}
window.skin = skin;
