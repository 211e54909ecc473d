import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Matrix4,
  MeshDepthMaterial,
  Skeleton,
  SkinnedMesh,
  Vector3,
  type MeshStandardMaterial,
} from 'three';
import { dualQuaternions, type DualQuaternions } from 'mangto/three';
import { alwaysDrawn } from '../always_drawn';
import { BoneShapes } from './bone_shapes';
import { boneIndex, createBones } from './bones';
import { createFace } from './face';
import { CpuSkin } from './skinning';

/** 두 곰이 나누어 쓰는 그물. What both bears share of their meshes. */
export interface ClayMesh {
  readonly attributes: Readonly<Record<'position' | 'normal' | 'color', BufferAttribute>>;
  readonly index: BufferAttribute;
}

/** 찰흙 곰 한 마리. 살은 구운 가중치가 올 때까지 보이지 않는다. One clay bear; unseen until its weights are baked. */
export class Bear {
  /** 서는 자리. Where it stands. */
  readonly place = new Group();
  readonly group = new Group();
  readonly bones = createBones();
  readonly skeleton = new Skeleton(this.bones);
  readonly skin = new CpuSkin(this.skeleton);
  readonly shapes = new BoneShapes(this.bones);
  readonly mesh: SkinnedMesh;
  #dual: DualQuaternions | undefined;

  constructor(material: MeshStandardMaterial) {
    this.mesh = alwaysDrawn(new SkinnedMesh(new BufferGeometry(), material));
    this.mesh.bind(this.skeleton, new Matrix4());
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    // 소품과 그림자 재질을 나누어 쓰면 그릴 때마다 셰이더를 다시 고른다.
    this.mesh.customDepthMaterial = new MeshDepthMaterial();
    this.bones[boneIndex('head')]!.add(createFace());
    this.group.add(this.bones[0]!, this.mesh);
    this.group.visible = false;
    this.place.add(this.group);
  }

  /** 그물을 입힌다. 속성들은 두 곰이 나누어 쓴다. Puts the mesh on; its attributes are shared. */
  wear({ attributes, index }: ClayMesh): void {
    const { geometry } = this.mesh;
    for (const [name, attribute] of Object.entries(attributes))
      geometry.setAttribute(name, attribute);
    geometry.setIndex(index);
  }

  /** 뼈들을 이중 쿼터니언으로 섞거나 그대로 섞는다. Blends the bones as dual quaternions or linearly. */
  blend(dual: boolean): void {
    if (dual === (this.#dual !== undefined)) return;
    this.skin.dual = dual;
    this.#dual?.dispose();
    this.#dual = dual ? dualQuaternions(this.mesh) : undefined;
  }

  /** 뼈의 머리가 있는 곳(세계 좌표). Where the head of a bone is, in world space. */
  jointAt(bone: number): Vector3 {
    return new Vector3().setFromMatrixPosition(this.bones[bone]!.matrixWorld);
  }
}
