#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cloth/mesh/mesh_topology.h"

namespace mangto {

struct MeshConstraint {
  std::int32_t a;
  std::int32_t b;
  float restLength;
};

struct BatchList {
  std::vector<Batch> batches;
  std::vector<BatchRun> runs;
};

/// 한 종류의 제약을, 서로 입자를 나누지 않는 넷씩 묶어 덧붙인다. 둘 다 고정된 제약은 움직일 것이
/// 없어 뺀다. `spare`는 남는 줄기를 채우는 덤 입자이다. Appends the constraints of one kind in
/// batches of four that share no particle. A constraint between two pins moves nothing and is left
/// out. Spare lanes join the particle `spare` with itself.
void appendBatches(std::span<const MeshConstraint> constraints, ConstraintKind kind,
                   std::span<const std::uint8_t> pinned, std::int32_t spare, BatchList& list);

}  // namespace mangto
