import { BufferAttribute, BufferGeometry } from 'three';
import type { ClothPlan } from './cloth_pair';

/**
 * 비교를 위한 뻣뻣한 판: 천의 처음 모양 그대로.
 * The stiff plate of the comparison: the cloth's first shape, which never bends.
 */
export function plateGeometry({ columns, rows, position }: ClothPlan): BufferGeometry {
  const positions = new Float32Array(3 * columns * rows);
  const uvs = new Float32Array(2 * columns * rows);
  const indices: number[] = [];
  for (let j = 0; j < rows; j += 1) {
    for (let i = 0; i < columns; i += 1) {
      const k = j * columns + i;
      positions.set(position(i, j), 3 * k);
      uvs.set([i / (columns - 1), 1 - j / (rows - 1)], 2 * k);
      if (i + 1 < columns && j + 1 < rows) {
        const below = k + columns;
        indices.push(k, below, k + 1, below, below + 1, k + 1);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}
