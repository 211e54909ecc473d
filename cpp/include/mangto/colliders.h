#pragma once

#include <glm/vec3.hpp>

namespace mangto {

/// 캡슐: 선분 a–b에서 `radius` 안쪽의 모든 점(미터). a == b이면 공이다.
/// Capsule: all points within `radius` of the segment a–b, in metres. With a == b it is a sphere.
struct Capsule {
  glm::vec3 a{0.0F};
  glm::vec3 b{0.0F};
  float radius = 0.0F;
};

}  // namespace mangto
