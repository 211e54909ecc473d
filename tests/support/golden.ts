/**
 * The golden scene. The native tests read the same constant from tests/golden.json and must build
 * the same scene; every input is a fraction of a power of two, so that float32 holds it exactly.
 *
 *   wave(k, P) = m < P/2 ? m : P - m, with m = k mod P          (an integer from 0 to P/2)
 *
 * Cape: 12 × 17 points, position(i, j) = ((2i - 11)/32, 3/2 - j/16, -1/8), row 0 pinned,
 *   windStrength 3, drag 1/4, floor 17/32, all else default.
 * Flag: 16 × 10 points, position(i, j) = (1 + i/16, 5/2 - j/16, 0), column 0 pinned, all default.
 *
 * For k = 0 … 299, before the step, with z = k/64:
 *   both cloths: wind = (2 + wave(k, 128)/32, 0, (wave(k, 96) - 24)/16)
 *   cape, pinTargets of every point i of row 0:
 *     ((2i - 11)/32, 3/2 + wave(k, 64)/512, -1/8 + z)
 *   cape, capsules (ax, ay, az, bx, by, bz, radius), with s = (wave(k, 64) - 16)/64:
 *     (0, 3/4, 1/32 + z, 0, 21/16, 1/32 + z, 3/16)
 *     (1/8, 3/4, z, 1/8, 1/8, z + s, 1/8)
 *     (-1/8, 3/4, z, -1/8, 1/8, z - s, 1/8)
 *   flag, pinTargets of every point j of column 0: (1, 5/2 - j/16 + wave(k, 32)/256, 0)
 *   cape.step(), then flag.step()
 *
 * Hash: FNV-1a, 64 bits, over the bytes of the packed float32 positions (x, y, z of every point in
 * order, little-endian): first the cape's, then the flag's. 16 hexadecimal digits.
 *
 * The mesh scene is the same with triangulated meshes of the same points; a cell has the corners
 * a = (i, j), b = (i, j + 1), c = (i + 1, j + 1), d = (i + 1, j), cells go along the rows:
 * Cape: vertices 0 … 203 are the grid's; vertex 204 + j is a copy of point (6, j), which the cells
 *   of i = 5 use in its place (a seam). Triangles abd, bcd where i + j is even, abc, acd where odd.
 * Flag: not indexed, 810 vertices: the corners of abd, then of bcd, of every cell.
 * Vertices of pinned points are pinned and have the targets of their points.
 *
 * The crowd scene is the grid cape in a crowd of 5 and the mesh cape in another. Member m = 0 … 4
 * stands at placement(m): (x, y, z) goes to (c x + s z + 4m, y, c z - s x), where (c, s) is (1, 0),
 * (0, 1), (-1, 0), (0, -1), (1, 0). Before step k, member m has
 *   wind: that of above + (-m/4, 0, m/2)
 *   pinTargets: placement(m) of the point + (0, wave(k, 64) (m + 1)/512, z)
 *   capsules: the first (m + 3) mod 4 of those above, both ends through placement(m)
 * Hash: the positions of the grid crowd, then those of the mesh crowd.
 *
 * The scene of bodies is the grid cape and the mesh cape, the mesh cape told of the grid cape with
 * thickness 1/32, both with self-collision, thickness 1/64, friction 1/4, max distance (1 + k mod 3)/4
 * and back stop (1/2, 1) for vertex k. Before step k, with z and s as above, both have the colliders
 *   capsule (0, 3/4, 1/32 + z), (0, 21/16, 1/32 + z), radii 3/16 and 1/8
 *   sphere (1/8, 1/2, z + s), radius 1/8
 *   box (-1/4, 3/4, z - s), half (1/16, 1/4, 1/8), rotation (1/4, 1/2, 1/8, 1)
 *   plane (0, 17/32, 0), normal (1/8, 1, 0)
 * and the body mesh of an octahedron: with x = wave(k, 64)/256 - 1/16 its vertices are (x ± 1/4, 1, z),
 *   (x, 1 ± 1/4, z), (x, 1, z ± 1/4), the greater one first, its triangles 024 214 134 304 205 125 315 035,
 * and the pinTargets of all vertices: the point + (0, wave(k, 64)/512, z), for the mesh cape z - 1/4.
 * The scene of sub-steps is both of the first two with solver 'substeps', compliance (1/4096, 1/256,
 * 1/4), density 1/4, tethers, gusts (1/2, 2) and inertia 3/4; the grid flag and the mesh cape have
 * aerodynamics (5/4, 1, 3/4). Hash: that of the grids followed by that of the meshes.
 *
 * The shapes are those of SHAPES below, meshed with about 3,000 vertices; hashed are the bytes of the
 * positions, the normals, the shapes (16 bits) and the indices (32 bits), one after the other.
 *
 * The tube of the skin bakes: 13 columns × 32 rows, vertex 13j + i at
 *   ((wave(i mod 12, 12) - 3)/16, j/16, (wave((i + 3) mod 12, 12) - 3)/16)
 *   (column 12 is a copy of column 0), triangles (a, a + 1, c), (a, c, a + 13) per cell with c = a + 14.
 * Bones k = 0 … 10 from joint(k) to joint(k + 1) with joint(k) = ((k mod 3 - 1)/32, 3k/16, 0) and
 *   radius (k mod 4)/32.
 * Three bakes: all default; weld false, falloff 2.75, 3 passes, 3 influences; mode 'nearest'.
 * Hash of each bake's skinIndex, then its skinWeight.
 * The heat of the same tube: the parent of bone k is k - 1, mode 'heat'; two bakes: all default; weld false, 3
 *   influences.
 */
