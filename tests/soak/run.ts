// `npm run soak -- --minutes N`: 장면마다 N분(기본 60)의 시뮬레이션 시간, 그 앞에 데우는 N/2분.
import { Rest, SCENES, soak, type Sample } from '../support/soak';

const SAMPLES = 12;
/** 그 앞의 이만큼은 엔진이 코드를 데우는 동안이다. */
const WARM = 6;
const MOST_KB_PER_MINUTE = 1;
const MOST_DRIFT = 1e-3;

function chosenMinutes(): number {
  const [flag, value = '60'] = process.argv.slice(2);
  const minutes = Number(value);
  if ((flag !== undefined && flag !== '--minutes') || !(minutes >= 1)) {
    throw new Error('usage: npm run soak -- --minutes N');
  }
  return minutes;
}

/** 최소 제곱으로 그은 직선의 기울기, KB/분. */
function slope(samples: readonly Sample[], bytes: (sample: Sample) => number): number {
  const mean = (list: readonly number[]) => list.reduce((sum, v) => sum + v, 0) / list.length;
  const [x, y] = [samples.map((sample) => sample.minutes), samples.map(bytes)];
  const [mx, my] = [mean(x), mean(y)];
  const spread = x.reduce((sum, v) => sum + (v - mx) ** 2, 0);
  return x.reduce((sum, v, k) => sum + (v - mx) * (y[k]! - my), 0) / spread / 1024;
}

const minutes = chosenMinutes();
console.log(
  'scene    minutes   frames  WASM KB/min  heap KB/min  ms a step, first and last quarter',
);
for (const name of Object.keys(SCENES)) {
  const all = SAMPLES + WARM;
  const { scene, frames, samples } = await soak(name, (minutes * all) / SAMPLES, all);
  const late = samples.slice(WARM);
  const wasm = slope(late, ({ wasmBytes }) => wasmBytes);
  const heap = slope(late, ({ heapBytes }) => heapBytes);
  const quarter = SAMPLES / 4;
  const median = (list: readonly Sample[]) =>
    list.map(({ stepMs }) => stepMs).sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
  const [first, last] = [median(late.slice(0, quarter)), median(late.slice(-quarter))];
  const cells = [
    name.padEnd(8),
    `${minutes}`.padStart(8),
    `${frames}`.padStart(9),
    wasm.toFixed(2).padStart(13),
    heap.toFixed(2).padStart(13),
    `  ${first.toFixed(3)} ${last.toFixed(3)}`,
  ];
  console.log(cells.join(''));
  if (scene instanceof Rest)
    console.log(`         drift of resting cloth ${scene.drift().toExponential(1)} m`);
  const drifts = scene instanceof Rest && scene.drift() > MOST_DRIFT;
  if (drifts || wasm > MOST_KB_PER_MINUTE || heap > MOST_KB_PER_MINUTE) process.exitCode = 1;
}
