import { Spherical, Texture, Vector3, type Mesh, type Object3D } from 'three';
import { loadMangto } from 'mangto';
import type { MountOptions, Mounted, SceneAttributes } from 'mangto/element';
import { StepClock } from './clock';
import { Loop } from './loop';
import { element, TextBindings } from './panel/bindings';
import { sceneOf } from './scenes/index';
import { decodeSettings, defaultSettings, type Settings } from './settings';
import { SettingsStore } from './store';
import appStyle from './style.css?inline';
import { textsOf } from './texts/index';
import { openContext, Viewer } from './viewer';

const turnStep = Math.PI / 36;
const zoomStep = 1.1;

const wantsCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** en-US의 en. The en of en-US. */
const languageOf = (tag: string) => tag.toLowerCase().split('-', 1)[0]!;

/** 속성의 글자들을 설정으로. 없는 것은 처음 값이고, 모르는 것과 틀린 것은 버린다. An attribute that is gone means the value at first; ignores what it does not know. */
function settingsOf(attributes: SceneAttributes, now: Settings, first: Settings): Settings {
  const settings = { ...now };
  const given = new URLSearchParams();
  for (const [name, text] of Object.entries(attributes)) {
    if (text === null) Object.assign(settings, { [name]: first[name as keyof Settings] });
    else given.set(name, name === 'language' ? languageOf(text) : text);
  }
  return decodeSettings(given.toString(), settings);
}

/** 한 장면을 어느 캔버스에나 올린다. Puts one scene on any canvas. */
export async function mount(options: MountOptions): Promise<Mounted> {
  const { canvas, panel, attributes, signal, onProgress } = options;
  const calm = wantsCalm() ? { wind: 2, walk: false, play: false } : {};
  const first = { ...defaultSettings, ...calm };
  const store = new SettingsStore(settingsOf(attributes, first, first));
  const texts = new TextBindings(textsOf(store.settings.language));
  const tab = sceneOf(store.settings.scene);
  const loading = [tab.load(), loadMangto()] as const;
  for (const part of loading) void part.then(() => onProgress(0.4)).catch(() => {});
  const [create, mangto] = await Promise.all(loading);
  const abandoned = () => signal.aborted && (mangto.dispose(), true);
  if (abandoned()) throw signal.reason;
  onProgress(0.7);
  let viewer: Viewer;
  try {
    viewer = new Viewer(await openContext(canvas), wantsCalm());
  } catch (error) {
    mangto.dispose();
    throw error;
  }
  if (abandoned()) {
    viewer.dispose();
    throw signal.reason;
  }
  // 바퀴와 위아래로 미는 손가락은 페이지의 것이다.
  viewer.controls.enableZoom = false;
  canvas.style.touchAction = 'pan-y';
  const clock = new StepClock();
  const loop = new Loop(viewer, clock);
  const small = Math.min(screen.width, screen.height) < 600;
  const { renderer } = viewer;
  const redraw = () => loop.redraw();
  const reframe = () => viewer.reframe();
  const scene = await create({
    ...{ mangto, renderer, store, texts, redraw, reframe, small, signal },
    prepare: (part, root) => viewer.prepare(part, root),
    reducedMotion: wantsCalm(),
  });
  store.subscribe((settings) => {
    texts.use(textsOf(settings.language));
    canvas.setAttribute('aria-label', texts.texts[tab.view]);
    scene.apply(settings);
    loop.redraw();
  });
  panel.replaceChildren(...scene.controls.bar, ...scene.controls.groups);
  if (scene.overlay) {
    const over = element('div', 'over');
    over.append(scene.overlay);
    canvas.after(over);
  }
  await viewer.prepare(scene.root, scene.root);
  loop.show(scene);
  const keys = new AbortController();
  canvas.addEventListener('keydown', (event) => press(event, viewer, clock), keys);
  onProgress(1);
  return {
    style: appStyle.replace(':root', ':host'),
    set: (changed) => store.set(settingsOf(changed, store.settings, first)),
    show: (shown) => (shown ? loop.start() : loop.stop()),
    dispose() {
      keys.abort();
      loop.stop();
      scene.leave?.();
      release(scene.root);
      viewer.dispose();
      mangto.dispose();
      panel.replaceChildren();
    },
  };
}

/** 여러 장면이 함께 쓰는 재질은 놓아 주지 않으면 그것을 그린 렌더러를, 렌더러는 장면을 통째로 붙들고 있다. Materials that scenes share would keep the renderer that drew them, and all of the scene with it. */
function release(root: Object3D): void {
  root.traverse((object) => {
    const { geometry, material } = object as Mesh;
    geometry?.dispose();
    for (const one of [material ?? []].flat()) {
      for (const part of [...Object.values(one), ...Object.values(one.userData)])
        if (part instanceof Texture) part.dispose();
      one.dispose();
    }
  });
}

/** 화살표로 돌아보고, +와 -로 다가가고, 빈칸으로 멈춘다. Arrows turn, + and - zoom, the space bar pauses. */
function press(event: KeyboardEvent, viewer: Viewer, clock: StepClock): void {
  const actions: Record<string, () => void> = {
    ArrowLeft: () => orbit(viewer, -turnStep, 0, 1),
    ArrowRight: () => orbit(viewer, turnStep, 0, 1),
    ArrowUp: () => orbit(viewer, 0, -turnStep, 1),
    ArrowDown: () => orbit(viewer, 0, turnStep, 1),
    '+': () => orbit(viewer, 0, 0, 1 / zoomStep),
    '-': () => orbit(viewer, 0, 0, zoomStep),
    ' ': () => (clock.paused ? clock.resume() : clock.pause()),
  };
  const action = actions[event.key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  action();
}

function orbit({ camera, controls }: Viewer, turn: number, lift: number, zoom: number): void {
  const offset = new Vector3().subVectors(camera.position, controls.target);
  const at = new Spherical().setFromVector3(offset);
  at.theta += turn;
  at.phi = Math.min(controls.maxPolarAngle, Math.max(controls.minPolarAngle, at.phi + lift));
  at.radius = Math.min(controls.maxDistance, Math.max(controls.minDistance, at.radius * zoom));
  camera.position.setFromSpherical(at).add(controls.target);
  controls.update();
}
