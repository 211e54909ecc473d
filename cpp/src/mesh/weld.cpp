#include "mesh/weld.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace mangto {
namespace {

constexpr float kRelativeTolerance = 1.0e-6F;

// 칸의 한 변은 tolerance의 열여섯 배: 대부분의 점은 이웃 칸을 볼 일이 없고, 한 칸의 대표 수에는
// 끝이 있다.
constexpr double kCellTolerances = 16.0;
// 칸의 경계에서 이만큼(칸의 비율) 안이면 그쪽 이웃도 본다. 반올림의 여유를 더했다.
constexpr double kReach = 1.01 / kCellTolerances;
// tolerance가 0이면 칸 하나에 좌표 하나만 들 만큼 잘게 나눈다.
constexpr double kSmallestTolerance = 1.0e-60;

/// 칸의 축 하나의 해시(곱셈 해시). / Multiplicative hash of one axis of a cell.
std::uint64_t mix(double cell, std::uint64_t factor) {
  std::uint64_t bits = 0;
  cell += 0.0;  // -0과 0은 같은 칸이다
  std::memcpy(&bits, &cell, sizeof bits);
  return (bits ^ (bits >> 32U)) * factor;
}

constexpr std::array<std::uint64_t, 3> kFactors{0x9e3779b97f4a7c15U, 0xc2b2ae3d27d4eb4fU,
                                                0x165667b19e3779f9U};

}  // namespace

std::size_t Welder::tableSize(std::size_t count) { return std::bit_ceil(2 * count + 1); }

Welder::Welder(std::span<const float> positions, float tolerance, std::span<std::int32_t> table)
    : positions_(positions),
      tolerance_(tolerance),
      cellsPerUnit_(1.0 / (kCellTolerances * std::max<double>(tolerance, kSmallestTolerance))),
      table_(table) {}

std::int32_t Welder::add(std::int32_t vertex) {
  const float* position = &positions_[3 * static_cast<std::size_t>(vertex)];
  std::array<std::uint64_t, 3> home{};
  std::array<std::uint64_t, 3> beside{};
  unsigned edges = 0;  // 이웃 칸을 볼 축들
  for (unsigned axis = 0; axis < 3; ++axis) {
    const double at = position[axis] * cellsPerUnit_;
    const double cell = std::floor(at);
    const double inside = at - cell;
    home[axis] = mix(cell, kFactors[axis]);
    if (inside >= kReach && inside <= 1.0 - kReach) continue;
    beside[axis] = mix(cell + (inside < 0.5 ? -1.0 : 1.0), kFactors[axis]);
    edges |= 1U << axis;
  }
  const std::size_t first = slotOf(home[0] + home[1] + home[2]);
  std::int32_t best = vertex;
  const std::size_t empty = visit(first, position, best);
  for (unsigned corner = 1; corner < 8 && edges != 0; ++corner) {
    if ((corner & ~edges) != 0) continue;
    std::uint64_t hash = 0;
    for (unsigned axis = 0; axis < 3; ++axis)
      hash += (corner >> axis & 1U) != 0 ? beside[axis] : home[axis];
    visit(slotOf(hash), position, best);
  }
  if (best == vertex) table_[empty] = vertex;
  return best;
}

std::size_t Welder::slotOf(std::uint64_t hash) const {
  hash ^= hash >> 32U;
  return static_cast<std::size_t>(hash ^ (hash >> 15U)) & (table_.size() - 1);
}

std::size_t Welder::visit(std::size_t slot, const float* position, std::int32_t& best) const {
  for (; table_[slot] >= 0; slot = (slot + 1) & (table_.size() - 1)) {
    const float* other = &positions_[3 * static_cast<std::size_t>(table_[slot])];
    if (std::abs(position[0] - other[0]) <= tolerance_ &&
        std::abs(position[1] - other[1]) <= tolerance_ &&
        std::abs(position[2] - other[2]) <= tolerance_) {
      best = std::min(best, table_[slot]);
    }
  }
  return slot;
}

void Bounds::add(const float* position) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    low[axis] = std::min(low[axis], position[axis]);
    high[axis] = std::max(high[axis], position[axis]);
  }
}

float weldTolerance(const Bounds& box) {
  float squared = 0.0F;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const float side = box.high[axis] - box.low[axis];
    squared += side * side;
  }
  return kRelativeTolerance * std::sqrt(squared);
}

float weldTolerance(std::span<const float> positions, std::span<const std::uint32_t> indices) {
  Bounds box;
  for (const std::uint32_t vertex : indices) box.add(&positions[3 * std::size_t{vertex}]);
  return weldTolerance(box);
}

std::vector<std::int32_t> weld(std::span<const float> positions, float tolerance) {
  const std::size_t count = positions.size() / 3;
  std::vector<std::int32_t> table(Welder::tableSize(count), -1);
  std::vector<std::int32_t> representative(count);
  Welder welder(positions, tolerance, table);
  for (std::size_t v = 0; v < count; ++v)
    representative[v] = welder.add(static_cast<std::int32_t>(v));
  return representative;
}

}  // namespace mangto
