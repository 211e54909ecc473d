#include <algorithm>

#include "skin/stages.h"

namespace mangto {
namespace {

std::int32_t addPlace(SkinBakeState& bake, std::int32_t vertex) {
  bake.vertexOf[bake.places] = vertex;
  bake.adjacency.addVertex();
  bake.islands.addVertex();
  return static_cast<std::int32_t>(bake.places++);
}

}  // namespace

void clearTable(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  std::fill(bake.table.begin() + static_cast<std::ptrdiff_t>(begin),
            bake.table.begin() + static_cast<std::ptrdiff_t>(end), -1);
}

void growBox(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t i = begin; i < end; ++i)
    bake.box.add(bake.positionOf(bake.vertexAt(static_cast<std::size_t>(i))));
}

void weldVertices(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  if (begin == 0) bake.welder.emplace(bake.options.positions, weldTolerance(bake.box), bake.table);
  for (auto v = static_cast<std::size_t>(begin); v < end; ++v) {
    const auto vertex = static_cast<std::int32_t>(v);
    bake.placeOf[v] = bake.welder->add(vertex);
    bake.placeOfFirst[v] = -1;
    if (bake.placeOf[v] != vertex) ++bake.report.weldedVertices;
  }
}

void keepVertices(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  for (auto v = static_cast<std::size_t>(begin); v < end; ++v) {
    bake.placeOf[v] = static_cast<std::int32_t>(v);
    bake.placeOfFirst[v] = -1;
  }
}

void numberCorners(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  for (auto i = static_cast<std::size_t>(begin); i < end; ++i) {
    const std::int32_t vertex = bake.placeAt(i);
    std::int32_t& place = bake.placeOfFirst[vertex];
    if (place < 0) place = addPlace(bake, vertex);
  }
}

void numberVertices(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  for (auto v = static_cast<std::size_t>(begin); v < end; ++v) {
    std::int32_t& place = bake.placeOfFirst[bake.placeOf[v]];
    if (place < 0) {
      place = addPlace(bake, bake.placeOf[v]);
      ++bake.report.isolatedVertices;
    }
    bake.placeOf[v] = place;
  }
}

}  // namespace mangto
