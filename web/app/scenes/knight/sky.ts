import {
  AdditiveBlending,
  BackSide,
  BufferAttribute,
  BufferGeometry,
  ClampToEdgeWrapping,
  Color,
  CustomBlending,
  CylinderGeometry,
  Group,
  MathUtils,
  Mesh,
  MeshBasicMaterial,
  OneFactor,
  OneMinusSrcAlphaFactor,
  Points,
  PointsMaterial,
  ShaderMaterial,
  SphereGeometry,
  Vector3,
  type CanvasTexture,
} from 'three';
import { layered, tileNoise } from './noise';
import { seeded } from './random';
import { skylinePaint } from './skyline';
import { paintTexture, slowTexture } from './textures';

export const fogColor = new Color('#22375a');
/** 보이는 달의 방향. Where the moon is seen. */
export const moonDirection = new Vector3(0.8, 0.21, -0.64).normalize();
const moonRadius = 0.038; // rad

/** 흐르는 구름의 짙기. 구름 그림이 있으면 이 함수를 바꾼다(자리표시). How dense the drifting clouds are; swap in a real picture here. */
function cloudTexture(): CanvasTexture {
  const noise = tileNoise(23);
  return paintTexture(
    256,
    256,
    (context, width, height) => {
      const image = context.createImageData(width, height);
      for (let k = 0; k < width * height; k += 1) {
        const [u, v] = [(k % width) / width, Math.floor(k / width) / height];
        const density = layered(noise, u, v, 4, 5);
        image.data.fill(255 * Math.max(0, Math.min(1, (density - 0.36) * 2.6)), 4 * k, 4 * k + 3);
        image.data[4 * k + 3] = 255;
      }
      context.putImageData(image, 0, 0);
    },
    false,
  );
}

