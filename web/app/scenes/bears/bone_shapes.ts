import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
  type Bone,
} from 'three';
import { bearBones } from './bones';

const waist = 0.14; // 머리에서 이만큼 간 곳이 가장 굵다.
const girth = 0.11;

/** 머리에서 꼬리(+y, 길이 1)로 가는 팔면체. An octahedron from the head to the tail, 1 long along +y. */
function octahedron(): BufferGeometry {
  const ring = [0, 1, 2, 3].map((k) => {
    const angle = (k * Math.PI) / 2;
    return [girth * Math.cos(angle), waist, girth * Math.sin(angle)] as const;
  });
  const corners: number[] = [];
  const shades: number[] = [];
  ring.forEach((a, k) => {
    const b = ring[(k + 1) % 4]!;
    corners.push(...b, ...a, 0, 0, 0, ...a, ...b, 0, 1, 0);
    // 빛을 받지 않아도 면이 갈라 보이도록 밝기를 달리한다.
    const shade = 0.55 + 0.15 * k;
    shades.push(...Array<number>(18).fill(shade));
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(shades, 3));
  return geometry;
}

const shape = octahedron();
const look = { vertexColors: true, transparent: true, opacity: 0.85, depthTest: false };
const plain = new MeshBasicMaterial({ ...look, color: new Color('#dfe6f2') });
const chosen = new MeshBasicMaterial({ ...look, color: new Color('#ffd23e') });

/** 뼈마다 팔면체 하나. 살 위에 비쳐 보인다. One octahedron per bone, seen through the flesh. */
export class BoneShapes {
  readonly #meshes: readonly Mesh[];

  constructor(bones: readonly Bone[]) {
    this.#meshes = bearBones.map(({ head, tail }, k) => {
      const reach = new Vector3(...tail).sub(new Vector3(...head));
      const mesh = new Mesh(shape, plain);
      mesh.scale.setScalar(reach.length());
      mesh.quaternion.copy(
        new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), reach.normalize()),
      );
      mesh.renderOrder = 10;
      mesh.visible = false;
      bones[k]!.add(mesh);
      return mesh;
    });
  }

  /** 뿌리는 살이 없으니 그리지 않는다. Shows them all but the root, one of them marked. */
  show(shown: boolean, bone: number): void {
    this.#meshes.forEach((mesh, k) => {
      mesh.visible = shown && k > 0;
      mesh.material = k === bone ? chosen : plain;
    });
  }
}
