import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';
import { paintLater, type Unhurried } from '../paintwork';
import { layered, tileNoise, type Noise } from './noise';
import { seeded } from './random';

export type Paint = (context: CanvasRenderingContext2D, width: number, height: number) => void;

type SlowPaint = (context: CanvasRenderingContext2D) => Unhurried<void>;

/** 칠하는 데 오래 걸리는 무늬. `painted()`까지는 비어 있다. A texture that takes long to paint, empty until `painted()`. */
export function slowTexture(
  width: number,
  height: number,
  paint: SlowPaint,
  isColor = true,
): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('a 2D canvas is not available');
  const texture = new CanvasTexture(canvas);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  if (isColor) texture.colorSpace = SRGBColorSpace;
  const work = function* () {
    yield* paint(context);
    texture.needsUpdate = true;
    return texture;
  };
  paintLater(work());
  return texture;
}

/** 그리는 함수 하나로 무늬를 만든다. `painted()`까지는 비어 있다. A texture from one painting function, empty until `painted()`. */
export function paintTexture(
  width: number,
  height: number,
  paint: Paint,
  isColor = true,
): CanvasTexture {
  const atOnce: SlowPaint = function* (context) {
    paint(context, width, height);
    yield;
  };
  return slowTexture(width, height, atOnce, isColor);
}

/** `out`의 `at`부터 빨강, 초록, 파랑을 적는다. Writes red, green and blue to `out`, from `at`. */
type Fill = (out: Uint8ClampedArray, at: number, x: number, y: number) => void;

/** 점마다 색을 정하는 무늬. A texture whose every pixel is computed. */
function pixelTexture(width: number, height: number, fill: Fill, isColor = true): CanvasTexture {
  const paint: SlowPaint = function* (context) {
    const image = context.createImageData(width, height);
    const { data } = image;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const at = 4 * (y * width + x);
        data[at + 3] = 255;
        fill(data, at, x, y);
      }
      yield;
    }
    context.putImageData(image, 0, 0);
  };
  return slowTexture(width, height, paint, isColor);
}

/** 높낮이에서 법선 지도를 만든다. A normal map from heights (m) that repeat; `pixel` is a pixel's size (m). */
export function normalTexture(heights: Float32Array, width: number, pixel: number): CanvasTexture {
  const height = heights.length / width;
  const at = (x: number, y: number) =>
    heights[((y + height) % height) * width + ((x + width) % width)]!;
  return pixelTexture(
    width,
    height,
    (out, to, x, y) => {
      const dx = (at(x + 1, y) - at(x - 1, y)) / (2 * pixel);
      const dy = (at(x, y + 1) - at(x, y - 1)) / (2 * pixel);
      const long = Math.sqrt(dx * dx + dy * dy + 1);
      out[to] = 127.5 * (1 - dx / long);
      out[to + 1] = 127.5 * (1 + dy / long);
      out[to + 2] = 127.5 * (1 + 1 / long);
    },
    false,
  );
}

export interface StoneLook {
  columns: number;
  rows: number;
  /** 한 장의 너비와 높이(m). Size of the tile in metres. */
  width: number;
  height: number;
  seed: number;
  /** 돌의 색, 0…255. */
  color: readonly [number, number, number];
  /** 0…1, 이끼가 덮는 정도. How much moss grows. */
  moss: number;
}

const size = 512;
const joint = 0.016; // m, 모르타르의 너비
const relief = 0.018; // m, 돌이 모르타르보다 나온 만큼

interface Stone {
  /** 가장자리까지의 거리(m). Distance to the edge. */
  edge: number;
  /** 돌마다 다른 수, 0…1. A number of its own. */
  tone: number;
}

