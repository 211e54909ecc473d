import {
  boolean,
  finite,
  integer,
  invalid,
  isList,
  isObject,
  meshArrays,
  vector,
} from './check.js';
import type { SkinBakeValues } from './module.js';
import type { SkinBakeOptions, SkinBone } from './skin.js';

const kBoneFloats = 8;
/** 코어의 SkinMode의 차례. / In the order of the core's SkinMode. */
const kModes = ['smooth', 'nearest', 'heat'] as const;
const kMaxBones = 65535;

/** 코어로 건너갈 모습의 입력. / The input in the form that crosses over to the core. */
export interface SkinBakeInput {
  positions: Float32Array;
  indices: Uint16Array | Uint32Array;
  /** 뼈마다 머리, 꼬리, 반지름, 부모. / Head, tail, radius and parent per bone. */
  bones: Float32Array;
  excludedBones: Int32Array;
  values: SkinBakeValues;
}

/** 자료형을 검사해 코어로 건너갈 모습으로 바꾼다. 큰 배열은 복사하지 않는다. / Checks types; copies no large array. */
export function readSkinOptions(options: SkinBakeOptions): SkinBakeInput {
  if (!isObject(options)) throw invalid('options', 'an object', options);
  const { positions, indices } = meshArrays(options);
  const bones = readBones(options.bones);
  return {
    positions,
    indices: indices ?? new Uint32Array(0),
    bones,
    excludedBones: readExcluded(options.excludedBones),
    values: readValues(options),
  };
}

function readBones(bones: unknown): Float32Array {
  if (!Array.isArray(bones)) throw invalid('bones', 'an array of bones', bones);
  const floats = new Float32Array(kBoneFloats * bones.length);
  bones.forEach((bone: SkinBone, k) => {
    const name = `bones[${k}]`;
    if (!isObject(bone)) throw invalid(name, 'an object { head, tail, radius }', bone);
    floats.set(vector(`${name}.head`, bone.head), kBoneFloats * k);
    floats.set(vector(`${name}.tail`, bone.tail), kBoneFloats * k + 3);
    floats[kBoneFloats * k + 6] = finite(`${name}.radius`, bone.radius ?? 0);
    floats[kBoneFloats * k + 7] = integer(
      `${name}.parent`,
      bone.parent ?? -1,
      -1,
      bones.length - 1,
    );
  });
  return floats;
}

function readExcluded(excluded: unknown = [0]): Int32Array {
  if (!isList(excluded)) throw invalid('excludedBones', 'an array of bone indices', excluded);
  return Int32Array.from(excluded, (bone, k) =>
    integer(`excludedBones[${k}]`, bone, 0, kMaxBones - 1),
  );
}

function readValues(options: SkinBakeOptions): SkinBakeValues {
  const { mode = 'smooth', smoothing = {} } = options;
  if (!kModes.includes(mode)) throw invalid('mode', "'smooth', 'nearest' or 'heat'", mode);
  if (!isObject(smoothing)) throw invalid('smoothing', 'an object { passes, self }', smoothing);
  return {
    mode: kModes.indexOf(mode),
    weld: boolean('weld', options.weld ?? true),
    falloff: finite('falloff', options.falloff ?? 4),
    fleshFactor: finite('fleshFactor', options.fleshFactor ?? 0.85),
    minDistance: finite('minDistance', options.minDistance ?? 0.025),
    passes: integer('smoothing.passes', smoothing.passes ?? 10, 0, 1000),
    self: finite('smoothing.self', smoothing.self ?? 0.4),
    maxInfluences: integer('maxInfluences', options.maxInfluences ?? 4, 1, 4),
  };
}
