#include "skin/stages.h"

#include <algorithm>

namespace mangto {
namespace {

// 항목의 수.
std::uint64_t slots(const SkinBakeState& bake) { return bake.table.size(); }
std::uint64_t corners(const SkinBakeState& bake) { return bake.corners(); }
std::uint64_t vertices(const SkinBakeState& bake) { return bake.vertices(); }
/// 용접하기 전에는 점마다 한 자리로 어림한다. / Before welding, one per vertex is assumed.
std::uint64_t places(const SkinBakeState& bake) {
  return bake.places > 0 ? bake.places : bake.vertices();
}

/// 블록마다의 층: 무게를 매기고, passes번 고르게 하고, 가장 큰 것들을 남긴다. / Layers per block of
/// bones: weighing, the passes of smoothing, keeping the largest.
std::uint64_t layers(const SkinBakeState& bake) {
  return static_cast<std::uint64_t>(bake.options.smoothingPasses) + 2;
}
std::uint64_t layersOfPlaces(const SkinBakeState& bake) {
  return bake.bones.blocks() * layers(bake) * places(bake);
}

// 한 항목의 값(ns).
template <int nanoseconds>
double about(const SkinBakeState& /*bake*/) {
  return nanoseconds;
}
double perBone(const SkinBakeState& bake) {
  return 10.0 + 12.0 * static_cast<double>(bake.bones.lanes().size());
}
double perLayer(const SkinBakeState& bake) { return 5.0 + 1.6 * bake.meanDegree; }

void countCorners(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  bake.adjacency.count(static_cast<std::size_t>(begin), static_cast<std::size_t>(end),
                       [&](std::size_t i) { return bake.placeAt(i); });
  for (auto i = static_cast<std::size_t>(begin); i < end; ++i) {
    if (i % 3 != 2) continue;
    const std::int32_t a = bake.placeAt(i - 2);
    const std::int32_t b = bake.placeAt(i - 1);
    const std::int32_t c = bake.placeAt(i);
    if (a == b || b == c || c == a) ++bake.report.degenerateTriangles;
    bake.islands.join(a, b);
    bake.islands.join(b, c);
  }
  bake.report.islands = bake.islands.count() - bake.report.isolatedVertices;
}
void offsetRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  bake.adjacency.offset(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
}
void distributeCorners(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  bake.adjacency.distribute(static_cast<std::size_t>(begin), static_cast<std::size_t>(end),
                            [&](std::size_t i) { return bake.placeAt(i); });
}
void linkCorners(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  bake.adjacency.link(static_cast<std::size_t>(begin), static_cast<std::size_t>(end),
                      [&](std::size_t i) { return bake.placeAt(i); });
}
void compactRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  bake.adjacency.compact(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
  if (end == bake.places) {
    bake.meanDegree = static_cast<double>(bake.adjacency.result().start[bake.places]) /
                      static_cast<double>(bake.places);
  }
}

void runLayer(SkinBakeState& bake, std::uint64_t layer, std::size_t begin, std::size_t end) {
  const auto block = static_cast<std::size_t>(layer / layers(bake));
  const auto step = static_cast<std::size_t>(layer % layers(bake));
  if (step == 0) {
    weigh(bake, block, begin, end);
  } else if (step + 1 < layers(bake)) {
    smooth(bake, step - 1, begin, end);
  } else {
    keepLargest(bake, block, begin, end);
  }
}

void bakeBlocks(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  while (begin < end) {
    const std::uint64_t layer = begin / bake.places;
    const auto first = static_cast<std::size_t>(begin % bake.places);
    const auto last =
        static_cast<std::size_t>(std::min<std::uint64_t>(bake.places, first + (end - begin)));
    runLayer(bake, layer, first, last);
    begin += last - first;
  }
}

bool always(const SkinBakeOptions& /*options*/) { return true; }
bool welds(const SkinBakeOptions& options) { return options.weld; }
bool keepsSeams(const SkinBakeOptions& options) { return !options.weld; }
bool smooths(const SkinBakeOptions& options) { return options.mode == SkinMode::kSmooth; }
bool isNearest(const SkinBakeOptions& options) { return options.mode == SkinMode::kNearest; }

constexpr Stage kStages[] = {
    {welds, slots, about<1>, clearTable},
    {welds, corners, about<3>, growBox},
    {welds, vertices, about<40>, weldVertices},
    {keepsSeams, vertices, about<2>, keepVertices},
    {always, corners, about<3>, numberCorners},
    {always, vertices, about<3>, numberVertices},
    {always, corners, about<6>, countCorners},
    {smooths, places, about<2>, offsetRows},
    {smooths, corners, about<4>, distributeCorners},
    {smooths, corners, about<8>, linkCorners},
    {smooths, places, about<8>, compactRows},
    {smooths, places, perBone, measure},
    {smooths, layersOfPlaces, perLayer, bakeBlocks},
    {smooths, places, about<10>, normalize},
    {isNearest, places, perBone, chooseNearest},
    {always, vertices, about<3>, spread},
};

}  // namespace

std::vector<Stage> stagesOf(const SkinBakeOptions& options) {
  std::vector<Stage> stages;
  for (const Stage& stage : kStages) {
    if (stage.applies(options)) stages.push_back(stage);
  }
  return stages;
}

}  // namespace mangto
