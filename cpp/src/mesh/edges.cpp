#include "mesh/edges.h"

#include <algorithm>
#include <tuple>

namespace mangto {
namespace {

/// 삼각형의 변 하나. / One side of a triangle.
struct Side {
  std::int32_t a;
  std::int32_t b;
  std::int32_t triangle;
  std::int32_t opposite;
};

}  // namespace

std::int32_t EdgeList::find(std::int32_t a, std::int32_t b) const {
  const auto key = std::minmax(a, b);
  const auto found =
      std::lower_bound(edges.begin(), edges.end(), key, [](const Edge& edge, const auto& pair) {
        return std::tie(edge.a, edge.b) < std::tie(pair.first, pair.second);
      });
  const bool exists = found != edges.end() && found->a == key.first && found->b == key.second;
  return exists ? static_cast<std::int32_t>(found - edges.begin()) : -1;
}

EdgeList findEdges(std::span<const std::int32_t> triangles) {
  std::vector<Side> sides;
  sides.reserve(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t from = triangles[i + k];
      const std::int32_t to = triangles[i + (k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), static_cast<std::int32_t>(i / 3),
                       triangles[i + (k + 2) % 3]});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& l, const Side& r) {
    return std::tie(l.a, l.b, l.triangle) < std::tie(r.a, r.b, r.triangle);
  });

  EdgeList list;
  list.edges.reserve(sides.size());
  list.opposite.reserve(sides.size());
  const std::int32_t last =
      triangles.empty() ? -1 : *std::max_element(triangles.begin(), triangles.end());
  // 점마다, 마지막으로 맞은편이었던 변: 되풀이를 한 번에 알아본다.
  std::vector<std::int32_t> seenBy(static_cast<std::size_t>(last) + 1, -1);
  for (std::size_t i = 0; i < sides.size();) {
    const Side first = sides[i];
    const auto edge = static_cast<std::int32_t>(list.edges.size());
    const auto start = static_cast<std::int32_t>(list.opposite.size());
    for (; i < sides.size() && sides[i].a == first.a && sides[i].b == first.b; ++i) {
      if (seenBy[sides[i].opposite] == edge) continue;
      seenBy[sides[i].opposite] = edge;
      list.opposite.push_back(sides[i].opposite);
    }
    list.edges.push_back(
        {first.a, first.b, start, static_cast<std::int32_t>(list.opposite.size()) - start});
  }
  return list;
}

}  // namespace mangto
