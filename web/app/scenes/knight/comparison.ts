import { element, type TextBindings } from '../../panel/bindings';
import type { Settings } from '../../settings';
import type { SettingsStore } from '../../store';
import type { TextKey } from '../../texts/index';

const half = 56; // %, 한 번 눌러 켤 때의 자리: 기사에게 걸친다.

/** 선의 왼쪽과 오른쪽에 있는 것의 이름. What stands left and right of the line. */
function sidesOf({ compare, solver }: Readonly<Settings>): readonly [TextKey, TextKey] {
  if (compare === 'plate') return ['sidePlate', 'sideCloth'];
  if (compare === 'structural') return ['sideStructural', 'sideAll'];
  return solver === 'classic' ? ['substeps', 'classic'] : ['classic', 'substeps'];
}

/** 견주기를 한 번에 켜고 끈다. Switches the comparison on and off at one touch. */
export function createComparisonButton(store: SettingsStore, texts: TextBindings): HTMLElement {
  const button = element('button', 'chip');
  button.type = 'button';
  button.id = 'control-compare-toggle';
  texts.text(button, 'compareToggle');
  button.addEventListener('click', () => store.set({ split: store.settings.split > 0 ? 0 : half }));
  store.subscribe(({ split }) => button.setAttribute('aria-pressed', String(split > 0)));
  return button;
}

/** 그림 위에서 끄는 전후 비교의 선. The before/after line dragged over the picture. */
export class Comparison {
  readonly root = element('div', 'comparison');

  constructor(store: SettingsStore, texts: TextBindings) {
    const line = element('div', 'comparison-line');
    const sides = [element('span', 'side before'), element('span', 'side after')] as const;
    line.append(...sides);
    const input = element('input', 'comparison-input');
    input.type = 'range';
    input.id = 'control-split';
    input.min = '0';
    input.max = '100';
    texts.label(input, 'split');
    input.addEventListener('input', () => store.set({ split: input.valueAsNumber }));
    const write = () => {
      const names = sidesOf(store.settings).map((key) => texts.texts[key]);
      sides.forEach((side, k) => (side.textContent = names[k]!));
      input.setAttribute('aria-valuetext', `${names.join(' | ')} ${store.settings.split}%`);
    };
    store.subscribe(({ split }) => {
      input.value = String(split);
      line.style.left = `${split}%`;
      line.hidden = split === 0;
      write();
    });
    texts.add(write);
    this.root.append(line, input);
  }
}
