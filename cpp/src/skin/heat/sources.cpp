#include <algorithm>
#include <array>

#include "core/check.h"
#include "skin/heat/heat_stages.h"
#include "skin/heat/nearest.h"
#include "skin/stages.h"

namespace mangto {
namespace {

// 이보다 작은 조각(전체 넓이에 대한 몫)의 이만큼이 한 뼈를 따르면 모두가 따른다.
constexpr float kSmallPiece = 0.05F;
constexpr float kMajority = 0.75F;
// 자리마다 데우는 뼈의 넉넉한 어림.
constexpr std::size_t kSourcesPerPlace = 4;
// 두 끝의 뼈가 다른 변은 여기(가까운 끝에서의 비율)에서도 잰다.
constexpr std::array<float, 2> kSamples{0.25F, 0.5F};
// 자리의 열은 이웃과 주고받는 것의 이만큼보다 작지 않다: 소거가 0으로 나누지 않는다.
constexpr float kLeastShare = 3.0e-5F;
constexpr float kLeastHeat = 1.0e-12F;
// 열은 한 변에서 이보다 더 사그라지지 않는다: 셈이 넘치지 않는다.
constexpr float kMostDecay = 1.0e6F;

/// 한 조각에서 찾는 데 들인 수고. 찾기 하나의 값은 몇 천 배까지 다르다. / The effort that a piece
/// has spent on searches, whose costs differ by thousands.
class Effort {
 public:
  explicit Effort(const HeatState& heat) : heat_(heat), start_(heat.effort) {}
  bool goesOn() const { return heat_.effort - start_ < kMost; }

 private:
  static constexpr std::uint64_t kMost = 2000;
  const HeatState& heat_;
  std::uint64_t start_;
};

std::size_t pieceOf(SkinBakeState& bake, std::size_t place) {
  return static_cast<std::size_t>(bake.islands.rootOf(static_cast<std::int32_t>(place)));
}

}  // namespace

std::uint64_t findNearest(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  HeatState& heat = bake.heat;
  const Effort effort(heat);
  auto place = static_cast<std::size_t>(begin);
  for (; place < end && effort.goesOn(); ++place) {
    heat.nearest[place] = findHeat(bake, heat.points[place], heat.normals[place]);
    if (heat.nearest[place].blind) ++bake.report.unseenPlaces;
    clearKept(bake, place);
  }
  return place;
}

// R. S. Boyer, J. S. Moore, "MJRTY: A Fast Majority Vote Algorithm", 1981.
void vote(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  HeatState& heat = bake.heat;
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place) {
    const std::size_t piece = pieceOf(bake, place);
    if (heat.lead[piece] == 0) heat.favourite[piece] = heat.nearest[place].lane();
    heat.lead[piece] += heat.favourite[piece] == heat.nearest[place].lane() ? 1 : -1;
    ++heat.voters[piece];
  }
}

void countVotes(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  HeatState& heat = bake.heat;
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place) {
    const std::size_t piece = pieceOf(bake, place);
    if (piece == place) heat.lead[piece] = 0;  // 대표는 조각의 첫 자리이다
    if (heat.favourite[piece] == heat.nearest[place].lane()) ++heat.lead[piece];
  }
}

void followVotes(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  HeatState& heat = bake.heat;
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place) {
    const std::size_t piece = pieceOf(bake, place);
    if (heat.pieceArea[piece] >= kSmallPiece * heat.wholeArea) continue;
    if (!(static_cast<float>(heat.lead[piece]) >
          kMajority * static_cast<float>(heat.voters[piece])))
      continue;
    HeatAt& own = heat.nearest[place];
    own.sources[0] = {heat.favourite[piece], own.heat()};
    own.count = 1;
    if (piece == place) ++bake.report.rigidIslands;
  }
}

