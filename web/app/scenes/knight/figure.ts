import {
  CapsuleGeometry,
  LatheGeometry,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  type BufferGeometry,
  type Material,
  type Object3D,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { sizes, type Arm, type Leg, type Skeleton } from './skeleton';

const steel = new MeshStandardMaterial({ color: '#aab2c0', metalness: 0.9, roughness: 0.36 });
const darkSteel = new MeshStandardMaterial({ color: '#565d6b', metalness: 0.85, roughness: 0.45 });
const brass = new MeshStandardMaterial({ color: '#d2a24a', metalness: 0.9, roughness: 0.35 });
const cloth = new MeshStandardMaterial({ color: '#27408a', roughness: 0.9 });
const plume = new MeshStandardMaterial({ color: '#8f101b', roughness: 0.95 });
const leather = new MeshStandardMaterial({ color: '#4a3020', roughness: 0.75 });
const shadowBlack = new MeshStandardMaterial({ color: '#07080a', roughness: 1 });

type Place = readonly [x: number, y: number, z: number];

function attach(
  bone: Object3D,
  geometry: BufferGeometry,
  material: Material,
  at: Place = [0, 0, 0],
): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.position.set(...at);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  bone.add(mesh);
  return mesh;
}

/** 뼈를 따라 아래로 내려가는 캡슐. A capsule that follows a bone downwards. */
function limb(bone: Object3D, length: number, radius: number, material: Material): Mesh {
  const geometry = new CapsuleGeometry(radius, length, 6, 18);
  return attach(bone, geometry, material, [0, -length / 2, 0]);
}

/** [반지름, 높이]를 돌려 만든 몸통. 앞뒤로 납작하다. A turned shape, flattened front to back. */
function turned(
  bone: Object3D,
  profile: readonly Place[],
  material: Material,
  depth: number,
): Mesh {
  const points = profile.map(([radius, height]) => new Vector2(radius, height));
  const mesh = attach(bone, new LatheGeometry(points, 36), material);
  mesh.scale.x = depth;
  return mesh;
}

function addHead(skeleton: Skeleton): void {
  const { head, neck } = skeleton;
  limb(neck, 0.02, 0.062, darkSteel).position.y = 0.03;
  const helmet = attach(head, new CapsuleGeometry(0.112, 0.075, 8, 28), steel, [0, 0.115, 0]);
  helmet.scale.set(1.06, 1, 0.94);
  const visor = attach(head, new RoundedBoxGeometry(0.06, 0.022, 0.15, 3, 0.01), shadowBlack);
  visor.position.set(0.093, 0.135, 0);
  const brow = attach(head, new TorusGeometry(0.111, 0.011, 8, 40), brass, [0, 0.162, 0]);
  brow.rotation.x = Math.PI / 2;
  brow.scale.set(1.06, 0.95, 1);
  for (let k = 0; k < 4; k += 1) {
    attach(head, new SphereGeometry(0.006, 8, 6), shadowBlack, [0.115, 0.05 + 0.018 * k, 0.035]);
  }
  // 뒤로 넘어가는 깃털 장식.
  for (let k = 0; k < 9; k += 1) {
    const t = k / 8;
    const feather = attach(
      head,
      new SphereGeometry(0.034 + 0.02 * Math.sin(t * 2.6), 14, 10),
      plume,
    );
    feather.position.set(0.03 - 0.2 * t, 0.275 + 0.06 * Math.sin(t * 2.4 + 0.3) - 0.14 * t * t, 0);
    feather.scale.set(1.2, 1, 0.62);
  }
}

