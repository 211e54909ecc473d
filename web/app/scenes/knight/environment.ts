import {
  BackSide,
  BoxGeometry,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  SphereGeometry,
  type Texture,
  type WebGLRenderer,
} from 'three';

/**
 * 쇠에 비칠 밤의 빛. 실제 HDR 사진이 있으면 이 함수를 바꾼다.
 * What the steel reflects: a blue night with warm fires. Swap in a real HDR picture here.
 */
export function createEnvironment(renderer: WebGLRenderer): Texture {
  const scene = new Scene();
  const surround = (color: string, strength: number) => {
    const material = new MeshBasicMaterial({ color, side: BackSide });
    material.color.multiplyScalar(strength);
    return material;
  };
  scene.add(new Mesh(new SphereGeometry(20, 24, 16), surround('#3a5688', 1)));
  const panel = (
    color: string,
    strength: number,
    x: number,
    y: number,
    z: number,
    w: number,
    h: number,
  ) => {
    const mesh = new Mesh(new BoxGeometry(w, h, w), new MeshBasicMaterial({ color }));
    mesh.material.color.multiplyScalar(strength);
    mesh.position.set(x, y, z);
    scene.add(mesh);
  };
  panel('#bcd2ff', 14, 7, 9, -9, 3, 3);
  panel('#ff9a4a', 12, -8, 2, 7, 2, 4);
  panel('#ff9a4a', 7, 9, 1, 6, 1.5, 3);
  panel('#2a2622', 1, 0, -8, 0, 24, 2);
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromScene(scene, 0.03);
  generator.dispose();
  return target.texture;
}
