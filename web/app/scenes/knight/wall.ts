import {
  BoxGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  SphereGeometry,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { pole } from './flag';
import { stoneTextures } from './textures';

/** 성가퀴 하나의 너비(m): 모든 것이 이 배수로 되풀이된다. Everything repeats in multiples of this. */
export const modulePitch = 1.7;

const modules = 20;
const modulesBehind = 7; // 시점이 앞을 보므로 뒤쪽은 짧아도 된다.
const parapetZ = -1.66;
const sill = 0.78;

function stone(columns: number, rows: number, seed: number, lightness = 46): MeshLambertMaterial {
  const { color, height } = stoneTextures({ columns, rows, staggered: true, seed, lightness });
  return new MeshLambertMaterial({ map: color, bumpMap: height, bumpScale: 3 });
}

function repeated(
  geometry: BoxGeometry | RoundedBoxGeometry,
  material: MeshLambertMaterial,
  y: number,
  z: number,
  offset = 0,
): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, modules);
  const matrix = new Matrix4();
  for (let k = 0; k < modules; k += 1) {
    matrix.setPosition((k - modulesBehind) * modulePitch + offset, y, z);
    mesh.setMatrixAt(k, matrix);
  }
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  return mesh;
}

function floor(): Mesh {
  const width = modules * modulePitch;
  const depth = 7;
  const material = stone(3, 4, 7, 36);
  for (const map of [material.map, material.bumpMap])
    map?.repeat.set(width / modulePitch, depth / 1.7);
  if (material.map) material.map.anisotropy = 4; // 비스듬히 보는 바닥만
  // 성가퀴와 같은 셰이더를 쓰도록 한 개짜리 인스턴스로 둔다.
  const mesh = new InstancedMesh(new PlaneGeometry(width, depth), material, 1);
  mesh.setMatrixAt(0, new Matrix4());
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.set((modules / 2 - modulesBehind) * modulePitch, 0, parapetZ + depth / 2 - 0.1);
  mesh.receiveShadow = true;
  return mesh;
}

/** 깃대 하나. 진짜 모델이 생기면 여기서 바꾼다. One flag pole; swap in a real model here. */
export function createPole(): Group {
  const wood = new MeshStandardMaterial({ color: '#5a4128', roughness: 0.7 });
  const brass = new MeshStandardMaterial({ color: '#d2a24a', metalness: 0.9, roughness: 0.3 });
  const iron = new MeshStandardMaterial({ color: '#2b2d31', metalness: 0.7, roughness: 0.55 });
  const group = new Group();
  const add = (mesh: Mesh, y: number) => {
    mesh.position.y = y;
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    group.add(mesh);
  };
  add(
    new Mesh(new CylinderGeometry(pole.radius * 0.8, pole.radius, pole.height, 14), wood),
    pole.height / 2,
  );
  add(new Mesh(new SphereGeometry(0.055, 18, 14), brass), pole.height + 0.04);
  add(new Mesh(new CylinderGeometry(0.05, 0.05, 0.06, 14), iron), 1.12);
  add(new Mesh(new CylinderGeometry(0.05, 0.05, 0.06, 14), iron), 0.5);
  add(new Mesh(new CylinderGeometry(0.09, 0.12, 0.14, 16), iron), 0.07);
  group.position.set(pole.x, 0, pole.z);
  return group;
}

/** 성벽 위의 길: 바닥, 흉벽, 성가퀴. The wall walk: floor, parapet and merlons, repeating along x. */
export function createWall(): Group {
  const group = new Group();
  const low = stone(3, 2, 11);
  const high = stone(2, 2, 23);
  const cap = stone(2, 1, 31);
  group.add(
    floor(),
    repeated(new BoxGeometry(modulePitch, sill, 0.5), low, sill / 2, parapetZ),
    repeated(
      new RoundedBoxGeometry(modulePitch * 0.98, 0.09, 0.6, 1, 0.03),
      cap,
      sill + 0.03,
      parapetZ,
    ),
    repeated(
      new RoundedBoxGeometry(1.0, 0.62, 0.48, 1, 0.05),
      high,
      sill + 0.36,
      parapetZ,
      modulePitch / 2,
    ),
    repeated(
      new RoundedBoxGeometry(1.1, 0.08, 0.58, 1, 0.03),
      cap,
      sill + 0.7,
      parapetZ,
      modulePitch / 2,
    ),
  );
  return group;
}
