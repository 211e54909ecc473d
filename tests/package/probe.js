// 어느 도구로 묶든 같은 일을 해 본다: 천을 걷게 하고, 그리고, 가중치를 굽는다.
import { Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { loadMangto } from 'mangto';
import { ClothGeometry } from 'mangto/three';

export async function probe(options, draw = true) {
  const mangto = await loadMangto(options);
  const cloth = mangto.createGridCloth({
    columns: 6,
    rows: 6,
    position: (i, j) => [i / 5 - 0.5, 1 - j / 5, 0],
    pinned: (i, j) => j === 0,
    wind: [0, 0, 3],
  });
  const geometry = new ClothGeometry(cloth);
  for (let k = 0; k < 30; k++) geometry.update(1 / 60);
  const { skinWeight } = await mangto
    .createSkinBake({
      positions: cloth.positions.slice(),
      indices: cloth.indices.slice(),
      bones: [
        { head: [0, 2, 0], tail: [0, 1, 0] },
        { head: [0, 1, 0], tail: [0, 0.5, 0] },
        { head: [0, 0.5, 0], tail: [0, 0, 0] },
      ],
    })
    .run();
  return {
    blown: cloth.positions[3 * 35 + 2] > 0.01,
    weights: skinWeight.length / 4,
    drawn: draw ? drawn(geometry) : undefined,
  };
}

function drawn(geometry) {
  const renderer = new WebGLRenderer();
  const camera = new PerspectiveCamera(60, 1, 0.1, 10);
  camera.position.z = 2;
  renderer.render(new Scene().add(new Mesh(geometry, new MeshBasicMaterial())), camera);
  return renderer.info.render.triangles;
}
