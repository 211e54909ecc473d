/// <reference lib="esnext.disposable" preserve="true" />
export { loadMangto, type Mangto } from './mangto.js';
export { MangtoError, type MangtoErrorCode } from './error.js';
export type { Vec3 } from './check.js';
export type { LoadOptions } from './module.js';
export type { ClothCrowd, ClothCrowdOptions, CrowdOptions } from './crowd.js';
export type {
  BoxCollider,
  CapsuleCollider,
  Collider,
  PlaneCollider,
  SphereCollider,
} from './colliders.js';
export type {
  BoundingSphere,
  Cloth,
  ClothOptions,
  ClothSettings,
  ClothStats,
  GridClothOptions,
  MeshClothOptions,
  SelfCollision,
  Stiffness,
} from './cloth.js';
