// 빌드가 web/app/mount.ts를 묶어 만든다: three를 담지 않은 것과 담은 것.
export { mount } from './scenes-standalone.js';
