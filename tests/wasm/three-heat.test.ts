// 화면 없이 볼 수 있는 것: 재질에 덧대고 되돌리기. 색은 tests/browser/skinned.test.ts가 본다.
import {
  BufferAttribute,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  MeshToonMaterial,
  ShaderLib,
  type Material,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { describe, expect, it } from 'vitest';
import { heatColors } from 'mangto/three';
import { caught, expectMangtoError } from '../support/errors';
import { arm } from '../support/rigs';

function skinned(...materials: Material[]): Mesh {
  const { mesh } = arm();
  const { count } = mesh.geometry.getAttribute('position');
  mesh.geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(4 * count), 4));
  mesh.geometry.setAttribute('skinWeight', new BufferAttribute(new Float32Array(4 * count), 4));
  mesh.material = materials.length === 1 ? materials[0]! : materials;
  return mesh;
}

/** three가 재질을 컴파일할 때처럼. */
function compile(material: Material, library: keyof typeof ShaderLib = 'standard') {
  const { vertexShader, fragmentShader } = ShaderLib[library]!;
  const shader = { vertexShader, fragmentShader, uniforms: {} };
  material.onBeforeCompile(shader as unknown as WebGLProgramParametersWithUniforms, null as never);
  return shader as typeof shader & { uniforms: Record<string, { value: unknown }> };
}

const KINDS: [keyof typeof ShaderLib, () => Material][] = [
  ['basic', () => new MeshBasicMaterial()],
  ['lambert', () => new MeshLambertMaterial()],
  ['phong', () => new MeshPhongMaterial()],
  ['standard', () => new MeshStandardMaterial()],
  ['physical', () => new MeshPhysicalMaterial()],
  ['toon', () => new MeshToonMaterial()],
];

describe('heatColors', () => {
  it.each(KINDS)(
    'patches both shaders of the %s material, and takes it off again',
    (library, make) => {
      const material = make();
      const [key, plain, version] = [
        material.customProgramCacheKey(),
        compile(material, library),
        material.version,
      ];
      const heat = heatColors(skinned(material));
      const shader = compile(material, library);
      expect(shader.vertexShader).toMatch(/vHeat = dot\(skinWeight/);
      expect(shader.fragmentShader).toMatch(/diffuseColor\.rgb = .*vHeat/);
      expect(material.customProgramCacheKey()).not.toBe(key);
      expect(material.version).toBeGreaterThan(version);
      heat.dispose();
      heat.dispose();
      expect(compile(material, library)).toEqual(plain);
      expect(material.customProgramCacheKey()).toBe(key);
      expect(Object.hasOwn(material, 'onBeforeCompile')).toBe(false);
      expect(material.version).toBeGreaterThan(version + 1);
    },
  );

  it('changes the bone without touching the material', () => {
    const material = new MeshStandardMaterial();
    const heat = heatColors(skinned(material));
    const { uniforms } = compile(material);
    const { version } = material;
    expect(heat.bone).toBe(0);
    heat.bone = 7;
    expect(heat.bone).toBe(7);
    expect(uniforms['heatBone']!.value).toBe(7);
    expect(material.version).toBe(version);
    heat.dispose();
  });

  it('keeps an onBeforeCompile and a program key that are there', () => {
    const material = new MeshStandardMaterial();
    const own: Material['onBeforeCompile'] = (shader) => {
      shader.fragmentShader = `// mine\n${shader.fragmentShader}`;
    };
    material.onBeforeCompile = own;
    const other = new MeshStandardMaterial();
    other.onBeforeCompile = (shader) => {
      shader.fragmentShader = `// other\n${shader.fragmentShader}`;
    };
    const keyed = new MeshStandardMaterial();
    const key = () => 'my key';
    keyed.customProgramCacheKey = key;
    const heat = heatColors(skinned(material, other, keyed));
    expect(compile(material).fragmentShader).toMatch(/\/\/ mine[^]*vHeat/);
    const keys = [material, other, keyed].map((each) => each.customProgramCacheKey());
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toMatch(/my key/);
    heat.dispose();
    expect(material.onBeforeCompile).toBe(own);
    expect(keyed.customProgramCacheKey).toBe(key);
    expect(compile(material).fragmentShader).not.toMatch(/vHeat/);
  });

  it('leaves a patch alone that somebody put over it', () => {
    const material = new MeshStandardMaterial();
    const heat = heatColors(skinned(material));
    const inner = material.onBeforeCompile;
    const later: Material['onBeforeCompile'] = (shader, renderer) => {
      inner.call(material, shader, renderer);
      shader.vertexShader = `// later\n${shader.vertexShader}`;
    };
    material.onBeforeCompile = later;
    heat.dispose();
    expect(material.onBeforeCompile).toBe(later);
    expect(compile(material).vertexShader).toMatch(/later/);
    expect(compile(material).vertexShader).not.toMatch(/vHeat/);
  });

  it('shares a material between meshes, until the last one is taken off', () => {
    const material = new MeshStandardMaterial();
    const [left, right] = [heatColors(skinned(material)), heatColors([skinned(material)])];
    expect(compile(material).vertexShader.match(/uniform float heatBone/g)).toHaveLength(1);
    left.dispose();
    expect(compile(material).vertexShader).toMatch(/heatBone/);
    right.dispose();
    expect(compile(material).vertexShader).not.toMatch(/heatBone/);
  });

  it('refuses what is no skinned mesh, and what is no bone', () => {
    for (const [mesh, says] of [
      [undefined, 'meshes[0]'],
      [{}, 'meshes[0]'],
      [arm().mesh, 'meshes[0].geometry'],
    ] as const) {
      expectMangtoError(
        caught(() => heatColors(mesh as Mesh)),
        'invalid-argument',
        [(message) => message.includes(says)],
      );
    }
    const heat = heatColors(skinned(new MeshBasicMaterial()));
    for (const bone of [-1, 0.5, NaN, '1', null, 65_536]) {
      expectMangtoError(
        caught(() => (heat.bone = bone as number)),
        'invalid-argument',
        ['bone'],
      );
    }
    heat.dispose();
  });
});
