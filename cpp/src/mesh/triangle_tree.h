#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/arena.h"
#include "core/simd.h"
#include "mesh/point.h"
#include "mesh/weld.h"

namespace mangto {

/// 삼각형들의 상자 나무: 자리(모턴 차례)로 늘어놓은 넷씩이 잎이고, 상자 넷씩이 위 마디이다. 모든
/// 단계를 [begin, end)로 나누어 할 수 있다. A tree of boxes over triangles: sorted along the Morton
/// curve, four make a leaf and four boxes a node, so that no pointers and no decisions are needed.
/// Every stage can be done in consecutive ranges [begin, end).
/// G. M. Morton, "A Computer Oriented Geodetic Data Base", IBM, 1966.
class TriangleTree {
 public:
  static constexpr std::size_t kPasses = 3;

  /// 많아야 `triangles`개를 담는다. / Room for so many triangles.
  void carve(Arena& arena, std::size_t triangles);

  /// 삼각형을 더한다. `box`는 모두를 감싼다. / Adds a triangle; `box` is that around all of them.
  void add(const Bounds& box, const Point& a, const Point& b, const Point& c,
           std::int32_t triangle);
  std::size_t size() const { return size_; }

  /// 기수 정렬의 pass째. / Pass of the radix sort, over the items 0…size().
  void sort(std::size_t pass, std::size_t begin, std::size_t end);

  std::size_t leaves() const { return (size_ + kLanes - 1) / kLanes; }
  /// cornerOf(삼각형, k): 그 k째 점. / Its k-th corner.
  template <typename CornerOf>
  void makeLeaves(std::size_t begin, std::size_t end, CornerOf cornerOf);

  /// 잎 위의 마디들, 아래층부터: 잎들이 다 되면 그 수를 안다. / The nodes above the leaves, from
  /// the lowest level up; how many is known when the leaves are made.
  std::size_t nodes() const { return levelStart_[levels_]; }
  void makeNodes(std::size_t begin, std::size_t end);

  /// 선분 from → to가 안에서 밖으로 나가는지: 앞면을 등지고 지나는 삼각형이 있는지. 들여다본 마디와
  /// 잎만큼 `effort`가 자라고, `most`에 이르면 더 찾지 않고 나간 것으로 본다. / Whether the segment
  /// leaves the mesh: whether it crosses a triangle from its back. `effort` grows by the nodes and
  /// leaves that were looked at; a segment at which it reaches `most` counts as leaving.
  bool isLeftBetween(const Point& from, const Point& to, std::uint64_t& effort,
                     std::uint64_t most) const;

 private:
  static constexpr std::size_t kBuckets = 1024;
  static constexpr std::size_t kMostLevels = 16;

  static void setLane(Vec3x4& to, std::size_t lane, const Point& p) {
    to.x[lane] = p[0];
    to.y[lane] = p[1];
    to.z[lane] = p[2];
  }
  void layLevels();
  void boxBelow(std::size_t level, std::size_t child, Point& low, Point& high) const;

  struct Leaf {
    Vec3x4 corner, u, v;
  };
  struct Boxes {
    Vec3x4 low, high;
  };

  std::span<std::uint32_t> codes_, codesAside_;
  std::span<std::int32_t> triangles_, trianglesAside_;
  std::array<std::array<std::uint32_t, kBuckets>, kPasses> fill_{};
  std::size_t size_ = 0;
  std::span<Leaf> leaves_;
  std::span<Boxes> nodes_;  ///< 한 마디는 아래 것 넷의 상자이다. / The boxes of its four below.
  std::array<std::size_t, kMostLevels + 1> levelStart_{};
  std::size_t levels_ = 0;
};

template <typename CornerOf>
void TriangleTree::makeLeaves(std::size_t begin, std::size_t end, CornerOf cornerOf) {
  for (std::size_t i = begin; i < end; ++i) {
    Leaf& leaf = leaves_[i];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      // 남는 줄기는 마지막 삼각형을 되풀이한다.
      const std::int32_t t = triangles_[std::min(kLanes * i + lane, size_ - 1)];
      const Point a = cornerOf(t, 0);
      const Point b = cornerOf(t, 1);
      const Point c = cornerOf(t, 2);
      setLane(leaf.corner, lane, a);
      setLane(leaf.u, lane, b - a);
      setLane(leaf.v, lane, c - a);
    }
  }
  if (end == leaves()) layLevels();
}

}  // namespace mangto
