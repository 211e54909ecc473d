#pragma once

#include <array>
#include <cstdint>

#include "cloth/colliders/sweep.h"

namespace mangto {

struct ClothState;

/// 입자를 나누지 않는 변 넷. 입자의 번호는 slot * 4 + lane. 남는 줄기는 제 자신과 잇는다.
/// Four edges that share no particle, by particle (slot * 4 + lane); a spare lane joins one with
/// itself.
struct EdgeBlock {
  std::array<std::int32_t, kLanes> a;
  std::array<std::int32_t, kLanes> b;
};

/// 변 넷의 두 끝이 가는 길. / The ways of both ends of four edges.
struct EdgePath {
  Path a, b;

  /// 끝 a에서 u만큼 간 점의 길. / The way of the point at u from a.
  Path at(f32x4 u) const {
    return {a.start + (b.start - a.start) * u, a.end + (b.end - a.end) * u};
  }
};

/// cloth.edges를 처음 쓸 때 잡고 채운다. 메모리가 모자라면 false. / Takes and fills cloth.edges
/// when it is first used; false when out of memory.
bool prepareEdges(ClothState& cloth);

EdgePath edgePath(const ClothState& cloth, const EdgeBlock& edge);

/// 변 위의 점 u를 옮긴다. / Moves the point at u of the edges.
void moveEdge(ClothState& cloth, const EdgeBlock& edge, f32x4 u, const Path& move);

}  // namespace mangto
