// 「내 모델」에서 화면 없이 볼 수 있는 것: 저장한 GLB가 검사를 통과하고 다시 읽어도 똑같이 움직이는지, 틀린 파일을
// 까닭과 함께 돌려보내는지.
import {
  BufferAttribute,
  CylinderGeometry,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  MeshStandardMaterial,
  QuaternionKeyframeTrack,
  AnimationClip,
  SkinnedMesh,
  Vector3,
  type Bone,
  type BufferGeometry,
} from 'three';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bakeSkinnedMesh } from 'mangto/three';
import { loadModel, type Loaded } from '../../web/app/scenes/own/load';
import { OwnModel, type MeshSkin } from '../../web/app/scenes/own/model';
import { Exercises } from '../../web/app/scenes/own/poses';
import { Refusal } from '../../web/app/scenes/own/refusal';
import { writeGlb } from '../../web/app/scenes/own/save';
import { Soup } from '../../web/app/scenes/own/soup';
import { exercises } from '../../web/app/settings';
import { en } from '../../web/app/texts/en';
import { errorsOf, FileReaderInNode, meshoptGlb } from '../support/gltf';
import { loadModule } from '../support/module';
import { bonesAt, skeletonOf, worldVertices } from '../support/rigs';
import { finish } from '../support/work';

const mangto = await loadModule();
beforeAll(() => vi.stubGlobal('FileReader', FileReaderInNode));
afterAll(() => {
  vi.unstubAllGlobals();
  mangto.dispose();
});

const places = [
  [-1, 0, -0.5, 0],
  [0, 0, 0, 0],
  [1, 0, 1, 0],
  [2, 0, 1.5, 0],
] as const;

function column(low = 0, high = 2): BufferGeometry {
  const height = high - low;
  return new CylinderGeometry(0.2, 0.2, height, 12, 20).translate(0, low + height / 2, 0);
}

function interleaved(geometry: BufferGeometry): BufferGeometry {
  const [position, normal] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
  const array = new Float32Array(6 * position.count);
  for (let v = 0; v < position.count; v++) {
    new Vector3().fromBufferAttribute(position, v).toArray(array, 6 * v);
    new Vector3().fromBufferAttribute(normal, v).toArray(array, 6 * v + 3);
  }
  const buffer = new InterleavedBuffer(array, 6);
  geometry.setAttribute('position', new InterleavedBufferAttribute(buffer, 3, 0));
  geometry.setAttribute('normal', new InterleavedBufferAttribute(buffer, 3, 3));
  return geometry;
}

/** KHR_mesh_quantization처럼: −1…1의 16비트 정수와, 되돌리는 그물의 배율. */
function quantised(geometry: BufferGeometry): BufferGeometry {
  const position = geometry.getAttribute('position');
  const array = Int16Array.from(position.array, (value) => Math.round((value / 2) * 32_767));
  geometry.setAttribute('position', new BufferAttribute(array, 3, true));
  return geometry;
}

function morphing(geometry: BufferGeometry): BufferGeometry {
  const { count } = geometry.getAttribute('position');
  const swell = new Float32Array(3 * count);
  for (let v = 0; v < count; v++) swell[3 * v] = 0.1;
  geometry.morphAttributes['position'] = [new BufferAttribute(swell, 3)];
  geometry.morphTargetsRelative = true;
  return geometry;
}

function scene(...geometries: BufferGeometry[]): Loaded {
  const bones = bonesAt(places);
  const group = new Group().add(bones[0]!);
  geometries.forEach((geometry, k) => {
    const mesh = new Mesh(geometry, new MeshStandardMaterial());
    mesh.name = `mesh${k}`;
    if (geometry.getAttribute('position').array instanceof Int16Array) mesh.scale.setScalar(2);
    group.add(mesh);
  });
  return { scene: group, animations: [] };
}

