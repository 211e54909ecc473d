#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/arena.h"

namespace mangto {

/// 변으로 이어진 조각의 수를 센다(합집합-찾기, 길을 반으로 줄이기). / Counts connected components
/// (union-find with path halving).
class Islands {
 public:
  void carve(Arena& arena, std::size_t vertices) { parent_ = arena.take<std::int32_t>(vertices); }

  /// 혼자인 꼭짓점을 더한다. / Adds a vertex on its own.
  void addVertex() {
    parent_[vertices_] = static_cast<std::int32_t>(vertices_);
    ++vertices_;
    ++count_;
  }

  void join(std::int32_t a, std::int32_t b) {
    a = rootOf(a);
    b = rootOf(b);
    if (a == b) return;
    parent_[std::max(a, b)] = std::min(a, b);
    --count_;
  }

  int count() const { return count_; }

  /// 조각의 대표. / Representative of the component.
  std::int32_t rootOf(std::int32_t vertex) {
    while (parent_[vertex] != vertex) {
      parent_[vertex] = parent_[parent_[vertex]];
      vertex = parent_[vertex];
    }
    return vertex;
  }

 private:
  std::span<std::int32_t> parent_;
  std::size_t vertices_ = 0;
  int count_ = 0;
};

}  // namespace mangto
