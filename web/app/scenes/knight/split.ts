import { Vector2, type Camera, type Scene, type WebGLRenderer } from 'three';

const size = new Vector2();

/** 화면의 왼쪽과 오른쪽에 한 장면을 두 모습으로 그린다. Draws the scene twice, left and right of a line. */
export function drawSplit(
  renderer: WebGLRenderer,
  scene: Scene,
  camera: Camera,
  share: number,
  show: (side: 'before' | 'after') => void,
): void {
  const { width, height } = renderer.getSize(size);
  const edge = Math.round(width * share);
  renderer.setScissorTest(true);
  show('before');
  renderer.setScissor(0, 0, edge, height);
  renderer.render(scene, camera);
  show('after');
  renderer.setScissor(edge, 0, width - edge, height);
  renderer.render(scene, camera);
  renderer.setScissorTest(false);
}
