#include "mesh/weld.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

namespace mangto {
namespace {

constexpr float kRelativeTolerance = 1.0e-6F;

using Cell = std::array<std::int64_t, 3>;

/// 칸의 좌표를 섞은 값(Teschner 외, 2003). / Spatial hash of a cell.
std::size_t hashOf(const Cell& cell) {
  const auto mix = static_cast<std::uint64_t>(cell[0]) * 73856093U ^
                   static_cast<std::uint64_t>(cell[1]) * 19349663U ^
                   static_cast<std::uint64_t>(cell[2]) * 83492791U;
  return static_cast<std::size_t>(mix ^ (mix >> 29U));
}

/// 점들을 나누는 칸. / The cells that divide the vertices.
class Cells {
 public:
  // 칸의 한 변이 tolerance의 두 배이면, 축마다 가까운 쪽 이웃 하나까지만 보면 된다.
  Cells(std::span<const float> positions, float tolerance)
      : positions_(positions), inverseSize_(tolerance > 0.0F ? 0.5 / tolerance : 1.0) {}

  Cell of(std::size_t vertex) const {
    Cell cell{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      cell[axis] =
          static_cast<std::int64_t>(std::floor(positions_[3 * vertex + axis] * inverseSize_));
    }
    return cell;
  }

  /// 축마다 가까운 쪽 이웃으로 가는 걸음. / Per axis the step to the nearer neighbour.
  Cell towards(std::size_t vertex) const {
    Cell step{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double at = positions_[3 * vertex + axis] * inverseSize_;
      step[axis] = at - std::floor(at) < 0.5 ? -1 : 1;
    }
    return step;
  }

 private:
  std::span<const float> positions_;
  double inverseSize_;
};

/// 대표 점들을 칸으로 찾는 열린 주소 해시표. / Open-addressing table of the representatives by
/// cell.
class CellTable {
 public:
  CellTable(const Cells& cells, std::size_t count)
      : cells_(cells), vertices_(std::bit_ceil(2 * count + 1), -1) {}

  void insert(const Cell& cell, std::int32_t vertex) {
    std::size_t i = hashOf(cell) & mask();
    while (vertices_[i] >= 0) i = (i + 1) & mask();
    vertices_[i] = vertex;
  }

  template <typename Visit>
  void forEach(const Cell& cell, Visit visit) const {
    for (std::size_t i = hashOf(cell) & mask(); vertices_[i] >= 0; i = (i + 1) & mask()) {
      if (cells_.of(static_cast<std::size_t>(vertices_[i])) == cell) visit(vertices_[i]);
    }
  }

 private:
  std::size_t mask() const { return vertices_.size() - 1; }
  const Cells& cells_;
  std::vector<std::int32_t> vertices_;
};

}  // namespace

float weldTolerance(std::span<const float> positions, std::span<const std::uint32_t> indices) {
  float squared = 0.0F;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    for (const std::uint32_t vertex : indices) {
      const float at = positions[3 * static_cast<std::size_t>(vertex) + axis];
      low = std::min(low, at);
      high = std::max(high, at);
    }
    squared += (high - low) * (high - low);
  }
  return kRelativeTolerance * std::sqrt(squared);
}

std::vector<std::int32_t> weld(std::span<const float> positions, float tolerance) {
  const std::size_t count = positions.size() / 3;
  std::vector<std::int32_t> representative(count);
  const Cells cells(positions, tolerance);
  CellTable table(cells, count);

  for (std::size_t v = 0; v < count; ++v) {
    const float* p = &positions[3 * v];
    const Cell home = cells.of(v);
    const Cell step = cells.towards(v);
    auto best = static_cast<std::int32_t>(v);
    for (unsigned corner = 0; corner < 8; ++corner) {
      Cell cell = home;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if ((corner >> axis & 1U) != 0) cell[axis] += step[axis];
      }
      table.forEach(cell, [&](std::int32_t other) {
        const float* q = &positions[3 * static_cast<std::size_t>(other)];
        const bool near = std::abs(p[0] - q[0]) <= tolerance &&
                          std::abs(p[1] - q[1]) <= tolerance && std::abs(p[2] - q[2]) <= tolerance;
        if (near) best = std::min(best, other);
      });
    }
    representative[v] = best;
    if (best == static_cast<std::int32_t>(v)) table.insert(home, best);
  }
  return representative;
}

}  // namespace mangto
