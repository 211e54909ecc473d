import { Vector3 } from 'three';
import type { Framing } from '../../scene';

/**
 * 글을 놓는 법: 넓으면 곰의 곁에, 좁으면 위와 아래에, 낮기까지 하면 이름표만 발밑에.
 * Where the texts go: beside the bears, above and below them, or only the labels at their feet.
 */
export type Layout = 'wide' | 'narrow' | 'cramped';

interface Look {
  /** 도. 망원에 가까워야 두 곰이 같은 크기로 보인다. In degrees; near to a telephoto's, so that both look alike. */
  fov: number;
  /** 두 곰이 차지하는 너비(m), 팔을 벌리면 더 넓다. What the bears take up, and more with their arms spread. */
  width: number;
  spread: number;
  /** 글이 차지하는 양옆, 위, 아래(px). What the texts take up beside, above and below the bears. */
  beside: number;
  above: number;
  below: number;
  /** 비틀기의 설명이 위에서 더 차지하는 높이(px). What the note of the spread pose takes up above. */
  note: number;
  /** 가운데에서 곰까지(m). How far each bear stands from the middle. */
  spacing: number;
}

export const looks: Readonly<Record<Layout, Look>> = {
  wide: {
    fov: 26,
    width: 3,
    spread: 3.3,
    beside: 176,
    above: 74,
    below: 58,
    note: 0,
    spacing: 0.74,
  },
  narrow: {
    fov: 32,
    width: 2.75,
    spread: 3.1,
    beside: 0,
    above: 186,
    below: 150,
    note: 60,
    spacing: 0.63,
  },
  cramped: {
    fov: 26,
    width: 3,
    spread: 3.4,
    beside: 0,
    above: 72,
    below: 52,
    note: 0,
    spacing: 0.86,
  },
};

const low = -0.16; // m, 받침대의 앞 모서리
const high = 1.9; // m, 귀 끝
const lowScreen = 400; // px

const cardsBeside = 780; // px, 이보다 좁으면 곰의 곁에 숫자가 들어가지 않는다.

/** @param height 가리지 않은 높이(px). Free height in pixels. */
export function layoutOf(aspect: number, height: number): Layout {
  if (aspect > 1.7 && aspect * height >= cardsBeside) return 'wide';
  return height < 480 ? 'cramped' : 'narrow';
}

/**
 * 두 곰이 글이 없는 자리의 한가운데에 들어가게. Keeps both bears in the middle of what the texts leave free.
 * @param height 가리지 않은 높이(px). Free height in pixels.
 * @param spread 팔을 옆으로 뻗는 자세. Whether the pose spreads the arms.
 */
export function frameBears(
  aspect: number,
  height: number,
  layout: Layout,
  spread: boolean,
): Framing {
  const look = looks[layout];
  const { fov, beside } = look;
  const width = spread ? look.spread : look.width;
  const above = look.above + (spread ? look.note : 0);
  // 낮은 화면에서는 색의 뜻이 왼쪽 아래 구석에 놓인다.
  const below = height < lowScreen ? Math.min(8, look.below) : look.below;
  // 1px의 길이(m): 너비와 높이 가운데 더 모자란 쪽에 맞춘다.
  const pixel = Math.max(
    (high - low) / Math.max(1, height - above - below),
    width / Math.max(1, aspect * height - 2 * beside),
  );
  const half = (pixel * height) / 2;
  const middle = (high + low + pixel * (above - below)) / 2;
  const target = new Vector3(0, middle, 0);
  const distance = half / Math.tan((fov * Math.PI) / 360) + 0.4;
  return { fov, target, position: new Vector3(0, middle + 0.09 * distance, distance) };
}
