import { Group, Mesh, type Material } from 'three';
import type { Cloth, GridClothOptions, Mangto } from 'mangto';
import { ClothGeometry } from 'mangto/three';

export type Point = [number, number, number];

/** 한 벌을 다시 만드는 데 드는 모든 것. What is needed to make a piece of cloth. */
export interface ClothPlan {
  columns: number;
  rows: number;
  position(i: number, j: number): Point;
  pinned(i: number, j: number): boolean;
}

export type ClothTuning = Pick<GridClothOptions, 'windStrength' | 'drag' | 'floor'>;

/** 천 하나와 그 그물. 격자가 바뀌면 새로 만든다. A cloth and its mesh, remade when the grid changes. */
export class ClothPiece {
  readonly group = new Group();
  readonly #mangto: Mangto;
  readonly material: Material;
  readonly #tuning: ClothTuning;
  #cloth: Cloth | undefined;
  #geometry: ClothGeometry | undefined;
  #meshes: Mesh[] = [];
  readonly #copies: number;

  constructor(mangto: Mangto, material: Material, tuning: ClothTuning, copies = 1) {
    this.#mangto = mangto;
    this.material = material;
    this.#tuning = tuning;
    this.#copies = copies;
  }

  get cloth(): Cloth {
    if (!this.#cloth) throw new Error('the cloth has not been made yet');
    return this.#cloth;
  }

  get geometry(): ClothGeometry {
    if (!this.#geometry) throw new Error('the cloth has not been made yet');
    return this.#geometry;
  }

  /** 같은 천을 그리는 그물들. The meshes that draw this one cloth. */
  get meshes(): readonly Mesh[] {
    return this.#meshes;
  }

  make(plan: ClothPlan): void {
    const cloth = this.#mangto.createGridCloth({ ...plan, ...this.#tuning });
    this.dispose();
    this.#cloth = cloth;
    const geometry = new ClothGeometry(cloth);
    this.#geometry = geometry;
    if (this.#meshes.length === 0) {
      for (let k = 0; k < this.#copies; k += 1) this.#meshes.push(this.#mesh(geometry));
    }
    for (const mesh of this.#meshes) mesh.geometry = geometry;
  }

  dispose(): void {
    this.#geometry?.dispose();
    this.#cloth?.dispose();
    this.#geometry = undefined;
    this.#cloth = undefined;
  }

  #mesh(geometry: ClothGeometry): Mesh {
    const mesh = new Mesh(geometry, this.material);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    this.group.add(mesh);
    return mesh;
  }
}
