import { element, type TextBindings } from '../../panel/bindings';
import { group, slider, toggle, type SliderPlan } from '../../panel/controls';
import { integer, Readouts } from '../../panel/readouts';
import type { Pace, SceneControls } from '../../scene';
import type { SettingsStore } from '../../store';
import { fill, type Texts } from '../../texts/index';
import { capeGrid } from './cape';
import { flagGrid } from './flag';

export interface ClothSize {
  points: number;
  constraints: number;
}

const plans: Readonly<Record<'wind' | 'windAngle' | 'grid' | 'iterations', SliderPlan>> = {
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
};

/** 기사 장면의 조절과 숫자. The controls and read-outs of the knight's scene. */
export class KnightControls implements SceneControls {
  readonly bar: readonly Node[];
  readonly groups: readonly Node[];
  readonly #texts: TextBindings;
  readonly #size: Readonly<ClothSize>;
  readonly #readouts: Readouts;
  readonly #brief = element('p', 'brief');
  #pace: Pace = { computeMs: 0, framesPerSecond: 0 };

  constructor(store: SettingsStore, texts: TextBindings, size: Readonly<ClothSize>) {
    this.#texts = texts;
    this.#size = size;
    this.#readouts = new Readouts(texts, [
      { name: 'computeMs', label: 'computeTime', words: (t) => this.#time(t) },
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
    this.bar = [toggle('walk', 'walk', store, texts, 'chip'), cloth, this.#brief];
    const make = (key: keyof typeof plans) => slider(plans[key], store, texts);
    this.groups = [
      group('groupReadings', texts, this.#readouts.list),
      group('groupWind', texts, make('wind'), make('windAngle')),
      group('groupCloth', texts, make('grid'), make('iterations')),
      group(
        'groupConstraints',
        texts,
        toggle('structural', 'structural', store, texts),
        toggle('shear', 'shear', store, texts),
        toggle('bend', 'bend', store, texts),
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
