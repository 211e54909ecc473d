import { Vector3 } from 'three';
import type { Framing } from '../../scene';

const fov = 26; // 도, 망원에 가까워야 두 곰이 같은 크기로 보인다.

/**
 * 글을 놓는 법: 넓으면 곰의 곁에, 좁으면 위와 아래에, 낮기까지 하면 이름표만 발밑에.
 * Where the texts go: beside the bears, above and below them, or only the labels at their feet.
 */
export type Layout = 'wide' | 'narrow' | 'cramped';

interface Look {
  /** 화면에 들어갈 너비와 높이, 가운데의 높이(m). What must fit, and the height of its middle. */
  width: number;
  height: number;
  middle: number;
  /** 가운데에서 곰까지(m). How far each bear stands from the middle. */
  spacing: number;
}

export const looks: Readonly<Record<Layout, Look>> = {
  wide: { width: 4.1, height: 2.5, middle: 0.88, spacing: 0.74 },
  narrow: { width: 2.65, height: 3, middle: 0.78, spacing: 0.63 },
  cramped: { width: 3.1, height: 3.7, middle: 0.7, spacing: 0.86 },
};

const cardsBeside = 780; // px, 이보다 좁으면 곰의 곁에 숫자가 들어가지 않는다.

/** @param height 가리지 않은 높이(px). Free height in pixels. */
export function layoutOf(aspect: number, height: number): Layout {
  if (aspect > 1.7 && aspect * height >= cardsBeside) return 'wide';
  return height < 480 ? 'cramped' : 'narrow';
}

/** 두 곰과 이름표, 숫자가 모두 들어가게. Keeps both bears, their labels and figures in the picture. */
export function frameBears(aspect: number, layout: Layout): Framing {
  const { width, height, middle } = looks[layout];
  const half = Math.max(height, width / aspect) / 2;
  const target = new Vector3(0, middle, 0);
  const distance = half / Math.tan((fov * Math.PI) / 360) + 0.4;
  return { fov, target, position: new Vector3(0, middle + 0.09 * distance, distance) };
}
