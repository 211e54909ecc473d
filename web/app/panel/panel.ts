import { capeGrid } from '../scenes/knight/cape';
import { flagGrid } from '../scenes/knight/flag';
import type { SettingsStore } from '../store';
import { fill } from '../texts/index';
import type { Insets } from '../viewer';
import { element, type TextBindings } from './bindings';
import { button, group, slider, toggle } from './controls';
import { Readouts } from './readouts';

export interface PanelActions {
  pause(paused: boolean): void;
  reset(): void;
  /** 조절판이 화면을 가리는 넓이가 바뀌었다. */
  covers(insets: Insets): void;
}

const wide = matchMedia('(min-width: 900px) and (min-height: 500px)');
const portrait = matchMedia('(orientation: portrait)');

/** 조절판: 넓은 화면은 옆에 열려 있고, 전화기에서는 작은 막대로 시작한다. The control panel. */
export class Panel {
  readonly root = element('section', 'panel');
  readonly readouts: Readouts;
  readonly #body = element('div', 'panel-body');
  readonly #opener = element('button', 'button opener');
  readonly #actions: PanelActions;
  readonly #texts: TextBindings;
  #paused = false;

  constructor(store: SettingsStore, texts: TextBindings, actions: PanelActions) {
    this.#actions = actions;
    this.#texts = texts;
    this.readouts = new Readouts(texts);
    texts.label(this.root, 'panelLabel');
    this.#body.id = 'panel-body';
    this.#opener.type = 'button';
    this.#opener.setAttribute('aria-controls', this.#body.id);
    this.#opener.addEventListener('click', () => this.open(!this.isOpen));
    texts.add(() => this.#nameOpener());
    this.#body.append(...this.#groups(store));
    this.root.append(this.#bar(store), this.#body);
    wide.addEventListener('change', () => this.open(wide.matches));
    new ResizeObserver(() => this.#report()).observe(this.root);
    addEventListener('resize', () => this.#report());
    this.open(wide.matches);
  }

  get isOpen(): boolean {
    return !this.#body.hidden;
  }

  open(open: boolean): void {
    this.#body.hidden = !open;
    this.root.classList.toggle('open', open);
    this.#opener.setAttribute('aria-expanded', String(open));
    this.#nameOpener();
    this.#report();
  }

  #bar(store: SettingsStore): HTMLElement {
    const bar = element('div', 'panel-bar');
    const cloth = toggle('cloth', 'cloth', store, this.#texts, 'chip');
    this.#texts.add((texts) => {
      cloth.title = texts.clothHint;
    });
    const walk = toggle('walk', 'walk', store, this.#texts, 'chip');
    bar.append(this.#opener, walk, cloth, this.readouts.brief);
    return bar;
  }

  #groups(store: SettingsStore): Node[] {
    const texts = this.#texts;
    const make = (plan: Parameters<typeof slider>[0]) => slider(plan, store, texts);
    return [
      group('groupReadings', texts, this.readouts.list),
      group(
        'groupWind',
        texts,
        make({
          key: 'wind',
          label: 'wind',
          value: (s, t) => fill(t.speedValue, { value: s.wind.toFixed(1) }),
        }),
        make({
          key: 'windAngle',
          label: 'windAngle',
          value: (s, t) => fill(t.windAngleValue, { value: s.windAngle }),
        }),
      ),
      group(
        'groupCloth',
        texts,
        make({
          key: 'grid',
          label: 'grid',
          value: (s, t) => {
            const cape = capeGrid(s.grid);
            const flag = flagGrid(s.grid);
            return fill(t.gridValue, {
              cape: `${cape.columns}×${cape.rows}`,
              flag: `${flag.columns}×${flag.rows}`,
            });
          },
        }),
        make({ key: 'iterations', label: 'iterations', value: (s) => String(s.iterations) }),
      ),
      group(
        'groupConstraints',
        texts,
        toggle('structural', 'structural', store, texts),
        toggle('shear', 'shear', store, texts),
        toggle('bend', 'bend', store, texts),
      ),
      group('groupPlay', texts, this.#playback()),
    ];
  }

  #playback(): HTMLElement {
    const row = element('div', 'buttons');
    const pause = button('pause', this.#texts, () => {
      this.#paused = !this.#paused;
      name();
      this.#actions.pause(this.#paused);
    });
    const name = () => {
      pause.textContent = this.#paused ? this.#texts.texts.resume : this.#texts.texts.pause;
    };
    this.#texts.add(name);
    pause.id = 'control-pause';
    const reset = button('reset', this.#texts, () => this.#actions.reset());
    reset.id = 'control-reset';
    row.append(pause, reset);
    return row;
  }

  #nameOpener(): void {
    const { openPanel, closePanel } = this.#texts.texts;
    this.#opener.textContent = this.isOpen ? closePanel : openPanel;
  }

  #report(): void {
    const box = this.root.getBoundingClientRect();
    if (box.width === 0) return;
    const sheetBelow = portrait.matches && !wide.matches;
    const right = this.isOpen && !sheetBelow ? innerWidth - box.left : 0;
    const bottom = sheetBelow ? innerHeight - box.top : 0;
    this.#actions.covers({ right: Math.max(0, right), bottom: Math.max(0, bottom) });
  }
}
