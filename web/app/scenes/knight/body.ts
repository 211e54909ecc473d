import {
  BufferAttribute,
  BufferGeometry,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  SkinnedMesh,
  Vector3,
  type Object3D,
  type Skeleton as BoundBones,
} from 'three';
import type { Mangto, SdfShape, SdfSurface } from 'mangto';
import { bakeSkinnedMesh } from 'mangto/three';
import { inSlices, type Work } from '../../borrowed';
import { surfaceOf } from '../../surface_store';
import { alwaysDrawn } from '../always_drawn';
import { shadowed } from './shadowed';
import { coatTexture } from './fabrics';
import { finished, leather, mail } from './finishes';
import { addMoonRim } from './moon_rim';
import { bonesOf, createBindPose, type Skeleton } from './skeleton';

const vertices = 14_000;
const piece = 3 * 512; // 한 번에 나누는 번호의 수
const coatHem = 0.3; // m, 넓적다리뼈의 위 끝에서
const mailScale = 14; // 1/m
const coatSize = { width: 0.5, low: 0.6, high: 1.5 }; // m

/** 겉옷, 사슬, 가죽. Surcoat, mail, leather; in the order of the materials. */
type Look = 0 | 1 | 2;
const coat = 0;
const rings = 1;
const hide = 2;

interface Part {
  look: Look;
  shape: SdfShape;
}

type Place = readonly [x: number, y: number, z: number];

/** 뼈를 따라 놓은 도형들. 앞의 것이 겉옷이고, 단을 잘라 낸 뒤에 다리와 팔을 더한다. */
function bodyParts({
  pelvis,
  spine,
  chest,
  neck,
  head,
  leftArm,
  rightArm,
  leftLeg,
  rightLeg,
}: Skeleton): Part[] {
  const parts: Part[] = [];
  const at = (bone: Object3D, [x, y, z]: Place): [number, number, number] => {
    const { x: wx, y: wy, z: wz } = bone.localToWorld(new Vector3(x, y, z));
    return [wx, wy, wz];
  };
  const blob = (look: Look, bone: Object3D, center: Place, radii: Place, blend: number) =>
    parts.push({ look, shape: { type: 'ellipsoid', center: at(bone, center), radii, blend } });
  const limb = (
    look: Look,
    bone: Object3D,
    ends: readonly [Place, Place],
    radii: readonly [number, number],
    blend: number,
  ) => {
    const [start, end] = [at(bone, ends[0]), at(bone, ends[1])];
    const [radius, endRadius] = radii;
    parts.push({ look, shape: { type: 'capsule', start, end, radius, endRadius, blend } });
  };

  blob(coat, chest, [0.005, 0.1, 0], [0.128, 0.17, 0.195], 0);
  limb(
    coat,
    chest,
    [
      [-0.005, 0.185, -0.14],
      [-0.005, 0.185, 0.14],
    ],
    [0.07, 0.07],
    0.05,
  );
  blob(coat, spine, [0, 0.03, 0], [0.112, 0.17, 0.15], 0.06);
  blob(coat, pelvis, [0, -0.01, 0], [0.122, 0.13, 0.16], 0.06);
  for (const { thigh } of [leftLeg, rightLeg]) {
    limb(
      coat,
      thigh,
      [
        [0, 0, 0],
        [0, -0.3, 0],
      ],
      [0.1, 0.116],
      0.07,
    );
  }
  const hem = at(leftLeg.thigh, [0, -coatHem - 0.5, 0])[1];
  const below: SdfShape = {
    type: 'box',
    center: [0, hem, 0],
    halfSize: [1, 0.5, 1],
    operation: 'difference',
    blend: 0.01,
  };
  parts.push({ look: coat, shape: below });
  limb(
    rings,
    neck,
    [
      [0, -0.03, 0],
      [0, 0.08, 0],
    ],
    [0.07, 0.062],
    0.02,
  );
  blob(rings, head, [0, 0.08, 0], [0.08, 0.1, 0.08], 0.02);
  for (const { thigh, shin, foot } of [leftLeg, rightLeg]) {
    limb(
      rings,
      thigh,
      [
        [0, -0.1, 0],
        [0, -0.43, 0],
      ],
      [0.082, 0.06],
      0.004,
    );
    limb(
      rings,
      shin,
      [
        [0, 0, 0],
        [0, -0.36, 0],
      ],
      [0.058, 0.042],
      0.02,
    );
    limb(
      hide,
      foot,
      [
        [-0.025, -0.04, 0],
        [0.13, -0.05, 0],
      ],
      [0.042, 0.033],
      0.02,
    );
  }
  for (const { upper, fore } of [leftArm, rightArm]) {
    limb(
      rings,
      upper,
      [
        [0, 0, 0],
        [0, -0.29, 0],
      ],
      [0.066, 0.05],
      0.03,
    );
    limb(
      rings,
      fore,
      [
        [0, 0, 0],
        [0, -0.25, 0],
      ],
      [0.048, 0.036],
      0.02,
    );
    blob(hide, fore, [0.004, -0.3, 0], [0.038, 0.058, 0.03], 0.015);
    limb(
      hide,
      fore,
      [
        [0.02, -0.27, 0],
        [0.045, -0.305, 0],
      ],
      [0.014, 0.012],
      0.01,
    );
  }
  return parts;
}

