#include "skin/stages.h"

namespace mangto {

// 새 값 = self · 자기 값 + (1 - self) · 이웃의 평균. 이웃이 없으면 그대로이다.
void smooth(SkinBakeState& bake, std::size_t pass, std::size_t begin, std::size_t end) {
  const Adjacency& adjacency = bake.adjacency.result();
  const std::span<const BlockWeights> from = bake.weights[pass % 2];
  const std::span<BlockWeights> to = bake.weights[(pass + 1) % 2];
  const auto self = static_cast<float>(bake.options.smoothingSelf);
  const auto others = static_cast<float>(1.0 - bake.options.smoothingSelf);
  for (std::size_t place = begin; place < end; ++place) {
    const std::int32_t first = adjacency.start[place];
    const std::int32_t last = adjacency.start[place + 1];
    if (first == last) {
      to[place] = from[place];
      continue;
    }
    BlockWeights sum{};
    for (std::int32_t k = first; k < last; ++k) {
      const BlockWeights& neighbour = from[adjacency.neighbours[k]];
      for (std::size_t i = 0; i < kBlockVectors; ++i) sum[i] += neighbour[i];
    }
    const f32x4 share = splat(others / static_cast<float>(last - first));
    for (std::size_t i = 0; i < kBlockVectors; ++i)
      to[place][i] = from[place][i] * splat(self) + sum[i] * share;
  }
}

}  // namespace mangto
