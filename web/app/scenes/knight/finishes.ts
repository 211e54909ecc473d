import {
  BufferAttribute,
  Color,
  DoubleSide,
  MeshStandardMaterial,
  type BufferGeometry,
  type Texture,
} from 'three';
import { addMoonRim } from './moon_rim';
import { seeded } from './random';
import { coatTexture } from './fabrics';
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
function metalTextures(): { scratchMap: Texture; ringsMap: Texture } {
  const scratchMap = paintTexture(256, 256, scratched, false);
  scratchMap.repeat.set(2, 2);
  return { scratchMap, ringsMap: paintTexture(256, 256, rings) };
}

const { scratchMap, ringsMap } = metalTextures();
const coatMap = coatTexture();

/** 겉의 마감. 색 말고는 모두 0…1. How a surface is finished; all but the colour from 0 to 1. */
export interface Finish {
  color: string;
  roughness: number;
  metalness?: number;
  /** 흠집의 깊이. How deep the scratches are. */
  scratches?: number;
  /** 달빛의 테두리. The rim of moonlight. */
  rim?: number;
  pattern?: 'coat' | 'rings';
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
export const surcoat: Finish = { color: '#ffffff', roughness: 0.9, rim: 0.45, pattern: 'coat' };
export const mail: Finish = {
  color: '#9aa3b2',
  roughness: 0.7,
  metalness: 0.75,
  pattern: 'rings',
};

const inBytes = (shares: readonly number[]) => shares.map((share) => Math.round(255 * share));

/** 꼭짓점에 적을 수들. What a vertex carries. */
function carried({ color, roughness, metalness = 0, scratches = 0, rim = 0, pattern }: Finish) {
  return {
    color: new Color(color).toArray(),
    finish: inBytes([roughness, metalness, scratches, rim]),
    pattern: inBytes([Number(pattern === 'coat'), Number(pattern === 'rings')]),
  };
}

/** 꼭짓점마다 `finishes` 가운데 제 마감을 적는다. Writes one of the finishes into each vertex. */
export function finishedBy<G extends BufferGeometry>(
  geometry: G,
  finishes: readonly Finish[],
  which: (vertex: number) => number,
): G {
  const { count } = geometry.attributes['position']!;
  const colors = new BufferAttribute(new Float32Array(3 * count), 3);
  const levels = new BufferAttribute(new Uint8Array(4 * count), 4, true);
  const patterns = new BufferAttribute(new Uint8Array(2 * count), 2, true);
  const choices = finishes.map(carried);
  for (let k = 0; k < count; k += 1) {
    const { color, finish, pattern } = choices[which(k)]!;
    colors.array.set(color, 3 * k);
    levels.array.set(finish, 4 * k);
    patterns.array.set(pattern, 2 * k);
  }
  geometry.setAttribute('color', colors);
  geometry.setAttribute('finish', levels);
  geometry.setAttribute('pattern', patterns);
  return geometry;
}

export const finished = <G extends BufferGeometry>(geometry: G, finish: Finish): G =>
  finishedBy(geometry, [finish], () => 0);

const varyings = /* glsl */ `
varying vec4 vFinish;
varying vec2 vPattern;
varying vec2 vCoatUv;
varying vec2 vRingsUv;
`;

// 무늬는 묶는 자세에 비추어 입힌다: 겉옷은 앞뒤에서, 사슬은 비스듬히 본 대로.
const vertexHead = /* glsl */ `
attribute vec4 finish;
attribute vec2 pattern;
${varyings}
`;
const vertexBody = /* glsl */ `
vFinish = finish;
vPattern = pattern;
vCoatUv = vec2(position.z / 0.5 + 0.5, (position.y - 0.6) / 0.9);
vRingsUv = 14.0 * vec2(position.x + position.z, position.y);
`;
const fragmentHead = /* glsl */ `
uniform sampler2D coatMap;
uniform sampler2D ringsMap;
${varyings}
`;
// 사슬의 깊이는 무늬의 밝기이다.
const relief = /* glsl */ `
vec2 slope = vFinish.z * dHdxy_fwd();
vec2 rings = vec2(texture2D(ringsMap, vRingsUv + dFdx(vRingsUv)).x,
  texture2D(ringsMap, vRingsUv + dFdy(vRingsUv)).x) - ring.x;
slope += 1.2 * vPattern.y * rings;
normal = perturbNormalArb(-vViewPosition, normal, slope, faceDirection);
`;

/**
 * 마감과 무늬를 꼭짓점에서 읽는 재질: 쇠와 가죽과 깃털과 겉옷을 셰이더 하나로 그린다.
 * Reads finish and pattern from the vertices, so that steel, leather, feathers and the surcoat share one shader.
 */
export function createFinishMaterial(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    vertexColors: true,
    roughnessMap: scratchMap,
    bumpMap: scratchMap,
    side: DoubleSide,
    // 장면을 버릴 때 여기서 찾아 놓아 준다.
    userData: { coatMap, ringsMap },
  });
  material.onBeforeCompile = (shader) => {
    shader.uniforms['coatMap'] = { value: coatMap };
    shader.uniforms['ringsMap'] = { value: ringsMap };
    addMoonRim(shader, 'vFinish.w');
    shader.vertexShader =
      vertexHead +
      shader.vertexShader.replace(
        '#include <color_vertex>',
        `#include <color_vertex>\n${vertexBody}`,
      );
    shader.fragmentShader =
      fragmentHead +
      shader.fragmentShader
        .replace(
          '#include <map_fragment>',
          `vec4 ring = texture2D(ringsMap, vRingsUv);
        diffuseColor.rgb *= mix(vec3(1.0), texture2D(coatMap, vCoatUv).rgb, vPattern.x);
        diffuseColor.rgb *= mix(vec3(1.0), ring.rgb, vPattern.y);`,
        )
        .replace(
          '#include <roughnessmap_fragment>',
          `float stain = texture2D(roughnessMap, vRoughnessMapUv).g;
        float roughnessFactor = vFinish.x * mix(1.0, stain, vFinish.y);`,
        )
        .replace('#include <metalnessmap_fragment>', 'float metalnessFactor = vFinish.y;')
        .replace('#include <normal_fragment_maps>', relief);
  };
  return material;
}
