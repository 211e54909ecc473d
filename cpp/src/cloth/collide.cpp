#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <utility>

#include "cloth/cloth_state.h"

namespace mangto {
namespace {

// 축까지의 거리가 이보다 짧으면 미는 방향을 믿을 수 없다(m).
constexpr float kOnAxis = 1.0e-7F;

constexpr std::size_t kFloorBit = 31;
// 캡슐이 서른하나를 넘으면 비트를 나누어 쓴다: 검사가 늘 뿐이다.
constexpr std::size_t capsuleBit(std::size_t index) { return index % kFloorBit; }

Near bit(std::size_t index) {
  const auto value = static_cast<std::int32_t>(std::uint32_t{1} << index);
  return Near{value, value, value, value};
}

/// 줄기마다 입자들을 감싸는 상자. / Per lane, the box around the particles.
struct Bounds {
  Vec3x4 low, high;
};

Bounds boundsOf(std::span<const Vec3x4> points) {
  Bounds bounds{points[0], points[0]};
  for (const Vec3x4& p : points.subspan(1)) {
    bounds.low = min(bounds.low, p);
    bounds.high = max(bounds.high, p);
  }
  return bounds;
}

Bounds grown(const Bounds& bounds, float margin) {
  const Vec3x4 by = splat(glm::vec3(margin));
  return {bounds.low - by, bounds.high + by};
}

i32x4 overlaps(const Bounds& a, const Bounds& b) {
  return (a.low.x < b.high.x) & (a.high.x > b.low.x) & (a.low.y < b.high.y) & (a.high.y > b.low.y) &
         (a.low.z < b.high.z) & (a.high.z > b.low.z);
}

// q = p - (a + t·axis), t = clamp((p - a)·axis / |axis|², 0, 1);  p = p + q max(R/|q| - 1, 0).
bool pushOut(const CapsuleLanes& capsule, f32x4 inverseMass, Vec3x4& p) {
  const Vec3x4 fromA = p - capsule.a;
  const f32x4 t =
      max(min(dot(fromA, capsule.axis) * capsule.inverseLengthSquared, splat(1.0F)), splat(0.0F));
  const Vec3x4 q = fromA - capsule.axis * t;
  const f32x4 distanceSquared = dot(q, q);
  if (!anyTrue(distanceSquared < capsule.radiusSquared)) return false;
  const f32x4 distance = sqrt(distanceSquared);
  const f32x4 outwards =
      max(capsule.radius / max(distance, splat(kOnAxis)) - splat(1.0F), splat(0.0F)) * inverseMass;
  const i32x4 onAxis = distance < splat(kOnAxis);
  const Vec3x4 before = p;
  p = p + q * outwards;
  if (anyTrue(onAxis))
    p = select(onAxis, before + capsule.aside * (capsule.radius * inverseMass), p);
  return true;
}

bool pushAllOut(const CapsuleLanes& capsule, i32x4 lanes, const f32x4* inverseMass,
                std::span<Vec3x4> points) {
  bool pushed = false;
  for (Vec3x4& p : points) pushed |= pushOut(capsule, select(lanes, *inverseMass++, f32x4{}), p);
  return pushed;
}

// y < floor인 점은 바닥 위로 올리고, 이전 위치의 x, z를 반만큼 끌어온다(마찰).
void keepAbove(f32x4 floor, f32x4 inverseMass, Vec3x4& p, Vec3x4& previous) {
  const i32x4 below = (p.y < floor) & (inverseMass > splat(0.0F));
  p.y = select(below, floor, p.y);
  previous.x = select(below, previous.x + (p.x - previous.x) * splat(0.5F), previous.x);
  previous.z = select(below, previous.z + (p.z - previous.z) * splat(0.5F), previous.z);
}

void keepAllAbove(f32x4 floor, i32x4 lanes, const f32x4* inverseMass, std::span<Vec3x4> points,
                  Vec3x4* previous) {
  for (Vec3x4& p : points) keepAbove(floor, select(lanes, *inverseMass++, f32x4{}), p, *previous++);
}

CapsuleLanes prepareCapsule(const Capsule& capsule) {
  const glm::vec3 axis = capsule.b - capsule.a;
  const float lengthSquared = glm::dot(axis, axis);
  // 축과 가장 덜 나란한 좌표축으로 수직 방향을 만든다.
  const glm::vec3 size = glm::abs(axis);
  const glm::vec3 other = size.x <= size.y && size.x <= size.z ? glm::vec3(1.0F, 0.0F, 0.0F)
                          : size.y <= size.z                   ? glm::vec3(0.0F, 1.0F, 0.0F)
                                                               : glm::vec3(0.0F, 0.0F, 1.0F);
  const glm::vec3 aside = lengthSquared > 0.0F ? glm::normalize(glm::cross(axis, other)) : other;
  const glm::vec3 radius(capsule.radius);
  return {splat(capsule.a),
          splat(axis),
          splat(aside),
          splat(lengthSquared > 0.0F ? 1.0F / lengthSquared : 0.0F),
          splat(capsule.radius),
          splat(capsule.radius * capsule.radius),
          splat(glm::min(capsule.a, capsule.b) - radius),
          splat(glm::max(capsule.a, capsule.b) + radius)};
}

// 캡슐이 없는 줄기: 어느 상자와도 겹치지 않고 어느 점도 안에 없다.
CapsuleLanes noCapsule() {
  constexpr float kFar = std::numeric_limits<float>::infinity();
  CapsuleLanes none{};
  none.radiusSquared = splat(-1.0F);
  none.low = splat(glm::vec3(kFar));
  none.high = splat(glm::vec3(-kFar));
  return none;
}

CapsuleLanes blend(i32x4 mask, const CapsuleLanes& a, const CapsuleLanes& b) {
  return {select(mask, a.a, b.a),
          select(mask, a.axis, b.axis),
          select(mask, a.aside, b.aside),
          select(mask, a.inverseLengthSquared, b.inverseLengthSquared),
          select(mask, a.radius, b.radius),
          select(mask, a.radiusSquared, b.radiusSquared),
          select(mask, a.low, b.low),
          select(mask, a.high, b.high)};
}

// 무리마다 차례로: 밀려난 점이 다음 캡슐에 들어도 놓치지 않도록 상자를 다시 잰다.
void collideFinding(ClothState& cloth, std::span<const CapsuleLanes> capsules, std::size_t first,
                    std::span<Vec3x4> points, std::size_t groupSize, std::span<Near> near) {
  const float margin = cloth.data().longestEdge;
  for (std::size_t group = 0; group < near.size(); ++group) {
    const std::size_t begin = group * groupSize;
    const std::size_t count = std::min(groupSize, points.size() - begin);
    const std::span<Vec3x4> here = points.subspan(begin, count);
    const f32x4* inverseMass = &cloth.data().inverseMass[first + begin];
    near[group] = Near{};
    Bounds bounds = grown(boundsOf(here), margin);
    const auto touches = [&](std::size_t c) {
      return overlaps(bounds, {capsules[c].low, capsules[c].high});
    };
    bool pushed = false;
    for (std::size_t c = 0; c < capsules.size(); ++c) {
      const i32x4 lanes = touches(c);
      near[group] |= lanes & bit(capsuleBit(c));
      if (!anyTrue(lanes) || !pushAllOut(capsules[c], lanes, inverseMass, here)) continue;
      pushed = true;
      bounds = grown(boundsOf(here), margin);
    }
    // 뒤의 캡슐이 앞의 캡슐 곁으로 밀었을 수 있다.
    for (std::size_t c = 0; pushed && c < capsules.size(); ++c)
      near[group] |= touches(c) & bit(capsuleBit(c));
    if (!cloth.options.floor) continue;
    const f32x4 floor = splat(*cloth.options.floor);
    const i32x4 lanes = bounds.low.y < floor;
    if (!anyTrue(lanes)) continue;
    near[group] |= lanes & bit(kFloorBit);
    keepAllAbove(floor, lanes, inverseMass, here, &cloth.previous[first + begin]);
  }
}

// 캡슐마다 모든 무리를: 서로 기다리지 않는 일이 이어지게 한다.
void collideNear(ClothState& cloth, std::span<const CapsuleLanes> capsules, std::size_t first,
                 std::span<Vec3x4> points, std::size_t groupSize, std::span<const Near> near) {
  const f32x4* inverseMass = &cloth.data().inverseMass[first];
  const auto groupOf = [&](std::size_t group) {
    const std::size_t begin = group * groupSize;
    return points.subspan(begin, std::min(groupSize, points.size() - begin));
  };
  for (std::size_t c = 0; c < capsules.size(); ++c) {
    for (std::size_t group = 0; group < near.size(); ++group) {
      const i32x4 lanes = (near[group] & bit(capsuleBit(c))) != i32x4{};
      if (!anyTrue(lanes)) continue;
      pushAllOut(capsules[c], lanes, inverseMass + group * groupSize, groupOf(group));
    }
  }
  if (!cloth.options.floor) return;
  const f32x4 floor = splat(*cloth.options.floor);
  for (std::size_t group = 0; group < near.size(); ++group) {
    const i32x4 lanes = (near[group] & bit(kFloorBit)) != i32x4{};
    if (!anyTrue(lanes)) continue;
    const std::size_t begin = group * groupSize;
    keepAllAbove(floor, lanes, inverseMass + begin, groupOf(group), &cloth.previous[first + begin]);
  }
}

}  // namespace

void collide(ClothState& cloth, std::span<const CapsuleLanes> capsules, std::size_t first,
             std::span<Vec3x4> points, std::size_t groupSize, std::span<Near> near, bool find) {
  if (find) {
    collideFinding(cloth, capsules, first, points, groupSize, near);
  } else {
    collideNear(cloth, capsules, first, points, groupSize, near);
  }
}

void collideHere(ClothState& cloth, std::size_t first, std::size_t count) {
  constexpr std::size_t kBlocks = 8;
  for (const std::size_t end = first + count; first < end; first += kBlocks) {
    const auto capsules = std::as_const(cloth.groupOf(first).capsules).span();
    const auto points = cloth.positions.subspan(first, std::min(kBlocks, end - first));
    std::array<Near, 1> near;
    collide(cloth, capsules, first, points, kBlocks, near, true);
  }
}

bool putOn(Buffer<CapsuleLanes>& body, std::span<const Capsule> capsules, i32x4 lanes) {
  const std::size_t old = body.span().size();
  body.resize(std::max(old, capsules.size()));
  const std::span<CapsuleLanes> all = body.span();
  bool changed = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const CapsuleLanes before = i < old ? all[i] : noCapsule();
    all[i] = blend(lanes, i < capsules.size() ? prepareCapsule(capsules[i]) : noCapsule(), before);
    changed |= !same(all[i].a, before.a) || !same(all[i].axis, before.axis) ||
               !same(all[i].radiusSquared, before.radiusSquared);
  }
  std::size_t count = all.size();
  while (count > 0 && !anyTrue(all[count - 1].radiusSquared >= splat(0.0F))) --count;
  body.resize(count);
  return changed;
}

}  // namespace mangto
