#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "mangto/cloth.h"

// 천의 상태를 재는 자.

namespace mangto::test {

/// `steps`번 나아간다. `before`는 걸음마다 그 앞에 불린다. / Runs steps; `before` is called with
/// the number of the step ahead of each one.
void run(Cloth& cloth, int steps, const std::function<void(int step)>& before = {});

glm::dvec3 pointAt(const Cloth& cloth, int point);
glm::dvec3 pointOf(const Cloth& cloth, int column, int row);
double distanceOf(const Cloth& cloth, glm::ivec2 a, glm::ivec2 b);
glm::dvec3 centroid(const Cloth& cloth);

/// 고정점의 목표를 모두 같은 만큼 옮긴다. / Moves the targets of all pinned points alike.
void movePinTargets(Cloth& cloth, const glm::vec3& offset);

/// 세로 모서리의 평균 늘어남(비율). / Mean stretch of the vertical edges (ratio).
struct Stretch {
  double all = 0.0;
  double firstRow = 0.0;
};
Stretch verticalStretch(const Cloth& cloth, double rest);

/// 선분까지의 가장 짧은 거리. / Shortest distance to a segment.
double distanceToSegment(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b);
double nearestTo(const Cloth& cloth, const Capsule& capsule);

bool allFinite(std::span<const float> values);

/// 부동소수의 비트까지 비교하기 위한 복사본. / A copy to compare down to the bits.
std::vector<std::uint32_t> bits(std::span<const float> values);

std::vector<float> copyOf(std::span<const float> values);

}  // namespace mangto::test
