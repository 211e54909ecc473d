#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "skin/heat/heat_stages.h"
#include "skin/stages.h"

namespace mangto {
namespace {

// 이보다 식은 자리에서는 열이 더 퍼지지 않는다: 0에 가까운 수의 느린 셈을 피한다.
constexpr float kCold = 1.0e-12F;

std::span<const HeatSource> sourcesOf(const HeatState& heat, std::int32_t place) {
  const std::size_t start = heat.sourceStart[static_cast<std::size_t>(place)];
  const std::size_t end = heat.sourceStart[static_cast<std::size_t>(place) + 1];
  return heat.sources.span().subspan(start, end - start);
}

/// 행렬의 한 줄에서 대각 왼쪽. / What is left of the diagonal in a row of the matrix.
auto entriesOf(const SkinBakeState& bake) {
  return [&bake](std::size_t row, auto visit) {
    const Adjacency& adjacency = bake.adjacency.result();
    const std::int32_t place = bake.heat.placeOf[row];
    for (std::int32_t k = adjacency.start[place]; k < adjacency.start[place + 1]; ++k) {
      const std::int32_t column = bake.heat.rowOf[adjacency.neighbours[k]];
      if (column < static_cast<std::int32_t>(row)) visit(column, -bake.heat.edges[k]);
    }
  };
}

auto diagonalOf(const SkinBakeState& bake) {
  return [&bake](std::size_t row) {
    const Adjacency& adjacency = bake.adjacency.result();
    const std::int32_t place = bake.heat.placeOf[row];
    double sum = 0.0;
    for (const HeatSource& source : sourcesOf(bake.heat, place)) sum += source.heat;
    for (std::int32_t k = adjacency.start[place]; k < adjacency.start[place + 1]; ++k)
      sum += bake.heat.edges[k];
    return sum;
  };
}

}  // namespace

void dissect(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  HeatState& heat = bake.heat;
  if (begin == 0) heat.dissection.start(bake.places);
  heat.dissection.run(begin, end, bake.adjacency.result(), heat.points);
}

void countRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place)
    bake.heat.dissection.count(place);
}

void sumRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  bake.heat.dissection.sum(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
}

void layRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  bake.heat.dissection.lay(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
}

void numberRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  HeatState& heat = bake.heat;
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place) {
    const std::int32_t row = heat.dissection.take(place);
    heat.rowOf[place] = row;
    heat.placeOf[row] = static_cast<std::int32_t>(place);
  }
}

void analyseRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  bake.heat.factor.analyse(static_cast<std::size_t>(begin), static_cast<std::size_t>(end),
                           entriesOf(bake));
}

void layColumns(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  if (!bake.heat.factor.layColumns(static_cast<std::size_t>(begin), static_cast<std::size_t>(end),
                                   bake.places))
    bake.status = outOfMemory("the heat of the skin bake");
}

void eliminate(SkinBakeState& bake, std::uint64_t /*begin*/, std::uint64_t end) {
  bake.heat.factor.eliminate(end, entriesOf(bake), diagonalOf(bake));
}

namespace {

void setSources(SkinBakeState& bake, std::size_t block, std::size_t begin, std::size_t end) {
  for (std::size_t row = begin; row < end; ++row) {
    BlockWeights& x = bake.weights[0][row];
    x = {};
    for (const HeatSource& source : sourcesOf(bake.heat, bake.heat.placeOf[row])) {
      const auto lane = static_cast<std::size_t>(source.lane);
      if (lane / kBlockBones == block) x[lane % kBlockBones / kLanes][lane % kLanes] += source.heat;
    }
  }
}

bool isCold(const BlockWeights& x) {
  return !anyTrue((x[0] > splat(kCold)) | (x[1] > splat(kCold)));
}

/// L·y = b. 데워지지 않는 열은 건너뛴다. / Columns without heat are skipped.
void solveDown(SkinBakeState& bake, std::size_t begin, std::size_t end) {
  const Factor& factor = bake.heat.factor;
  const std::span<BlockWeights> x = bake.weights[0];
  for (std::size_t column = begin; column < end; ++column) {
    const BlockWeights own = x[column];
    if (isCold(own)) continue;
    const std::span<const std::int32_t> rows = factor.rowsOf(column);
    const std::span<const float> values = factor.valuesOf(column);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      BlockWeights& other = x[rows[i]];
      const f32x4 value = splat(values[i]);
      for (std::size_t k = 0; k < kBlockVectors; ++k) other[k] -= own[k] * value;
    }
  }
}

/// D·Lᵀ·x = y, 마지막 줄부터: 줄 = 줄의 수 - 1 - 항목. / From the last row to the first.
void solveUp(SkinBakeState& bake, std::size_t begin, std::size_t end) {
  const Factor& factor = bake.heat.factor;
  const std::span<BlockWeights> x = bake.weights[0];
  for (std::size_t item = begin; item < end; ++item) {
    const std::size_t column = factor.rows() - 1 - item;
    const f32x4 inverse = splat(factor.inverseDiagonal(column));
    BlockWeights sum = x[column];
    for (f32x4& lanes : sum) lanes *= inverse;
    const std::span<const std::int32_t> rows = factor.rowsOf(column);
    const std::span<const float> values = factor.valuesOf(column);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const BlockWeights& other = x[rows[i]];
      const f32x4 value = splat(values[i]);
      for (std::size_t k = 0; k < kBlockVectors; ++k) sum[k] -= other[k] * value;
    }
    x[column] = isCold(sum) ? BlockWeights{} : sum;
  }
}

void keepWarmest(SkinBakeState& bake, std::size_t block, std::size_t begin, std::size_t end) {
  for (std::size_t row = begin; row < end; ++row) {
    keepLargestOf(bake, block, static_cast<std::size_t>(bake.heat.placeOf[row]),
                  bake.weights[0][row]);
  }
}

}  // namespace

void solveBlocks(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  while (begin < end) {
    const std::uint64_t layer = begin / bake.places;
    const auto first = static_cast<std::size_t>(begin % bake.places);
    const auto last =
        static_cast<std::size_t>(std::min<std::uint64_t>(bake.places, first + (end - begin)));
    const auto block = static_cast<std::size_t>(layer / kSolveLayers);
    switch (layer % kSolveLayers) {
      case 0:
        setSources(bake, block, first, last);
        break;
      case 1:
        solveDown(bake, first, last);
        break;
      case 2:
        solveUp(bake, first, last);
        break;
      default:
        keepWarmest(bake, block, first, last);
    }
    begin += last - first;
  }
}

}  // namespace mangto
