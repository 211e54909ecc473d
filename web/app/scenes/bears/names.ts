import { fill, type TextKey, type Texts } from '../../texts/index';
import { bearBones } from './bones';

const names: Readonly<Record<string, TextKey>> = {
  root: 'boneRoot',
  hips: 'boneHips',
  belly: 'boneBelly',
  chest: 'boneChest',
  head: 'boneHead',
  ear: 'boneEar',
  upperArm: 'boneUpperArm',
  foreArm: 'boneForeArm',
  paw: 'bonePaw',
  thigh: 'boneThigh',
  shin: 'boneShin',
  foot: 'boneFoot',
};

/** 뼈의 이름. The name of a bone in words. */
export function boneName(bone: number, texts: Texts): string {
  const { name } = bearBones[bone]!;
  const side = /[LR]$/.exec(name)?.[0];
  const words = texts[names[side ? name.slice(0, -1) : name]!];
  if (!side) return words;
  return fill(side === 'L' ? texts.leftOf : texts.rightOf, { bone: words });
}
