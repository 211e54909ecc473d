#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <utility>

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

bool overlaps(const Bounds& bounds, const CapsuleLanes& capsule) {
  return anyTrue((bounds.low.x < capsule.high.x) & (bounds.high.x > capsule.low.x) &
                 (bounds.low.y < capsule.high.y) & (bounds.high.y > capsule.low.y) &
                 (bounds.low.z < capsule.high.z) & (bounds.high.z > capsule.low.z));
}

// q = p - (a + t·axis), t = clamp((p - a)·axis / |axis|², 0, 1);  |q| < R이면 p = p + q (R -
// |q|)/|q|.
bool pushOut(const CapsuleLanes& capsule, f32x4 inverseMass, Vec3x4& p) {
  const Vec3x4 fromA = p - capsule.a;
  const f32x4 t =
      max(min(dot(fromA, capsule.axis) * capsule.inverseLengthSquared, splat(1.0F)), splat(0.0F));
  const Vec3x4 q = fromA - capsule.axis * t;
  const f32x4 distanceSquared = dot(q, q);
  i32x4 inside = distanceSquared < capsule.radiusSquared;
  if (!anyTrue(inside)) return false;
  inside &= inverseMass > splat(0.0F);
  const f32x4 distance = sqrt(distanceSquared);
  const i32x4 onAxis = inside & (distance < splat(kOnAxis));
  const f32x4 outwards = (capsule.radius - distance) / max(distance, splat(kOnAxis));
  const Vec3x4 before = p;
  p = p + q * select(inside, outwards, splat(0.0F));
  if (anyTrue(onAxis)) p = select(onAxis, before + capsule.aside * capsule.radius, p);
  return true;
}

// y < floor인 점은 바닥 위로 올리고, 이전 위치의 x, z를 반만큼 끌어온다(마찰).
bool keepAbove(f32x4 floor, f32x4 inverseMass, Vec3x4& p, Vec3x4& previous) {
  if (!anyTrue(p.y < floor)) return false;
  const i32x4 below = (p.y < floor) & (inverseMass > splat(0.0F));
  p.y = select(below, floor, p.y);
  previous.x = select(below, previous.x + (p.x - previous.x) * splat(0.5F), previous.x);
  previous.z = select(below, previous.z + (p.z - previous.z) * splat(0.5F), previous.z);
  return true;
}

}  // namespace

bool collide(ClothState& cloth, std::size_t first, std::span<Vec3x4> points, Near& near,
             bool look) {
  const std::span<const CapsuleLanes> capsules = std::as_const(cloth.capsules).span();
  const f32x4* inverseMass = &cloth.data().inverseMass[first];
  const float margin = cloth.data().longestEdge;
  if (look) near = 0;
  Bounds bounds = look ? grown(boundsOf(points), margin) : Bounds{};

  bool moved = false;
  for (std::size_t c = 0; c < capsules.size(); ++c) {
    const CapsuleLanes& capsule = capsules[c];
    if (look && overlaps(bounds, capsule)) near |= nearCapsule(c);
    if ((near & nearCapsule(c)) == 0) continue;
    bool pushed = false;
    for (std::size_t i = 0; i < points.size(); ++i)
      pushed |= pushOut(capsule, inverseMass[i], points[i]);
    moved |= pushed;
    if (look && pushed) bounds = grown(boundsOf(points), margin);
  }
  if (!cloth.options.floor) return moved;
  const f32x4 floor = splat(*cloth.options.floor);
  if (look && anyTrue(bounds.low.y < floor)) near |= kNearFloor;
  if ((near & kNearFloor) == 0) return moved;
  for (std::size_t i = 0; i < points.size(); ++i)
    moved |= keepAbove(floor, inverseMass[i], points[i], cloth.previous[first + i]);
  return moved;
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

}  // namespace mangto