function dome(): Mesh<SphereGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    uniforms: {
      zenith: { value: new Color('#040817') },
      middle: { value: new Color('#0f2146') },
      horizon: { value: new Color('#475468') },
      moon: { value: moonDirection },
      face: { value: moonTexture() },
      clouds: { value: cloudTexture() },
      time: { value: 0 },
    },
    vertexShader: `
      varying vec3 direction;
      void main() {
        direction = normalize(position);
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: `
      uniform vec3 zenith, middle, horizon, moon;
      uniform sampler2D clouds, face;
      uniform float time;
      varying vec3 direction;
      const float discRadius = ${moonRadius};
      void main() {
        vec3 d = normalize(direction);
        float h = max(d.y, 0.0);
        vec3 color = mix(horizon, middle, smoothstep(-0.04, 0.22, d.y));
        color = mix(color, zenith, smoothstep(0.15, 0.7, h));
        float near = max(dot(d, moon), 0.0);
        float halo = 0.09 * pow(near, 10.0) + 0.2 * pow(near, 90.0);
        color += vec3(0.5, 0.64, 0.9) * halo;
        // 달무리와 달. 가장자리로 갈수록 조금 어둡고, 뒤에 그리는 구름이 그 앞을 지난다.
        vec3 across = normalize(cross(moon, vec3(0.0, 1.0, 0.0)));
        vec2 p = vec2(dot(d, across), dot(d, cross(across, moon))) / discRadius;
        float r = dot(d, moon) > 0.0 ? length(p) : 100.0;
        color += vec3(0.22, 0.27, 0.37) * exp(-0.8 * max(r - 1.0, 0.0));
        color += vec3(0.035, 0.03, 0.025) * exp(-6.0 * (r - 3.1) * (r - 3.1));
        vec3 disc = texture2D(face, 0.5 + 0.5 * p).rgb * (0.62 + 0.6 * sqrt(max(1.0 - r * r, 0.0)));
        color = mix(color, 0.92 * disc, 1.0 - smoothstep(0.97, 1.01, r));
        // 구름은 평평한 하늘에 펼쳐져 지평선에서 촘촘해진다.
        vec2 sheet = d.xz / (h + 0.16) * 0.085;
        float veil = texture2D(clouds, sheet + time * vec2(0.0016, 0.0004)).r;
        float wisps = texture2D(clouds, sheet * 2.3 - time * vec2(0.0022, 0.0)).r;
        float density = smoothstep(0.32, 1.0, veil + 0.35 * wisps) * smoothstep(0.02, 0.14, h);
        // 달 가까이의 얇은 구름은 빛나고, 두꺼운 데는 어둡다.
        vec3 lit = mix(vec3(0.075, 0.1, 0.165), vec3(0.62, 0.72, 0.88), 0.06 + 0.9 * pow(near, 22.0));
        color = mix(color, lit * (1.15 - 0.55 * density), 0.78 * density);
        gl_FragColor = vec4(color, 1.0);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
      }`,
  });
  return new Mesh(new SphereGeometry(180, 32, 20), material);
}

function stars(): Points {
  const random = seeded(5);
  const count = 1400;
  const positions = new Float32Array(3 * count);
  const colors = new Float32Array(3 * count);
  const place = new Vector3();
  for (let k = 0; k < count; k += 1) {
    const y = 0.06 + 0.94 * random();
    const angle = random() * 2 * Math.PI;
    const flat = Math.sqrt(1 - y * y);
    place.set(flat * Math.cos(angle), y, flat * Math.sin(angle));
    // 달무리 안의 별은 빛에 묻힌다.
    const seen = place.angleTo(moonDirection) > 2.5 * moonRadius ? 170 : 0;
    place.multiplyScalar(seen).toArray(positions, 3 * k);
    const light = (0.18 + 0.82 * random() ** 3) * Math.min(1, y * 4);
    const warm = random();
    colors.set([light * (0.8 + 0.2 * warm), light * 0.9, light * (1.05 - 0.2 * warm)], 3 * k);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('color', new BufferAttribute(colors, 3));
  const material = new PointsMaterial({
    size: 2.1,
    sizeAttenuation: false,
    vertexColors: true,
    blending: AdditiveBlending,
    depthWrite: false,
    transparent: true,
    fog: false,
  });
  return new Points(geometry, material);
}

/** 달의 얼굴: 어두운 바다와 빛살 뻗은 구덩이. 사진이 있으면 이 함수를 바꾼다(자리표시). Seas and rayed craters of the moon; swap in a real picture here. */
function moonTexture(): CanvasTexture {
  const noise = tileNoise(61);
  const random = seeded(42);
  const seas = [
    [0.36, 0.32, 0.2],
    [0.56, 0.27, 0.13],
    [0.66, 0.4, 0.13],
    [0.27, 0.52, 0.19],
    [0.42, 0.62, 0.12],
    [0.72, 0.55, 0.08],
  ] as const;
  const sea = (u: number, v: number) =>
    seas.reduce((most, [x, y, r]) => Math.max(most, 1 - Math.hypot(u - x, v - y) / r), -1);
  const side = 256;
  return slowTexture(side, side, function* (context) {
    const image = context.createImageData(side, side);
    for (let k = 0; k < side * side; k += 1) {
      if (k % side === 0) yield;
      const [u, v] = [(k % side) / side, Math.floor(k / side) / side];
      const rough = layered(noise, u, v, 6, 5);
      const dark = MathUtils.smoothstep(1.5 * sea(u, v) + 2.2 * (rough - 0.45), 0, 1);
      const light = 0.93 - 0.4 * dark + 0.34 * (layered(noise, v, u, 16, 4) - 0.5);
      image.data.set([250 * light, 246 * light, (232 + 14 * dark) * light, 255], 4 * k);
    }
    context.putImageData(image, 0, 0);
    const rays = (x: number, y: number, reach: number) => {
      context.strokeStyle = 'rgba(255, 252, 240, 0.16)';
      for (let k = 0; k < 16; k += 1) {
        const [angle, long] = [2 * Math.PI * random(), reach * (0.4 + 0.6 * random())];
        context.lineWidth = 1 + 2 * random();
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(x + long * Math.cos(angle), y + long * Math.sin(angle));
        context.stroke();
      }
      context.fillStyle = 'rgba(255, 253, 244, 0.6)';
      context.beginPath();
      context.arc(x, y, reach / 14, 0, 7);
      context.fill();
    };
    rays(126, 212, 84);
    rays(84, 122, 34);
    rays(48, 100, 24);
  });
}

function skyline(radius: number, height: number, y: number, seed: number, tint: string): Mesh {
  const map = paintTexture(2048, 512, skylinePaint(seed, tint));
  map.repeat.x = 3;
  map.wrapT = ClampToEdgeWrapping;
  map.premultiplyAlpha = true; // 가장자리에 투명한 검정이 번지지 않게
  const material = new MeshBasicMaterial({
    map,
    transparent: true,
    blending: CustomBlending,
    blendSrc: OneFactor,
    blendDst: OneMinusSrcAlphaFactor,
    side: BackSide,
    depthWrite: false,
    fog: false,
  });
  const mesh = new Mesh(new CylinderGeometry(radius, radius, height, 48, 1, true), material);
  mesh.position.y = y;
  return mesh;
}

/** 시점을 따라다니는 먼 풍경. The far scenery; it follows the camera. */
export class Sky {
  readonly group = new Group();
  readonly #dome = dome();
  readonly #far = skyline(140, 40, 6, 3, '#3b4c69');
  readonly #near = skyline(110, 32, 2.5, 8, '#1b2435');

  constructor() {
    const order = [this.#dome, stars(), this.#far, this.#near];
    order.forEach((part, k) => {
      part.renderOrder = k - 10;
      this.group.add(part);
    });
  }

  /** @param travelled 지금까지 걸은 거리(m) */
  update(cameraX: number, cameraZ: number, travelled: number, time: number): void {
    this.#dome.material.uniforms['time']!.value = time;
    this.group.position.set(cameraX, 0, cameraZ);
    // 아주 느린 시차: 가까운 능선일수록 더 움직인다.
    this.#far.rotation.y = travelled * 0.0004;
    this.#near.rotation.y = travelled * 0.0012;
  }
}
