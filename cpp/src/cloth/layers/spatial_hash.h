#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <glm/vec3.hpp>

#include "core/buffer.h"
#include "core/simd.h"

namespace mangto {

/// 한 걸음 동안 곧게 움직이는 점. / A point on a straight way in a step.
struct MovingPoint {
  glm::vec3 middle;  ///< 길의 가운데
  glm::vec3 move;    ///< 시작에서 끝으로
  glm::vec3 rest;    ///< 쉬는 자리: 이것이 가까운 짝은 찾지 않는다
  std::int32_t id;
};

/// 찾을 짝. / Which pairs to find.
struct PairSearch {
  float keep;  ///< 길 위에서 이보다 가까이 지나가는 짝(m)
  float rest;  ///< 쉬는 자리는 이보다 먼 짝(m)
  float move;  ///< 점들의 길 가운데 가장 긴 것(m)
};

/// 점들을 정육면체 칸에 나누어 담고, 칸을 해시표의 자리에 놓는다. x로 이웃한 칸은 표에서도 이웃이라
/// 한 줄의 세 칸을 한 번에 훑는다. M. Teschner et al., "Optimized Spatial Hashing for Collision
/// Detection of Deformable Objects", VMV 2003.
/// Points in cubic cells, cells in a hash table. Cells that are neighbours in x are neighbours in
/// the table, so that three of a row are scanned at once.
class SpatialHash {
 public:
  /// `points`개까지 담을 자리를 잡고 비운다. / Room for that many points; false when out of memory.
  bool reserve(std::size_t points);

  void clear() { count_ = 0; }
  void add(const MovingPoint& point) { points_.data()[count_++] = point; }

  /// 서로 스쳐 지나는 짝마다 visit(id, id)를 부른다. 점의 자리와 차례에만 따르는 차례이다. 해시가
  /// 겹치면 같은 짝이 두 번 올 수 있다.
  /// Calls visit(id, id) for every pair that passes near, in an order that depends on the points
  /// alone. Where hashes meet a pair may come twice.
  template <typename Visit>
  void forEachPair(const PairSearch& search, const Visit& visit);

 private:
  struct Cell {
    std::int32_t x, y, z;
    bool operator==(const Cell&) const = default;
  };
  struct Range {
    std::int32_t first, last;
  };
  /// 한 칸의 짝이 있을 곳: 다음 칸, 다음 줄, 다음 면의 세 줄. 표의 끝에서는 둘로 나뉜다.
  /// Where the pairs of a cell are; split in two at the end of the table.
  struct Neighbourhood {
    std::array<Range, 10> ranges;
    int count = 0;
  };

  Cell cellOf(const glm::vec3& p) const;
  std::uint32_t keyOf(const Cell& cell) const;
  void addRange(const Cell& from, std::uint32_t cells, Neighbourhood& around) const;
  Neighbourhood neighbourhoodOf(const Cell& cell) const;
  void sort(float cellSize);
  float* column(std::size_t which) { return columns_.data() + which * stride_; }
  Vec3x4 loadVector(std::size_t which, std::int32_t at) {
    return {load(column(which) + at), load(column(which + 1) + at), load(column(which + 2) + at)};
  }
  Vec3x4 splatVector(std::size_t which, std::int32_t at) {
    return {splat(column(which)[at]), splat(column(which + 1)[at]), splat(column(which + 2)[at])};
  }

  /// 칸의 번호가 int를 넘지 않게 하는 한계. / Keeps cell numbers within an int.
  static constexpr float kMostCells = 1.0e9F;
  static constexpr std::size_t kMiddle = 0;
  static constexpr std::size_t kMove = 3;
  static constexpr std::size_t kRest = 6;
  static constexpr std::size_t kColumns = 9;

  float inverseCellSize_ = 1.0F;
  std::uint32_t mask_ = 0;
  std::size_t count_ = 0;
  std::size_t stride_ = 0;
  Buffer<MovingPoint> points_;
  Buffer<std::uint32_t> keys_;
  Buffer<std::int32_t> starts_;  ///< 표의 자리마다 첫 점. 끝에 하나 더 있다
  // 표의 차례대로 늘어놓은 점들. 네 개씩 읽으므로 열마다 끝에 여유가 있다.
  Buffer<float> columns_;
  Buffer<std::int32_t> ids_;
};

inline SpatialHash::Cell SpatialHash::cellOf(const glm::vec3& p) const {
  const auto floorOf = [this](float v) {
    const float scaled = std::min(std::max(v * inverseCellSize_, -kMostCells), kMostCells);
    const auto whole = static_cast<std::int32_t>(scaled);
    return whole - (static_cast<float>(whole) > scaled ? 1 : 0);
  };
  return {floorOf(p.x), floorOf(p.y), floorOf(p.z)};
}

inline std::uint32_t SpatialHash::keyOf(const Cell& cell) const {
  const std::uint32_t row = (static_cast<std::uint32_t>(cell.y) * 73856093U) ^
                            (static_cast<std::uint32_t>(cell.z) * 19349663U);
  return (row + static_cast<std::uint32_t>(cell.x)) & mask_;
}

template <typename Visit>
void SpatialHash::forEachPair(const PairSearch& search, const Visit& visit) {
  // 길 위에서 가장 가까운 곳은 가운데에서 서로의 길의 반씩까지 벗어나 있다.
  sort(search.keep + search.move);
  const std::int32_t* ids = ids_.data();
  const f32x4 keepSquared = splat(search.keep * search.keep);
  const f32x4 restSquared = splat(search.rest * search.rest);
  const f32x4 half = splat(0.5F);

  Cell last{};
  Neighbourhood around;
  for (std::int32_t k = 0; k < static_cast<std::int32_t>(count_); ++k) {
    const Cell cell = cellOf({column(0)[k], column(1)[k], column(2)[k]});
    if (k == 0 || !(cell == last)) around = neighbourhoodOf(cell);
    last = cell;
    const Vec3x4 middle = splatVector(kMiddle, k);
    const Vec3x4 move = splatVector(kMove, k);
    const Vec3x4 rest = splatVector(kRest, k);
    const auto scan = [&](Range range) {
      for (std::int32_t i = range.first; i < range.last; i += kLanes) {
        // 가운데 m, 길 w: |m + w t|² ≥ |m|² - |m·w|, t는 -½…½. 이보다 먼 짝은 스치지 않는다.
        const Vec3x4 apart = loadVector(kMiddle, i) - middle;
        const Vec3x4 way = loadVector(kMove, i) - move;
        const f32x4 least = dot(apart, apart) - abs(dot(apart, way));
        i32x4 close = least < keepSquared;
        if (!anyTrue(close)) continue;
        const Vec3x4 still = loadVector(kRest, i) - rest;
        close &= dot(still, still) >= restSquared;
        if (!anyTrue(close)) continue;
        // 가장 가까운 때는 t = -m·w/|w|².
        const f32x4 t =
            max(min(-dot(apart, way) / max(dot(way, way), splat(1.0e-12F)), half), -half);
        const Vec3x4 nearest = apart + way * t;
        close &= dot(nearest, nearest) < keepSquared;
        for (std::int32_t lane = 0; lane < kLanes && i + lane < range.last; ++lane) {
          if (close[lane] != 0 && i + lane != k) visit(ids[k], ids[i + lane]);
        }
      }
    };
    scan({k + 1, starts_.data()[keyOf(cell) + 1]});
    for (int r = 0; r < around.count; ++r) scan(around.ranges[r]);
  }
}

}  // namespace mangto
