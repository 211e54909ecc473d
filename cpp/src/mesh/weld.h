#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace mangto {

/// 점을 하나씩 받아 대표를 찾는다: 언제든 멈췄다 이어 갈 수 있다. / Finds representatives vertex by
/// vertex, so that the work can pause anywhere.
class Welder {
 public:
  /// 점 `count`개에 필요한 해시표의 크기. / Size of the hash table for `count` vertices.
  static std::size_t tableSize(std::size_t count);

  /// `table`은 모두 -1이어야 하고, 두 배열은 Welder보다 오래 살아야 한다.
  /// `table` must be all -1; both arrays must outlive the welder.
  Welder(std::span<const float> positions, float tolerance, std::span<std::int32_t> table);

  /// 축마다 `tolerance` 안에 있는 가장 앞선 대표, 없으면 자신. 오름차순으로 부른다.
  /// The first representative within the tolerance on every axis, else the vertex itself. To be
  /// called in ascending order.
  std::int32_t add(std::int32_t vertex);

 private:
  std::size_t slotOf(std::uint64_t hash) const;
  /// 칸의 대표들 가운데 가까운 가장 앞선 것을 찾고, 그 끝의 빈 자리를 준다. / Looks for an earlier
  /// near representative from `slot` on; gives the empty slot at the end.
  std::size_t visit(std::size_t slot, const float* position, std::int32_t& best) const;

  std::span<const float> positions_;
  float tolerance_;
  double cellsPerUnit_;
  std::span<std::int32_t> table_;
};

/// 점마다, 축마다 `tolerance`(m) 안에 있는 가장 앞선 대표 점의 번호. 대표는 자기 자신이다.
/// Per vertex (x, y, z each) the index of the first representative within `tolerance` metres on
/// every axis; a representative gets its own index. The result depends on the order of the vertices
/// only.
std::vector<std::int32_t> weld(std::span<const float> positions, float tolerance);

/// 점들을 감싸는 상자. / The box around vertices.
struct Bounds {
  std::array<float, 3> low{kFar, kFar, kFar};
  std::array<float, 3> high{-kFar, -kFar, -kFar};

  void add(const float* position);

 private:
  static constexpr float kFar = std::numeric_limits<float>::infinity();
};

/// 쓰이는 점들을 감싸는 상자의 대각선에 비례하는 용접 거리(m).
/// Weld distance: 1e-6 of the diagonal of the box around the vertices that are used.
float weldTolerance(const Bounds& box);
float weldTolerance(std::span<const float> positions, std::span<const std::uint32_t> indices);

}  // namespace mangto
