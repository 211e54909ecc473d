// 코드로 만든 작은 몸과 뼈대.
import {
  Bone,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  Skeleton,
  SphereGeometry,
  Vector3,
  type BufferAttribute,
  type Object3D,
} from 'three';

/** 부모의 번호와 세계에서의 자리로 뼈들을 잇는다. */
export function bonesAt(places: readonly (readonly [number, number, number, number])[]): Bone[] {
  const bones: Bone[] = [];
  places.forEach(([parent, x, y, z], k) => {
    const bone = new Bone();
    bone.name = `bone${k}`;
    bone.position.set(x, y, z);
    if (parent >= 0) {
      const [, px, py, pz] = places[parent]!;
      bone.position.sub(new Vector3(px, py, pz));
      bones[parent]!.add(bone);
    }
    bones.push(bone);
  });
  return bones;
}

export interface Arm {
  /** 그물과 뼈대가 든 장면. */
  readonly scene: Group;
  readonly mesh: Mesh;
  readonly bones: Bone[];
}

/** y = 0…2의 통과, 뿌리와 위팔(0…1)과 아래팔(1…)의 뼈. 아래팔은 끝 뼈이다. */
export function arm(radius = 0.2): Arm {
  const geometry = new CylinderGeometry(radius, radius, 2, 16, 40).translate(0, 1, 0);
  const mesh = new Mesh(geometry, new MeshBasicMaterial());
  mesh.name = 'arm';
  const bones = bonesAt([
    [-1, 0, -0.5, 0],
    [0, 0, 0, 0],
    [1, 0, 1, 0],
  ]);
  const scene = new Group().add(mesh, bones[0]!);
  return { scene, mesh, bones };
}

/** 팔에서 떨어져 있는 작은 공. */
export function button(): Mesh {
  const geometry = new SphereGeometry(0.02, 8, 6).translate(0.25, 0.5, 0);
  return new Mesh(geometry, new MeshBasicMaterial());
}

/** 지금의 자세에서 그물의 점들이 세계의 어디에 있는지. */
export function worldVertices(mesh: Mesh, root: Object3D = mesh): number[] {
  root.updateMatrixWorld(true);
  const at = new Vector3();
  const out: number[] = [];
  for (let k = 0; k < mesh.geometry.getAttribute('position').count; k++) {
    mesh.getVertexPosition(k, at).applyMatrix4(mesh.matrixWorld);
    out.push(at.x, at.y, at.z);
  }
  return out;
}

export const skinOf = ({ geometry }: Mesh) => ({
  index: (geometry.getAttribute('skinIndex') as BufferAttribute).array,
  weight: (geometry.getAttribute('skinWeight') as BufferAttribute).array,
});

export const skeletonOf = (bones: Bone[]): Skeleton => {
  bones[0]!.updateWorldMatrix(true, true);
  return new Skeleton(bones);
};
