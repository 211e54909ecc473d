// 저장소가 대답하지 않아도 이만큼(ms)만 기다린다.
const kPatience = 1000;

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

  /** 없으면 undefined. 꼴은 받은 쪽이 살핀다. / undefined if there is none; the caller checks its form. */
  find(key: string): Promise<unknown> {
    return this.#try('readonly', (store) => store.get(key));
  }

  /** 남았는지. / Whether it was kept. */
  async keep(key: string, value: unknown): Promise<boolean> {
    return (await this.#try('readwrite', (store) => store.put(value, key))) !== undefined;
  }

  #try<T>(
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, kPatience));
    return Promise.race([this.#ask(mode, use).catch(() => undefined), late]);
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
