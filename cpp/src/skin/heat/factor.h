#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/arena.h"
#include "core/buffer.h"
#include "mesh/adjacency.h"

namespace mangto {

/// 대칭 양정치 행렬 A = L·D·Lᵀ, 줄마다 소거한다(위로 보는 방법). L의 대각은 1이다.
/// Sparse symmetric positive definite A = L·D·Lᵀ, up-looking, row by row; L has a unit diagonal.
/// T. A. Davis, "Direct Methods for Sparse Linear Systems", SIAM, 2006, chapters 4.1–4.7.
class Factor {
 public:
  void carve(Arena& arena, std::size_t rows);

  // 단계 1: 줄마다 소거 나무와 열의 길이. entry(row, visit)는 그 줄의 대각 왼쪽 열들을 부른다.

  template <typename Entries>
  void analyse(std::size_t begin, std::size_t end, Entries entries) {
    for (std::size_t row = begin; row < end; ++row) {
      const auto own = static_cast<std::int32_t>(row);
      parent_[row] = -1;
      mark_[row] = own;
      length_[row] = 0;
      entries(row, [&](std::int32_t column, float) {
        for (std::int32_t i = column; mark_[i] != own; i = parent_[i]) {
          if (parent_[i] < 0) parent_[i] = own;
          ++length_[i];
          mark_[i] = own;
        }
      });
    }
  }

  /// 단계 2: 열들을 잇대어 놓고, 다 놓으면 L의 자리를 잡는다. 모자라면 false. / Lays the columns
  /// one after the other, and takes the place of L; false when out of memory.
  bool layColumns(std::size_t begin, std::size_t end, std::size_t rows);

  /// 단계 3이 하는 곱셈의 수에 줄의 수를 더한 것. / Multiplications of stage 3, plus the rows.
  std::uint64_t work() const { return work_; }

  /// 단계 3: 일이 `end`에 이를 때까지 줄들을 소거한다. 줄의 가운데에서도 멈춘다. / Eliminates rows
  /// until the work reaches `end`, be it in the middle of a row.
  template <typename Entries, typename Diagonal>
  void eliminate(std::uint64_t end, Entries entries, Diagonal diagonal) {
    while (done_ < end && row_ < rows_) {
      if (next_ == rows_) {
        findPath(entries);
        rest_ = diagonal(row_);
      }
      solveRow(end);
    }
  }

  std::size_t rows() const { return rows_; }
  std::size_t entries() const { return entries_; }

  /// L의 한 열: 줄들과 값들. / A column of L: its rows and their values.
  std::span<const std::int32_t> rowsOf(std::size_t column) const {
    return rowIndex_.subspan(start_[column], static_cast<std::size_t>(length_[column]));
  }
  std::span<const float> valuesOf(std::size_t column) const {
    return value_.subspan(start_[column], static_cast<std::size_t>(length_[column]));
  }
  float inverseDiagonal(std::size_t column) const { return inverse_[column]; }

 private:
  /// 줄의 값들을 펼치고, 그것을 소거할 열들을 차례로 path_의 끝에 둔다. / Spreads out the entries
  /// of the row; the columns to eliminate with come to the end of path_ in their order.
  template <typename Entries>
  void findPath(Entries entries) {
    const auto own = static_cast<std::int32_t>(row_);
    mark_[row_] = ~own;
    entries(row_, [&](std::int32_t column, float value) {
      values_[column] += value;
      std::size_t depth = 0;
      for (std::int32_t i = column; mark_[i] != ~own; i = parent_[i]) {
        path_[depth++] = i;
        mark_[i] = ~own;
      }
      while (depth > 0) path_[--next_] = path_[--depth];
    });
  }
  void solveRow(std::uint64_t end);

  std::size_t rows_ = 0;
  std::size_t entries_ = 0;
  std::uint64_t work_ = 0;
  std::uint64_t done_ = 0;
  std::size_t row_ = 0;   ///< 지금 소거하는 줄 / the row in work,
  std::size_t next_ = 0;  ///< 그 다음 열: path_[next_…rows_] / its columns to come, and
  double rest_ = 0.0;     ///< 대각에서 아직 남은 것 / what is left of its diagonal.
  std::span<std::int32_t> parent_;  ///< 소거 나무. / Elimination tree.
  std::span<std::int32_t> mark_;
  std::span<std::int32_t> length_;  ///< 열마다 지금까지의. / Per column, so far.
  std::span<std::size_t> start_;
  std::span<std::int32_t> path_;
  std::span<double> values_;
  std::span<double> pivot_;
  std::span<float> inverse_;
  Buffer<std::int32_t> rowBuffer_;
  Buffer<float> valueBuffer_;
  std::span<std::int32_t> rowIndex_;
  std::span<float> value_;
};

}  // namespace mangto
