#include "cloth/layers/layers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <glm/geometric.hpp>
#include <limits>
#include <string>
#include <utility>

#include "cloth/cloth_state.h"
#include "core/check.h"

namespace mangto {
namespace {

// 한 걸음에 천의 평균보다 두께의 이만큼까지만 더 간다: 그래야 짝을 놓치지 않는다.
constexpr float kMostSpeed = 1.0F;
// 길 위에서 두께의 이만큼 안으로 다가가는 짝만 남긴다: 나머지는 제약이 끌어당길 여유.
constexpr float kKeep = 1.25F;
// 쉴 때 두께의 이만큼 안에 있던 점들은 서로 밀지 않는다.
constexpr float kNeighbours = 1.2F;
// 이미 겹쳐 있던 짝은 한 걸음에 두께의 이만큼씩만 벌린다: 튀지 않게.
constexpr float kEase = 0.1F;
// 두께의 이만큼보다 느린 천은 짝을 넉넉한 목록에 적어 두고 여러 걸음에 쓴다.
constexpr float kCalm = 0.25F;
constexpr float kSlack = 0.5F;
constexpr std::size_t kPairsPerPoint = 12;
constexpr float kTiny = 1.0e-12F;

glm::vec3 pointOf(std::span<const Vec3x4> blocks, std::int32_t particle) {
  const Vec3x4& block = blocks[particle / kLanes];
  const int lane = particle % kLanes;
  return {block.x[lane], block.y[lane], block.z[lane]};
}

// 네 수를 읽어 하나를 바꾸고 다시 쓰게 두면, 앞에서 쓴 하나를 기다리느라 배로 느려진다.
void setLane(f32x4& v, int lane, float value) {
  std::memcpy(reinterpret_cast<float*>(&v) + lane, &value, sizeof value);
}

void setPoint(std::span<Vec3x4> blocks, std::int32_t particle, const glm::vec3& p) {
  Vec3x4& block = blocks[particle / kLanes];
  const int lane = particle % kLanes;
  setLane(block.x, lane, p.x);
  setLane(block.y, lane, p.y);
  setLane(block.z, lane, p.z);
}

float valueOf(std::span<const f32x4> blocks, std::int32_t particle) {
  return blocks[particle / kLanes][particle % kLanes];
}

std::int32_t particlesOf(const ClothState& cloth) {
  return static_cast<std::int32_t>(cloth.positions.size() * kLanes);
}

float sumOf(f32x4 v) { return (v[0] + v[1]) + (v[2] + v[3]); }
float greatest(f32x4 v) { return std::max({v[0], v[1], v[2], v[3]}); }

/// 자유로운 점들이 `before`에서 움직인 평균. / Mean way of the free points from `before`.
glm::vec3 meanOf(const ClothState& cloth, std::span<const Vec3x4> points,
                 std::span<const Vec3x4> before) {
  const std::span<const f32x4> inverseMass = cloth.data().inverseMass;
  Vec3x4 sum{};
  f32x4 count{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    sum = sum + (points[i] - before[i]) * inverseMass[i];
    count += inverseMass[i];
  }
  return glm::vec3(sumOf(sum.x), sumOf(sum.y), sumOf(sum.z)) / std::max(sumOf(count), 1.0F);
}

// d = p - o - mean, |d| > limit이면 p = o + mean + d limit/|d|. 가장 긴 |d|를 돌려준다.
float limitMoves(ClothState& cloth, const glm::vec3& mean, float limit) {
  const Vec3x4 means = splat(mean);
  f32x4 longest{};
  for (std::size_t i = 0; i < cloth.positions.size(); ++i) {
    const f32x4 inverseMass = cloth.data().inverseMass[i];
    const Vec3x4 base = cloth.previous[i] + means;
    const Vec3x4 d = cloth.positions[i] - base;
    const f32x4 length = sqrt(dot(d, d));
    const i32x4 fast = (length > splat(limit)) & (inverseMass > splat(0.0F));
    longest = max(longest, select(fast, splat(limit), length) * cloth.data().present[i]);
    if (!anyTrue(fast)) continue;
    const Vec3x4 slow = base + d * (splat(limit) / max(length, splat(kTiny)));
    cloth.positions[i] = select(fast, slow, cloth.positions[i]);
  }
  return greatest(longest);
}

glm::vec3 laneOf(const Vec3x4& v, int lane) { return {v.x[lane], v.y[lane], v.z[lane]}; }

/// 한 묶음의 점들을 담는다. / Adds the points of a block.
[[gnu::noinline]] void addBlock(SpatialHash& hash, std::int32_t firstId,
                                const std::array<Vec3x4, 3>& middleMoveRest, f32x4 present) {
  const auto& [middle, move, rest] = middleMoveRest;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (present[lane] > 0.0F)
      hash.add({laneOf(middle, lane), laneOf(move, lane), laneOf(rest, lane), firstId + lane});
  }
}

// 제 겹끼리는 보지 않을 때는 모두 한 자리에서 쉬는 것으로 한다: 찾을 짝이 없다.
void gatherOwn(ClothState& cloth, const glm::vec3& mean) {
  const f32x4 half = splat(0.5F);
  for (std::size_t slot = 0; slot < cloth.positions.size(); ++slot) {
    const Vec3x4 move = cloth.positions[slot] - cloth.previous[slot] - splat(mean);
    const Vec3x4 rest = cloth.layers.isOn ? cloth.data().restPositions[slot] : Vec3x4{};
    addBlock(cloth.layers.hash, static_cast<std::int32_t>(slot * kLanes),
             {cloth.previous[slot] + move * half, move, rest}, cloth.data().present[slot]);
  }
}

// 다른 천은 지난번에 본 자리에서 지금 자리까지 움직인 것으로 본다: 어느 천이 먼저 걷든 맞는다. 쉬는
// 자리는 무한히 멀다: 제 천과는 늘 멀고(∞), 저희끼리는 견줄 수 없어(NaN) 짝이 되지 않는다.
float gatherOthers(ClothState& cloth, const glm::vec3& mean) {
  const Vec3x4 far = splat(glm::vec3(std::numeric_limits<float>::infinity()));
  const std::int32_t own = particlesOf(cloth);
  std::int32_t id = own;
  f32x4 longest{};
  for (OtherCloth& other : cloth.layers.others) {
    const std::shared_ptr<const ClothState> state = other.cloth.lock();
    if (state == nullptr) continue;
    const std::span<Vec3x4> seen = other.seen.span();
    if (other.jumps != state->jumps)
      std::copy(state->positions.begin(), state->positions.end(), seen.begin());
    other.jumps = state->jumps;
    for (std::size_t slot = 0; slot < seen.size(); ++slot, id += kLanes) {
      const Vec3x4 end = state->positions[slot];
      const Vec3x4 move = end - seen[slot] - splat(mean);
      for (int lane = 0; lane < kLanes; ++lane)
        cloth.layers.otherPaths.data()[id - own + lane] = {laneOf(seen[slot], lane),
                                                           laneOf(end, lane)};
      const f32x4 present = state->data().present[slot];
      addBlock(cloth.layers.hash, id, {seen[slot] + move * splat(0.5F), move, far}, present);
      longest = max(longest, dot(move, move) * present);
    }
    std::copy(state->positions.begin(), state->positions.end(), seen.begin());
  }
  return std::sqrt(greatest(longest));
}

PointPath pathOf(const ClothState& cloth, std::int32_t id) {
  const std::int32_t own = particlesOf(cloth);
  if (id >= own) return cloth.layers.otherPaths.span()[id - own];
  return {pointOf(cloth.previous, id), pointOf(cloth.positions, id)};
}

float thicknessOf(const ClothState& cloth, std::int32_t id) {
  return id < particlesOf(cloth) ? cloth.layers.ownThickness : cloth.layers.otherThickness;
}

Vec3x4 toLanes(const std::array<glm::vec3, kLanes>& p) {
  return {f32x4{p[0].x, p[1].x, p[2].x, p[3].x}, f32x4{p[0].y, p[1].y, p[2].y, p[3].y},
          f32x4{p[0].z, p[1].z, p[2].z, p[3].z}};
}

// 여러 곳에서 부른다: 펼치면 모듈이 커진다.
[[gnu::noinline]] Vec3x4 gather(std::span<const Vec3x4> blocks, const Ids& ids) {
  return toLanes({pointOf(blocks, ids[0]), pointOf(blocks, ids[1]), pointOf(blocks, ids[2]),
                  pointOf(blocks, ids[3])});
}

/// 곧은 길 위에서 원점에 가장 가까운 거리의 제곱. / Least squared distance from the origin on a
/// way.
f32x4 leastSquared(const Vec3x4& from, const Vec3x4& to) {
  const Vec3x4 way = to - from;
  const f32x4 t = -dot(from, way) / max(dot(way, way), splat(kTiny));
  const Vec3x4 nearest = from + way * min(max(t, splat(0.0F)), splat(1.0F));
  return dot(nearest, nearest);
}

/// 두 점을 짝으로 적는다. / Notes two points as a pair.
void notePair(ClothState& cloth, std::int32_t a, std::int32_t b) {
  if (a > b) std::swap(a, b);
  const float wa = valueOf(cloth.data().inverseMass, a);
  const float wb = b < particlesOf(cloth) ? valueOf(cloth.data().inverseMass, b) : 0.0F;
  if (wa + wb <= 0.0F) return;
  const float thickness = thicknessOf(cloth, b);
  const glm::vec3 before = pathOf(cloth, b).start - pathOf(cloth, a).start;
  const float distance = std::min(thickness, glm::length(before) + kEase * thickness);
  cloth.layers.pairs.add({a, b, before, distance, wa / (wa + wb), wb / (wa + wb)});
}

/// 목록에서, 이 걸음에 다가가는 것만 짝으로 적는다. / Notes those of the list that meet in this
/// step.
void notePairsOfList(ClothState& cloth) {
  const float keep = kKeep * cloth.layers.ownThickness;
  const std::size_t count = cloth.layers.listCount;
  for (std::size_t first = 0; first < count; first += kLanes) {
    const auto& [a, b] = std::as_const(cloth.layers.list).span()[first / kLanes];
    const Vec3x4 before = gather(cloth.previous, b) - gather(cloth.previous, a);
    const Vec3x4 after = gather(cloth.positions, b) - gather(cloth.positions, a);
    const i32x4 meets = leastSquared(before, after) < splat(keep * keep);
    for (int lane = 0; lane < kLanes && first + lane < count; ++lane) {
      if (meets[lane] != 0) notePair(cloth, a[lane], b[lane]);
    }
  }
}

Vec3x4 middleOf(const ClothState& cloth, std::size_t slot) {
  return (cloth.previous[slot] + cloth.positions[slot]) * splat(0.5F);
}

/// 목록을 만든 뒤로 천의 평균보다 더 움직인 가장 먼 거리. / Farthest that a point has gone from the
/// mean since the list was made.
float driftOf(const ClothState& cloth, std::span<const Vec3x4> points) {
  const std::span<const Vec3x4> made = cloth.layers.made.span();
  const Vec3x4 mean = splat(meanOf(cloth, points, made));
  f32x4 farthest{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3x4 d = points[i] - made[i] - mean;
    farthest = max(farthest, dot(d, d) * cloth.data().present[i]);
  }
  return std::sqrt(greatest(farthest));
}

// 목록은 keep + slack 안의 짝들이다: 두 점이 저마다 slack/2를 넘지 않는 동안은 놓치는 짝이 없다.
bool listHolds(const ClothState& cloth) {
  if (cloth.layers.slack <= 0.0F) return false;
  const float drift = std::max(driftOf(cloth, cloth.previous), driftOf(cloth, cloth.positions));
  return 2.0F * drift <= cloth.layers.slack;
}

void startList(ClothState& cloth, float slack) {
  Layers& layers = cloth.layers;
  for (std::size_t i = 0; i < cloth.positions.size(); ++i)
    layers.made.data()[i] = middleOf(cloth, i);
  layers.listCount = 0;
  layers.slack = slack;
}

[[gnu::noinline]] void listPair(Layers& layers, std::int32_t a, std::int32_t b) {
  const std::size_t lane = layers.listCount % kLanes;
  const std::span<PointPairs> list = layers.list.span();
  if (layers.listCount == kLanes * list.size()) {
    layers.slack = 0.0F;
    return;
  }
  PointPairs& pairs = list[layers.listCount++ / kLanes];
  if (lane == 0) pairs = PointPairs{};
  pairs.a[lane] = a;
  pairs.b[lane] = b;
}

/// 제 점과 다른 천의 점이 지금 있는 곳. / Where points of the own and of other cloths are now.
Vec3x4 placesOf(const ClothState& cloth, const Ids& ids) {
  std::array<glm::vec3, kLanes> places;
  for (int lane = 0; lane < kLanes; ++lane) places[lane] = pathOf(cloth, ids[lane]).end;
  return toLanes(places);
}

// 서로의 법선 방향으로 depth만큼 벌리고, 서로 미끄러진 길을 μ depth까지 줄인다. 시작의 반대쪽을
// 보게 되었으면 서로 지나친 것이다: 시작의 방향으로 되돌린다.
void separate(ClothState& cloth, const PairBlock& pairs) {
  const std::int32_t own = particlesOf(cloth);
  const Vec3x4 a = gather(cloth.positions, pairs.a);
  const Vec3x4 b = placesOf(cloth, pairs.b);
  const Vec3x4 now = b - a;
  const f32x4 reach = pairs.distance * pairs.distance;
  const i32x4 passed = dot(now, pairs.before) < splat(0.0F);
  i32x4 meets = (dot(now, now) < reach) | passed;
  if (!anyTrue(meets)) return;
  meets &= ~passed | (leastSquared(pairs.before, now) < reach);

  const Vec3x4 direction = select(passed, pairs.before, now);
  const f32x4 length = sqrt(dot(direction, direction));
  const i32x4 apart = length > splat(0.0F);
  const Vec3x4 unit = direction * (splat(1.0F) / select(apart, length, splat(1.0F)));
  const Vec3x4 normal = select(apart, unit, splat(glm::vec3(0.0F, 1.0F, 0.0F)));
  const f32x4 depth = pairs.distance - dot(now, normal);
  meets &= depth > splat(0.0F);
  const Vec3x4 slide = now - pairs.before;
  const Vec3x4 along = slide - normal * dot(normal, slide);
  const f32x4 slid = max(sqrt(dot(along, along)), splat(kTiny));
  const f32x4 held = min(splat(cloth.options.friction) * depth / slid, splat(1.0F));
  const Vec3x4 move = normal * depth - along * held;
  const Vec3x4 newA = a - move * pairs.shareA;
  const Vec3x4 newB = b + move * pairs.shareB;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (meets[lane] == 0) continue;
    setPoint(cloth.positions, pairs.a[lane], laneOf(newA, lane));
    if (pairs.b[lane] < own) setPoint(cloth.positions, pairs.b[lane], laneOf(newB, lane));
  }
}

