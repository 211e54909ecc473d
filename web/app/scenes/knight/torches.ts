import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  Color,
  CustomBlending,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  OneFactor,
  OneMinusSrcAlphaFactor,
  PointLight,
  Points,
  ShaderMaterial,
  TorusGeometry,
  type Camera,
  type IUniform,
  type Material,
} from 'three';
import { finished, iron } from './finishes';
import { fuse } from './fuse';
import { seeded } from './random';
import { createRow, rowX } from './row';
import { modulePitch } from './wall';

/** 횃불 사이의 거리(m). */
const spacing = 2 * modulePitch;
const slots = 7; // 보이는 횃불. 그 가운데 셋만 빛을 비춘다.
const litSlots = 3;
const sparksPerTorch = 14;
const flameY = 1.72;
const merlon = modulePitch / 2; // m, 성가퀴의 가운데
const torchZ = -1.33;
const brightness = 13;

/** 횃불의 떨림: 번호마다 다르고 시각으로 정해진다. Flicker, set by the torch's number and the time. */
export function flicker(number: number, time: number): number {
  const t = time + number * 17.3;
  return (
    0.86 +
    0.08 * Math.sin(t * 9.1 + 2 * Math.sin(t * 1.7)) +
    0.05 * Math.sin(t * 17.7 + Math.sin(t * 4.3)) +
    0.05 * Math.sin(t * 2.9)
  );
}

const glowSize = 1.7; // m, 불꽃 둘레의 빛무리
const glowY = 0.2;

/** 불꽃과 그 빛무리: 횃불마다 네모 둘, 모두 그물 하나. Flames and their glows, two quads a torch, in one mesh. */
function flameGeometry(): BufferGeometry {
  const quad = [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5];
  const [places, corners, glows, indices] = [[], [], [], []] as number[][];
  for (const glow of [1, 0]) {
    for (let k = 0; k < slots; k += 1) {
      const first = corners!.length / 2;
      for (let c = 0; c < 4; c += 1) places!.push(...placeOf(k));
      corners!.push(...quad);
      glows!.push(glow, glow, glow, glow);
      indices!.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(places!, 3))
    .setAttribute('corner', new Float32BufferAttribute(corners!, 2))
    .setAttribute('glow', new Float32BufferAttribute(glows!, 1))
    .setIndex(indices!);
}

/** 곱해 둔 빛: 불꽃은 뒤를 가리고, 빛무리(alpha 0)는 더하기만 한다. Premultiplied: flames cover, glows only add. */
function flameMaterial(time: IUniform<number>): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    blending: CustomBlending,
    blendSrc: OneFactor,
    blendDst: OneMinusSrcAlphaFactor,
    uniforms: {
      time,
      lean: { value: 0 },
      hot: { value: new Color(2.6, 1.45, 0.42) },
      cool: { value: new Color(1.5, 0.3, 0.03) },
      halo: { value: new Color('#ff9440') },
    },
    vertexShader: `
      attribute vec2 corner;
      attribute float glow;
      varying vec2 place;
      varying float number, glows;
      uniform float lean;
      void main() {
        place = corner + 0.5;
        number = modelMatrix[3][0] + position.x;
        glows = glow;
        vec3 base = position + vec3(0.0, mix(-0.02, ${glowY}, glow), 0.0);
        float up = place.y;
        vec2 flame = vec2(corner.x * 0.34 + lean * up * up * 0.3, up * 0.62);
        vec4 view = modelViewMatrix * vec4(base, 1.0);
        view.xy += mix(flame, corner * ${glowSize}, glow);
        gl_Position = projectionMatrix * view;
      }`,
    fragmentShader: `
      uniform float time;
      uniform vec3 hot, cool, halo;
      varying vec2 place;
      varying float number, glows;
      float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
      float noise(vec2 p) {
        vec2 i = floor(p), f = fract(p);
        f = f * f * (3.0 - 2.0 * f);
        return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x),
                   mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
      }
      void main() {
        if (glows > 0.5) {
          float far = 2.0 * length(place - 0.5);
          float near = far < 0.2 ? mix(1.0, 0.42, far / 0.2)
                     : far < 0.5 ? mix(0.42, 0.1, (far - 0.2) / 0.3)
                                 : mix(0.1, 0.0, min(1.0, (far - 0.5) / 0.5));
          gl_FragColor = vec4(halo, 1.0);
          #include <tonemapping_fragment>
          #include <colorspace_fragment>
          gl_FragColor = vec4(gl_FragColor.rgb * near * 0.4, 0.0);
          return;
        }
        vec2 p = vec2(place.x * 2.0 - 1.0, place.y);
        float t = time * 1.6 + floor(number) * 3.7;
        float n = noise(vec2(p.x * 2.0, p.y * 3.0 - t * 2.2)) * 0.65
                + noise(vec2(p.x * 5.0, p.y * 6.5 - t * 4.1)) * 0.35;
        p.x += (n - 0.5) * 0.9 * p.y;
        float width = 0.62 * sqrt(max(p.y, 0.0) + 0.03) * (1.0 - p.y) * 1.75;
        float body = 1.0 - smoothstep(width * 0.25, width + 0.02, abs(p.x));
        float heat = body * (1.0 - smoothstep(0.35 + 0.4 * n, 1.0, p.y));
        vec3 color = mix(cool, hot, smoothstep(0.25, 0.95, heat * (1.25 - p.y)));
        gl_FragColor = vec4(color * heat, 0.75 * heat);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
      }`,
  });
}

