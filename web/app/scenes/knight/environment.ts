import {
  Color,
  DataTexture,
  DataUtils,
  EquirectangularReflectionMapping,
  HalfFloatType,
  LinearFilter,
  MathUtils,
  Vector3,
} from 'three';

interface Glow {
  /** 오는 쪽. Where it comes from. */
  from: Vector3;
  /** rad, 반지름. */
  radius: number;
  color: Color;
}

const [width, height] = [128, 64];
const night = new Color('#3a5688');
const floor = new Color('#2a2622');
const floorEdge = 0.5; // 이보다 아래를 보면 바닥이다(방향의 y).

function glow(
  color: string,
  strength: number,
  from: [number, number, number],
  radius: number,
): Glow {
  return {
    color: new Color(color).multiplyScalar(strength),
    from: new Vector3(...from).normalize(),
    radius,
  };
}

const glows = [
  glow('#bcd2ff', 14, [7, 9, -9], 0.12),
  glow('#ff9a4a', 12, [-8, 2, 7], 0.15),
  glow('#ff9a4a', 7, [9, 1, 6], 0.11),
  // 안쪽 벽의 횃불에 밝아진 바닥과 벽.
  glow('#ffbd85', 1.6, [2.6, 0.4, 4.4], 0.6),
];

/** 그쪽에서 오는 빛. The light from there. */
function look(direction: Vector3, light: Color): void {
  light
    .copy(night)
    .lerp(floor, MathUtils.smoothstep(-direction.y, floorEdge - 0.1, floorEdge + 0.1));
  for (const { from, radius, color } of glows) {
    const angle = Math.acos(MathUtils.clamp(direction.dot(from), -1, 1));
    light.lerp(color, 1 - MathUtils.smoothstep(angle, 0.6 * radius, 1.4 * radius));
  }
}

/**
 * 쇠에 비칠 밤의 빛. 실제 HDR 사진이 있으면 이 함수를 바꾼다.
 * What the steel reflects: a blue night with warm fires. Swap in a real HDR picture here.
 */
export function createEnvironment(): DataTexture {
  const pixels = new Uint16Array(4 * width * height);
  const direction = new Vector3();
  const light = new Color();
  for (let k = 0; k < width * height; k += 1) {
    const around = (((k % width) + 0.5) / width - 0.5) * 2 * Math.PI;
    const up = ((Math.floor(k / width) + 0.5) / height - 0.5) * Math.PI;
    direction.set(Math.cos(up) * Math.cos(around), Math.sin(up), Math.cos(up) * Math.sin(around));
    look(direction, light);
    const { r, g, b } = light;
    pixels.set([r, g, b, 1].map(DataUtils.toHalfFloat), 4 * k);
  }
  const texture = new DataTexture(pixels, width, height);
  texture.type = HalfFloatType;
  texture.mapping = EquirectangularReflectionMapping;
  texture.magFilter = texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
