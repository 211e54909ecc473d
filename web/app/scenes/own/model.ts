import {
  Box3,
  Group,
  Material,
  Matrix4,
  Quaternion,
  Texture,
  Vector3,
  type AnimationClip,
  type Bone,
  type BufferAttribute,
  type InterleavedBufferAttribute,
  type Mesh,
  type Object3D,
  type Skeleton,
  type SkinnedMesh,
} from 'three';
import type { Loaded } from './load';
import { joinSkeletons } from './skeletons';

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** 한 그물의 가중치. The weights of one mesh. */
export interface MeshSkin {
  readonly index: Attribute;
  readonly weight: Attribute;
}

const isMesh = (object: Object3D): object is Mesh => 'isMesh' in object;
const isSkinned = (object: Object3D): object is SkinnedMesh => 'isSkinnedMesh' in object;
const isBone = (object: Object3D): object is Bone => 'isBone' in object;

export function collect<T extends Object3D>(
  root: Object3D,
  is: (object: Object3D) => object is T,
): T[] {
  const found: T[] = [];
  root.traverse((object) => {
    if (is(object)) found.push(object);
  });
  return found;
}

export const hasMesh = ({ scene }: Loaded) => collect(scene, isMesh).length > 0;
export const hasBones = ({ scene }: Loaded) => collect(scene, isBone).length > 0;

function isUnderBone(mesh: Object3D): boolean {
  for (let at = mesh.parent; at !== null; at = at.parent) if (isBone(at)) return true;
  return false;
}

/** 몸을 이루는 그물들: 묶인 것, 없으면 뼈에 매달리지 않은 것, 그마저 없으면 모두. The meshes of the body: those skinned, else those not hanging on bones, else all. */
function bodyOf(meshes: Mesh[]): Mesh[] {
  const skinned = meshes.filter(isSkinned);
  if (skinned.length > 0) return skinned;
  const loose = meshes.filter((mesh) => !isUnderBone(mesh));
  return loose.length > 0 ? loose : meshes;
}

/** 같은 이름의 마디가 둘이면 움직임이 엉뚱한 것을 움직인다. Two nodes of one name would confuse the animations. */
function renameLike(model: Object3D, rig: Object3D): void {
  const taken = new Set<string>();
  rig.traverse(({ name }) => taken.add(name));
  model.traverse((node) => {
    if (taken.has(node.name)) node.name += '_model';
  });
}

/** 점마다 뼈 넷을 넘는 몫: three는 쓰지 않고, 새로 구운 넷 곁에 남으면 합이 1을 넘는다. Influences beyond four a vertex: three ignores them, and beside four new ones they would sum to more than 1. */
function leaveFour({ geometry }: Mesh): void {
  for (const name of Object.keys(geometry.attributes))
    if (/^(joints|weights)_\d+$/.test(name)) geometry.deleteAttribute(name);
}

interface Rest {
  readonly node: Object3D;
  readonly position: Vector3;
  readonly quaternion: Quaternion;
  readonly scale: Vector3;
  readonly influences: readonly number[] | undefined;
}

/** 재료와 그림까지 모두 놓는다. Frees geometries, materials and their textures. */
function free(root: Object3D): void {
  for (const mesh of collect(root, isMesh)) {
    mesh.geometry.dispose();
    for (const material of [mesh.material].flat()) {
      for (const value of Object.values(material)) {
        if (!(value instanceof Texture)) continue;
        value.dispose();
        if (typeof ImageBitmap !== 'undefined' && value.image instanceof ImageBitmap)
          value.image.close();
      }
      if (material instanceof Material) material.dispose();
    }
  }
}

const sampled = 20_000;

const isFinite = ({ x, y, z }: Vector3) => Number.isFinite(x + y + z);

/**
 * 사람이 놓은 모델 하나와 그 뼈대. 뼈대는 같은 파일이나 곁의 파일에서 온다.
 * A model that a person dropped in, and its skeleton from the same file or from one beside it.
 */
