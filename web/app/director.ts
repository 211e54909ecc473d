import { expose, type Running } from './expose';
import type { Panel } from './panel/panel';
import type { DemoScene, Stage } from './scene';
import { tabOf } from './tabs';
import type { SceneId } from './settings';

/** 고른 장면을 무대에 올린다. 한 번 만든 장면은 남겨 두었다가 다시 올린다. Puts the chosen scene on; keeps those it made. */
export class Director {
  readonly #running: Running;
  readonly #stage: Stage;
  readonly #panel: Panel;
  readonly #over: Element;
  readonly #scenes = new Map<SceneId, Promise<DemoScene>>();
  #shown: { id: SceneId; scene: DemoScene } | undefined;

  /** @param over 장면이 그림 위에 놓을 것의 자리. Where a scene lays things over the picture. */
  constructor(running: Running, stage: Stage, panel: Panel, over: Element) {
    this.#running = running;
    this.#stage = stage;
    this.#panel = panel;
    this.#over = over;
  }

  /** 보이는 장면. The scene shown. */
  get scene(): DemoScene | undefined {
    return this.#shown?.scene;
  }

  /** 보이는 장면의 이름. The id of the scene shown. */
  get shown(): SceneId | undefined {
    return this.#shown?.id;
  }

  /** 설정이 고른 장면을 보이고 설정을 입힌다. Shows the scene that the settings choose, with the settings. */
  async show(id: SceneId): Promise<void> {
    const { store, loop } = this.#running;
    if (id !== this.#shown?.id) {
      const chosenAt = performance.now();
      const scene = await this.#make(id);
      // 불러오는 사이에 다른 장면을 골랐을 수 있다.
      if (store.settings.scene !== id) return;
      if (id !== this.#shown?.id) this.#change(id, scene, chosenAt);
    }
    this.#shown?.scene.apply(store.settings);
    loop.redraw();
  }

  #make(id: SceneId): Promise<DemoScene> {
    const made = this.#scenes.get(id) ?? this.#load(id);
    this.#scenes.set(id, made);
    return made;
  }

  async #load(id: SceneId): Promise<DemoScene> {
    try {
      const create = await tabOf(id).load();
      const scene = await create(this.#stage);
      await this.#running.viewer.prepare(scene.root, scene.root);
      return scene;
    } catch (error) {
      // 다음에 고를 때 다시 해 본다.
      this.#scenes.delete(id);
      throw error;
    }
  }

  #change(id: SceneId, scene: DemoScene, chosenAt: number): void {
    this.#shown?.scene.leave?.();
    this.#shown = { id, scene };
    this.#panel.use(scene.controls);
    this.#over.replaceChildren(...(scene.overlay ? [scene.overlay] : []));
    this.#running.loop.show(scene, chosenAt);
    expose(this.#running, scene);
  }
}
