import type { SolverName } from 'mangto';
import type { Language } from './texts/index';

export type SceneId = 'knight' | 'bears' | 'own';
export type PoseName = 'eat' | 'elbow' | 'knee' | 'sit' | 'wave' | 'twist' | 'wring';
/** 가중치를 굽고 뼈를 섞는 법. How skin weights are baked and the bones blended. */
export type SkinModeName = 'nearest' | 'classic' | 'dual';

/** 「내 모델」을 굽는 법. How an own model is baked. */
export type WeigherName = 'heat' | 'smooth' | 'nearest';
/** 「내 모델」에 칠하는 것. What an own model is painted with. */
export type PaintName = 'heat' | 'difference' | 'none';
/** 어느 뼈대에나 입히는 시험 자세. Test poses for any rig. */
export type ExerciseName = 'rest' | 'bend' | 'fold' | 'arms' | 'twist' | 'sway';

/** 사용자가 바꿀 수 있는 모든 값. Everything the user can change. */
export interface Settings {
  scene: SceneId;
  language: Language;
  /** 망토의 세로 점의 수. 가로와 깃발은 따라간다. Points down the cape; its width and the flag go along. */
  grid: number;
  /** m/s */
  wind: number;
  /** 도, 0 = 맞바람. Degrees; 0 blows against the knight. */
  windAngle: number;
  iterations: number;
  structural: boolean;
  shear: boolean;
  bend: boolean;
  /** 끄면 뻣뻣한 판. Off shows a stiff plate. */
  cloth: boolean;
  walk: boolean;
  /** 아무도 움직이지 않으면 스스로 걷고 서고 돈다. Left alone he walks, stops and turns by himself. */
  auto: boolean;
  /** 걷는 빠르기의 배율. Multiple of the walking speed. */
  pace: number;
  gusts: boolean;
  /** 소리. Sounds. */
  sound: boolean;
  solver: SolverName;
  substeps: number;
  /** 점과 제약을 보인다. Shows points and constraints. */
  marks: boolean;
  /** 충돌체를 보인다. Shows the colliders. */
  bodies: boolean;
  /** 견줄 것. What is compared. */
  compare: 'plate' | 'structural' | 'solver';
  /** 화면 왼쪽에서 견줄 것이 차지하는 몫(%), 0이면 견주지 않는다. Share of the picture that shows it, 0: none. */
  split: number;
  /** 곰들의 자세. The pose of the bears. */
  pose: PoseName;
  /** 끄면 `hold`의 순간에 멈춘다. Off holds the moment `hold`. */
  play: boolean;
  /** 바퀴 안의 시각(s). Time within the movement in seconds. */
  hold: number;
  /** 굽힘 세기. How far everything bends, 1 as designed. */
  strength: number;
  /** 가중치 색 보기. Shows the weights as colours. */
  heat: boolean;
  /** 보는 뼈의 번호, 0 = 자동으로 돌기. The bone whose weights are shown; 0 goes round by itself. */
  bone: number;
  /** 뼈 보기. Shows the bones. */
  bones: boolean;
  left: SkinModeName;
  right: SkinModeName;
  /** 고르게 하는 횟수. Passes of smoothing. */
  passes: number;
  falloff: number;
  /** 살을 빼는 비율. Share of the flesh radius taken off the distance. */
  flesh: number;
  weigher: WeigherName;
  paint: PaintName;
  /** 파일의 가중치와 구운 것 가운데 보이는 것. Which of the file's weights and the baked ones are shown. */
  beside: 'both' | 'file' | 'baked';
  exercise: ExerciseName;
  /** 「내 모델」의 뼈들을 이중 쿼터니언으로 섞는다. Blends the bones of an own model as dual quaternions. */
  dual: boolean;
}

export const defaultSettings: Readonly<Settings> = {
  scene: 'knight',
  language: 'ko',
  grid: 17,
  wind: 4,
  windAngle: 20,
  iterations: 8,
  structural: true,
  shear: true,
  bend: true,
  cloth: true,
  walk: true,
  auto: true,
  pace: 1,
  gusts: true,
  sound: false,
  solver: 'classic',
  substeps: 8,
  marks: false,
  bodies: false,
  compare: 'plate',
  split: 0,
  pose: 'eat',
  play: true,
  hold: 2.2,
  strength: 1,
  heat: true,
  bone: 0,
  bones: false,
  left: 'nearest',
  right: 'classic',
  passes: 10,
  falloff: 4,
  flesh: 0.85,
  weigher: 'heat',
  paint: 'heat',
  beside: 'both',
  exercise: 'bend',
  dual: false,
};

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

