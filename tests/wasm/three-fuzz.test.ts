// mangto/three의 인자마다 아무 값이나: 받아들이거나, 까닭을 말하며 거절하거나.
import { afterAll, expect, it } from 'vitest';
import { MangtoError } from 'mangto';
import {
  attachCape,
  attachFlag,
  attachSkirt,
  bakeSkinnedMesh,
  bonesFromSkeleton,
  capsulesFromBones,
  capsulesFromSkin,
  dualQuaternions,
  heatColors,
  updateAttached,
} from 'mangto/three';
import { boneIndices } from '../support/calls';
import {
  boolean,
  callback,
  HOSTILE,
  integer,
  isGood,
  number,
  oneOf,
  optional,
  Thrown,
  type Kind,
} from '../support/kinds';
import { loadModule } from '../support/module';
import { arm } from '../support/rigs';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

async function skinnedArm() {
  const { scene, mesh, bones } = arm();
  const { meshes } = await bakeSkinnedMesh(mesh, bones, { mangto });
  return { scene, mesh: meshes[0]!, bones, skeleton: meshes[0]!.skeleton };
}
const { scene, mesh, bones, skeleton } = await skinnedArm();

/** 아무 값도 이것이 아니다. */
const never: Kind = { accepts: () => false, good: () => undefined };
const above0 = number(Number.MIN_VALUE, 1e6);
const isEmpty: Kind = {
  accepts: (value) => Array.isArray(value) && value.length === 0,
  good: () => [],
};
/** 그물이 하나이므로 목록도 많아야 하나. */
const perMesh: Kind = {
  accepts: (value) =>
    isEmpty.accepts(value) ||
    (Array.isArray(value) && value.length === 1 && value[0] === undefined),
  good: () => [undefined],
};
const run = {
  budgetMs: optional(number(0, Infinity)),
  signal: optional(never),
  onProgress: optional(callback(() => undefined)),
};
const attached = {
  mangto: never,
  material: optional(never),
  columns: optional(integer(4, 64)),
  rows: optional(integer(2, 64)),
  'length|position': optional(above0),
};

interface Target {
  use(first: unknown, options: unknown): unknown;
  /** 옳은 첫 인자. */
  readonly first: unknown;
  readonly accepts?: Kind;
  /** 옵션 없이는 부르지 못하는 것. */
  readonly required?: object;
  readonly options?: Readonly<Record<string, Kind>>;
}

const used = <T extends { dispose(): void }>(made: T) => made.dispose();

const TARGETS: Readonly<Record<string, Target>> = {
  attachCape: {
    use: (meshes, options) => used(attachCape(meshes as never, options as never)),
    first: mesh,
    required: { mangto, bones: [bones[1], bones[2]], columns: 4, rows: 4 },
    options: { ...attached, bones: never, 'width|position': optional(above0) },
  },
  attachFlag: {
    use: (object, options) => used(attachFlag(object as never, options as never)),
    first: scene,
    required: { mangto, columns: 4, rows: 4 },
    options: { ...attached, 'width|position': optional(above0) },
  },
  attachSkirt: {
    use: (meshes, options) => used(attachSkirt(meshes as never, options as never)),
    first: mesh,
    required: { mangto, bone: bones[1], columns: 6, rows: 4 },
    options: { ...attached, bone: never, 'flare|position': optional(number(0, 1e6)) },
  },
  bakeSkinnedMesh: {
    use: (meshes, options) => bakeSkinnedMesh(meshes as never, bones, options as never),
    first: mesh,
    required: { mangto },
    options: {
      ...{ mangto: never, ...run, persist: optional(boolean), bones: optional(never) },
      mode: optional(oneOf('heat', 'smooth', 'nearest')),
      excludedBones: optional(boneIndices),
      lockedBones: optional(boneIndices),
      meshBones: optional(perMesh),
      weld: optional(boolean),
      maxInfluences: optional(integer(1, 4)),
    },
  },
  'bakeSkinnedMesh, skeleton': {
    use: (given) => bakeSkinnedMesh(mesh, given as never, { mangto }),
    first: skeleton,
  },
  capsulesFromSkin: {
    use: (meshes, options) => capsulesFromSkin(meshes as never, options as never).update(),
    first: mesh,
    required: {},
    options: { margin: optional(number(0, Number.MAX_VALUE)) },
  },
  capsulesFromBones: {
    use: (given) => capsulesFromBones(given as never, skeleton).update(),
    first: bonesFromSkeleton(skeleton),
  },
  bonesFromSkeleton: { use: (given) => bonesFromSkeleton(given as never), first: skeleton },
  heatColors: { use: (meshes) => used(heatColors(meshes as never)), first: mesh, accepts: isEmpty },
  dualQuaternions: {
    use: (meshes) => used(dualQuaternions(meshes as never)),
    first: mesh,
    accepts: isEmpty,
  },
  updateAttached: {
    use: (seconds) => updateAttached(seconds as number),
    first: 1 / 60,
    accepts: number(-Number.MAX_VALUE, Number.MAX_VALUE),
  },
};

async function errorOf(action: () => unknown): Promise<unknown> {
  try {
    await action();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** 옳은 값은 받고, 틀린 값은 이름을 말하며 거절하는지. */
function judge(error: unknown, name: string, isRight: boolean, text: string): void {
  if (isRight) return expect(error, text).toBeUndefined();
  if (error instanceof Thrown) return;
  expect(error, text).toBeInstanceOf(MangtoError);
  const { code, message } = error as MangtoError;
  expect(code, text).toBe('invalid-argument');
  expect(message, text).toMatch(new RegExp(`(${name}).*got`, 's'));
}

it.each(Object.entries(TARGETS))('%s serves or refuses any argument', async (_name, target) => {
  const { use, first, accepts = never, required, options = {} } = target;
  expect(await errorOf(() => use(first, required))).toBeUndefined();
  const before = { memory: mangto.memoryBytes, children: scene.children.length };
  for (const [k, value] of HOSTILE.entries()) {
    const error = await errorOf(() => use(value, required));
    judge(error, '', isGood(accepts, value), `first argument, hostile value ${k}`);
    for (const [names, kind] of Object.entries(options)) {
      const [key] = names.split('|');
      const refused = await errorOf(() => use(first, { ...required, [key!]: value }));
      judge(refused, names, isGood(kind, value), `${names}, hostile value ${k}`);
    }
  }
  expect({ memory: mangto.memoryBytes, children: scene.children.length }).toEqual(before);
});
