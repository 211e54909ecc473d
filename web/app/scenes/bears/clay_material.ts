import { MeshStandardMaterial, type DataTexture, type MeshStandardMaterialParameters } from 'three';

const vertexHead = /* glsl */ `
varying vec3 vClayPlace;
varying vec3 vClayNormal;
varying mat3 vClayToView;
`;

// 자국은 묶을 때의 자리에 새겨져 살과 함께 움직인다.
const vertexBody = /* glsl */ `
vClayPlace = position;
vClayNormal = normal;
#ifdef USE_SKINNING
  vClayToView = normalMatrix * mat3(skinMatrix);
#else
  vClayToView = normalMatrix;
#endif
`;

const fragmentHead = /* glsl */ `
uniform sampler2D clayMap;
varying vec3 vClayPlace;
varying vec3 vClayNormal;
varying mat3 vClayToView;
vec3 clayShare;
vec3 clayX;
vec3 clayY;
vec3 clayZ;

/** 세 방향에서 비춘 결을 섞는다. Triplanar sampling. */
void readClay() {
  const float tiles = 1.55;
  clayShare = pow(abs(normalize(vClayNormal)), vec3(4.0));
  clayShare /= clayShare.x + clayShare.y + clayShare.z;
  clayX = texture2D(clayMap, vClayPlace.zy * tiles).rgb * 2.0 - 1.0;
  clayY = texture2D(clayMap, vClayPlace.xz * tiles + 0.37).rgb * 2.0 - 1.0;
  clayZ = texture2D(clayMap, vClayPlace.xy * tiles + 0.71).rgb * 2.0 - 1.0;
}
`;

const fragmentColor = /* glsl */ `
readClay();
float clayHeight = dot(clayShare, vec3(clayX.b, clayY.b, clayZ.b));
diffuseColor.rgb *= 1.0 + 0.3 * clayHeight;
`;

const fragmentNormal = /* glsl */ `
vec3 claySlope = vClayToView * (
  clayShare.x * vec3(0.0, clayX.g, clayX.r) +
  clayShare.y * vec3(clayY.r, 0.0, clayY.g) +
  clayShare.z * vec3(clayZ.rg, 0.0));
normal = normalize(normal - 0.6 * (claySlope - normal * dot(normal, claySlope)));
`;

// 살짝 비치는 살: 빛을 등진 가장자리까지 따뜻하게 감싸는 빛과, 윤곽의 옅은 빛.
const fragmentLight = /* glsl */ `
#if NUM_DIR_LIGHTS > 0
  float clayFacing = dot(normal, directionalLights[0].direction);
  float clayWrap = pow2(saturate((clayFacing + 0.6) / 1.6)) - saturate(clayFacing);
  reflectedLight.indirectDiffuse += max(clayWrap, 0.0) * directionalLights[0].color *
    vec3(1.0, 0.52, 0.36) * BRDF_Lambert(material.diffuseColor);
#endif
float clayRim = pow(1.0 - saturate(dot(normal, geometryViewDir)), 3.0);
reflectedLight.indirectDiffuse += clayRim * 0.42 * (0.35 + 0.65 * material.diffuseColor) * vec3(1.0, 0.9, 0.8);
`;

function after(shader: string, chunk: string, code: string): string {
  return shader.replace(`#include <${chunk}>`, `#include <${chunk}>\n${code}`);
}

/** 무광의 찰흙. Matt clay. */
export function createClayMaterial(
  clayMap: DataTexture,
  look: MeshStandardMaterialParameters,
): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ roughness: 0.84, ...look });
  material.onBeforeCompile = (shader) => {
    shader.uniforms['clayMap'] = { value: clayMap };
    shader.vertexShader = vertexHead + after(shader.vertexShader, 'skinnormal_vertex', vertexBody);
    let fragment = after(shader.fragmentShader, 'color_fragment', fragmentColor);
    fragment = after(fragment, 'normal_fragment_maps', fragmentNormal);
    shader.fragmentShader = fragmentHead + after(fragment, 'lights_fragment_end', fragmentLight);
  };
  return material;
}
