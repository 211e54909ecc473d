import type { Material, Mesh, WebGLProgramParametersWithUniforms } from 'three';
import { invalid, isObject } from '../check.js';

type Compile = Material['onBeforeCompile'];
export type Shader = WebGLProgramParametersWithUniforms;

/** 셰이더의 한 조각 뒤에 글을 넣는다. / Puts code after a chunk of a shader. */
export const after = (shader: string, chunk: string, code: string) =>
  shader.replace(`#include <${chunk}>`, `#include <${chunk}>\n${code}`);

/** 재질 하나의 셰이더에 덧댄 것. 있던 onBeforeCompile 위에 얹는다. / A patch of one material's shaders, over an onBeforeCompile that is there. */
export class MaterialPatch {
  readonly #material: Material;
  readonly #compile: Compile;
  readonly #cacheKey: () => string;
  readonly #patched: Compile;
  readonly #patchedKey: () => string;
  readonly #own: { compile: boolean; cacheKey: boolean };
  /** 여러 번 켜면 나누어 쓴다. / How many share it. */
  users = 0;

  constructor(material: Material, name: string, patch: (shader: Shader) => void) {
    this.#material = material;
    this.#compile = material.onBeforeCompile;
    this.#cacheKey = material.customProgramCacheKey;
    this.#own = {
      compile: Object.hasOwn(material, 'onBeforeCompile'),
      cacheKey: Object.hasOwn(material, 'customProgramCacheKey'),
    };
    this.#patched = (shader, renderer) => {
      this.#compile.call(material, shader, renderer);
      if (this.users > 0) patch(shader);
    };
    this.#patchedKey = () => this.#keyBefore() + (this.users > 0 ? `|${name}` : '');
    material.onBeforeCompile = this.#patched;
    material.customProgramCacheKey = this.#patchedKey;
    material.needsUpdate = true;
  }

  /** 앞의 것을 되돌린다. 그사이 남이 덧댔으면 그대로 두고 아무 일도 하지 않는다. / Restores what was there; leaves later patches of others alone. */
  remove(): void {
    const material = this.#material as Partial<Material>;
    if (material.onBeforeCompile === this.#patched) {
      if (this.#own.compile) material.onBeforeCompile = this.#compile;
      else delete material.onBeforeCompile;
    }
    if (material.customProgramCacheKey === this.#patchedKey) {
      if (this.#own.cacheKey) material.customProgramCacheKey = this.#cacheKey;
      else delete material.customProgramCacheKey;
    }
    this.#material.needsUpdate = true;
  }

  // three의 기본 열쇠는 지금의 onBeforeCompile, 곧 덧댄 것의 글이다.
  #keyBefore(): string {
    return this.#own.cacheKey ? this.#cacheKey.call(this.#material) : this.#compile.toString();
  }
}

/** 재질마다 하나씩 덧댄 것들. / The patches of one kind, one per material. */
export class Patches<P extends MaterialPatch> {
  readonly #patches = new WeakMap<Material, P>();
  readonly #make: (material: Material) => P;

  constructor(make: (material: Material) => P) {
    this.#make = make;
  }

  take(material: Material): P {
    let patch = this.#patches.get(material);
    if (patch === undefined) this.#patches.set(material, (patch = this.#make(material)));
    patch.users++;
    return patch;
  }

  /** 마지막에 쓰던 것이 놓으면 떼어 낸다. / Taken off when the last user lets go. */
  release(material: Material): void {
    const patch = this.#patches.get(material)!;
    if (--patch.users > 0) return;
    this.#patches.delete(material);
    patch.remove();
  }
}

/** 하나이든 여럿이든 목록으로, 모두 이런 그물인지 보고. / One or several as a list, checked to be such meshes. */
export function meshesOf<M extends Mesh>(
  meshes: M | readonly M[],
  mark: 'isMesh' | 'isSkinnedMesh',
  expected: string,
): readonly M[] {
  const list = Array.isArray(meshes) ? (meshes as readonly M[]) : [meshes as M];
  // 빈 자리도 본다.
  for (const [k, mesh] of list.entries()) {
    if (!isObject(mesh) || !(mark in mesh)) throw invalid(`meshes[${k}]`, expected, mesh);
  }
  return list;
}
