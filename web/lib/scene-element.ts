/** 장면의 이름. / Name of a scene. */
export type SceneName = 'knight' | 'bears';

/** @internal 설정의 이름과 속성의 글, 속성이 없으면 null. / The text of the attribute for each setting, null for none. */
export type SceneAttributes = Readonly<Record<string, string | null>>;

/** @internal 장면을 올리는 데 드는 것. / What a scene is mounted with. */
export interface MountOptions {
  readonly canvas: HTMLCanvasElement;
  /** 조절 도구를 놓을 곳. / Where the controls go. */
  readonly panel: HTMLElement;
  readonly attributes: SceneAttributes;
  readonly signal: AbortSignal;
  onProgress(progress: number): void;
}

/** @internal 올린 장면. / A mounted scene. */
export interface Mounted {
  /** 조절 도구의 모양. / Style of the controls. */
  readonly style: string;
  set(attributes: SceneAttributes): void;
  /** 보이지 않는 동안에는 쉰다. / Rests while it is out of view. */
  show(shown: boolean): void;
  dispose(): void;
}

type Mount = (options: MountOptions) => Promise<Mounted>;

// 화면에서 이만큼 떨어져 있을 때부터 불러온다.
const kNear = '300px';

// 속성과 그것이 뜻하는 설정.
const kSettings = { scene: 'scene', wind: 'wind', grid: 'grid', lang: 'language' } as const;
type Setting = keyof typeof kSettings;

const kStyle = `
  :host { display: block; position: relative; height: 480px; overflow: hidden; background: #0b1220; contain: content; }
  :host([hidden]) { display: none; }
  canvas { display: block; width: 100%; height: 100%; touch-action: pan-y; }
  canvas:focus-visible { outline: 3px solid #f0b866; outline-offset: -3px; }
  .poster { position: absolute; inset: 0; display: grid; place-items: center; color: #eef2fa; font: 15px system-ui, sans-serif;
    background: #0b1220 center / cover radial-gradient(circle at 50% 40%, #26365c, #0b1220); }
  .poster[hidden], details[hidden] { display: none; }
  progress { width: min(200px, 60%); accent-color: #f0b866; }
  details { position: absolute; right: 8px; bottom: 8px; max-width: calc(100% - 16px); max-height: calc(100% - 16px);
    overflow: auto; padding: 0 12px; border-radius: 8px; background: rgb(12 19 34 / 85%); color: #eef2fa; }
  summary { min-height: 44px; align-content: center; cursor: pointer; font: 15px system-ui, sans-serif; }
`;

