import type { Work } from './slices.js';
import { BrowserStore, isWhole, seal, type Found, type Sealed } from './store.js';

const kKeptInMemory = 16;

/** 되풀이해 쓸 가중치. `info`는 나머지를 담은 JSON이다. / Weights for reuse; `info` is the rest, in JSON. */
export interface CachedSkin {
  readonly skinIndex: Uint16Array<ArrayBuffer>;
  readonly skinWeight: Float32Array<ArrayBuffer>;
  readonly info: string;
}

type FoundSkin = Found<[Uint16Array<ArrayBuffer>, Float32Array<ArrayBuffer>]>;

const skins = new BrowserStore('mangto', 'skins');
const kept = new Map<string, CachedSkin>();
/** IndexedDB에 있다고 아는 열쇠들. / Keys known to be in IndexedDB. */
const stored = new Set<string>();

/** 페이지가 기억하지 않고 `persist`면 IndexedDB에서 찾는다. / Looks in IndexedDB with `persist`, unless the page knows it. */
export async function findSkin(key: string, persist: boolean): Promise<FoundSkin | undefined> {
  return persist && !kept.has(key) ? skins.find(key, [Uint16Array, Float32Array]) : undefined;
}

/** 페이지가 기억하는 것, 아니면 찾은 것이 온전하고 이 열쇠의 것일 때 그것. / What the page keeps, else what was found if it is whole and belongs to the key. */
export function* provenSkin(
  key: string,
  found: FoundSkin | undefined,
): Work<CachedSkin | undefined> {
  if (found === undefined) return kept.get(key);
  const [skinIndex, skinWeight] = found.arrays;
  if (!(yield* isWhole(key, found))) return undefined;
  const skin = { skinIndex, skinWeight, info: found.info };
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
export function* toStore(key: string, skin: CachedSkin): Work<Sealed | null> {
  if (stored.has(key)) return null;
  const { info, skinIndex, skinWeight } = skin;
  return yield* seal(key, { info, arrays: [skinIndex, skinWeight] });
}

export async function storeSkin(key: string, skin: Sealed): Promise<void> {
  if (await skins.keep(key, skin)) stored.add(key);
}
