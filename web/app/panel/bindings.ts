import type { TextKey, Texts } from '../texts/index';

type Writer = (texts: Texts) => void;

/** 언어가 바뀌면 다시 쓸 자리들. Every place that holds a text, rewritten when the language changes. */
export class TextBindings {
  readonly #writers: Writer[] = [];
  #texts: Texts;

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  get texts(): Texts {
    return this.#texts;
  }

  add(writer: Writer): void {
    this.#writers.push(writer);
    writer(this.#texts);
  }

  text<E extends Element>(element: E, key: TextKey): E {
    this.add((texts) => {
      element.textContent = texts[key];
    });
    return element;
  }

  label<E extends Element>(element: E, key: TextKey): E {
    this.add((texts) => element.setAttribute('aria-label', texts[key]));
    return element;
  }

  use(texts: Texts): void {
    this.#texts = texts;
    for (const write of this.#writers) write(texts);
  }
}

/** 요소 하나를 만든다. Makes an element with a class. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  return made;
}
