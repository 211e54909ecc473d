import type { MeshPhysicalMaterial } from 'three';
import { createFabricMaterial } from './fabric_material';
import { paintTexture, weaveTexture, type Paint } from './textures';

const gold = '#d9a441';

function threads(context: CanvasRenderingContext2D, width: number, height: number): void {
  context.globalAlpha = 0.09;
  for (let x = 0; x < width; x += 3) {
    context.fillStyle = x % 6 === 0 ? '#000' : '#fff';
    context.fillRect(x, 0, 1, height);
  }
  for (let y = 0; y < height; y += 3) {
    context.fillStyle = y % 6 === 0 ? '#fff' : '#000';
    context.fillRect(0, y, width, 1);
  }
  context.globalAlpha = 1;
}

const capeOutside: Paint = (context, width, height) => {
  const shade = context.createLinearGradient(0, 0, 0, height);
  shade.addColorStop(0, '#9c0f19');
  shade.addColorStop(1, '#750a14');
  context.fillStyle = shade;
  context.fillRect(0, 0, width, height);
  threads(context, width, height);
  const trim = 13;
  context.strokeStyle = gold;
  context.lineWidth = trim;
  context.beginPath();
  context.moveTo(trim * 0.6, -trim);
  context.lineTo(trim * 0.6, height - trim * 0.6);
  context.lineTo(width - trim * 0.6, height - trim * 0.6);
  context.lineTo(width - trim * 0.6, -trim);
  context.stroke();
  // 단 위의 작은 마름모 띠.
  context.fillStyle = gold;
  for (let x = 44; x < width - 30; x += 24) {
    context.beginPath();
    context.moveTo(x, height - 38);
    context.lineTo(x + 6, height - 30);
    context.lineTo(x, height - 22);
    context.lineTo(x - 6, height - 30);
    context.fill();
  }
};

const capeLining: Paint = (context, width, height) => {
  context.fillStyle = '#c08a3a';
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 0.35;
  context.fillStyle = '#8a5a1c';
  for (let y = 0; y < height; y += 32) {
    for (let x = 0; x < width; x += 32) {
      context.beginPath();
      context.arc(x + (y % 64 === 0 ? 8 : 24), y + 16, 5, 0, 7);
      context.fill();
    }
  }
  context.globalAlpha = 1;
  threads(context, width, height);
};

function star(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  for (let k = 0; k < 16; k += 1) {
    const r = k % 2 === 0 ? radius : radius * 0.52;
    const angle = (k * Math.PI) / 8;
    context.lineTo(x + r * Math.sin(angle), y - r * Math.cos(angle));
  }
  context.fill();
}

/** 네 칸 방패꼴에 해 하나: 뒤집혀도 같은 문장. Quarterly with a sun; the same from both sides. */
const flagField: Paint = (context, width, height) => {
  const azure = '#1d3f8f';
  const argent = '#ece3cf';
  for (const [column, row, color] of [
    [0, 0, azure],
    [1, 0, argent],
    [0, 1, argent],
    [1, 1, azure],
  ] as const) {
    context.fillStyle = color;
    context.fillRect((column * width) / 2, (row * height) / 2, width / 2, height / 2);
  }
  context.fillStyle = '#a3161f';
  context.beginPath();
  context.arc(width / 2, height / 2, height * 0.31, 0, 7);
  context.fill();
  context.fillStyle = gold;
  star(context, width / 2, height / 2, height * 0.25);
  context.strokeStyle = gold;
  context.lineWidth = 16;
  context.strokeRect(0, 0, width, height);
  threads(context, width, height);
};

/** 실제 천 그림이 있으면 이 두 함수를 바꾼다. Swap in real fabric textures in these two functions. */
export function createCapeMaterial(): MeshPhysicalMaterial {
  return createFabricMaterial({
    outside: paintTexture(512, 768, capeOutside),
    lining: paintTexture(512, 768, capeLining),
    weave: weaveTexture(22, 30),
    translucency: 0.25,
    sheen: 0.45,
    sheenColor: '#b8402e',
  });
}

export function createFlagMaterial(): MeshPhysicalMaterial {
  const field = paintTexture(768, 512, flagField);
  return createFabricMaterial({
    outside: field,
    lining: field,
    weave: weaveTexture(30, 18),
    translucency: 0.8,
    sheen: 0.25,
    sheenColor: '#c8d4ff',
  });
}
