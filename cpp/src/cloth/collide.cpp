#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>

#include "cloth/cloth_state.h"

namespace mangto {
namespace {

// 축까지의 거리가 이보다 짧으면 미는 방향을 믿을 수 없다(m).
constexpr float kOnAxis = 1.0e-7F;

constexpr Near kNearFloor = 1U << 31U;
// 캡슐이 서른하나를 넘으면 비트를 나누어 쓴다: 검사가 늘 뿐이다.
constexpr Near nearCapsule(std::size_t index) { return 1U << (index % 31); }

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

bool overlaps(const Bounds& a, const Bounds& b) {
  return anyTrue((a.low.x < b.high.x) & (a.high.x > b.low.x) & (a.low.y < b.high.y) &
                 (a.high.y > b.low.y) & (a.low.z < b.high.z) & (a.high.z > b.low.z));
}

// q = p - (a + t·axis), t = clamp((p - a)·axis / |axis|², 0, 1);  p = p + q max(R/|q| - 1, 0).
void pushOut(const CapsuleLanes& capsule, f32x4 inverseMass, Vec3x4& p) {
  const Vec3x4 fromA = p - capsule.a;
  const f32x4 t =
      max(min(dot(fromA, capsule.axis) * capsule.inverseLengthSquared, splat(1.0F)), splat(0.0F));
  const Vec3x4 q = fromA - capsule.axis * t;
  const f32x4 distanceSquared = dot(q, q);
  if (!anyTrue(distanceSquared < capsule.radiusSquared)) return;
  const f32x4 distance = sqrt(distanceSquared);
  const f32x4 outwards =
      max(capsule.radius / max(distance, splat(kOnAxis)) - splat(1.0F), splat(0.0F)) * inverseMass;
  const i32x4 onAxis = distance < splat(kOnAxis);
  const Vec3x4 before = p;
  p = p + q * outwards;
  if (anyTrue(onAxis))
    p = select(onAxis, before + capsule.aside * (capsule.radius * inverseMass), p);
}

// y < floor인 점은 바닥 위로 올리고, 이전 위치의 x, z를 반만큼 끌어온다(마찰).
void keepAbove(f32x4 floor, f32x4 inverseMass, Vec3x4& p, Vec3x4& previous) {
  const i32x4 below = (p.y < floor) & (inverseMass > splat(0.0F));
  p.y = select(below, floor, p.y);
  previous.x = select(below, previous.x + (p.x - previous.x) * splat(0.5F), previous.x);
  previous.z = select(below, previous.z + (p.z - previous.z) * splat(0.5F), previous.z);
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

}  // namespace

void findNear(const ClothState& cloth, std::span<const CapsuleLanes> capsules,
              std::span<const Vec3x4> points, std::size_t groupSize, std::span<Near> near) {
  const float margin = cloth.data().longestEdge;
  for (std::size_t group = 0; group < near.size(); ++group) {
    const std::size_t first = group * groupSize;
    const Bounds bounds =
        grown(boundsOf(points.subspan(first, std::min(groupSize, points.size() - first))), margin);
    near[group] = 0;
    for (std::size_t c = 0; c < capsules.size(); ++c) {
      if (overlaps(bounds, {capsules[c].low, capsules[c].high})) near[group] |= nearCapsule(c);
    }
    if (cloth.options.floor && anyTrue(bounds.low.y < splat(*cloth.options.floor)))
      near[group] |= kNearFloor;
  }
}

void collide(ClothState& cloth, std::span<const CapsuleLanes> capsules, std::size_t first,
             std::span<Vec3x4> points, std::size_t groupSize, std::span<const Near> near) {
  const f32x4* inverseMass = &cloth.data().inverseMass[first];
  const auto endOf = [&](std::size_t group) {
    return std::min((group + 1) * groupSize, points.size());
  };
  for (std::size_t c = 0; c < capsules.size(); ++c) {
    for (std::size_t group = 0; group < near.size(); ++group) {
      if ((near[group] & nearCapsule(c)) == 0) continue;
      for (std::size_t i = group * groupSize; i < endOf(group); ++i)
        pushOut(capsules[c], inverseMass[i], points[i]);
    }
  }
  if (!cloth.options.floor) return;
  const f32x4 floor = splat(*cloth.options.floor);
  for (std::size_t group = 0; group < near.size(); ++group) {
    if ((near[group] & kNearFloor) == 0) continue;
    for (std::size_t i = group * groupSize; i < endOf(group); ++i)
      keepAbove(floor, inverseMass[i], points[i], cloth.previous[first + i]);
  }
}

void collideNow(ClothState& cloth, std::size_t first, std::size_t count) {
  const std::size_t groupSize = cloth.positions.size() / cloth.groups.size();
  const std::span<const CapsuleLanes> capsules =
      std::as_const(cloth.groups[first / groupSize].capsules).span();
  const std::span<Vec3x4> points = cloth.positions.subspan(first, count);
  std::array<Near, 1> near{};
  findNear(cloth, capsules, points, count, near);
  collide(cloth, capsules, first, points, count, near);
}

bool putOn(Buffer<CapsuleLanes>& body, std::span<const Capsule> capsules, i32x4 lanes) {
  const std::size_t old = body.span().size();
  body.resize(std::max(old, capsules.size()));
  const std::span<CapsuleLanes> all = body.span();
  bool changed = capsules.size() > old;
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
