import { BufferAttribute, BufferGeometry, Group, Mesh, MeshStandardMaterial } from 'three';
import type { Mangto } from 'mangto';
import { inSlices } from '../../borrowed';
import { surfaceOf } from '../../surface_store';
import { boneIndex, createBones } from '../bears/bones';
import { paintClay } from '../bears/clay_colors';
import { bearParts, bearVertices } from '../bears/clay_shapes';
import { createFace } from '../bears/face';
import type { Loaded } from './load';

/** 파일이 없는 사람이 써 볼 모델: 가중치 없는 찰흙 곰과 그 뼈대. A clay bear without weights, for those who have no file. */
export async function makeSample(mangto: Mangto, signal: AbortSignal): Promise<Loaded> {
  const shapes = bearParts.map(({ shape }) => shape);
  // 곰 장면이 만들어 둔 것이 있으면 그것을 쓴다.
  const surface = await surfaceOf(mangto, { shapes, vertices: bearVertices }, signal);
  const color = await inSlices(paintClay(surface), { signal });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(surface.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(surface.normals, 3));
  geometry.setAttribute('color', new BufferAttribute(color, 3));
  geometry.setIndex(new BufferAttribute(surface.indices, 1));
  const look = { vertexColors: true, roughness: 0.84 };
  const bones = createBones();
  bones[boneIndex('head')]!.add(createFace());
  const body = new Mesh(geometry, new MeshStandardMaterial(look));
  body.name = 'bear';
  return { scene: new Group().add(body, bones[0]!), animations: [] };
}