/** 페이지의 정책(style-src)은 <style>을 막아도 이렇게 만든 것은 막지 않는다. Safari 16.4 앞에는 없다. / A policy of the page (style-src) blocks a <style>, but not this. */
function setStyle(root: ShadowRoot, css: string): void {
  const { CSSStyleSheet } = root.ownerDocument.defaultView ?? globalThis;
  if (!('replaceSync' in CSSStyleSheet.prototype)) {
    const old = root.querySelector('style');
    const style = old ?? root.appendChild(root.ownerDocument.createElement('style'));
    style.textContent = css;
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
}

// DOM이 없는 곳(서버)에서도 불러올 수는 있어야 한다.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * `<mangto-scene>`: 페이지 어디에나 놓는 장면.
 *
 * `<mangto-scene>`: one of Mangto's scenes anywhere on a page. It loads when it comes near the viewport and
 * shows its `poster` slot (or the picture of its `poster` attribute) until then. Attributes: `scene`
 * ('knight' or 'bears'), `wind` (m/s), `grid` (points down the cape), `lang` ('ko' or 'en', or 'en-US' and the like), `controls`,
 * `poster`. Fires `progress` (a ProgressEvent, 0…1), `load` and `error` (an ErrorEvent). With the keyboard:
 * arrows turn the view, + and - zoom, the space bar pauses. Taking it off the page frees everything.
 */
export class MangtoSceneElement extends Base {
  /** 지켜볼 속성들. / The attributes that it watches. */
  static readonly observedAttributes = [...Object.keys(kSettings), 'controls', 'poster'];
  /** @internal */
  static mount: Mount;

  readonly #root: ShadowRoot;
  #observer: IntersectionObserver | undefined;
  #loading: AbortController | undefined;
  #mounted: Mounted | undefined;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    this.#clear();
  }

  /** 장면의 이름. / Name of the scene. Default 'knight'. */
  get scene(): SceneName {
    return (this.getAttribute('scene') ?? 'knight') as SceneName;
  }
  set scene(value: SceneName) {
    this.setAttribute('scene', value);
  }

  /** 바람(m/s). / Wind in m/s, 0…12. Default 4. */
  get wind(): number {
    return Number(this.getAttribute('wind') ?? 4);
  }
  set wind(value: number) {
    this.setAttribute('wind', String(value));
  }

  /** 망토의 세로 점의 수. / Points down the cape, 9…49 in steps of 4. Default 17. */
  get grid(): number {
    return Number(this.getAttribute('grid') ?? 17);
  }
  set grid(value: number) {
    this.setAttribute('grid', String(value));
  }

  /** 조절 도구가 있는지. / Whether there are controls. */
  get controls(): boolean {
    return this.hasAttribute('controls');
  }
  set controls(value: boolean) {
    this.toggleAttribute('controls', value);
  }

  /** 장면이 그려지고 있는지. / Whether the scene has been loaded. */
  get loaded(): boolean {
    return this.#mounted !== undefined;
  }

  /** @internal */
  connectedCallback(): void {
    this.#observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting } = entries.at(-1)!;
        this.#mounted?.show(isIntersecting);
        if (isIntersecting) void this.#load();
      },
      { rootMargin: kNear },
    );
    this.#observer.observe(this);
  }

  /** @internal */
  disconnectedCallback(): void {
    this.#observer?.disconnect();
    this.#unload();
  }

  /** @internal */
  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    if (name === 'poster' || name === 'controls') this.#show();
    else if (name !== 'scene') this.#mounted?.set({ [kSettings[name as Setting]]: after });
    else if (this.#loading) {
      this.#unload();
      void this.#load();
    }
  }

  #find<E extends Element>(selector: string): E {
    return this.#root.querySelector<E>(selector)!;
  }

  #attributes(): SceneAttributes {
    const all = Object.entries(kSettings);
    return Object.fromEntries(all.map(([name, setting]) => [setting, this.getAttribute(name)]));
  }

  /** 컨텍스트를 잃었거나 잃을 캔버스는 다시 쓸 수 없으므로 모두 새로 만든다. / A canvas that lost its context, or is about to, is of no more use. */
  #clear(): void {
    this.#root.innerHTML = `
      <canvas tabindex="0" role="img"></canvas>
      <div class="poster" part="poster"><slot name="poster"><progress max="1" value="0" aria-label="Mangto"></progress></slot></div>
      <details part="controls" hidden><summary aria-label="Controls">⚙</summary><div></div></details>`;
    setStyle(this.#root, kStyle);
    this.#show();
  }

  #show(): void {
    const poster = this.#find<HTMLElement>('.poster');
    const picture = this.getAttribute('poster');
    poster.hidden = this.loaded;
    poster.style.backgroundImage = picture === null ? '' : `url(${JSON.stringify(picture)})`;
    this.#find<HTMLElement>('details').hidden = !(this.controls && this.loaded);
  }

  async #load(): Promise<void> {
    if (this.#loading) return;
    const { signal } = (this.#loading = new AbortController());
    const tell = (progress: number) => {
      if (signal.aborted) return;
      const bar = this.#root.querySelector('progress');
      if (bar) bar.value = progress;
      const event = { lengthComputable: true, loaded: progress, total: 1 };
      this.dispatchEvent(new ProgressEvent('progress', event));
    };
    try {
      tell(0);
      const mounted = await MangtoSceneElement.mount({
        canvas: this.#find('canvas'),
        panel: this.#find('details > div'),
        attributes: this.#attributes(),
        signal,
        onProgress: tell,
      });
      if (signal.aborted) return mounted.dispose();
      this.#mounted = mounted;
      setStyle(this.#root, mounted.style + kStyle);
      mounted.set(this.#attributes()); // 불러오는 사이에 바뀐 것
      this.#show();
      this.dispatchEvent(new Event('load'));
    } catch (error) {
      if (signal.aborted) return;
      this.#root.querySelector('progress')?.remove(); // 더 올 것이 없다.
      const message = error instanceof Error ? error.message : String(error);
      this.dispatchEvent(new ErrorEvent('error', { error, message }));
    }
  }

  #unload(): void {
    if (!this.#loading) return;
    this.#loading.abort();
    this.#loading = undefined;
    this.#mounted?.dispose();
    this.#mounted = undefined;
    this.#clear();
  }
}

/** 이미 있으면 그대로 둔다. / Defines the element, unless it is defined already. */
export function defineMangtoScene(load: () => Promise<Mount>): void {
  if (typeof customElements === 'undefined' || customElements.get('mangto-scene')) return;
  MangtoSceneElement.mount = async (options) => (await load())(options);
  customElements.define('mangto-scene', MangtoSceneElement);
}
