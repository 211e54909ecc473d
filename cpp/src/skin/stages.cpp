#include "skin/stages.h"

#include <algorithm>

#include "skin/heat/heat_stages.h"

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

std::uint64_t triangles(const SkinBakeState& bake) { return bake.corners() / 3; }
std::uint64_t sortedTriangles(const SkinBakeState& bake) {
  return TriangleTree::kPasses * bake.heat.tree.size();
}
std::uint64_t leaves(const SkinBakeState& bake) { return bake.heat.tree.leaves(); }
std::uint64_t nodes(const SkinBakeState& bake) { return bake.heat.tree.nodes(); }
std::uint64_t dissected(const SkinBakeState& bake) {
  return bake.heat.dissection.items(places(bake));
}
std::uint64_t multiplications(const SkinBakeState& bake) {
  // 알기 전에는 어림.
  constexpr std::uint64_t kPerRow = 800;
  return std::max(bake.heat.factor.work(),
                  bake.heat.factor.rows() > 0 ? 0 : kPerRow * places(bake));
}
std::uint64_t solved(const SkinBakeState& bake) {
  return bake.bones.blocks() * kSolveLayers * places(bake);
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

double perSource(const SkinBakeState& bake) {
  return 600.0 + 8.0 * static_cast<double>(bake.bones.lanes().size());
}
/// 줄 하나에 든 L의 평균. / Mean entries of L per row.
double meanLength(const SkinBakeState& bake) {
  constexpr double kGuess = 30.0;
  const Factor& factor = bake.heat.factor;
  return factor.rows() == 0
             ? kGuess
             : static_cast<double>(factor.entries()) / static_cast<double>(factor.rows());
}
double perRow(const SkinBakeState& bake) { return 20.0 + 4.0 * meanLength(bake); }
double perSolve(const SkinBakeState& bake) { return 5.0 + 1.0 * meanLength(bake); }

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
bool heats(const SkinBakeOptions& options) { return options.mode == SkinMode::kHeat; }
bool links(const SkinBakeOptions& options) { return options.mode != SkinMode::kNearest; }
bool needsBox(const SkinBakeOptions& options) { return options.weld || heats(options); }
bool isNearest(const SkinBakeOptions& options) { return options.mode == SkinMode::kNearest; }

constexpr Stage kStages[] = {
    {welds, slots, about<1>, clearTable},
    {needsBox, corners, about<3>, growBox},
    {welds, vertices, about<40>, weldVertices},
    {keepsSeams, vertices, about<2>, keepVertices},
    {always, corners, about<3>, numberCorners},
    {always, vertices, about<3>, numberVertices},
    {always, corners, about<6>, countCorners},
    {links, places, about<2>, offsetRows},
    {links, corners, about<4>, distributeCorners},
    {links, corners, about<8>, linkCorners},
    {links, places, about<8>, compactRows},
    {smooths, places, perBone, measure},
    {smooths, layersOfPlaces, perLayer, bakeBlocks},
    {heats, places, about<30>, measurePlaces},
    {heats, triangles, about<120>, addTriangles},
    {heats, places, about<20>, finishSurface},
    {heats, triangles, about<30>, plantTriangles},
    {heats, sortedTriangles, about<4>, sortTriangles},
    {heats, leaves, about<60>, makeLeaves},
    {heats, nodes, about<60>, makeNodes},
    {heats, places, perSource, findNearest},
    {heats, places, about<5>, vote},
    {heats, places, about<5>, countVotes},
    {heats, places, about<5>, followVotes},
    {heats, places, about<300>, collectSources},
    {heats, dissected, about<6>, dissect},
    {heats, places, about<5>, numberRows},
    {heats, places, perRow, analyseRows},
    {heats, places, about<5>, layColumns},
    {heats, multiplications, about<1>, eliminate},
    {heats, solved, perSolve, solveBlocks},
    {heats, places, about<30>, pruneHeat},
    {links, places, about<10>, normalize},
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
