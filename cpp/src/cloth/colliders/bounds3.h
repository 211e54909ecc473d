#pragma once

#include <glm/common.hpp>
#include <glm/vec3.hpp>

namespace mangto {

/// 축에 나란한 상자(m). / Axis-aligned box in metres.
struct Bounds3 {
  glm::vec3 low, high;

  bool overlaps(const Bounds3& other) const {
    return low.x <= other.high.x && high.x >= other.low.x && low.y <= other.high.y &&
           high.y >= other.low.y && low.z <= other.high.z && high.z >= other.low.z;
  }
};

inline Bounds3 join(const Bounds3& a, const Bounds3& b) {
  return {glm::min(a.low, b.low), glm::max(a.high, b.high)};
}

}  // namespace mangto
