#include "skin/heat/dissection.h"

#include <algorithm>
#include <limits>

namespace mangto {
namespace {

constexpr std::size_t kSpareNodes = 64;
constexpr std::uint8_t kNoAxis = 3;
// 가장자리의 점은 쪽(0, 1)에 이것을 더한다.
constexpr unsigned kBorder = 2;

}  // namespace

void Dissection::carve(Arena& arena, std::size_t places) {
  nodes_ = arena.take<Node>(places / 2 + kSpareNodes);
  nodeOf_ = arena.take<std::int32_t>(places);
  side_ = arena.take<std::uint8_t>(places);
}

void Dissection::start(std::size_t places) {
  places_ = places;
  levels_ = 1;
  std::fill(nodeOf_.begin(), nodeOf_.begin() + static_cast<std::ptrdiff_t>(places), 0);
  addNode(-1);
}

/// 자리가 없으면 -1: 그때 점들은 가르는 것들과 함께 남는다. / -1 when there is no room: the places
/// then stay with those that part.
std::int32_t Dissection::addNode(std::int32_t parent) {
  if (nodeCount_ == nodes_.size()) return -1;
  constexpr float kFar = std::numeric_limits<float>::infinity();
  Node& node = nodes_[nodeCount_];
  node = {};
  node.low = {kFar, kFar, kFar};
  node.high = {-kFar, -kFar, -kFar};
  node.child = {-1, -1};
  node.parent = parent;
  node.axis = kNoAxis;
  return static_cast<std::int32_t>(nodeCount_++);
}

void Dissection::measure(Node& node, const Point& point) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    node.low[axis] = std::min(node.low[axis], point[axis]);
    node.high[axis] = std::max(node.high[axis], point[axis]);
    node.sum[axis] += point[axis];
  }
  ++node.count;
}

void Dissection::chooseSide(Node& node, std::size_t place, const Point& point) {
  if (node.axis == kNoAxis) {
    const Point side = node.high - node.low;
    node.axis = side[1] > side[0] ? 1 : 0;
    if (side[2] > side[node.axis]) node.axis = 2;
    node.middle = static_cast<float>(node.sum[node.axis] / node.count);
    node.splits = node.count > kSmall && side[node.axis] > 0.0F;
  }
  side_[place] = point[node.axis] > node.middle ? 1 : 0;
}

void Dissection::findBorder(Node& node, std::size_t place, const Adjacency& adjacency) {
  const unsigned side = side_[place];
  for (std::int32_t k = adjacency.start[place]; k < adjacency.start[place + 1]; ++k) {
    const std::int32_t other = adjacency.neighbours[k];
    if (nodeOf_[other] != nodeOf_[place] || (side_[other] & 1U) == side) continue;
    side_[place] |= kBorder;
    ++node.border[side];
    return;
  }
}

void Dissection::part(Node& node, std::size_t place) {
  const unsigned separator = node.border[1] < node.border[0] ? 1 : 0;
  if (side_[place] == (separator | kBorder)) return;
  std::int32_t& child = node.child[side_[place] & 1U];
  if (child < 0) child = addNode(nodeOf_[place]);
  if (child >= 0) nodeOf_[place] = child;
}

void Dissection::run(std::uint64_t begin, std::uint64_t end, const Adjacency& adjacency,
                     std::span<const Point> points) {
  for (std::uint64_t item = begin; item < end; ++item) {
    const auto place = static_cast<std::size_t>(item % places_);
    const auto pass = static_cast<unsigned>(item / places_ % kPasses);
    if (pass == 0 && place == 0) enterLevel();
    if (levelFirst_ == levelEnd_) return;
    if (static_cast<std::size_t>(nodeOf_[place]) < levelFirst_) continue;
    Node& node = nodes_[nodeOf_[place]];
    if (pass == 0) {
      measure(node, points[place]);
    } else if (pass == 1) {
      chooseSide(node, place, points[place]);
    } else if (node.splits) {
      if (pass == 2) findBorder(node, place, adjacency);
      if (pass == 3) part(node, place);
    }
  }
}

void Dissection::enterLevel() {
  levelFirst_ = levelEnd_;
  levelEnd_ = nodeCount_;
  if (levelFirst_ < levelEnd_ && levels_ < kMostLevels) ++levels_;
}

void Dissection::sum(std::size_t begin, std::size_t end) {
  for (std::size_t item = begin; item < end; ++item) {
    const Node& node = nodes_[nodeCount_ - 1 - item];
    if (node.parent >= 0) nodes_[node.parent].size += node.size;
  }
}

void Dissection::lay(std::size_t begin, std::size_t end) {
  for (std::size_t k = begin; k < end; ++k) {
    Node& node = nodes_[k];
    // 아래 둘이 먼저, 가르는 점들이 나중이다. 뿌리의 next는 0에서 시작한다.
    for (const std::int32_t child : node.child) {
      if (child < 0) continue;
      nodes_[child].next = node.next;
      node.next += nodes_[child].size;
    }
  }
}

}  // namespace mangto
