import { decodeSettings, encodeSettings, type Settings } from './settings';

export type SettingsListener = (settings: Readonly<Settings>) => void;

/** 설정을 들고 주소의 조각과 맞춘다. Holds the settings and keeps the URL hash in step. */
export class SettingsStore {
  #settings: Settings;
  readonly #defaults: Settings;
  readonly #listeners: SettingsListener[] = [];

  constructor(defaults: Settings) {
    this.#defaults = defaults;
    this.#settings = decodeSettings(location.hash, defaults);
    addEventListener('hashchange', () => {
      this.#settings = decodeSettings(location.hash, defaults);
      this.#notify();
    });
  }

  get settings(): Readonly<Settings> {
    return this.#settings;
  }

  set(patch: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...patch };
    const hash = encodeSettings(this.#settings, this.#defaults);
    // 미끄럼대를 끄는 동안 방문 기록이 쌓이지 않도록 바꿔 쓴다.
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
    this.#notify();
  }

  /** 바로 한 번, 그 뒤로 바뀔 때마다 부른다. Calls at once and then on every change. */
  subscribe(listener: SettingsListener): void {
    this.#listeners.push(listener);
    listener(this.#settings);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener(this.#settings);
  }
}
