#include "support/reference_cloth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

namespace mangto::test {
namespace {

using Constraint = ReferenceCloth::Constraint;

/// 한 무리: (행, 열) = (r + aRow, c + aColumn)과 (r + bRow, c + bColumn)을 잇는다.
struct Pass {
  float Stiffness::*kind;
  int aColumn;
  int bRow;
  int bColumn;
};

constexpr std::array<Pass, 6> kPasses{{
    {&Stiffness::structural, 0, 0, 1},
    {&Stiffness::bend, 0, 0, 2},
    {&Stiffness::structural, 0, 1, 0},
    {&Stiffness::shear, 0, 1, 1},
    {&Stiffness::shear, 1, 1, 0},
    {&Stiffness::bend, 0, 2, 0},
}};

/// 문서의 차례: 무리마다 행, 행마다 토막의 j번째 열들(j, S + j, 2S + j, 3S + j).
/// The documented order: pass by pass, row by row, and in a row the j-th column of each of four
/// stretches of S columns.
std::vector<Constraint> documentedOrder(int columns, int rows) {
  const int stretch = std::max(3, (columns + 3) / 4);
  std::vector<Constraint> order;
  for (const Pass& pass : kPasses) {
    for (int row = 0; row + pass.bRow < rows; ++row) {
      for (int j = 0; j < stretch; ++j) {
        for (int column = j; column < columns; column += stretch) {
          const int a = column + pass.aColumn;
          const int b = column + pass.bColumn;
          if (a >= columns || b >= columns) continue;
          order.push_back({row * columns + a, (row + pass.bRow) * columns + b, pass.kind, 0.0});
        }
      }
    }
  }
  return order;
}

}  // namespace

ReferenceCloth::ReferenceCloth(const GridOptions& grid, const ClothOptions& clothOptions)
    : options(clothOptions),
      constraints(documentedOrder(grid.columns, grid.rows)),
      columns_(grid.columns),
      rows_(grid.rows) {
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      positions_.emplace_back(grid.position(column, row));
      pinned_.push_back(grid.pinned && grid.pinned(column, row));
    }
  }
  previous_ = positions_;
  pinTargets = positions_;
  for (Constraint& constraint : constraints) {
    constraint.rest = glm::distance(positions_[constraint.a], positions_[constraint.b]);
  }
  computeNormals();
}

void ReferenceCloth::step() {
  integrate();
  for (int i = 0; i < options.iterations; ++i) {
    for (const Constraint& constraint : constraints) solve(constraint);
    for (const Capsule& capsule : capsules) pushOut(capsule);
    keepAboveFloor();
  }
  computeNormals();
}

void ReferenceCloth::integrate() {
  const double h = options.timeStep;
  const double coupling = (static_cast<double>(options.windStrength) + options.drag) * h;
  const double guard = coupling > 1.0 ? 1.0 / coupling : 1.0;
  for (std::size_t k = 0; k < positions_.size(); ++k) {
    const glm::dvec3 p = positions_[k];
    const glm::dvec3 n = normals_[k];
    const glm::dvec3 v = (p - previous_[k]) * static_cast<double>(options.damping);
    previous_[k] = p;
    if (pinned_[k]) {
      positions_[k] = pinTargets[k];
      continue;
    }
    const glm::dvec3 r = glm::dvec3(options.wind) - v / h;
    const glm::dvec3 a = n * (glm::dot(n, r) * options.windStrength * guard) +
                         r * (options.drag * guard) + glm::dvec3(options.gravity);
    positions_[k] = p + v + a * (h * h);
  }
}

void ReferenceCloth::solve(const Constraint& constraint) {
  const bool pinnedA = pinned_[constraint.a];
  const bool pinnedB = pinned_[constraint.b];
  if (pinnedA && pinnedB) return;
  glm::dvec3& a = positions_[constraint.a];
  glm::dvec3& b = positions_[constraint.b];
  const double length = glm::distance(a, b);
  if (length == 0.0) return;
  const double stiffness = options.stiffness.*constraint.kind;
  const glm::dvec3 correction = (b - a) * (stiffness * (length - constraint.rest) / length);
  if (!pinnedA) a += pinnedB ? correction : correction * 0.5;
  if (!pinnedB) b -= pinnedA ? correction : correction * 0.5;
}

void ReferenceCloth::pushOut(const Capsule& capsule) {
  const glm::dvec3 a = capsule.a;
  const glm::dvec3 axis = glm::dvec3(capsule.b) - a;
  const double lengthSquared = glm::dot(axis, axis);
  for (std::size_t k = 0; k < positions_.size(); ++k) {
    if (pinned_[k]) continue;
    glm::dvec3& p = positions_[k];
    const double along = lengthSquared > 0.0 ? glm::dot(p - a, axis) / lengthSquared : 0.0;
    const glm::dvec3 nearest = a + axis * std::clamp(along, 0.0, 1.0);
    const double distance = glm::distance(p, nearest);
    // 축 위의 점은 나갈 방향이 정해져 있지 않다. 견주는 장면에는 그런 점이 없다.
    if (distance >= capsule.radius || distance == 0.0) continue;
    p = nearest + (p - nearest) * (capsule.radius / distance);
  }
}

void ReferenceCloth::keepAboveFloor() {
  if (!options.floor) return;
  for (std::size_t k = 0; k < positions_.size(); ++k) {
    glm::dvec3& p = positions_[k];
    if (pinned_[k] || p.y >= *options.floor) continue;
    p.y = *options.floor;
    previous_[k].x += (p.x - previous_[k].x) / 2.0;
    previous_[k].z += (p.z - previous_[k].z) / 2.0;
  }
}

void ReferenceCloth::computeNormals() {
  std::vector<std::uint32_t> indices;
  for (int row = 0; row + 1 < rows_; ++row) {
    for (int column = 0; column + 1 < columns_; ++column) {
      const auto a = static_cast<std::uint32_t>(row * columns_ + column);
      const std::uint32_t b = a + static_cast<std::uint32_t>(columns_);
      for (const std::uint32_t index : {a, b, a + 1, b, b + 1, a + 1}) indices.push_back(index);
    }
  }
  normals_ = vertexNormals(positions_, indices);
}

std::vector<glm::dvec3> vertexNormals(const std::vector<glm::dvec3>& positions,
                                      std::span<const std::uint32_t> indices) {
  std::vector<glm::dvec3> normals(positions.size(), glm::dvec3(0.0));
  for (std::size_t t = 0; t < indices.size(); t += 3) {
    const glm::dvec3& a = positions[indices[t]];
    const glm::dvec3& b = positions[indices[t + 1]];
    const glm::dvec3& c = positions[indices[t + 2]];
    const glm::dvec3 weighted = glm::cross(c - b, a - b);
    for (std::size_t corner = 0; corner < 3; ++corner) normals[indices[t + corner]] += weighted;
  }
  for (glm::dvec3& normal : normals) {
    const double length = glm::length(normal);
    if (length > 0.0) normal /= length;
  }
  return normals;
}

}  // namespace mangto::test