/** 횃대. 진짜 모델이 생기면 이 함수를 바꾼다(자리표시). A torch holder; swap in a real model here. */
function holderGeometry(): BufferGeometry {
  const group = new Group();
  const add = (geometry: BufferGeometry) => {
    const mesh = new Mesh(finished(geometry, iron));
    group.add(mesh);
    return mesh;
  };
  const stick = add(new CylinderGeometry(0.035, 0.022, 0.5, 10));
  stick.position.y = -0.26;
  const cup = add(new CylinderGeometry(0.075, 0.04, 0.1, 14));
  cup.position.y = -0.03;
  const ring = add(new TorusGeometry(0.05, 0.012, 6, 14));
  ring.rotation.x = Math.PI / 2;
  ring.position.y = -0.4;
  return fuse(group);
}

/**
 * 불티: 저마다 되풀이해 피어올라 바람에 밀리며 식는다. 모두 GPU가 시각에서 셈한다.
 * Sparks that rise again and again, drift with the wind and cool; the GPU computes them from the time.
 */
function createSparks(uniforms: Readonly<Record<string, IUniform>>): Points {
  const random = seeded(31);
  const count = slots * sparksPerTorch;
  const places = new Float32Array(3 * count);
  const seeds = new Float32Array(3 * count);
  for (let k = 0; k < count; k += 1) {
    places.set(placeOf(k % slots), 3 * k);
    seeds.set([random(), random(), random()], 3 * k);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('seed', new BufferAttribute(seeds, 3));
  const material = new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    blending: AdditiveBlending,
    uniforms: { ...uniforms, size: { value: 0.022 } },
    vertexShader: `
      attribute vec3 seed;
      uniform float time, wind, size;
      varying float heat;
      void main() {
        float age = fract(time * (0.32 + 0.3 * seed.x) + seed.y * 7.0);
        float turn = 6.2832 * seed.z;
        vec3 path = vec3(cos(turn), 0.0, sin(turn)) * (0.05 + 0.1 * age);
        path += 0.05 * age * vec3(sin(9.0 * age + turn), 0.0, cos(7.0 * age + turn));
        path.y += 0.25 + (0.8 + 0.6 * seed.x) * age;
        path.x += 0.12 * wind * age * age;
        vec4 view = modelViewMatrix * vec4(position + path, 1.0);
        heat = smoothstep(0.0, 0.08, age) * pow(1.0 - age, 1.5);
        gl_Position = projectionMatrix * view;
        // 화면의 높이를 모르므로, 1000픽셀일 때의 크기이다. 카메라에 닿은 것도 화면을 덮지 않는다.
        gl_PointSize = clamp(500.0 * size * projectionMatrix[1][1] / max(-view.z, 0.01), 1.5, 24.0);
      }`,
    fragmentShader: `
      varying float heat;
      void main() {
        float disc = 1.0 - smoothstep(0.1, 0.5, length(gl_PointCoord - 0.5));
        gl_FragColor = vec4(mix(vec3(1.1, 0.2, 0.02), vec3(1.9, 0.75, 0.14), heat) * heat * disc, 1.0);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
      }`,
  });
  const sparks = new Points(geometry, material);
  sparks.frustumCulled = false;
  return sparks;
}

/** k번째 횃불의 자리. Where the k-th torch stands. */
const placeOf = (k: number): [number, number, number] => [
  rowX(k, slots, spacing) + merlon,
  flameY,
  torchZ,
];

/** 흉벽에 늘어선 횃불과 그 빛. Torches along the parapet and their light. */
export class Torches {
  readonly group = new Group();
  readonly #shared = { time: { value: 0 }, wind: { value: 0 } };
  readonly #flame = flameMaterial(this.#shared.time);
  readonly #lights: PointLight[] = [];

  /** @param ironwork 늘어선 것의 재질. The material of what stands in rows. */
  constructor(ironwork: Material) {
    const holders = createRow(holderGeometry(), ironwork, slots, spacing);
    holders.position.set(merlon, flameY, torchZ);
    const flames = new Mesh(flameGeometry(), this.#flame);
    flames.frustumCulled = false;
    this.group.add(holders, flames, createSparks(this.#shared));
    for (let k = 0; k < litSlots; k += 1) {
      const light = new PointLight('#ffa860', brightness, 9, 1.7);
      this.#lights.push(light);
    }
  }

  get lights(): readonly PointLight[] {
    return this.#lights;
  }

  /** 가까운 셋만 빛난다. 멀어지는 것은 서서히 꺼지므로 자리를 바꿔도 보이지 않는다. */
  update(x: number, time: number, windX: number, camera: Camera): void {
    this.group.position.x = Math.round(x / spacing) * spacing;
    const first = Math.round((x - merlon) / spacing) - 1;
    for (let k = 0; k < litSlots; k += 1) {
      const number = first + k;
      const light = this.#lights[((number % litSlots) + litSlots) % litSlots];
      if (!light) continue;
      const at = number * spacing + merlon;
      const far = Math.min(1, Math.abs(at - x) / (1.5 * spacing));
      light.position.set(at, flameY + 0.28, torchZ + 0.18);
      light.intensity = brightness * (1 - far * far * far) * flicker(number, time);
    }
    this.#shared.time.value = time;
    this.#shared.wind.value = windX;
    // 화면의 오른쪽이 세계의 +x와 얼마나 나란한지에 따라 불꽃이 눕는다.
    const right = camera.matrixWorld.elements[0] ?? 1;
    this.#flame.uniforms['lean']!.value = Math.max(-1, Math.min(1, windX * 0.12 * right));
  }
}
