import {
  CapsuleGeometry,
  CatmullRomCurve3,
  Group,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
  TubeGeometry,
  Vector3,
  type BufferGeometry,
} from 'three';
import { bearBones, boneIndex } from './bones';

const ink = new MeshStandardMaterial({ color: '#2a1710', roughness: 0.62 });
const bead = new MeshStandardMaterial({ color: '#0c0807', roughness: 0.16 });
const spark = new MeshStandardMaterial({
  color: '#ffffff',
  emissive: '#ffffff',
  emissiveIntensity: 0.5,
});
const nose = new MeshStandardMaterial({ color: '#34190f', roughness: 0.34 });

/** 주둥이 겉면의 z. Where the snout's surface is. */
function onSnout(x: number, y: number): Vector3 {
  const height = 1 - (x / 0.185) ** 2 - ((y - 1.34) / 0.135) ** 2;
  return new Vector3(x, y, 0.31 + 0.16 * Math.sqrt(Math.max(0, height)) + 0.001);
}

function line(points: readonly (readonly [number, number])[]): TubeGeometry {
  const curve = new CatmullRomCurve3(points.map(([x, y]) => onSnout(x, y)));
  return new TubeGeometry(curve, 20, 0.0075, 8);
}

const sphere = new SphereGeometry(1, 28, 20);
const mouth = line([
  [0.098, 1.318],
  [0.07, 1.287],
  [0.032, 1.283],
  [0, 1.312],
  [-0.032, 1.283],
  [-0.07, 1.287],
  [-0.098, 1.318],
]);
const groove = line([
  [0, 1.37],
  [0, 1.34],
  [0, 1.312],
]);
const brow = new CapsuleGeometry(0.017, 0.07, 6, 12);

/**
 * 머리뼈를 타는 눈, 코, 입, 눈썹. Eyes, nose, mouth and brows that ride on the head bone.
 */
export function createFace(): Group {
  const face = new Group();
  const add = (geometry: BufferGeometry, material: MeshStandardMaterial, at = new Vector3()) => {
    const mesh = new Mesh(geometry, material);
    mesh.position.copy(at);
    face.add(mesh);
    return mesh;
  };
  for (const x of [1, -1]) {
    add(sphere, bead, new Vector3(0.142 * x, 1.475, 0.338)).scale.set(0.041, 0.047, 0.034);
    add(sphere, spark, new Vector3(0.142 * x - 0.013, 1.492, 0.368)).scale.setScalar(0.0095);
    const lid = add(brow, ink, new Vector3(0.15 * x, 1.572, 0.325));
    lid.rotation.set(-0.35, 0.35 * x, (Math.PI / 2 - 0.12) * x);
  }
  add(sphere, nose, new Vector3(0, 1.398, 0.452)).scale.set(0.066, 0.047, 0.042);
  add(sphere, spark, new Vector3(-0.022, 1.42, 0.485)).scale.set(0.014, 0.006, 0.006);
  add(mouth, ink);
  add(groove, ink);
  // 자리는 곰의 공간에서 주었으니 머리뼈의 공간으로 옮긴다.
  face.position.set(...bearBones[boneIndex('head')]!.head).negate();
  return face;
}
