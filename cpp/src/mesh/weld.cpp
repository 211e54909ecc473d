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

/// 대표 점들을 칸으로 찾는 열린 주소 해시표. / Open-addressing table of the representatives by
/// cell.
class CellTable {
 public:
  explicit CellTable(std::size_t count) : entries_(std::bit_ceil(2 * count + 1), Entry{}) {}

  void insert(const Cell& cell, std::int32_t vertex) {
    std::size_t i = hashOf(cell) & mask();
    while (entries_[i].vertex >= 0) i = (i + 1) & mask();
    entries_[i] = {cell, vertex};
  }

  template <typename Visit>
  void forEach(const Cell& cell, Visit visit) const {
    for (std::size_t i = hashOf(cell) & mask(); entries_[i].vertex >= 0; i = (i + 1) & mask()) {
      if (entries_[i].cell == cell) visit(entries_[i].vertex);
    }
  }

 private:
  struct Entry {
    Cell cell{};
    std::int32_t vertex = -1;
  };
  std::size_t mask() const { return entries_.size() - 1; }
  std::vector<Entry> entries_;
};

}  // namespace

float weldTolerance(std::span<const float> positions) {
  float squared = 0.0F;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    for (std::size_t i = axis; i < positions.size(); i += 3) {
      low = std::min(low, positions[i]);
      high = std::max(high, positions[i]);
    }
    squared += (high - low) * (high - low);
  }
  return kRelativeTolerance * std::sqrt(squared);
}

std::vector<std::int32_t> weld(std::span<const float> positions, float tolerance) {
  const std::size_t count = positions.size() / 3;
  std::vector<std::int32_t> representative(count);
  CellTable table(count);
  // 칸의 한 변이 tolerance의 두 배이면, 축마다 가까운 쪽 이웃 하나까지만 보면 된다.
  const double inverseCell = tolerance > 0.0F ? 0.5 / tolerance : 1.0;

  for (std::size_t v = 0; v < count; ++v) {
    const float* p = &positions[3 * v];
    Cell home{};
    Cell toward{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double at = p[axis] * inverseCell;
      home[axis] = static_cast<std::int64_t>(std::floor(at));
      toward[axis] = at - std::floor(at) < 0.5 ? -1 : 1;
    }
    auto best = static_cast<std::int32_t>(v);
    for (unsigned corner = 0; corner < 8; ++corner) {
      Cell cell = home;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if ((corner >> axis & 1U) != 0) cell[axis] += toward[axis];
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