export class OwnModel {
  readonly root = new Group();
  readonly bones: readonly Bone[];
  readonly clips: readonly AnimationClip[];
  /** 파일에 있던 가중치, 그물마다. 하나도 없으면 undefined. The file's own weights per mesh. */
  readonly fileSkins: readonly MeshSkin[] | undefined;
  /** 몸과 함께 움직이는, 묶이지 않은 그물들. Rigid meshes that ride along. */
  readonly props: readonly Mesh[];
  /** 처음 자세의 상자, 파일의 단위로. The box at rest, in the unit of the file. */
  readonly box = new Box3();
  /** 구울 그물들. 구운 뒤에는 모두 SkinnedMesh이다. The meshes to bake; all SkinnedMeshes afterwards. */
  meshes: Mesh[];
  skeleton: Skeleton | undefined;
  readonly #rest: Rest[] = [];

  constructor(model: Loaded, rig?: Loaded) {
    if (rig) renameLike(model.scene, rig.scene);
    this.root.add(model.scene, ...(rig ? [rig.scene] : []));
    this.root.updateMatrixWorld(true);
    const meshes = collect(this.root, isMesh);
    this.meshes = bodyOf(meshes);
    this.meshes.forEach(leaveFour);
    this.props = meshes.filter((mesh) => !this.meshes.includes(mesh));
    this.clips = (rig ?? model).animations;
    const skinned = this.meshes.filter(isSkinned);
    if (skinned.length > 0) {
      this.skeleton = joinSkeletons(skinned);
      this.fileSkins = skinned.map(({ geometry }) => ({
        index: geometry.getAttribute('skinIndex') as Attribute,
        weight: geometry.getAttribute('skinWeight') as Attribute,
      }));
    }
    // 다시 묶은 그물의 행렬까지 맞춘 다음에 잰다.
    this.root.updateMatrixWorld(true);
    this.bones = this.skeleton?.bones ?? collect(this.root, isBone);
    this.root.traverse((node) => this.#remember(node));
    this.#measure();
  }

  get vertices(): number {
    return this.meshes.reduce((sum, m) => sum + m.geometry.getAttribute('position').count, 0);
  }

  /** 처음 자세로. Back to the pose of the file. */
  pose(): void {
    for (const { node, position, quaternion, scale, influences } of this.#rest) {
      node.position.copy(position);
      node.quaternion.copy(quaternion);
      node.scale.copy(scale);
      const now = (node as Partial<Mesh>).morphTargetInfluences;
      influences?.forEach((value, k) => (now![k] = value));
    }
  }

  /** 굽느라 그물이 SkinnedMesh로 바뀌었다. The bake has put SkinnedMeshes in their places. */
  adopt(meshes: SkinnedMesh[], skeleton: Skeleton): void {
    this.meshes = meshes;
    this.skeleton = skeleton;
  }

  /** GPU와 그림의 기억을 놓는다. Frees what it holds on the GPU, and its pictures. */
  dispose(): void {
    this.root.removeFromParent();
    free(this.root);
    this.skeleton?.dispose();
  }

  #remember(node: Object3D): void {
    const { position, quaternion, scale } = node;
    this.#rest.push({
      node,
      position: position.clone(),
      quaternion: quaternion.clone(),
      scale: scale.clone(),
      influences: (node as Partial<Mesh>).morphTargetInfluences?.slice(),
    });
  }

  #measure(): void {
    const at = new Vector3();
    for (const mesh of this.meshes) {
      const { count } = mesh.geometry.getAttribute('position');
      const stride = Math.ceil(count / sampled);
      for (let v = 0; v < count; v += stride)
        if (isFinite(mesh.getVertexPosition(v, at).applyMatrix4(mesh.matrixWorld)))
          this.box.expandByPoint(at);
    }
    if (this.box.isEmpty()) this.box.expandByPoint(at.set(0, 0, 0));
  }
}

/** 두 그물의 자리를 맞출 행렬. The matrix that binds a mesh, its own or the identity. */
export function bindMatrixOf(mesh: Mesh): Matrix4 {
  return (mesh as Partial<SkinnedMesh>).bindMatrix ?? mesh.matrixWorld;
}
