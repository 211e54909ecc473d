import { DoubleSide, MeshStandardMaterial, type CanvasTexture } from 'three';
import { addMoonRim } from './moon_rim';
import { seeded } from './random';
import { paintTexture, type Paint } from './textures';

/** 벼린 쇠의 흠집과 얼룩. Scratches and stains of forged steel. */
const scratched: Paint = (context, width, height) => {
  const random = seeded(91);
  context.fillStyle = '#8a8a8a';
  context.fillRect(0, 0, width, height);
  for (let k = 0; k < 90; k += 1) {
    const x = random() * width;
    const y = random() * height;
    const stain = context.createRadialGradient(x, y, 0, x, y, 12 + 34 * random());
    const shade = random() > 0.5 ? 255 : 40;
    stain.addColorStop(0, `rgba(${shade}, ${shade}, ${shade}, 0.16)`);
    stain.addColorStop(1, `rgba(${shade}, ${shade}, ${shade}, 0)`);
    context.fillStyle = stain;
    context.fillRect(0, 0, width, height);
  }
  context.lineWidth = 0.7;
  for (let k = 0; k < 240; k += 1) {
    context.strokeStyle = `rgba(255, 255, 255, ${0.1 + 0.3 * random()})`;
    const x = random() * width;
    const y = random() * height;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 40 * (random() - 0.5), y + 40 * (random() - 0.5));
    context.stroke();
  }
};

/** 사슬 갑옷: 엇갈려 꿴 고리들. Mail: rings linked in staggered rows. */
const rings: Paint = (context, width, height) => {
  context.fillStyle = '#15171b';
  context.fillRect(0, 0, width, height);
  const cell = width / 8;
  context.lineWidth = cell * 0.2;
  for (let row = -1; row <= 8; row += 1) {
    for (let column = -1; column <= 8; column += 1) {
      const x = (column + (row % 2 === 0 ? 0.25 : 0.75)) * cell;
      const y = (row + 0.5) * cell;
      const light = context.createLinearGradient(x, y - cell / 2, x, y + cell / 2);
      light.addColorStop(0, '#f4f6fa');
      light.addColorStop(1, '#5c626c');
      context.strokeStyle = light;
      context.beginPath();
      context.ellipse(x, y, cell * 0.46, cell * 0.58, 0, 0, 7);
      context.stroke();
    }
  }
};

function tiled(map: CanvasTexture, repeat: number): CanvasTexture {
  map.repeat.set(repeat, repeat);
  return map;
}

/** 실제 쇠와 사슬의 사진이 있으면 이 함수를 바꾼다(자리표시). Swap in real metal textures here. */
function metalTextures() {
  return {
    scratches: tiled(paintTexture(256, 256, scratched, false), 2),
    mail: paintTexture(256, 256, rings),
  };
}

const { scratches, mail: mailMap } = metalTextures();

function metal(color: string, roughness: number, bump = 0.35): MeshStandardMaterial {
  return rimmed(
    new MeshStandardMaterial({
      color,
      metalness: 0.92,
      roughness,
      roughnessMap: scratches,
      bumpMap: scratches,
      bumpScale: bump,
      side: DoubleSide,
    }),
    0.8,
  );
}

/** 달빛의 테두리를 두른다. Gives a material the rim of moonlight. */
export function rimmed(material: MeshStandardMaterial, strength: number): MeshStandardMaterial {
  material.onBeforeCompile = (shader) => addMoonRim(shader, strength);
  // 같은 코드로 고친 셰이더를 나누어 쓴다.
  material.customProgramCacheKey = () => 'moon rim';
  return material;
}

export const steel = metal('#b4bcc9', 0.62);
export const darkSteel = metal('#5b6270', 0.75);
export const brass = metal('#d8a545', 0.6, 0.2);
export const mail = new MeshStandardMaterial({
  color: '#9aa3b2',
  map: mailMap,
  bumpMap: mailMap,
  bumpScale: 1.2,
  metalness: 0.75,
  roughness: 0.5,
});
export const leather = new MeshStandardMaterial({
  color: '#3d271a',
  roughness: 0.7,
  bumpMap: scratches,
  bumpScale: 1,
});
export const hollow = new MeshStandardMaterial({
  color: '#040506',
  roughness: 1,
  side: DoubleSide,
});
export const feather = rimmed(new MeshStandardMaterial({ color: '#a5101f', roughness: 0.9 }), 0.6);
export const linen = new MeshStandardMaterial({ color: '#d9d0be', roughness: 0.9 });
export const fur = rimmed(new MeshStandardMaterial({ color: '#e6dfd0', roughness: 1 }), 0.5);