import type {
  Cloth,
  ClothCrowd,
  ClothOptions,
  Collider,
  GridClothOptions,
  Mangto,
  MeshClothOptions,
  SdfShape,
  SkinBakeOptions,
} from 'mangto';
import { Fnv1a64 } from './fnv';

export type GoldenScene =
  | 'bodiesAndLayers'
  | 'capeAndFlag'
  | 'crowdsOfCapes'
  | 'heatOfATube'
  | 'meshCapeAndFlag'
  | 'shapes'
  | 'skinOfATube'
  | 'substeps';

const STEPS = 300;
const SEAM = 6;
const MEMBERS = 5;

type Point = [number, number, number];

interface Sheet extends ClothOptions {
  columns: number;
  rows: number;
  position(i: number, j: number): Point;
  pinned(i: number, j: number): boolean;
}

const cape: Sheet = {
  columns: 12,
  rows: 17,
  position: (i, j) => [(2 * i - 11) / 32, 3 / 2 - j / 16, -1 / 8],
  pinned: (_i, j) => j === 0,
  windStrength: 3,
  drag: 1 / 4,
  floor: 17 / 32,
};

const flag: Sheet = {
  columns: 16,
  rows: 10,
  position: (i, j) => [1 + i / 16, 5 / 2 - j / 16, 0],
  pinned: (i) => i === 0,
};

/** 만들 천과, 점마다 격자의 몇 번 점인지. */
interface Plan {
  sheet: Sheet;
  gridOf: number[];
  options: GridClothOptions | MeshClothOptions;
}

interface Piece extends Plan {
  cloth: Cloth;
}

const pointsOf = ({ columns, rows }: Sheet) => Array.from({ length: columns * rows }, (_, k) => k);

const gridPlan = (sheet: Sheet): Plan => ({ sheet, gridOf: pointsOf(sheet), options: sheet });

function meshPlan(sheet: Sheet, gridOf: number[], indices?: number[]): Plan {
  const { columns, position, pinned, ...settings } = sheet;
  const cell = (k: number) => [gridOf[k]! % columns, Math.floor(gridOf[k]! / columns)] as const;
  const options: MeshClothOptions = {
    ...settings,
    positions: new Float32Array(gridOf.flatMap((_, k) => position(...cell(k)))),
    ...(indices && { indices: new Uint16Array(indices) }),
    pinned: (k) => pinned(...cell(k)),
  };
  return { sheet, gridOf, options };
}

function pieceOf(module: Mangto, plan: Plan): Piece {
  const { options } = plan;
  const cloth =
    'columns' in options ? module.createGridCloth(options) : module.createMeshCloth(options);
  return { ...plan, cloth };
}

