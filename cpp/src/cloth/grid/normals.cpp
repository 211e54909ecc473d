#include <algorithm>

#include "cloth/cloth_state.h"
#include "cloth/grid/grid_solver.h"
#include "cloth/normalize.h"

// 면적으로 무게를 준 꼭짓점 법선: three의 BufferGeometry.computeVertexNormals와 같다.
//   n(점) = normalize(Σ (c - b) × (a - b)),  점을 가진 모든 삼각형 (a, b, c)에 대해

namespace mangto {
namespace {

/// 한 칸(a b / d c)의 두 삼각형 법선. / Normals of the two triangles of a cell.
struct CellNormals {
  Vec3x4 abd;
  Vec3x4 bcd;

  Vec3x4 both() const { return abd + bcd; }
};

CellNormals cellNormals(const Vec3x4& a, const Vec3x4& b, const Vec3x4& c, const Vec3x4& d,
                        f32x4 inside) {
  const Vec3x4 db = d - b;
  return {cross(db, a - b) * inside, cross(d - c, b - c) * inside};
}

/// 칸 한 줄의 법선을 위 행에 더하고 아래 행에 놓는다. / Adds a row of cells to `top`, sets
/// `bottom`.
void addCells(std::span<const Vec3x4> upper, std::span<const Vec3x4> lower,
              std::span<const f32x4> inside, std::span<Vec3x4> top, std::span<Vec3x4> bottom) {
  const std::size_t last = upper.size() - 1;
  // 토막의 마지막 칸은 다음 토막의 첫 점과 이어진다: 먼저 풀어서 첫 점에 한 줄기 옮겨 더한다.
  const CellNormals wrapped = cellNormals(upper[last], lower[last], rotateLeft(lower[0]),
                                          rotateLeft(upper[0]), inside[last]);
  Vec3x4 leftTop = rotateRight(wrapped.both());
  Vec3x4 leftBottom = rotateRight(wrapped.bcd);
  for (std::size_t block = 0; block <= last; ++block) {
    const CellNormals cell = block == last
                                 ? wrapped
                                 : cellNormals(upper[block], lower[block], lower[block + 1],
                                               upper[block + 1], inside[block]);
    top[block] = top[block] + (cell.abd + leftTop);
    bottom[block] = cell.both() + leftBottom;
    leftTop = cell.both();
    leftBottom = cell.bcd;
  }
}

}  // namespace

void GridSolver::computeNormals(ClothState& cloth) {
  const GridLayout& grid = topology_.layout;
  const auto blocks = static_cast<std::size_t>(grid.blocks);
  const std::span<const Vec3x4> positions = cloth.positions;
  const auto rowOf = [blocks](auto span, int row) { return span.subspan(row * blocks, blocks); };

  std::fill_n(cloth.normals.begin(), blocks, Vec3x4{});
  for (int row = 0; row + 1 < grid.rows; ++row) {
    addCells(rowOf(positions, row), rowOf(positions, row + 1), topology_.inside[1],
             rowOf(cloth.normals, row), rowOf(cloth.normals, row + 1));
    normalizeAll(rowOf(cloth.normals, row));
  }
  normalizeAll(rowOf(cloth.normals, grid.rows - 1));
}

}  // namespace mangto
