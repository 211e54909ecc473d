#include "skin/stages.h"

#include <algorithm>
#include <cmath>

#include "skin/heat/heat_stages.h"

namespace mangto {
namespace {

// 항목의 수.
std::uint64_t pages(const SkinBakeState& bake) { return bake.arena.pages(); }
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
std::uint64_t parted(const SkinBakeState& bake) { return bake.heat.dissection.nodes(); }
std::uint64_t placesAndNeighbours(const SkinBakeState& bake) {
  const double neighbours = bake.meanDegree * static_cast<double>(places(bake));
  return places(bake) + static_cast<std::uint64_t>(std::llround(neighbours));
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
/// 두 끝의 뼈가 다른 변은 드물다. / Few edges go from one bone to another.
double perSample(const SkinBakeState& bake) { return 10.0 + 0.05 * perSource(bake); }
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

/// 처음 만지는 쪽은 운영체제가 그때 마련한다: 그 시간도 나눈다. / The system provides a page when
/// it is first touched: that time is sliced, too.
void touchPages(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  bake.arena.touch(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
}
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

/// 늘 끝까지 하는 단계. / A stage that never stops early.
template <void (*run)(SkinBakeState&, std::uint64_t, std::uint64_t)>
std::uint64_t toEnd(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  run(bake, begin, end);
  return end;
}

constexpr Stage kStages[] = {
    {always, pages, about<2000>, toEnd<touchPages>},
    {welds, slots, about<1>, toEnd<clearTable>},
    {needsBox, corners, about<3>, toEnd<growBox>},
    {welds, vertices, about<40>, toEnd<weldVertices>},
    {keepsSeams, vertices, about<2>, toEnd<keepVertices>},
    {always, corners, about<3>, toEnd<numberCorners>},
    {always, vertices, about<3>, toEnd<numberVertices>},
    {always, corners, about<6>, toEnd<countCorners>},
    {links, places, about<2>, toEnd<offsetRows>},
    {links, corners, about<4>, toEnd<distributeCorners>},
    {links, corners, about<8>, toEnd<linkCorners>},
    {links, places, about<8>, toEnd<compactRows>},
    {smooths, places, perBone, toEnd<measure>},
    {smooths, layersOfPlaces, perLayer, toEnd<bakeBlocks>},
    {heats, places, about<30>, toEnd<measurePlaces>},
    {heats, triangles, about<120>, toEnd<addTriangles>},
    {heats, places, about<20>, toEnd<finishSurface>},
    {heats, triangles, about<30>, toEnd<plantTriangles>},
    {heats, sortedTriangles, about<4>, toEnd<sortTriangles>},
    {heats, leaves, about<60>, toEnd<makeLeaves>},
    {heats, nodes, about<60>, toEnd<makeNodes>},
    {heats, places, perSource, findNearest},
    {heats, places, about<5>, toEnd<vote>},
    {heats, places, about<5>, toEnd<countVotes>},
    {heats, places, about<5>, toEnd<followVotes>},
    {heats, placesAndNeighbours, perSample, collectSources},
    {heats, dissected, about<6>, toEnd<dissect>},
    {heats, places, about<5>, toEnd<countRows>},
    {heats, parted, about<5>, toEnd<sumRows>},
    {heats, parted, about<5>, toEnd<layRows>},
    {heats, places, about<5>, toEnd<numberRows>},
    {heats, places, perRow, toEnd<analyseRows>},
    {heats, places, about<5>, toEnd<layColumns>},
    {heats, multiplications, about<1>, toEnd<eliminate>},
    {heats, solved, perSolve, toEnd<solveBlocks>},
    {heats, places, about<30>, toEnd<pruneHeat>},
    {links, places, about<10>, toEnd<normalize>},
    {isNearest, places, perBone, toEnd<chooseNearest>},
    {always, vertices, about<3>, toEnd<spread>},
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
