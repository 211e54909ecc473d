import type { DemoScene, Stage } from '../scene';
import type { SceneId } from '../settings';
import type { TextKey } from '../texts/index';

/** 탭 하나. 장면은 처음 고를 때 불러온다. One tab; its scene is loaded when it is first chosen. */
export interface SceneTab {
  readonly id: SceneId;
  readonly name: TextKey;
  readonly title: TextKey;
  readonly subtitle: TextKey;
  /** 그림을 말로. The picture in words. */
  readonly view: TextKey;
  load(): Promise<(stage: Stage) => DemoScene | Promise<DemoScene>>;
}

/** 어느 페이지에나 올릴 수 있는 장면들. The scenes that go on any page. */
export const scenes: readonly SceneTab[] = [
  {
    id: 'knight',
    name: 'knightName',
    title: 'knightTitle',
    subtitle: 'knightSubtitle',
    view: 'knightView',
    load: async () => (await import('./knight/index')).createKnightScene,
  },
  {
    id: 'bears',
    name: 'bearsName',
    title: 'bearsTitle',
    subtitle: 'bearsSubtitle',
    view: 'bearsView',
    load: async () => (await import('./bears/index')).createBearsScene,
  },
];

export function sceneOf(id: SceneId): SceneTab {
  return scenes.find((scene) => scene.id === id) ?? scenes[0]!;
}
