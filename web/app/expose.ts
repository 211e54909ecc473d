import type { Mangto } from 'mangto';
import type { StepClock } from './clock';
import type { Exposed } from './exposed';
import type { Loop } from './loop';
import type { KnightScene } from './scenes/knight/index';
import type { SettingsStore } from './store';
import type { Viewer } from './viewer';

export interface Running {
  mangto: Mangto;
  scene: KnightScene;
  viewer: Viewer;
  clock: StepClock;
  store: SettingsStore;
  loop: Loop;
}

/** 도는 장면을 `window.mangto`로 내놓는다. Puts the running scene on `window.mangto`. */
export function expose(running: Running): void {
  const { mangto, scene, viewer, clock, store, loop } = running;
  const exposed: Exposed = {
    module: mangto,
    sceneId: scene.id,
    scene: scene.root,
    camera: viewer.camera,
    renderer: viewer.renderer,
    clock,
    get cloths() {
      return scene.cloths;
    },
    get capsules() {
      return scene.colliders.data;
    },
    get walker() {
      return scene.walker;
    },
    get settings() {
      return store.settings;
    },
    get frames() {
      return loop.frames;
    },
    set: (patch) => store.set(patch),
    reset: () => {
      scene.reset();
      loop.redraw();
    },
    advance: (seconds) => loop.advance(seconds),
  };
  window.mangto = exposed;
}
