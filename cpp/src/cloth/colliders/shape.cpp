#include "cloth/colliders/shape.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace mangto {
namespace {

/// 길이 1로. 아주 짧은 것도 제곱해서 0이 되지 않게 먼저 키운다. / To unit length, however short.
template <typename V>
V direction(const V& v) {
  float largest = 0.0F;
  for (int i = 0; i < V::length(); ++i) largest = std::max(largest, std::abs(v[i]));
  return glm::normalize(v / largest);
}

/// 축 y가 v를 향하고, x는 `before`의 x에서 가장 적게 돈 자리. / A pose whose y points along v.
Pose alongAxis(const glm::vec3& origin, const glm::vec3& v, const Pose& before) {
  Pose pose = before;
  pose.origin = origin;
  const float length = glm::length(v);
  if (length <= kTinyLength) return pose;
  pose.y = v / length;
  const auto across = [&pose](const glm::vec3& e) { return e - pose.y * glm::dot(e, pose.y); };
  // x가 새 축과 나란해졌으면 z에서 만든다: 둘 가운데 하나는 늘 넉넉히 벗어나 있다.
  const glm::vec3 x = across(before.x);
  pose.x = glm::normalize(glm::dot(x, x) > 0.25F ? x : across(before.z));
  pose.z = glm::cross(pose.x, pose.y);
  return pose;
}

Shape shapeOf(const Sphere& sphere) { return {.radius = sphere.radius}; }

// 한 공이 다른 공을 품으면 큰 공만 남는다.
bool isOneSphere(const TaperedCapsule& c) {
  return glm::length(c.b - c.a) <= std::abs(c.radiusB - c.radiusA) + kTinyLength;
}

Shape shapeOf(const TaperedCapsule& c) {
  if (isOneSphere(c)) return {.radius = std::max(c.radiusA, c.radiusB)};
  const float length = glm::length(c.b - c.a);
  const float slope = (c.radiusB - c.radiusA) / length;
  const float cosine = std::sqrt(std::max(1.0F - slope * slope, kTinyLength));
  return {.length = length, .radius = c.radiusA, .slope = slope, .tangent = slope / cosine};
}

Shape shapeOf(const Plane& /*plane*/) { return {.kind = ShapeKind::kPlane}; }
Shape shapeOf(const Box& box) { return {.kind = ShapeKind::kBox, .halfSize = box.halfSize}; }

Pose poseOf(const Sphere& sphere, const Pose& before) {
  return {sphere.center, before.x, before.y, before.z};
}

Pose poseOf(const TaperedCapsule& c, const Pose& before) {
  const glm::vec3 origin = isOneSphere(c) && c.radiusB > c.radiusA ? c.b : c.a;
  return alongAxis(origin, c.b - c.a, before);
}

Pose poseOf(const Plane& plane, const Pose& before) {
  return alongAxis(plane.point, plane.normal, before);
}

// e + 2 v × (v × e + w e), q = (v, w)
glm::vec3 rotate(const glm::vec4& q, const glm::vec3& e) {
  const glm::vec3 v(q.x, q.y, q.z);
  return e + 2.0F * glm::cross(v, glm::cross(v, e) + q.w * e);
}

// (v, w)(u, s) = (w u + s v + v × u, w s - v·u)
glm::vec4 product(const glm::vec4& a, const glm::vec4& b) {
  const glm::vec3 v(a.x, a.y, a.z);
  const glm::vec3 u(b.x, b.y, b.z);
  return {u * a.w + v * b.w + glm::cross(v, u), a.w * b.w - glm::dot(v, u)};
}

Pose poseOf(const Box& box, const Pose& /*before*/) {
  return {box.center, rotate(box.rotation, {1.0F, 0.0F, 0.0F}),
          rotate(box.rotation, {0.0F, 1.0F, 0.0F}), rotate(box.rotation, {0.0F, 0.0F, 1.0F})};
}

Sphere turned(const Sphere& sphere, const Turn& turn) {
  return {turned(sphere.center, turn), sphere.radius};
}

TaperedCapsule turned(const TaperedCapsule& c, const Turn& turn) {
  return {turned(c.a, turn), turned(c.b, turn), c.radiusA, c.radiusB};
}

Plane turned(const Plane& plane, const Turn& turn) {
  return {turned(plane.point, turn), rotate(turn.rotation, plane.normal)};
}

Box turned(const Box& box, const Turn& turn) {
  return {turned(box.center, turn), box.halfSize, product(turn.rotation, box.rotation)};
}

Sphere mix(const Sphere& from, const Sphere& to, float t) {
  return {glm::mix(from.center, to.center, t), glm::mix(from.radius, to.radius, t)};
}

TaperedCapsule mix(const TaperedCapsule& from, const TaperedCapsule& to, float t) {
  return {glm::mix(from.a, to.a, t), glm::mix(from.b, to.b, t),
          glm::mix(from.radiusA, to.radiusA, t), glm::mix(from.radiusB, to.radiusB, t)};
}

// 반대쪽을 향하는 법선의 가운데는 정해지지 않는다: 그때는 바로 간다.
Plane mix(const Plane& from, const Plane& to, float t) {
  const glm::vec3 normal = glm::mix(from.normal, to.normal, t);
  const bool isClear = glm::length(normal) > kTinyLength;
  return {glm::mix(from.point, to.point, t), isClear ? glm::normalize(normal) : to.normal};
}

Box mix(const Box& from, const Box& to, float t) {
  // q와 -q는 같은 회전이다: 가까운 쪽으로 돈다. 그래서 가운데가 0이 되지 않는다.
  const bool isFar = glm::dot(from.rotation, to.rotation) < 0.0F;
  const glm::vec4 rotation = glm::mix(isFar ? -from.rotation : from.rotation, to.rotation, t);
  return {glm::mix(from.center, to.center, t), glm::mix(from.halfSize, to.halfSize, t),
          glm::normalize(rotation)};
}

f32x4 withSign(f32x4 magnitude, f32x4 sign) {
  return select(sign < splat(0.0F), -magnitude, magnitude);
}

// 바깥: 상자에서 가장 가까운 점까지. 안쪽: 가장 가까운 면까지.
Surface boxSurface(const Shape& shape, const Vec3x4& q) {
  const Vec3x4 out = Vec3x4{abs(q.x), abs(q.y), abs(q.z)} - splat(shape.halfSize);
  const Vec3x4 zero{};
  const Vec3x4 beyond = max(out, zero);
  const f32x4 length = sqrt(dot(beyond, beyond));
  const f32x4 deepest = max(out.x, max(out.y, out.z));
  const i32x4 outside = length > splat(kTinyLength);
  const f32x4 one = splat(1.0F);
  const i32x4 faceX = out.x >= deepest;
  const i32x4 faceY = ~faceX & (out.y >= deepest);
  const Vec3x4 face{select(faceX, one, zero.x), select(faceY, one, zero.x),
                    select(faceX | faceY, zero.x, one)};
  const Vec3x4 n = select(outside, beyond * (one / max(length, splat(kTinyLength))), face);
  return {select(outside, length, deepest),
          {withSign(n.x, q.x), withSign(n.y, q.y), withSign(n.z, q.z)}};
}

}  // namespace

