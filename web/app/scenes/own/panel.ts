import type { AnimationClip, Bone } from 'three';
import { element, type TextBindings } from '../../panel/bindings';
import { button, group, select, slider, toggle } from '../../panel/controls';
import { integer, Readouts } from '../../panel/readouts';
import type { Pace, SceneControls } from '../../scene';
import { exercises, type ExerciseName } from '../../settings';
import type { SettingsStore } from '../../store';
import { fill, type TextKey, type Texts } from '../../texts/index';

export interface PanelActions {
  open(files: readonly File[]): void;
  save(): void;
  bake(): void;
  pick(bone: number): void;
  /** @param clip 파일의 움직임의 번호, null이면 시험 자세. Number of the file's animation, null for a test pose. */
  move(clip: number | null): void;
  scrub(seconds: number): void;
}

/** 조절판에 적을 것. What the panel writes. */
export interface Readings {
  vertices: number;
  bones: number;
  bakeMs: number;
  slices: number;
  worstSliceMs: number;
}

const exerciseNames: Readonly<Record<ExerciseName, TextKey>> = {
  rest: 'exerciseRest',
  bend: 'exerciseBend',
  fold: 'exerciseFold',
  arms: 'exerciseArms',
  twist: 'exerciseTwist',
  sway: 'exerciseSway',
};

/** 모델마다 고를 것이 다른 목록. A native select whose choices come from the model. */
function list(id: string, label: TextKey, texts: TextBindings) {
  const row = element('div', 'row select');
  const name = texts.text(element('label'), label);
  const input = element('select');
  input.id = `control-${id}`;
  input.name = id;
  name.htmlFor = input.id;
  row.append(name, input);
  return { row, input };
}

function option(value: string, text: string): HTMLOptionElement {
  const made = element('option');
  made.value = value;
  made.textContent = text;
  return made;
}

/** 「내 모델」의 조절과 숫자. The controls and read-outs of the own model's scene. */
export class OwnControls implements SceneControls {
  readonly bar: readonly Node[];
  readonly groups: readonly Node[];
  readonly #store: SettingsStore;
  readonly #texts: TextBindings;
  readonly #readouts: Readouts;
  readonly #file = element('input');
  readonly #save: HTMLButtonElement;
  readonly #bake: HTMLButtonElement;
  readonly #bones: HTMLSelectElement;
  readonly #motions: HTMLSelectElement;
  readonly #time = element('input');
  readonly #seconds = element('output');
  #clips: readonly AnimationClip[] = [];
  #clip: number | null = null;
  #pace: Pace = { computeMs: 0, worstMs: 0, framesPerSecond: 0 };

