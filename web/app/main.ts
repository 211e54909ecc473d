import { loadMangto, type Mangto } from 'mangto';
import { StepClock } from './clock';
import { expose } from './expose';
import { showFailure } from './failure';
import { Loop } from './loop';
import { TextBindings } from './panel/bindings';
import { createHeading } from './panel/heading';
import { Panel } from './panel/panel';
import { KnightScene } from './scenes/knight/index';
import { defaultSettings, type Settings } from './settings';
import { SettingsStore } from './store';
import { textsOf } from './texts/index';
import { Viewer } from './viewer';

const overlay = find('#overlay');
const canvas = find('#view') as HTMLCanvasElement;
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** 움직임을 줄여 달라고 하면 서 있는 기사와 약한 바람으로 시작한다. */
function startSettings(): Settings {
  return reducedMotion ? { ...defaultSettings, wind: 2, walk: false } : { ...defaultSettings };
}

function createViewer(): Viewer | undefined {
  try {
    return new Viewer(canvas, reducedMotion);
  } catch {
    return undefined;
  }
}

function start(store: SettingsStore, texts: TextBindings, mangto: Mangto, viewer: Viewer): void {
  const { renderer } = viewer;
  const small = Math.min(screen.width, screen.height) < 600;
  const scene = new KnightScene(mangto, {
    renderer,
    reducedMotion,
    shadowSize: small ? 1024 : 2048,
  });
  const clock = new StepClock();
  store.subscribe((settings) => scene.apply(settings));
  const panel = new Panel(store, texts, {
    pause: (paused) => (paused ? clock.pause() : clock.resume()),
    reset: () => {
      scene.reset();
      loop.redraw();
    },
    covers: (insets) => viewer.setInsets(insets),
  });
  overlay.replaceChildren(createHeading(store, texts), panel.root);
  viewer.show(scene);
  const loop = new Loop(scene, viewer, clock, (figures) => panel.readouts.show(figures));
  store.subscribe(() => loop.redraw());
  expose({ mangto, scene, viewer, clock, store, loop });
}

async function main(): Promise<void> {
  const store = new SettingsStore(startSettings());
  const texts = new TextBindings(textsOf(store.settings.language));
  store.subscribe(({ language }) => {
    texts.use(textsOf(language));
    document.documentElement.lang = language;
    document.title = texts.texts.documentTitle;
  });
  texts.label(canvas, 'viewLabel');
  const viewer = createViewer();
  if (!viewer) return showFailure(overlay, texts.texts, 'failureWebgl');
  let mangto: Mangto;
  try {
    mangto = await loadMangto();
  } catch (error) {
    return showFailure(overlay, texts.texts, 'failureWasm', messageOf(error));
  }
  try {
    start(store, texts, mangto, viewer);
  } catch (error) {
    console.error(error);
    showFailure(overlay, texts.texts, 'failureOther', messageOf(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

void main();
