import { Vector3, type Camera } from 'three';
import { element, type TextBindings } from '../../panel/bindings';
import { button } from '../../panel/controls';
import { fill, type TextKey } from '../../texts/index';
import { percent } from '../bears/overlay';
import type { Refusal } from './refusal';
import type { Deformation } from './soup';

export interface OverlayActions {
  open(): void;
  sample(): void;
  cancel(): void;
}

/** 색의 뜻. What the colours mean. */
export type Legend = { key: 'heatLegend'; bone: string } | { key: 'ownDifferenceLegend' } | null;

/** 말할 것: 무엇이 잘못되었거나, 다음에 할 일. Something to say: what went wrong, or what to do next. */
interface Note {
  key: TextKey;
  detail: string;
  alert: boolean;
}

/** 그림 위의 놓는 곳, 말, 진행, 이름표와 숫자. The drop zone, notes, progress, labels and figures over the picture. */
export class OwnOverlay {
  readonly root = element('div', 'bears own');
  readonly #texts: TextBindings;
  readonly #drop = element('div', 'drop');
  readonly #note = element('div', 'own-note');
  readonly #words = element('p');
  readonly #baking = element('div', 'baking own-baking');
  readonly #message = element('p');
  readonly #bar = element('progress');
  readonly #legend = element('figure', 'heat-legend');
  readonly #caption = element('figcaption');
  readonly #labels = ['ownFile', 'ownBaked'] as const;
  readonly #cards: readonly HTMLElement[];
  readonly #figures = element('p', 'bear-figures own-figures');
  readonly #at = new Vector3();
  #said: Note | null = null;
  #meaning: Legend = null;

  constructor(texts: TextBindings, actions: OverlayActions) {
    this.#texts = texts;
    this.#cards = this.#labels.map((key) => texts.text(element('p', 'bear-label own-label'), key));
    this.#fillDrop(actions);
    this.#bar.max = 1;
    texts.label(this.#bar, 'ownBaking');
    this.#baking.setAttribute('role', 'status');
    const cancel = button('ownCancel', texts, actions.cancel);
    cancel.id = 'control-cancel';
    this.#baking.append(this.#message, this.#bar, cancel);
    const close = button('ownClose', texts, () => this.say(null));
    close.id = 'control-close';
    this.#note.append(this.#words, close);
    this.#legend.append(element('div', 'heat-scale'), this.#caption);
    this.root.append(
      ...[this.#drop, ...this.#cards, this.#figures, this.#legend, this.#note, this.#baking],
    );
    texts.add(() => this.#write());
    this.showProgress(null);
    this.showFigures(null, null);
  }

  /** 놓는 곳을 보인다. Shows the drop zone. */
  set empty(empty: boolean) {
    this.#drop.hidden = !empty;
  }

  /** 파일을 끌고 들어왔다. A file is being dragged over the page. */
  set dragging(dragging: boolean) {
    this.root.classList.toggle('dragging', dragging);
  }

  refuse({ reason, detail }: Refusal): void {
    this.say({ key: reason, detail, alert: true });
  }

  say(note: Note | null): void {
    this.#said = note;
    this.#note.setAttribute('role', note?.alert ? 'alert' : 'status');
    this.#write();
  }

  /** @param progress 0…1, 일이 없으면 null. Null when there is no work. */
  showProgress(progress: number | null, key: TextKey = 'ownBaking'): void {
    this.#baking.hidden = progress === null;
    this.#bar.value = progress ?? 0;
    this.#message.textContent = this.#texts.texts[key];
  }

  showLegend(meaning: Legend): void {
    if (JSON.stringify(meaning) === JSON.stringify(this.#meaning)) return;
    this.#meaning = meaning;
    this.#write();
  }

  /** @param l1 두 가중치의 평균 차이. Mean difference of the two skins. */
  showFigures(l1: number | null, deformation: Deformation | null): void {
    this.#figures.hidden = l1 === null;
    if (l1 === null) return;
    this.#figures.textContent = fill(this.#texts.texts.ownFigures, {
      l1: l1.toFixed(3),
      mean: (100 * (deformation?.mean ?? 0)).toFixed(2),
      largest: percent(deformation?.largest ?? 0),
    });
  }

  /** 이름표를 두 몸의 머리 위에. 하나뿐이면 이름표가 없다. Labels above the two bodies; none for a single one. */
  place(camera: Camera, at: readonly (number | null)[], height: number): void {
    const both = at.every((x) => x !== null);
    this.#cards.forEach((card, k) => {
      const x = at[k];
      card.hidden = !both;
      if (x === null || x === undefined) return;
      const { innerWidth, innerHeight } = window;
      const place = this.#at.set(x, height, 0).project(camera);
      card.style.left = `${Math.round(((place.x + 1) / 2) * innerWidth)}px`;
      card.style.top = `${Math.round(((1 - place.y) / 2) * innerHeight)}px`;
    });
  }

  #fillDrop({ open, sample }: OverlayActions): void {
    const choose = button('ownOpen', this.#texts, open);
    choose.id = 'control-open';
    const play = button('ownSample', this.#texts, sample);
    play.id = 'control-sample';
    const row = element('div', 'buttons');
    row.append(choose, play);
    this.#drop.append(
      this.#texts.text(element('p'), 'ownDrop'),
      row,
      this.#texts.text(element('p', 'drop-small'), 'ownPrivate'),
    );
  }

  #write(): void {
    const { texts } = this.#texts;
    this.#note.hidden = this.#said === null;
    if (this.#said) {
      const { key, detail } = this.#said;
      this.#words.textContent = fill(texts[key], { detail });
    }
    this.#legend.hidden = this.#meaning === null;
    if (this.#meaning) {
      const bone = this.#meaning.key === 'heatLegend' ? this.#meaning.bone : '';
      this.#caption.textContent = fill(texts[this.#meaning.key], { bone });
    }
  }
}
