import type { Mangto } from 'mangto';
import type { StepClock } from './clock';
import type { Exposed } from './exposed';
import type { Loop } from './loop';
import type { DemoScene } from './scene';
import type { SettingsStore } from './store';
import type { Viewer } from './viewer';

export interface Running {
  mangto: Mangto;
  viewer: Viewer;
  clock: StepClock;
  store: SettingsStore;
  loop: Loop;
}

/** 보이는 장면을 `window.mangto`로 내놓는다. Puts the scene shown on `window.mangto`. */
export function expose({ mangto, viewer, clock, store, loop }: Running, scene: DemoScene): void {
  const common: Partial<Exposed> = {
    module: mangto,
    sceneId: store.settings.scene,
    scene: scene.root,
    camera: viewer.camera,
    renderer: viewer.renderer,
    clock,
    get settings() {
      return store.settings;
    },
    get frames() {
      return loop.frames;
    },
    get switchMs() {
      return loop.switchMs;
    },
    set: (patch) => store.set(patch),
    reset: () => {
      scene.reset();
      loop.redraw();
    },
    advance: (seconds) => loop.advance(seconds),
  };
  // 장면의 읽개(getter)를 값으로 굳히지 않고 옮긴다.
  const descriptors = Object.getOwnPropertyDescriptors(scene.exposed);
  window.mangto = Object.defineProperties(common, descriptors) as Exposed;
}
