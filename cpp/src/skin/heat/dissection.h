#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/arena.h"
#include "mesh/adjacency.h"
#include "mesh/point.h"

namespace mangto {

/// 소거의 차례(중첩 이등분): 점들을 가장 긴 축의 평균에서 둘로 가르고, 두 쪽을 가르는 점들을 맨
/// 뒤에 둔다. 그래서 소거가 채우는 자리가 적다. Elimination order by nested dissection: the places
/// are halved at the mean of the longest axis, and those that part the halves come last, so that
/// elimination fills in little. A. George, "Nested Dissection of a Regular Finite Element Mesh",
/// SIAM J. Numer. Anal. 10(2), 1973.
class Dissection {
 public:
  void carve(Arena& arena, std::size_t places);
  void start(std::size_t places);

  /// 층마다 네 번 모든 점을 지난다. 층의 수는 다 갈라야 안다. / Four passes over the places per
  /// level; how many levels there are is known only at the end.
  std::uint64_t items(std::uint64_t places) const {
    return kPasses * std::max<std::uint64_t>(levels_, 1) * places;
  }
  void run(std::uint64_t begin, std::uint64_t end, const Adjacency& adjacency,
           std::span<const Point> points);

  // 갈라진 것들의 크기와 차례: 점마다 세고, 마디마다 아래의 것을 더하고, 마디마다 자리를 정한다.
  std::size_t nodes() const { return nodeCount_; }
  void count(std::size_t place) { ++nodes_[nodeOf_[place]].size; }
  /// 마지막 마디부터: 마디 = 마디의 수 - 1 - 항목. / From the last node to the first.
  void sum(std::size_t begin, std::size_t end);
  void lay(std::size_t begin, std::size_t end);
  /// 점의 차례. 점마다 한 번, 점의 차례로. / The position of a place in the order; to be called
  /// once per place, ascending.
  std::int32_t take(std::size_t place) { return nodes_[nodeOf_[place]].next++; }

 private:
  static constexpr unsigned kPasses = 4;
  static constexpr int kSmall = 12;
  static constexpr std::size_t kMostLevels = 48;

  struct Node {
    Point low, high;
    std::array<double, 3> sum;
    int count;                  ///< 지금 가진 점. / Places it has at present.
    std::array<int, 2> border;  ///< 쪽마다 건너편과 닿은 점. / Places that touch the other side.
    std::array<std::int32_t, 2> child;
    std::int32_t parent;
    std::int32_t size;  ///< 아래까지 모두. / With all below.
    std::int32_t next;
    std::uint8_t axis;
    bool splits;
    float middle;
  };

  std::int32_t addNode(std::int32_t parent);
  void enterLevel();
  // 네 번의 지나기.
  void measure(Node& node, const Point& point);
  void chooseSide(Node& node, std::size_t place, const Point& point);
  void findBorder(Node& node, std::size_t place, const Adjacency& adjacency);
  void part(Node& node, std::size_t place);

  std::span<Node> nodes_;
  std::size_t nodeCount_ = 0;
  std::size_t levelFirst_ = 0;  ///< 이 층의 첫 마디. / First node of the present level.
  std::size_t levelEnd_ = 0;
  std::span<std::int32_t> nodeOf_;
  std::span<std::uint8_t> side_;  ///< 0, 1; 가장자리면 +2 / +2 on the border
  std::size_t places_ = 0;
  std::size_t levels_ = 0;
};

}  // namespace mangto
