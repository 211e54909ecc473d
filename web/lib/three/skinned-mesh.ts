import {
  type Bone,
  BufferAttribute,
  Mesh,
  Skeleton,
  SkinnedMesh,
  type Sphere,
  type BufferGeometry,
} from 'three';
import { boolean, integer, invalid, isList, isObject } from '../check.js';
import { ContentHash } from '../content-hash.js';
import type { Mangto } from '../mangto.js';
import {
  findSkin,
  keepSkin,
  provenSkin,
  storeSkin,
  toStore,
  type CachedSkin,
} from '../skin-cache.js';
import {
  checkRunOptions,
  type SkinBakeOptions,
  type SkinBone,
  type SkinReport,
  type SkinRunOptions,
  type SkinWeights,
} from '../skin.js';
import { each, part, runInSlices, WorkTask, workOf, type Work } from '../slices.js';
import { countUnreachable, measureFlesh } from './measure.js';
import { bindMatrixOf, checkBones, isBoundTo, skeletonOf, updateWorld, worldOf } from './bind.js';
import { meshesOf } from './material-patch.js';
import { gather, shareOut, type SkinArrays } from './merge.js';
import { findHandles, finishRig, readRig, type Soup } from './rig.js';
import { boundingSphereOf, layParts, readSoup, relay, type Part } from './soup.js';

/** `bakeSkinnedMesh()`의 값들. / Options of `bakeSkinnedMesh()`. */
export interface BakeSkinnedMeshOptions
  extends
    SkinRunOptions,
    Omit<SkinBakeOptions, 'positions' | 'indices' | 'bones' | 'mode' | 'excludedBones'> {
  /** 굽는 모듈. / The module that bakes. */
  mangto: Mangto;
  /**
   * 뼈들을 손수 줄 때, 뼈대와 같은 차례로, 묶을 때의 공간에서. 기본은 `bonesFromSkeleton()`이다.
   *
   * Bones of your own in the order of the skeleton and in its bind space. Default: those of
   * `bonesFromSkeleton()`. A radius that is not given is measured from the mesh.
   */
  bones?: readonly SkinBone[];
  /** 가중치를 굽는 법. / How to weigh. Default 'heat'. */
  mode?: SkinBakeOptions['mode'];
  /**
   * 가중치를 받지 않는 뼈들. 기본은 'heat'에서는 머리가 그물 밖에 있는 뿌리들이고, 다른 방법에서는 0번이다.
   *
   * Bones that get no weight. Default with 'heat': roots whose head is outside the mesh; else [0].
   */
  excludedBones?: readonly number[];
  /**
   * 이미 칠한 가중치를 그대로 지키는 뼈들. 나머지 뼈들이 남은 몫을 나눈다.
   *
   * Bones that keep the weights that the meshes have now; the others share what is left. Default none.
   */
  lockedBones?: readonly number[];
  /**
   * 그물마다, 움직일 수 있는 뼈들. 없는 그물은 모두. 뼈들이 다른 그물은 따로 굽는다.
   *
   * Per mesh the bones that may move it; undefined: all. Meshes of different bones are baked apart, and their
   * seams are not welded.
   */
  meshBones?: readonly (readonly number[] | undefined)[];
  /** IndexedDB에도 두어, 다시 열 때 굽지 않는다. / Keeps the weights in IndexedDB for the next visit. Default false. */
  persist?: boolean;
}

/** 하느라 겪은 것. / What it had to do. */
export interface BakedSkinReport extends SkinReport {
  /** 굽지 않고 캐시에서 얻었는지. / Whether the weights came from the cache; the times are then those of the bake. */
  readonly cached: boolean;
  /** 어느 뼈도 지나지 않는 따로 떨어진 조각의 수: 가까운 뼈를 따른다. / Loose parts that no bone runs through; they follow the nearest bones. */
  readonly unreachableParts: number;
  /** 가중치를 받지 않은 뼈들(잠근 것까지). / Bones that got no weight, the locked ones among them. */
  readonly excludedBones: readonly number[];
  /** 사람이 읽을 주의. / Remarks for people, in English. */
  readonly warnings: readonly string[];
}

