#pragma once

#include <array>
#include <glm/vec3.hpp>

namespace mangto {

struct ClothState;

/// 단단한 움직임: x → rotation (x - from) + to. / A rigid motion.
struct RigidMotion {
  std::array<glm::dvec3, 3> rows{glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, 0, 1)};
  glm::dvec3 from{0.0};
  glm::dvec3 to{0.0};

  glm::dvec3 move(const glm::dvec3& p) const {
    const glm::dvec3 d = p - from;
    const auto along = [&d](const glm::dvec3& row) {
      return row.x * d.x + row.y * d.y + row.z * d.z;
    };
    return to + glm::dvec3(along(rows[0]), along(rows[1]), along(rows[2]));
  }
};

/// 고정점들이 지금 자리에서 목표로 가는 움직임의 `share`만큼. 모양이 바뀌면 가장 가까운 것.
/// A share of the motion of the pins from where they are to their targets, in the least-squares
/// sense.
RigidMotion pinMotion(const ClothState& cloth, double share);

/// 천 전체를 속도까지 옮긴다. / Moves the whole cloth, velocities too.
void carry(ClothState& cloth, const RigidMotion& motion);

/// 고정점들이 목표까지 움직일 평균 거리(m), 없으면 0. / Mean distance of the pins to their targets.
double pinTravel(const ClothState& cloth);

/// 걸음 앞에서: 너무 먼 길이면 천 전체를 데려가고, 아니면 몸의 움직임에서 천이 느끼지 않을 몫만
/// 데려간다. Ahead of `steps` steps, after which the pins are still `lag` steps from their targets:
/// takes the whole cloth along with a jump of the pins, else with the share of their motion that it
/// is not to feel.
void followPins(ClothState& cloth, int steps, double lag);

}  // namespace mangto
