import type { SettingsStore } from '../../store';
import type { Guide } from './guide';

const turns: Readonly<Record<string, number>> = { ArrowLeft: 1, a: 1, ArrowRight: -1, d: -1 };
const walks: Readonly<Record<string, boolean>> = {
  ArrowUp: true,
  w: true,
  ArrowDown: false,
  s: false,
};

/** 글쇠로 몬다: 화살표나 WASD. Steers by keys: arrows or WASD, while no control has them. */
export function steerByKeys(
  keys: EventTarget,
  guide: Guide,
  store: SettingsStore,
  active: () => boolean,
): void {
  const key = ({ key: name }: KeyboardEvent) => (name.length === 1 ? name.toLowerCase() : name);
  keys.addEventListener('keydown', (pressed) => {
    const event = pressed as KeyboardEvent;
    if (!active() || takesKeys(event.target) || event.ctrlKey || event.metaKey) return;
    const name = key(event);
    const turn = turns[name];
    const walk = walks[name];
    if (turn === undefined && walk === undefined) return;
    event.preventDefault();
    guide.touch();
    if (turn !== undefined) guide.steer = turn;
    if (walk !== undefined && walk !== store.settings.walk) store.set({ walk });
  });
  keys.addEventListener('keyup', (released) => {
    if (turns[key(released as KeyboardEvent)] === guide.steer) guide.steer = 0;
  });
}

/** 화살표를 제가 쓰는 것: 미끄럼대, 목록, 탭. */
function takesKeys(target: EventTarget | null): boolean {
  const own = 'input:not([type=checkbox]), select, [role=tab]';
  return target instanceof Element && target.closest(own) !== null;
}
