// 화면 없이 볼 수 있는 것: 부피를 지키는지(같은 식의 CPU 쪽), 재질에 덧대고 되돌리는지. 그림은
// tests/browser/skinned.test.ts가 본다.
import {
  BufferAttribute,
  BufferGeometry,
  Matrix4,
  MeshDepthMaterial,
  MeshStandardMaterial,
  Quaternion,
  ShaderLib,
  SkinnedMesh,
  Vector3,
  type Bone,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { afterAll, describe, expect, it } from 'vitest';
import { bakeSkinnedMesh, dualQuaternions, heatColors } from 'mangto/three';
import { CpuSkin } from '../../web/app/scenes/bears/skinning';
import { caught, expectMangtoError } from '../support/errors';
import { loadModule } from '../support/module';
import { arm, skeletonOf } from '../support/rigs';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const { mesh, bones } = arm();
const { meshes, skeleton } = await bakeSkinnedMesh(mesh, bones, { mangto, mode: 'smooth' });
const { geometry } = meshes[0]!;
const elbow = 1;

function posed(turn: Quaternion, dual: boolean): Float32Array {
  bones[2]!.quaternion.copy(turn);
  bones[0]!.updateMatrixWorld(true);
  const skin = new CpuSkin(skeleton);
  skin.dual = dual;
  skin.read();
  const { count } = geometry.getAttribute('position');
  const out = new Float32Array(3 * count);
  skin.place(
    geometry,
    Uint32Array.from({ length: count }, (_, v) => v),
    out,
  );
  return out;
}

/** 닫힌 겉면의 부피. */
function volume(points: ArrayLike<number>): number {
  const index = geometry.index!.array;
  const corner = (k: number) => new Vector3().fromArray(points as number[], 3 * index[k]!);
  let sum = 0;
  for (let t = 0; t < index.length; t += 3)
    sum += corner(t).dot(corner(t + 1).cross(corner(t + 2))) / 6;
  return sum;
}

/** 팔꿈치 높이의 점들이 축에서 떨어진 거리 가운데 가장 가까운 것. */
function thinnest(points: ArrayLike<number>): number {
  const rest = geometry.getAttribute('position');
  let least = Infinity;
  for (let v = 0; v < rest.count; v++) {
    const onSide = Math.hypot(rest.getX(v), rest.getZ(v)) > 0.1;
    if (onSide && Math.abs(rest.getY(v) - elbow) < 0.3)
      least = Math.min(least, Math.hypot(points[3 * v]!, points[3 * v + 2]!));
  }
  return least;
}

const about = (x: number, y: number, z: number, degrees: number) =>
  new Quaternion().setFromAxisAngle(new Vector3(x, y, z), (degrees * Math.PI) / 180);
const rest = volume(geometry.getAttribute('position').array);

describe('an arm skinned by dual quaternions', () => {
  it('keeps its thickness when the forearm is twisted by nearly 180°', () => {
    const turn = about(0, 1, 0, 179);
    expect(thinnest(posed(turn, false))).toBeLessThan(0.2 * 0.25);
    expect(thinnest(posed(turn, true))).toBeGreaterThan(0.2 * 0.98);
    expect(volume(posed(turn, true)) / rest).toBeGreaterThan(0.98);
    expect(volume(posed(turn, false)) / rest).toBeLessThan(0.9);
  });

  it('loses far less volume than by linear blending at an elbow bent by 150°', () => {
    const turn = about(1, 0, 0, 150);
    const lost = (dual: boolean) => Math.abs(1 - volume(posed(turn, dual)) / rest);
    expect(lost(true)).toBeLessThan(0.5 * lost(false));
  });

  it('moves rigidly where there is one bone, and as the file does at rest', () => {
    const still = posed(new Quaternion(), true);
    const given = geometry.getAttribute('position').array;
    still.forEach((value, k) => expect(value).toBeCloseTo(given[k]!, 6));
    const bent = posed(about(1, 0, 0, 90), true);
    const tip = [...given.keys()].filter((k) => k % 3 === 1 && given[k]! > 1.99);
    for (const k of tip) expect(bent[k]).toBeCloseTo(1 - given[k + 1]!, 3);
  });

  it('follows bones of a uniform, an uneven and a mirrored scale', () => {
    for (const scale of [new Vector3(3, 3, 3), new Vector3(1, 2, 0.5), new Vector3(-1, 1, 1)]) {
      bones[0]!.scale.copy(scale);
      const [linear, dual] = [posed(new Quaternion(), false), posed(new Quaternion(), true)];
      dual.forEach((value, k) => expect(value).toBeCloseTo(linear[k]!, 5));
    }
    bones[0]!.scale.set(1, 1, 1);
  });
});

function skinned(material = new MeshStandardMaterial()): SkinnedMesh {
  const made = new SkinnedMesh(new BufferGeometry(), material);
  made.geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3));
  made.geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(12), 4));
  made.geometry.setAttribute('skinWeight', new BufferAttribute(new Float32Array(12), 4));
  made.bind(skeletonOf(arm().bones as Bone[]), new Matrix4());
  return made;
}