async function baked(loaded: Loaded): Promise<OwnModel> {
  const model = new OwnModel(loaded);
  const { meshes, skeleton } = await bakeSkinnedMesh(model.meshes, model.skeleton ?? model.bones, {
    mangto,
    budgetMs: Infinity,
  });
  model.adopt(meshes, skeleton);
  return model;
}

const fileOf = (bytes: BlobPart, name = 'model.glb') => new File([bytes], name);

async function reopened(glb: ArrayBuffer): Promise<OwnModel> {
  return new OwnModel(await loadModel(fileOf(glb)));
}

/** 뼈를 번호로 굽힌다: 저장한 파일에도 같은 차례로 있다. */
function bent(model: OwnModel, influence: number): number[] {
  model.bones.forEach((bone, k) => {
    bone.quaternion.setFromAxisAngle(new Vector3(1, 0.3, k).normalize(), 0.4 * k);
  });
  model.root.updateMatrixWorld(true);
  model.skeleton!.update();
  return model.meshes.flatMap((mesh) => {
    if (mesh.morphTargetInfluences) mesh.morphTargetInfluences[0] = influence;
    return worldVertices(mesh, model.root);
  });
}

const VARIANTS: [string, () => BufferGeometry[]][] = [
  ['indexed', () => [column()]],
  ['not indexed', () => [column().toNonIndexed()]],
  ['interleaved', () => [interleaved(column())]],
  ['quantised', () => [quantised(column())]],
  [
    'several meshes over one skeleton',
    () => [column(0, 0.9), column(0.9, 2), quantised(column(1.2, 1.9))],
  ],
  ['with morph targets', () => [morphing(column())]],
];

describe('a saved model', () => {
  it.each(VARIANTS)('%s: passes the validator and deforms the same', async (_name, geometries) => {
    const model = await baked(scene(...geometries()));
    const glb = await writeGlb(model);
    expect(await errorsOf(glb)).toEqual([]);
    const again = await reopened(glb);
    expect(again.meshes.every((mesh) => mesh instanceof SkinnedMesh)).toBe(true);
    const [before, after] = [bent(model, 0.7), bent(again, 0.7)];
    expect(after).toHaveLength(before.length);
    const apart = before.map((value, k) => Math.abs(value - after[k]!));
    expect(Math.max(...apart)).toBeLessThan(1e-5);
  });

  it('has neither influences beyond four nor nodes that a matrix cannot say', async () => {
    const geometry = column();
    const four = () => new Float32Array(4 * geometry.getAttribute('position').count).fill(0.1);
    geometry.setAttribute('joints_1', new BufferAttribute(new Uint8Array(four()), 4));
    geometry.setAttribute('weights_1', new BufferAttribute(four(), 4));
    const loaded = scene(geometry);
    const hidden = new Group();
    hidden.scale.setScalar(0);
    loaded.scene.add(hidden);
    expect(await errorsOf(await writeGlb(await baked(loaded)))).toEqual([]);
  });

  it('keeps the animations and can be baked and saved again', async () => {
    const loaded = scene(column());
    const turn = new QuaternionKeyframeTrack(
      'bone2.quaternion',
      [0, 1],
      [0, 0, 0, 1, 0.6, 0, 0, 0.8],
    );
    const model = await baked({ ...loaded, animations: [new AnimationClip('nod', 1, [turn])] });
    const again = await baked(await loadModel(fileOf(await writeGlb(model))));
    const glb = await writeGlb(again);
    expect(await errorsOf(glb)).toEqual([]);
    expect((await reopened(glb)).clips.map(({ name }) => name)).toEqual(['nod']);
  });
});

