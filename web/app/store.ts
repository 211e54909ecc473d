import { decodeSettings, encodeSettings, type Settings } from './settings';

export type SettingsListener = (settings: Readonly<Settings>) => void;

/** 설정을 들고, 바뀌면 알린다. Holds the settings and tells of every change. */
export class SettingsStore {
  #settings: Settings;
  readonly #listeners: SettingsListener[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get settings(): Readonly<Settings> {
    return this.#settings;
  }

  set(patch: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...patch };
    for (const listener of this.#listeners) listener(this.#settings);
  }

  /** 바로 한 번, 그 뒤로 바뀔 때마다 부른다. Calls at once and then on every change. */
  subscribe(listener: SettingsListener): void {
    this.#listeners.push(listener);
    listener(this.#settings);
  }
}

/** 주소의 조각과 맞추는 설정. Settings that are kept in step with the URL hash. */
export class HashStore extends SettingsStore {
  readonly #defaults: Settings;

  constructor(defaults: Settings) {
    super(decodeSettings(location.hash, defaults));
    this.#defaults = defaults;
    addEventListener('hashchange', () => super.set(decodeSettings(location.hash, defaults)));
  }

  override set(patch: Partial<Settings>): void {
    const settings = { ...this.settings, ...patch };
    const hash = encodeSettings(settings, this.#defaults);
    // 미끄럼대를 끄는 동안 방문 기록이 쌓이지 않도록 바꿔 쓴다.
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
    super.set(patch);
  }
}
