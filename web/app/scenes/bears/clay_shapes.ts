import type { SdfJoin, SdfShape, Vec3 } from 'mangto';

/** 찰흙의 빛깔. Which clay a part is made of. */
export type Clay = 'fur' | 'cream' | 'pad';

export interface ClayPart {
  readonly clay: Clay;
  readonly shape: SdfShape;
}

const soft = 0.07; // m, 반죽을 문질러 이은 이음매
const pressed = 0.018; // m, 눌러 붙인 조각의 이음매

function ball(clay: Clay, center: Vec3, radii: Vec3, join: SdfJoin = {}): ClayPart {
  return { clay, shape: { type: 'ellipsoid', center, radii, blend: soft, ...join } };
}

function limb(start: Vec3, end: Vec3, radius: number, endRadius: number): ClayPart {
  return { clay: 'fur', shape: { type: 'capsule', start, end, radius, endRadius, blend: soft } };
}

const patch = { blend: pressed };
const dish = { operation: 'difference', blend: 0.04 } as const;

function trunk(): ClayPart[] {
  return [
    ball('fur', [0, 0.85, 0.02], [0.34, 0.33, 0.3]),
    ball('fur', [0, 0.71, -0.01], [0.3, 0.2, 0.26]),
    ball('fur', [0, 1.04, 0], [0.27, 0.2, 0.23], { blend: 0.12 }),
    ball('fur', [0, 0.71, -0.28], [0.09, 0.09, 0.09], { blend: 0.03 }),
    ball('cream', [0, 0.87, 0.1], [0.24, 0.25, 0.24], patch),
  ];
}

function headParts(): ClayPart[] {
  return [
    ball('fur', [0, 1.45, 0.02], [0.4, 0.345, 0.35], { blend: 0.05 }),
    ball('fur', [0.2, 1.35, 0.1], [0.2, 0.17, 0.2], { blend: 0.1 }),
    ball('fur', [-0.2, 1.35, 0.1], [0.2, 0.17, 0.2], { blend: 0.1 }),
    ball('cream', [0, 1.34, 0.31], [0.185, 0.135, 0.16], patch),
  ];
}

function sideParts(x: 1 | -1): ClayPart[] {
  const at = (along: number, y: number, z: number): Vec3 => [x * along, y, z];
  return [
    ball('fur', at(0.31, 1.72, -0.02), [0.145, 0.145, 0.08], { blend: 0.05 }),
    ball('fur', at(0.315, 1.73, 0.1), [0.1, 0.1, 0.085], dish),
    ball('cream', at(0.315, 1.73, 0.005), [0.085, 0.085, 0.03], patch),
    limb(at(0.2, 1.05, 0), at(0.5, 0.87, 0.02), 0.11, 0.087),
    limb(at(0.5, 0.87, 0.02), at(0.74, 0.67, 0.05), 0.087, 0.085),
    ball('fur', at(0.785, 0.64, 0.055), [0.115, 0.115, 0.11]),
    ball('pad', at(0.81, 0.585, 0.1), [0.065, 0.055, 0.07], patch),
    limb(at(0.17, 0.65, 0), at(0.17, 0.38, 0), 0.14, 0.108),
    limb(at(0.17, 0.38, 0), at(0.17, 0.14, 0), 0.108, 0.104),
    ball('fur', at(0.175, 0.09, 0.075), [0.125, 0.09, 0.2]),
    ball('pad', at(0.175, 0.05, 0.1), [0.085, 0.055, 0.125], patch),
  ];
}

/**
 * 곰 한 마리의 도형들(m). 곰은 +z를 보고 y = 0을 딛는다. 진짜 모델은 Kiln의 #shape()에서 바꾼다(자리표시).
 * The shapes of a bear that faces +z and stands on y = 0; a real model goes into #shape() of the Kiln.
 */
export const bearParts: readonly ClayPart[] = [
  ...trunk(),
  ...headParts(),
  ...sideParts(1),
  ...sideParts(-1),
];

export const bearVertices = 30_000;
