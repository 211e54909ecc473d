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

  fail(name: string): void {
    this.error = new DOMException('a fault of the test', name);
    queueMicrotask(() => this.onerror?.());
  }
}

export class FakeStore {
  fault: Fault = 'none';
  /** 남아 있는 것. */
  readonly entries = new Map<string, unknown>();

  open(): FakeRequest {
    const request = new FakeRequest();
    if (this.fault === 'refusing') request.fail('InvalidStateError');
    else if (this.fault !== 'silent') request.succeed({ transaction: this.#begin, close() {} });
    return request;
  }

  readonly #begin = () => {
    const transaction = {
      ...{ oncomplete: null as Listener, onabort: null as Listener },
      error: null as DOMException | null,
      objectStore: () => ({ get, put }),
    };
    const end = () => setTimeout(() => transaction.oncomplete?.());
    const get = (key: string) => {
      const request = new FakeRequest();
      if (this.fault === 'unreadable') request.fail('UnknownError');
      else request.succeed(structuredClone(this.entries.get(key)));
      end();
      return request;
    };
    const put = (value: unknown, key: string) => {
      const request = new FakeRequest();
      request.succeed(key);
      if (this.fault === 'full') {
        transaction.error = new DOMException('a fault of the test', 'QuotaExceededError');
        setTimeout(() => transaction.onabort?.());
      } else {
        this.entries.set(key, structuredClone(value));
        end();
      }
      return request;
    };
    return transaction;
  };
}