/** 칸마다의 꼭짓점 a, b, c, d를 행을 따라. */
function cells({ columns, rows }: Sheet) {
  return Array.from({ length: (columns - 1) * (rows - 1) }, (_, n) => {
    const i = n % (columns - 1);
    const j = Math.floor(n / (columns - 1));
    const a = j * columns + i;
    return { i, j, a, b: a + columns, c: a + columns + 1, d: a + 1 };
  });
}

function meshCape(): Plan {
  const gridOf = pointsOf(cape);
  const points = gridOf.length;
  for (let j = 0; j < cape.rows; j++) gridOf.push(j * cape.columns + SEAM);
  const indices = cells(cape).flatMap(({ i, j, a, b, ...right }) => {
    const atSeam = i + 1 === SEAM;
    const c = atSeam ? points + j + 1 : right.c;
    const d = atSeam ? points + j : right.d;
    return (i + j) % 2 === 0 ? [a, b, d, b, c, d] : [a, b, c, a, c, d];
  });
  return meshPlan(cape, gridOf, indices);
}

const meshFlag = (): Plan =>
  meshPlan(
    flag,
    cells(flag).flatMap(({ a, b, c, d }) => [a, b, d, b, c, d]),
  );

function wave(k: number, period: number): number {
  const m = k % period;
  return m < period / 2 ? m : period - m;
}

function placement(member: number): number[] {
  const c = [1, 0, -1, 0][member % 4]!;
  const s = [0, 1, 0, -1][member % 4]!;
  return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 4 * member, 0, 0, 1];
}

function placed(member: number, [x, y, z]: Point): Point {
  const m = placement(member);
  return [m[0]! * x + m[8]! * z + m[12]!, y, m[2]! * x + m[10]! * z];
}

function movePins({ cloth, sheet, gridOf }: Piece, [x, y, z]: Point, member = 0): void {
  gridOf.forEach((g, k) => {
    const [i, j] = [g % sheet.columns, Math.floor(g / sheet.columns)];
    if (!sheet.pinned(i, j)) return;
    const at = sheet.position(i, j);
    const target = placed(member, [at[0] + x, at[1] + y, at[2] + z]);
    cloth.pinTargets.set(target, 3 * (member * gridOf.length + k));
  });
}

const windAt = (k: number): Point => [2 + wave(k, 128) / 32, 0, (wave(k, 96) - 24) / 16];

function bodyAt(k: number): [Point, Point, number][] {
  const z = k / 64;
  const s = (wave(k, 64) - 16) / 64;
  return [
    [[0, 3 / 4, 1 / 32 + z], [0, 21 / 16, 1 / 32 + z], 3 / 16],
    [[1 / 8, 3 / 4, z], [1 / 8, 1 / 8, z + s], 1 / 8],
    [[-1 / 8, 3 / 4, z], [-1 / 8, 1 / 8, z - s], 1 / 8],
  ];
}

function hashOf(cloths: Cloth[]): string {
  const hash = new Fnv1a64();
  for (const cloth of cloths) {
    if (!cloth.positions.every(Number.isFinite)) throw new Error('a position is not finite');
    hash.add(cloth.positions);
    cloth.dispose();
  }
  return hash.hex();
}

function play(module: Mangto, capePlan: Plan, flagPlan: Plan): string {
  const [capePiece, flagPiece] = [pieceOf(module, capePlan), pieceOf(module, flagPlan)];
  const cloths = [capePiece.cloth, flagPiece.cloth];
  for (let k = 0; k < STEPS; k++) {
    for (const cloth of cloths) cloth.wind = windAt(k);
    movePins(capePiece, [0, wave(k, 64) / 512, k / 64]);
    capePiece.cloth.setCapsules(bodyAt(k).flat(2));
    movePins(flagPiece, [0, wave(k, 32) / 256, 0]);
    for (const cloth of cloths) cloth.step();
  }
  return hashOf(cloths);
}

function driveMember(piece: Piece, crowd: ClothCrowd, k: number, member: number): void {
  const [x, y, z] = windAt(k);
  crowd.setMemberWind(member, [x - member / 4, y, z + member / 2]);
  movePins(piece, [0, (wave(k, 64) * (member + 1)) / 512, k / 64], member);
  const body = bodyAt(k).slice(0, (member + 3) % 4);
  const own = body.map(([a, b, radius]) => [placed(member, a), placed(member, b), radius]);
  crowd.setMemberCapsules(member, own.flat(2));
}

