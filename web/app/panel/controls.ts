import {
  choices,
  ranges,
  snap,
  type ChoiceKey,
  type NumberKey,
  type Settings,
  type SwitchKey,
} from '../settings';
import type { SettingsStore } from '../store';
import type { TextKey, Texts } from '../texts/index';
import { element, type TextBindings } from './bindings';

export interface SliderPlan {
  key: NumberKey;
  label: TextKey;
  /** 옆에 적을 값. How the value is written beside the slider. */
  value(settings: Readonly<Settings>, texts: Texts): string;
}

/** 이름과 값이 붙은 미끄럼대. A native range input with its label and value. */
export function slider(plan: SliderPlan, store: SettingsStore, texts: TextBindings): HTMLElement {
  const row = element('div', 'row slider');
  const label = element('label');
  const output = element('output');
  const input = element('input');
  input.type = 'range';
  input.id = `control-${plan.key}`;
  input.name = plan.key;
  const { min, max, step } = ranges[plan.key];
  input.min = String(min);
  input.max = String(max);
  input.step = String(step);
  label.htmlFor = input.id;
  output.htmlFor.add(input.id);
  texts.text(label, plan.label);
  input.addEventListener('input', () => {
    store.set({ [plan.key]: snap(plan.key, input.valueAsNumber) });
  });
  const write = () => {
    const words = plan.value(store.settings, texts.texts);
    output.textContent = words;
    input.setAttribute('aria-valuetext', words);
  };
  store.subscribe((settings) => {
    input.value = String(settings[plan.key]);
    write();
  });
  texts.add(write);
  row.append(label, output, input);
  return row;
}

export interface SelectPlan<K extends ChoiceKey> {
  key: K;
  label: TextKey;
  /** 고를 것마다의 이름. The name of each choice. */
  names: Readonly<Record<Settings[K], TextKey>>;
}

/** 여럿 가운데 하나. A native select with its label. */
export function select<K extends ChoiceKey>(
  plan: SelectPlan<K>,
  store: SettingsStore,
  texts: TextBindings,
): HTMLElement {
  const row = element('div', 'row select');
  const label = element('label');
  const input = element('select');
  input.id = `control-${plan.key}`;
  input.name = plan.key;
  label.htmlFor = input.id;
  texts.text(label, plan.label);
  for (const choice of choices[plan.key] as readonly Settings[K][]) {
    const option = element('option');
    option.value = choice;
    input.append(texts.text(option, plan.names[choice]));
  }
  input.addEventListener('change', () => store.set({ [plan.key]: input.value }));
  store.subscribe((settings) => {
    input.value = settings[plan.key];
  });
  row.append(label, input);
  return row;
}

/** 켜고 끄는 칸. A native checkbox with its label. */
export function toggle(
  key: SwitchKey,
  labelKey: TextKey,
  store: SettingsStore,
  texts: TextBindings,
  className = 'row toggle',
): HTMLLabelElement {
  const label = element('label', className);
  const input = element('input');
  input.type = 'checkbox';
  input.id = `control-${key}`;
  input.name = key;
  input.addEventListener('change', () => store.set({ [key]: input.checked }));
  store.subscribe((settings) => {
    input.checked = settings[key];
  });
  label.append(input, texts.text(element('span'), labelKey));
  return label;
}

export function button(key: TextKey, texts: TextBindings, onPress: () => void): HTMLButtonElement {
  const made = element('button', 'button');
  made.type = 'button';
  texts.text(made, key);
  made.addEventListener('click', onPress);
  return made;
}

/** 이름이 붙은 묶음. A named group of controls. */
export function group(legendKey: TextKey, texts: TextBindings, ...rows: Node[]): HTMLElement {
  const set = element('fieldset');
  set.append(texts.text(element('legend'), legendKey), ...rows);
  return set;
}
