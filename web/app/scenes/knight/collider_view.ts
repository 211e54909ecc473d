import { CapsuleGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from 'three';

const floats = 7;
const up = new Vector3(0, 1, 0);
const from = new Vector3();
const to = new Vector3();

/** 충돌 캡슐을 비쳐 보이게 그린다. Shows the capsules, see-through. */
export class ColliderView {
  readonly group = new Group();
  readonly #data: Float32Array;

  constructor(data: Float32Array) {
    this.#data = data;
    this.group.visible = false;
    const look = new MeshBasicMaterial({
      color: '#62e0a8',
      wireframe: true,
      transparent: true,
      opacity: 0.35,
      depthTest: false,
      fog: false,
    });
    for (let at = 0; at < data.length; at += floats) {
      const radius = data[at + 6]!;
      const length = from.fromArray(data, at).distanceTo(to.fromArray(data, at + 3));
      const mesh = new Mesh(new CapsuleGeometry(radius, length, 4, 12), look);
      mesh.renderOrder = 5;
      this.group.add(mesh);
    }
  }

  update(): void {
    if (!this.group.visible) return;
    this.group.children.forEach((mesh, k) => {
      from.fromArray(this.#data, k * floats);
      to.fromArray(this.#data, k * floats + 3);
      mesh.position.addVectors(from, to).multiplyScalar(0.5);
      mesh.quaternion.setFromUnitVectors(up, to.sub(from).normalize());
    });
  }
}
