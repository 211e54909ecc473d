#include <cstring>

#include "cloth/cloth_state.h"
#include "cloth/grid/grid_solver.h"

namespace mangto {
namespace {

/// x, y, z를 쓰고, 자리가 있으면 한 번에 네 칸을 쓴다(넷째 칸은 다음 점이 덮어쓴다).
/// Writes x, y, z; four floats at once where the next point overwrites the fourth.
void storePoint(float* place, f32x4 xyz, bool next) {
  if (next) {
    std::memcpy(place, &xyz, 4 * sizeof(float));
  } else {
    std::memcpy(place, &xyz, 2 * sizeof(float));
    place[2] = xyz[2];
  }
}

void packRow(const GridLayout& grid, const Vec3x4* blocks, float* row) {
  const int stretch = 3 * grid.blocks;  // 다음 줄기의 같은 묶음까지
  for (int block = 0; block < grid.blocks; ++block) {
    const Vec3x4& p = blocks[block];
    const f32x4 xy01 = __builtin_shufflevector(p.x, p.y, 0, 4, 1, 5);
    const f32x4 xy23 = __builtin_shufflevector(p.x, p.y, 2, 6, 3, 7);
    const f32x4 points[kLanes] = {
        __builtin_shufflevector(xy01, p.z, 0, 1, 4, 4),
        __builtin_shufflevector(xy01, p.z, 2, 3, 5, 5),
        __builtin_shufflevector(xy23, p.z, 0, 1, 6, 6),
        __builtin_shufflevector(xy23, p.z, 2, 3, 7, 7),
    };
    for (int lane = 0; lane < kLanes; ++lane) {
      const int column = grid.columnOf(block, lane);
      if (column >= grid.columns) break;
      storePoint(row + 3 * block + lane * stretch, points[lane],
                 block + 1 < grid.blocks && column + 1 < grid.columns);
    }
  }
}

}  // namespace

void GridSolver::pack(ClothState& cloth) {
  const GridLayout& grid = topology_.layout;
  for (int row = 0; row < grid.rows; ++row) {
    const std::size_t slot = static_cast<std::size_t>(row) * grid.blocks;
    const std::size_t point = 3 * static_cast<std::size_t>(row) * grid.columns;
    packRow(grid, &cloth.positions[slot], &cloth.packedPositions[point]);
    packRow(grid, &cloth.normals[slot], &cloth.packedNormals[point]);
  }
}

}  // namespace mangto
