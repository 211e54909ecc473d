// npm run bench:weights -- FOLDER [--only TEXT] [--json FILE] [--pictures DIR]: GLB들의 가중치를 방법마다 재서
// 견주고, 바라면 그린다.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadMangto, type Mangto, type SkinBakeOptions, type SkinBone } from 'mangto';
import { bakeSkinnedMesh, bonesFromSkeleton } from 'mangto/three';
import { bakeAll } from '../../support/skin-weights';
import { markdown, type Column } from '../table';
import { bakeInBlender, findBlender } from './blender';
import { readBody, weightsOf, type Body, type Weights } from './body';
import { kDefinitions, meanL1, measure, subdivide, type Metrics } from './metrics';
import { Album } from './pictures';

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    pictures: { type: 'string' },
  },
  allowPositionals: true,
});

interface Row extends Metrics {
  readonly model: string;
  readonly method: string;
  readonly vertices: number;
  readonly bones: number;
  readonly ms?: number;
}

type Mode = NonNullable<SkinBakeOptions['mode']>;
const kModes: readonly Mode[] = ['nearest', 'smooth', 'heat'];

/** 같은 뼈들로, 나눈 겉면에서. */
function resolutionOf(
  mangto: Mangto,
  body: Body,
  options: Omit<SkinBakeOptions, 'positions' | 'indices'>,
  own: Weights,
) {
  const fine = bakeAll(mangto, { ...options, ...subdivide(body) });
  const end = own.index.length;
  return meanL1(own, {
    index: fine.skinIndex.subarray(0, end),
    weight: fine.skinWeight.subarray(0, end),
  });
}

/** 한 방법이 얻은 것. */
interface Outcome {
  readonly body: Body;
  readonly bones: readonly SkinBone[];
  readonly own: Weights;
  readonly row: Row;
}

async function bakeOne(mangto: Mangto, body: Body, mode: Mode): Promise<Outcome> {
  const start = performance.now();
  const baked = await bakeSkinnedMesh(body.meshes, body.skeleton, {
    mangto,
    mode,
    excludedBones: [...body.controls],
    budgetMs: Infinity,
  });
  const own = weightsOf(baked.meshes);
  const { bones } = baked;
  const fine = { bones, mode, excludedBones: [...body.controls] };
  const row = {
    model: body.name,
    method: mode,
    vertices: body.positions.length / 3,
    bones: bones.length,
    ms: baked.report.cached ? performance.now() - start : baked.report.totalMs,
    ...measure(body, bones, own),
    resolution: resolutionOf(mangto, body, fine, own),
  };
  return { body, bones, own, row };
}

function blend(blender: string, body: Body): Outcome {
  const bones = bonesFromSkeleton(body.skeleton, body.meshes);
  const own = bakeInBlender(blender, body, bones);
  const row = {
    model: body.name,
    method: 'blender',
    vertices: body.positions.length / 3,
    bones: bones.length,
    ...measure(body, bones, own),
  };
  return { body, bones, own, row };
}

function rigBeside(path: string): string | null {
  const rig = path.replace(/model-([^/]*)$/, 'rig-$1');
  return rig !== path && existsSync(rig) ? rig : null;
}

/** 모든 방법으로. 몸이 아니면 빈 목록. */
async function tryAll(mangto: Mangto, blender: string | null, path: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  // 그물마다 가중치를 덮어쓰므로 방법마다 새로 읽는다.
  for (const mode of kModes) {
    const body = await readBody(path, rigBeside(path));
    if (body !== null) outcomes.push(await bakeOne(mangto, body, mode));
  }
  const body = blender === null ? null : await readBody(path, rigBeside(path));
  if (body !== null) outcomes.push(blend(blender!, body));
  return outcomes;
}

/** 파일에 가중치가 있으면 그것부터, 방법들을 나란히. */
async function picture(album: Album, outcomes: readonly Outcome[]): Promise<void> {
  const [first] = outcomes;
  if (first === undefined) return;
  const { body, bones } = first;
  const looks = outcomes.map(({ own, row }) => ({ method: row.method, weights: own }));
  if (body.artist) looks.unshift({ method: 'file', weights: body.artist });
  await album.draw(body, bones, looks);
}

const kColumns: readonly Column<Row>[] = [
  ['model', (row) => row.model],
  ['method', (row) => row.method],
  ['vertices', (row) => row.vertices, 0],
  ['bones', (row) => row.bones, 0],
  ['L1', (row) => row.l1 ?? '–', 3],
  ['prec', (row) => row.precision ?? '–', 1],
  ['recall', (row) => row.recall ?? '–', 1],
  ['def mean', (row) => row.meanDeformation ?? '–', 3],
  ['def max', (row) => row.maxDeformation ?? '–', 2],
  ['dominant', (row) => row.wrongDominant ?? '–', 1],
  ['none', (row) => row.unweighted, 0],
  ['leaks', (row) => row.leaks, 0],
  ['far', (row) => row.far, 0],
  ['cracks', (row) => row.cracks, 0],
  ['×4', (row) => row.resolution ?? '–', 3],
  ['ms', (row) => row.ms ?? '–', 0],
];

/** 방법마다, 사람의 가중치가 있는 모델들의 평균. */
function meansOf(rows: readonly Row[]): Row[] {
  const judged = rows.filter(({ l1 }) => l1 !== undefined);
  return [...new Set(judged.map(({ method }) => method))].map((method) => {
    const own = judged.filter((row) => row.method === method);
    const mean = (of: (row: Row) => number | undefined) =>
      own.reduce((sum, row) => sum + (of(row) ?? NaN), 0) / own.length;
    const sum = (of: (row: Row) => number) => own.reduce((total, row) => total + of(row), 0);
    return {
      model: `mean of ${own.length}`,
      method,
      vertices: sum((row) => row.vertices),
      bones: sum((row) => row.bones),
      l1: mean((row) => row.l1),
      precision: mean((row) => row.precision),
      recall: mean((row) => row.recall),
      meanDeformation: mean((row) => row.meanDeformation),
      maxDeformation: mean((row) => row.maxDeformation),
      wrongDominant: mean((row) => row.wrongDominant),
      unweighted: sum((row) => row.unweighted),
      leaks: sum((row) => row.leaks),
      far: sum((row) => row.far),
      cracks: sum((row) => row.cracks),
      resolution: mean((row) => row.resolution),
    };
  });
}

const [folder] = positionals;
if (folder === undefined || !existsSync(folder)) {
  console.error(
    'usage: npm run bench:weights -- FOLDER [--only TEXT] [--json FILE] [--pictures DIR]',
  );
  process.exit(1);
}
const wasmBinary = new Uint8Array(
  readFileSync(join(dirname(new URL(import.meta.url).pathname), '../../../build/wasm/mangto.wasm')),
);
const mangto = await loadMangto({ wasmBinary });
const blender = findBlender();
const album = values.pictures === undefined ? null : await Album.open(values.pictures);
const rows: Row[] = [];
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.glb') || !file.includes(values.only)) continue;
  const outcomes = await tryAll(mangto, blender, join(folder, file));
  rows.push(...outcomes.map(({ row }) => row));
  if (album !== null) await picture(album, outcomes);
}
await album?.close();
console.log(`${kDefinitions}\n`);
if (blender === null) console.log('Blender is not installed: its rows are left out.\n');
console.log(markdown([...rows, ...meansOf(rows)], kColumns));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