function playCrowds(module: Mangto): string {
  const plans = [gridPlan(cape), meshCape()];
  const crowds = plans.map(({ options }) =>
    module.createClothCrowd({ ...options, count: MEMBERS, placement }),
  );
  for (let k = 0; k < STEPS; k++) {
    crowds.forEach((cloth, n) => {
      const piece = { ...plans[n]!, cloth };
      for (let member = 0; member < MEMBERS; member++) driveMember(piece, cloth, k, member);
      cloth.step();
    });
  }
  return hashOf(crowds);
}

function collidersAt(k: number): Collider[] {
  const z = k / 64;
  const s = (wave(k, 64) - 16) / 64;
  const [a, b]: Point[] = [
    [0, 3 / 4, 1 / 32 + z],
    [0, 21 / 16, 1 / 32 + z],
  ];
  return [
    { type: 'capsule', a: a!, b: b!, radius: 3 / 16, radiusB: 1 / 8 },
    { type: 'sphere', center: [1 / 8, 1 / 2, z + s], radius: 1 / 8 },
    {
      type: 'box',
      center: [-1 / 4, 3 / 4, z - s],
      halfSize: [1 / 16, 1 / 4, 1 / 8],
      rotation: [1 / 4, 1 / 2, 1 / 8, 1],
    },
    { type: 'plane', point: [0, 17 / 32, 0], normal: [1 / 8, 1, 0] },
  ];
}

const OCTAHEDRON = new Uint16Array([...'024214134304205125315035'].map((corner) => Number(corner)));

function octahedronAt(k: number): number[] {
  const x = wave(k, 64) / 256 - 1 / 16;
  const z = k / 64;
  return [
    [x + 1 / 4, 1, z],
    [x - 1 / 4, 1, z],
    [x, 5 / 4, z],
    [x, 3 / 4, z],
    [x, 1, z + 1 / 4],
    [x, 1, z - 1 / 4],
  ].flat();
}

function playBodies(module: Mangto): string {
  const pieces = [gridPlan(cape), meshCape()].map((plan) => {
    const piece = pieceOf(module, plan);
    const { cloth } = piece;
    const { points } = cloth.stats;
    cloth.selfCollision = {};
    cloth.thickness = 1 / 64;
    cloth.friction = 1 / 4;
    cloth.setBodyMesh({ positions: octahedronAt(0), indices: OCTAHEDRON });
    cloth.setMaxDistances(Float32Array.from({ length: points }, (_, k) => (1 + (k % 3)) / 4));
    cloth.setBackStops(Float32Array.from({ length: 2 * points }, (_, k) => (k % 2 ? 1 : 1 / 2)));
    return { ...piece, sheet: { ...piece.sheet, pinned: () => true } };
  });
  const [grid, mesh] = pieces.map(({ cloth }) => cloth) as [Cloth, Cloth];
  mesh.collideWith([grid], { thickness: 1 / 32 });
  for (let k = 0; k < STEPS; k++) {
    pieces.forEach((piece, n) => {
      piece.cloth.wind = windAt(k);
      movePins(piece, [0, wave(k, 64) / 512, k / 64 - n / 4]);
      piece.cloth.setColliders(collidersAt(k));
      piece.cloth.moveBodyMesh(octahedronAt(k));
      piece.cloth.step();
    });
  }
  return hashOf([grid, mesh]);
}

const SHAPES: SdfShape[] = [
  { type: 'ellipsoid', center: [0, 1, 0], radii: [0.5, 0.75, 0.375], rotation: [1, 2, 3, 4] },
  { type: 'sphere', center: [0, 1.875, 0.125], radius: 0.375, blend: 0.125 },
  {
    type: 'capsule',
    start: [0.25, 1.25, 0],
    end: [1, 0.75, 0.25],
    radius: 0.1875,
    endRadius: 0.125,
    blend: 0.0625,
  },
  {
    type: 'box',
    center: [-0.5, 0.5, 0],
    halfSize: [0.25, 0.5, 0.125],
    rounding: 0.0625,
    rotation: [1, 2, 3, 4],
    blend: 0.125,
  },
  {
    type: 'box',
    center: [0, 1, 0.5],
    halfSize: [0.125, 0.125, 0.25],
    operation: 'difference',
    blend: 0.03125,
  },
];

