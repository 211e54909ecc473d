import {
  BoxGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Color,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
  type BufferGeometry,
  type Material,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { arm, pole } from './flag';
import { brass, finished, iron, wood, type Finish } from './finishes';
import { fuse } from './fuse';
import { createRow } from './row';
import { stoneTextures } from './textures';

/** 성가퀴 하나의 너비(m): 모든 것이 이 배수로 되풀이된다. Everything repeats in multiples of this. */
export const modulePitch = 1.7;

const modules = 44;
const modulesBehind = 20;
const parapetZ = -1.66;
const sill = 0.78;
const tile = { width: modulePitch, height: 1.56 } as const; // m, 돌 무늬 한 장

interface Stones {
  wall: MeshLambertMaterial;
  floor: MeshStandardMaterial;
}

function stones(): Stones {
  const wall = stoneTextures({
    columns: 3,
    rows: 4,
    ...tile,
    seed: 11,
    color: [146, 148, 152],
    moss: 0.6,
  });
  const floor = stoneTextures({
    columns: 3,
    rows: 3,
    width: 2.4,
    height: 2.4,
    seed: 7,
    color: [108, 108, 112],
    moss: 0.35,
  });
  for (const map of [floor.color, floor.normal, wall.color, wall.normal]) map.anisotropy = 4;
  return {
    wall: new MeshLambertMaterial({ map: wall.color, normalMap: wall.normal }),
    floor: new MeshStandardMaterial({
      map: floor.color,
      normalMap: floor.normal,
      normalScale: new Vector2(0.9, 0.9),
      roughness: 0.62,
      envMapIntensity: 0.5,
    }),
  };
}

/** 면의 방향에 따라 세계의 길이로 무늬를 입힌다. UVs in tiles, by the direction each face looks. */
function worldUv<G extends BufferGeometry>(geometry: G, x = 0, y = 0): G {
  const { position, normal, uv } = geometry.attributes;
  const n = new Vector3();
  for (let k = 0; k < position!.count; k += 1) {
    n.fromBufferAttribute(normal!, k);
    const along = Math.abs(n.x) > 0.7 ? position!.getZ(k) : position!.getX(k) + x;
    const up = Math.abs(n.y) > 0.7 ? position!.getZ(k) : position!.getY(k) + y;
    uv!.setXY(k, along / tile.width, up / tile.height);
  }
  return geometry;
}

/** 성가퀴 하나와 그 아래의 벽. One merlon and the wall below it. */
function parapetModule(): BufferGeometry {
  const group = new Group();
  const add = (geometry: BufferGeometry, y: number, x = 0) => {
    const stone = new Mesh(geometry);
    stone.position.set(x, y, 0);
    group.add(stone);
  };
  const rounded = (w: number, h: number, d: number, r: number, y: number) =>
    worldUv(new RoundedBoxGeometry(w, h, d, 1, r), modulePitch / 2, y);
  add(worldUv(new BoxGeometry(modulePitch, sill, 0.5), 0, sill / 2), sill / 2);
  add(rounded(modulePitch * 0.99, 0.1, 0.62, 0.03, 0.2), sill + 0.03);
  add(rounded(1.0, 0.64, 0.48, 0.05, 1.17), sill + 0.38, modulePitch / 2);
  add(rounded(1.12, 0.1, 0.6, 0.035, 0.6), sill + 0.74, modulePitch / 2);
  return fuse(group);
}

function createParapet(stone: Material): InstancedMesh {
  const parapet = createRow(parapetModule(), stone, modules, modulePitch);
  parapet.position.set(((modules - 1) / 2 - modulesBehind) * modulePitch, 0, parapetZ);
  return parapet;
}

function floor(material: MeshStandardMaterial): Mesh {
  const width = modules * modulePitch;
  const depth = 7;
  const repeats = new Vector2(Math.round(width / 2.4), depth / 2.4);
  for (const map of [material.map, material.normalMap]) map?.repeat.copy(repeats);
  const mesh = new Mesh(new PlaneGeometry(width, depth), material);
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.set((modules / 2 - modulesBehind) * modulePitch, 0, parapetZ + depth / 2 - 0.1);
  mesh.receiveShadow = true;
  return mesh;
}

/** 깃대와 가로대. 진짜 모델이 생기면 이 함수를 바꾼다(자리표시). A flag pole with its arm; swap in a real model here. */
export function poleGeometry(): BufferGeometry {
  const group = new Group();
  const add = (geometry: BufferGeometry, finish: Finish, y: number, to = group) => {
    const mesh = new Mesh(finished(geometry, finish));
    mesh.position.y = y;
    to.add(mesh);
    return mesh;
  };
  add(new CylinderGeometry(pole.radius * 0.8, pole.radius, pole.height, 14), wood, pole.height / 2);
  add(new SphereGeometry(0.05, 18, 14), brass, pole.height + 0.03);
  add(new CylinderGeometry(0.0, 0.03, 0.2, 14), brass, pole.height + 0.16);
  for (const y of [0.5, 1.12]) add(new CylinderGeometry(0.05, 0.05, 0.06, 14), iron, y);
  add(new CylinderGeometry(0.09, 0.12, 0.14, 16), iron, 0.07);

  // 가로대는 +x로 만들어 방향으로 돌린다.
  const yard = new Group();
  yard.rotation.y = Math.atan2(-arm.z, arm.x);
  const { length } = arm;
  const bar = add(new CylinderGeometry(0.015, 0.018, length, 10), wood, pole.flagTop + 0.035, yard);
  bar.rotation.z = Math.PI / 2;
  bar.position.x = length / 2;
  add(new SphereGeometry(0.03, 14, 10), brass, pole.flagTop + 0.035, yard).position.x = length;
  for (let k = 0; k <= 5; k += 1) {
    const ring = add(new TorusGeometry(0.03, 0.006, 6, 16), brass, pole.flagTop + 0.018, yard);
    ring.position.x = pole.radius + 0.02 + ((length - 0.1) * k) / 5;
    ring.rotation.y = Math.PI / 2;
  }
  group.add(yard);
  group.position.set(pole.x, 0, pole.z);
  return fuse(group);
}

const towerEvery = 20 * modulePitch; // m
const towerAhead = 10 * modulePitch;

function towerLight(): Mesh {
  const glow = new MeshBasicMaterial({ color: new Color('#ff8a35').multiplyScalar(1.3) });
  const slot = new Mesh(new BoxGeometry(0.08, 0.5, 0.14), glow);
  slot.position.set(-1.4, 3.3, 0.3);
  return slot;
}

/**
 * 벽 바깥으로 나온 둥근 망루. 진짜 모델이 생기면 이 함수를 바꾼다(자리표시).
 * A round tower that stands out from the wall; swap in a real model here.
 */
function createTower(stone: MeshLambertMaterial): InstancedMesh {
  const group = new Group();
  const add = (geometry: BufferGeometry, y: number, around: number, up: number) => {
    const { uv } = geometry.attributes;
    for (let k = 0; k < uv!.count; k += 1) uv!.setXY(k, uv!.getX(k) * around, uv!.getY(k) * up);
    const mesh = new Mesh(geometry);
    mesh.position.y = y;
    group.add(mesh);
  };
  add(new CylinderGeometry(1.4, 1.5, 5.4, 28), 1.7, 5, 3.5);
  add(new CylinderGeometry(1.75, 1.4, 0.5, 28), 4.65, 6, 0.32);
  add(new CylinderGeometry(1.75, 1.75, 0.4, 28), 5.1, 6, 0.26);
  for (let k = 0; k < 10; k += 1) {
    const merlon = new Mesh(worldUv(new RoundedBoxGeometry(0.6, 0.6, 0.34, 1, 0.04)));
    const angle = (k * Math.PI) / 5;
    merlon.position.set(1.58 * Math.sin(angle), 5.55, 1.58 * Math.cos(angle));
    merlon.rotation.y = angle;
    group.add(merlon);
  }
  // 하나뿐이라도 흉벽처럼 사본으로 그려야 재질과 셰이더를 나누어 쓴다.
  const tower = createRow(fuse(group), stone, 1);
  tower.add(towerLight());
  tower.position.z = -3.3;
  return tower;
}

/**
 * 성벽 위의 길: 바닥, 흉벽, 성가퀴, 망루. x를 따라 되풀이된다. 진짜 모델이 생기면 이 클래스의 생성자를 바꾼다(자리표시).
 * The wall walk, repeating along x; swap in real models in the constructor.
 */
export class Wall {
  readonly group = new Group();
  readonly #walk = new Group();
  readonly #tower: InstancedMesh;

  constructor() {
    const { wall, floor: paving } = stones();
    this.#walk.add(floor(paving), createParapet(wall));
    this.#tower = createTower(wall);
    this.group.add(this.#walk, this.#tower);
  }

  update(x: number): void {
    this.#walk.position.x = Math.round(x / modulePitch) * modulePitch;
    this.#tower.position.x = Math.round(x / towerEvery) * towerEvery + towerAhead;
  }
}
