import type { TextKey } from '../../texts/index';

const mostLetters = 160; // 오류의 글에 파일이 통째로 들기도 한다

/** 파일을 쓰지 못하는 까닭, 사람에게 할 말로. Why a file cannot be used, in words for people. */
export class Refusal extends Error {
  readonly reason: TextKey;
  /** 문장의 `{detail}` 자리에 들어간다. Goes into the `{detail}` place of the text. */
  readonly detail: string;

  constructor(reason: TextKey, detail = '') {
    super(`${reason} ${detail}`.trim());
    this.name = 'Refusal';
    this.reason = reason;
    this.detail = detail.length > mostLetters ? `${detail.slice(0, mostLetters)}…` : detail;
  }
}
