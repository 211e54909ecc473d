import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping } from 'three';
import { seeded } from '../knight/random';

const size = 512; // 2의 거듭제곱

/** 이어 붙일 수 있는 높낮이 그림. A tileable field of heights. */
class Heights {
  readonly values = new Float32Array(size * size);

  /** 둥근 자리에 높이를 더한다: (dx, dy)는 가운데에서 잰 거리(반지름 1). Adds heights within a disc. */
  stamp(x: number, y: number, radius: number, height: (dx: number, dy: number) => number): void {
    const reach = Math.ceil(radius);
    for (let j = -reach; j <= reach; j += 1) {
      const row = ((y + j) & (size - 1)) * size;
      for (let i = -reach; i <= reach; i += 1) {
        const dx = i / radius;
        const dy = j / radius;
        if (dx * dx + dy * dy < 1) this.values[row + ((x + i) & (size - 1))]! += height(dx, dy);
      }
    }
  }

  at(x: number, y: number): number {
    return this.values[(y & (size - 1)) * size + (x & (size - 1))]!;
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
  const [squash, turn] = [1 + random(), 2 * Math.PI * random()];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  heights.stamp(x, y, radius, (dx, dy) => {
    const along = dx * cos + dy * sin;
    const flat = Math.max(0, 1 - dx * dx - dy * dy - squash * along * along);
    return depth * flat * flat;
  });
}

/** 눌린 자국을 하나씩 찍는다. Presses one mark after the other. */
function* press(heights: Heights): Generator<void> {
  const random = seeded(2026);
  for (let k = 0; k < 40; k += 1, yield)
    dent(heights, random, 30 + 40 * random(), 5 * (random() - 0.55));
  for (let k = 0; k < 15; k += 1, yield) fingerprint(heights, random);
  for (let k = 0; k < 420; k += 1, yield) dent(heights, random, 2 + 4 * random(), random() - 0.7);
}

/**
 * 찰흙의 결: 빨강·초록은 높이의 기울기, 파랑은 높이. 실제 사진이 있으면 이 함수를 바꾼다.
 * The clay's surface: red and green hold the slope of the height, blue the height. Swap in a real picture here.
 */
export function createClayTexture(): DataTexture {
  const texture = new DataTexture(new Uint8Array(4 * size * size).fill(128), size, size);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

const encode = (value: number) => Math.min(255, Math.max(0, Math.round(127.5 + 127.5 * value)));

/**
 * 매끈한 찰흙에 자국을 낸다. 조금씩 쉬어 가며 한다. 실제 찰흙 사진이 있으면 이 함수를 바꾼다(자리표시).
 * Marks the smooth clay, pausing between small pieces of work; swap in a real clay texture here.
 */
export function* markClay(texture: DataTexture): Generator<void> {
  const heights = new Heights();
  yield* press(heights);
  const { data } = texture.image as { data: Uint8Array };
  for (let y = 0; y < size; y += 1, yield) {
    for (let x = 0; x < size; x += 1) {
      const at = 4 * (y * size + x);
      data[at] = encode((heights.at(x + 1, y) - heights.at(x - 1, y)) * 0.8);
      data[at + 1] = encode((heights.at(x, y + 1) - heights.at(x, y - 1)) * 0.8);
      data[at + 2] = encode(heights.at(x, y) * 0.25);
    }
  }
  texture.needsUpdate = true;
}
