import {
  BufferGeometry,
  CapsuleGeometry,
  CatmullRomCurve3,
  CylinderGeometry,
  LatheGeometry,
  Mesh,
  SphereGeometry,
  TorusGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
  type Material,
  type Object3D,
  type Skeleton as BoundBones,
  type SkinnedMesh,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { capeCut } from './cape';
import {
  brass,
  darkSteel,
  feather,
  finished,
  fur,
  hollow,
  leather,
  linen,
  steel,
  type Finish,
} from './finishes';
import { fuseOnBones } from './fuse';
import type { Unhurried } from '../paintwork';
import { seeded } from './random';
import { sizes, type Arm, type Leg, type Skeleton } from './skeleton';

type Place = readonly [x: number, y: number, z: number];
type Profile = readonly (readonly [radius: number, height: number])[];

const front = Math.PI / 2; // 회전체에서 +x 쪽의 각

function attach(bone: Object3D, geometry: BufferGeometry, finish: Finish, at?: Place): Mesh {
  const mesh = new Mesh(finished(geometry, finish));
  if (at) mesh.position.set(...at);
  bone.add(mesh);
  return mesh;
}

interface Sweep {
  /** 감싸는 가운데의 각과 너비(rad). Middle and width of the angle it wraps. */
  middle: number;
  width: number;
}

const around: Sweep = { middle: 0, width: 2 * Math.PI };

/** 단면을 돌려 만든 판. A plate: a profile turned about the bone. */
function plate(
  bone: Object3D,
  profile: Profile,
  finish: Finish,
  { middle, width }: Sweep = around,
): Mesh {
  const points = profile.map(([radius, height]) => new Vector2(radius, height));
  const segments = Math.max(6, Math.round(5.5 * width));
  return attach(bone, new LatheGeometry(points, segments, middle - width / 2, width), finish);
}

/** 판의 끝을 두르는 얇은 놋쇠 테. A thin brass rim. */
function rim(bone: Object3D, radius: number, height: number, sweep: Sweep = around): Mesh {
  const round: Profile = [
    [radius, height - 0.006],
    [radius + 0.005, height],
    [radius, height + 0.006],
  ];
  return plate(bone, round, brass, sweep);
}

function ball(bone: Object3D, radius: number, finish: Finish, at: Place, scale: Place): Mesh {
  const mesh = attach(bone, new SphereGeometry(radius, 22, 16), finish, at);
  mesh.scale.set(...scale);
  return mesh;
}

const eyes = 0.108; // m, 눈구멍의 높이
const crown = 0.2; // m, 옆판과 윗판이 만나는 높이

/** 큰 투구의 판들, 아래에서 위로: 볼, 이마, 비스듬한 띠, 윗판. The plates of a great helm, from the cheeks to the crown. */
const helm: readonly Profile[] = [
  [
    [0.117, -0.085],
    [0.113, -0.06],
    [0.118, 0],
    [0.125, eyes],
  ],
  [
    [0.1205, eyes - 0.004],
    [0.1195, 0.15],
    [0.112, crown],
  ],
  [
    [0.1145, crown - 0.006],
    [0.108, crown + 0.008],
    [0.082, 0.24],
    [0.078, 0.242],
  ],
  [
    [0.08, 0.24],
    [0.05, 0.253],
    [0, 0.257],
  ],
];

/** 얼굴 한가운데를 날처럼 세운다: 눈과 코 앞이 뾰족한 뱃머리꼴. Draws the front out to a keel, as of a ship's bow. */
function keel({ geometry }: Mesh): void {
  const position = geometry.attributes['position']!;
  for (let k = 0; k < position.count; k += 1) {
    const [x, z] = [position.getX(k), position.getZ(k)];
    const toFront = Math.max(0, x / (Math.hypot(x, z) || 1));
    position.setX(k, x * (1.07 + 0.15 * toFront ** 6));
    position.setZ(k, 0.93 * z);
  }
  geometry.computeVertexNormals();
}

/** 판의 이음매를 따라 박은 못. Rivets along a seam. */
function rivets(count: number, radius: number, height: number, { middle, width } = around) {
  const heads = Array.from({ length: count }, (_, k) => {
    const angle = middle - width / 2 + ((k + 0.5) * width) / count;
    const rivet = new SphereGeometry(0.0048, 6, 4);
    return rivet.translate(radius * Math.sin(angle), height, radius * Math.cos(angle));
  });
  return mergeGeometries(heads);
}

function addHelm(head: Object3D): void {
  const face: Sweep = { middle: front, width: 2.7 };
  const parts = helm.map((profile) => plate(head, profile, steel));
  for (const [radius, height] of [
    [0.118, -0.082],
    [0.1255, eyes],
    [0.1145, crown],
  ] as const)
    parts.push(rim(head, radius, height));
  // 눈구멍의 어둠을 위아래로 두른 테와, 코를 따라 내려오는 십자의 세로대.
  const slit: Profile = [
    [0.1272, eyes - 0.012],
    [0.1272, eyes + 0.006],
  ];
  for (const side of [-1, 1])
    parts.push(plate(head, slit, hollow, { middle: front + side * 0.62, width: 0.98 }));
  parts.push(rim(head, 0.1275, eyes - 0.019, face), rim(head, 0.1275, eyes + 0.013, face));
  const bar: Profile = [
    [0.1205, -0.08],
    [0.121, 0],
    [0.1285, eyes],
    [0.1225, 0.15],
    [0.115, crown],
  ];
  for (const [middle, width] of [
    [front, 0.2],
    [-front, 0.16],
  ] as const)
    parts.push(plate(head, bar, brass, { middle, width }));
  parts.push(
    attach(head, breathHoles(), hollow),
    attach(head, rivets(26, 0.123, eyes - 0.016), brass),
    attach(head, rivets(22, 0.115, crown - 0.018), brass),
    attach(head, rivets(20, 0.1165, -0.066), brass),
  );
  for (const part of parts) keel(part);
}

/** 투구를 두르는 두 빛깔의 꼰 천. The torse: a wreath of two twisted colours around the crown. */
function addTorse(head: Object3D): void {
  const twists = 18;
  for (let k = 0; k < twists; k += 1) {
    const angle = (2 * Math.PI * k) / twists;
    const [x, z] = [0.122 * Math.sin(angle), 0.107 * Math.cos(angle)];
    const twist = ball(
      head,
      0.02,
      k % 2 ? feather : linen,
      [x, crown + 0.008, z],
      [0.8, 1.05, 1.5],
    );
    twist.rotation.set(0, angle + front, 0.0);
    twist.rotateX(0.7);
  }
}

function breathHoles(): BufferGeometry {
  const holes: BufferGeometry[] = [];
  for (const side of [-1, 1]) {
    for (let row = 0; row < 4; row += 1) {
      for (let column = 0; column < 3 + (row % 2); column += 1) {
        const angle = front + side * (0.3 + 0.13 * column + 0.06 * (row % 2));
        const hole = new SphereGeometry(0.0046, 6, 5);
        hole.translate(0.119 * Math.sin(angle), -0.025 + 0.024 * row, 0.119 * Math.cos(angle));
        holes.push(hole);
      }
    }
  }
  return mergeGeometries(holes);
}

/** 깃털 하나의 등뼈: 솟았다가 뒤로 넘어가 처진다. A feather's spine: it rises, falls back and droops. */
function spineOf(reach: number, rise: number, aside: number): CatmullRomCurve3 {
  return new CatmullRomCurve3([
    new Vector3(0, 0, 0),
    new Vector3(0.01 * reach, 0.55 * rise, 0.2 * aside),
    new Vector3(-0.38 * reach, rise, 0.6 * aside),
    new Vector3(-0.8 * reach, 0.62 * rise, 0.9 * aside),
    new Vector3(-reach, -0.05 * rise, aside),
    new Vector3(-0.98 * reach, -0.55 * rise, 1.1 * aside),
  ]);
}

/** 깃가지가 비스듬히 골을 이룬 깃털. A feather whose barbs make slanting ribs. */
function featherAlong(spine: CatmullRomCurve3, thick: number): BufferGeometry {
  const [rings, sides] = [56, 28];
  const geometry = new TubeGeometry(spine, rings, 1, sides);
  const position = geometry.attributes['position']!;
  const out = new Vector3();
  for (let ring = 0; ring <= rings; ring += 1) {
    const t = ring / rings;
    const center = spine.getPointAt(t);
    const full = thick * Math.sin(Math.PI * Math.min(1, 0.1 + 0.86 * t)) ** 0.8;
    for (let side = 0; side <= sides; side += 1) {
      const k = ring * (sides + 1) + side;
      const rib = Math.sin((2 * Math.PI * 7 * side) / sides + 30 * t);
      const curl = Math.sin((2 * Math.PI * 2 * side) / sides - 22 * t);
      out.fromBufferAttribute(position, k).sub(center);
      out.multiplyScalar(full * (1 + 0.17 * rib + 0.14 * curl)).add(center);
      position.setXYZ(k, out.x, out.y, out.z);
    }
  }
  geometry.computeVertexNormals();
  return geometry;
}

/** 뒤로 넘어가는 타조 깃 셋. The panache: three ostrich feathers that fall back. */
function* addPlume(head: Object3D): Unhurried<void> {
  const feathers = [
    { spine: spineOf(0.27, 0.21, 0), thick: 0.052 },
    { spine: spineOf(0.21, 0.17, 0.075), thick: 0.042 },
    { spine: spineOf(0.21, 0.17, -0.075), thick: 0.042 },
  ];
  for (const { spine, thick } of feathers) {
    attach(head, featherAlong(spine, thick), feather, [-0.015, 0.245, 0]);
    yield;
  }
}

function addCollar({ neck, chest }: Skeleton): void {
  plate(
    neck,
    [
      [0.07, 0.075],
      [0.074, 0.05],
      [0.086, 0.015],
      [0.118, -0.02],
      [0.14, -0.045],
    ],
    steel,
  );
  rim(neck, 0.071, 0.074);
  rim(neck, 0.139, -0.045);
  // 망토의 윗단을 덮는 털 깃.
  const edge: Vector3[] = [];
  for (let k = -8; k <= 8; k += 1) edge.push(capeCut(k / 8, 0, new Vector3()));
  const curve = new CatmullRomCurve3(edge);
  const collar = new TubeGeometry(curve, 40, 0.026, 10);
  ruffle(collar, 0.005);
  attach(chest, collar, fur);
  const ends = [edge[0]!, edge.at(-1)!];
  for (const end of ends) {
    ball(chest, 0.028, fur, [end.x, end.y, end.z], [1, 1, 1]);
    const side = Math.sign(end.z);
    const clasp = attach(chest, new CylinderGeometry(0.026, 0.03, 0.014, 20), brass);
    clasp.position.set(0.05, 0.232, 0.125 * side);
    clasp.rotation.set(0.5 * side, 0, -0.9);
  }
  const chain = new CatmullRomCurve3([
    new Vector3(-0.06, 0.275, -0.14),
    new Vector3(0.05, 0.235, -0.125),
    new Vector3(0.125, 0.19, -0.05),
    new Vector3(0.135, 0.182, 0),
    new Vector3(0.125, 0.19, 0.05),
    new Vector3(0.05, 0.235, 0.125),
    new Vector3(-0.06, 0.275, 0.14),
  ]);
  attach(chest, new TubeGeometry(chain, 48, 0.007, 8), brass);
}

/** 겉을 울퉁불퉁하게: 털처럼. Roughens a surface so that it looks like fur. */
function ruffle(geometry: BufferGeometry, amount: number): void {
  const random = seeded(29);
  const { position, normal } = geometry.attributes;
  for (let k = 0; k < position!.count; k += 1) {
    const out = amount * (random() - 0.3);
    position!.setXYZ(
      k,
      position!.getX(k) + out * normal!.getX(k),
      position!.getY(k) + out * normal!.getY(k),
      position!.getZ(k) + out * normal!.getZ(k),
    );
  }
  geometry.computeVertexNormals();
}

function addArm(arm: Arm, side: number): void {
  const outer: Sweep = { middle: side > 0 ? 0 : Math.PI, width: 3.9 };
  const cap = attach(arm.upper, new SphereGeometry(0.1, 26, 10, 0, 2 * Math.PI, 0, 1.35), steel);
  cap.position.set(0, -0.03, 0);
  cap.scale.set(1, 0.95, 0.94);
  cap.rotation.x = 0.32 * side;
  for (let k = 0; k < 3; k += 1) {
    const [radius, height] = [0.096 - 0.007 * k, -0.03 - 0.03 * k];
    const lame: Profile = [
      [radius - 0.006, height],
      [radius, height - 0.02],
      [radius - 0.004, height - 0.04],
    ];
    for (const part of [
      plate(arm.upper, lame, steel, outer),
      rim(arm.upper, radius - 0.004, height - 0.04, outer),
    ]) {
      part.rotation.x = 0.16 * side;
    }
  }
  plate(
    arm.upper,
    [
      [0.057, -0.13],
      [0.063, -0.17],
      [0.06, -0.235],
      [0.056, -0.25],
    ],
    steel,
  );
  ball(arm.fore, 0.06, steel, [-0.004, 0, 0], [1.04, 1, 1]);
  ball(arm.fore, 0.042, brass, [-0.006, 0, 0.045 * side], [1, 1.1, 0.4]);
  plate(
    arm.fore,
    [
      [0.051, -0.04],
      [0.058, -0.07],
      [0.053, -0.14],
      [0.042, -0.2],
    ],
    steel,
  );
  rim(arm.fore, 0.052, -0.042);
  plate(
    arm.fore,
    [
      [0.068, -0.17],
      [0.062, -0.185],
      [0.046, -0.225],
      [0.042, -0.25],
    ],
    steel,
  );
  rim(arm.fore, 0.067, -0.171);
  ball(arm.fore, 0.046, steel, [0, -0.287, 0.012 * side], [0.95, 1.1, 0.62]);
}

function addLeg(leg: Leg, side: number): void {
  const ahead: Sweep = { middle: front, width: 4 };
  plate(
    leg.thigh,
    [
      [0.092, -0.25],
      [0.09, -0.31],
      [0.077, -0.385],
    ],
    steel,
    ahead,
  );
  rim(leg.thigh, 0.091, -0.252, ahead);
  ball(leg.shin, 0.074, steel, [0.012, 0.004, 0], [1, 1.1, 0.98]);
  ball(leg.shin, 0.05, steel, [0.0, 0, 0.066 * side], [0.9, 1.2, 0.3]);
  rim(leg.shin, 0.066, -0.06, ahead).scale.x = 1.15;
  const greave: Profile = [
    [0.062, -0.055],
    [0.071, -0.12],
    [0.068, -0.2],
    [0.051, -0.31],
    [0.047, -0.36],
    [0.055, -0.39],
  ];
  plate(leg.shin, greave, steel).scale.x = 1.06;
  rim(leg.shin, 0.054, -0.39);
  ball(leg.foot, 0.052, steel, [0.05, -0.038, 0], [2.15, 0.9, 0.98]);
  for (let k = 0; k < 4; k += 1) {
    const lame = attach(
      leg.foot,
      new TorusGeometry(0.05 - 0.002 * k, 0.005, 6, 18, Math.PI),
      darkSteel,
    );
    lame.position.set(0.03 + 0.032 * k, -0.04, 0);
    lame.rotation.y = Math.PI / 2;
    lame.scale.y = 0.92 - 0.05 * k;
  }
}

function addBelt(pelvis: Object3D): void {
  const belt = attach(pelvis, new TorusGeometry(0.15, 0.016, 10, 44), leather, [0, 0.055, 0]);
  belt.rotation.x = Math.PI / 2;
  belt.scale.set(0.83, 1.08, 1.5);
  attach(pelvis, new RoundedBoxGeometry(0.02, 0.055, 0.06, 3, 0.008), brass, [0.136, 0.055, 0]);
}

function addSword(pelvis: Object3D): void {
  const scabbard = attach(pelvis, new CapsuleGeometry(0.022, 0.66, 4, 12), leather);
  scabbard.position.set(-0.03, -0.25, -0.215);
  scabbard.rotation.set(0.08, 0, -0.3);
  scabbard.scale.z = 0.6;
  for (const y of [0.33, 0.2, -0.33]) rim(scabbard, 0.0225, y);
  const guard = attach(scabbard, new CapsuleGeometry(0.011, 0.18, 4, 10), brass, [0, 0.365, 0]);
  guard.rotation.z = Math.PI / 2;
  attach(scabbard, new CylinderGeometry(0.014, 0.016, 0.12, 12), leather, [0, 0.435, 0]);
  for (let k = 0; k < 5; k += 1) rim(scabbard, 0.0155, 0.39 + 0.022 * k);
  ball(scabbard, 0.028, brass, [0, 0.515, 0], [1, 1, 1.2]);
}

function* addStandIn({
  neck,
  chest,
  pelvis,
  leftArm,
  rightArm,
  leftLeg,
  rightLeg,
}: Skeleton): Unhurried<void> {
  const limb = (bone: Object3D, length: number, radius: number) =>
    attach(bone, new CapsuleGeometry(radius, length, 6, 14), darkSteel, [0, -length / 2, 0]);
  ball(chest, 0.19, linen, [0, 0.07, 0], [0.66, 1, 1]);
  ball(pelvis, 0.17, linen, [0, 0.02, 0], [0.72, 1.35, 1]);
  limb(neck, 0.02, 0.06);
  for (const { upper, fore } of [leftArm, rightArm]) {
    limb(upper, sizes.upperArm, 0.055);
    limb(fore, sizes.foreArm, 0.045);
  }
  for (const { thigh, shin } of [leftLeg, rightLeg]) {
    limb(thigh, sizes.thigh, 0.085);
    limb(shin, sizes.shin, 0.055);
  }
  yield;
}

/** 몸이 지어지는 동안의 대역: 사슬과 천의 덩어리. What stands for the body until it has grown. */
export function createStandIn(bones: BoundBones, gear: Material): Unhurried<SkinnedMesh> {
  return fuseOnBones(bones, gear, addStandIn);
}

function* addArmour(skeleton: Skeleton): Unhurried<void> {
  addHelm(skeleton.head);
  yield;
  addTorse(skeleton.head);
  yield;
  yield* addPlume(skeleton.head);
  addCollar(skeleton);
  yield;
  addArm(skeleton.leftArm, -1);
  addArm(skeleton.rightArm, 1);
  yield;
  addLeg(skeleton.leftLeg, -1);
  addLeg(skeleton.rightLeg, 1);
  yield;
  addBelt(skeleton.pelvis);
  addSword(skeleton.pelvis);
}

/**
 * 뼈에 입힐 갑옷. 진짜 기사 모델이 생기면 이 함수와 growBody()를 바꾼다(자리표시).
 * The armour on the bones; swap in a real knight model here and in growBody().
 */
export function createArmour(bones: BoundBones, gear: Material): Unhurried<SkinnedMesh> {
  return fuseOnBones(bones, gear, addArmour);
}
