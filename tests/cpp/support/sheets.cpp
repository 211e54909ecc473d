#include "support/sheets.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace mangto::test {
namespace {

template <typename T>
T valueOrAbort(Result<T> result) {
  if (!result.ok()) {
    std::fprintf(stderr, "the test's own cloth is wrong: %s\n", result.status.message.c_str());
    std::abort();
  }
  return std::move(result.value);
}

}  // namespace

GridOptions hangingSheet(int columns, int rows, const Pins& pins, Sheet sheet) {
  const auto position = [sheet](int column, int row) {
    return glm::vec3(static_cast<float>(column) * sheet.spacing,
                     sheet.top - static_cast<float>(row) * sheet.spacing, 0.0F);
  };
  return {columns, rows, position, pins};
}

GridOptions lyingSheet(int columns, int rows, const Pins& pins, Sheet sheet) {
  const auto position = [sheet](int column, int row) {
    return glm::vec3(static_cast<float>(column) * sheet.spacing, sheet.top,
                     static_cast<float>(row) * sheet.spacing);
  };
  return {columns, rows, position, pins};
}

std::unique_ptr<Cloth> makeCloth(const GridOptions& grid, const ClothOptions& options) {
  return valueOrAbort(Cloth::create(valueOrAbort(Fabric::createGrid(grid)), options));
}

std::unique_ptr<Cloth> makeMeshCloth(const GridOptions& grid, const ClothOptions& options) {
  std::vector<float> positions;
  std::vector<std::uint32_t> indices;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      const glm::vec3 p = grid.position(column, row);
      positions.insert(positions.end(), {p.x, p.y, p.z});
      if (row + 1 == grid.rows || column + 1 == grid.columns) continue;
      const auto a = static_cast<std::uint32_t>(row * grid.columns + column);
      const std::uint32_t b = a + static_cast<std::uint32_t>(grid.columns);
      indices.insert(indices.end(), {a, b, a + 1, b, b + 1, a + 1});
    }
  }
  const auto pinned = [&grid](int vertex) {
    return grid.pinned(vertex % grid.columns, vertex / grid.columns);
  };
  return valueOrAbort(
      Cloth::create(valueOrAbort(Fabric::createMesh({positions, indices, pinned})), options));
}

ClothOptions withoutAir() {
  ClothOptions options;
  options.windStrength = 0.0F;
  options.drag = 0.0F;
  return options;
}

ClothOptions loosePoints() {
  ClothOptions options = withoutAir();
  options.stiffness = {0.0F, 0.0F, 0.0F};
  options.gravity = glm::vec3(0.0F);
  return options;
}

}  // namespace mangto::test