/** 묶은 것. / What was bound. */
export interface BakedSkin {
  /** 받은 차례대로. / In the order given. */
  readonly meshes: SkinnedMesh[];
  /** 묶은 뼈대. / The skeleton it is bound to. */
  readonly skeleton: Skeleton;
  /** 묶을 때의 공간에서, 꼬리와 반지름까지. / In bind space, with tails and radii. */
  readonly bones: SkinBone[];
  /** 겪은 것. / What it had to do. */
  readonly report: BakedSkinReport;
}

/** 어느 뼈대에, 그물마다 어떤 행렬로 묶는지. / The skeleton, and the matrix to bind each mesh with. */
interface Binding {
  readonly skeleton: Skeleton;
  readonly parts: readonly Part[];
  /** 묶을 때의 공간에서 세계로 가는 배율. / From bind space to the world. */
  readonly scale: number;
}

/** 이미 이 뼈대에 묶인 그물이 있으면 그 공간, 없으면 지금의 자세에 묶는다. / The space of a mesh already bound to the skeleton, else the present pose. */
function bindingOf(meshes: readonly Mesh[], given: Skeleton): Binding {
  updateWorld([...meshes, ...given.bones]);
  const bound = meshes.some((mesh) => isBoundTo(mesh, given));
  const skeleton = bound ? given : new Skeleton(given.bones);
  const toWorld = worldOf(skeleton);
  const parts = layParts(meshes, (mesh) => bindMatrixOf(mesh, given, toWorld));
  return { skeleton, parts, scale: toWorld.getMaxScaleOnAxis() || 1 };
}

function* identify(soup: Soup, options: object): Work<string> {
  const hash = new ContentHash();
  yield* each([soup.positions, soup.indices], (array) => hash.add(array));
  return hash.addText(JSON.stringify(options)).hex();
}

function scaled(bone: SkinBone, scale: number): SkinBone {
  const along = ([x, y, z]: SkinBone['head']) => [x * scale, y * scale, z * scale] as const;
  const radius = bone.radius === undefined ? {} : { radius: bone.radius * scale };
  return { ...bone, head: along(bone.head), tail: along(bone.tail), ...radius };
}

/** 반지름이 없는 뼈만 잰다. / Measures the bones that have no radius. */
function* withFlesh(job: Job, bones: SkinBone[], excluded: number[]): Work<SkinBone[]> {
  if (bones.every((bone) => bone.radius !== undefined)) return bones;
  const radii = yield* measureFlesh(job.mangto, job.soup, bones, excluded);
  return bones.map((bone, k) => ({ ...bone, radius: bone.radius ?? radii[k]! }));
}

type Settings = Omit<SkinBakeOptions, 'positions' | 'indices' | 'bones'>;

interface BoneLists {
  readonly lockedBones: readonly number[];
  readonly meshBones: readonly (readonly number[] | undefined)[];
}

/** 구울 것. / What is to be baked. */
interface Job {
  readonly mangto: Mangto;
  readonly binding: Binding;
  readonly given: readonly SkinBone[] | undefined;
  readonly settings: Settings;
  readonly lists: BoneLists;
  readonly soup: Soup;
}

interface Info {
  readonly bones: SkinBone[];
  readonly report: Omit<BakedSkinReport, 'cached'>;
}

/** 첫 점에서 축을 따라 가장 먼 거리. / Largest distance along an axis from the first vertex. */
function sizeOf({ positions }: Soup): number {
  let largest = 0;
  for (let k = 0; k < positions.length; k++)
    largest = Math.max(largest, Math.abs(positions[k]! - positions[k % 3]!));
  return largest;
}

