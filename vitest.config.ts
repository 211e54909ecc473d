import { defineConfig } from 'vitest/config';
import { alias } from './vite.config';

const project = (name: string, timeout = 20_000) => ({
  resolve: { alias },
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    // 브라우저는 소프트웨어로 그리므로 느리다.
    projects: [project('wasm'), project('package', 120_000), project('browser', 180_000)],
  },
});
