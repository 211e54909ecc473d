import { ContentHash } from './content-hash.js';
import { part, type Work } from './slices.js';

// 저장소가 대답하지 않아도 이만큼(ms)만 기다린다.
const kPatience = 1000;

// 저장한 것의 꼴이 바뀌면 올린다: 옛것은 알아보지 못하고 지나간다.
const kVersion = 2;

// 한 번에 옮기는 수.
const kElements = 8192;

const kinds = { Uint16Array, Uint32Array, Float32Array } as const;
type Kind = keyof typeof kinds;
export type StoredArray = InstanceType<(typeof kinds)[Kind]>;

/** 남길 것: 글과 배열들. / What is kept: a text and arrays. */
export interface Entry {
  readonly info: string;
  readonly arrays: readonly StoredArray[];
}

/**
 * 저장소에 두는 꼴. 배열을 그대로 두면 브라우저가 한 번에 복사하고 누르느라 프레임을 놓친다: Blob은 가리키기만 한다.
 *
 * The form in the store. Arrays as they are would be copied and compressed at once by the browser, which costs
 * frames; blobs are only referred to.
 */
export interface Sealed {
  readonly version: number;
  readonly check: string;
  readonly info: string;
  readonly arrays: readonly { readonly kind: Kind; readonly bytes: Blob }[];
}

/** 찾았으나 아직 온전한지 모르는 것. / What was found, not yet known to be whole. */
export interface Found extends Entry {
  readonly check: string;
}

const kindOf = (array: StoredArray) =>
  (Object.keys(kinds) as Kind[]).find((kind) => array instanceof kinds[kind])!;

/** 배열마다 같은 몫으로. / For each of the arrays, an equal share of the work. */
function* forEach<T>(arrays: readonly StoredArray[], work: (array: StoredArray) => Work<T>) {
  const results: T[] = [];
  for (const [k, array] of arrays.entries())
    results.push(yield* part(k / arrays.length, (k + 1) / arrays.length, work(array)));
  return results;
}

function* checkOf(key: string, { info, arrays }: Entry): Work<string> {
  const hash = new ContentHash().addText(key).addText(info);
  yield* forEach(arrays, (array) => hash.add(array));
  return hash.hex();
}

function* bytesOf(array: StoredArray): Work<Blob> {
  const pieces: Blob[] = [];
  for (let first = 0; first < array.length; first += kElements) {
    pieces.push(new Blob([array.subarray(first, first + kElements) as BlobPart]));
    yield first / array.length;
  }
  return new Blob(pieces);
}

/** 저장할 꼴로 만든다. / Brings an entry into the form for the store. */
export function* seal(key: string, entry: Entry): Work<Sealed> {
  const check = yield* part(0, 0.5, checkOf(key, entry));
  const bytes = yield* part(0.5, 1, forEach(entry.arrays, bytesOf));
  const arrays = bytes.map((own, k) => ({ kind: kindOf(entry.arrays[k]!), bytes: own }));
  return { version: kVersion, check, info: entry.info, arrays };
}

/** 찾은 것이 온전하고 이 열쇠의 것인지. / Whether what was found is whole and belongs to the key. */
export function* isWhole(key: string, found: Found): Work<boolean> {
  return found.check === (yield* checkOf(key, found));
}

function isSealed(value: unknown): value is Sealed {
  const sealed = value as Partial<Sealed> | null | undefined;
  return (
    sealed?.version === kVersion &&
    typeof sealed.check === 'string' &&
    typeof sealed.info === 'string' &&
    Array.isArray(sealed.arrays)
  );
}

async function unseal({ check, info, arrays }: Sealed): Promise<Found> {
  const opened = arrays.map(async ({ kind, bytes }) => new kinds[kind](await bytes.arrayBuffer()));
  return { check, info, arrays: await Promise.all(opened) };
}

function opened(request: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = reject;
  });
}

/** 받아들인 쓰기도 끝맺을 때 물릴 수 있다: 자리가 모자라면 그렇다. / A write may still be undone for want of room. */
function committed<T>(transaction: IDBTransaction, request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = reject;
  });
}

/** 거절하거나 대답하지 않으면 undefined. / undefined where it refuses or never answers. */
function patiently<T>(asked: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, kPatience));
  return Promise.race([asked.catch(() => undefined), late]);
}

/**
 * 다음 방문까지 남는 IndexedDB의 칸 하나. 거절하거나 대답하지 않으면 없는 것과 같다.
 *
 * One IndexedDB store, kept until the next visit. One that refuses or never answers is as none.
 */
export class BrowserStore {
  readonly #database: string;
  readonly #name: string;

  constructor(database: string, name: string) {
    this.#database = database;
    this.#name = name;
  }

  /** 없거나 꼴이 다르면 undefined. / undefined if there is none of this form. */
  find(key: string): Promise<Found | undefined> {
    return patiently(this.#open(key));
  }

  /** 남았는지. / Whether it was kept. */
  async keep(key: string, sealed: Sealed): Promise<boolean> {
    const kept = this.#ask('readwrite', (store) => store.put(sealed, key));
    return (await patiently(kept)) !== undefined;
  }

  async #open(key: string): Promise<Found | undefined> {
    const value: unknown = await this.#ask('readonly', (store) => store.get(key));
    return isSealed(value) ? unseal(value) : undefined;
  }

  async #ask<T>(
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const opening = indexedDB.open(this.#database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(this.#name);
    const database = await opened(opening);
    try {
      const transaction = database.transaction(this.#name, mode);
      return await committed(transaction, use(transaction.objectStore(this.#name)));
    } finally {
      database.close();
    }
  }
}