function meshShapes(module: Mangto): string {
  const task = module.createSdfMesh({ shapes: SHAPES, vertices: 3000 });
  while (!task.step(1));
  const { positions, normals, shapes, indices } = task.result;
  task.dispose();
  const hash = new Fnv1a64();
  for (const part of [positions, normals, shapes, new Uint32Array(indices)]) hash.add(part);
  return hash.hex();
}

function tube(): SkinBakeOptions {
  const [positions, indices]: [number[], number[]] = [[], []];
  for (let k = 0; k < 13 * 32; k++) {
    const [i, j] = [k % 13, Math.floor(k / 13)];
    positions.push((wave(i % 12, 12) - 3) / 16, j / 16, (wave((i + 3) % 12, 12) - 3) / 16);
    if (i < 12 && j < 31) indices.push(k, k + 1, k + 14, k, k + 14, k + 13);
  }
  const joint = (k: number): Point => [((k % 3) - 1) / 32, (3 * k) / 16, 0];
  const bones = Array.from({ length: 11 }, (_, k) => {
    return { head: joint(k), tail: joint(k + 1), radius: (k % 4) / 32 };
  });
  return { positions: new Float32Array(positions), indices: new Uint16Array(indices), bones };
}

function bakeTubes(module: Mangto): string {
  const hash = new Fnv1a64();
  for (const change of [
    {},
    { weld: false, falloff: 2.75, smoothing: { passes: 3 }, maxInfluences: 3 },
    { mode: 'nearest' as const },
  ]) {
    const bake = module.createSkinBake({ ...tube(), ...change });
    while (!bake.step(0.05));
    hash.add(new Uint8Array(bake.result.skinIndex.buffer));
    hash.add(bake.result.skinWeight);
  }
  return hash.hex();
}

function heatTubes(module: Mangto): string {
  const { bones, ...mesh } = tube();
  const chain = bones.map((bone, k) => ({ ...bone, parent: k - 1 }));
  const hash = new Fnv1a64();
  for (const change of [{}, { weld: false, maxInfluences: 3 }]) {
    const bake = module.createSkinBake({ ...mesh, bones: chain, mode: 'heat', ...change });
    while (!bake.step(0.05));
    hash.add(new Uint8Array(bake.result.skinIndex.buffer));
    hash.add(bake.result.skinWeight);
  }
  return hash.hex();
}

/** 작은 걸음의 모든 것을 켠다. */
function inSubsteps(plan: Plan, plate: boolean): Plan {
  const settings: ClothOptions = {
    solver: 'substeps',
    compliance: { structural: 1 / 4096, shear: 1 / 256, bend: 1 / 4 },
    density: 1 / 4,
    tethers: true,
    gusts: { strength: 1 / 2, scale: 2 },
    inertia: 3 / 4,
    ...(plate && { aerodynamics: { density: 5 / 4, drag: 1, lift: 3 / 4 } }),
  };
  return { ...plan, options: { ...plan.options, ...settings } };
}

function playSubsteps(module: Mangto): string {
  const grids = [inSubsteps(gridPlan(cape), false), inSubsteps(gridPlan(flag), true)] as const;
  const meshes = [inSubsteps(meshCape(), true), inSubsteps(meshFlag(), false)] as const;
  return play(module, ...grids) + play(module, ...meshes);
}

/** 장면마다, 끝까지 놀고 난 해시. */
export const GOLDEN_SCENES: Record<GoldenScene, (module: Mangto) => string> = {
  capeAndFlag: (module) => play(module, gridPlan(cape), gridPlan(flag)),
  meshCapeAndFlag: (module) => play(module, meshCape(), meshFlag()),
  crowdsOfCapes: playCrowds,
  bodiesAndLayers: playBodies,
  shapes: meshShapes,
  skinOfATube: bakeTubes,
  heatOfATube: heatTubes,
  substeps: playSubsteps,
};
