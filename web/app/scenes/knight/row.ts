import { InstancedMesh, Matrix4, type BufferGeometry, type Material } from 'three';
import { shadowed } from './shadowed';

/** 사본 여럿 가운데 k번째의 x(m): 가운데가 0이다. The x of the k-th copy; the middle of the row is 0. */
export const rowX = (k: number, count: number, spacing: number) => (k - (count - 1) / 2) * spacing;

/** 사본들을 x를 따라 늘어놓는다. Lays the copies out along x. */
export function spread(row: InstancedMesh, spacing: number): void {
  const matrix = new Matrix4();
  for (let k = 0; k < row.count; k += 1)
    row.setMatrixAt(k, matrix.setPosition(rowX(k, row.count, spacing), 0, 0));
  row.instanceMatrix.needsUpdate = true;
}

/** 한 줄로 늘어설 사본들: 한꺼번에 그린다. Copies that stand in a row, drawn at once. */
export function createRow<G extends BufferGeometry>(
  geometry: G,
  material: Material,
  count: number,
  spacing = 0,
): InstancedMesh<G> {
  const row = shadowed(new InstancedMesh(geometry, material, count));
  row.frustumCulled = false;
  spread(row, spacing);
  return row;
}
