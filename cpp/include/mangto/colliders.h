#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <variant>

namespace mangto {

/// 캡슐: 선분 a–b에서 `radius` 안쪽의 모든 점(미터). a == b이면 공이다.
/// Capsule: all points within `radius` of the segment a–b, in metres. With a == b it is a sphere.
struct Capsule {
  glm::vec3 a{0.0F};
  glm::vec3 b{0.0F};
  float radius = 0.0F;
};

/// 공(미터). / Sphere in metres.
struct Sphere {
  glm::vec3 center{0.0F};
  float radius = 0.0F;

  bool operator==(const Sphere&) const = default;
};

/// 가늘어지는 캡슐: 두 공을 감싸는 볼록한 몸(미터). 반지름이 같으면 캡슐이다.
/// Tapered capsule: the convex hull of two spheres, in metres. With equal radii it is a capsule.
struct TaperedCapsule {
  glm::vec3 a{0.0F};
  glm::vec3 b{0.0F};
  float radiusA = 0.0F;
  float radiusB = 0.0F;

  bool operator==(const TaperedCapsule&) const = default;
};

/// 평면: 법선 쪽이 바깥이다. 법선의 길이는 아무래도 좋지만 0은 안 된다.
/// Plane: everything on the side of the normal is outside. The normal may have any length but 0.
struct Plane {
  glm::vec3 point{0.0F};
  glm::vec3 normal{0.0F, 1.0F, 0.0F};

  bool operator==(const Plane&) const = default;
};

/// 돌린 상자: 가운데, 변의 반(미터), 사원수 x, y, z, w(길이는 아무래도 좋지만 0은 안 된다).
/// Oriented box: centre, half of the edges (m), quaternion x, y, z, w of any length but 0.
struct Box {
  glm::vec3 center{0.0F};
  glm::vec3 halfSize{0.0F};
  glm::vec4 rotation{0.0F, 0.0F, 0.0F, 1.0F};

  bool operator==(const Box&) const = default;
};

/// 움직이는 몸의 한 부분. / One part of a moving body.
using Collider = std::variant<Sphere, TaperedCapsule, Plane, Box>;

}  // namespace mangto
