import { ContentHash } from './content-hash.js';
import type { Work } from './slices.js';
import { BrowserStore } from './store.js';

// 저장한 것의 꼴이 바뀌면 올린다: 옛것은 알아보지 못하고 지나간다.
const kVersion = 1;
const kKeptInMemory = 16;

/** 되풀이해 쓸 가중치. `info`는 나머지를 담은 JSON이다. / Weights for reuse; `info` is the rest, in JSON. */
export interface CachedSkin {
  readonly skinIndex: Uint16Array<ArrayBuffer>;
  readonly skinWeight: Float32Array<ArrayBuffer>;
  readonly info: string;
}

interface StoredSkin extends CachedSkin {
  readonly version: number;
  readonly check: string;
}

const skins = new BrowserStore('mangto', 'skins');
const kept = new Map<string, CachedSkin>();
/** IndexedDB에 있다고 아는 열쇠들. / Keys known to be in IndexedDB. */
const stored = new Set<string>();

function* checkOf(key: string, skin: CachedSkin): Work<string> {
  const hash = new ContentHash().addText(key).addText(skin.info);
  yield* hash.add(skin.skinIndex);
  yield* hash.add(skin.skinWeight);
  return hash.hex();
}

function hasForm(value: unknown): value is StoredSkin {
  const skin = value as Partial<StoredSkin> | null | undefined;
  return (
    skin?.version === kVersion &&
    skin.skinIndex instanceof Uint16Array &&
    skin.skinWeight instanceof Float32Array &&
    typeof skin.info === 'string' &&
    typeof skin.check === 'string'
  );
}

/** 페이지가 기억하는 것, 그리고 `persist`면 IndexedDB에 있는 것. / From the page, with `persist` also from IndexedDB. */
export async function findSkin(key: string, persist: boolean): Promise<unknown> {
  if (kept.has(key)) return kept.get(key);
  if (!persist) return undefined;
  return skins.find(key);
}

/** 찾은 것이 온전하고 이 열쇠의 것일 때만 준다. / Gives what was found only if it is whole and belongs to the key. */
export function* provenSkin(key: string, found: unknown): Work<CachedSkin | undefined> {
  if (found === undefined || found === kept.get(key)) return kept.get(key);
  if (!hasForm(found)) return undefined;
  const { skinIndex, skinWeight, info } = found;
  const skin = { skinIndex, skinWeight, info };
  if (found.check !== (yield* checkOf(key, skin))) return undefined;
  stored.add(key);
  keepSkin(key, skin);
  return skin;
}

/** 페이지가 사는 동안 기억한다. / Keeps it as long as the page lives. */
export function keepSkin(key: string, skin: CachedSkin): void {
  kept.set(key, skin);
  // Map은 넣은 차례를 지킨다: 가장 오래된 것부터 잊는다.
  for (const oldest of kept.keys()) {
    if (kept.size <= kKeptInMemory) return;
    kept.delete(oldest);
  }
}

/** 저장할 꼴, 이미 저장되어 있으면 null. / The form to store, null if it is stored already. */
export function* toStore(key: string, skin: CachedSkin): Work<StoredSkin | null> {
  if (stored.has(key)) return null;
  return { ...skin, version: kVersion, check: yield* checkOf(key, skin) };
}

export async function storeSkin(key: string, skin: StoredSkin): Promise<void> {
  if (await skins.keep(key, skin)) stored.add(key);
}
