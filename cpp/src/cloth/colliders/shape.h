#pragma once

#include <glm/vec3.hpp>

#include "core/simd.h"
#include "mangto/colliders.h"

namespace mangto {

enum class ShapeKind { kRound, kBox, kPlane };

/// 제 좌표계에서 본 볼록한 모양. 둥근 것의 축은 원점에서 +y로, 평면의 법선은 +y이다.
/// A convex shape in its own frame: the axis of a round one runs from the origin to +y, the normal
/// of a plane is +y.
struct Shape {
  ShapeKind kind = ShapeKind::kRound;
  float length = 0.0F;   ///< 축의 길이. 공은 0
  float radius = 0.0F;   ///< 원점에서의 반지름
  float slope = 0.0F;    ///< 축을 따라 반지름이 자라는 비율 σ, |σ| < 1
  float tangent = 0.0F;  ///< σ / √(1 - σ²)
  glm::vec3 halfSize{0.0F};
};

/// 모양이 놓인 자리: 원점과 서로 수직인 단위 축 셋. / Where a shape is: origin and orthonormal
/// axes.
struct Pose {
  glm::vec3 origin{0.0F};
  glm::vec3 x{1.0F, 0.0F, 0.0F};
  glm::vec3 y{0.0F, 1.0F, 0.0F};
  glm::vec3 z{0.0F, 0.0F, 1.0F};
};

/// 법선과 사원수의 길이를 1로 한 콜라이더. / The collider with its normal or quaternion of
/// length 1.
Collider normalized(const Collider& collider);

Shape shapeOf(const Collider& collider);

/// 콜라이더의 자리. 축을 도는 방향이 정해지지 않는 모양은 `before`에서 가장 적게 돈다.
/// Pose of a collider; shapes whose turn about the axis is free turn least from `before`.
Pose poseOf(const Collider& collider, const Pose& before);

/// 단단한 움직임: x → rotation (x - from) rotation* + to. / A rigid motion by a unit quaternion.
struct Turn {
  glm::vec4 rotation{0.0F, 0.0F, 0.0F, 1.0F};
  glm::vec3 from{0.0F};
  glm::vec3 to{0.0F};
};

Collider turned(const Collider& collider, const Turn& turn);
Pose turned(const Pose& pose, const Turn& turn);
glm::vec3 turned(const glm::vec3& p, const Turn& turn);

/// 두 자리 사이의 콜라이더, 0…1. 모양의 종류가 같아야 한다. / Between two colliders of one kind.
Collider mix(const Collider& from, const Collider& to, float share);

inline Vec3x4 toLocal(const Pose& pose, const Vec3x4& p) {
  const Vec3x4 d = p - splat(pose.origin);
  return {dot(d, splat(pose.x)), dot(d, splat(pose.y)), dot(d, splat(pose.z))};
}

inline Vec3x4 toWorldDirection(const Pose& pose, const Vec3x4& q) {
  return splat(pose.x) * q.x + splat(pose.y) * q.y + splat(pose.z) * q.z;
}

inline Vec3x4 toWorld(const Pose& pose, const Vec3x4& q) {
  return toWorldDirection(pose, q) + splat(pose.origin);
}

/// 표면까지의 거리(안쪽은 음수)와 그 기울기. / Signed distance to the surface, and its gradient.
struct Surface {
  f32x4 distance;
  Vec3x4 normal;
};

/// 이보다 짧으면 방향을 믿을 수 없다(m). / Shorter than this has no reliable direction.
inline constexpr float kTinyLength = 1.0e-7F;

/// 상자나 평면의 겉면. / The surface of a box or a plane.
Surface flatSurface(const Shape& shape, const Vec3x4& q);

// 축 위의 가장 가까운 공의 자리 s = clamp(y + ρ·σ/√(1 - σ²), 0, L), 거리 = |q - s ŷ| - (r + σ s).
inline Surface roundSurface(const Shape& shape, const Vec3x4& q) {
  const f32x4 aside = sqrt(q.x * q.x + q.z * q.z);
  const f32x4 s = max(min(q.y + aside * splat(shape.tangent), splat(shape.length)), splat(0.0F));
  const Vec3x4 d{q.x, q.y - s, q.z};
  const f32x4 length = sqrt(dot(d, d));
  const f32x4 inverse = splat(1.0F) / max(length, splat(kTinyLength));
  const Vec3x4 sideways{splat(1.0F), splat(0.0F), splat(0.0F)};
  return {length - (splat(shape.radius) + splat(shape.slope) * s),
          select(length > splat(kTinyLength), d * inverse, sideways)};
}

inline Surface surfaceOf(const Shape& shape, const Vec3x4& q) {
  return shape.kind == ShapeKind::kRound ? roundSurface(shape, q) : flatSurface(shape, q);
}

}  // namespace mangto
