import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// 앱과 테스트는 npm 패키지를 쓰는 사람과 똑같은 이름으로 라이브러리를 부른다.
export const alias = [
  { find: /^mangto$/, replacement: source('web/lib/index.ts') },
  { find: /^mangto\/three$/, replacement: source('web/lib/three.ts') },
];

export default defineConfig({
  base: './', // 어느 하위 경로에 올려도 열리도록
  resolve: { alias },
  build: { outDir: 'dist/site', target: 'es2022' },
});