bool reserve(Layers& layers, std::size_t own, std::size_t others) {
  const std::size_t points = own + others;
  return layers.otherPaths.resize(others) && layers.hash.reserve(points) &&
         layers.pairs.reserve(own, kPairsPerPoint * own) &&
         layers.list.resize(kPairsPerPoint * own / kLanes) && layers.made.resize(own / kLanes);
}

std::size_t pointsOf(std::span<const OtherCloth> others) {
  std::size_t count = 0;
  for (const OtherCloth& other : others) count += other.seen.span().size() * kLanes;
  return count;
}

}  // namespace

Status setSelfCollision(ClothState& cloth, float thickness) {
  const std::size_t own = cloth.positions.size() * kLanes;
  if (!reserve(cloth.layers, own, pointsOf(cloth.layers.others)))
    return outOfMemory("the self-collision");
  cloth.disturbed = true;
  cloth.layers.isOn = true;
  cloth.layers.slack = 0.0F;
  cloth.layers.ownThickness = thickness > 0.0F ? thickness : cloth.data().longestEdge;
  return {};
}

void removeSelfCollision(ClothState& cloth) {
  cloth.disturbed = true;
  cloth.layers.isOn = false;
}

Status setOtherCloths(ClothState& cloth, std::span<const std::shared_ptr<const ClothState>> others,
                      float thickness) {
  constexpr std::size_t kBytesPerCloth = 256;
  if (!canAllocate(kBytesPerCloth * (others.size() + 1))) return outOfMemory("the other cloths");
  std::vector<OtherCloth> list(others.size());
  float longest = cloth.data().longestEdge;
  for (std::size_t i = 0; i < others.size(); ++i) {
    list[i].cloth = others[i];
    if (!list[i].seen.resize(others[i]->positions.size())) return outOfMemory("the other cloths");
    std::copy(others[i]->positions.begin(), others[i]->positions.end(), list[i].seen.data());
    list[i].jumps = others[i]->jumps;
    longest = std::max(longest, others[i]->data().longestEdge);
  }
  if (!reserve(cloth.layers, cloth.positions.size() * kLanes, pointsOf(list)))
    return outOfMemory("the other cloths");
  cloth.disturbed = true;
  cloth.layers.others = std::move(list);
  cloth.layers.slack = 0.0F;
  cloth.layers.otherThickness = thickness > 0.0F ? thickness : longest;
  return {};
}

