#include "cloth/air.h"

#include <algorithm>
#include <utility>

#include "cloth/cloth_state.h"
#include "cloth/grid/grid_solver.h"

namespace mangto {
namespace {

/// 격자의 한 행. / One row of the grid.
struct Row {
  std::span<const Vec3x4> positions;
  std::span<const Vec3x4> flow;
};

/// 묶음의 칸들의 왼쪽이나 오른쪽에 있는 점. / The points left or right of the cells of a block.
struct Corners {
  Vec3x4 upper, lower;
  Vec3x4 upperFlow, lowerFlow;
};

Corners cornersAt(const Row& upper, const Row& lower, std::size_t block) {
  return {upper.positions[block], lower.positions[block], upper.flow[block], lower.flow[block]};
}

Corners fromNextLane(const Corners& c) {
  return {rotateLeft(c.upper), rotateLeft(c.lower), rotateLeft(c.upperFlow),
          rotateLeft(c.lowerFlow)};
}

AirPush operator*(const AirPush& a, f32x4 s) { return {a.weighted * s, a.weight * s}; }
AirPush toNextLane(const AirPush& a) { return {rotateRight(a.weighted), rotateRight(a.weight)}; }

/// 한 칸(a b / d c)의 두 삼각형이 받는 힘. / What pushes the two triangles of a cell.
struct CellPush {
  AirPush abd;
  AirPush bcd;

  AirPush both() const { return abd + bcd; }
};

CellPush pushCell(const AirLaw& law, const Corners& left, const Corners& right, f32x4 inside) {
  const f32x4 third = splat(1.0F / 3.0F);
  const Vec3x4 diagonal = left.lowerFlow + right.upperFlow;
  return {pushOf(law, left.upper, left.lower, right.upper, (left.upperFlow + diagonal) * third) *
              inside,
          pushOf(law, left.lower, right.lower, right.upper, (right.lowerFlow + diagonal) * third) *
              inside};
}

/// 칸 한 줄의 힘을 위 행에 더하고 아래 행에 놓는다(normals.cpp의 addCells와 같은 차례). / Adds a
/// row of cells to `top`, sets `bottom`.
void addCells(const AirLaw& law, const Row& upper, const Row& lower, std::span<const f32x4> inside,
              std::span<AirPush> top, std::span<AirPush> bottom) {
  const std::size_t last = inside.size() - 1;
  const CellPush wrapped = pushCell(law, cornersAt(upper, lower, last),
                                    fromNextLane(cornersAt(upper, lower, 0)), inside[last]);
  AirPush leftTop = toNextLane(wrapped.both());
  AirPush leftBottom = toNextLane(wrapped.bcd);
  Corners left = cornersAt(upper, lower, 0);
  for (std::size_t block = 0; block < last; ++block) {
    const Corners right = cornersAt(upper, lower, block + 1);
    const CellPush cell = pushCell(law, left, right, inside[block]);
    top[block] = top[block] + (cell.abd + leftTop);
    bottom[block] = cell.both() + leftBottom;
    leftTop = cell.both();
    leftBottom = cell.bcd;
    left = right;
  }
  top[last] = top[last] + (wrapped.abd + leftTop);
  bottom[last] = wrapped.both() + leftBottom;
}

}  // namespace

void GridSolver::carveAir(Arena& arena) {
  for (auto& row : airRows_) row = arena.take<AirPush>(topology_.layout.blocks);
}

void GridSolver::computeAir(ClothState& cloth, const AirLaw& law) {
  const GridLayout& grid = topology_.layout;
  const auto blocks = static_cast<std::size_t>(grid.blocks);
  const auto rowOf = [&](int row) {
    const std::size_t first = row * blocks;
    return Row{cloth.positions.subspan(first, blocks), cloth.flow.subspan(first, blocks)};
  };
  std::span<AirPush> top = airRows_[0];
  std::span<AirPush> bottom = airRows_[1];
  const auto finish = [&](int row) {
    for (std::size_t block = 0; block < blocks; ++block)
      cloth.air[row * blocks + block] = meanOf(top[block]);
    std::swap(top, bottom);
  };
  std::fill(top.begin(), top.end(), AirPush{});
  for (int row = 0; row + 1 < grid.rows; ++row) {
    addCells(law, rowOf(row), rowOf(row + 1), topology_.inside[1], top, bottom);
    finish(row);
  }
  finish(grid.rows - 1);
}

}  // namespace mangto
