#include <glm/mat4x4.hpp>

#include "harnesses.h"

namespace mangto::fuzz {
namespace {

Result<std::shared_ptr<const Fabric>> readGrid(Input& input) {
  const float spacing = input.number(0.01F, 0.2F);
  const bool crumpled = input.flip();
  return Fabric::createGrid({
      .columns = input.wildInteger(1, 14),
      .rows = input.wildInteger(1, 14),
      .position =
          [&](int column, int row) {
            const glm::vec3 flat(spacing * static_cast<float>(column),
                                 2.0F - spacing * static_cast<float>(row), 0.0F);
            return crumpled ? input.vector(1.0F) : flat;
          },
      .pinned = [&](int, int row) { return row == 0 && input.flip(); },
  });
}

Result<std::shared_ptr<const Fabric>> readMesh(Input& input) {
  const int vertices = input.integer(0, 60);
  const auto positions = input.wildNumbers(3 * static_cast<std::size_t>(vertices), -1.0F, 1.0F);
  const int triangles = input.flip() ? input.integer(0, 60) : 0;
  const auto indices = input.indices(3 * static_cast<std::size_t>(triangles), vertices);
  return Fabric::createMesh({
      .positions = positions,
      .indices = indices,
      .pinned = [&](int) { return input.integer(0, 7) == 0; },
  });
}

glm::mat4 readPlacement(Input& input) {
  glm::mat4 placement(1.0F);
  if (input.flip()) std::swap(placement[0], placement[1] *= -1.0F);
  placement[3] = {input.vector(4.0F), 1.0F};
  if (input.integer(0, 15) == 0) placement[input.integer(0, 3)] = input.quaternion();
  return placement;
}

void requireWhole(const Fabric& fabric) {
  const auto points = static_cast<std::uint32_t>(fabric.points());
  require(fabric.points() > 0 && fabric.points() % fabric.members() == 0);
  require(fabric.indices().size() % 3 == 0);
  for (const std::uint32_t index : fabric.indices()) require(index < points);
  for (int point = 0; point < fabric.points(); ++point) (void)fabric.pinned(point);
}

}  // namespace

std::shared_ptr<const Fabric> readFabric(Input& input) {
  const auto one = input.flip() ? readGrid(input) : readMesh(input);
  require(one.ok() == (one.value != nullptr));
  if (!one.ok() || input.integer(0, 3) != 0) return one.value;
  return Fabric::createCrowd(*one.value, {.count = input.wildInteger(0, 9),
                                          .placement = [&](int) { return readPlacement(input); }})
      .value;
}

void fuzzFabric(Input& input) {
  const auto fabric = readFabric(input);
  if (fabric != nullptr) requireWhole(*fabric);
}

}  // namespace mangto::fuzz
