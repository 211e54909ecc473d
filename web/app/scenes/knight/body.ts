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
import { finishedBy, leather, mail, surcoat, type Finish } from './finishes';
import { bonesOf, createBindPose, type Skeleton } from './skeleton';

const vertices = 14_000;
const piece = 512; // 한 번에 다루는 꼭짓점의 수
const coatHem = 0.3; // m, 넓적다리뼈의 위 끝에서
const scratchScale = 14; // 1/m

interface Part {
  finish: Finish;
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
  const blob = (finish: Finish, bone: Object3D, center: Place, radii: Place, blend: number) =>
    parts.push({ finish, shape: { type: 'ellipsoid', center: at(bone, center), radii, blend } });
  const limb = (
    finish: Finish,
    bone: Object3D,
    ends: readonly [Place, Place],
    radii: readonly [number, number],
    blend: number,
  ) => {
    const [start, end] = [at(bone, ends[0]), at(bone, ends[1])];
    const [radius, endRadius] = radii;
    parts.push({ finish, shape: { type: 'capsule', start, end, radius, endRadius, blend } });
  };

  blob(surcoat, chest, [0.005, 0.1, 0], [0.128, 0.17, 0.195], 0);
  limb(
    surcoat,
    chest,
    [
      [-0.005, 0.185, -0.14],
      [-0.005, 0.185, 0.14],
    ],
    [0.07, 0.07],
    0.05,
  );
  blob(surcoat, spine, [0, 0.03, 0], [0.112, 0.17, 0.15], 0.06);
  blob(surcoat, pelvis, [0, -0.01, 0], [0.122, 0.13, 0.16], 0.06);
  for (const { thigh } of [leftLeg, rightLeg]) {
    limb(
      surcoat,
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
  parts.push({ finish: surcoat, shape: below });
  limb(
    mail,
    neck,
    [
      [0, -0.03, 0],
      [0, 0.08, 0],
    ],
    [0.07, 0.062],
    0.02,
  );
  blob(mail, head, [0, 0.08, 0], [0.08, 0.1, 0.08], 0.02);
  for (const { thigh, shin, foot } of [leftLeg, rightLeg]) {
    limb(
      mail,
      thigh,
      [
        [0, -0.1, 0],
        [0, -0.43, 0],
      ],
      [0.082, 0.06],
      0.004,
    );
    limb(
      mail,
      shin,
      [
        [0, 0, 0],
        [0, -0.36, 0],
      ],
      [0.058, 0.042],
      0.02,
    );
    limb(
      leather,
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
      mail,
      upper,
      [
        [0, 0, 0],
        [0, -0.29, 0],
      ],
      [0.066, 0.05],
      0.03,
    );
    limb(
      mail,
      fore,
      [
        [0, 0, 0],
        [0, -0.25, 0],
      ],
      [0.048, 0.036],
      0.02,
    );
    blob(leather, fore, [0.004, -0.3, 0], [0.038, 0.058, 0.03], 0.015);
    limb(
      leather,
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

/** 꼭짓점마다 제 도형의 마감을 적는다. Every vertex has the finish of its shape. */
function* geometryOf(
  { positions, normals, shapes, indices }: SdfSurface,
  parts: readonly Part[],
): Work<BufferGeometry> {
  const uvs = new Float32Array(2 * shapes.length);
  for (let k = 0; k < shapes.length; k += 1) {
    uvs[2 * k] = scratchScale * (positions[3 * k]! + positions[3 * k + 2]!);
    uvs[2 * k + 1] = scratchScale * positions[3 * k + 1]!;
    if (k % piece === 0) yield 0;
  }
  const geometry = new BufferGeometry();
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  return finishedBy(
    geometry,
    parts.map(({ finish }) => finish),
    (k) => shapes[k]!,
  );
}

/**
 * 몸을 도형에서 그물로 짓고 가중치를 구워 뼈에 묶는다. 프레임마다 조금씩 하고, 가중치는 다음 방문까지 남는다.
 * 진짜 모델이 생기면 이 함수를 바꾼다(자리표시).
 * Grows the body: shapes to a mesh, weights from our own baker, bound to the bones. A slice per frame; the
 * weights are kept for the next visit. Swap in a real model here.
 * @param gear 입은 것의 재질. The material of what he wears.
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
  const body = shadowed(alwaysDrawn(new SkinnedMesh(geometry, gear)));
  body.bind(bones, new Matrix4());
  return body;
}
