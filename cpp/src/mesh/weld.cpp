#include "mesh/weld.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace mangto {
namespace {

constexpr float kRelativeTolerance = 1.0e-6F;

// 칸의 한 변은 tolerance의 여덟 배: 대부분의 점은 이웃 칸을 볼 일이 없고, 한 칸의 대표 수에는 끝이
// 있다.
constexpr double kCellTolerances = 8.0;
// 칸의 경계에서 이만큼(칸의 비율) 안이면 그쪽 이웃도 본다. 반올림의 여유를 더했다.
constexpr double kReach = 1.01 / kCellTolerances;
// tolerance가 0이면 칸 하나에 좌표 하나만 들 만큼 잘게 나눈다.
constexpr double kSmallestTolerance = 1.0e-60;

/// 비트를 고루 섞는다(곱셈 해시). / Multiplicative hash of a double's bits.
std::uint64_t mix(double value) {
  std::uint64_t bits = 0;
  value += 0.0;  // -0과 0은 같은 칸이다
  std::memcpy(&bits, &value, sizeof bits);
  bits = (bits ^ (bits >> 32U)) * 0x9e3779b97f4a7c15U;
  return bits ^ (bits >> 29U);
}

}  // namespace

std::size_t Welder::tableSize(std::size_t count) { return std::bit_ceil(2 * count + 1); }

Welder::Welder(std::span<const float> positions, float tolerance, std::span<std::int32_t> table)
    : positions_(positions),
      tolerance_(tolerance),
      cellsPerUnit_(1.0 / (kCellTolerances * std::max<double>(tolerance, kSmallestTolerance))),
      table_(table) {}

std::int32_t Welder::add(std::int32_t vertex) {
  const float* position = &positions_[3 * static_cast<std::size_t>(vertex)];
  Cell home{};
  Cell step{};
  unsigned edges = 0;  // 이웃 칸을 볼 축들
  for (unsigned axis = 0; axis < 3; ++axis) {
    const double at = position[axis] * cellsPerUnit_;
    home[axis] = std::floor(at);
    const double inside = at - home[axis];
    step[axis] = inside < 0.5 ? -1.0 : 1.0;
    if (inside < kReach || inside > 1.0 - kReach) edges |= 1U << axis;
  }
  std::int32_t best = vertex;
  for (unsigned corner = 0; corner < 8; ++corner) {
    if ((corner & ~edges) != 0) continue;
    Cell cell = home;
    for (unsigned axis = 0; axis < 3; ++axis) {
      if ((corner >> axis & 1U) != 0) cell[axis] += step[axis];
    }
    visit(cell, position, best);
  }
  if (best == vertex) {
    std::size_t slot = firstSlot(home);
    while (table_[slot] >= 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = vertex;
  }
  return best;
}

std::size_t Welder::firstSlot(const Cell& cell) const {
  const std::uint64_t hash = (mix(cell[0]) * 31U + mix(cell[1])) * 31U + mix(cell[2]);
  return static_cast<std::size_t>(hash ^ (hash >> 32U)) & (table_.size() - 1);
}

/// 칸의 대표들 가운데 가까운 가장 앞선 것을 찾는다. / Looks for an earlier near representative in a
/// cell.
void Welder::visit(const Cell& cell, const float* position, std::int32_t& best) const {
  for (std::size_t i = firstSlot(cell); table_[i] >= 0; i = (i + 1) & (table_.size() - 1)) {
    const float* other = &positions_[3 * static_cast<std::size_t>(table_[i])];
    if (std::abs(position[0] - other[0]) <= tolerance_ &&
        std::abs(position[1] - other[1]) <= tolerance_ &&
        std::abs(position[2] - other[2]) <= tolerance_) {
      best = std::min(best, table_[i]);
    }
  }
}

void Box::add(const float* position) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    low[axis] = std::min(low[axis], position[axis]);
    high[axis] = std::max(high[axis], position[axis]);
  }
}

float weldTolerance(const Box& box) {
  float squared = 0.0F;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const float side = box.high[axis] - box.low[axis];
    squared += side * side;
  }
  return kRelativeTolerance * std::sqrt(squared);
}

float weldTolerance(std::span<const float> positions, std::span<const std::uint32_t> indices) {
  Box box;
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
