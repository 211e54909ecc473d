#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mangto {

/// 변 a < b와 그 변을 가진 삼각형들의 맞은편 꼭짓점. / An edge a < b and the opposite vertices of
/// its triangles.
struct Edge {
  std::int32_t a;
  std::int32_t b;
  std::int32_t firstOpposite;
  std::int32_t opposites;
};

struct EdgeList {
  std::vector<Edge> edges;  ///< ascending by (a, b)
  /// 변마다, 삼각형의 차례대로, 되풀이 없이. / Per edge in the order of the triangles, without
  /// repeats.
  std::vector<std::int32_t> opposite;

  /// 변 ab의 번호, 없으면 -1. / Index of the edge ab, -1 if there is none.
  std::int32_t find(std::int32_t a, std::int32_t b) const;
};

/// 삼각형(꼭짓점 셋이 서로 다르다)들의 변. / Edges of triangles whose three vertices differ.
EdgeList findEdges(std::span<const std::int32_t> triangles);

}  // namespace mangto
