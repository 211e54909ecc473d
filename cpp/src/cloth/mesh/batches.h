#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cloth/mesh/mesh_topology.h"

namespace mangto {

struct MeshConstraint {
  std::int32_t a;  ///< a < b
  std::int32_t b;
  float restLength;
};

/// 종류마다, (a, b)의 오름차순. / Per kind, ascending by (a, b).
using MeshConstraints = std::array<std::vector<MeshConstraint>, kConstraintKinds>;

/// 입자마다 아는 것. / What is known of each particle.
struct MeshParticles {
  std::span<const std::uint8_t> pinned;
  /// 고정점에서 변을 몇 개 건너는지. 입자의 번호와 함께 커진다. / Edges from the pins; grows with
  /// the index.
  std::span<const std::int32_t> level;
};

/// 제약을 풀 차례로 늘어놓고 넷씩 묶는다. 둘 다 고정된 제약은 움직일 것이 없어 뺀다.
/// `spare`는 남는 줄기를 채우는 덤 입자이다.
/// Puts the constraints in the order in which they are solved, in batches of four. A constraint
/// between two pins moves nothing and is left out. Spare lanes join the particle `spare` with
/// itself.
std::vector<Batch> makeBatches(const MeshConstraints& constraints, const MeshParticles& particles,
                               std::int32_t spare);

}  // namespace mangto
