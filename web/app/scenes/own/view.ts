import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  SkinnedMesh,
  Vector3,
  type Bone,
  type Material,
} from 'three';
import type { Work } from '../../borrowed';
import type { PaintName } from '../../settings';
import { alwaysDrawn } from '../always_drawn';
import type { MeshSkin, OwnModel } from './model';

/** 가중치 1에서 빨강, 0에서 파랑: 가중치 색과 같은 띠. The same band as the heat colours, red (1) to blue (0). */
export function bandColor(share: number, out: Color): Color {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  return out.setRGB(
    clamp(4 * share - 2),
    clamp(Math.min(4 * share, 4 - 4 * share)),
    clamp(2 - 4 * share),
  );
}

const piece = 256; // 한 번에 칠하는 점의 수

/** 점마다의 차이를 색으로. Differences per vertex as colours. */
export function* differenceColors(distances: Float32Array): Work<BufferAttribute> {
  const colors = new BufferAttribute(new Uint8Array(3 * distances.length), 3, true);
  const color = new Color();
  for (let v = 0; v < distances.length; v += 1) {
    if (v % piece === 0) yield v / distances.length;
    const { r, g, b } = bandColor(distances[v]!, color);
    colors.setXYZ(v, r, g, b);
  }
  return colors;
}

const clay = { color: '#d8d2c8', roughness: 0.82, side: DoubleSide };

/** 색을 칠하는 동안의 재질들. The materials used while something is painted. */
const heatMaterial = new MeshStandardMaterial(clay);
const differenceMaterial = new MeshStandardMaterial({ ...clay, color: '#fff', vertexColors: true });

/** 몸의 그물 하나를, 이 가중치로 그린다. 뼈대와 속성은 나누어 쓴다. Draws one mesh of the body with these weights; skeleton and attributes are shared. */
class Drawn {
  readonly mesh: SkinnedMesh;
  readonly #own: Material | Material[];
  readonly #bind: Matrix4;

  constructor(source: SkinnedMesh, skin: MeshSkin) {
    const geometry = new BufferGeometry();
    const { attributes, morphAttributes, index, groups } = source.geometry;
    for (const [name, attribute] of Object.entries(attributes))
      geometry.setAttribute(name, attribute);
    geometry.setAttribute('skinIndex', skin.index);
    geometry.setAttribute('skinWeight', skin.weight);
    geometry.setIndex(index);
    geometry.morphAttributes = morphAttributes;
    geometry.morphTargetsRelative = source.geometry.morphTargetsRelative;
    for (const { start, count, materialIndex } of groups)
      geometry.addGroup(start, count, materialIndex);
    if (!attributes['normal']) geometry.computeVertexNormals();
    this.#own = source.material;
    this.#bind = source.bindMatrix;
    this.mesh = alwaysDrawn(new SkinnedMesh(geometry, source.material));
    // 뼈대 하나로 두 벌을 그린다: 떼어 놓은 것은 제 행렬만큼 옮겨 그려진다.
    this.mesh.bindMode = 'detached';
    this.mesh.bind(source.skeleton, source.bindMatrix);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    if (source.morphTargetInfluences)
      this.mesh.morphTargetInfluences = source.morphTargetInfluences;
    if (source.morphTargetDictionary)
      this.mesh.morphTargetDictionary = source.morphTargetDictionary;
  }

  paint(paint: PaintName): void {
    const painted = { heat: heatMaterial, difference: differenceMaterial, none: this.#own };
    this.mesh.material = painted[paint];
  }

  place(shift: Matrix4): void {
    this.mesh.matrix.multiplyMatrices(shift, this.#bind);
    this.mesh.matrixWorldNeedsUpdate = true;
  }
}

/** 몸에 딸린, 단단한 그물 하나. A rigid mesh that rides along. */
function copyProp(prop: Mesh): Mesh {
  const copy = new Mesh(prop.geometry, prop.material);
  copy.matrixAutoUpdate = false;
  copy.frustumCulled = false;
  copy.castShadow = true;
  return copy;
}

/** 한쪽에 서는 몸 한 벌. One copy of the body, on one side. */
export class Side {
  readonly group = new Group();
  readonly #drawn: readonly Drawn[];
  readonly #props: readonly { source: Mesh; copy: Mesh }[];
  readonly #shift = new Matrix4();

  constructor(model: OwnModel, skins: readonly MeshSkin[]) {
    this.#drawn = model.meshes.map((mesh, k) => new Drawn(mesh as SkinnedMesh, skins[k]!));
    this.#props = model.props.map((source) => ({ source, copy: copyProp(source) }));
    this.group.add(...this.meshes, ...this.#props.map(({ copy }) => copy));
  }

  get meshes(): SkinnedMesh[] {
    return this.#drawn.map(({ mesh }) => mesh);
  }

  /** 점마다의 차이를 칠할 색, 모든 그물을 이은 차례로. Colours of the differences, in the order of the joined meshes. */
  setDifference(colors: BufferAttribute): void {
    let first = 0;
    for (const { geometry } of this.meshes) {
      const { count } = geometry.getAttribute('position');
      const own = colors.array.subarray(3 * first, 3 * (first + count));
      geometry.setAttribute('color', new BufferAttribute(own, 3, true));
      first += count;
    }
  }

  paint(paint: PaintName): void {
    for (const drawn of this.#drawn) drawn.paint(paint);
  }

  /** 뼈들이 움직인 뒤, 그리기 전에. After the bones have moved, before drawing. */
  place(x: number): void {
    this.#shift.makeTranslation(x, 0, 0);
    for (const drawn of this.#drawn) drawn.place(this.#shift);
    for (const { source, copy } of this.#props) {
      copy.matrix.multiplyMatrices(this.#shift, source.matrixWorld);
      copy.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const { geometry } of this.meshes) geometry.dispose();
  }
}

const plain = new Color('#eef2fa');
const chosen = new Color('#ffd23e');

/** 뼈마다 부모에서 오는 선. 살 위에 비쳐 보인다. A line from the parent to each bone, seen through the flesh. */
export class BoneLines {
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #pairs: readonly { from: Bone; to: Bone; bone: number }[];
  readonly #at = new Vector3();

  constructor(bones: readonly Bone[]) {
    this.#pairs = bones.flatMap((to) => {
      // 선은 그 뼈가 뻗은 쪽, 곧 부모의 것이다.
      const bone = bones.indexOf(to.parent as Bone);
      return bone < 0 ? [] : [{ from: bones[bone]!, to, bone }];
    });
    const geometry = new BufferGeometry();
    const floats = 6 * this.#pairs.length;
    for (const name of ['position', 'color']) {
      const attribute = new Float32BufferAttribute(new Float32Array(floats), 3);
      geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
    }
    const look = { vertexColors: true, depthTest: false, transparent: true, opacity: 0.9 };
    this.lines = new LineSegments(geometry, new LineBasicMaterial(look));
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 10;
  }

  update(x: number, bone: number): void {
    const { position, color } = this.lines.geometry.attributes;
    this.#pairs.forEach(({ from, to, bone: own }, k) => {
      for (const [c, end] of [from, to].entries()) {
        this.#at.setFromMatrixPosition(end.matrixWorld);
        position!.setXYZ(2 * k + c, this.#at.x + x, this.#at.y, this.#at.z);
        const { r, g, b } = own === bone ? chosen : plain;
        color!.setXYZ(2 * k + c, r, g, b);
      }
    });
    position!.needsUpdate = true;
    color!.needsUpdate = true;
  }

  dispose(): void {
    this.lines.removeFromParent();
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
