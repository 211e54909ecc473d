#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>

#include "cloth/colliders/bounds3.h"
#include "core/buffer.h"

namespace mangto {

/// 움직이는 삼각형들의 상자 나무. 갈래는 한 번 정하고, 상자만 걸음마다 새로 고친다.
/// Tree of boxes over moving triangles. It branches once and for all; only the boxes are refitted.
class BodyTree {
 public:
  /// `centers`: 삼각형마다 가운데. 메모리가 모자라면 false. / Centre of each triangle; false when
  /// out of memory.
  bool build(std::span<const glm::vec3> centers);

  /// `boundsOf(triangle)`로 상자를 새로 고친다. / Refits the boxes.
  template <typename BoundsOf>
  void refit(const BoundsOf& boundsOf) {
    const std::span<Node> nodes = nodes_.span();
    // 갈래는 언제나 제 어미보다 뒤에 있다.
    for (std::size_t i = nodes.size(); i-- > 0;) {
      Node& node = nodes[i];
      if (node.count == 0) {
        node.bounds = join(nodes[i + 1].bounds, nodes[node.first].bounds);
        continue;
      }
      node.bounds = boundsOf(order_.span()[node.first]);
      for (std::int32_t k = 1; k < node.count; ++k)
        node.bounds = join(node.bounds, boundsOf(order_.span()[node.first + k]));
    }
  }

  /// 상자에 닿을 수 있는 삼각형마다. / For every triangle that may meet the box.
  template <typename Visit>
  void forOverlaps(const Bounds3& bounds, const Visit& visit) const {
    const std::span<const Node> nodes = nodes_.span();
    std::int32_t stack[kMaxDepth];
    int depth = 0;
    if (!nodes.empty()) stack[depth++] = 0;
    while (depth > 0) {
      const std::int32_t i = stack[--depth];
      const Node& node = nodes[i];
      if (!node.bounds.overlaps(bounds)) continue;
      if (node.count == 0) {
        stack[depth++] = node.first;
        stack[depth++] = i + 1;
        continue;
      }
      for (std::int32_t k = 0; k < node.count; ++k) visit(order_.span()[node.first + k]);
    }
  }

 private:
  // 반씩 나누므로 2³¹개라도 이보다 깊지 않다.
  static constexpr int kMaxDepth = 64;

  /// 갈래이면 왼쪽은 바로 다음, 오른쪽은 `first`. 잎이면 order_의 `first`부터 `count`개.
  /// A branch has its left child next and the right one at `first`; a leaf has `count` triangles.
  struct Node {
    Bounds3 bounds;
    std::int32_t first, count;
  };

  void split(std::span<const glm::vec3> centers, std::int32_t first, std::int32_t count);

  Buffer<Node> nodes_;
  Buffer<std::int32_t> order_;
};

}  // namespace mangto
