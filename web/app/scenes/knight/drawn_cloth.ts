import {
  Group,
  LineSegments,
  Points,
  PointsMaterial,
  LineBasicMaterial,
  BufferGeometry,
  BufferAttribute,
  type InstancedMesh,
  type Material,
} from 'three';
import type { Cloth } from 'mangto';
import { ClothGeometry } from 'mangto/three';
import { createRow, rowX, spread } from './row';

const pointLook = new PointsMaterial({
  color: '#ffe9b0',
  size: 3,
  sizeAttenuation: false,
  fog: false,
});
const lineLook = new LineBasicMaterial({
  color: '#7fd0ff',
  transparent: true,
  opacity: 0.5,
  fog: false,
});

/** 격자의 제약을 선분으로: 가로, 세로, 두 대각선. The grid's constraints as line segments. */
function constraintLines(columns: number, rows: number): number[] {
  const pairs: number[] = [];
  for (let j = 0; j < rows; j += 1) {
    for (let i = 0; i < columns; i += 1) {
      const k = j * columns + i;
      if (i + 1 < columns) pairs.push(k, k + 1);
      if (j + 1 < rows) pairs.push(k, k + columns);
      if (i + 1 < columns && j + 1 < rows) pairs.push(k, k + columns + 1, k + 1, k + columns);
    }
  }
  return pairs;
}

/** 천 하나를 여러 곳에 그린다. Draws one cloth, in several places if need be. */
export class DrawnCloth {
  readonly group = new Group();
  readonly #marks = new Group();
  readonly #copies: number;
  readonly #material: Material;
  #row: InstancedMesh<ClothGeometry> | undefined;
  #spacing = 0;

  constructor(material: Material, copies = 1) {
    this.#material = material;
    this.#copies = copies;
    this.group.add(this.#marks);
  }

  get geometry(): ClothGeometry {
    if (!this.#row) throw new Error('the cloth has not been given yet');
    return this.#row.geometry;
  }

  /** 이제부터 이 천을 그린다. Draws this cloth from now on. */
  use(cloth: Cloth): void {
    this.#free();
    this.#row = createRow(new ClothGeometry(cloth), this.#material, this.#copies, this.#spacing);
    this.group.add(this.#row);
  }

  spread(spacing: number): void {
    this.#spacing = spacing;
    if (this.#row) spread(this.#row, spacing);
    this.#marks.children.forEach((mark, k) => {
      mark.position.x = rowX(k, this.#copies, spacing);
    });
  }

  /** 점과 제약을 겹쳐 보인다. Shows points and constraints over the cloth. */
  mark(shown: boolean): void {
    if (shown === this.#marks.children.length > 0) return;
    if (!shown) {
      this.#dropMarks();
      return;
    }
    const { attributes, cloth, boundingSphere } = this.geometry;
    const marks = new BufferGeometry();
    // 천의 메모리를 함께 본다: 따로 옮길 것이 없다.
    marks.setAttribute('position', attributes['position'] as BufferAttribute);
    marks.setIndex(constraintLines(cloth.columns, cloth.rows));
    marks.boundingSphere = boundingSphere;
    for (let k = 0; k < this.#copies; k += 1) {
      const lines = new LineSegments(marks, lineLook);
      this.#marks.add(lines.add(new Points(marks, pointLook)));
    }
    this.spread(this.#spacing);
  }

  #dropMarks(): void {
    const [first] = this.#marks.children as LineSegments[];
    first?.geometry.dispose();
    this.#marks.clear();
  }

  #free(): void {
    this.#dropMarks();
    this.#row?.removeFromParent();
    this.#row?.geometry.dispose();
    this.#row?.dispose();
  }
}
