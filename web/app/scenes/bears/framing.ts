import { Vector3 } from 'three';
import type { Framing } from '../../scene';

const fov = 26; // 도, 망원에 가까워야 두 곰이 같은 크기로 보인다.

/** 숫자를 곰의 곁에 적을 너비가 있는가. Whether there is room for the figures beside the bears. */
export function isWide(aspect: number): boolean {
  return aspect > 1.7;
}

/** 가운데에서 곰까지의 거리(m). How far each bear stands from the middle. */
export function spacing(aspect: number): number {
  return isWide(aspect) ? 0.74 : 0.63;
}

/** 두 곰과 이름표, 숫자가 모두 들어가게. Keeps both bears, their labels and figures in the picture. */
export function frameBears(aspect: number): Framing {
  const wide = isWide(aspect);
  const width = wide ? 4.1 : 2.5;
  const height = wide ? 2.5 : 3;
  const half = Math.max(height, width / aspect) / 2;
  const target = new Vector3(0, wide ? 0.88 : 0.78, 0);
  const distance = half / Math.tan((fov * Math.PI) / 360) + 0.4;
  return { fov, target, position: new Vector3(0, target.y + 0.09 * distance, distance) };
}
