import { DirectionalLight, Group, HemisphereLight, SpotLight, Vector3, type Object3D } from 'three';
import { flicker } from './torches';

/** 달빛은 보이는 달보다 높은 데서 온다: 낮은 달의 그림자는 흉벽에 다 가린다. */
const moonLightDirection = new Vector3(0.36, 0.86, -0.46).normalize();

function shadowed(light: DirectionalLight | SpotLight, size: number): void {
  light.castShadow = true;
  light.shadow.mapSize.set(size, size);
  light.shadow.bias = -0.0006;
  light.shadow.normalBias = 0.025;
}

/** 달빛, 안쪽 벽의 횃불빛, 밤하늘의 빛. Moonlight, torchlight from the inner side, and the sky. */
export class Lights {
  readonly group = new Group();
  readonly #moon = new DirectionalLight('#b4caff', 2.9);
  readonly #hearth = new SpotLight('#ffbd85', 60, 14, 0.55, 0.9, 1.6);
  readonly #anchors: readonly Object3D[];

  constructor(shadowSize: number) {
    shadowed(this.#moon, shadowSize);
    this.#moon.shadow.radius = 2;
    const box = this.#moon.shadow.camera;
    box.left = box.bottom = -5.2;
    box.right = box.top = 5.2;
    box.near = 2;
    box.far = 24;
    shadowed(this.#hearth, shadowSize / 2);
    this.#hearth.shadow.radius = 2.5;
    this.#hearth.shadow.camera.near = 1;
    this.#anchors = [this.#moon, this.#moon.target, this.#hearth, this.#hearth.target];
    const sky = new HemisphereLight('#7f9fd8', '#2a2420', 0.8);
    this.group.add(sky, ...this.#anchors);
  }

  update(x: number, time: number): void {
    // 그림자 칸에 맞춰 옮기면 그림자 가장자리가 기어다니지 않는다.
    const texel = 10.4 / this.#moon.shadow.mapSize.x;
    const snapped = Math.round(x / texel) * texel;
    this.#moon.target.position.set(snapped + 0.4, 1, 0);
    this.#moon.position.copy(this.#moon.target.position).addScaledVector(moonLightDirection, 12);
    this.#hearth.position.set(x - 0.6, 2.1, 4.4);
    this.#hearth.target.position.set(x, 1.1, -0.2);
    this.#hearth.intensity = 60 * flicker(0.37, time * 0.8);
  }
}