bool otherClothsMoved(const ClothState& cloth) {
  const auto moved = [](const OtherCloth& other) {
    const std::shared_ptr<const ClothState> state = other.cloth.lock();
    if (state == nullptr) return false;
    const std::span<const Vec3x4> now = state->positions;
    return !std::equal(now.begin(), now.end(), other.seen.span().begin(),
                       [](const Vec3x4& a, const Vec3x4& b) { return same(a, b); });
  };
  return std::any_of(cloth.layers.others.begin(), cloth.layers.others.end(), moved);
}

void beginLayers(ClothState& cloth) {
  Layers& layers = cloth.layers;
  if (!layers.active()) return;
  cloth.disturbed |= otherClothsMoved(cloth);
  const float thickest = std::max(layers.isOn ? layers.ownThickness : 0.0F,
                                  layers.others.empty() ? 0.0F : layers.otherThickness);
  const glm::vec3 mean = meanOf(cloth, cloth.positions, cloth.previous);
  const float limit = kMostSpeed * thickest;
  const float own = limitMoves(cloth, mean, limit);
  layers.pairs.clear();
  if (layers.others.empty() && listHolds(cloth)) {
    notePairsOfList(cloth);
    return;
  }
  layers.hash.clear();
  gatherOwn(cloth, mean);
  const float others = layers.others.empty() ? 0.0F : gatherOthers(cloth, mean);
  const bool calm = layers.others.empty() && own < kCalm * thickest;
  layers.slack = 0.0F;
  if (calm) startList(cloth, own + kSlack * thickest);
  // 다른 천이 갑자기 뛰면 다 찾지는 못하지만, 찾는 곳이 끝없이 넓어지지도 않는다.
  const float move = calm ? 0.0F : std::max(own, std::min(others, limit));
  const PairSearch search{kKeep * thickest + layers.slack, kNeighbours * thickest, move};
  layers.hash.forEachPair(search, [&cloth, calm](std::int32_t a, std::int32_t b) {
    if (calm)
      listPair(cloth.layers, a, b);
    else
      notePair(cloth, a, b);
  });
  if (calm) notePairsOfList(cloth);
}

void separateLayers(ClothState& cloth) {
  if (!cloth.layers.active()) return;
  for (const PairBlock& pairs : cloth.layers.pairs.blocks()) separate(cloth, pairs);
}

}  // namespace mangto
