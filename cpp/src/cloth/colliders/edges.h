#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cloth/colliders/sweep.h"
#include "core/buffer.h"

namespace mangto {

struct ClothState;

/// 입자를 나누지 않는 변 넷. 입자의 번호는 slot * 4 + lane. 남는 줄기는 제 자신과 잇는다.
/// Four edges that share no particle, by particle (slot * 4 + lane); a spare lane joins one with
/// itself.
struct EdgeBlock {
  std::array<std::int32_t, kLanes> a;
  std::array<std::int32_t, kLanes> b;
  // 끝 넷이 한 묶음 그대로이면 그 번호, 아니면 -1. / Slot of ends that are a whole one, else -1.
  std::int32_t slotA = -1;
  std::int32_t slotB = -1;
};

/// 본 뒤로 끝이 바뀌지 않은 변은 다시 볼 것이 없다. 때는 바뀔 때마다 하나씩 간다.
/// An edge whose ends have not changed since it was looked at needs no second look. Time goes on by
/// one with each change.
struct EdgeLog {
  Buffer<std::uint32_t> changed;  ///< 묶음마다 바뀐 때
  Buffer<std::uint32_t> seen;     ///< 변마다 본 때
  std::uint32_t now = 0;

  bool resize(std::size_t slots, std::size_t edges) {
    return changed.resize(slots) && seen.resize(edges);
  }
  void clear();
  void see(std::size_t edge) { seen.data()[edge] = now; }
  void change(std::size_t slot) { changed.data()[slot] = ++now; }
  void change(const EdgeBlock& edge);
  /// 본 뒤로 끝이 바뀌었는지. / Whether an end has changed since it was looked at.
  bool isNew(std::size_t index, const EdgeBlock& edge) const;
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

/// 두 끝의 비트를 모두 모은다. / The bits of both ends together.
i32x4 bitsOf(std::span<const i32x4> bits, const EdgeBlock& edge);

/// 변 위의 점 u를 옮긴다. / Moves the point at u of the edges.
void moveEdge(ClothState& cloth, const EdgeBlock& edge, f32x4 u, const Path& move);

}  // namespace mangto
