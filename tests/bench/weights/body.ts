// GLB 파일 하나를 읽어, 뼈대 하나와 그것이 움직이는 그물들로.
import { readFileSync } from 'node:fs';
import {
  SkinnedMesh,
  Texture,
  Vector3,
  type Bone,
  type Group,
  type Mesh,
  type Skeleton,
} from 'three';
import { GLTFLoader, type GLTF } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

/** 점마다 뼈 넷과 가중치 넷(합 1). */
export interface Weights {
  readonly index: ArrayLike<number>;
  readonly weight: ArrayLike<number>;
}

export interface Body {
  readonly name: string;
  readonly meshes: Mesh[];
  readonly skeleton: Skeleton;
  /** 묶을 때의 공간에서, 모든 그물을 이어. */
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  /** 사람이 칠한 가중치. */
  readonly artist?: Weights;
  /** 가중치를 받지 않는 뼈들: 사람이 하나도 칠하지 않은 것, 모르면 뿌리. */
  readonly controls: readonly number[];
}

/** Node에는 그림이 없다: 모든 텍스처를 빈 것으로 둔다. */
const withoutPictures = () => ({
  name: 'without-pictures',
  loadTexture: () => Promise.resolve(new Texture()),
});

async function readScene(path: string): Promise<Group> {
  const loader = new GLTFLoader();
  loader.setMeshoptDecoder(MeshoptDecoder);
  loader.register(withoutPictures);
  const bytes = readFileSync(path);
  const gltf = await new Promise<GLTF>((resolve, reject) =>
    loader.parse(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
      '',
      resolve,
      reject,
    ),
  );
  gltf.scene.updateMatrixWorld(true);
  return gltf.scene;
}

function collect<T>(scene: Group, is: (object: unknown) => object is T): T[] {
  const found: T[] = [];
  scene.traverse((object) => {
    if (is(object)) found.push(object);
  });
  return found;
}
const isMesh = (o: unknown): o is Mesh => (o as Partial<Mesh>).isMesh === true;
const isSkinned = (o: unknown): o is SkinnedMesh => o instanceof SkinnedMesh;
const isBone = (o: unknown): o is Bone => (o as Partial<Bone>).isBone === true;

function join(meshes: readonly Mesh[], toBind: (mesh: Mesh, at: Vector3) => Vector3) {
  const [positions, indices]: [number[], number[]] = [[], []];
  const at = new Vector3();
  for (const mesh of meshes) {
    const first = positions.length / 3;
    const { position } = mesh.geometry.attributes;
    for (let k = 0; k < position!.count; k++)
      positions.push(...toBind(mesh, at.fromBufferAttribute(position!, k)).toArray());
    const { index } = mesh.geometry;
    const corners = index?.count ?? position!.count;
    for (let k = 0; k < corners; k++) indices.push(first + (index?.getX(k) ?? k));
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

/** 합을 1로. */
export function weightsOf(meshes: readonly Mesh[]): Weights {
  const [index, weight]: [number[], number[]] = [[], []];
  for (const { geometry } of meshes) {
    const { skinIndex, skinWeight } = geometry.attributes;
    for (let v = 0; v < skinIndex!.count; v++) {
      const own = [0, 1, 2, 3].map((k) => skinWeight!.getComponent(v, k));
      const sum = own.reduce((a, b) => a + b) || 1;
      own.forEach((w, k) => {
        weight.push(w / sum);
        index.push(skinIndex!.getComponent(v, k));
      });
    }
  }
  return { index, weight };
}

function skinnedBody(name: string, meshes: SkinnedMesh[]): Body {
  const { skeleton } = meshes[0]!;
  // 같은 뼈들을 쓰는 그물만 한 몸이다.
  const own = meshes.filter(
    ({ skeleton: { bones } }) =>
      bones.length === skeleton.bones.length &&
      bones.every((bone, k) => bone === skeleton.bones[k]),
  );
  const soup = join(own, (mesh, at) => at.applyMatrix4((mesh as SkinnedMesh).bindMatrix));
  const artist = weightsOf(own);
  const painted = new Set(Array.from(artist.index).filter((_, k) => artist.weight[k]! > 0));
  const controls = [...skeleton.bones.keys()].filter((bone) => !painted.has(bone));
  return { name, meshes: own, skeleton, ...soup, artist, controls };
}

async function unskinnedBody(name: string, meshes: Mesh[], rig: string): Promise<Body> {
  const scene = await readScene(rig);
  const [skinned] = collect(scene, isSkinned);
  const { Skeleton: Rig } = await import('three');
  const skeleton = new Rig(skinned?.skeleton.bones ?? collect(scene, isBone));
  const soup = join(meshes, (mesh, at) => at.applyMatrix4(mesh.matrixWorld));
  return { name, meshes, skeleton, ...soup, controls: [0] };
}

/** 스킨이 없는 model-NAME.glb는 옆의 rig-NAME.glb의 뼈대를 쓴다. 몸이 아니면 null. */
export async function readBody(path: string, rig: string | null): Promise<Body | null> {
  const name = path.replace(/^.*\//, '').replace(/\.glb$/, '');
  const scene = await readScene(path);
  const skinned = collect(scene, isSkinned);
  if (skinned.length > 0) return skinnedBody(name, skinned);
  const meshes = collect(scene, isMesh);
  return meshes.length > 0 && rig !== null ? unskinnedBody(name, meshes, rig) : null;
}
