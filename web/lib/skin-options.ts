import {
  boolean,
  finite,
  integer,
  invalid,
  isList,
  isObject,
  meshArrays,
  objects,
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
  const list = objects<SkinBone>('bones', 'bone', bones);
  const floats = new Float32Array(kBoneFloats * list.length);
  list.forEach(({ head, tail, radius = 0, parent }, k) => {
    const name = `bones[${k}]`;
    floats.set(vector(`${name}.head`, head), kBoneFloats * k);
    floats.set(vector(`${name}.tail`, tail), kBoneFloats * k + 3);
    floats[kBoneFloats * k + 6] = finite(`${name}.radius`, radius);
    floats[kBoneFloats * k + 7] = integer(`${name}.parent`, parent ?? -1, -1, list.length - 1);
  });
  return floats;
}

function readExcluded(excluded: unknown = [0]): Int32Array {
  if (!isList(excluded)) throw invalid('excludedBones', 'an array of bone indices', excluded);
  for (let k = 0; k < excluded.length; k++) {
    integer(`excludedBones[${k}]`, excluded[k], 0, kMaxBones - 1);
  }
  return Int32Array.from(excluded as ArrayLike<number>);
}

function readValues(options: SkinBakeOptions): SkinBakeValues {
  const { mode = 'smooth', weld = true, falloff = 4, fleshFactor = 0.85 } = options;
  const { minDistance = 0.025, smoothing = {}, maxInfluences = 4 } = options;
  if (!kModes.includes(mode)) throw invalid('mode', "'smooth', 'nearest' or 'heat'", mode);
  if (!isObject(smoothing)) throw invalid('smoothing', 'an object { passes, self }', smoothing);
  const { passes = 10, self = 0.4 } = smoothing;
  return {
    mode: kModes.indexOf(mode),
    weld: boolean('weld', weld),
    falloff: finite('falloff', falloff),
    fleshFactor: finite('fleshFactor', fleshFactor),
    minDistance: finite('minDistance', minDistance),
    passes: integer('smoothing.passes', passes, 0, 1000),
    self: finite('smoothing.self', self),
    maxInfluences: integer('maxInfluences', maxInfluences, 1, 4),
  };
}
