// 몇 줄짜리 IndexedDB: 저장소가 탈 날 때 무슨 일이 있는지 Node에서 본다.

/** 'full'은 쓰기를 받아들였다가 끝맺을 때 물린다: 브라우저가 자리가 모자랄 때 그렇게 한다. */
export type Fault = 'none' | 'full' | 'unreadable' | 'refusing' | 'silent';

type Listener = (() => void) | null;

class FakeRequest {
  onsuccess: Listener = null;
  onerror: Listener = null;
  onupgradeneeded: Listener = null;
  result: unknown;
  error: DOMException | null = null;

  succeed(result: unknown): void {
    this.result = result;
    queueMicrotask(() => this.onsuccess?.());
  }

  fail(): void {
    this.error = new DOMException('a fault of the test', 'UnknownError');
    queueMicrotask(() => this.onerror?.());
  }
}

export class FakeStore {
  fault: Fault = 'none';
  /** 남아 있는 것. */
  readonly entries = new Map<string, unknown>();

  open(): FakeRequest {
    const request = new FakeRequest();
    if (this.fault === 'refusing') request.fail();
    else if (this.fault !== 'silent') request.succeed({ transaction: this.#begin, close() {} });
    return request;
  }

  readonly #begin = () => {
    const transaction = {
      ...{ oncomplete: null as Listener, onabort: null as Listener },
      error: null as DOMException | null,
      objectStore: () => ({
        get: (key: string) => {
          const request = new FakeRequest();
          if (this.fault === 'unreadable') request.fail();
          else request.succeed(structuredClone(this.entries.get(key)));
          end(this.fault === 'unreadable' ? 'UnknownError' : undefined);
          return request;
        },
        put: (value: unknown, key: string) => {
          const request = new FakeRequest();
          request.succeed(key);
          if (this.fault !== 'full') this.entries.set(key, structuredClone(value));
          end(this.fault === 'full' ? 'QuotaExceededError' : undefined);
          return request;
        },
      }),
    };
    const end = (failure: string | undefined) => {
      if (failure !== undefined) transaction.error = new DOMException('a fault', failure);
      setTimeout(() => (failure === undefined ? transaction.oncomplete : transaction.onabort)?.());
    };
    return transaction;
  };
}
