import type { SceneControls } from '../scene';
import type { Insets } from '../viewer';
import { element, type TextBindings } from './bindings';
import { button, group } from './controls';

export interface PanelActions {
  pause(paused: boolean): void;
  reset(): void;
  /** 멈춘 채 한 걸음. One step while paused. */
  step(): void;
  slow(slow: boolean): void;
  /** 조절판이 화면을 가리는 넓이가 바뀌었다. */
  covers(insets: Insets): void;
}

const wide = matchMedia('(min-width: 900px) and (min-height: 500px)');
const portrait = matchMedia('(orientation: portrait)');

/** 조절판: 넓은 화면은 옆에 열려 있고, 전화기에서는 작은 막대로 시작한다. The control panel. */
export class Panel {
  readonly root = element('section', 'panel');
  readonly #bar = element('div', 'panel-bar');
  readonly #body = element('div', 'panel-body');
  readonly #opener = element('button', 'button opener');
  readonly #actions: PanelActions;
  readonly #texts: TextBindings;
  readonly #playback: HTMLElement;
  #paused = false;

  constructor(texts: TextBindings, actions: PanelActions) {
    this.#actions = actions;
    this.#texts = texts;
    texts.label(this.root, 'panelLabel');
    this.#body.id = 'panel-body';
    this.#opener.type = 'button';
    this.#opener.setAttribute('aria-controls', this.#body.id);
    this.#opener.addEventListener('click', () => this.open(!this.isOpen));
    texts.add(() => this.#nameOpener());
    this.#playback = group('groupPlay', texts, this.#buttons());
    this.root.append(this.#bar, this.#body);
    this.root.hidden = true; // 놓을 것이 올 때까지
    wide.addEventListener('change', () => this.open(wide.matches));
    new ResizeObserver(() => this.#report()).observe(this.root);
    addEventListener('resize', () => this.#report());
    this.open(wide.matches);
  }

  /** 보이는 장면의 것을 놓는다. Puts on what belongs to the scene shown. */
  use(controls: SceneControls): void {
    this.#bar.replaceChildren(this.#opener, ...controls.bar);
    this.#body.replaceChildren(...controls.groups, this.#playback);
    this.#body.scrollTop = 0;
    this.root.hidden = false;
    this.#report();
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

  #buttons(): HTMLElement {
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
    const step = button('singleStep', this.#texts, () => {
      if (!this.#paused) pause.click();
      this.#actions.step();
    });
    step.id = 'control-step';
    row.append(pause, step, this.#slow(), reset);
    return row;
  }

  #slow(): HTMLElement {
    const slow = button('slow', this.#texts, () => {
      const pressed = slow.getAttribute('aria-pressed') !== 'true';
      slow.setAttribute('aria-pressed', String(pressed));
      this.#actions.slow(pressed);
    });
    slow.id = 'control-slow';
    slow.setAttribute('aria-pressed', 'false');
    return slow;
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
    const insets = { right: Math.max(0, right), bottom: Math.max(0, bottom) };
    for (const [edge, pixels] of Object.entries(insets)) {
      document.documentElement.style.setProperty(`--covered-${edge}`, `${pixels}px`);
    }
    this.#actions.covers(insets);
  }
}
