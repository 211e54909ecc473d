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
  Mesh,
  MeshBasicMaterial,
  Object3D,
  OneFactor,
  OneMinusSrcAlphaFactor,
  Points,
  PointsMaterial,
  ShaderMaterial,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  Vector3,
  type CanvasTexture,
} from 'three';
import { layered, tileNoise } from './noise';
import { seeded } from './random';
import { skylinePaint } from './skyline';
import { paintTexture } from './textures';

export const fogColor = new Color('#22375a');
/** 보이는 달의 방향. Where the moon is seen. */
export const moonDirection = new Vector3(0.8, 0.25, -0.64).normalize();

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
      uniform sampler2D clouds;
      uniform float time;
      varying vec3 direction;
      void main() {
        vec3 d = normalize(direction);
        float h = max(d.y, 0.0);
        vec3 color = mix(horizon, middle, smoothstep(-0.04, 0.22, d.y));
        color = mix(color, zenith, smoothstep(0.15, 0.7, h));
        float near = max(dot(d, moon), 0.0);
        float halo = 0.09 * pow(near, 10.0) + 0.22 * pow(near, 90.0) + 0.5 * pow(near, 900.0);
        color += vec3(0.5, 0.64, 0.9) * halo;
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
  for (let k = 0; k < count; k += 1) {
    const y = 0.06 + 0.94 * random();
    const angle = random() * 2 * Math.PI;
    const flat = Math.sqrt(1 - y * y);
    positions.set([170 * flat * Math.cos(angle), 170 * y, 170 * flat * Math.sin(angle)], 3 * k);
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

/** 달 사진이 있으면 이 함수를 바꾼다(자리표시). Swap in a real picture of the moon here. */
function moonTexture() {
  return paintTexture(256, 256, (context, width, height) => {
    const random = seeded(42);
    const light = context.createRadialGradient(112, 112, 20, 128, 128, 126);
    light.addColorStop(0, '#fffdf2');
    light.addColorStop(0.9, '#e6e4d8');
    light.addColorStop(1, '#cfd2d4');
    context.beginPath();
    context.arc(width / 2, height / 2, 125, 0, 7);
    context.clip();
    context.fillStyle = light;
    context.fillRect(0, 0, width, height);
    context.filter = 'blur(7px)';
    for (let k = 0; k < 26; k += 1) {
      context.fillStyle = `rgba(120, 128, 146, ${0.1 + 0.22 * random()})`;
      context.beginPath();
      context.ellipse(
        60 + 150 * random(),
        40 + 150 * random(),
        8 + 26 * random(),
        8 + 18 * random(),
        random() * 3,
        0,
        7,
      );
      context.fill();
    }
  });
}

function glowTexture() {
  return paintTexture(128, 128, (context) => {
    const glow = context.createRadialGradient(64, 64, 0, 64, 64, 64);
    glow.addColorStop(0, 'rgba(255,255,255,1)');
    glow.addColorStop(0.2, 'rgba(255,255,255,0.42)');
    glow.addColorStop(0.5, 'rgba(255,255,255,0.1)');
    glow.addColorStop(1, 'rgba(255,255,255,0)');
    context.fillStyle = glow;
    context.fillRect(0, 0, 128, 128);
  });
}

/** 부드러운 빛무리. A soft additive glow. */
export function createGlow(color: string, size: number, opacity: number): Sprite {
  const sprite = new Sprite(
    new SpriteMaterial({
      map: glowTexture(),
      color,
      opacity,
      blending: AdditiveBlending,
      depthWrite: false,
      fog: false,
    }),
  );
  sprite.scale.setScalar(size);
  return sprite;
}

function moon(): Object3D {
  // Group이면 three가 아이들을 통째로 먼저 그려, 별이 달 앞에 찍힌다.
  const group = new Object3D();
  const disc = new Sprite(
    new SpriteMaterial({ map: moonTexture(), fog: false, depthWrite: false }),
  );
  disc.scale.setScalar(11.5);
  const glow = createGlow('#a9c4f5', 40, 0.3);
  glow.renderOrder = -8.5;
  disc.renderOrder = -8;
  group.add(glow, disc);
  group.position.copy(moonDirection).multiplyScalar(160);
  return group;
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
    const order = [this.#dome, stars(), moon(), this.#far, this.#near];
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
