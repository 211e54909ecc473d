import { Color, DoubleSide, MeshPhysicalMaterial, Vector2, type Texture } from 'three';
import { addMoonRim } from './moon_rim';

export interface FabricLook {
  outside: Texture;
  lining: Texture;
  weave: Texture;
  /** 뒤에서 온 빛이 비치는 정도. How much light from behind shines through. */
  translucency: number;
  sheen: number;
  sheenColor: string;
  /** 격자보다 잔 세로 주름의 깊이. How deep the pleats are that are finer than the grid. */
  pleats?: number;
}

// 목에서 모아 꿰맨 주름: 아래로 갈수록 넓게 퍼지고 얕아진다. 기울기는 가로 방향의 미분이다.
const pleatHead = /* glsl */ `
uniform sampler2D liningMap;
uniform float translucency;
uniform float pleats;
vec2 pleatAt(vec2 at) {
  float drift = 0.9 * sin(2.6 * at.y + 5.0 * at.x);
  float broad = 6.2832 * 5.0 * at.x + drift;
  float narrow = 6.2832 * 11.0 * at.x + 1.7 * drift + 2.0;
  float gathered = smoothstep(0.3, 1.0, at.y);
  float share = 0.55 * gathered;
  float height = (1.0 - share) * cos(broad) + share * cos(narrow);
  float slope = -(1.0 - share) * sin(broad) - 1.6 * share * sin(narrow);
  return pleats * (0.6 + 0.4 * gathered) * vec2(height, slope);
}
`;

/**
 * 안팎이 다른 천. 면의 앞뒤를 보고 무늬를 고르고, 뒤에서 온 빛을 조금 비친다.
 * Cloth with another lining inside (by gl_FrontFacing) and a little light shining through.
 */
export function createFabricMaterial(look: FabricLook): MeshPhysicalMaterial {
  const material = new MeshPhysicalMaterial({
    map: look.outside,
    normalMap: look.weave,
    normalScale: new Vector2(0.75, 0.75),
    roughness: 0.85,
    metalness: 0,
    sheen: look.sheen,
    sheenRoughness: 0.5,
    sheenColor: new Color(look.sheenColor),
    side: DoubleSide,
    // 무늬가 비어 있는 데를 오려 낸다. 천마다 같아야 셰이더 하나를 나누어 쓴다.
    alphaTest: 0.5,
  });
  material.onBeforeCompile = (shader) => {
    shader.uniforms['liningMap'] = { value: look.lining };
    shader.uniforms['translucency'] = { value: look.translucency };
    shader.uniforms['pleats'] = { value: look.pleats ?? 0 };
    addMoonRim(shader, '0.4');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${pleatHead}`)
      .replace(
        '#include <map_fragment>',
        `diffuseColor *= gl_FrontFacing ? texture2D(map, vMapUv) : texture2D(liningMap, vMapUv);
        vec2 pleat = pleatAt(vMapUv);
        diffuseColor.rgb *= 1.0 + 0.45 * pleat.x;`,
      )
      .replace(
        '#include <normal_fragment_maps>',
        `#include <normal_fragment_maps>
        normal = normalize(normal - tbn[0] * pleat.y);`,
      )
      .replace(
        '#include <lights_fragment_end>',
        `#include <lights_fragment_end>
        #if NUM_DIR_LIGHTS > 0
          float behind = max(dot(-normal, directionalLights[0].direction), 0.0);
          reflectedLight.directDiffuse += translucency * behind * directionalLights[0].color
            * diffuseColor.rgb * RECIPROCAL_PI;
        #endif`,
      );
  };
  return material;
}
