// 모델마다 그림 하나: 같은 자세의 방법들을 나란히, 점의 색은 뼈들의 색을 가중치로 섞은 것.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { Color, Matrix4 } from 'three';
import type { SkinBone } from 'mangto';
import { launch } from '../../browser/support/browser';
import type { Body, Weights } from './body';
import { posed, rowsOf } from './metrics';
import type { Figure } from './sheet';

// 이웃한 번호의 색이 멀도록: 황금비.
const kHueStep = 0.618;

const kPage = `<style>
  body { display: flex; width: max-content; margin: 0; font: 16px sans-serif }
  figure { margin: 4px }
  img { display: block }
</style>`;

/** 한 방법의 이름과 가중치. */
export interface Look {
  readonly method: string;
  readonly weights: Weights;
}

function colorsOf(weights: Weights): number[] {
  return rowsOf(weights).flatMap((row) => {
    const color = new Color(0);
    for (const [bone, weight] of row)
      color.add(new Color().setHSL((bone * kHueStep) % 1, 0.75, 0.5).multiplyScalar(weight));
    return color.toArray();
  });
}

function figureOf(body: Body, bones: readonly SkinBone[], { method, weights }: Look): Figure {
  const { bones: joints, boneInverses } = body.skeleton;
  const toWorld = new Matrix4().multiplyMatrices(joints[0]!.matrixWorld, boneInverses[0]!);
  const positions = posed(body, bones, weights).flatMap((at) => at.applyMatrix4(toWorld).toArray());
  return { label: method, positions, colors: colorsOf(weights) };
}

/** 그림들을 한 폴더에 그려 넣는다. */
export class Album {
  readonly #folder: string;
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(folder: string, browser: Browser, page: Page) {
    this.#folder = folder;
    this.#browser = browser;
    this.#page = page;
  }

  static async open(folder: string): Promise<Album> {
    mkdirSync(folder, { recursive: true });
    const script = await build({
      entryPoints: [fileURLToPath(new URL('./sheet.ts', import.meta.url))],
      bundle: true,
      write: false,
      format: 'iife',
    });
    const browser = await launch();
    const page = await browser.newPage({ viewport: { width: 2000, height: 1000 } });
    await page.setContent(kPage);
    await page.addScriptTag({ content: script.outputFiles[0]!.text });
    return new Album(folder, browser, page);
  }

  async draw(body: Body, bones: readonly SkinBone[], looks: readonly Look[]): Promise<void> {
    const figures = looks.map((look) => figureOf(body, bones, look));
    const sheet = { title: body.name, indices: [...body.indices], figures };
    await this.#page.evaluate((own) => window.draw(own), sheet);
    await this.#page.locator('body').screenshot({ path: join(this.#folder, `${body.name}.png`) });
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
