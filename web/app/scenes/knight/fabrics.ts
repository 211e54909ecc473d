import { ClampToEdgeWrapping, type CanvasTexture, type MeshPhysicalMaterial } from 'three';
import { createFabricMaterial } from './fabric_material';
import { paintTexture, weaveTexture, type Paint } from './textures';

type Context = CanvasRenderingContext2D;

const gold = '#d8a442';
const paleGold = '#f0cf7a';
const azure = '#1c3c8c';
const argent = '#ece4d2';
const gules = '#9a1420';

/** 실의 결: 밝고 어두운 가는 줄. The grain of the threads. */
function threads(context: Context, width: number, height: number): void {
  context.globalAlpha = 0.07;
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

/** 백합 무늬 하나. A fleur-de-lis. */
function lily(context: Context, x: number, y: number, size: number): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 100, size / 100);
  context.beginPath();
  context.moveTo(0, -50);
  context.bezierCurveTo(22, -22, 16, 0, 6, 14);
  context.lineTo(-6, 14);
  context.bezierCurveTo(-16, 0, -22, -22, 0, -50);
  for (const side of [-1, 1]) {
    context.moveTo(8 * side, 14);
    context.bezierCurveTo(14 * side, -22, 52 * side, -34, 46 * side, 2);
    context.bezierCurveTo(40 * side, -8, 24 * side, -4, 18 * side, 14);
  }
  context.rect(-24, 16, 48, 8);
  context.moveTo(0, 52);
  context.lineTo(-12, 26);
  context.lineTo(12, 26);
  context.fill();
  context.restore();
}

/** 어긋난 줄로 늘어놓는다. Repeats a figure in staggered rows. */
function strew(
  [left, top, right, bottom]: readonly [number, number, number, number],
  step: number,
  draw: (x: number, y: number) => void,
): void {
  let row = 0;
  for (let y = top; y <= bottom; y += step * 0.86, row += 1) {
    for (let x = left + (row % 2) * (step / 2); x <= right; x += step) draw(x, y);
  }
}

/** 겹으로 된 금띠: 바깥 금, 붉은 틈, 안쪽 가는 금. */
function border(context: Context, width: number, height: number, broad: number): void {
  const frame = (inset: number, line: number, color: string) => {
    context.strokeStyle = color;
    context.lineWidth = line;
    context.beginPath();
    context.moveTo(inset, -broad);
    context.lineTo(inset, height - inset);
    context.lineTo(width - inset, height - inset);
    context.lineTo(width - inset, -broad);
    context.stroke();
  };
  frame(broad / 2, broad, gold);
  frame(broad / 2, broad * 0.55, '#8a1a1e');
  frame(broad / 2, broad * 0.12, paleGold);
  frame(broad * 1.35, broad * 0.16, gold);
}

const capeOutside: Paint = (context, width, height) => {
  const shade = context.createLinearGradient(0, 0, 0, height);
  shade.addColorStop(0, '#a31221');
  shade.addColorStop(0.6, '#8c0d1b');
  shade.addColorStop(1, '#6f0915');
  context.fillStyle = shade;
  context.fillRect(0, 0, width, height);
  // 같은 색으로 짜 넣은 무늬: 가까이서만 보인다.
  context.fillStyle = 'rgba(255, 120, 110, 0.13)';
  strew([40, 50, width - 30, height - 150], 84, (x, y) => lily(context, x, y, 44));
  threads(context, width, height);
  const broad = 34;
  border(context, width, height, broad);
  context.fillStyle = gold;
  for (let x = 84; x < width - 60; x += 66) lily(context, x, height - broad * 2.6, 46);
  context.fillStyle = paleGold;
  for (let x = 51; x < width - 40; x += 33) {
    context.beginPath();
    context.arc(x, height - broad / 2, 4.5, 0, 7);
    context.fill();
  }
};

const capeLining: Paint = (context, width, height) => {
  context.fillStyle = '#24386f';
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'rgba(225, 190, 110, 0.55)';
  strew([30, 30, width, height], 72, (x, y) => {
    context.beginPath();
    for (let k = 0; k < 8; k += 1) {
      const radius = k % 2 === 0 ? 13 : 5;
      context.lineTo(x + radius * Math.sin(k * 0.785), y - radius * Math.cos(k * 0.785));
    }
    context.fill();
  });
  threads(context, width, height);
};

/** 빛살이 열여섯인 해. A sun in splendour. */
function sun(context: Context, x: number, y: number, radius: number): void {
  context.beginPath();
  for (let k = 0; k < 64; k += 1) {
    const ray = k % 4 === 0 ? 1 : k % 4 === 2 ? 0.86 : 0.58;
    const bend = k % 4 === 2 ? 0.05 : 0;
    const angle = (k * Math.PI) / 32 + bend;
    context.lineTo(x + ray * radius * Math.sin(angle), y - ray * radius * Math.cos(angle));
  }
  context.fill();
  context.beginPath();
  context.arc(x, y, radius * 0.5, 0, 7);
  context.fill();
}

