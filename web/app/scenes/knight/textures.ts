import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';
import { seeded } from './random';

export type Paint = (context: CanvasRenderingContext2D, width: number, height: number) => void;

/** 그리는 함수 하나로 무늬를 만든다. A texture from one painting function. */
export function paintTexture(
  width: number,
  height: number,
  paint: Paint,
  isColor = true,
): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('a 2D canvas is not available');
  paint(context, width, height);
  const texture = new CanvasTexture(canvas);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  if (isColor) texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** 점 낱낱의 밝기를 흩뜨린다. Grain over what is painted. */
function grain(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  amount: number,
): void {
  const random = seeded(width * 31 + height);
  const image = context.getImageData(0, 0, width, height);
  for (let k = 0; k < image.data.length; k += 4) {
    const change = (random() - 0.5) * amount;
    for (let c = 0; c < 3; c += 1) image.data[k + c] = (image.data[k + c] ?? 0) + change;
  }
  context.putImageData(image, 0, 0);
}

export interface StoneLook {
  columns: number;
  rows: number;
  /** 줄마다 반 칸씩 어긋난다. Every other row is shifted by half a stone. */
  staggered: boolean;
  seed: number;
  /** 0…100 */
  lightness: number;
}

function stones(look: StoneLook, tone: (value: number) => string, joint: string): Paint {
  return (context, width, height) => {
    const random = seeded(look.seed);
    context.fillStyle = joint;
    context.fillRect(0, 0, width, height);
    const w = width / look.columns;
    const h = height / look.rows;
    for (let row = 0; row < look.rows; row += 1) {
      const shift = look.staggered && row % 2 === 1 ? w / 2 : 0;
      for (let column = 0; column < look.columns; column += 1) {
        context.fillStyle = tone(random());
        const gap = 2 + 2 * random();
        const x = column * w + shift;
        // 오른쪽 끝을 넘는 돌은 왼쪽에서 이어져야 무늬가 끊기지 않는다.
        for (const left of [x, x - width]) {
          context.beginPath();
          context.roundRect(left + gap, row * h + gap, w - 2 * gap, h - 2 * gap, 7);
          context.fill();
        }
      }
    }
  };
}

/** 실제 돌 사진이 있으면 이 함수를 바꾼다. Swap in a real stone texture here. */
export function stoneTextures(look: StoneLook): { color: CanvasTexture; height: CanvasTexture } {
  const size = 512;
  const color = paintTexture(size, size, (context, width, height) => {
    const { lightness } = look;
    const tone = (v: number) =>
      `hsl(${26 + 30 * v} ${3 + 6 * v}% ${lightness * (0.82 + 0.36 * v)}%)`;
    stones(look, tone, '#1d1c1d')(context, width, height);
    grain(context, width, height, 26);
  });
  const bump = paintTexture(
    size,
    size,
    (context, width, height) => {
      context.filter = 'blur(2px)';
      stones(look, (v) => `hsl(0 0% ${66 + 24 * v}%)`, '#000')(context, width, height);
      context.filter = 'none';
      grain(context, width, height, 46);
    },
    false,
  );
  return { color, height: bump };
}

/** 씨실과 날실이 엇갈린 높낮이. Heights of a plain weave. */
export function weaveTexture(repeatX: number, repeatY: number): CanvasTexture {
  const texture = paintTexture(
    64,
    64,
    (context, width, height) => {
      const cell = 8;
      for (let y = 0; y < height; y += cell) {
        for (let x = 0; x < width; x += cell) {
          const over = ((x + y) / cell) % 2 === 0;
          const fade = over
            ? context.createLinearGradient(x, y, x + cell, y)
            : context.createLinearGradient(x, y, x, y + cell);
          fade.addColorStop(0, '#333');
          fade.addColorStop(0.5, over ? '#fff' : '#bbb');
          fade.addColorStop(1, '#333');
          context.fillStyle = fade;
          context.fillRect(x, y, cell, cell);
        }
      }
    },
    false,
  );
  texture.repeat.set(repeatX, repeatY);
  return texture;
}
