#include "cloth/layers/pair_blocks.h"

#include <algorithm>

namespace mangto {

bool PairBlocks::reserve(std::size_t points, std::size_t pairs) {
  count_ = 0;
  return blocks_.resize(pairs / kLanes) && next_.resize(points);
}

void PairBlocks::clear() {
  count_ = 0;
  std::fill(next_.span().begin(), next_.span().end(), 0);
}

void PairBlocks::add(const LayerPair& pair) {
  const std::span<std::int32_t> next = next_.span();
  const bool isOwn = pair.b < static_cast<std::int32_t>(next.size());
  const auto count = static_cast<std::int32_t>(count_);
  // 다른 천의 점은 읽기만 하므로 여럿이 함께 써도 된다.
  std::int32_t at = std::max({count - kWindow, next[pair.a], isOwn ? next[pair.b] : 0});
  while (at < count && blocks_.span()[at].count == kLanes) ++at;
  if (at == count) {
    if (count_ == blocks_.span().size()) return;
    blocks_.span()[count_++] = PairBlock{};
  }
  PairBlock& block = blocks_.span()[at];
  const std::int32_t lane = block.count++;
  block.a[lane] = pair.a;
  block.b[lane] = pair.b;
  block.before.x[lane] = pair.before.x;
  block.before.y[lane] = pair.before.y;
  block.before.z[lane] = pair.before.z;
  block.distance[lane] = pair.distance;
  block.shareA[lane] = pair.shareA;
  block.shareB[lane] = pair.shareB;
  next[pair.a] = at + 1;
  if (isOwn) next[pair.b] = at + 1;
}

}  // namespace mangto
