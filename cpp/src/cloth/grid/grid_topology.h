#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cloth/constraint_kind.h"
#include "core/simd.h"

namespace mangto {

/// 격자의 점을 SIMD 묶음에 넣는 법. 한 행을 네 토막으로 나누어 줄기 하나에 한 토막씩 넣는다:
///   column = lane * blocks + block
/// 그러면 한 묶음의 점들은 서로 이웃이 아니므로 가로·세로·대각선 제약을 모두 섞기(shuffle) 없이 네
/// 개씩 풀 수 있고, 행의 끝에서만 한 줄기씩 돌리면 된다. blocks ≥ 3이라야 두 칸 건너의 짝도 다른
/// 묶음에 있다. How grid points are put into SIMD blocks: a row is cut into four stretches, one per
/// lane, so that the four points of a block are never joined by a constraint.
struct GridLayout {
  static constexpr int kMinBlocks = 3;

  int columns = 0;
  int rows = 0;
  int blocks = 0;  ///< per row

  int blockOf(int column) const { return column % blocks; }
  int laneOf(int column) const { return column / blocks; }
  int columnOf(int block, int lane) const { return lane * blocks + block; }
  int slot(int row, int column) const { return row * blocks + blockOf(column); }
};

/// 한 제약 무리: 점 a = (row, column + aColumn), b = (row + bRow, column + bColumn).
/// One family of constraints.
struct Family {
  ConstraintKind kind;
  int aColumn;
  int bRow;
  int bColumn;

  constexpr int reach() const { return aColumn > bColumn ? aColumn : bColumn; }
};

/// 한 반복에서 이 순서로 푼다. / Solved in this order in every iteration.
inline constexpr std::array<Family, 6> kFamilies{{
    {kStructural, 0, 0, 1},  // 가로
    {kBend, 0, 0, 2},        // 가로로 하나 건너
    {kStructural, 0, 1, 0},  // 세로
    {kShear, 0, 1, 1},       // 대각선 ＼
    {kShear, 1, 1, 0},       // 대각선 ／
    {kBend, 0, 2, 0},        // 세로로 하나 건너
}};

struct GridTopology {
  GridLayout layout;
  std::array<std::span<f32x4>, kFamilies.size()> restLengths;
  /// [reach]: column + reach가 아직 격자 안인 줄기는 1. / 1 where column + reach is inside the
  /// grid.
  std::array<std::span<f32x4>, 3> inside;
  /// 묶음에, 행에 고정점이 있는지. / Whether the block, the row has a pinned point.
  std::span<std::uint8_t> blockPinned;
  std::span<std::uint8_t> rowPinned;

  std::int32_t slotOf(int point) const {
    return layout.slot(point / layout.columns, point % layout.columns);
  }
  std::int32_t laneOf(int point) const { return layout.laneOf(point % layout.columns); }
};

}  // namespace mangto