function warningsOf({ soup, settings }: Job, bones: SkinBone[], unreachable: number): string[] {
  const warnings = [];
  if (settings.mode !== 'heat' && settings.minDistance === undefined) {
    const size = sizeOf(soup);
    if (size < 0.1 || size > 100) {
      warnings.push(
        `the mesh is ${size.toPrecision(3)} units large, but minDistance 0.025 is meant for metres`,
      );
    }
  }
  if (unreachable > 0) warnings.push(`no bone runs through ${unreachable} loose parts of the mesh`);
  const names = bones.filter((bone) => String(bone.head) === String(bone.tail));
  if (names.length > 0) {
    warnings.push(`bones without length: ${names.map(({ name }) => `'${name}'`).join(', ')}`);
  }
  return warnings;
}

function* findExcluded({ settings, lists, soup }: Job, bones: SkinBone[]): Work<number[]> {
  const excluded = settings.excludedBones ?? (yield* defaultExcluded(settings, bones, soup));
  return [...new Set([...excluded, ...lists.lockedBones])].sort((a, b) => a - b);
}

function* defaultExcluded({ mode }: Settings, bones: SkinBone[], soup: Soup): Work<number[]> {
  if (mode !== 'heat') return [0];
  const handles = yield* findHandles(bones, soup);
  // 하나뿐인 뼈까지 빼지는 않는다.
  return handles.length < bones.length ? handles : [];
}

/** 같은 뼈들이 움직이는 그물들: 한 몸이다. / Meshes moved by the same bones: one body. */
interface Group {
  readonly parts: Part[];
  /** 없으면 모든 뼈. / Undefined: all bones. */
  readonly allowed: readonly number[] | undefined;
}

function groupsOf({ binding, lists }: Job): Group[] {
  const groups = new Map<string, Group>();
  binding.parts.forEach((item, k) => {
    const allowed = lists.meshBones[k];
    const key = allowed === undefined ? '' : [...new Set(allowed)].sort((a, b) => a - b).join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { parts: [item], allowed });
    else group.parts.push(item);
  });
  return [...groups.values()];
}

/** 다른 그물들 없이, 이 뼈들로만. / Without the other meshes, with its bones only. */
function* weighGroup(
  { mangto, binding, settings }: Job,
  { parts, allowed }: Group,
  bones: SkinBone[],
  excluded: readonly number[],
): Work<SkinWeights> {
  const own = relay(parts);
  const soup = yield* part(0, 0.1, readSoup(own, binding.scale));
  const outside = [...bones.keys()].filter((bone) => allowed?.includes(bone) === false);
  const excludedBones = [...new Set([...excluded, ...outside])];
  const task = mangto.createSkinBake({ ...settings, ...soup, bones, excludedBones });
  return yield* part(0.1, 1, workOf(task));
}

function* weigh(job: Job, bones: SkinBone[], excludedBones: number[]): Work<SkinWeights> {
  const { mangto, soup, settings } = job;
  const groups = groupsOf(job);
  if (groups.length === 1 && groups[0]!.allowed === undefined) {
    const task = mangto.createSkinBake({ ...settings, ...soup, bones, excludedBones });
    return yield* workOf(task);
  }
  const baked = yield* each(groups, (group) => weighGroup(job, group, bones, excludedBones));
  return yield* gather(
    groups.map(({ parts }) => parts),
    baked,
  );
}