/** 성문과 세 탑. A castle with three towers. */
function castle(context: Context, x: number, y: number, size: number): void {
  const block = (left: number, top: number, w: number, h: number) =>
    context.fillRect(x + left * size, y + top * size, w * size, h * size);
  const battlement = (left: number, top: number, w: number) => {
    block(left - 0.03, top, w + 0.06, 0.06);
    for (let k = 0; k < 3; k += 1)
      block(left - 0.03 + (k * (w + 0.06) * 2) / 5, top - 0.07, (w + 0.06) / 5, 0.08);
  };
  block(-0.5, 0.05, 1, 0.45);
  battlement(-0.5, 0.02, 1);
  for (const [left, top] of [
    [-0.46, -0.28],
    [-0.11, -0.5],
    [0.24, -0.28],
  ] as const) {
    block(left, top, 0.22, 0.5);
    battlement(left, top, 0.22);
  }
  context.fillStyle = '#241a12';
  context.beginPath();
  context.arc(x, y + 0.3 * size, 0.12 * size, Math.PI, 0);
  context.fill();
  block(-0.12, 0.3, 0.24, 0.2);
  for (const left of [-0.37, -0.02, 0.33]) block(left, -0.13, 0.04, 0.12);
}

/** 세로로 나눈 방패꼴: 푸른 쪽과 붉은 쪽, 위에는 해, 가운데에는 성. 뒤집혀도 같은 문장. */
const flagField: Paint = (context, width, height) => {
  const hem = height * 0.86; // 그 아래는 혀 모양으로 오려 낸다.
  context.clearRect(0, 0, width, height);
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(width, 0);
  context.lineTo(width, hem);
  for (let k = 3; k > 0; k -= 1) {
    const right = (k * width) / 3;
    context.quadraticCurveTo(right, height - 4, right - width / 6, height - 12);
    context.quadraticCurveTo(right - width / 3, height - 4, right - width / 3, hem);
  }
  context.closePath();
  context.save();
  context.clip();
  context.fillStyle = azure;
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = gules;
  context.fillRect(width / 2, 0, width / 2, height);
  context.fillStyle = 'rgba(240, 207, 122, 0.5)';
  strew([width * 0.1, height * 0.08, width, height], width / 5, (x, y) => lily(context, x, y, 40));
  // 가운데의 흰 띠와 그 위의 문장
  context.fillStyle = argent;
  context.fillRect(0, height * 0.33, width, height * 0.4);
  context.fillStyle = gold;
  context.fillRect(0, height * 0.32, width, height * 0.018);
  context.fillRect(0, height * 0.722, width, height * 0.018);
  context.fillStyle = gules;
  castle(context, width / 2, height * 0.535, height * 0.33);
  context.fillStyle = gold;
  sun(context, width / 2, height * 0.165, height * 0.125);
  threads(context, width, height);
  context.restore();
  context.strokeStyle = gold;
  context.lineWidth = 20;
  context.stroke();
};

/** 겉옷: 푸른 바탕에 가슴의 해, 단의 금띠. The surcoat: a sun on azure. */
const coat: Paint = (context, width, height) => {
  context.fillStyle = azure;
  context.fillRect(0, 0, width, height);
  context.fillStyle = argent;
  context.fillRect(width * 0.5, 0, width * 0.5, height);
  context.fillStyle = gold;
  strew([0, height * 0.08, width * 0.45, height * 0.9], 46, (x, y) => lily(context, x, y, 26));
  sun(context, width / 2, height * 0.3, width * 0.2);
  context.fillStyle = gold;
  context.fillRect(0, height * 0.948, width, height * 0.06);
  context.fillStyle = gules;
  context.fillRect(0, height * 0.962, width, height * 0.012);
};

/** 실제 천 그림이 있으면 아래 세 함수를 바꾼다(자리표시). Swap in real fabric textures in these three. */
export function coatTexture(): CanvasTexture {
  return paintTexture(256, 512, coat);
}

export function createCapeMaterial(): MeshPhysicalMaterial {
  const outside = paintTexture(768, 1024, capeOutside);
  outside.anisotropy = 4;
  return createFabricMaterial({
    outside,
    lining: paintTexture(512, 768, capeLining),
    weave: weaveTexture(26, 36),
    translucency: 0.2,
    pleats: 0.55,
    sheen: 0.5,
    sheenColor: '#a83a2c',
  });
}

export function createFlagMaterial(): MeshPhysicalMaterial {
  const field = paintTexture(640, 820, flagField);
  field.anisotropy = 4;
  field.wrapT = ClampToEdgeWrapping; // 윗단이 오려 낸 아랫단에 비치지 않게
  return createFabricMaterial({
    outside: field,
    lining: field,
    weave: weaveTexture(24, 30),
    translucency: 0.8,
    sheen: 0.25,
    sheenColor: '#c8d4ff',
  });
}
