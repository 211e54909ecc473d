import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// 앱과 테스트는 npm 패키지를 쓰는 사람과 똑같은 이름으로 라이브러리를 부른다.
export const alias = [
  { find: /^mangto$/, replacement: source('web/lib/index.ts') },
  { find: /^mangto\/three$/, replacement: source('web/lib/three.ts') },
  { find: /^mangto\/element$/, replacement: source('web/lib/element-module.ts') },
];

const tests = (name: string, timeout: number, fileParallelism = true) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    testTimeout: timeout,
    hookTimeout: timeout,
    fileParallelism,
  },
});

// 꾸러미를 한 번 만들어 두고 시작한다.
const packed = (project: ReturnType<typeof tests>) => ({
  ...project,
  test: { ...project.test, globalSetup: 'tests/package/pack.ts' },
});

export default defineConfig({
  base: './', // 어느 하위 경로에 올려도 열리도록
  resolve: { alias },
  build: { outDir: 'dist/site', target: 'es2022' },
  test: {
    maxWorkers: 2,
    projects: [
      tests('wasm', 20_000),
      packed(tests('package', 120_000)),
      packed(tests('engines', 120_000)),
      // 브라우저는 소프트웨어로 그리므로 느리고, 혼자서도 두 코어를 다 쓴다.
      tests('browser', 180_000, false),
    ],
  },
});
