#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/check.h"
#include "skin/heat/heat_stages.h"
#include "skin/stages.h"

namespace mangto {
namespace {

constexpr std::size_t kCandidates = 8;
// 열 = 넓이 · c / 거리².
constexpr float kConductance = 5.0F;
// 보이는 뼈가 없으면 가장 가까운 것을 이만큼 멀리 있는 것으로 본다.
constexpr float kUnseen = 3.0F;
// 뼈는 이보다 가깝지 않고, 광선은 이만큼 안에서 떠난다.
constexpr float kNearest = 1.0e-3F;
constexpr float kInset = 1.0e-4F;
// 이만큼 가까우면(비율) 비긴 것으로 본다.
constexpr float kTie = 1.0001F;
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

struct Candidate {
  float distance = std::numeric_limits<float>::max();  ///< weighted by the angle
  std::int32_t segment = -1;
};
/// 가까운 것부터, 같으면 번호가 작은 것부터. / Nearest first, of equals the lower index.
using Candidates = std::array<Candidate, kCandidates>;

Point laneOf(const Vec3x4& v, std::size_t lane) { return {v.x[lane], v.y[lane], v.z[lane]}; }

/// 뼈에서 가장 가까운 곳과, 거기서 뼈가 뻗는 방향. / The closest point of a bone, and where the
/// bone goes from there.
struct Foot {
  Point at;
  Point onwards;
};

Foot footOf(const SkinBakeState& bake, std::int32_t segment, const Point& point) {
  const auto k = static_cast<std::size_t>(segment);
  const BoneLanes& bones = bake.heat.segmentLanes.lanes()[k / kLanes];
  const Point head = laneOf(bones.head, k % kLanes);
  const Point axis = laneOf(bones.axis, k % kLanes);
  const float t = dot(point - head, axis) * bones.inverseLengthSquared[k % kLanes];
  if (t >= 1.0F) return {laneOf(bones.tail, k % kLanes), axis * -1.0F};
  return {head + axis * std::max(t, 0.0F), axis};
}

/// 뼈가 법선의 뒤에 있을수록 가깝다: 거리 / ((cos + 1) / 2). / The more a bone lies behind the
/// surface, the nearer it is.
f32x4 weightedDistance(const BoneLanes& bone, const Vec3x4& point, const Vec3x4& normal) {
  const Vec3x4 fromHead = point - bone.head;
  const f32x4 t = dot(fromHead, bone.axis) * bone.inverseLengthSquared;
  const f32x4 inside = max(min(t, splat(1.0F)), splat(0.0F));
  const Vec3x4 apart = select(t >= splat(1.0F), point - bone.tail, fromHead - bone.axis * inside);
  const f32x4 distance = sqrt(dot(apart, apart));
  const f32x4 cosine = dot(apart, normal) / max(distance, splat(1.0e-20F));
  return distance / ((cosine + splat(1.001F)) * splat(0.5F));
}

void insert(Candidates& found, const Candidate& candidate) {
  std::size_t at = kCandidates - 1;
  for (; at > 0 && candidate.distance < found[at - 1].distance; --at) found[at] = found[at - 1];
  found[at] = candidate;
}

Candidates findCandidates(SkinBakeState& bake, const Point& point, const Point& normal) {
  const Vec3x4 p{splat(point[0]), splat(point[1]), splat(point[2])};
  const Vec3x4 n{splat(normal[0]), splat(normal[1]), splat(normal[2])};
  const std::span<const BoneLanes> bones = bake.heat.segmentLanes.lanes();
  bake.heat.effort += bones.size();
  Candidates found;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const f32x4 distance = weightedDistance(bones[i], p, n);
    if (!anyTrue(distance < splat(found.back().distance))) continue;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (!(distance[lane] < found.back().distance) || bones[i].present[lane] == 0.0F) continue;
      insert(found, {distance[lane], static_cast<std::int32_t>(i * kLanes + lane)});
    }
  }
  return found;
}

/// 한 점을 데우는 뼈(들). / What heats a point: one bone, or two that tie.
struct Nearest {
  std::int32_t segment = -1;
  std::int32_t twin = -1;
  bool blind = false;
};

class Search {
 public:
  Search(SkinBakeState& bake, const Point& point, const Point& normal)
      : bake_(bake),
        point_(point),
        from_(point - normal * kInset),
        found_(findCandidates(bake, point, normal)) {}

  /// 가장 가까운, 안에서 보이는 뼈. 비기면 preferred(줄기)가 이긴다. / The nearest bone that is
  /// seen from inside; `preferred`, a lane, wins a tie.
  Nearest run(std::int32_t preferred) const {
    std::size_t seen = 0;
    while (seen < kCandidates && found_[seen].segment >= 0 && !sees(found_[seen])) ++seen;
    if (seen == kCandidates || found_[seen].segment < 0) return {found_[0].segment, -1, true};
    return breakTie(seen, preferred);
  }

 private:
  bool sees(const Candidate& candidate) const {
    const Foot foot = footOf(bake_, candidate.segment, point_);
    return !bake_.heat.tree.isLeftBetween(from_, foot.at, bake_.heat.effort);
  }
  std::int32_t laneOf(std::int32_t segment) const {
    return bake_.heat.owners[static_cast<std::size_t>(segment)];
  }

