#include "cloth/layers/spatial_hash.h"

#include <algorithm>
#include <span>
#include <utility>

namespace mangto {
namespace {

std::uint32_t powerOfTwoFrom(std::size_t count) {
  std::uint32_t size = 16;
  while (size < count) size *= 2;
  return size;
}

}  // namespace

bool SpatialHash::reserve(std::size_t points) {
  const std::uint32_t table = powerOfTwoFrom(points);
  stride_ = points + kLanes;
  count_ = 0;
  mask_ = table - 1;
  if (!points_.resize(points) || !keys_.resize(points) || !starts_.resize(table + 1) ||
      !columns_.resize(kColumns * stride_) || !ids_.resize(points)) {
    return false;
  }
  std::fill(columns_.span().begin(), columns_.span().end(), 0.0F);
  return true;
}

void SpatialHash::addRange(const Cell& from, std::uint32_t cells, Neighbourhood& around) const {
  const std::span<const std::int32_t> starts = starts_.span();
  const std::uint32_t key = keyOf(from);
  const std::uint32_t fitting = std::min(cells, mask_ + 1 - key);
  const auto add = [&around](Range range) {
    if (range.first < range.last) around.ranges[around.count++] = range;
  };
  add({starts[key], starts[key + fitting]});
  if (fitting < cells) add({starts[0], starts[cells - fitting]});
}

SpatialHash::Neighbourhood SpatialHash::neighbourhoodOf(const Cell& cell) const {
  Neighbourhood around;
  addRange({cell.x + 1, cell.y, cell.z}, 1, around);
  addRange({cell.x - 1, cell.y + 1, cell.z}, 3, around);
  for (std::int32_t dy = -1; dy <= 1; ++dy)
    addRange({cell.x - 1, cell.y + dy, cell.z + 1}, 3, around);
  return around;
}

// 계수 정렬: 칸마다 세고, 앞에서부터 더해 자리를 정하고, 점들을 차례대로 옮긴다.
void SpatialHash::sort(float cellSize) {
  // 더 작은 칸의 역수는 넘치고, 넘친 것에 0을 곱하면 수가 아니다.
  constexpr float kLeastCell = 1.0e-30F;
  inverseCellSize_ = 1.0F / std::max(cellSize, kLeastCell);
  const std::span<const MovingPoint> points = std::as_const(points_).span().first(count_);
  const std::span<std::int32_t> starts = starts_.span();
  std::uint32_t* keys = keys_.data();
  std::fill(starts.begin(), starts.end(), 0);
  for (std::size_t k = 0; k < points.size(); ++k) {
    keys[k] = keyOf(cellOf(points[k].middle));
    ++starts[keys[k] + 1];
  }
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  for (std::size_t k = 0; k < points.size(); ++k) {
    const auto place = static_cast<std::size_t>(starts[keys[k]]++);
    const MovingPoint& p = points[k];
    for (int i = 0; i < 3; ++i) {
      column(kMiddle + i)[place] = p.middle[i];
      column(kMove + i)[place] = p.move[i];
      column(kRest + i)[place] = p.rest[i];
    }
    ids_.data()[place] = p.id;
  }
  // 옮기는 동안 한 칸씩 밀린 시작을 되돌린다.
  std::copy_backward(starts.begin(), starts.end() - 1, starts.end());
  starts[0] = 0;
}

}  // namespace mangto
