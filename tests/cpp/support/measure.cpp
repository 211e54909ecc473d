#include "support/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/geometric.hpp>
#include <limits>

namespace mangto::test {

void run(Cloth& cloth, int steps, const std::function<void(int step)>& before) {
  for (int k = 0; k < steps; ++k) {
    if (before) before(k);
    const Status status = cloth.step();
    ASSERT_TRUE(status.ok()) << status.message;
  }
}

glm::dvec3 pointAt(const Cloth& cloth, int point) {
  const auto k = static_cast<std::size_t>(point) * 3;
  const std::span<const float> p = cloth.positions();
  return {p[k], p[k + 1], p[k + 2]};
}

glm::dvec3 pointOf(const Cloth& cloth, int column, int row) {
  return pointAt(cloth, row * cloth.fabric().columns() + column);
}

double distanceOf(const Cloth& cloth, glm::ivec2 a, glm::ivec2 b) {
  return glm::distance(pointOf(cloth, a.x, a.y), pointOf(cloth, b.x, b.y));
}

glm::dvec3 centroid(const Cloth& cloth) {
  const std::span<const float> p = cloth.positions();
  glm::dvec3 sum(0.0);
  for (std::size_t k = 0; k < p.size(); k += 3) sum += glm::dvec3(p[k], p[k + 1], p[k + 2]);
  return sum / static_cast<double>(cloth.fabric().points());
}

void movePinTargets(Cloth& cloth, const glm::vec3& offset) {
  const std::span<float> targets = cloth.pinTargets();
  for (int point = 0; point < cloth.fabric().points(); ++point) {
    if (!cloth.fabric().pinned(point)) continue;
    for (int i = 0; i < 3; ++i) targets[static_cast<std::size_t>(point) * 3 + i] += offset[i];
  }
}

Stretch verticalStretch(const Cloth& cloth, double rest) {
  const int columns = cloth.fabric().columns();
  const int edges = cloth.fabric().rows() - 1;
  Stretch stretch;
  for (int row = 0; row < edges; ++row) {
    double sum = 0.0;
    for (int column = 0; column < columns; ++column) {
      sum += distanceOf(cloth, {column, row}, {column, row + 1}) / rest - 1.0;
    }
    if (row == 0) stretch.firstRow = sum / columns;
    stretch.all += sum / (columns * edges);
  }
  return stretch;
}

double distanceToSegment(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b) {
  const glm::dvec3 axis = b - a;
  const double lengthSquared = glm::dot(axis, axis);
  const double t =
      lengthSquared > 0.0 ? std::clamp(glm::dot(p - a, axis) / lengthSquared, 0.0, 1.0) : 0.0;
  return glm::distance(p, a + axis * t);
}

double nearestTo(const Cloth& cloth, const Capsule& capsule) {
  const std::span<const float> p = cloth.positions();
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < p.size(); k += 3) {
    const glm::dvec3 point(p[k], p[k + 1], p[k + 2]);
    nearest = std::min(nearest, distanceToSegment(point, capsule.a, capsule.b));
  }
  return nearest;
}

bool allFinite(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

std::vector<std::uint32_t> bits(std::span<const float> values) {
  std::vector<std::uint32_t> copy(values.size());
  std::memcpy(copy.data(), values.data(), values.size_bytes());
  return copy;
}

std::vector<float> copyOf(std::span<const float> values) { return {values.begin(), values.end()}; }

}  // namespace mangto::test
