import type { Texts, TextKey } from '../texts/index';
import { fill } from '../texts/index';
import { element, type TextBindings } from './bindings';

/** 조절판에 적을 숫자. The numbers shown on the panel. */
export interface Figures {
  computeMs: number;
  points: number;
  constraints: number;
  framesPerSecond: number;
}

const rows: readonly [keyof Figures, TextKey][] = [
  ['computeMs', 'computeTime'],
  ['points', 'points'],
  ['constraints', 'constraints'],
  ['framesPerSecond', 'framesPerSecond'],
];

function words(name: keyof Figures, value: number, texts: Texts): string {
  if (name === 'computeMs') return fill(texts.milliseconds, { value: value.toFixed(2) });
  return Math.round(value).toLocaleString('en-US');
}

/** 계산 시간과 크기. Compute time and sizes, in full and as a short line for the closed bar. */
export class Readouts {
  readonly list = element('dl', 'readings');
  readonly brief = element('p', 'brief');
  readonly #time = element('span');
  readonly #size = element('span');
  readonly #values = new Map<keyof Figures, HTMLElement>();
  readonly #texts: TextBindings;
  #figures: Figures = { computeMs: 0, points: 0, constraints: 0, framesPerSecond: 0 };

  constructor(texts: TextBindings) {
    this.#texts = texts;
    this.brief.append(this.#time, ' ', this.#size);
    for (const [name, key] of rows) {
      const pair = element('div');
      const value = element('dd');
      value.dataset['reading'] = name;
      pair.append(texts.text(element('dt'), key), value);
      this.#values.set(name, value);
      this.list.append(pair);
    }
    texts.add(() => this.show(this.#figures));
  }

  show(figures: Figures): void {
    this.#figures = figures;
    const texts = this.#texts.texts;
    for (const [name, value] of this.#values) value.textContent = words(name, figures[name], texts);
    const points = words('points', figures.points, texts);
    this.#time.textContent = words('computeMs', figures.computeMs, texts);
    this.#size.textContent = `${texts.points} ${points}`;
  }
}
