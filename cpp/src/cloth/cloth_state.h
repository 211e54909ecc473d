#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "cloth/fabric_data.h"
#include "cloth/solver.h"
#include "core/arena.h"
#include "core/buffer.h"
#include "core/simd.h"
#include "mangto/cloth.h"

namespace mangto {

inline Vec3x4 splat(const glm::vec3& v) { return {splat(v.x), splat(v.y), splat(v.z)}; }

/// 한 줄기씩 비교할 수 있게 펼쳐 둔 캡슐. / A capsule, prepared for the collision pass.
struct CapsuleLanes {
  Vec3x4 a;
  Vec3x4 axis;   ///< b - a
  Vec3x4 aside;  ///< 축에 수직인 단위 벡터: 축 위에 놓인 점을 밀 방향
  f32x4 inverseLengthSquared;  ///< 길이가 0이면 0
  f32x4 radius, radiusSquared;
  Vec3x4 low, high;  ///< 캡슐을 감싸는 상자
};

/// Cloth의 모든 상태. 아래 함수들과 solver가 한 걸음의 단계 하나씩을 맡는다.
/// All state of a cloth; the functions below and the solver are the stages of a step.
struct ClothState {
  std::shared_ptr<const Fabric> fabric;
  ClothOptions options;

  Arena arena;
  std::span<Vec3x4> positions;
  std::span<Vec3x4> previous;
  std::span<Vec3x4> normals;
  Buffer<CapsuleLanes> capsules;

  std::span<float> packedPositions;
  std::span<float> packedNormals;
  std::span<float> pinTargets;
  Sphere boundingSphere;
  double pendingTime = 0.0;

  std::unique_ptr<Solver> solver;

  const FabricData& data() const { return fabric->data(); }
  bool collides() const { return !capsules.span().empty() || options.floor.has_value(); }
};

/// 1–2단계: 바람·저항·중력으로 움직이고 고정점을 목표로 옮긴다. / Moves free points, then the pins.
void integrate(ClothState& cloth);

/// 묶음 `groupSize`개씩의 무리마다 가까이(가장 긴 변 안에) 있는 캡슐과 바닥을 `near`에 적는다.
/// Notes in `near`, for every group of `groupSize` blocks, the capsules and the floor that are
/// within the longest edge.
void findNear(const ClothState& cloth, std::span<const Vec3x4> points, std::size_t groupSize,
              std::span<Near> near);

/// 한 걸음의 첫 반복과 마지막 반복에서 찾는다. 걸음이 끝났을 때 안에 남는 것은, 한 캡슐이 가장 긴
/// 변보다 멀리 있던 다른 캡슐 안으로 민 점뿐이다.
/// In the first and the last iteration of a step. At its end only a point is left inside that one
/// capsule pushed into another which was farther away than the longest edge.
inline bool findsNear(int iteration, int iterations) {
  return iteration == 0 || iteration + 1 == iterations;
}

/// `points`(slot `first`부터의 입자들)를 가까이 있는 캡슐과 바닥 밖으로 민다.
/// Pushes the particles of the blocks from `first` on out of the capsules and the floor near them.
void collide(ClothState& cloth, std::size_t first, std::span<Vec3x4> points, std::size_t groupSize,
             std::span<const Near> near);

/// 4단계: 경계 구. / Bounding sphere.
void computeBoundingSphere(ClothState& cloth);

CapsuleLanes prepareCapsule(const Capsule& capsule);

}  // namespace mangto
