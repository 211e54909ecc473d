/**
 * 실패의 종류. 판이 바뀌어도 같은 글자로 남는다.
 *
 * Kind of failure; the strings are stable across versions.
 */
export type MangtoErrorCode =
  | 'invalid-argument'
  | 'not-ready'
  | 'disposed'
  | 'out-of-memory'
  | 'wasm-load-failed'
  | 'wasm-invalid'
  | 'worker-failed';

/**
 * 라이브러리가 던지는 유일한 오류(콜백이 던진 것은 그대로 지나간다). `message`는 인자의 이름과 받은 값을 말한다. 오류가 난 호출은 아무것도 바꾸지
 * 않는다(`Mangto.update()`는 실패한 천에서 멈춘다).
 *
 * The only error that the library throws (what your callbacks throw passes through). `message` names the argument and the value it got. A call that
 * throws has changed nothing (`Mangto.update()` stops at the cloth that failed).
 */
export class MangtoError extends Error {
  /** 늘 'MangtoError'. / Always 'MangtoError'. */
  override readonly name = 'MangtoError';
  /** 실패의 종류. / Kind of failure. */
  readonly code: MangtoErrorCode;

  constructor(code: MangtoErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** 코어가 돌려준 실패. / A failure as the core returns it. */
export interface Failure {
  /** 실패의 종류. / Kind of failure. */
  readonly code: MangtoErrorCode;
  readonly message: string;
}

/** 코어의 실패를 던지고, 아니면 값을 그대로 준다. / Throws the core's failure, else passes the value on. */
export function unwrap<T>(result: T | Failure): T {
  if (typeof result === 'object' && result !== null && 'message' in result) {
    throw new MangtoError(result.code, result.message);
  }
  return result as T;
}
