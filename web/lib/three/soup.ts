import {
  Box3,
  Mesh,
  Sphere,
  Vector3,
  type BufferAttribute,
  type InterleavedBufferAttribute,
  type Matrix4,
} from 'three';
import { invalid } from '../check.js';
import { part, type Work } from '../slices.js';
import type { Soup } from './rig.js';

/** 한 그물과, 그것이 모두 이은 점들 가운데 차지하는 자리. / A mesh and its place among all vertices. */
export interface Part {
  readonly mesh: Mesh;
  /** 그물의 공간에서 뼈대를 묶는 공간으로. / From the mesh's space to the bind space of the skeleton. */
  readonly bindMatrix: Matrix4;
  readonly first: number;
  readonly vertices: number;
}

const kVertices = 128;

type Positions = BufferAttribute | InterleavedBufferAttribute;

function positionsOf(mesh: Mesh, name: string): Positions {
  const positions = mesh.geometry.getAttribute('position') as Positions | undefined;
  if (positions === undefined || positions.count === 0) {
    throw invalid(`${name}.geometry`, 'a geometry with positions', positions);
  }
  return positions;
}

export function layParts(meshes: readonly Mesh[], bindMatrixOf: (mesh: Mesh) => Matrix4): Part[] {
  let first = 0;
  return meshes.map((mesh, k) => {
    const vertices = positionsOf(mesh, `meshes[${k}]`).count;
    first += vertices;
    return { mesh, bindMatrix: bindMatrixOf(mesh), first: first - vertices, vertices };
  });
}

/** 이것들만 이을 때의 자리. / Their places when only they are joined. */
export function relay(parts: readonly Part[]): Part[] {
  let first = 0;
  return parts.map((own) => {
    first += own.vertices;
    return { ...own, first: first - own.vertices };
  });
}

/** 어떤 자료형이든, 사이에 끼워 넣었든 three의 속성이 읽어 준다. / three's attributes read any type, interleaved or normalised. */
function* readPositions(own: Part, scale: number, out: Float32Array): Work<void> {
  const positions = positionsOf(own.mesh, 'mesh');
  const at = new Vector3();
  for (let k = 0; k < own.vertices; k++) {
    at.fromBufferAttribute(positions, k).applyMatrix4(own.bindMatrix).multiplyScalar(scale);
    at.toArray(out, 3 * (own.first + k));
    if (k % kVertices === kVertices - 1) yield k / own.vertices;
  }
}

const cornersOf = ({ mesh, vertices }: Part) => mesh.geometry.index?.count ?? vertices;

function* readIndices(own: Part, out: Uint32Array, first: number): Work<void> {
  const { index } = own.mesh.geometry;
  const corners = cornersOf(own);
  for (let k = 0; k < corners; k++) {
    const vertex = index === null ? k : index.getX(k);
    if (!(vertex < own.vertices)) {
      throw invalid(
        `geometry.index[${k}] of mesh '${own.mesh.name}'`,
        'the index of a vertex',
        vertex,
      );
    }
    out[first + k] = own.first + vertex;
    if (k % kVertices === kVertices - 1) yield k / corners;
  }
}

/** 여러 그물을 묶는 공간의 한 덩어리로 잇는다. / Joins the meshes into one, in bind space times `scale`. */
export function* readSoup(parts: readonly Part[], scale: number): Work<Soup> {
  const count = (of: (own: Part) => number) => parts.reduce((sum, own) => sum + of(own), 0);
  const positions = new Float32Array(3 * count((own) => own.vertices));
  const indices = new Uint32Array(count(cornersOf));
  let first = 0;
  for (const [k, own] of parts.entries()) {
    const share = 1 / (2 * parts.length);
    yield* part(2 * k * share, (2 * k + 1) * share, readPositions(own, scale, positions));
    yield* part((2 * k + 1) * share, (2 * k + 2) * share, readIndices(own, indices, first));
    first += cornersOf(own);
  }
  return { positions, indices };
}

/**
 * 그물의 공간에서, 묶은 자세의 경계 구. 주지 않으면 three가 처음 그릴 때 모든 점을 한꺼번에 움직여 보느라 프레임을 놓친다.
 *
 * The bounding sphere in the mesh's space and the bind pose. Without one, three skins all vertices at once in the
 * first frame to find it.
 */
export function* boundingSphereOf({ mesh, vertices }: Part): Work<Sphere> {
  // SkinnedMesh의 것은 아직 없을 수도 있는 가중치로 점을 옮긴다.
  const { getVertexPosition } = Mesh.prototype;
  const at = new Vector3();
  const box = new Box3();
  for (let k = 0; k < vertices; k++) {
    box.expandByPoint(getVertexPosition.call(mesh, k, at));
    if (k % kVertices === kVertices - 1) yield k / vertices;
  }
  return box.getBoundingSphere(new Sphere());
}
