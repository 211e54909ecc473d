import {
  Group,
  LineSegments,
  Mesh,
  Points,
  PointsMaterial,
  LineBasicMaterial,
  BufferGeometry,
  BufferAttribute,
  type Material,
} from 'three';
import type { Cloth } from 'mangto';
import { ClothGeometry } from 'mangto/three';

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
  readonly #copies: readonly Group[];
  readonly #material: Material;
  #geometry: ClothGeometry | undefined;
  #marks: BufferGeometry | undefined;

  constructor(material: Material, copies = 1) {
    this.#material = material;
    this.#copies = Array.from({ length: copies }, () => new Group());
    this.group.add(...this.#copies);
  }

  get geometry(): ClothGeometry {
    if (!this.#geometry) throw new Error('the cloth has not been given yet');
    return this.#geometry;
  }

  /** 같은 천을 그리는 자리들. The places where this one cloth is drawn. */
  get places(): readonly Group[] {
    return this.#copies;
  }

  /** 이제부터 이 천을 그린다. Draws this cloth from now on. */
  use(cloth: Cloth): void {
    this.#free();
    const geometry = new ClothGeometry(cloth);
    this.#geometry = geometry;
    for (const place of this.#copies) {
      const mesh = new Mesh(geometry, this.#material);
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      place.add(mesh);
    }
  }

  /** 점과 제약을 겹쳐 보인다. Shows points and constraints over the cloth. */
  mark(shown: boolean): void {
    if (shown === (this.#marks !== undefined)) return;
    if (!shown) {
      this.#dropMarks();
      return;
    }
    const { attributes, cloth } = this.geometry;
    const marks = new BufferGeometry();
    // 천의 메모리를 함께 본다: 따로 옮길 것이 없다.
    marks.setAttribute('position', attributes['position'] as BufferAttribute);
    marks.setIndex(constraintLines(cloth.columns, cloth.rows));
    marks.boundingSphere = this.geometry.boundingSphere;
    this.#marks = marks;
    for (const place of this.#copies) {
      place.add(new LineSegments(marks, lineLook), new Points(marks, pointLook));
    }
  }

  #dropMarks(): void {
    for (const place of this.#copies) place.remove(...place.children.slice(1));
    this.#marks?.dispose();
    this.#marks = undefined;
  }

  #free(): void {
    this.#dropMarks();
    for (const place of this.#copies) place.clear();
    this.#geometry?.dispose();
  }
}
