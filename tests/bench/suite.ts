// 재는 것의 목록. 새 무리는 파일 하나를 더하고 여기에 잇는다.
import { loadMangto } from 'mangto';
import { gridEntries } from './grid';
import { measure, type Entry, type EntryResult } from './harness';

const entries: Entry[] = [...gridEntries];

/** `only`가 이름에 든 것만 잰다. 브라우저에서도 부른다. */
export async function runSuite(wasmBinary: BufferSource, only = ''): Promise<EntryResult[]> {
  const results: EntryResult[] = [];
  for (const entry of entries) {
    if (!entry.name.includes(only)) continue;
    const mangto = await loadMangto({ wasmBinary });
    results.push(measure(entry, mangto));
    mangto.dispose();
  }
  return results;
}
