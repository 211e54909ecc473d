import type { Language } from './texts/index';

export type SceneId = 'knight' | 'bears';

/** 사용자가 바꿀 수 있는 모든 값. Everything the user can change. */
export interface Settings {
  scene: SceneId;
  language: Language;
  /** 기본 격자에 대한 배율. Scale of the reference grids (12×17 and 16×10). */
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
}

export const defaultSettings: Readonly<Settings> = {
  scene: 'knight',
  language: 'ko',
  grid: 1,
  wind: 4,
  windAngle: 20,
  iterations: 8,
  structural: true,
  shear: true,
  bend: true,
  cloth: true,
  walk: true,
};

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export type NumberKey = 'grid' | 'wind' | 'windAngle' | 'iterations';
export type SwitchKey = 'structural' | 'shear' | 'bend' | 'cloth' | 'walk';

export const ranges: Readonly<Record<NumberKey, Range>> = {
  grid: { min: 0.5, max: 3, step: 0.25 },
  wind: { min: 0, max: 12, step: 0.5 },
  windAngle: { min: -180, max: 180, step: 5 },
  iterations: { min: 1, max: 40, step: 1 },
};

export type ChoiceKey = 'scene' | 'language';

export const choices: { readonly [K in ChoiceKey]: readonly Settings[K][] } = {
  scene: ['knight', 'bears'],
  language: ['ko', 'en'],
};

const numberKeys = Object.keys(ranges) as NumberKey[];
const choiceKeys = Object.keys(choices) as ChoiceKey[];
const switchKeys: readonly SwitchKey[] = ['structural', 'shear', 'bend', 'cloth', 'walk'];

/** 범위 안의 가장 가까운 눈금으로 맞춘다. Clamps to the range and snaps to its step. */
export function snap(key: NumberKey, value: number): number {
  const { min, max, step } = ranges[key];
  const snapped = min + Math.round((value - min) / step) * step;
  return Math.min(max, Math.max(min, snapped));
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
