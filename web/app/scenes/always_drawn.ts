import { Sphere, Vector3, type SkinnedMesh } from 'three';

/**
 * 언제나 그리는 그물로. 잘라 내지 않아도 three는 첫 그림에서 경계 구를 구하려고 모든 점을 움직여 본다: 다 담는 구를 준다.
 * Marks a mesh as always drawn. Culled or not, three would skin all vertices in the first frame for the bounding
 * sphere; it gets one that holds everything.
 */
export function alwaysDrawn<M extends SkinnedMesh>(mesh: M): M {
  mesh.frustumCulled = false;
  mesh.boundingSphere = new Sphere(new Vector3(), Infinity);
  return mesh;
}
