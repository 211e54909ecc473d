#include "support/meshes.h"

#include "support/sheets.h"

namespace mangto::test {

Mesh sheetMesh(int columns, int rows, bool alternating) {
  Mesh mesh{{}, {}, [columns](int vertex) { return vertex < columns; }};
  const GridOptions grid = hangingSheet(columns, rows);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const glm::vec3 p = grid.position(column, row);
      mesh.positions.insert(mesh.positions.end(), {p.x, p.y, p.z});
      if (row + 1 == rows || column + 1 == columns) continue;
      const auto a = static_cast<std::uint32_t>(row * columns + column);
      const std::uint32_t b = a + static_cast<std::uint32_t>(columns);
      if (alternating && (row + column) % 2 == 1) {
        mesh.indices.insert(mesh.indices.end(), {a, b, b + 1, a, b + 1, a + 1});
      } else {
        mesh.indices.insert(mesh.indices.end(), {a, b, a + 1, b, b + 1, a + 1});
      }
    }
  }
  return mesh;
}

Mesh unindexed(const Mesh& mesh) {
  Mesh open;
  for (const std::uint32_t k : mesh.indices) {
    open.positions.insert(open.positions.end(), &mesh.positions[3 * k], &mesh.positions[3 * k] + 3);
  }
  open.pinned = [from = mesh.indices, pinned = mesh.pinned](int vertex) {
    return pinned(static_cast<int>(from[static_cast<std::size_t>(vertex)]));
  };
  return open;
}

}  // namespace mangto::test