  constructor(
    store: SettingsStore,
    texts: TextBindings,
    actions: PanelActions,
    readings: () => Readings,
  ) {
    this.#store = store;
    this.#texts = texts;
    this.#prepareFile(actions);
    this.#save = button('ownSave', texts, actions.save);
    this.#save.id = 'control-save';
    this.#bake = button('ownBake', texts, actions.bake);
    this.#bake.id = 'control-bake';
    const other = button('ownOther', texts, () => this.choose());
    other.id = 'control-other';
    const bones = list('ownBone', 'ownBone', texts);
    this.#bones = bones.input;
    this.#bones.addEventListener('change', () => actions.pick(Number(this.#bones.value)));
    const motions = list('motion', 'ownMotion', texts);
    this.#motions = motions.input;
    this.#motions.addEventListener('change', () => this.#move(actions));
    texts.add(() => this.#listMotions());
    store.subscribe(() => this.#showMotion());
    this.#readouts = this.#createReadouts(readings);
    const files = element('div', 'buttons');
    files.append(this.#save, this.#bake);
    this.bar = [other, this.#file, toggle('play', 'play', store, texts, 'chip')];
    this.groups = [
      group('ownGroupFile', texts, files, select(weigherPlan, store, texts)),
      group(
        'groupLook',
        texts,
        select(besidePlan, store, texts),
        select(paintPlan, store, texts),
        bones.row,
        toggle('bones', 'showBones', store, texts),
        toggle('dual', 'ownDual', store, texts),
      ),
      group(
        'groupPose',
        texts,
        motions.row,
        this.#createTime(actions),
        slider(
          { key: 'strength', label: 'strength', value: (s) => s.strength.toFixed(2) },
          store,
          texts,
        ),
      ),
      group('groupReadings', texts, this.#readouts.list),
    ];
    this.enable(false, false);
  }

  /** 파일을 고르는 창을 연다. Opens the file chooser. */
  choose(): void {
    this.#file.click();
  }

  enable(canBake: boolean, canSave: boolean): void {
    this.#bake.disabled = !canBake;
    this.#save.disabled = !canSave;
  }

  /** 새 모델의 뼈와 움직임을 늘어놓는다. Lists the bones and animations of a new model. */
  list(bones: readonly Bone[], clips: readonly AnimationClip[]): void {
    this.#bones.replaceChildren(
      ...bones.map(({ name }, k) => option(String(k), `${k} · ${name || '—'}`)),
    );
    this.#clips = clips;
    this.#clip = null;
    this.#listMotions();
  }

  showBone(bone: number): void {
    this.#bones.value = String(bone);
  }

  /** @param seconds 지금 보이는 순간. The moment shown, of a movement this long. */
  showTime(seconds: number, duration: number): void {
    this.#time.max = String(duration);
    if (this.#store.settings.play) this.#time.value = String(seconds);
    const words = fill(this.#texts.texts.secondsValue, { value: seconds.toFixed(2) });
    this.#seconds.textContent = words;
    this.#time.setAttribute('aria-valuetext', words);
  }

  show(pace: Pace): void {
    this.#pace = pace;
    this.#readouts.write();
  }

  #prepareFile({ open }: PanelActions): void {
    this.#file.type = 'file';
    this.#file.id = 'control-file';
    this.#file.accept = '.glb,.gltf,model/gltf-binary,model/gltf+json';
    this.#file.multiple = true;
    this.#file.hidden = true;
    this.#texts.label(this.#file, 'ownOpen');
    this.#file.addEventListener('change', () => {
      open([...(this.#file.files ?? [])]);
      // 같은 파일을 다시 골라도 알아차리게 한다.
      this.#file.value = '';
    });
  }

  #createTime({ scrub }: PanelActions): HTMLElement {
    const row = element('div', 'row slider');
    const label = this.#texts.text(element('label'), 'hold');
    this.#time.type = 'range';
    this.#time.id = 'control-time';
    this.#time.min = '0';
    this.#time.step = '0.01';
    label.htmlFor = this.#time.id;
    this.#seconds.htmlFor.add(this.#time.id);
    this.#time.addEventListener('input', () => {
      // 순간을 고르는 것은 멈추겠다는 뜻이다.
      this.#store.set({ play: false });
      scrub(this.#time.valueAsNumber);
    });
    row.append(label, this.#seconds, this.#time);
    return row;
  }

  #createReadouts(readings: () => Readings): Readouts {
    const ms = (value: (r: Readings) => number) => (texts: Texts) =>
      fill(texts.milliseconds, { value: value(readings()).toFixed(1) });
    return new Readouts(this.#texts, [
      { name: 'vertices', label: 'vertices', words: () => integer(readings().vertices) },
      { name: 'bones', label: 'boneCount', words: () => String(readings().bones) },
      { name: 'bakeMs', label: 'bakeTime', words: ms((r) => r.bakeMs) },
      { name: 'slices', label: 'slices', words: () => integer(readings().slices) },
      { name: 'worstSliceMs', label: 'worstSlice', words: ms((r) => r.worstSliceMs) },
      {
        name: 'framesPerSecond',
        label: 'framesPerSecond',
        words: () => integer(this.#pace.framesPerSecond),
      },
    ]);
  }

  #move({ move }: PanelActions): void {
    const [kind, value] = this.#motions.value.split(':');
    this.#clip = kind === 'clip' ? Number(value) : null;
    if (this.#clip === null) this.#store.set({ exercise: value as ExerciseName });
    move(this.#clip);
  }

  #listMotions(): void {
    const { texts } = this.#texts;
    const named = (label: TextKey, options: HTMLOptionElement[]) => {
      const set = element('optgroup');
      set.label = texts[label];
      set.append(...options);
      return set;
    };
    const poses = exercises.map((name) => option(`pose:${name}`, texts[exerciseNames[name]]));
    const clips = this.#clips.map(({ name }, k) => option(`clip:${k}`, name || String(k + 1)));
    this.#motions.replaceChildren(
      named('ownExercises', poses),
      ...(clips.length > 0 ? [named('ownClips', clips)] : []),
    );
    this.#showMotion();
  }

  #showMotion(): void {
    const { exercise } = this.#store.settings;
    this.#motions.value = this.#clip === null ? `pose:${exercise}` : `clip:${this.#clip}`;
  }
}

const weigherPlan = {
  key: 'weigher',
  label: 'ownWeigher',
  names: { heat: 'weigherHeat', smooth: 'weigherSmooth', nearest: 'weigherNearest' },
} as const;

const besidePlan = {
  key: 'beside',
  label: 'ownBeside',
  names: { both: 'besideBoth', file: 'ownFile', baked: 'ownBaked' },
} as const;

const paintPlan = {
  key: 'paint',
  label: 'ownPaint',
  names: { heat: 'paintHeat', difference: 'paintDifference', none: 'paintNone' },
} as const;