/** 겉옷은 앞뒤에서, 사슬은 비스듬히 본 대로 무늬를 입힌다. Projects the coat's pattern and the mail's. */
function uvOf(look: Look, x: number, y: number, z: number): [number, number] {
  if (look !== coat) return [(x + z) * mailScale, y * mailScale];
  const { width, low, high } = coatSize;
  return [z / width + 0.5, (y - low) / (high - low)];
}

/** 그물을 옷감마다의 묶음으로 나눈다. One geometry, its triangles grouped by look. */
function* geometryOf(
  { positions, normals, shapes, indices }: SdfSurface,
  parts: readonly Part[],
): Work<BufferGeometry> {
  const uvs = new Float32Array(2 * shapes.length);
  for (let k = 0; k < shapes.length; k += 1) {
    const { look } = parts[shapes[k]!]!;
    uvs.set(uvOf(look, positions[3 * k]!, positions[3 * k + 1]!, positions[3 * k + 2]!), 2 * k);
    if (k % piece === 0) yield 0;
  }
  const sorted = new Uint32Array(indices.length);
  const geometry = new BufferGeometry();
  let count = 0;
  for (const look of [coat, rings, hide] as const) {
    const first = count;
    for (let k = 0; k < indices.length; k += 3) {
      if (parts[shapes[indices[k]!]!]!.look === look) {
        for (let corner = 0; corner < 3; corner += 1) sorted[count++] = indices[k + corner]!;
      }
      if (k % piece === 0) yield count / sorted.length;
    }
    geometry.addGroup(first, count - first, look);
  }
  geometry.setIndex(new BufferAttribute(sorted, 1));
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  return geometry;
}

function surcoat(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ map: coatTexture(), roughness: 0.9 });
  material.onBeforeCompile = (shader) => addMoonRim(shader, '0.45');
  return material;
}

/**
 * 몸을 도형에서 그물로 짓고 가중치를 구워 뼈에 묶는다. 프레임마다 조금씩 하고, 가중치는 다음 방문까지 남는다.
 * 진짜 모델이 생기면 이 함수를 바꾼다(자리표시).
 * Grows the body: shapes to a mesh, weights from our own baker, bound to the bones. A slice per frame; the
 * weights are kept for the next visit. Swap in a real model here.
 * @param gear 가죽의 재질. The material of the leather.
 */
export async function growBody(
  mangto: Mangto,
  bones: BoundBones,
  gear: MeshStandardMaterial,
  signal: AbortSignal,
): Promise<SkinnedMesh> {
  const bindPose = createBindPose();
  const parts = bodyParts(bindPose);
  const shapes = parts.map(({ shape }) => shape);
  const surface = await surfaceOf(mangto, { shapes, vertices }, signal);
  const geometry = await inSlices(geometryOf(surface, parts), { signal });
  await bakeSkinnedMesh(new Mesh(geometry), bonesOf(bindPose), {
    ...{ mangto, signal },
    persist: true,
  });
  finished(geometry, leather);
  const body = shadowed(alwaysDrawn(new SkinnedMesh(geometry, [surcoat(), mail, gear])));
  body.bind(bones, new Matrix4());
  return body;
}
