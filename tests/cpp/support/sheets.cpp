#include "support/sheets.h"

#include <cstdio>
#include <cstdlib>

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
