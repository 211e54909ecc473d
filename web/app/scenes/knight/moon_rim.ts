import type { WebGLProgramParametersWithUniforms } from 'three';
import { moonDirection } from './sky';

const head = /* glsl */ `
uniform vec3 rimFrom;
`;

// 달은 기사의 앞쪽 하늘에 있다: 등 뒤에서 보면 윤곽만 차갑게 빛난다.
const light = (strength: string) => /* glsl */ `
float rimEdge = pow(1.0 - saturate(abs(dot(normal, geometryViewDir))), 3.0);
rimEdge *= smoothstep(-0.35, 0.7, dot(normal, normalize((viewMatrix * vec4(rimFrom, 0.0)).xyz)));
reflectedLight.directSpecular += ${strength} * rimEdge * vec3(0.5, 0.68, 1.0);
`;

/**
 * 셰이더에 달빛의 테두리를 더한다: 그늘진 윤곽이 밤에서 도드라진다.
 * Adds a cool rim of moonlight, so that outlines read against the night.
 * @param strength 0…1, GLSL 식. A GLSL expression.
 */
export function addMoonRim(shader: WebGLProgramParametersWithUniforms, strength: string): void {
  shader.uniforms['rimFrom'] = { value: moonDirection };
  shader.fragmentShader =
    head +
    shader.fragmentShader.replace(
      '#include <lights_fragment_end>',
      `#include <lights_fragment_end>\n${light(strength)}`,
    );
}
