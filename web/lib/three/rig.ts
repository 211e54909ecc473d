import { Matrix4, Ray, Vector3, type Bone, type Object3D, type Skeleton } from 'three';
import type { Vec3 } from '../check.js';
import type { SkinBone } from '../skin.js';
import type { Work } from '../slices.js';

/** 꼬리가 정해지지 않은 뼈대. / The tree of bones before the tails of its leaves are known. */
export interface Rig {
  readonly names: string[];
  readonly parents: number[];
  readonly heads: Vector3[];
  /** 끝 뼈에서는 null. / null for a leaf. */
  readonly tails: (Vector3 | null)[];
  /** 끝 뼈를 늘일 방향과 부모의 길이. / Direction to extend a leaf in, and its parent's length. */
  readonly directions: Vector3[];
  readonly lengths: number[];
}

// 이만큼 나란하면(60도) 부모를 잇는 아이로 본다.
const kContinues = 0.5;
// 끝 뼈는 부모 길이의 이만큼까지 늘인다.
const kMostStretch = 4;
// 겉면 사이가 부모 길이의 이만큼이면 이어진 것으로 본다.
const kGap = 0.5;

/** 뼈대에 든 가장 가까운 조상의 번호. / Index of the nearest ancestor within the skeleton. */
function parentOf(bone: Bone, indexOf: Map<Object3D, number>): number {
  for (let at = bone.parent; at !== null; at = at.parent) {
    const index = indexOf.get(at);
    if (index !== undefined) return index;
  }
  return -1;
}

const same = (a: Vector3, b: Vector3) => a.distanceToSquared(b) === 0;

/** 부모의 방향을 잇는 아이의 머리, 그런 아이가 없으면 아이들의 평균. / The head of the child that goes on as the parent did, else the mean. */
function tailOf(head: Vector3, direction: Vector3 | null, children: Vector3[]): Vector3 {
  const away = children.filter((child) => !same(child, head));
  if (away.length === 0) return head.clone();
  const along = (child: Vector3) =>
    direction === null ? -1 : child.clone().sub(head).normalize().dot(direction);
  const best = away.reduce((a, b) => (along(b) > along(a) ? b : a));
  if (away.length === 1 || along(best) > kContinues) return best.clone();
  return away.reduce((sum, child) => sum.add(child), new Vector3()).divideScalar(away.length);
}

/** 묶을 때의 공간(`boneInverses`의 것)에서 뼈대를 읽는다. / Reads the skeleton in its bind space, scaled. */
export function readRig(skeleton: Skeleton, scale = 1): Rig {
  const { bones, boneInverses } = skeleton;
  const indexOf = new Map<Object3D, number>(bones.map((bone, k) => [bone, k]));
  const parents = bones.map((bone) => parentOf(bone, indexOf));
  const binds = boneInverses.map((inverse) => new Matrix4().copy(inverse).invert());
  const heads = binds.map((bind) =>
    new Vector3().setFromMatrixPosition(bind).multiplyScalar(scale),
  );
  const stretch = (k: number) => {
    const parent = heads[parents[k]!];
    return parent === undefined || same(parent, heads[k]!) ? null : heads[k]!.clone().sub(parent);
  };
  const rig: Rig = { names: [], parents, heads, tails: [], directions: [], lengths: [] };
  bones.forEach((bone, k) => {
    const reach = stretch(k);
    const children = heads.filter((_, child) => parents[child] === k);
    const onwards = reach?.clone().normalize() ?? null;
    rig.names.push(bone.name);
    rig.tails.push(children.length === 0 ? null : tailOf(heads[k]!, onwards, children));
    // 부모가 없으면 three의 뼈가 뻗는 +y축을 따른다.
    rig.directions.push(onwards ?? new Vector3().setFromMatrixColumn(binds[k]!, 1).normalize());
    rig.lengths.push(reach?.length() ?? 0);
  });
  return rig;
}

/** 삼각형들. / Triangles. */
export interface Soup {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly indices: Uint32Array<ArrayBuffer>;
}

/** 뼈에서 쏘는 광선. / A ray that starts at a bone. */
class BoneRay extends Ray {
  readonly bone: number;
  /** 지나는 겉면까지의 거리, 안으로 들어가면 음수. / Distances of the surfaces it crosses, negative where it goes in. */
  readonly hits: number[] = [];

  constructor(bone: number, origin: Vector3, direction: Vector3) {
    super(origin, direction);
    this.bone = bone;
  }
}

const corners = [new Vector3(), new Vector3(), new Vector3()] as const;
const at = new Vector3();

function cross(ray: BoneRay, { positions, indices }: Soup, t: number): void {
  corners.forEach((corner, k) => corner.fromArray(positions, 3 * indices[t + k]!));
  const [a, b, c] = corners;
  const enters = ray.intersectTriangle(a, b, c, true, at);
  if (!enters && !ray.intersectTriangle(a, c, b, true, at)) return;
  const distance = at.distanceTo(ray.origin);
  ray.hits.push(enters ? -distance : distance);
}

/** 광선이 지나는 상자: 축마다 낮은 쪽과 높은 쪽. / The box of a ray: low and high per axis. */
function boxOf({ origin, direction }: BoneRay): Float64Array {
  const ends = (['x', 'y', 'z'] as const).flatMap((axis) => {
    const end = origin[axis] + (direction[axis] === 0 ? 0 : direction[axis] * Infinity);
    return [Math.min(origin[axis], end), Math.max(origin[axis], end)];
  });
  return Float64Array.from(ends);
}