function* bake(job: Job): Work<CachedSkin> {
  const { soup, binding, given } = job;
  const { scale } = binding;
  const bare = given
    ? given.map((bone) => scaled(bone, scale))
    : yield* part(0.05, 0.15, finishRig(readRig(binding.skeleton, scale), soup));
  const unreachableParts = yield* part(0.15, 0.2, countUnreachable(soup, bare));
  const parents = readRig(binding.skeleton).parents;
  const tree = bare.map((bone, k) => ({ ...bone, parent: bone.parent ?? parents[k]! }));
  const excluded = yield* part(0.2, 0.22, findExcluded(job, tree));
  const bones = yield* part(0.22, 0.3, withFlesh(job, tree, excluded));
  const { skinIndex, skinWeight, report } = yield* part(0.3, 0.95, weigh(job, bones, excluded));
  const info: Info = {
    bones: bones.map((bone) => scaled(bone, 1 / scale)),
    report: {
      ...report,
      unreachableParts,
      excludedBones: excluded,
      warnings: warningsOf(job, bones, unreachableParts),
    },
  };
  return { skinIndex, skinWeight, info: JSON.stringify(info) };
}

/** 캐시에 없으면 굽는다. / Bakes unless it is in the cache. */
async function find(job: Job, key: string, persist: boolean, run: SkinRunOptions) {
  const found = await findSkin(key, persist);
  function* work() {
    const cached = yield* part(0, 0.05, provenSkin(key, found));
    const skin = cached ?? (yield* bake(job));
    keepSkin(key, skin);
    const stored = persist ? yield* part(0.95, 1, toStore(key, skin)) : null;
    return { skin, cached: cached !== undefined, stored };
  }
  const { skin, cached, stored } = await runInSlices(new WorkTask(work()), run);
  if (stored !== null) await storeSkin(key, stored);
  return { ...skin, cached };
}

/** 장면에서 그물의 자리를 물려받는다. / Takes the place of the mesh in the scene. */
function replace(mesh: Mesh): SkinnedMesh {
  const skinned = new SkinnedMesh(mesh.geometry, mesh.material);
  Mesh.prototype.copy.call(skinned, mesh, false);
  for (const child of [...mesh.children]) skinned.add(child);
  const { parent } = mesh;
  if (parent === null) return skinned;
  const place = parent.children.indexOf(mesh);
  mesh.removeFromParent();
  parent.add(skinned);
  parent.children.splice(place, 0, parent.children.pop()!);
  return skinned;
}

function bindAll(
  { skeleton, parts }: Binding,
  skins: readonly SkinArrays[],
  spheres: readonly Sphere[],
): SkinnedMesh[] {
  const taken = new Set<BufferGeometry>();
  return parts.map(({ mesh, bindMatrix }, k) => {
    const skin = skins[k]!;
    const skinned = mesh instanceof SkinnedMesh ? mesh : replace(mesh);
    // 두 그물이 지오메트리를 나누어 쓰면 가중치는 서로 다르다.
    if (taken.has(skinned.geometry)) skinned.geometry = skinned.geometry.clone();
    taken.add(skinned.geometry);
    skinned.geometry.setAttribute('skinIndex', new BufferAttribute(skin.skinIndex, 4));
    skinned.geometry.setAttribute('skinWeight', new BufferAttribute(skin.skinWeight, 4));
    skinned.boundingSphere ??= spheres[k]!;
    skinned.bind(skeleton, bindMatrix);
    return skinned;
  });
}

function boneList(name: string, bones: unknown, count: number): readonly number[] {
  if (!isList(bones)) throw invalid(name, 'an array of bone indices', bones);
  return Array.from(bones, (bone, k) => integer(`${name}[${k}]`, bone, 0, count - 1));
}

/** 잠근 뼈들과 그물마다의 뼈들. / The locked bones and those of each mesh. */
function readBoneLists(
  { lockedBones, meshBones }: BoneLists,
  meshes: readonly Mesh[],
  { skeleton: { bones } }: Binding,
): BoneLists {
  const isPerMesh = Array.isArray(meshBones) && meshBones.length <= meshes.length;
  if (!isPerMesh)
    throw invalid('meshBones', `an array of at most ${meshes.length} lists`, meshBones);
  return {
    lockedBones: boneList('lockedBones', lockedBones, bones.length),
    meshBones: meshBones.map((own, k) =>
      own === undefined ? undefined : boneList(`meshBones[${k}]`, own, bones.length),
    ),
  };
}

