import { Vector3, type Camera } from 'three';
import { element, type TextBindings } from '../../panel/bindings';
import type { SkinModeName } from '../../settings';
import { fill, type TextKey } from '../../texts/index';
import type { Layout } from './framing';
import { boneName } from './names';
import type { JointFigures, SiteName } from './joint';

export const modeNames: Readonly<Record<SkinModeName, TextKey>> = {
  nearest: 'modeNearest',
  classic: 'modeClassic',
  dual: 'modeDual',
};

const siteNames: Readonly<Record<SiteName, TextKey>> = { elbow: 'elbow', knee: 'knee' };

export function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

export function degrees(angle: number): string {
  return `${Math.round((180 * angle) / Math.PI)}°`;
}

/** 곰 하나의 이름표와 숫자. The label of a bear and its figures. */
class Card {
  readonly label = element('p', 'bear-label');
  readonly figures = element('table', 'bear-figures');
  readonly #cells = new Map<SiteName, readonly HTMLElement[]>();
  readonly #texts: TextBindings;
  #mode: SkinModeName = 'nearest';

  constructor(texts: TextBindings) {
    this.#texts = texts;
    const head = element('tr');
    head.append(
      element('td'),
      texts.text(element('th'), 'volumeKept'),
      texts.text(element('th'), 'crease'),
    );
    this.figures.append(head);
    for (const [site, name] of Object.entries(siteNames) as [SiteName, TextKey][]) {
      const row = element('tr');
      const cells = [element('td'), element('td')];
      this.#cells.set(site, cells);
      row.append(texts.text(element('th'), name), ...cells);
      this.figures.append(row);
    }
    texts.add(() => this.name(this.#mode));
  }

  name(mode: SkinModeName): void {
    this.#mode = mode;
    this.label.textContent = this.#texts.texts[modeNames[mode]];
  }

  write(site: SiteName, { volume, crease }: JointFigures): void {
    const [first, second] = this.#cells.get(site)!;
    first!.textContent = percent(volume);
    second!.textContent = degrees(crease);
  }
}

// 비스듬히 선 곰은 왼쪽으로 손을 더 내민다.
const outwards = [-0.9, 0.86];

const leastApart = 190; // px, 이름표와 숫자가 겹치지 않을 거리

/** 이름표의 아랫변과 숫자의 윗변의 높이(m). Where labels end and figures begin. */
const anchors: Readonly<Record<Layout, { label: number; figures: number }>> = {
  wide: { label: 1.56, figures: 1.51 },
  narrow: { label: 1.94, figures: -0.22 },
  cramped: { label: -0.2, figures: 0 },
};

/** 그림 위의 이름표, 숫자, 색의 뜻, 진행. Labels, figures, the legend and the progress over the picture. */
export class BearsOverlay {
  readonly root = element('div', 'bears');
  readonly cards: readonly Card[];
  readonly #note = element('p', 'bear-note');
  readonly #legend = element('figure', 'heat-legend');
  readonly #caption = element('figcaption');
  readonly #baking = element('div', 'baking');
  readonly #message = element('p');
  readonly #bar = element('progress');
  readonly #texts: TextBindings;
  readonly #place = new Vector3();
  #bone = 0;

  constructor(texts: TextBindings) {
    this.#texts = texts;
    this.cards = [new Card(texts), new Card(texts)];
    this.#bar.max = 1;
    texts.label(this.#bar, 'baking');
    this.#baking.setAttribute('role', 'status');
    this.#baking.append(this.#message, this.#bar);
    this.#legend.append(element('div', 'heat-scale'), this.#caption);
    texts.add(() => this.#writeLegend());
    this.showProgress(null);
    this.cards.forEach(({ label, figures }, k) => {
      const side = k === 0 ? 'left' : 'right';
      label.classList.add(side);
      figures.classList.add(side);
      this.root.append(label, figures);
    });
    texts.text(this.#note, 'wringNote');
    this.showNote(false);
    this.root.append(this.#note, this.#legend, this.#baking);
  }

  /** 색으로 보이는 뼈, 0이면 색을 끈 것. The bone shown in colours, 0 for none. */
  showHeat(bone: number): void {
    if (bone === this.#bone) return;
    this.#bone = bone;
    this.#writeLegend();
  }

  #writeLegend(): void {
    const { texts } = this.#texts;
    this.#legend.hidden = this.#bone === 0;
    this.#caption.textContent = fill(texts.heatLegend, { bone: boneName(this.#bone, texts) });
  }

  /** 비튼 팔에서는 부드러운 쪽이 더 나빠 보이는 까닭. Why the smooth side looks worse on a twisted arm. */
  showNote(shown: boolean): void {
    this.#note.hidden = !shown;
  }

  showProgress(progress: number | null): void {
    this.#baking.hidden = progress === null;
    this.#bar.hidden = false;
    this.#message.textContent = this.#texts.texts.baking;
    this.#bar.value = progress ?? 0;
  }

  showFailure(): void {
    this.#baking.hidden = false;
    this.#bar.hidden = true;
    this.#message.textContent = this.#texts.texts.failureOther;
  }

  place(camera: Camera, at: readonly Vector3[], shown: readonly boolean[], layout: Layout): void {
    this.root.dataset['layout'] = layout;
    this.root.classList.toggle('ready', shown.includes(true));
    const { label: labelY, figures: figuresY } = anchors[layout];
    const apart = layout === 'wide' ? 0 : leastApart;
    this.#project(camera, at[0]!, 0, 0);
    const left = this.#place.x;
    this.#project(camera, at[1]!, 0, 0);
    const middle = (left + this.#place.x) / 2;
    this.cards.forEach(({ label, figures }, k) => {
      const dx = layout === 'wide' ? outwards[k]! : 0;
      label.hidden = !shown[k];
      figures.hidden = !shown[k] || layout === 'cramped';
      for (const [part, y] of [
        [label, labelY],
        [figures, figuresY],
      ] as const) {
        const place = this.#project(camera, at[k]!, dx, y);
        const aside = place.x - middle;
        const x = middle + Math.sign(aside) * Math.max(apart / 2, Math.abs(aside));
        part.style.left = `${Math.round(x)}px`;
        part.style.top = `${Math.round(place.y)}px`;
      }
    });
  }

  /** 화면의 자리(px). The place on the screen in pixels. */
  #project(camera: Camera, { x, z }: Vector3, dx: number, y: number): Vector3 {
    const place = this.#place.set(x + dx, y, z).project(camera);
    place.x = ((place.x + 1) / 2) * innerWidth;
    place.y = ((1 - place.y) / 2) * innerHeight;
    return place;
  }
}