  /// 관절에서 비기면 두 뼈를 가르는 평면이 정한다: 점이 더 나란히 놓인 뼈. 그래도 비기면 둘이
  /// 나눈다. Ties at a joint go by the bisector plane: to the bone that the point lies further
  /// along. Bones that tie all the same share.
  Nearest breakTie(std::size_t seen, std::int32_t preferred) const {
    const Foot own = footOf(bake_, found_[seen].segment, point_);
    Nearest best{found_[seen].segment};
    float most = dot(point_ - own.at, unit(own.onwards));
    for (std::size_t k = seen + 1; k < kCandidates; ++k) {
      const Candidate& candidate = found_[k];
      if (candidate.segment < 0 || candidate.distance > found_[seen].distance * kTie) break;
      if (laneOf(candidate.segment) == laneOf(best.segment) || !sees(candidate)) continue;
      const Foot foot = footOf(bake_, candidate.segment, point_);
      const bool joint = lengthOf(foot.at - own.at) < kInset;
      const float along = joint ? dot(point_ - own.at, unit(foot.onwards)) : most;
      if (along > most + kInset) {
        best = {candidate.segment};
        most = along;
      } else if (along >= most - kInset) {
        best.twin = candidate.segment;
      }
    }
    if (best.twin < 0 || laneOf(best.segment) == preferred) return {best.segment};
    return laneOf(best.twin) == preferred ? Nearest{best.twin} : best;
  }

  SkinBakeState& bake_;
  Point point_;
  Point from_;
  Candidates found_;
};

/// 점에 두는 열원: c / 거리². / The heat of a point: c / distance².
HeatAt heatAt(SkinBakeState& bake, const Point& point, const Point& normal,
              std::int32_t preferred) {
  const Nearest nearest = Search(bake, point, normal).run(preferred);
  const float apart = std::max(lengthOf(point - footOf(bake, nearest.segment, point).at), kNearest);
  const float distance = nearest.blind ? kUnseen * apart : apart;
  const auto laneOf = [&](std::int32_t segment) {
    return segment < 0 ? -1 : bake.heat.owners[static_cast<std::size_t>(segment)];
  };
  return {laneOf(nearest.segment), laneOf(nearest.twin), kConductance / (distance * distance),
          nearest.blind};
}

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
    heat.nearest[place] = heatAt(bake, heat.points[place], heat.normals[place], -1);
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
    if (heat.lead[piece] == 0) heat.favourite[piece] = heat.nearest[place].lane;
    heat.lead[piece] += heat.favourite[piece] == heat.nearest[place].lane ? 1 : -1;
    ++heat.voters[piece];
  }
}

void countVotes(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  HeatState& heat = bake.heat;
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place) {
    const std::size_t piece = pieceOf(bake, place);
    if (piece == place) heat.lead[piece] = 0;  // 대표는 조각의 첫 자리이다
    if (heat.favourite[piece] == heat.nearest[place].lane) ++heat.lead[piece];
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
    heat.nearest[place].lane = heat.favourite[piece];
    heat.nearest[place].twin = -1;
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

bool addHeat(HeatState& heat, const HeatAt& from, float value) {
  if (from.twin < 0) return addTo(heat, from.lane, value);
  return addTo(heat, from.lane, 0.5F * value) && addTo(heat, from.twin, 0.5F * value);
}

/// 변의 몫은, 두 끝의 뼈가 다르면 변 위의 여러 곳에서 잰다: 성긴 그물에서도 경계가 제자리에 있다.
/// The share of an edge whose ends have different bones is measured on the way, so that borders are
/// in place on coarse meshes, too. False when out of memory.
bool addSamples(SkinBakeState& bake, std::size_t place, std::size_t other, float area) {
  HeatState& heat = bake.heat;
  const HeatAt& own = heat.nearest[place];
  const float share = area / static_cast<float>(kSamples.size());
  for (const float t : kSamples) {
    const Point point = heat.points[place] * (1.0F - t) + heat.points[other] * t;
    const Point normal = heat.normals[place] * (1.0F - t) + heat.normals[other] * t;
    // 가운데는 두 끝에서 한 번씩 잰다: 비기면 저마다 자기 뼈에 준다.
    const HeatAt sample = heatAt(bake, point, unit(normal), own.twin < 0 ? own.lane : -1);
    if (!addHeat(heat, sample, share * sample.heat)) return false;
  }
  return true;
}

/// 자리의 넓이는 삼각형마다 1/3, 곧 그 두 변마다 1/6. / The area of a place is a third of each
/// triangle: a sixth for each of its two edges.
bool addEdge(SkinBakeState& bake, std::size_t place, std::size_t k) {
  constexpr float kSixth = 1.0F / 6.0F;
  HeatState& heat = bake.heat;
  const HeatAt& own = heat.nearest[place];
  const auto other = static_cast<std::size_t>(bake.adjacency.result().neighbours[k]);
  const float share = kSixth * heat.edgeAreas[k];
  heat.collected.exchanged += heat.edges[k];
  if (heat.nearest[other].lane != own.lane || own.twin >= 0)
    return addSamples(bake, place, other, share);
  heat.collected.area += share;
  return true;
}

/// 이웃을 모두 본 자리를 마친다. / Ends a place all of whose neighbours have been seen.
bool closePlace(SkinBakeState& bake, std::size_t place) {
  HeatState& heat = bake.heat;
  const HeatAt& own = heat.nearest[place];
  const float least = std::max(kLeastShare * heat.collected.exchanged, kLeastHeat);
  const bool added = addHeat(heat, own, std::max(heat.collected.area * own.heat, least));
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