function listOf(meshes: Mesh | readonly Mesh[]): readonly Mesh[] {
  const list = meshesOf(meshes, 'isMesh', 'a Mesh');
  if (list.length === 0) throw invalid('meshes', 'at least one Mesh', list);
  return list;
}

/**
 * 그물에 스킨 가중치를 구워 뼈대에 묶는다. 묶은 자세에서는 앞과 똑같이 보인다.
 *
 * Bakes skin weights for a mesh, or for several as one body, and binds it to the skeleton: whatever three's
 * loaders give (indexed or not, interleaved, quantised). A Mesh is bound to the present pose and replaced in
 * its parent by a SkinnedMesh with the same geometry, material, children and settings; a SkinnedMesh of the
 * skeleton keeps its bind pose and gets new weights. In that pose everything looks as before. Morph targets
 * and groups are kept. Runs a slice per frame, as `SkinBake.run()`; the same contents are baked once a page.
 * Rejects with a `MangtoError`, or with the signal's reason, and has then changed nothing.
 *
 * @example
 * const { meshes, report } = await bakeSkinnedMesh(mesh, skeleton, { mangto });
 */
export async function bakeSkinnedMesh(
  meshes: Mesh | readonly Mesh[],
  skeleton: Skeleton | readonly Bone[],
  options: BakeSkinnedMeshOptions,
): Promise<BakedSkin> {
  const list = listOf(meshes);
  checkRunOptions(options);
  const { mangto, bones: given, persist = false, budgetMs, signal, onProgress, ...more } = options;
  const { lockedBones = [], meshBones = [], mode = 'heat', ...rest } = more;
  if (!isObject(mangto) || !('createSkinBake' in mangto))
    throw invalid('mangto', 'a Mangto', mangto);
  boolean('persist', persist);
  const binding = bindingOf(list, skeletonOf(skeleton));
  const { parts, scale } = binding;
  const count = binding.skeleton.bones.length;
  if (given !== undefined) checkBones(given, count);
  const settings: Settings = { ...rest, mode };
  // 틀린 값은 일을 시작하기 전에 거절하려고, 점 셋을 구울 것처럼 해 본다. 남는 뼈 하나는 빠지지 않는다.
  const bare: SkinBone = { head: [0, 0, 0], tail: [0, 0, 0] };
  const bones = [...(given ?? Array<SkinBone>(count).fill(bare)), bare];
  mangto.createSkinBake({ ...settings, positions: new Float32Array(9), bones }).dispose();
  const lists = readBoneLists({ lockedBones, meshBones }, list, binding);
  const run = (from: number, to: number) => {
    const scaledProgress = (progress: number) => onProgress?.(from + (to - from) * progress);
    return { budgetMs, signal, onProgress: scaledProgress } as SkinRunOptions;
  };

  function* read() {
    const soup = yield* part(0, 0.7, readSoup(parts, scale));
    const rig = given ?? readRig(binding.skeleton);
    return { soup, key: yield* part(0.7, 1, identify(soup, { rig, settings, lists, scale })) };
  }
  const { soup, key } = await runInSlices(new WorkTask(read()), run(0, 0.1));
  const job: Job = { mangto, binding, given, settings, lists, soup };
  const { cached, info, ...baked } = await find(job, key, persist, run(0.1, 0.98));
  const { bones: flesh, report } = JSON.parse(info) as Info;
  function* dress() {
    const skins = yield* part(0, 0.5, shareOut(parts, lists.lockedBones, baked));
    return { skins, spheres: yield* part(0.5, 1, each(parts, boundingSphereOf)) };
  }
  const { skins, spheres } = await runInSlices(new WorkTask(dress()), run(0.98, 1));
  return {
    meshes: bindAll(binding, skins, spheres),
    skeleton: binding.skeleton,
    bones: flesh,
    report: { ...report, cached },
  };
}
