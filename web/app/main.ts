import { loadMangto, MangtoError, type Mangto } from 'mangto';
import { StepClock } from './clock';
import { Director } from './director';
import { Notice, showFailure } from './failure';
import { Loop } from './loop';
import { element, TextBindings } from './panel/bindings';
import { createHeading } from './panel/heading';
import { Panel } from './panel/panel';
import type { Stage } from './scene';
import { tabOf, tabs } from './tabs';
import { defaultSettings, type Settings } from './settings';
import { HashStore, type SettingsStore } from './store';
import { textsOf } from './texts/index';
import { openContext, Viewer } from './viewer';

const overlay = find('#overlay');
const stageBox = find('#stage');
const canvas = find('#view') as HTMLCanvasElement;
const slowRate = 0.25;
const loadAheadMs = 3000; // 첫 그림이 먼저다.
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** 움직임을 줄여 달라고 하면 서 있는 기사와 약한 바람, 멈춰 있는 곰으로 시작한다. */
function startSettings(): Settings {
  const calm = reducedMotion ? { wind: 2, walk: false, auto: false, play: false } : {};
  return { ...defaultSettings, ...calm };
}

async function createViewer(): Promise<Viewer | undefined> {
  try {
    return new Viewer(await openContext(canvas), reducedMotion);
  } catch {
    return undefined;
  }
}

function start(store: SettingsStore, texts: TextBindings, mangto: Mangto, viewer: Viewer): void {
  const { renderer, signal } = viewer;
  const clock = new StepClock();
  const loop = new Loop(viewer, clock);
  const panel = new Panel(texts, {
    pause: (paused) => (paused ? clock.pause() : clock.resume()),
    reset: () => {
      director.scene?.reset();
      loop.redraw();
    },
    step: () => loop.advance(clock.stepSeconds),
    slow: (slow) => {
      clock.rate = slow ? slowRate : 1;
    },
    covers: (insets) => viewer.setInsets(insets),
  });
  const over = element('div', 'over');
  const small = Math.min(screen.width, screen.height) < 600;
  const redraw = () => loop.redraw();
  const reframe = () => viewer.reframe();
  const stage: Stage = {
    prepare: (part, root) => viewer.prepare(part, root),
    ...{ mangto, renderer, store, texts, redraw, reframe, reducedMotion, small, signal },
    keys: window,
  };
  const director = new Director({ mangto, viewer, clock, store, loop }, stage, panel, over);
  const notice = new Notice(texts);
  overlay.replaceChildren(over, createHeading(store, texts), panel.root, notice.root);
  watchContext(viewer, notice);
  store.subscribe(({ scene }) => {
    const { shown } = director;
    director.show(scene).then(
      () => {
        if (director.shown !== shown) notice.tell('tabFailed', false);
      },
      (error: unknown) => {
        if (shown === undefined) return fail(texts, error);
        console.error(error);
        notice.tell('tabFailed', true);
        store.set({ scene: shown }); // 보이던 장면으로 돌아간다.
      },
    );
  });
}

/** 그래픽 장치를 잃으면 알리고, 되찾으면 지운다. 벌써 잃었을 수도 있다. Says so while the graphics context is lost, which it may be already. */
function watchContext({ renderer }: Viewer, notice: Notice): void {
  const tell = () => notice.tell('contextLost', renderer.getContext().isContextLost());
  canvas.addEventListener('webglcontextlost', tell);
  canvas.addEventListener('webglcontextrestored', tell);
  tell();
}

/** 연결이 끊긴 뒤에도 고를 수 있도록 다른 장면의 코드를 미리 받는다. Loads the other scenes ahead, for when the connection is gone. */
function loadAhead(): void {
  for (const tab of tabs) tab.load().catch(() => {});
}

function fail(texts: TextBindings, error: unknown): void {
  console.error(error);
  showFailure(overlay, texts.texts, 'failureOther', messageOf(error));
}

/** 제목과 그림의 설명을 고른 장면과 언어에 맞춘다. Titles follow the scene and the language. */
function bindTitles(store: SettingsStore, texts: TextBindings): void {
  store.subscribe(({ language, scene }) => {
    const tab = tabOf(scene);
    document.documentElement.lang = language;
    texts.use(textsOf(language));
    document.title = texts.texts[tab.title];
    canvas.setAttribute('aria-label', texts.texts[tab.view]);
    stageBox.setAttribute('aria-labelledby', `tab-${tab.id}`);
  });
}

async function main(): Promise<void> {
  const store = new HashStore(startSettings());
  const texts = new TextBindings(textsOf(store.settings.language));
  bindTitles(store, texts);
  // 장면의 코드와 모듈을 받는 동안 그리는 장치를 연다. 못 받은 것은 쓸 때 알게 된다.
  tabOf(store.settings.scene)
    .load()
    .catch(() => {});
  const loading = loadMangto({ development: import.meta.env.DEV });
  loading.catch(() => {});
  const viewer = await createViewer();
  if (!viewer) return showFailure(overlay, texts.texts, 'failureWebgl');
  let mangto: Mangto;
  try {
    mangto = await loading;
  } catch (error) {
    const refused = error instanceof MangtoError && error.code === 'wasm-invalid';
    const reason = refused ? 'failureWasmRefused' : 'failureWasm';
    return showFailure(overlay, texts.texts, reason, messageOf(error));
  }
  try {
    start(store, texts, mangto, viewer);
    setTimeout(loadAhead, loadAheadMs);
  } catch (error) {
    fail(texts, error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

void main();
