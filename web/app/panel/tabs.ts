import type { SettingsStore } from '../store';
import { tabs } from '../tabs';
import { element, type TextBindings } from './bindings';

/** 글쇠가 옮기는 칸 수. How far a key moves. */
const moves: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at + 1) % tabs.length,
  ArrowLeft: (at) => (at + tabs.length - 1) % tabs.length,
  Home: () => 0,
  End: () => tabs.length - 1,
};

/** 장면을 고르는 탭. 화살표로도 고른다. The tabs that choose the scene, also by the arrow keys. */
export function createTabs(store: SettingsStore, texts: TextBindings): HTMLElement {
  const list = element('div', 'tabs');
  list.setAttribute('role', 'tablist');
  texts.label(list, 'tabsLabel');
  const buttons = tabs.map(({ id, name }) => {
    const tab = element('button', 'button tab');
    tab.type = 'button';
    tab.id = `tab-${id}`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', 'stage');
    tab.addEventListener('click', () => store.set({ scene: id }));
    return texts.text(tab, name);
  });
  list.addEventListener('keydown', (event) => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const next = move(tabs.findIndex(({ id }) => id === store.settings.scene));
    store.set({ scene: tabs[next]!.id });
    buttons[next]!.focus();
  });
  store.subscribe(({ scene }) => {
    buttons.forEach((tab, k) => {
      const chosen = tabs[k]!.id === scene;
      tab.setAttribute('aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    });
  });
  list.append(...buttons);
  return list;
}
