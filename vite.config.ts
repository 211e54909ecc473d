import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// 앱과 테스트는 npm 패키지를 쓰는 사람과 똑같은 이름으로 라이브러리를 부른다.
export const alias = [
  { find: /^mangto$/, replacement: source('web/lib/index.ts') },
  { find: /^mangto\/three$/, replacement: source('web/lib/three.ts') },
  { find: /^mangto\/element$/, replacement: source('web/lib/element-module.ts') },
];

// 페이지가 스스로 지키는 규칙: 제 출처의 것만 받고, 글을 코드로 돌리지 않는다. blob:은 페이지가 만든 파일, data:는 사람이 연
// glTF에 든 버퍼이다.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self' data: blob:",
  "img-src 'self' data: blob:",
  // three의 DRACOLoader는 blob으로 일꾼을 만든다.
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// 개발 서버는 스타일과 소켓을 끼워 넣으므로 빌드한 페이지에만 적는다.
const writePolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
      injectTo: 'head-prepend',
    },
  ],
};

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
  plugins: [writePolicy],
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
