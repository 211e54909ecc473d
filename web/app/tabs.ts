import { scenes, type SceneTab } from './scenes/index';
import type { SceneId } from './settings';

/** 이 페이지의 탭들. 「내 모델」은 파일을 읽는 것까지 딸려 있어 이 페이지에만 있다. The tabs of this page; an own model, with all that reads files, is for this page only. */
export const tabs: readonly SceneTab[] = [
  ...scenes,
  {
    id: 'own',
    name: 'ownName',
    title: 'ownTitle',
    subtitle: 'ownSubtitle',
    view: 'ownView',
    load: async () => (await import('./scenes/own/index')).createOwnScene,
  },
];

export function tabOf(id: SceneId): SceneTab {
  return tabs.find((tab) => tab.id === id)!;
}
