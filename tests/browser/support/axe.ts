import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>;
}

/** axe가 찾은 접근성의 흠: 규칙과 자리. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // 페이지의 규칙은 끼워 넣은 스크립트를 막으므로 개발자 도구로 넣는다.
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`));
  });
}
