import { Object3D, Vector3 } from 'three';
import { invalid } from '../../check.js';
import { AttachedCloth, checkOptions, lengthOf, type AttachOptions } from './attached.js';

// 아주 판판한 천은 바람이 없으면 접힐 줄을 모른다. 길이에 대한 비.
const kRipple = 0.01;

/** `attachFlag()`의 값들. / Options of `attachFlag()`. */
export interface FlagOptions extends AttachOptions {
  /** 깃대에서 바깥 끝까지(m). / From the pole to the free edge. Default 1.5. */
  length?: number;
  /** 깃대를 따라(m). / Along the pole. Default 1. */
  width?: number;
}

/**
 * 물체에 깃발을 단다: 깃대는 물체의 +y를 따라 `width`만큼이고, 깃발은 +x로 펼쳐진다.
 *
 * Hangs a flag on any object, in world units: its edge is tied from the object's origin up along its +y, it
 * flies towards its +x, and it follows wherever the object goes. There is no floor by default.
 *
 * @example
 * const flag = attachFlag(pole, { mangto, length: 1.2, wind: [4, 0, 1] });
 */
export function attachFlag(object: Object3D, options: FlagOptions): AttachedCloth {
  if (!(object instanceof Object3D)) throw invalid('object', 'an Object3D', object);
  checkOptions(options);
  const { mangto, material, columns = 16, rows = 10, ...settings } = options;
  const { length: long = 1.5, width: wide = 1 } = options;
  const [length, width] = [lengthOf('length', long), lengthOf('width', wide)];
  object.updateWorldMatrix(true, false);
  const [origin, out, up] = [new Vector3(), new Vector3(), new Vector3()];
  origin.setFromMatrixPosition(object.matrixWorld);
  up.setFromMatrixColumn(object.matrixWorld, 1).normalize();
  out.setFromMatrixColumn(object.matrixWorld, 0);
  // 찌그러진 물체에서도 깃대와 직각으로 펼친다.
  out.addScaledVector(up, -out.dot(up)).normalize();
  const aside = out.clone().cross(up);
  const cloth = mangto.createGridCloth({
    floor: null,
    ...settings,
    columns,
    rows,
    position: (i, j) =>
      origin
        .clone()
        .addScaledVector(out, (length * i) / (columns - 1))
        .addScaledVector(up, width * (1 - j / (rows - 1)))
        .addScaledVector(aside, kRipple * length * Math.sin((2 * Math.PI * i) / (columns - 1)))
        .toArray(),
    pinned: (i) => i === 0,
  });
  const ties = Array.from({ length: rows }, (_, j) => {
    return { point: j * columns, from: object, to: object, share: 0 };
  });
  return new AttachedCloth({ mangto, cloth, ties, parent: object, movers: [object] }, material);
}
