import type { Texts, TextKey } from '../texts/index';
import { element, type TextBindings } from './bindings';

/** 조절판에 적을 숫자 하나. One number on the panel. */
export interface Reading {
  /** 밖에서 찾을 이름. Its name for outside checks (`data-reading`). */
  readonly name: string;
  readonly label: TextKey;
  words(texts: Texts): string;
}

export function integer(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** 숫자들의 표. A table of numbers. */
export class Readouts {
  readonly list = element('dl', 'readings');
  readonly #texts: TextBindings;
  readonly #rows: readonly (readonly [Reading, HTMLElement])[];

  constructor(texts: TextBindings, readings: readonly Reading[]) {
    this.#texts = texts;
    this.#rows = readings.map((reading) => {
      const pair = element('div');
      const value = element('dd');
      value.dataset['reading'] = reading.name;
      pair.append(texts.text(element('dt'), reading.label), value);
      this.list.append(pair);
      return [reading, value] as const;
    });
    texts.add(() => this.write());
  }

  write(): void {
    for (const [reading, value] of this.#rows) {
      value.textContent = reading.words(this.#texts.texts);
    }
  }
}
