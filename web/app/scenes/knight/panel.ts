import { element, type TextBindings } from '../../panel/bindings';
import {
  button,
  group,
  select,
  slider,
  toggle,
  type SelectPlan,
  type SliderPlan,
} from '../../panel/controls';
import { integer, Readouts } from '../../panel/readouts';
import type { Pace, SceneControls } from '../../scene';
import type { SettingsStore } from '../../store';
import { fill, type Texts } from '../../texts/index';
import { capeGrid } from './cape';
import { createComparisonButton } from './comparison';
import { flagGrid } from './flag';
import { walkSpeed } from './gait';
import type { Guide } from './guide';

export interface KnightActions {
  readonly guide: Guide;
  save(): void;
}

export interface ClothSize {
  points: number;
  constraints: number;
}

type Key = 'wind' | 'windAngle' | 'grid' | 'iterations' | 'substeps' | 'pace';

const plans: Readonly<Record<Key, SliderPlan>> = {
  wind: {
    key: 'wind',
    label: 'wind',
    value: (s, t) => fill(t.speedValue, { value: s.wind.toFixed(1) }),
  },
  windAngle: {
    key: 'windAngle',
    label: 'windAngle',
    value: (s, t) => fill(t.windAngleValue, { value: s.windAngle }),
  },
  grid: {
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
  },
  iterations: { key: 'iterations', label: 'iterations', value: (s) => String(s.iterations) },
  substeps: { key: 'substeps', label: 'substepCount', value: (s) => String(s.substeps) },
  pace: {
    key: 'pace',
    label: 'pace',
    value: (s, t) => fill(t.speedValue, { value: (walkSpeed * s.pace).toFixed(1) }),
  },
};

const solvers: SelectPlan<'solver'> = {
  key: 'solver',
  label: 'solver',
  names: { classic: 'classic', substeps: 'substeps' },
};

const compared: SelectPlan<'compare'> = {
  key: 'compare',
  label: 'compare',
  names: { plate: 'comparePlate', structural: 'compareStructural', solver: 'compareSolver' },
};

/** 누르고 있는 동안 도는 단추. Buttons that turn him while they are held. */
function turnButtons(texts: TextBindings, guide: Guide): HTMLElement {
  const row = element('div', 'buttons');
  for (const [key, steer] of [
    ['turnLeft', 1],
    ['turnRight', -1],
  ] as const) {
    // 짧게 누르거나 글쇠로 누르면 조금 돈다.
    const turn = button(key, texts, () => guide.nudge(steer));
    turn.addEventListener('pointerdown', () => (guide.steer = steer));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
      turn.addEventListener(end, () => (guide.steer = 0));
    }
    row.append(turn);
  }
  return row;
}

/** 기사 장면의 조절과 숫자. The controls and read-outs of the knight's scene. */
export class KnightControls implements SceneControls {
  readonly bar: readonly Node[];
  readonly groups: readonly Node[];
  readonly #texts: TextBindings;
  readonly #size: Readonly<ClothSize>;
  readonly #readouts: Readouts;
  readonly #brief = element('p', 'brief');
  #pace: Pace = { computeMs: 0, worstMs: 0, framesPerSecond: 0 };

  constructor(
    store: SettingsStore,
    texts: TextBindings,
    size: Readonly<ClothSize>,
    { guide, save }: KnightActions,
  ) {
    this.#texts = texts;
    this.#size = size;
    this.#readouts = new Readouts(texts, [
      { name: 'computeMs', label: 'computeTime', words: (t) => this.#time(t) },
      {
        name: 'worstMs',
        label: 'worstTime',
        words: (t) => fill(t.milliseconds, { value: this.#pace.worstMs.toFixed(2) }),
      },
      { name: 'points', label: 'points', words: () => integer(size.points) },
      { name: 'constraints', label: 'constraints', words: () => integer(size.constraints) },
      {
        name: 'framesPerSecond',
        label: 'framesPerSecond',
        words: () => integer(this.#pace.framesPerSecond),
      },
    ]);
    this.#brief.append(element('span'), ' ', element('span'));
    const cloth = toggle('cloth', 'cloth', store, texts, 'chip');
    texts.add(({ clothHint }) => {
      cloth.title = clothHint;
      this.#writeBrief();
    });
    const compare = createComparisonButton(store, texts);
    this.bar = [toggle('walk', 'walk', store, texts, 'chip'), cloth, compare, this.#brief];
    const make = (key: Key) => slider(plans[key], store, texts);
    this.groups = [
      group('groupReadings', texts, this.#readouts.list),
      group(
        'groupWind',
        texts,
        make('wind'),
        make('windAngle'),
        toggle('gusts', 'gusts', store, texts),
      ),
      group(
        'groupWalk',
        texts,
        turnButtons(texts, guide),
        make('pace'),
        toggle('auto', 'auto', store, texts),
      ),
      group(
        'groupCloth',
        texts,
        make('grid'),
        select(solvers, store, texts),
        make('iterations'),
        make('substeps'),
      ),
      group(
        'groupConstraints',
        texts,
        toggle('structural', 'structural', store, texts),
        toggle('shear', 'shear', store, texts),
        toggle('bend', 'bend', store, texts),
      ),
      group(
        'groupLook',
        texts,
        select(compared, store, texts),
        toggle('marks', 'marks', store, texts),
        toggle('bodies', 'bodies', store, texts),
        toggle('sound', 'sound', store, texts),
        button('savePicture', texts, save),
      ),
    ];
  }

  show(pace: Pace): void {
    this.#pace = pace;
    this.#readouts.write();
    this.#writeBrief();
  }

  #writeBrief(): void {
    const { texts } = this.#texts;
    const [time, size] = this.#brief.children;
    time!.textContent = this.#time(texts);
    size!.textContent = `${texts.points} ${integer(this.#size.points)}`;
  }

  #time(texts: Texts): string {
    return fill(texts.milliseconds, { value: this.#pace.computeMs.toFixed(2) });
  }
}