/** 한 점이 놓인 돌. 줄마다 어긋나고, 이음매는 조금씩 다르다. The stone at a place of the tile. */
function stoneAt(
  look: StoneLook,
  tones: readonly number[],
  u: number,
  v: number,
  out: Stone,
): void {
  const { columns, rows } = look;
  const row = Math.min(rows - 1, Math.floor(v * rows));
  const shifted = u * columns + (row % 2) * 0.5 + 0.3 * tones[row]!;
  const wave = (column: number) => {
    const k = ((column % columns) + columns) % columns;
    return column + 0.34 * (tones[(7 * row + 3 * k) % tones.length]! - 0.5);
  };
  let column = Math.floor(shifted);
  if (shifted < wave(column)) column -= 1;
  else if (shifted >= wave(column + 1)) column += 1;
  const across = Math.min(shifted - wave(column), wave(column + 1) - shifted) / columns;
  const down = Math.min(v * rows - row, row + 1 - v * rows) / rows;
  out.edge = Math.min(across * look.width, down * look.height);
  const k = ((column % columns) + columns) % columns;
  out.tone = tones[(row * columns + k) % tones.length]!;
}

/** 점마다의 높이(m)와 색을 함께 정한다. */
function carve(look: StoneLook, noise: Noise, heights: Float32Array): Fill {
  const random = seeded(look.seed);
  const tones = Array.from({ length: Math.max(16, look.columns * look.rows) }, random);
  const stone: Stone = { edge: 0, tone: 0 };
  return (out, to, x, y) => {
    const [u, v] = [x / size, y / size];
    const rough = layered(noise, u, v, 8, 5);
    const fine = noise(u * 128, v * 128, 128);
    stoneAt(look, tones, u, v, stone);
    // 모서리는 깨져 있고, 면은 정으로 쪼은 자국이 남는다.
    const edge = stone.edge - joint * (0.35 + 0.9 * rough);
    const rise = Math.min(1, Math.max(0, edge / 0.03));
    const face = rise * rise * (3 - 2 * rise);
    heights[y * size + x] = relief * face + 0.02 * (rough - 0.5) + 0.0016 * fine * face;
    const grime = layered(noise, u, 0.35 * v, 4, 3);
    const light =
      (0.52 + 0.48 * face) * (0.74 + 0.4 * stone.tone) * (0.66 + 0.5 * rough) * (0.8 + 0.4 * grime);
    const patch = layered(noise, v, u, 5, 4) + 0.16 * (1 - face) + 0.1 * (rough - 0.5);
    const moss = Math.min(1, Math.max(0, (patch - 0.78 + 0.3 * look.moss) * 7)) * look.moss;
    const warm = 0.5 - stone.tone;
    const [r, g, b] = look.color;
    const green = 0.5 + 0.7 * fine;
    out[to] = (r + 14 * warm) * light * (1 - moss) + 52 * green * moss;
    out[to + 1] = (g + 2 * warm) * light * (1 - moss) + 66 * green * moss;
    out[to + 2] = (b - 12 * warm) * light * (1 - moss) + 30 * green * moss;
  };
}

/** 실제 돌 사진이 있으면 이 함수를 바꾼다(자리표시). Swap in real stone textures here. */
export function stoneTextures(look: StoneLook): { color: CanvasTexture; normal: CanvasTexture } {
  const heights = new Float32Array(size * size);
  const color = pixelTexture(size, size, carve(look, tileNoise(look.seed), heights));
  return { color, normal: normalTexture(heights, size, look.width / size) };
}

/** 씨실과 날실이 엇갈린 높낮이. The relief of a twill weave, as a normal map. */
export function weaveTexture(repeatX: number, repeatY: number): CanvasTexture {
  const pixels = 64;
  const thread = 8; // 점, 실 하나의 너비
  const heights = new Float32Array(pixels * pixels);
  for (let y = 0; y < pixels; y += 1) {
    for (let x = 0; x < pixels; x += 1) {
      const [i, j] = [Math.floor(x / thread), Math.floor(y / thread)];
      const over = (i + j) % 4 < 2; // 능직: 둘 위로, 둘 아래로
      const across = Math.sin((Math.PI * ((over ? x : y) % thread)) / thread);
      const along = Math.sin((Math.PI * (((over ? y : x) % (2 * thread)) + 0.5)) / (2 * thread));
      const twist = 0.12 * Math.sin(((x + y) * 2 * Math.PI) / 4);
      heights[y * pixels + x] = across * (0.55 + 0.45 * along) + twist;
    }
  }
  const texture = normalTexture(heights, pixels, 0.35);
  texture.repeat.set(repeatX, repeatY);
  texture.anisotropy = 4;
  return texture;
}
