import { Vector3, type Bone, type SkinnedMesh } from 'three';
import { atLeast0, integer } from '../../check.js';
import { AttachedCloth, checkOptions, lengthOf, type AttachOptions } from './attached.js';
import { boneOf, bodyOf, depthOf, frameOf, knownBone, placeOf, type Body } from './body.js';
import { findBone } from './rig-names.js';

/** `attachSkirt()`의 값들. / Options of `attachSkirt()`. */
export interface SkirtOptions extends AttachOptions {
  /** 허리의 뼈나 그 이름. / The bone of the waist, or its name. Default: the hips by the names of known rigs. */
  bone?: Bone | string;
  /** 허리에서 단까지(m). / From the waist to the hem. Default: the way from the hips to the shoulders. */
  length?: number;
  /** 길이 1마다 벌어지는 정도. / How much wider it gets per unit of length, at least 0. Default 0.35. */
  flare?: number;
}

/** 치마를 입을 몸. 휘두르는 팔이 치마를 걸어 당기지 않도록, 이름을 아는 팔은 뺀다. / A body without the arms it knows by name: swung through a skirt, they would drag it along. */
function bodyIn(meshes: SkinnedMesh | readonly SkinnedMesh[]): Body {
  const body = bodyOf(meshes);
  const arms = armsOf(body).filter((arm) => arm !== undefined);
  return { ...body, capsules: body.capsules.without(arms) };
}

const armsOf = ({ bones }: Body) =>
  [findBone(bones, 'leftUpperArm'), findBone(bones, 'rightUpperArm')] as const;

/** 몸의 위: 골반에서 어깨로. / Up along the body: from the hips to the shoulders, else the world's. */
function upOf(body: Body, bone: Bone): { left: Vector3; up: Vector3 } {
  const [left, right] = armsOf(body);
  if (!left || !right) return { left: new Vector3(1, 0, 0), up: new Vector3(0, 1, 0) };
  const [a, b] = [placeOf(left), placeOf(right)];
  return { left: a.clone().sub(b), up: a.add(b).multiplyScalar(0.5).sub(placeOf(bone)) };
}

/** 허리에서 단까지의 통. 한 바퀴의 처음과 끝은 같은 자리이다(uv의 이음매). / The tube; its first and last column are one place, a seam of the uvs. */
function tube(body: Body, bone: Bone, columns: number, rows: number, options: SkirtOptions) {
  const { left: side, up: roughlyUp } = upOf(body, bone);
  const { left, up, back } = frameOf(body.mirrored ? side.negate() : side, roughlyUp);
  const { length: long = roughlyUp.length(), flare: wider = 0.35 } = options;
  const length = lengthOf('length', long);
  const flare = atLeast0('flare', wider);
  const [center, direction, start] = [placeOf(bone), new Vector3(), new Vector3()];
  const positions = new Float32Array(3 * columns * rows);
  const uvs = new Float32Array(2 * columns * rows);
  for (let i = 0; i < columns; i++) {
    const turn = ((i % (columns - 1)) / (columns - 1)) * 2 * Math.PI;
    direction
      .set(0, 0, 0)
      .addScaledVector(left, Math.cos(turn))
      .addScaledVector(back, -Math.sin(turn));
    let radius = 0;
    for (let j = 0; j < rows; j++) {
      const v = j / (rows - 1);
      start.copy(center).addScaledVector(up, -length * v);
      const step = j === 0 ? 0.1 * length : (flare * length) / (rows - 1);
      radius = Math.max(
        radius + (j === 0 ? 0 : step),
        depthOf(body.capsules, start, direction, length),
      );
      if (j === 0 && radius === 0) radius = step;
      const k = j * columns + i;
      start.addScaledVector(direction, radius).toArray(positions, 3 * k);
      uvs.set([i / (columns - 1), 1 - v], 2 * k);
    }
  }
  return { positions, uvs };
}

function trianglesOf(columns: number, rows: number): Uint32Array {
  const indices: number[] = [];
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const a = j * columns + i;
      indices.push(a, a + 1, a + columns, a + columns, a + 1, a + columns + 1);
    }
  }
  return Uint32Array.from(indices);
}

/**
 * 허리에 치마를 두른다. 지금의 자세에서 다리 둘레에 만든다. 이름을 아는 팔과는 부딪치지 않는다.
 *
 * Puts a skirt around the waist of a skinned body and its legs in the present pose, and adds it to the scene
 * beside the mesh. It follows the bone and stays out of the body (`capsulesFromSkin()`), but not of arms whose
 * names are known: they pass through. Give all meshes of a body together. Takes about `columns` × `rows`
 * points. There is no floor by default. Throws a `MangtoError` that names the option when one is wrong.
 *
 * @example
 * const skirt = attachSkirt(mesh, { mangto, length: 0.5 });
 */
export function attachSkirt(
  meshes: SkinnedMesh | readonly SkinnedMesh[],
  options: SkirtOptions,
): AttachedCloth {
  checkOptions(options);
  const { mangto, material, columns = 33, rows = 12, bone: given, ...settings } = options;
  integer('columns', columns, 4, 1 << 10);
  integer('rows', rows, 2, 1 << 10);
  const body = bodyIn(meshes);
  const bone = given === undefined ? knownBone(body, 'bone', 'hips') : boneOf(body, 'bone', given);
  const { positions, uvs } = tube(body, bone, columns, rows, options);
  const cloth = mangto.createMeshCloth({
    floor: null,
    ...settings,
    positions,
    indices: trianglesOf(columns, rows),
    pinned: (k) => k < columns,
  });
  const ties = Array.from({ length: columns }, (_, point) => {
    return { point, from: bone, to: bone, share: 0 };
  });
  return new AttachedCloth(
    { mangto, cloth, ties, parent: body.parent, movers: body.roots, body: body.capsules, uvs },
    material,
  );
}
