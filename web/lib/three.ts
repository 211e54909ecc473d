export { ClothGeometry } from './three/cloth-geometry.js';
export { attachCape, type CapeOptions } from './three/attach/cape.js';
export { attachFlag, type FlagOptions } from './three/attach/flag.js';
export { attachSkirt, type SkirtOptions } from './three/attach/skirt.js';
export { AttachedCloth, updateAttached, type AttachOptions } from './three/attach/attached.js';
export { BoneCapsules, bonesFromSkeleton, capsulesFromBones } from './three/bones.js';
export {
  capsulesFromSkin,
  SkinCapsules,
  type SkinCapsule,
  type SkinCapsulesOptions,
} from './three/skin-capsules.js';
export { DualQuaternions, dualQuaternions } from './three/dual-quaternions.js';
export { HeatColors, heatColors } from './three/heat.js';
export {
  bakeSkinnedMesh,
  type BakedSkin,
  type BakedSkinReport,
  type BakeSkinnedMeshOptions,
} from './three/skinned-mesh.js';