describe('a model', () => {
  it('takes its skeleton from the file beside it', async () => {
    const { scene: body } = scene(column());
    const rig = scene();
    body.children[0]!.removeFromParent();
    const model = new OwnModel({ scene: body, animations: [] }, rig);
    expect(model.bones).toHaveLength(places.length);
    expect(model.fileSkins).toBeUndefined();
    const done = await bakeSkinnedMesh(model.meshes, model.bones, { mangto, budgetMs: Infinity });
    model.adopt(done.meshes, done.skeleton);
    expect(await errorsOf(await writeGlb(model))).toEqual([]);
  });

  it('is read from meshopt compression, baked and saved', async () => {
    const geometry = column();
    const file = await meshoptGlb({
      positions: geometry.getAttribute('position').array as Float32Array,
      indices: Uint32Array.from(geometry.index!.array),
    });
    const model = await baked(await loadModel(fileOf(file)));
    expect(model.vertices).toBe(geometry.getAttribute('position').count);
    expect(await errorsOf(await writeGlb(model))).toEqual([]);
  });

  it('of meshes with other lists of bones and bind spaces has one skeleton, and looks the same', async () => {
    const model = await baked(scene(column(0, 1), column(1, 2)));
    const [low, high] = model.meshes as SkinnedMesh[];
    // 둘째 그물은 뼈의 차례가 거꾸로이고, 두 배로 큰 공간에 묶였다.
    const bones = [...high!.skeleton.bones].reverse();
    const skeleton = skeletonOf([...model.bones] as Bone[]);
    const inverses = [...skeleton.boneInverses].reverse();
    skeleton.bones = bones;
    skeleton.boneInverses = inverses.map((inverse) =>
      inverse.clone().scale(new Vector3(0.5, 0.5, 0.5)),
    );
    const index = high!.geometry.getAttribute('skinIndex') as BufferAttribute;
    for (let k = 0; k < index.array.length; k++)
      index.array[k] = bones.length - 1 - index.array[k]!;
    high!.geometry.scale(2, 2, 2);
    high!.bind(skeleton, high!.bindMatrix.clone().identity());
    const before = [low!, high!].flatMap((mesh) => worldVertices(mesh, model.root));
    const joined = new OwnModel({ scene: model.root, animations: [] });
    expect((joined.meshes as SkinnedMesh[]).map((mesh) => mesh.skeleton)).toEqual([
      joined.skeleton,
      joined.skeleton,
    ]);
    const after = joined.meshes.flatMap((mesh) => worldVertices(mesh, joined.root));
    after.forEach((value, k) => expect(value).toBeCloseTo(before[k]!, 5));
  });

  it('is compared with itself without a difference, and with another bake with one', async () => {
    const model = await baked(scene(column()));
    const soup = finish(Soup.of(model));
    const skins = model.meshes.map(({ geometry }) => ({
      index: geometry.getAttribute('skinIndex'),
      weight: geometry.getAttribute('skinWeight'),
    })) as MeshSkin[];
    const own = finish(soup.skin(skins));
    const other = { index: own.index.slice(), weight: own.weight };
    other.index.forEach((bone, k) => (other.index[k] = bone === 1 ? 2 : bone));
    bent(model, 0);
    expect(Math.max(...finish(soup.distances(own, own)))).toBe(0);
    expect(soup.deformation(own, own).largest).toBe(0);
    expect(Math.max(...finish(soup.distances(own, other)))).toBeCloseTo(2, 5);
    expect(soup.deformation(own, other).largest).toBeGreaterThan(0.05);
  });

  it('has a finite box and finite weights, whatever its numbers are', () => {
    const geometry = column();
    geometry.getAttribute('position').setY(5, NaN);
    const { count } = geometry.getAttribute('position');
    const index = new BufferAttribute(new Uint16Array(4 * count), 4);
    const weight = new BufferAttribute(new Float32Array(4 * count).fill(NaN), 4);
    const model = new OwnModel(scene(geometry));
    expect(model.box.min.y).toBeCloseTo(0);
    expect(model.box.max.y).toBeCloseTo(2);
    model.skeleton = skeletonOf([...model.bones]);
    const skin = finish(finish(Soup.of(model)).skin([{ index, weight }]));
    expect(new Set(skin.weight)).toEqual(new Set([0]));
  });

  it('comes from the scene that holds it when the default one is empty', async () => {
    const json = {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ name: 'empty' }, { nodes: [0] }],
      nodes: [{ name: 'root' }],
      skins: [{ joints: [0] }],
    };
    const { scene: found } = await loadModel(fileOf(JSON.stringify(json), 'a.gltf'));
    expect(found.children.map(({ name }) => name)).toEqual(['root']);
  });

  it('goes back to rest after every test pose', async () => {
    const model = await baked(scene(column()));
    const at = () => model.bones.flatMap((bone) => bone.quaternion.toArray());
    const rest = at();
    const poses = new Exercises(model.bones);
    for (const name of exercises) {
      poses.apply(name, 2.2, 1);
      if (name !== 'rest' && name !== 'arms') expect(at()).not.toEqual(rest);
      expect(model.bones.every(({ quaternion }) => Math.abs(quaternion.length() - 1) < 1e-6)).toBe(
        true,
      );
      model.pose();
      expect(at()).toEqual(rest);
    }
  });
});

