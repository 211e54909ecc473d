#include "skin/heat/factor.h"

namespace mangto {

void Factor::carve(Arena& arena, std::size_t rows) {
  parent_ = arena.take<std::int32_t>(rows);
  mark_ = arena.take<std::int32_t>(rows);
  length_ = arena.take<std::int32_t>(rows);
  start_ = arena.take<std::size_t>(rows);
  path_ = arena.take<std::int32_t>(rows);
  values_ = arena.take<double>(rows);
  pivot_ = arena.take<double>(rows);
  inverse_ = arena.take<float>(rows);
}

bool Factor::layColumns(std::size_t begin, std::size_t end, std::size_t rows) {
  for (std::size_t column = begin; column < end; ++column) {
    const auto length = static_cast<std::uint64_t>(length_[column]);
    start_[column] = entries_;
    entries_ += static_cast<std::size_t>(length);
    work_ += length * (length + 1) / 2 + 1;
    length_[column] = 0;
    values_[column] = 0.0;
  }
  if (end < rows) return true;
  rows_ = rows;
  next_ = rows;
  if (!rowBuffer_.resize(entries_) || !valueBuffer_.resize(entries_)) return false;
  rowIndex_ = rowBuffer_.span();
  value_ = valueBuffer_.span();
  return true;
}

/// 삼각 풀이로 L의 한 줄을 얻는다. / A row of L by a sparse triangular solve.
void Factor::solveRow(std::uint64_t end) {
  for (; next_ < rows_ && done_ < end; ++next_) {
    const auto column = static_cast<std::size_t>(path_[next_]);
    const double value = values_[column];
    values_[column] = 0.0;
    const auto length = static_cast<std::size_t>(length_[column]);
    const std::int32_t* rows = rowIndex_.data() + start_[column];
    const float* factors = value_.data() + start_[column];
    for (std::size_t i = 0; i < length; ++i)
      values_[rows[i]] -= static_cast<double>(factors[i]) * value;
    const double factor = value / pivot_[column];
    rest_ -= factor * value;
    rowIndex_[start_[column] + length] = static_cast<std::int32_t>(row_);
    value_[start_[column] + length] = static_cast<float>(factor);
    ++length_[column];
    done_ += length + 1;
  }
  if (next_ < rows_) return;
  pivot_[row_] = rest_;
  inverse_[row_] = static_cast<float>(1.0 / rest_);
  ++done_;
  ++row_;
}

}  // namespace mangto
