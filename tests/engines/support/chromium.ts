import { launch } from '../../browser/support/browser';
import { WINDOW, type Engine } from './engine';

export async function startChromium(): Promise<Engine> {
  const browser = await launch();
  const page = await browser.newPage({ viewport: WINDOW });
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}
