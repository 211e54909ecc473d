import { element } from './panel/bindings';
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

/** 그림을 두고 한 줄로 알린다. 빈 글이면 사라진다. One line over the picture; an empty one hides it. */
export class Notice {
  readonly root = element('p', 'notice');

  constructor() {
    this.root.setAttribute('role', 'status');
  }

  say(words: string): void {
    this.root.textContent = words;
  }
}
