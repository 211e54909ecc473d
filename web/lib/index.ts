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
export type { Cloth } from './cloth.js';
export type { ClothFrame } from './cloth-frames.js';
export type {
  Aerodynamics,
  BodyMesh,
  BoundingSphere,
  ClothOptions,
  ClothSettings,
  ClothStats,
  Compliance,
  GridClothOptions,
  Gusts,
  MeshClothOptions,
  SelfCollision,
  Pick,
  SolverName,
  Stiffness,
  WindField,
} from './cloth-options.js';
export { bakeInWorker, type WorkerBakeOptions } from './bake-in-worker.js';
export type {
  SdfBox,
  SdfCapsule,
  SdfEllipsoid,
  SdfJoin,
  SdfMesh,
  SdfMeshOptions,
  SdfShape,
  SdfSphere,
  SdfSurface,
} from './shape.js';
export type {
  SkinBake,
  SkinBakeOptions,
  SkinBone,
  SkinReport,
  SkinRunOptions,
  SkinSmoothing,
  SkinWeights,
} from './skin.js';
