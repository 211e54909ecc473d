// `mangto/element`: 페이지의 three를 함께 쓴다.
import { defineMangtoScene } from './scene-element.js';

export {
  MangtoSceneElement,
  type Mounted,
  type MountOptions,
  type SceneAttributes,
  type SceneName,
} from './scene-element.js';

defineMangtoScene(async () => (await import('./scenes.js')).mount);
