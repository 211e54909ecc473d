import {
  BufferGeometry,
  CylinderGeometry,
  DirectionalLight,
  Float32BufferAttribute,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  type CanvasTexture,
} from 'three';
import { paintTexture } from '../knight/textures';

const floor = -0.07; // m, 받침대 밑

/** 바닥에서 벽으로 이어지는 이음매 없는 배경. A seamless sweep from the floor up the wall. */
function createBackdrop(color: string): Mesh {
  const profile: [number, number][] = [[7, 0]];
  const [bend, back, steps] = [2.4, -1.6, 16];
  for (let k = 0; k <= steps; k += 1) {
    const angle = (k / steps) * (Math.PI / 2);
    profile.push([back - bend * Math.sin(angle), bend * (1 - Math.cos(angle))]);
  }
  profile.push([back - bend, 12]);
  const [positions, normals, indices]: number[][] = [[], [], []];
  profile.forEach(([z, y], k) => {
    const [before, after] = [
      profile[Math.max(0, k - 1)]!,
      profile[Math.min(profile.length - 1, k + 1)]!,
    ];
    const [dz, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dz, dy);
    for (const x of [-14, 14]) {
      positions!.push(x, floor + y, z);
      normals!.push(0, -dz / length, dy / length);
    }
    const a = 2 * k;
    if (k > 0) indices!.push(a - 2, a - 1, a, a, a - 1, a + 1);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions!, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normals!, 3));
  geometry.setIndex(indices!);
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ color, roughness: 1 }));
  mesh.receiveShadow = true;
  return mesh;
}

/** 곰이 서는 나무 받침대. 실제 모형이 있으면 이 함수를 바꾼다(자리표시). The wooden stand under a bear; swap in a real model here. */
export function createStand(): Mesh {
  const material = new MeshStandardMaterial({ color: '#8a5a3c', roughness: 0.7 });
  const stand = new Mesh(new CylinderGeometry(0.56, 0.6, -floor, 56), material);
  stand.position.y = floor / 2;
  stand.castShadow = true;
  stand.receiveShadow = true;
  return stand;
}

function shadowTexture(): CanvasTexture {
  return paintTexture(128, 128, (context, width, height) => {
    const [x, y] = [width / 2, height / 2];
    const fade = context.createRadialGradient(x, y, 0, x, y, x);
    fade.addColorStop(0, 'rgba(40,16,6,0.85)');
    fade.addColorStop(0.45, 'rgba(40,16,6,0.42)');
    fade.addColorStop(1, 'rgba(40,16,6,0)');
    context.fillStyle = fade;
    context.fillRect(0, 0, width, height);
  });
}

/** 딛고 선 자리의 어둠. The darkness where something touches the ground. */
export class ContactShadow {
  readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>;

  constructor(width: number, depth: number) {
    const material = new MeshBasicMaterial({
      map: contact(),
      transparent: true,
      depthWrite: false,
    });
    this.mesh = new Mesh(new PlaneGeometry(width, depth), material);
    this.mesh.rotation.x = -Math.PI / 2;
  }

  /** @param height 땅에서 뜬 높이(m). Height above the ground. */
  place(x: number, z: number, height: number): void {
    this.mesh.position.set(x, 0.003, z);
    this.mesh.material.opacity = Math.max(0, 1 - height / 0.25);
    this.mesh.scale.setScalar(1 + height);
  }
}

let painted: CanvasTexture | undefined;
const contact = () => (painted ??= shadowTexture());

function createLights(shadowSize: number): Group {
  const group = new Group();
  const key = new DirectionalLight('#fff0dc', 2.7);
  key.position.set(2.6, 5.2, 4.2);
  key.target.position.set(0, 0.7, 0);
  key.castShadow = true;
  key.shadow.mapSize.set(shadowSize, shadowSize);
  key.shadow.radius = 14;
  key.shadow.intensity = 0.72; // 찰흙은 그늘까지 빛이 돈다.
  key.shadow.bias = -0.0004;
  key.shadow.normalBias = 0.02;
  const box = key.shadow.camera;
  [box.left, box.right, box.bottom, box.top, box.near, box.far] = [-2.6, 2.6, -2, 2, 2, 12];
  const rim = new DirectionalLight('#ffd3a1', 1.9);
  rim.position.set(-3.4, 3.2, -3.4);
  const fill = new DirectionalLight('#bcd0ff', 0.5);
  fill.position.set(-4, 1.6, 3);
  group.add(key, key.target, rim, fill, new HemisphereLight('#fff1e0', '#b5744a', 1.15));
  return group;
}

/** 작은 촬영장: 따뜻한 배경과 부드러운 빛. A small studio set: a warm backdrop and soft light. */
export function createStudio(shadowSize: number, wall = '#e0a679'): Group {
  const group = new Group();
  group.add(createBackdrop(wall), createLights(shadowSize));
  return group;
}