function compile(
  material: MeshStandardMaterial | MeshDepthMaterial,
  library: 'standard' | 'depth',
) {
  const { vertexShader, fragmentShader } = ShaderLib[library];
  const shader = { vertexShader, fragmentShader, uniforms: {} };
  material.onBeforeCompile(shader as unknown as WebGLProgramParametersWithUniforms, null as never);
  return shader;
}

describe('dualQuaternions', () => {
  it('patches a material and its shadow, and takes itself off again', () => {
    const one = skinned();
    const material = one.material as MeshStandardMaterial;
    const plain = compile(material, 'standard');
    const dual = dualQuaternions(one);
    expect(compile(material, 'standard').vertexShader).toMatch(/boneMatX = dqBlend/);
    const depth = one.customDepthMaterial as MeshDepthMaterial;
    expect(compile(depth, 'depth').vertexShader).toMatch(/boneMatX = dqBlend/);
    dual.dispose();
    dual.dispose();
    expect(compile(material, 'standard')).toEqual(plain);
    expect([one.customDepthMaterial, one.customDistanceMaterial]).toEqual([undefined, undefined]);
  });

  it('finds its place in every material that three skins', () => {
    for (const library of ['basic', 'lambert', 'phong', 'physical', 'toon', 'distance'] as const)
      expect(ShaderLib[library]!.vertexShader.split('#include <skinbase_vertex>')).toHaveLength(2);
  });

  it('keeps a shadow material that is there', () => {
    const one = skinned();
    const own = new MeshDepthMaterial();
    one.customDepthMaterial = own;
    const dual = dualQuaternions([one]);
    expect(compile(own, 'depth').vertexShader).toMatch(/dqBlend/);
    dual.dispose();
    expect(one.customDepthMaterial).toBe(own);
    expect(compile(own, 'depth').vertexShader).not.toMatch(/dqBlend/);
  });

  it('goes together with heat colours', () => {
    const one = skinned();
    const patches = [dualQuaternions(one), heatColors(one)];
    const { vertexShader } = compile(one.material as MeshStandardMaterial, 'standard');
    expect(vertexShader).toMatch(/dqBlend/);
    expect(vertexShader).toMatch(/vHeat/);
    for (const patch of patches.reverse()) patch.dispose();
    expect(Object.hasOwn(one.material, 'onBeforeCompile')).toBe(false);
  });

  it('refuses what is no SkinnedMesh', () => {
    for (const wrong of [undefined, {}, arm().mesh]) {
      expectMangtoError(
        caught(() => dualQuaternions(wrong as SkinnedMesh)),
        'invalid-argument',
        ['meshes[0]'],
      );
    }
  });
});