Collider normalized(const Collider& collider) {
  Collider unit = collider;
  if (auto* plane = std::get_if<Plane>(&unit)) plane->normal = direction(plane->normal);
  if (auto* box = std::get_if<Box>(&unit)) box->rotation = direction(box->rotation);
  return unit;
}

Shape shapeOf(const Collider& collider) {
  return std::visit([](const auto& c) { return shapeOf(c); }, collider);
}

Pose poseOf(const Collider& collider, const Pose& before) {
  return std::visit([&before](const auto& c) { return poseOf(c, before); }, collider);
}

Collider mix(const Collider& from, const Collider& to, float share) {
  return std::visit(
      [&](const auto& end) -> Collider {
        return mix(std::get<std::decay_t<decltype(end)>>(from), end, share);
      },
      to);
}

glm::vec3 turned(const glm::vec3& p, const Turn& turn) {
  return turn.to + rotate(turn.rotation, p - turn.from);
}

Collider turned(const Collider& collider, const Turn& turn) {
  return std::visit([&turn](const auto& c) -> Collider { return turned(c, turn); }, collider);
}

Pose turned(const Pose& pose, const Turn& turn) {
  return {turned(pose.origin, turn), rotate(turn.rotation, pose.x), rotate(turn.rotation, pose.y),
          rotate(turn.rotation, pose.z)};
}

Surface flatSurface(const Shape& shape, const Vec3x4& q) {
  if (shape.kind == ShapeKind::kPlane) return {q.y, splat(glm::vec3(0.0F, 1.0F, 0.0F))};
  return boxSurface(shape, q);
}

}  // namespace mangto
