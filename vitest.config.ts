import { defineConfig } from 'vitest/config';
import { alias } from './vite.config';

const project = (name: string, timeout: number, fileParallelism = true) => ({
  resolve: { alias },
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    testTimeout: timeout,
    hookTimeout: timeout,
    fileParallelism,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('wasm', 20_000),
      project('package', 120_000),
      // 브라우저는 소프트웨어로 그리므로 느리고, 혼자서도 두 코어를 다 쓴다.
      project('browser', 180_000, false),
    ],
  },
});
