// 재는 것의 목록. 새 무리는 파일 하나를 더하고 여기에 잇는다.
import { loadMangto } from 'mangto';
import { bodyEntries } from './bodies';
import { clothEntries } from './cloths';
import { crowdEntry } from './crowd';
import { measure, type Binaries, type EntryResult, type Tools } from './harness';
import { measureScaling, type ScalingResult } from './scaling';
import { measureShapes, type ShapesResult } from './shapes';
import { measureSkins, type SkinResult } from './skin';

export interface SuiteResults {
  scenes: EntryResult[];
  scaling: ScalingResult[];
  shapes: ShapesResult[];
  skins: SkinResult[];
}

async function withMangto<T>(
  binaries: Binaries,
  use: (tools: Tools) => T | Promise<T>,
): Promise<T> {
  const mangto = await loadMangto({ wasmBinary: binaries.mangto });
  try {
    return await use({ mangto, binaries });
  } finally {
    mangto.dispose();
  }
}

/** `only`가 이름에 든 것만 잰다. 브라우저에서도 부른다. */
export async function runSuite(binaries: Binaries, only = ''): Promise<SuiteResults> {
  const results: SuiteResults = { scenes: [], scaling: [], shapes: [], skins: [] };
  for (const entry of [...clothEntries, crowdEntry, ...bodyEntries]) {
    if (!entry.name.includes(only)) continue;
    results.scenes.push(await withMangto(binaries, (tools) => measure(entry, tools)));
  }
  if ('scaling'.includes(only)) results.scaling = await withMangto(binaries, measureScaling);
  if ('shapes'.includes(only)) results.shapes = await withMangto(binaries, measureShapes);
  if ('skin'.includes(only)) results.skins = await withMangto(binaries, measureSkins);
  return results;
}
