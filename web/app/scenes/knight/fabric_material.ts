import { Color, DoubleSide, MeshPhysicalMaterial, Vector2, type Texture } from 'three';

export interface FabricLook {
  outside: Texture;
  lining: Texture;
  weave: Texture;
  /** 뒤에서 온 빛이 비치는 정도. How much light from behind shines through. */
  translucency: number;
  sheen: number;
  sheenColor: string;
  /** 무늬가 비어 있는 데를 오려 낸다. Cuts out where the pattern is empty. */
  cut?: boolean;
}

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
    alphaTest: look.cut ? 0.5 : 0,
  });
  material.onBeforeCompile = (shader) => {
    shader.uniforms['liningMap'] = { value: look.lining };
    shader.uniforms['translucency'] = { value: look.translucency };
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        '#include <common>\nuniform sampler2D liningMap;\nuniform float translucency;',
      )
      .replace(
        '#include <map_fragment>',
        'diffuseColor *= gl_FrontFacing ? texture2D(map, vMapUv) : texture2D(liningMap, vMapUv);',
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