describe('a file that cannot be used', () => {
  const reasonOf = (file: File) =>
    loadModel(file).then(
      () => 'none',
      (error: { reason?: string; detail?: string }) => error.reason,
    );
  const gltf = (json: object) =>
    fileOf(JSON.stringify({ asset: { version: '2.0' }, ...json }), 'a.gltf');
  const skins = [{ joints: [0] }];

  it.each([
    ['empty', () => fileOf(''), 'ownEmpty'],
    ['text', () => fileOf('hello, this is no model'), 'ownNotModel'],
    ['a picture', () => fileOf(new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])), 'ownNotModel'],
    ['broken JSON', () => fileOf('{ "asset": '), 'ownBroken'],
    ['JSON of something else', () => fileOf('{ "name": "x" }'), 'ownNotModel'],
    ['glTF 1', () => fileOf('{ "asset": { "version": "1.0" } }'), 'ownUnsupported'],
    ['unknown extension', () => gltf({ skins, extensionsRequired: ['X_new'] }), 'ownUnsupported'],
    [
      'KTX2 textures',
      () => gltf({ skins, extensionsRequired: ['KHR_texture_basisu'] }),
      'ownUnsupported',
    ],
    [
      'outside buffers',
      () => gltf({ skins, buffers: [{ uri: 'body.bin', byteLength: 4 }] }),
      'ownOutside',
    ],
    [
      'outside pictures',
      () => gltf({ skins, images: [{ uri: 'https://example.com/a.png' }] }),
      'ownOutside',
    ],
    ['no mesh', () => gltf({}), 'ownNoMesh'],
    ['no scene', () => gltf({ skins, nodes: [{ name: 'root' }] }), 'ownNoMesh'],
    [
      'too many vertices',
      () =>
        gltf({
          meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
          accessors: [{ count: 2e9 }],
        }),
      'ownLarge',
    ],
    [
      'dangling references',
      () =>
        gltf({
          scene: 0,
          scenes: [{ nodes: [3] }],
          meshes: [{ primitives: [{ attributes: { POSITION: 5 } }] }],
        }),
      'ownBroken',
    ],
  ])('(%s) is refused for its reason', async (_name, file, reason) => {
    expect(await reasonOf(file())).toBe(reason);
    expect(en).toHaveProperty(reason);
  });

  it('is named in a few words, not by all that it holds', () => {
    expect(new Refusal('ownBroken', 'AAAA'.repeat(1e5)).detail.length).toBeLessThan(200);
  });

  it('is refused wherever it is cut off', async () => {
    const glb = await writeGlb(await baked(scene(column())));
    for (const share of [0.0001, 0.002, 0.01, 0.5, 0.99])
      expect(await reasonOf(fileOf(glb.slice(0, 4 + share * glb.byteLength)))).toBe('ownBroken');
  });

  it('is refused when it is larger than memory can hold', async () => {
    const huge = {
      size: 2 ** 31,
      name: 'huge.glb',
      arrayBuffer: () => Promise.reject(new Error()),
    };
    expect(await reasonOf(huge as unknown as File)).toBe('ownLarge');
  });
});
