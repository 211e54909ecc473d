import type { TextBindings } from '../../panel/bindings';
import { group, select, slider, toggle, type SliderPlan } from '../../panel/controls';
import { integer, Readouts } from '../../panel/readouts';
import type { Pace, SceneControls } from '../../scene';
import { snap } from '../../settings';
import type { SettingsStore } from '../../store';
import { fill, type Texts } from '../../texts/index';
import { bearBones } from './bones';
import type { Kiln } from './kiln';
import { boneName } from './names';
import { modeNames } from './overlay';

const plans: Readonly<
  Record<'hold' | 'strength' | 'bone' | 'passes' | 'falloff' | 'flesh', SliderPlan>
> = {
  hold: {
    key: 'hold',
    label: 'hold',
    value: (s, t) => fill(t.secondsValue, { value: s.hold.toFixed(2) }),
  },
  strength: { key: 'strength', label: 'strength', value: (s) => s.strength.toFixed(2) },
  bone: {
    key: 'bone',
    label: 'bone',
    value: (s, t) => (s.bone === 0 ? t.boneAuto : `${s.bone} · ${boneName(s.bone, t)}`),
  },
  passes: { key: 'passes', label: 'passes', value: (s) => String(s.passes) },
  falloff: { key: 'falloff', label: 'falloff', value: (s) => s.falloff.toFixed(1) },
  flesh: { key: 'flesh', label: 'flesh', value: (s) => s.flesh.toFixed(2) },
};

/** 곰 장면의 조절과 숫자. The controls and read-outs of the bears' scene. */
export class BearsControls implements SceneControls {
  readonly bar: readonly Node[];
  readonly groups: readonly Node[];
  readonly #kiln: Kiln;
  readonly #readouts: Readouts;
  readonly #follow: () => void;
  #pace: Pace = { computeMs: 0, worstMs: 0, framesPerSecond: 0 };

  /** @param moment 지금 보이는 순간(s). The moment shown now. */
  constructor(store: SettingsStore, texts: TextBindings, kiln: Kiln, moment: () => number) {
    this.#kiln = kiln;
    const both = (words: (k: number) => string) => () => `${words(0)} · ${words(1)}`;
    this.#readouts = new Readouts(texts, [
      {
        name: 'vertices',
        label: 'vertices',
        words: () => integer((kiln.surface?.positions.length ?? 0) / 3),
      },
      { name: 'bones', label: 'boneCount', words: () => String(bearBones.length) },
      { name: 'bakeMs', label: 'bakeTime', words: (t) => this.#times(t, 'totalMs') },
      { name: 'slices', label: 'slices', words: both((k) => integer(this.#report(k).slices)) },
      {
        name: 'worstSliceMs',
        label: 'worstSlice',
        words: (t) => this.#times(t, 'longestSliceMs'),
      },
      {
        name: 'framesPerSecond',
        label: 'framesPerSecond',
        words: () => integer(this.#pace.framesPerSecond),
      },
    ]);
    const make = (key: keyof typeof plans) => slider(plans[key], store, texts);
    const hold = make('hold');
    const [bar, seconds] = [hold.querySelector('input')!, hold.querySelector('output')!];
    // 순간을 고르는 것은 멈추겠다는 뜻이다.
    bar.addEventListener('input', () => store.set({ play: false }));
    this.#follow = () => {
      if (!store.settings.play) return;
      bar.value = String(moment());
      seconds.textContent = fill(texts.texts.secondsValue, { value: moment().toFixed(2) });
    };
    const play = toggle('play', 'play', store, texts, 'chip');
    play.addEventListener('input', () => store.set({ hold: snap('hold', moment()) }));
    this.bar = [play, toggle('heat', 'heatShort', store, texts, 'chip')];
    this.groups = [
      group(
        'groupPose',
        texts,
        select({ key: 'pose', label: 'pose', names: poseNames }, store, texts),
        hold,
        make('strength'),
      ),
      group('groupWeights', texts, toggle('bones', 'showBones', store, texts), make('bone')),
      group(
        'groupCompare',
        texts,
        select({ key: 'left', label: 'left', names: modeNames }, store, texts),
        select({ key: 'right', label: 'right', names: modeNames }, store, texts),
      ),
      group('groupBake', texts, make('passes'), make('falloff'), make('flesh')),
      group('groupReadings', texts, this.#readouts.list),
    ];
  }

  show(pace: Pace): void {
    this.#pace = pace;
    this.#readouts.write();
    this.#follow();
  }

  #report(k: number) {
    return this.#kiln.reports[k] ?? { slices: 0, totalMs: 0, longestSliceMs: 0 };
  }

  /** 왼쪽 곰과 오른쪽 곰의 시간. The times of the left and the right bear. */
  #times(texts: Texts, key: 'totalMs' | 'longestSliceMs'): string {
    const [left, right] = [0, 1].map((k) => this.#report(k)[key].toFixed(1));
    return fill(texts.milliseconds, { value: `${left} · ${right}` });
  }
}

const poseNames = {
  eat: 'poseEat',
  elbow: 'poseElbow',
  knee: 'poseKnee',
  sit: 'poseSit',
  wave: 'poseWave',
  twist: 'poseTwist',
  wring: 'poseWring',
} as const;
