#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/arena.h"

namespace mangto {

/// 꼭짓점마다 변으로 이어진 이웃(CSR): 오름차순이고 되풀이가 없다. / Neighbours along the edges per
/// vertex (compressed rows), ascending, without repeats.
struct Adjacency {
  std::span<std::int32_t> start;  ///< vertices + 1
  std::span<std::int32_t> neighbours;

  int degree(std::size_t vertex) const { return start[vertex + 1] - start[vertex]; }
};

/// 이웃 목록을 조각조각 만든다. 단계마다 [begin, end)를 차례로 빠짐없이 부른다. 정렬 없이
/// 오름차순이 된다: 모서리를 꼭짓점의 차례로 늘어놓고, 그 차례로 자기를 이웃의 줄에 적는다. Builds
/// the neighbours in pieces: each stage is called with consecutive ranges [begin, end) that cover
/// it. No sorting: the corners are put in the order of their vertices, and in that order each
/// vertex writes itself into the rows of its neighbours.
class AdjacencyBuilder {
 public:
  /// 결과의 자리. / Takes the place of the result.
  void carveResult(Arena& arena, std::size_t vertices, std::size_t corners) {
    adjacency_.start = arena.take<std::int32_t>(vertices + 1);
    adjacency_.neighbours = arena.take<std::int32_t>(2 * corners);
  }
  /// 만드는 동안만 쓰는 자리. / Takes what is used only while building.
  void carveScratch(Arena& arena, std::size_t vertices, std::size_t corners) {
    fill_ = arena.take<std::int32_t>(vertices);
    cornersInOrder_ = arena.take<std::int32_t>(corners);
  }

  /// 꼭짓점 하나를 더한다. / Adds a vertex.
  void addVertex() { fill_[vertices_++] = 0; }
  std::size_t vertices() const { return vertices_; }

  // 단계 1…5. corner(i)는 i째 모서리의 꼭짓점이고, 모서리 셋씩이 삼각형이다.

  template <typename Corner>
  void count(std::size_t begin, std::size_t end, Corner corner) {
    for (std::size_t i = begin; i < end; ++i) ++fill_[corner(i)];
  }

  void offset(std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      adjacency_.start[v] = next_;
      next_ += fill_[v];
      fill_[v] = next_;
    }
  }

  template <typename Corner>
  void distribute(std::size_t begin, std::size_t end, Corner corner) {
    for (std::size_t i = begin; i < end; ++i)
      cornersInOrder_[--fill_[corner(i)]] = static_cast<std::int32_t>(i);
  }

  template <typename Corner>
  void link(std::size_t begin, std::size_t end, Corner corner) {
    for (std::size_t k = begin; k < end; ++k) {
      const auto i = static_cast<std::size_t>(cornersInOrder_[k]);
      const std::size_t first = i / 3 * 3;
      for (std::size_t other = first; other < first + 3; ++other) push(corner(other), corner(i));
    }
  }

  void compact(std::size_t begin, std::size_t end) {
    if (begin == 0) next_ = 0;
    for (std::size_t v = begin; v < end; ++v) {
      const std::int32_t from = 2 * adjacency_.start[v];
      const std::int32_t degree = fill_[v] - adjacency_.start[v];
      const auto row = adjacency_.neighbours.begin() + from;
      std::copy(row, row + degree, adjacency_.neighbours.begin() + next_);
      adjacency_.start[v] = next_;
      next_ += degree;
    }
    if (end == vertices_) adjacency_.start[end] = next_;
  }

  const Adjacency& result() const { return adjacency_; }

 private:
  /// 줄마다 자리는 모서리 수의 두 배이고, 같은 꼭짓점은 잇달아 온다. / A row has room for two per
  /// corner; repeats of a vertex come one after the other.
  void push(std::int32_t row, std::int32_t vertex) {
    if (row == vertex) return;
    const std::int32_t first = adjacency_.start[row];
    const std::int32_t at = first + fill_[row];
    if (fill_[row] > first && adjacency_.neighbours[at - 1] == vertex) return;
    adjacency_.neighbours[at] = vertex;
    ++fill_[row];
  }

  Adjacency adjacency_;
  std::size_t vertices_ = 0;
  /// 꼭짓점마다: 모서리의 수, 그 끝, 그다음에는 줄의 끝. / Per vertex: its corners, their end, then
  /// the end of its row.
  std::span<std::int32_t> fill_;
  std::span<std::int32_t> cornersInOrder_;
  std::int32_t next_ = 0;
};

}  // namespace mangto
