import { ContentHash } from './content-hash.js';
import { each, part, type Work } from './slices.js';

// 저장소가 대답하지 않아도 이만큼(ms)만 기다린다.
const kPatience = 1000;

// 저장한 것의 꼴이 바뀌면 올린다: 옛것은 알아보지 못하고 지나간다.
const kVersion = 2;

// 한 번에 옮기는 수.
const kElements = 8192;

type StoredArray = Uint16Array<ArrayBuffer> | Float32Array<ArrayBuffer>;
type ArrayType<A extends StoredArray> = new (bytes: ArrayBuffer) => A;

/** 남길 것: 글과 배열들. / What is kept: a text and arrays. */
export interface Entry<A extends readonly StoredArray[] = readonly StoredArray[]> {
  readonly info: string;
  readonly arrays: A;
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
  readonly arrays: readonly Blob[];
}

/** 찾았으나 아직 온전한지 모르는 것. / What was found, not yet known to be whole. */
export interface Found<A extends readonly StoredArray[] = readonly StoredArray[]> extends Entry<A> {
  readonly check: string;
}

function* checkOf(key: string, { info, arrays }: Entry): Work<string> {
  const hash = new ContentHash().addText(key).addText(info);
  yield* each(arrays, (array) => hash.add(array));
  return hash.hex();
}

function* bytesOf(array: StoredArray): Work<Blob> {
  const pieces: Blob[] = [];
  for (let first = 0; first < array.length; first += kElements) {
    pieces.push(new Blob([array.subarray(first, first + kElements)]));
    yield first / array.length;
  }
  return new Blob(pieces);
}

/** 저장할 꼴로 만든다. / Brings an entry into the form for the store. */
export function* seal(key: string, entry: Entry): Work<Sealed> {
  const check = yield* part(0, 0.5, checkOf(key, entry));
  const arrays = yield* part(0.5, 1, each(entry.arrays, bytesOf));
  return { version: kVersion, check, info: entry.info, arrays };
}

/** 찾은 것이 온전하고 이 열쇠의 것인지. / Whether what was found is whole and belongs to the key. */
export function* isWhole(key: string, found: Found): Work<boolean> {
  return found.check === (yield* checkOf(key, found));
}

function isSealed(value: unknown, count: number): value is Sealed {
  const sealed = value as Partial<Sealed> | null | undefined;
  if (sealed?.version !== kVersion || typeof sealed.info !== 'string') return false;
  return sealed.arrays?.length === count;
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

  /** 배열이 이 형식들인 것, 없거나 꼴이 다르면 undefined. / With arrays of these types; undefined if there is none. */
  find<A extends readonly StoredArray[]>(
    key: string,
    types: { readonly [K in keyof A]: ArrayType<A[K]> },
  ): Promise<Found<A> | undefined> {
    return patiently(this.#open(key, types));
  }

  /** 남았는지. / Whether it was kept. */
  async keep(key: string, sealed: Sealed): Promise<boolean> {
    const kept = this.#ask('readwrite', (store) => store.put(sealed, key));
    return (await patiently(kept)) !== undefined;
  }

  async #open<A extends readonly StoredArray[]>(
    key: string,
    types: { readonly [K in keyof A]: ArrayType<A[K]> },
  ): Promise<Found<A> | undefined> {
    const value: unknown = await this.#ask('readonly', (store) => store.get(key));
    if (!isSealed(value, types.length)) return undefined;
    const { check, info } = value;
    const arrays = types.map(async (type, k) => new type(await value.arrays[k]!.arrayBuffer()));
    return { check, info, arrays: (await Promise.all(arrays)) as unknown as A };
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
