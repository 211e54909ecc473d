import {
  DataTexture,
  LinearMipmapLinearFilter,
  LinearFilter,
  RepeatWrapping,
  RGBAFormat,
} from 'three';
import { seeded } from '../knight/random';

const size = 512;

/** 이어 붙일 수 있는 높낮이 그림. A tileable field of heights. */
class Heights {
  readonly values = new Float32Array(size * size);

  /** 둥근 자리에 높이를 더한다: (dx, dy)는 가운데에서 잰 거리(반지름 1). Adds heights within a disc. */
  stamp(x: number, y: number, radius: number, height: (dx: number, dy: number) => number): void {
    const reach = Math.ceil(radius);
    for (let j = -reach; j <= reach; j += 1) {
      for (let i = -reach; i <= reach; i += 1) {
        const [dx, dy] = [i / radius, j / radius];
        if (dx * dx + dy * dy >= 1) continue;
        const at = ((y + j + size) % size) * size + ((x + i + size) % size);
        this.values[at]! += height(dx, dy);
      }
    }
  }

  at(x: number, y: number): number {
    return this.values[((y + size) % size) * size + ((x + size) % size)]!;
  }
}

const bump = (dx: number, dy: number) => (1 - dx * dx - dy * dy) ** 2;

/** 손가락 자국: 살짝 눌린 자리에 소용돌이 금. A fingerprint: whorled ridges in a shallow dent. */
function fingerprint(heights: Heights, random: () => number): void {
  const [x, y] = [Math.floor(random() * size), Math.floor(random() * size)];
  const radius = 26 + 16 * random();
  const turn = Math.PI * random();
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [offset, bend] = [0.5 * random(), 0.35 + 0.3 * random()];
  heights.stamp(x, y, radius, (dx, dy) => {
    const [u, v] = [cos * dx + sin * dy, cos * dy - sin * dx];
    const ridge = Math.sin(radius * 1.15 * Math.hypot(0.75 * u, v + offset - bend * u * u));
    return bump(dx, dy) * (0.55 * ridge - 0.9);
  });
}

function dent(heights: Heights, random: () => number, radius: number, depth: number): void {
  const [x, y] = [Math.floor(random() * size), Math.floor(random() * size)];
  const [a, b] = [1 + random(), 2 * Math.PI * random()];
  heights.stamp(x, y, radius, (dx, dy) => {
    const oval = Math.min(1, (dx * Math.cos(b) + dy * Math.sin(b)) ** 2 * a + dx * dx + dy * dy);
    return depth * (1 - oval) ** 2;
  });
}

function press(): Heights {
  const heights = new Heights();
  const random = seeded(2026);
  for (let k = 0; k < 60; k += 1)
    dent(heights, random, 30 + 50 * random(), 2.4 * (random() - 0.55));
  for (let k = 0; k < 15; k += 1) fingerprint(heights, random);
  for (let k = 0; k < 420; k += 1) dent(heights, random, 2 + 4 * random(), random() - 0.7);
  return heights;
}

/**
 * 찰흙의 결: 빨강·초록은 높이의 기울기, 파랑은 높이. 실제 사진이 있으면 이 함수를 바꾼다.
 * The clay's surface: red and green hold the slope of the height, blue the height. Swap in a real picture here.
 */
export function createClayTexture(): DataTexture {
  const heights = press();
  const data = new Uint8Array(4 * size * size);
  const encode = (value: number) => Math.min(255, Math.max(0, Math.round(127.5 + 127.5 * value)));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const at = 4 * (y * size + x);
      data[at] = encode((heights.at(x + 1, y) - heights.at(x - 1, y)) * 0.8);
      data[at + 1] = encode((heights.at(x, y + 1) - heights.at(x, y - 1)) * 0.8);
      data[at + 2] = encode(heights.at(x, y) * 0.25);
      data[at + 3] = 255;
    }
  }
  const texture = new DataTexture(data, size, size, RGBAFormat);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
