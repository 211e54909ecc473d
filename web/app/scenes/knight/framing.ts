import { Vector3 } from 'three';
import type { Framing } from '../../scene';
import { modulePitch } from './wall';

const portrait = 0.8; // 이보다 좁으면 세로 화면으로 본다.

/** 깃대 사이의 거리(m): 어느 화면에서나 깃발 하나는 보이게. Keeps one flag in the picture. */
export function flagSpacing(aspect: number): number {
  return aspect < portrait ? 2 * modulePitch : 4 * modulePitch;
}

/**
 * 기사의 오른쪽 뒤에서 낮게: 망토의 바깥과 걷는 다리, 하늘의 깃발이 함께 보인다.
 * Low, from behind his right: the outside of the cape, the walking legs and the flag in the sky.
 */
export function frameKnight(aspect: number): Framing {
  const tall = aspect < portrait;
  const direction = tall ? new Vector3(-0.7, 0.02, 0.72) : new Vector3(-0.68, -0.01, 0.74);
  const target = tall ? new Vector3(-0.12, 1.78, -0.2) : new Vector3(-0.32, 1.6, -0.2);
  const distance = tall ? 6 * Math.min(1.35, Math.max(1, 0.47 / aspect)) : 6.1;
  return {
    fov: tall ? 40 : 31,
    target,
    position: target.clone().addScaledVector(direction.normalize(), distance),
  };
}
