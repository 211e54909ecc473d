import { Vector3 } from 'three';
import type { Framing } from '../../scene';

const fov = 26; // 도, 망원에 가까워야 두 곰이 같은 크기로 보인다.

/** 세로 화면인가: 숫자를 곰의 아래에 적는다. */
export function isTall(aspect: number): boolean {
  return aspect < 1.15;
}

/** 두 곰과 이름표가 모두 들어가게. Keeps both bears and their labels in the picture. */
export function frameBears(aspect: number): Framing {
  const tall = isTall(aspect);
  const width = tall ? 2.75 : 3.7;
  const height = 2.45;
  const half = Math.max(height, width / aspect) / 2;
  const target = new Vector3(0, tall ? 0.8 : 0.93, 0);
  const distance = half / Math.tan((fov * Math.PI) / 360) + 0.4;
  return { fov, target, position: new Vector3(0, target.y + 0.09 * distance, distance) };
}
