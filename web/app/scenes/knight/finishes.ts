import {
  BufferAttribute,
  Color,
  DoubleSide,
  MeshStandardMaterial,
  type BufferGeometry,
  type CanvasTexture,
} from 'three';
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

/** 실제 쇠와 사슬의 사진이 있으면 이 함수를 바꾼다(자리표시). Swap in real metal textures here. */
function metalTextures(): { scratches: CanvasTexture; mailMap: CanvasTexture } {
  const scratches = paintTexture(256, 256, scratched, false);
  scratches.repeat.set(2, 2);
  return { scratches, mailMap: paintTexture(256, 256, rings) };
}

const { scratches, mailMap } = metalTextures();

/** 겉의 마감. 색 말고는 모두 0…1. How a surface is finished; all but the colour from 0 to 1. */
export interface Finish {
  color: string;
  roughness: number;
  metalness?: number;
  /** 흠집의 깊이. How deep the scratches are. */
  scratches?: number;
  /** 달빛의 테두리. The rim of moonlight. */
  rim?: number;
}

const metal = { metalness: 0.92, scratches: 0.35, rim: 0.8 };
export const steel: Finish = { ...metal, color: '#b4bcc9', roughness: 0.62 };
export const darkSteel: Finish = { ...metal, color: '#5b6270', roughness: 0.75 };
export const brass: Finish = { ...metal, color: '#d8a545', roughness: 0.6, scratches: 0.2 };
export const iron: Finish = { color: '#1d1c1c', roughness: 0.6, metalness: 0.6 };
export const leather: Finish = { color: '#3d271a', roughness: 0.7, scratches: 1 };
export const hollow: Finish = { color: '#040506', roughness: 1 };
export const feather: Finish = { color: '#a5101f', roughness: 0.9, rim: 0.6 };
export const linen: Finish = { color: '#d9d0be', roughness: 0.9 };
export const fur: Finish = { color: '#e6dfd0', roughness: 1, rim: 0.5 };
export const wood: Finish = { color: '#4a3320', roughness: 0.75 };

/** 꼭짓점에 마감을 적는다. Writes a finish into the vertices. */
export function finished<G extends BufferGeometry>(geometry: G, finish: Finish): G {
  const { count } = geometry.attributes['position']!;
  const colors = new Float32Array(3 * count);
  const finishes = new Uint8Array(4 * count);
  const color = new Color(finish.color).toArray();
  const { roughness, metalness = 0, scratches: depth = 0, rim = 0 } = finish;
  const levels = [roughness, metalness, depth, rim].map((level) => Math.round(255 * level));
  for (let k = 0; k < count; k += 1) {
    colors.set(color, 3 * k);
    finishes.set(levels, 4 * k);
  }
  geometry.setAttribute('color', new BufferAttribute(colors, 3));
  geometry.setAttribute('finish', new BufferAttribute(finishes, 4, true));
  return geometry;
}

/**
 * 마감을 꼭짓점에서 읽는 재질: 쇠와 가죽과 깃털을 그물 하나로 그린다.
 * Reads the finish from the vertices, so that steel, leather and feathers are one mesh.
 */
export function createFinishMaterial(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    vertexColors: true,
    roughnessMap: scratches,
    bumpMap: scratches,
    side: DoubleSide,
  });
  material.onBeforeCompile = (shader) => {
    addMoonRim(shader, 'vFinish.w');
    shader.vertexShader =
      `attribute vec4 finish;\nvarying vec4 vFinish;\n${shader.vertexShader}`.replace(
        '#include <color_vertex>',
        '#include <color_vertex>\nvFinish = finish;',
      );
    shader.fragmentShader = `varying vec4 vFinish;\n${shader.fragmentShader}`
      .replace(
        '#include <roughnessmap_fragment>',
        `float stain = texture2D(roughnessMap, vRoughnessMapUv).g;
        float roughnessFactor = vFinish.x * mix(1.0, stain, vFinish.y);`,
      )
      .replace('#include <metalnessmap_fragment>', 'float metalnessFactor = vFinish.y;')
      .replace(
        '#include <normal_fragment_maps>',
        'normal = perturbNormalArb(-vViewPosition, normal, vFinish.z * dHdxy_fwd(), faceDirection);',
      );
  };
  return material;
}

export const mail = new MeshStandardMaterial({
  color: '#9aa3b2',
  map: mailMap,
  bumpMap: mailMap,
  bumpScale: 1.2,
  metalness: 0.75,
  roughness: 0.5,
});
