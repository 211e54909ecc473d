import { Vector3 } from 'three';
import type { Framing } from '../../scene';

const fov = 26;
const tallest = 1.7; // m, 보이는 크기
const deepest = 2.1;
const gap = 0.12;

/** 모델들이 함께 차지하는 너비(m). The width that the models share. */
export function widthFor(aspect: number): number {
  return aspect > 1.2 ? 3.5 : 2.1;
}

/** 모델을 키울 배율과 서는 자리. How much to scale the model, and where its copies stand. */
export interface Standing {
  readonly scale: number;
  /** 그렇게 키운 높이(m). Its height then. */
  readonly height: number;
  readonly places: readonly number[];
}

/** @param size 모델의 크기, 파일의 단위로. Size of the model in its own unit. */
export function stand(size: Vector3, copies: number, width: number): Standing {
  const own = width / copies - gap;
  const fits = [tallest / size.y, own / size.x, deepest / size.z];
  const scale = Math.min(...fits.filter((value) => Number.isFinite(value) && value > 0), 1e6);
  return { scale, height: scale * size.y, places: copies === 1 ? [0] : [-width / 4, width / 4] };
}

/** 화면과 상관없는 배율: 가장 긴 쪽이 사람의 키만 하다. A scale that does not depend on the screen. */
export function standardScale({ x, y, z }: Vector3): number {
  const longest = Math.max(x, y, z);
  return longest > 0 ? tallest / longest : 1;
}

/** @param height 가리지 않은 높이(px). 낮은 화면에서는 제목 아래로 이름표가 들어가게 물러선다. Free height in pixels. */
export function frameModels(aspect: number, height: number): Framing {
  const [middle, tall] = height < 480 ? [1, 3.2] : [0.82, 2.5];
  const half = Math.max(tall, (widthFor(aspect) + 0.3) / aspect) / 2;
  const distance = half / Math.tan((fov * Math.PI) / 360) + 0.6;
  const target = new Vector3(0, middle, 0);
  return {
    fov,
    target,
    position: new Vector3(0.46 * distance, middle + 0.12 * distance, 0.88 * distance),
  };
}
