import { Matrix4, Vector3 } from 'three';
import type { ClothPlan } from './cloth_pair';
import type { Skeleton } from './skeleton';

const baseColumns = 12;
const baseRows = 17;
const length = 1.08; // m, 목에서 아랫단까지
const hemWiden = 0.3; // m, 아랫단이 한쪽으로 넓어진 만큼
const point = new Vector3();
const other = new Vector3();

/** 간격의 수가 망토의 세로를 따른다. The intervals go with those of the cape's rows. */
export function scaledCount(points: number, capeRows: number): number {
  return Math.max(2, Math.round(((points - 1) * (capeRows - 1)) / (baseRows - 1)) + 1);
}

export function capeGrid(capeRows: number): { columns: number; rows: number } {
  return { columns: scaledCount(baseColumns, capeRows), rows: capeRows };
}

/**
 * 가슴뼈 좌표에서의 마름질: 목둘레에서 아래로 넓어지고, 세로 주름이 아래로 갈수록 깊어진다.
 * The cut in the chest bone's frame: it widens from the neck down, in folds that deepen.
 * @param across −1 왼쪽 … 1 오른쪽
 * @param down 0 목 … 1 아랫단
 */
export function capeCut(across: number, down: number, out: Vector3): Vector3 {
  const fold = (0.006 + 0.014 * down) * Math.cos(2.5 * Math.PI * across);
  const bow = (0.085 + 0.05 * down) * across * across;
  const half = 0.138 + hemWiden * down * (1.4 - 0.4 * down);
  return out.set(
    -0.15 - 0.2 * down + bow - fold,
    0.287 - 0.012 * across * across - 0.95 * length * down,
    half * across,
  );
}

/** 망토의 윗단을 두 어깨뼈에 꽂는다. Pins the top row of the cape to the two shoulder bones. */
export class CapeRig {
  readonly #skeleton: Skeleton;
  readonly #toLeft: Matrix4;
  readonly #toRight: Matrix4;
  #columns = 0;
  #pinsLeft = new Float32Array(0);
  #pinsRight = new Float32Array(0);

  constructor(skeleton: Skeleton) {
    this.#skeleton = skeleton;
    // 쉬는 자세에서 가슴 → 어깨. 어깨뼈는 가슴의 자식이므로 옮기기만 하면 된다.
    this.#toLeft = new Matrix4().setPosition(skeleton.leftArm.shoulder.position).invert();
    this.#toRight = new Matrix4().setPosition(skeleton.rightArm.shoulder.position).invert();
  }

  /** 지금 자세에 맞춘 새 천의 설계. A plan for a new cape at the present pose. */
  plan(capeRows: number): ClothPlan {
    const { columns, rows } = capeGrid(capeRows);
    this.#fitPins(columns);
    const chest = this.#skeleton.chest.matrixWorld;
    const place = new Vector3();
    return {
      columns,
      rows,
      position: (i, j) => {
        capeCut((2 * i) / (columns - 1) - 1, j / (rows - 1), place).applyMatrix4(chest);
        return [place.x, place.y, place.z];
      },
      pinned: (_, j) => j === 0,
    };
  }

  /** 뼈가 움직인 뒤 한 걸음에 한 번. Writes the targets after the bones moved. */
  writeTargets(targets: Float32Array): void {
    const left = this.#skeleton.leftArm.shoulder.matrixWorld;
    const right = this.#skeleton.rightArm.shoulder.matrixWorld;
    for (let i = 0; i < this.#columns; i += 1) {
      const u = i / (this.#columns - 1);
      const rightShare = u * u * (3 - 2 * u);
      point.fromArray(this.#pinsLeft, 3 * i).applyMatrix4(left);
      other.fromArray(this.#pinsRight, 3 * i).applyMatrix4(right);
      point.lerp(other, rightShare).toArray(targets, 3 * i);
    }
  }

  #fitPins(columns: number): void {
    this.#columns = columns;
    this.#pinsLeft = new Float32Array(3 * columns);
    this.#pinsRight = new Float32Array(3 * columns);
    for (let i = 0; i < columns; i += 1) {
      capeCut((2 * i) / (columns - 1) - 1, 0, point);
      other
        .copy(point)
        .applyMatrix4(this.#toLeft)
        .toArray(this.#pinsLeft, 3 * i);
      other
        .copy(point)
        .applyMatrix4(this.#toRight)
        .toArray(this.#pinsRight, 3 * i);
    }
  }
}