namespace {

/// 자리가 뼈 하나에서 받는 것은 하나로 모은다. / What a place gets from one bone is one source.
bool addTo(HeatState& heat, std::int32_t lane, float value) {
  const auto own = heat.sources.span().subspan(heat.sourceStart[heat.collected.place]);
  const auto same = std::find_if(own.begin(), own.end(),
                                 [lane](const HeatSource& source) { return source.lane == lane; });
  if (same == own.end()) return heat.sources.push({lane, value});
  same->heat += value;
  return true;
}

/// factor배의 열. / The heat times `factor`.
bool addHeat(HeatState& heat, const HeatAt& from, float factor) {
  const auto sources = from.all();
  return std::all_of(sources.begin(), sources.end(), [&](const HeatSource& source) {
    return addTo(heat, source.lane, factor * source.heat);
  });
}

bool followSame(const HeatAt& a, const HeatAt& b) {
  return a.count == 1 && b.count == 1 && a.lane() == b.lane();
}

/// 변의 몫은, 두 끝의 뼈가 다르면 변 위의 여러 곳에서 잰다: 성긴 그물에서도 경계가 제자리에 있다.
/// The share of an edge whose ends have different bones is measured on the way, so that borders are
/// in place on coarse meshes, too. False when out of memory.
bool addSamples(SkinBakeState& bake, std::size_t place, std::size_t other, float area) {
  HeatState& heat = bake.heat;
  const float share = area / static_cast<float>(kSamples.size());
  for (const float t : kSamples) {
    const Point point = heat.points[place] * (1.0F - t) + heat.points[other] * t;
    const Point normal = heat.normals[place] * (1.0F - t) + heat.normals[other] * t;
    if (!addHeat(heat, findHeat(bake, point, unit(normal)), share)) return false;
  }
  return true;
}

/// 한 변에서 열이 사그라지는 만큼, 성긴 그물에 주는 몫. / What becomes of an edge's shares on a
/// coarse mesh, as heat decays along it.
struct Decay {
  float exchange;  ///< of the conductance
  float uptake;    ///< of the area
};

/// 변을 따라 u'' = κ²u의 참된 해는 지수 함수이고(κ² = c / 거리²), x = κ · 길이에 대해 주고받는 몫은
/// x / sinh x, 받는 몫은 tanh(x/2) / (x/2)이다(멱급수와 파데 근사). 열은 변과 나란히만 흐르지
/// 않으므로 방향의 평균 cos² = 1/2을 곱한다. Along an edge the exact solution of u'' = κ²u is
/// exponential, which fits its shares as above; heat flows at any angle to the edge, hence the
/// mean cos² = 1/2. J. J. H. Miller, E. O'Riordan, G. I. Shishkin, "Fitted Numerical Methods for
/// Singular Perturbation Problems", 1996.
Decay decayAlong(const HeatState& heat, std::size_t place, std::size_t other) {
  const Point apart = heat.points[place] - heat.points[other];
  const float mean = 0.5F * (heat.nearest[place].heat() + heat.nearest[other].heat());
  const float squared = std::min(0.5F * mean * dot(apart, apart), kMostDecay);  // x²
  const float z = 0.25F * squared;
  return {1.0F / (1.0F + squared / 6.0F * (1.0F + squared / 20.0F * (1.0F + squared / 42.0F))),
          (945.0F + z * (105.0F + z)) / (945.0F + z * (420.0F + z * 15.0F))};
}

/// 자리의 넓이는 삼각형마다 1/3, 곧 그 두 변마다 1/6. / The area of a place is a third of each
/// triangle: a sixth for each of its two edges.
bool addEdge(SkinBakeState& bake, std::size_t place, std::size_t k) {
  constexpr float kSixth = 1.0F / 6.0F;
  HeatState& heat = bake.heat;
  const auto other = static_cast<std::size_t>(bake.adjacency.result().neighbours[k]);
  const Decay decay = decayAlong(heat, place, other);
  heat.edges[k] *= decay.exchange;
  const float share = kSixth * heat.edgeAreas[k] * decay.uptake;
  heat.collected.exchanged += heat.edges[k];
  if (!followSame(heat.nearest[place], heat.nearest[other]))
    return addSamples(bake, place, other, share);
  heat.collected.area += share;
  return true;
}

/// 이웃을 모두 본 자리를 마친다. / Ends a place all of whose neighbours have been seen.
bool closePlace(SkinBakeState& bake, std::size_t place) {
  HeatState& heat = bake.heat;
  const HeatAt& own = heat.nearest[place];
  const float least = std::max(kLeastShare * heat.collected.exchanged, kLeastHeat);
  const bool added = addHeat(heat, own, std::max(heat.collected.area, least / own.heat()));
  heat.sourceStart[place + 1] = heat.sources.span().size();
  heat.collected = {.place = place + 1};
  return added;
}

}  // namespace

std::uint64_t collectSources(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  HeatState& heat = bake.heat;
  if (begin == 0) {
    heat.sourceStart[0] = 0;
    // 자라느라 모두 옮기는 일이 없도록. 모자라면 그때 자란다.
    heat.sources.reserve(kSourcesPerPlace * bake.places);
  }
  const Effort effort(heat);
  std::uint64_t item = begin;
  for (; item < end && effort.goesOn(); ++item) {
    // 자리마다 이웃들 다음에 마치는 항목이 하나 있다.
    const std::size_t place = heat.collected.place;
    const auto k = static_cast<std::size_t>(item) - place;
    const bool isNeighbour = k < static_cast<std::size_t>(bake.adjacency.result().start[place + 1]);
    if (isNeighbour ? addEdge(bake, place, k) : closePlace(bake, place)) continue;
    bake.status = outOfMemory("the heat of the skin bake");
  }
  return item;
}

}  // namespace mangto