type KeysOf<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings];
export type NumberKey = KeysOf<number>;
export type SwitchKey = KeysOf<boolean>;

export const ranges: Readonly<Record<NumberKey, Range>> = {
  grid: { min: 9, max: 49, step: 4 },
  wind: { min: 0, max: 12, step: 0.5 },
  windAngle: { min: -180, max: 180, step: 5 },
  iterations: { min: 1, max: 40, step: 1 },
  substeps: { min: 1, max: 20, step: 1 },
  pace: { min: 0.5, max: 3, step: 0.25 },
  split: { min: 0, max: 100, step: 1 },
  hold: { min: 0, max: 4, step: 0.05 },
  strength: { min: 0.3, max: 1.15, step: 0.05 },
  bone: { min: 0, max: 18, step: 1 },
  passes: { min: 0, max: 40, step: 1 },
  falloff: { min: 1, max: 8, step: 0.5 },
  flesh: { min: 0, max: 1.5, step: 0.05 },
};

export type ChoiceKey = KeysOf<string>;

export const exercises: readonly ExerciseName[] = ['rest', 'bend', 'fold', 'arms', 'twist', 'sway'];

export const choices: { readonly [K in ChoiceKey]: readonly Settings[K][] } = {
  scene: ['knight', 'bears', 'own'],
  language: ['ko', 'en'],
  solver: ['classic', 'substeps'],
  compare: ['plate', 'structural', 'solver'],
  pose: ['eat', 'elbow', 'knee', 'sit', 'wave', 'twist', 'wring'],
  left: ['nearest', 'classic', 'dual'],
  right: ['nearest', 'classic', 'dual'],
  weigher: ['heat', 'smooth', 'nearest'],
  paint: ['heat', 'difference', 'none'],
  beside: ['both', 'file', 'baked'],
  exercise: exercises,
};

const numberKeys = Object.keys(ranges) as NumberKey[];
const choiceKeys = Object.keys(choices) as ChoiceKey[];
const switchKeys = (Object.keys(defaultSettings) as (keyof Settings)[]).filter(
  (key): key is SwitchKey => typeof defaultSettings[key] === 'boolean',
);

/** 범위 안의 가장 가까운 눈금으로 맞춘다. Clamps to the range and snaps to its step. */
export function snap(key: NumberKey, value: number): number {
  const { min, max, step } = ranges[key];
  const snapped = min + Math.round((value - min) / step) * step;
  // 0.30000000000000004 같은 끝자리를 주소에 남기지 않는다.
  return Number(Math.min(max, Math.max(min, snapped)).toFixed(6));
}

/** 기본값과 다른 것만 적는다. Writes only what differs from the defaults. */
export function encodeSettings(settings: Settings, defaults: Settings): string {
  const out = new URLSearchParams();
  for (const key of numberKeys) {
    if (settings[key] !== defaults[key]) out.set(key, String(settings[key]));
  }
  for (const key of switchKeys) {
    if (settings[key] !== defaults[key]) out.set(key, settings[key] ? '1' : '0');
  }
  for (const key of choiceKeys) {
    if (settings[key] !== defaults[key]) out.set(key, settings[key]);
  }
  return out.toString();
}

/** 주소의 조각을 읽는다. 모르는 것과 틀린 것은 버린다. Reads a hash; ignores what it does not know. */
export function decodeSettings(hash: string, defaults: Settings): Settings {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const settings = { ...defaults };
  for (const key of numberKeys) {
    const text = given.get(key);
    const value = Number(text);
    if (text !== null && text.trim() !== '' && Number.isFinite(value)) {
      settings[key] = snap(key, value);
    }
  }
  for (const key of switchKeys) {
    const text = given.get(key);
    if (text === '0' || text === '1') settings[key] = text === '1';
  }
  for (const key of choiceKeys) {
    const text = given.get(key);
    if ((choices[key] as readonly (string | null)[]).includes(text)) {
      Object.assign(settings, { [key]: text });
    }
  }
  return settings;
}