function addTorso(skeleton: Skeleton): void {
  const { pelvis, spine, chest } = skeleton;
  const breast: Place[] = [
    [0.02, 0.27, 0],
    [0.085, 0.262, 0],
    [0.15, 0.235, 0],
    [0.195, 0.17, 0],
    [0.2, 0.09, 0],
    [0.18, 0.0, 0],
    [0.155, -0.08, 0],
  ];
  turned(chest, breast, steel, 0.68);
  const collar = attach(chest, new TorusGeometry(0.083, 0.024, 10, 32), brass, [0, 0.268, 0]);
  collar.rotation.x = Math.PI / 2;
  for (const side of [-1, 1]) {
    const clasp = attach(chest, new SphereGeometry(0.03, 18, 12), brass, [
      0.07,
      0.232,
      0.115 * side,
    ]);
    clasp.scale.x = 0.6;
  }
  const waist: Place[] = [
    [0.155, 0.09, 0],
    [0.148, 0.02, 0],
    [0.158, -0.06, 0],
  ];
  turned(spine, waist, darkSteel, 0.74);
  const skirt: Place[] = [
    [0.15, 0.06, 0],
    [0.18, 0.0, 0],
    [0.208, -0.08, 0],
    [0.2, -0.105, 0],
  ];
  turned(pelvis, skirt, cloth, 0.74);
  const belt = attach(pelvis, new TorusGeometry(0.162, 0.02, 10, 40), leather, [0, 0.045, 0]);
  belt.rotation.x = Math.PI / 2;
  belt.scale.set(0.76, 1, 1.3);
  attach(pelvis, new RoundedBoxGeometry(0.025, 0.055, 0.065, 3, 0.008), brass, [0.128, 0.045, 0]);
}

function addArm(arm: Arm, side: number): void {
  limb(arm.upper, sizes.upperArm, 0.056, darkSteel);
  const pauldron = attach(arm.upper, new SphereGeometry(0.098, 24, 16), steel, [
    0,
    -0.012,
    0.006 * side,
  ]);
  pauldron.scale.set(1, 0.86, 0.95);
  attach(arm.fore, new SphereGeometry(0.057, 18, 14), steel);
  const bracer = attach(arm.fore, new CapsuleGeometry(0.052, 0.14, 6, 18), steel, [0, -0.13, 0]);
  bracer.scale.set(1.05, 1, 1);
  const hand = attach(arm.fore, new SphereGeometry(0.048, 18, 14), leather, [0.006, -0.285, 0]);
  hand.scale.set(1, 1.3, 0.8);
}

function addLeg(leg: Leg): void {
  limb(leg.thigh, sizes.thigh, 0.083, darkSteel);
  limb(leg.thigh, 0.19, 0.098, cloth);
  const knee = attach(leg.shin, new SphereGeometry(0.078, 20, 14), steel, [0.016, 0.006, 0]);
  knee.scale.set(1, 1.05, 0.95);
  limb(leg.shin, sizes.shin - 0.04, 0.064, steel).position.y -= 0.01;
  const boot = attach(
    leg.foot,
    new CapsuleGeometry(0.046, 0.15, 6, 18),
    darkSteel,
    [0.055, -0.04, 0],
  );
  boot.rotation.z = Math.PI / 2;
  boot.scale.set(0.94, 1, 1.02);
}

function addSword(skeleton: Skeleton): void {
  const scabbard = attach(skeleton.pelvis, new CapsuleGeometry(0.02, 0.62, 4, 12), leather);
  scabbard.position.set(-0.08, -0.25, -0.215);
  scabbard.rotation.z = -0.36;
  const guard = attach(scabbard, new CapsuleGeometry(0.013, 0.13, 4, 10), brass, [0, 0.36, 0]);
  guard.rotation.z = Math.PI / 2;
  attach(scabbard, new CapsuleGeometry(0.016, 0.1, 4, 10), leather, [0, 0.43, 0]);
  attach(scabbard, new SphereGeometry(0.026, 14, 10), brass, [0, 0.5, 0]);
}

/**
 * 진짜 기사 모델이 생기면 이 함수 하나를 바꾼다: 같은 이름의 뼈에 그물을 달면 된다.
 * Swap in a real knight model here: hang its meshes on the bones of the same names.
 */
export function dressFigure(skeleton: Skeleton): void {
  addHead(skeleton);
  addTorso(skeleton);
  addArm(skeleton.leftArm, -1);
  addArm(skeleton.rightArm, 1);
  addLeg(skeleton.leftLeg);
  addLeg(skeleton.rightLeg);
  addSword(skeleton);
}
