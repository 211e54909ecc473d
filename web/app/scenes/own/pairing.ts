import type { Loaded } from './load';
import { hasBones, hasMesh } from './model';

/** 아직 모자란 것까지 넣은 한 벌. A body and its skeleton, as far as they have come. */
export interface Pair {
  readonly body?: Loaded;
  readonly rig?: Loaded;
}

/** 둘 다 있어 구울 수 있는지. Whether both are there. */
export const isWhole = ({ body, rig }: Pair): boolean =>
  body !== undefined && (rig !== undefined || hasBones(body));

/**
 * 온 파일들을 기다리던 것과 짝짓는다. 몸과 뼈대가 다 든 파일은 혼자서도 온전하다.
 * Pairs the files that came with what was waiting. A file of body and skeleton is whole by itself.
 */
export function pair(loaded: readonly Loaded[], waiting: Pair): Pair {
  const whole = loaded.find((one) => hasMesh(one) && hasBones(one));
  const bare = loaded.find((one) => hasMesh(one) && !hasBones(one));
  const bones = loaded.find((one) => !hasMesh(one));
  if (whole && !bare) return { body: whole };
  const body = bare ?? waiting.body;
  const rig = bones ?? whole ?? waiting.rig;
  return { ...(body && { body }), ...(rig && { rig }) };
}
