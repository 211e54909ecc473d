#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cloth/constraint_kind.h"
#include "core/simd.h"

namespace mangto {

/// 네 벌에서 한 번에 푸는 제약 하나: 두 입자와 쉬는 길이. / One constraint, solved in four members
/// at once.
struct CrowdConstraint {
  std::int32_t a;
  std::int32_t b;
  float restLength;
};

/// 종류도 고정점도 같은 제약들이 이어진 구간. 벌마다 고정점이 같으므로 무게를 읽을 것 없이 길을
/// 나눈다. A stretch of constraints of one kind with their pins at the same end. Pins are the same
/// in all members, so that the path is chosen per stretch and no weight is read.
struct CrowdStretch {
  enum class Pinned : std::uint8_t { kNone, kA, kB };

  std::int32_t first;
  std::int32_t last;
  ConstraintKind kind;
  Pinned pinned;
};

/// 같은 천 여러 벌. 한 묶음의 네 줄기는 네 벌의 같은 입자이다:
///   slot = (member / 4) · particles + particle,  lane = member % 4
/// 줄기끼리 아무것도 나누지 않으므로 어떤 그물이든 모으기도 섞기도 없이 네 벌씩 풀린다.
/// Many members of one cloth. The four lanes of a block are the same particle of four members,
/// which share nothing, so that any mesh is solved four members at a time without gathers or
/// shuffles.
struct CrowdTopology {
  int members = 0;
  int points = 0;     ///< of one member
  int particles = 0;  ///< of one member
  std::span<std::int32_t> particleOf;
  std::span<CrowdConstraint> constraints;
  std::span<CrowdStretch> stretches;
  std::span<std::int32_t> triangles;
  /// 한 벌에서 종류마다, 고정점 사이의 것까지. / Of one member by kind, those between pins
  /// included.
  std::array<int, kConstraintKinds> counts{};

  int groups() const { return (members + kLanes - 1) / kLanes; }
  std::int32_t slotOf(int point) const {
    return point / points / kLanes * particles + particleOf[point % points];
  }
  std::int32_t laneOf(int point) const { return point / points % kLanes; }
};

}  // namespace mangto
