import type { SdfSurface } from 'mangto';

const database = 'mangto-app';
const store = 'surfaces';

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store);
  const opened = await settled(opening);
  try {
    return await settled(use(opened.transaction(store, mode).objectStore(store)));
  } finally {
    opened.close();
  }
}

function isSurface(value: unknown): value is SdfSurface {
  const surface = value as Partial<SdfSurface> | undefined;
  return (
    surface?.positions instanceof Float32Array &&
    surface.normals instanceof Float32Array &&
    surface.shapes instanceof Uint16Array &&
    (surface.indices instanceof Uint16Array || surface.indices instanceof Uint32Array)
  );
}

/** 지난번에 만든 그물. 저장소가 없거나 거절하면 없는 것과 같다. The mesh made last time, if the store has it. */
export async function findSurface(key: string): Promise<SdfSurface | undefined> {
  try {
    const found: unknown = await withStore('readonly', (surfaces) => surfaces.get(key));
    return isSurface(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

export async function storeSurface(key: string, surface: SdfSurface): Promise<void> {
  try {
    await withStore('readwrite', (surfaces) => surfaces.put(surface, key));
  } catch {
    // 다음에 다시 만들면 된다.
  }
}
