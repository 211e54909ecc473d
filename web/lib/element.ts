// 스크립트 하나로 쓸 때: three까지 담은 장면을 부른다.
import { defineMangtoScene } from './scene-element.js';

defineMangtoScene(async () => (await import('./scenes-standalone.js')).mount);
