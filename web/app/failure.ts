import { element, type TextBindings } from './panel/bindings';
import { fill, type TextKey, type Texts } from './texts/index';

/** 빈 화면 대신 까닭을 적는다. Says what went wrong instead of leaving a blank page. */
export function showFailure(host: Element, texts: Texts, reason: TextKey, detail = ''): void {
  const box = element('section', 'failure');
  box.setAttribute('role', 'alert');
  const title = element('h1');
  title.textContent = texts.failureTitle;
  const text = element('p');
  text.textContent = texts[reason];
  box.append(title, text);
  if (detail) {
    const more = element('p', 'detail');
    more.textContent = fill(texts.failureDetail, { message: detail });
    box.append(more);
  }
  const retry = element('button', 'button');
  retry.type = 'button';
  retry.textContent = texts.retry;
  retry.addEventListener('click', () => location.reload());
  box.append(retry);
  host.replaceChildren(box);
}

/** 그림을 두고 한 줄로 알린다. 알릴 것이 없으면 사라진다. One line over the picture, hidden while there is nothing to tell. */
export class Notice {
  readonly root = element('p', 'notice');
  readonly #told = new Set<TextKey>();
  readonly #texts: TextBindings;

  constructor(texts: TextBindings) {
    this.#texts = texts;
    this.root.setAttribute('role', 'status');
    texts.add(() => this.#write());
  }

  /** @param holds 아직 그러한지. Whether it is so now. */
  tell(what: TextKey, holds: boolean): void {
    if (holds) this.#told.add(what);
    else this.#told.delete(what);
    this.#write();
  }

  #write(): void {
    const words = [...this.#told].map((key) => this.#texts.texts[key]).join(' ');
    // 같은 글을 다시 쓰면 화면 읽개가 다시 읽는다.
    if (this.root.textContent !== words) this.root.textContent = words;
  }
}
