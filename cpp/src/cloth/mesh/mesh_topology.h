#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cloth/constraint_kind.h"
#include "core/simd.h"

namespace mangto {

/// 서로 입자를 나누지 않는, 종류가 같은 제약 넷. 남는 줄기는 아무 데도 닿지 않는 덤 입자를 제
/// 자신과 잇는다. Four constraints of one kind that share no particle. A spare lane joins the spare
/// particle with itself.
struct Batch {
  std::array<std::int32_t, kLanes> a;
  std::array<std::int32_t, kLanes> b;
  f32x4 restLength;
  ConstraintKind kind;
  bool pinned;  ///< 고정점이 든 제약이 있다
};

/// 삼각형 그물 천의 위상. 같은 자리의 점들은 한 입자이고, 입자의 번호는 고정점에서 가까운 차례이다.
/// Topology of a mesh cloth. Points of one position are one particle; particles are numbered by
/// their distance from the pins, so that the constraints of a window are near each other in memory
/// and the corrections run from the pins outwards.
struct MeshTopology {
  int particles = 0;
  /// 점 → 입자. / Point → particle.
  std::span<std::int32_t> particleOf;
  std::span<Batch> batches;
  /// 넓이가 있는 삼각형의 입자 셋씩. / Three particles per triangle that is not degenerate.
  std::span<std::int32_t> triangles;
  std::array<int, kConstraintKinds> constraints{};

  std::int32_t slotOf(int point) const { return particleOf[point] / kLanes; }
  std::int32_t laneOf(int point) const { return particleOf[point] % kLanes; }
};

}  // namespace mangto
