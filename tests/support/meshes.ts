// 그물 천 시험에 쓰는 삼각형 그물들. `MeshClothOptions`에 그대로 넘길 수 있다.
import type { Sheet } from './measure';
import type { Point, SheetOptions } from './sheets';

export interface Mesh {
  positions: Float32Array;
  indices?: Uint16Array | Uint32Array;
  pinned?(k: number): boolean;
}

/** 격자를 삼각형으로 나눈 그물. 점마다 격자의 몇 번 점인지 안다. */
export interface SheetMesh extends Mesh {
  columns: number;
  rows: number;
  gridOf: number[];
}

export type Diagonals = 'falling' | 'rising' | 'alternating' | 'random';

/** 씨앗에서 나오는 [0, 1)의 수열(mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffle<T>(list: T[], random: () => number): T[] {
  for (let k = list.length - 1; k > 0; k--) {
    const n = Math.floor(random() * (k + 1));
    [list[k], list[n]] = [list[n]!, list[k]!];
  }
  return list;
}

/** 칸마다 두 삼각형. 앞면은 격자 천과 같은 쪽이다. */
function cells(columns: number, rows: number, rising: (i: number, j: number) => boolean): number[] {
  const out: number[] = [];
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const a = j * columns + i;
      const [b, c, d] = [a + columns, a + columns + 1, a + 1];
      out.push(...(rising(i, j) ? [a, b, d, b, c, d] : [a, b, c, a, c, d]));
    }
  }
  return out;
}

export function sheetMesh(sheet: SheetOptions, diagonals: Diagonals = 'rising'): SheetMesh {
  const { columns, rows } = sheet;
  const random = randomFrom(7);
  const positions: number[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) positions.push(...sheet.position(i, j));
  }
  const indices = cells(columns, rows, (i, j) => {
    if (diagonals === 'alternating') return (i + j) % 2 === 0;
    return diagonals === 'random' ? random() < 0.5 : diagonals === 'rising';
  });
  const gridOf = Array.from({ length: columns * rows }, (_, k) => k);
  return withPins(sheet, {
    columns,
    rows,
    gridOf,
    positions: new Float32Array(positions),
    indices: new Uint32Array(indices),
  });
}

function withPins(sheet: Pick<SheetOptions, 'pinned'>, mesh: SheetMesh): SheetMesh {
  const { columns, gridOf } = mesh;
  const pinned = (g: number) => sheet.pinned(g % columns, Math.floor(g / columns));
  return { ...mesh, pinned: (k) => pinned(gridOf[k]!) };
}

/** 점 k를 `source[k]`의 복사로 하고 삼각형을 새로 준다. */
function rebuilt(mesh: SheetMesh, source: number[], indices?: Uint32Array): SheetMesh {
  const { pinned } = mesh;
  return {
    columns: mesh.columns,
    rows: mesh.rows,
    gridOf: source.map((k) => mesh.gridOf[k]!),
    positions: Float32Array.from(
      source.flatMap((k) => [...mesh.positions.subarray(3 * k, 3 * k + 3)]),
    ),
    ...(indices && { indices }),
    pinned: (k) => pinned!(source[k]!),
  };
}

/** 점과 삼각형의 차례를 섞고 삼각형마다 첫 점을 돌린다. */
export function shuffled(mesh: SheetMesh, seed: number): SheetMesh {
  const random = randomFrom(seed);
  const source = shuffle([...mesh.gridOf.keys()], random);
  const placeOf: number[] = [];
  source.forEach((from, to) => (placeOf[from] = to));
  const triangles: number[][] = [];
  for (let t = 0; t < mesh.indices!.length; t += 3) {
    const [a, b, c] = [...mesh.indices!.subarray(t, t + 3)].map((k) => placeOf[k]!);
    triangles.push(
      [
        [a!, b!, c!],
        [b!, c!, a!],
        [c!, a!, b!],
      ][Math.floor(random() * 3)]!,
    );
  }
  return rebuilt(mesh, source, new Uint32Array(shuffle(triangles, random).flat()));
}

/** 점 셋이 삼각형 하나인 그물로 푼다. */
export const unindexed = (mesh: SheetMesh): SheetMesh => rebuilt(mesh, [...mesh.indices!]);

/** 열 `column`을 따라 가른다: 왼쪽 칸들은 복사된 점을 쓴다(UV 이음매). */
export function seamed(mesh: SheetMesh, column: number): SheetMesh {
  const { columns, rows } = mesh;
  const source = [...mesh.gridOf.keys()];
  for (let j = 0; j < rows; j++) source.push(j * columns + column);
  const indices = mesh.indices!.slice() as Uint32Array;
  for (let t = 0; t < indices.length; t += 3) {
    const corners = indices.subarray(t, t + 3);
    if (!corners.some((k) => k % columns < column)) continue;
    corners.forEach((k, n) => {
      if (k % columns === column) corners[n] = columns * rows + Math.floor(k / columns);
    });
  }
  return rebuilt(mesh, source, indices);
}

