import { Vector3, type Bone, type Object3D, type SkinnedMesh } from 'three';
import { invalid } from '../../check.js';
import { AttachedCloth, checkOptions, lengthOf, type AttachOptions } from './attached.js';
import { boneOf, bodyOf, depthOf, frameOf, knownBone, placeOf, type Body } from './body.js';
import { findBone } from './rig-names.js';

/** `attachCape()`의 값들. / Options of `attachCape()`. */
export interface CapeOptions extends AttachOptions {
  /**
   * 망토를 거는 왼쪽과 오른쪽 뼈, 또는 그 이름.
   *
   * The left and the right bone that it hangs on, or their names: its upper corners are at their heads and
   * follow them. Default: the upper arms by the names of Mixamo, Rigify, VRM or Unreal rigs; it then hangs on
   * the bones that carry the arms.
   */
  bones?: readonly [Bone | string, Bone | string];
  /** 어깨에서 단까지(m). / From the shoulders to the hem. Default: twice the way to the hips. */
  length?: number;
  /** 단의 너비(m). 윗단은 두 뼈 사이이다. / Width of the hem; the top is as wide as the bones are apart. Default 1.7 times that. */
  width?: number;
}

/** 망토의 한쪽 귀. / A corner of the cape. */
interface Corner {
  readonly place: Vector3;
  readonly carrier: Object3D;
}

function cornersOf(body: Body, bones: CapeOptions['bones']): [Corner, Corner] {
  if (bones === undefined) {
    const onArm = (part: 'leftUpperArm' | 'rightUpperArm'): Corner => {
      const arm = knownBone(body, 'bones', part);
      // 팔이 돌아도 어깨는 돌지 않는다.
      return { place: placeOf(arm), carrier: arm.parent ?? arm };
    };
    return [onArm('leftUpperArm'), onArm('rightUpperArm')];
  }
  if (!Array.isArray(bones) || bones.length !== 2) {
    throw invalid('bones', '[left, right]', bones);
  }
  const onBone = (k: 0 | 1): Corner => {
    const bone = boneOf(body, `bones[${k}]`, bones[k]);
    return { place: placeOf(bone), carrier: bone };
  };
  return [onBone(0), onBone(1)];
}

// 가장 튀어나온 곳에 견주어, 옆자락이 등에서 물러나는 정도.
const kCurve = 0.5;

/** 재단: 옷본의 좌표(u, v)에서 세계로. 몸 뒤로 비켜난다. / The cut, from (u, v) to the world, clear of the body's back. */
function cut(body: Body, [left, right]: [Corner, Corner], size: CapeOptions) {
  const across = right.place.clone().sub(left.place);
  const top = across.length();
  if (top === 0) throw invalid('bones', 'two bones in different places', [top]);
  const middle = left.place.clone().add(right.place).multiplyScalar(0.5);
  const hips = findBone(body.bones, 'hips');
  const spine = hips ? middle.clone().sub(placeOf(hips)) : new Vector3(0, 1, 0);
  const { up, back } = frameOf(across.clone().negate(), spine);
  const { length: long = hips ? 2 * spine.length() : 3 * top, width: wide = 1.7 * top } = size;
  const [length, width] = [lengthOf('length', long), lengthOf('width', wide)];
  across.normalize();
  const flat = (u: number, v: number) =>
    middle
      .clone()
      .addScaledVector(across, (u - 0.5) * (top + (width - top) * v))
      .addScaledVector(up, -length * v);
  return (columns: number, rows: number): Vector3[] => {
    const points: Vector3[] = [];
    let clear = new Array<number>(columns).fill(0);
    for (let j = 0; j < rows; j++) {
      const row = clear.map((_, i) => flat(i / (columns - 1), j / (rows - 1)));
      const depths = row.map((at) => depthOf(body.capsules, at, back, 2 * top));
      // 옆자락도 등의 곡면을 따라 조금은 물러난다.
      const least = kCurve * Math.max(...depths);
      clear = clear.map((before, i) => Math.max(before, depths[i]!, least));
      points.push(...row.map((at, i) => at.addScaledVector(back, clear[i]!)));
    }
    return points;
  };
}

/**
 * 어깨의 뼈들에 망토를 건다. 지금의 자세에서 등 뒤에 만든다.
 *
 * Hangs a cape on two bones of a skinned body, behind its back in the present pose, and adds it to the
 * scene beside the mesh. It follows the bones and stays out of the body (`capsulesFromSkin()`). Give all
 * meshes of a body together. Works for any place, turn and scale of the rig. There is no floor by default.
 * Throws a `MangtoError` that names the option when one is wrong, or when no bones are known.
 *
 * @example
 * const cape = attachCape(mesh, { mangto, length: 1.1 });
 * // every frame
 * mixer.update(delta);
 * cape.update(delta);
 */
export function attachCape(
  meshes: SkinnedMesh | readonly SkinnedMesh[],
  options: CapeOptions,
): AttachedCloth {
  checkOptions(options);
  const { mangto, material, columns = 12, rows = 17, bones, ...settings } = options;
  const body = bodyOf(meshes);
  const corners = cornersOf(body, bones);
  // 그래야 거울에 비친 몸에서도 겉이 뒤를 본다.
  if (body.mirrored) corners.reverse();
  const place = cut(body, corners, options);
  let points: Vector3[] | undefined; // 점의 수가 옳은지 보고 나서 부른다
  const position = (i: number, j: number) =>
    (points ??= place(columns, rows))[j * columns + i]!.toArray();
  const cloth = mangto.createGridCloth({
    floor: null,
    ...settings,
    columns,
    rows,
    position,
    pinned: (_i, j) => j === 0,
  });
  const ties = Array.from({ length: columns }, (_, point) => {
    const u = point / (columns - 1);
    const [from, to] = [corners[0].carrier, corners[1].carrier];
    return { point, from, to, share: u * u * (3 - 2 * u) };
  });
  return new AttachedCloth(
    { mangto, cloth, ties, parent: body.parent, movers: body.roots, body: body.capsules },
    material,
  );
}
