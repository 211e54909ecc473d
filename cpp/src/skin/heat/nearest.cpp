#include "skin/heat/nearest.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace mangto {
namespace {

constexpr std::size_t kCandidates = 8;
// 열 = 넓이 · c / 거리².
constexpr float kConductance = 5.0F;
// 보이는 뼈가 없으면 가장 가까운 것을 이만큼 멀리 있는 것으로 본다.
constexpr float kUnseen = 3.0F;
// 뼈의 굵기: 뼈는 이보다 가깝지 않다. 광선은 kInset만큼 안에서 떠난다.
constexpr float kNearest = 1.0e-3F;
constexpr float kInset = 1.0e-4F;
// 열을 주는 뼈는 더 굵다: 속의 벽을 뼈가 뚫고 지나는 한 점이 둘레를 다 정하지 않는다.
constexpr float kFlesh = 4.0e-3F;
// 이만큼(비율) 안에서는 비긴 것으로 보고, 가까운 만큼씩 나눈다: 반올림이 가르는 일이 없다.
constexpr float kTie = 0.002F;
// 비기는 두 뼈가 점에서 가장 가까운 곳들이 거리의 이만큼 안에 있으면 관절이다.
constexpr float kJoint = 0.1F;
// 광선들이 이만큼의 마디를 지나도록 못 본 뼈는 보이지 않는다: 한 점 둘레의 부채 같은 그물에서도 한
// 조각이 짧다. 사람과 짐승에서는 600을 넘지 않는다.
constexpr std::uint64_t kMostEffort = 4000;

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

/// 한 점을 데우는 뼈들을 찾는다. / Finds the bones that heat a point.
class Search {
 public:
  Search(SkinBakeState& bake, const Point& point, const Point& normal)
      : bake_(bake),
        point_(point),
        from_(point - normal * kInset),
        found_(findCandidates(bake, point, normal)),
        mostEffort_(bake.heat.effort + kMostEffort) {}

  /// 가장 가까운, 안에서 보이는 뼈. 보이는 뼈가 없으면 가장 가까운 뼈. / The nearest bone that is
  /// seen from inside; the nearest where none is.
  HeatAt run() {
    while (first_ < kCandidates && found_[first_].segment >= 0 && !sees(found_[first_])) ++first_;
    blind_ = first_ == kCandidates || found_[first_].segment < 0;
    if (blind_) first_ = 0;
    findRivals();
    return share();
  }

 private:
  /// 가장 가까운 것과 비기는 뼈. / A bone that ties with the nearest.
  struct Rival {
    std::int32_t lane;
    float distance;
    float behind;  ///< 뒤진 정도, 거리에 대한 비율 / how far behind, relative to the distance
    float along;  ///< 관절을 나눌 때, 점이 뼈를 따라 놓인 곳 / of a joint: how far along the bone
  };

  /// 끝 뼈의 꼬리는 겉면에 있다: 광선은 뼈의 굵기에서 멈춘다. / The tail of a leaf lies on the
  /// surface: the ray ends at the thickness of the bone.
  bool sees(const Candidate& candidate) const {
    const Point along = footOf(bake_, candidate.segment, point_).at - from_;
    const float length = lengthOf(along);
    if (length <= kNearest) return true;
    const Point end = from_ + along * (1.0F - kNearest / length);
    return !bake_.heat.tree.isLeftBetween(from_, end, bake_.heat.effort, mostEffort_);
  }

  void findRivals() {
    const Candidate& best = found_[first_];
    const Foot own = footOf(bake_, best.segment, point_);
    const float nearest = std::max(lengthOf(point_ - own.at), kNearest);
    for (std::size_t k = first_; k < kCandidates && found_[k].segment >= 0; ++k) {
      const float behind = (found_[k].distance - best.distance) / std::max(best.distance, kNearest);
      if (behind > kTie) return;
      const std::int32_t lane = bake_.heat.owners[static_cast<std::size_t>(found_[k].segment)];
      if (hasRival(lane) || (k > first_ && !blind_ && !sees(found_[k]))) continue;
      const Foot foot = footOf(bake_, found_[k].segment, point_);
      const bool joint = lengthOf(foot.at - own.at) < kJoint * nearest;
      const float along = joint ? dot(point_ - foot.at, unit(foot.onwards)) : kFar;
      if (joint) furthest_ = std::max(furthest_, along);
      rivals_[count_++] = {lane, lengthOf(point_ - foot.at), behind, along};
      if (count_ == HeatAt::kMost) return;
    }
  }
  bool hasRival(std::int32_t lane) const {
    const auto rivals = std::span(rivals_).first(count_);
    return std::any_of(rivals.begin(), rivals.end(),
                       [lane](const Rival& rival) { return rival.lane == lane; });
  }

  /// 관절에서 비기면 두 뼈를 가르는 평면이 정한다: 점이 더 나란히 놓인 뼈. / Ties at a joint go by
  /// the bisector plane: to the bone that the point lies further along.
  float shareOf(const Rival& rival) const {
    const float apart = std::max(rivals_[0].distance, kNearest);
    const float behind = rival.behind + std::max(furthest_ - rival.along, 0.0F) / apart;
    return std::max(1.0F - behind / kTie, 0.0F);
  }

  HeatAt share() const {
    float total = 0.0F;
    for (std::size_t k = 0; k < count_; ++k) total += shareOf(rivals_[k]);
    HeatAt result{.sources = {}, .count = 0, .blind = blind_};
    for (std::size_t k = 0; k < count_; ++k) {
      const float share = total > 0.0F ? shareOf(rivals_[k]) / total : (k == 0 ? 1.0F : 0.0F);
      if (share == 0.0F) continue;
      const float distance = std::max(rivals_[k].distance, kFlesh) * (blind_ ? kUnseen : 1.0F);
      const HeatSource source{rivals_[k].lane, share * kConductance / (distance * distance)};
      result.sources[result.count++] = source;
      if (source.heat > result.sources[0].heat)
        std::swap(result.sources[0], result.sources[result.count - 1]);
    }
    return result;
  }

  static constexpr float kFar = std::numeric_limits<float>::max();
  SkinBakeState& bake_;
  Point point_;
  Point from_;
  Candidates found_;
  std::uint64_t mostEffort_;
  std::size_t first_ = 0;
  bool blind_ = false;
  std::array<Rival, HeatAt::kMost> rivals_{};
  std::size_t count_ = 0;
  float furthest_ = -kFar;
};

}  // namespace

HeatAt findHeat(SkinBakeState& bake, const Point& point, const Point& normal) {
  return Search(bake, point, normal).run();
}

}  // namespace mangto