/** 한 격자를 나누는 여러 꼴. 모두 같은 천이어야 한다. */
export function formsOf(sheet: SheetOptions): Record<string, SheetMesh> {
  const plain = sheetMesh(sheet);
  const middle = Math.floor(sheet.columns / 2);
  return {
    'with rising diagonals': plain,
    'with falling diagonals': sheetMesh(sheet, 'falling'),
    'with alternating diagonals': sheetMesh(sheet, 'alternating'),
    'with random diagonals': sheetMesh(sheet, 'random'),
    'in shuffled order': shuffled(plain, 1),
    'with alternating diagonals in shuffled order': shuffled(sheetMesh(sheet, 'alternating'), 2),
    'not indexed': unindexed(plain),
    'not indexed, in shuffled order': unindexed(shuffled(sheetMesh(sheet, 'random'), 3)),
    'with a seam': seamed(sheetMesh(sheet, 'falling'), middle),
    'with a seam in shuffled order': shuffled(seamed(plain, middle), 4),
  };
}

/** 그물 천의 점들을 격자의 차례로 읽는다. */
export function asSheet(mesh: SheetMesh, positions: ArrayLike<number>): Sheet {
  const { columns, rows, gridOf } = mesh;
  const out = new Float32Array(columns * rows * 3);
  gridOf.forEach((g, k) => {
    for (let c = 0; c < 3; c++) out[3 * g + c] = positions[3 * k + c]!;
  });
  return { columns, rows, positions: out };
}

export const meshOf = (points: readonly Point[], triangles: readonly number[]): Mesh => ({
  positions: new Float32Array(points.flat()),
  indices: new Uint32Array(triangles),
});

/** 가운데 점 하나에 살이 `spokes`개인 부채. 닫힌 바퀴이다. */
export function fan(spokes: number, radius = 0.5, height = 10): Mesh {
  const points: Point[] = [[0, height, 0]];
  const triangles: number[] = [];
  for (let k = 0; k < spokes; k++) {
    const angle = (2 * Math.PI * k) / spokes;
    points.push([radius * Math.cos(angle), height, radius * Math.sin(angle)]);
    triangles.push(0, 1 + ((k + 1) % spokes), 1 + k);
  }
  return meshOf(points, triangles);
}

/** 정삼각형으로 짠 판. 홀수 행은 반 칸 밀린다. */
export function equilateral(columns: number, rows: number, side = 0.06, top = 10): Mesh {
  const points: Point[] = [];
  const triangles: number[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      points.push([(i + (j % 2) / 2) * side, top - j * side * Math.sqrt(0.75), 0]);
      if (i + 1 === columns || j + 1 === rows) continue;
      const a = j * columns + i;
      const [b, c, d] = [a + columns, a + columns + 1, a + 1];
      triangles.push(...(j % 2 ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
    }
  }
  return { ...meshOf(points, triangles), pinned: (k) => k < columns };
}

/** 위도와 경도로 나눈 공. 극과 이음매의 점이 겹쳐 있다(three의 SphereGeometry처럼). */
export function globe(across: number, down: number, radius = 0.3, height = 2): Mesh {
  const points: Point[] = [];
  for (let j = 0; j <= down; j++) {
    for (let i = 0; i <= across; i++) {
      // 겹친 점의 좌표가 비트까지 같도록 번호를 접는다.
      const theta = (2 * Math.PI * (i % across)) / across;
      const ring = j % down === 0 ? 0 : radius * Math.sin((Math.PI * j) / down);
      const y = height + radius * Math.cos((Math.PI * j) / down);
      points.push([ring * Math.cos(theta), y, ring * Math.sin(theta)]);
    }
  }
  const indices = cells(across + 1, down + 1, () => true);
  return meshOf(points, indices);
}

export const tetrahedron = (top = 2): Mesh =>
  meshOf(
    [
      [0.1, top, 0.1],
      [-0.1, top, -0.1],
      [-0.1, top + 0.2, 0.1],
      [0.1, top + 0.2, -0.1],
    ],
    [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
  );

/** 한 변을 나누어 갖는 삼각형 `pages`장. */
export function book(pages: number, top = 10): Mesh {
  const points: Point[] = [
    [0, top, 0],
    [0, top - 0.1, 0],
  ];
  const triangles: number[] = [];
  for (let k = 0; k < pages; k++) {
    const angle = (Math.PI * 1.7 * k) / pages;
    points.push([0.1 * Math.cos(angle), top - 0.04, 0.1 * Math.sin(angle)]);
    triangles.push(0, 1, 2 + k);
  }
  return meshOf(points, triangles);
}

/** 여러 그물을 한 그물로 잇지 않고 모은다. */
export function together(...meshes: Mesh[]): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const pins: boolean[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    const count = mesh.positions.length / 3;
    const own = mesh.indices ?? Array.from({ length: count }, (_, k) => k);
    for (const k of own) indices.push(first + k);
    for (let k = 0; k < count; k++) pins.push(mesh.pinned?.(k) ?? false);
  }
  return {
    positions: new Float32Array(positions),
    indices: new Uint32Array(indices),
    pinned: (k) => pins[k]!,
  };
}