/** 삼각형이 축 하나에서라도 상자를 비껴가는지. / Whether a triangle misses the box on some axis. */
function misses(box: Float64Array, { positions: p, indices }: Soup, t: number): boolean {
  const a = 3 * indices[t]!;
  const b = 3 * indices[t + 1]!;
  const c = 3 * indices[t + 2]!;
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [box[2 * axis]!, box[2 * axis + 1]!];
    const u = p[a + axis]!;
    const v = p[b + axis]!;
    const w = p[c + axis]!;
    if ((u < low && v < low && w < low) || (u > high && v > high && w > high)) return true;
  }
  return false;
}

// 한 번에 보는 광선과 삼각형의 짝.
const kPairs = 4096;

/** 광선마다 지나는 겉면을 모은다. / Collects the surfaces that each ray crosses. */
function* cast(rays: BoneRay[], soup: Soup): Work<BoneRay[]> {
  const boxes = rays.map(boxOf);
  const step = 3 * Math.max(1, Math.floor(kPairs / Math.max(1, rays.length)));
  for (let first = 0; first < soup.indices.length; first += step) {
    const end = Math.min(first + step, soup.indices.length);
    rays.forEach((ray, k) => {
      for (let t = first; t < end; t += 3) {
        if (!misses(boxes[k]!, soup, t)) cross(ray, soup, t);
      }
    });
    yield end / soup.indices.length;
  }
  return rays;
}

/** 끝 뼈마다 겉면까지의 광선을 쏜다. / Casts a ray to the surface for each leaf. */
function castLeaves(rig: Rig, soup: Soup): Work<BoneRay[]> {
  const leaves = [...rig.tails.keys()].filter((bone) => rig.tails[bone] === null);
  const rays = leaves.map((bone) => new BoneRay(bone, rig.heads[bone]!, rig.directions[bone]!));
  return cast(rays, soup);
}

/** 끝없이 가면 밖이므로, 나간 수에서 들어온 수를 빼면 시작점을 둘러싼 조각의 수이다(뒤집힌 그물에서는 음수). / Pieces around the origin of a ray: it ends outside, so it leaves them more often than it enters; negative for a mesh inside out. */
const depthOf = ({ hits }: BoneRay): number => hits.reduce((sum, hit) => sum + Math.sign(hit), 0);

// 어느 쪽도 축이나 대칭면과 나란하지 않다.
const kProbes = [
  [0.9, 0.3, 0.1],
  [-0.2, 0.9, 0.3],
  [0.1, -0.3, 0.9],
] as const;

/** 부모 없는 뼈들 가운데 머리가 그물 밖에 있는 것: 발밑의 뿌리는 살이 아니라 손잡이이다. / Bones without a parent whose head is outside the mesh: a root between the feet is a handle, not flesh. */
export function* findHandles(bones: readonly SkinBone[], soup: Soup): Work<number[]> {
  const roots = [...bones.keys()].filter((bone) => (bones[bone]!.parent ?? -1) < 0);
  const rays = roots.flatMap((bone) =>
    kProbes.map(
      (probe) => new BoneRay(bone, new Vector3(...bones[bone]!.head), new Vector3(...probe)),
    ),
  );
  const inside = (yield* cast(rays, soup)).filter((ray) => depthOf(ray) !== 0);
  return roots.filter((bone) => inside.filter((ray) => ray.bone === bone).length < 2);
}

/** 겉면을 나서는 곳까지. 바로 앞에 또 다른 조각(몸에 얹힌 머리)이 있으면 그것도 지난다. 너무 멀면 부모만큼. / Where the ray leaves the mesh; another piece close ahead (a head on a body) is passed, too. As long as the parent when that is far. */
function endOf(ray: BoneRay, parentLength: number): number {
  const sorted = [...ray.hits].sort((a, b) => Math.abs(a) - Math.abs(b));
  const turned = depthOf(ray) < 0 ? -1 : 1;
  let depth = Math.abs(depthOf(ray));
  let end = 0;
  for (const hit of sorted) {
    if (depth <= 0 && end > 0 && Math.abs(hit) > end + kGap * parentLength) break;
    depth -= turned * Math.sign(hit);
    if (depth <= 0) end = Math.abs(hit);
  }
  const most = kMostStretch * parentLength || Infinity;
  return [end, Math.abs(sorted[0] ?? 0)].find((at) => at > 0 && at < most) ?? parentLength;
}

const toArray = ({ x, y, z }: Vector3): Vec3 => [x, y, z];

/** 끝 뼈의 꼬리를 겉면까지 늘여 뼈들을 마무른다. 겉면이 없으면 부모만큼. / Completes the bones: leaves reach the surface, or are as long as their parents. */
export function* finishRig(rig: Rig, soup: Soup): Work<SkinBone[]> {
  const tails = [...rig.tails];
  for (const ray of yield* castLeaves(rig, soup)) {
    const { bone, origin, direction } = ray;
    const length = endOf(ray, rig.lengths[bone]!);
    tails[bone] = direction.clone().multiplyScalar(length).add(origin);
  }
  return rig.names.map((name, k) => ({
    name,
    parent: rig.parents[k]!,
    head: toArray(rig.heads[k]!),
    tail: toArray(tails[k]!),
  }));
}
