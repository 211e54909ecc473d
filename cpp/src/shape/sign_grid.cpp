#include "shape/sign_grid.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace mangto {
namespace {

using Layer = SignGrid::Layer;

constexpr int kSide = SignGrid::kSide;
constexpr Layer kAll = ~Layer{0};
constexpr Layer kFirstColumn = 0x0101010101010101;

/// 비트 사이에 0을 둘씩 끼운다. / Spreads the bits two places apart.
std::uint64_t spread(std::int32_t value) {
  auto v = static_cast<std::uint64_t>(value);
  v = (v | v << 32) & 0x001f00000000ffff;
  v = (v | v << 16) & 0x001f0000ff0000ff;
  v = (v | v << 8) & 0x100f00f00f00f00f;
  v = (v | v << 4) & 0x10c30c30c30c30c3;
  return (v | v << 2) & 0x1249249249249249;
}

std::uint64_t mortonKey(std::int32_t x, std::int32_t y, std::int32_t z) {
  return spread(x) | spread(y) << 1 | spread(z) << 2;
}

std::size_t neighbourIndex(int dx, int dy, int dz) {
  const int index = (dx + 1) + 3 * (dy + 1) + 9 * (dz + 1);
  return static_cast<std::size_t>(index);
}

/// 좌표 -1…8을 이웃 토막과 그 안의 좌표로. / Splits -1…8 into the neighbour and the place in it.
struct Split {
  int block;
  int place;
};
Split split(int coordinate) {
  const int block = coordinate < 0 ? -1 : coordinate < kSide ? 0 : 1;
  return {block, coordinate - kSide * block};
}

}  // namespace

bool SignGrid::append(const std::array<std::int32_t, 3>& at) {
  Block block{};
  block.at = at;
  block.key = mortonKey(at[0], at[1], at[2]);
  return blocks_.push(block);
}

void SignGrid::link(Block& block) const {
  constexpr std::int32_t kEnd = 1 << kAxisBits;
  const std::span<const Block> all = blocks();
  for (int n = 0; n < 27; ++n) {
    const std::int32_t x = block.at[0] + n % 3 - 1;
    const std::int32_t y = block.at[1] + n / 3 % 3 - 1;
    const std::int32_t z = block.at[2] + n / 9 - 1;
    std::int32_t& found = block.neighbour[static_cast<std::size_t>(n)];
    found = -1;
    if (std::min({x, y, z}) < 0 || std::max({x, y, z}) >= kEnd) continue;
    const std::uint64_t key = mortonKey(x, y, z);
    const auto place = std::lower_bound(all.begin(), all.end(), key,
                                        [](const Block& b, std::uint64_t k) { return b.key < k; });
    if (place != all.end() && place->key == key)
      found = static_cast<std::int32_t>(place - all.begin());
  }
}

const SignGrid::Block* SignGrid::neighbourOf(const Block& block, int dx, int dy, int dz) const {
  const std::int32_t index = block.neighbour[neighbourIndex(dx, dy, dz)];
  return index < 0 ? nullptr : &blocks()[static_cast<std::size_t>(index)];
}

// 이웃이 없으면 이 토막에 겉면이 지나지 않는다: 그쪽도 이 토막과 같은 부호이다.
Layer SignGrid::layer(const Block& block, int dx, int dy, int dz, int z) const {
  const Block* neighbour = neighbourOf(block, dx, dy, dz);
  if (neighbour != nullptr) return neighbour->inside[static_cast<std::size_t>(z)];
  return (block.inside[0] & 1) != 0 ? kAll : 0;
}

SignGrid::Corners SignGrid::corners(const Block& block, int z) const {
  Corners corners;
  for (int dz = 0; dz < 2; ++dz) {
    const auto [nz, place] = split(z + dz);
    std::array<Layer, 2> rows;   // 이 토막과 y 쪽 이웃
    std::array<Layer, 2> moved;  // 그것을 x로 한 칸 민 것
    for (int ny = 0; ny < 2; ++ny) {
      const auto y = static_cast<std::size_t>(ny);
      rows[y] = layer(block, 0, ny, nz, place);
      moved[y] = (rows[y] >> 1 & ~(kFirstColumn << 7)) |
                 (layer(block, 1, ny, nz, place) & kFirstColumn) << 7;
    }
    const std::size_t first = dz == 0 ? 0 : 4;
    corners[first] = rows[0];
    corners[first + 1] = moved[0];
    corners[first + 2] = rows[0] >> 8 | rows[1] << 56;
    corners[first + 3] = moved[0] >> 8 | moved[1] << 56;
  }
  return corners;
}

int SignGrid::findMixed(Block& block) const {
  int count = 0;
  for (int z = 0; z < kSide; ++z) {
    Layer any = 0;
    Layer every = kAll;
    for (const Layer corner : corners(block, z)) {
      any |= corner;
      every &= corner;
    }
    block.mixed[static_cast<std::size_t>(z)] = any & ~every;
    count += std::popcount(any & ~every);
  }
  return count;
}

// 채운 점은 언제나 대각으로 놓인 두 안쪽 점 사이에 있으므로 섞인 칸의 토막과 그 이웃을 벗어나지
// 못한다.
bool SignGrid::fill(const Block& block, int z, Layer cells, int corner) {
  bool changed = false;
  const auto [nz, place] = split(z + (corner >> 2));
  for (; cells != 0; cells &= cells - 1) {
    const int bit = std::countr_zero(cells);
    const auto [nx, x] = split(bit % kSide + (corner & 1));
    const auto [ny, y] = split(bit / kSide + (corner >> 1 & 1));
    const std::int32_t index = block.neighbour[neighbourIndex(nx, ny, nz)];
    if (index < 0) continue;
    Layer& layer =
        blocks()[static_cast<std::size_t>(index)].inside[static_cast<std::size_t>(place)];
    const Layer before = layer;
    layer |= Layer{1} << (kSide * y + x);
    changed |= layer != before;
  }
  return changed;
}

// 칸마다 꼭짓점 하나로 다양체가 되는 것은 두 배치가 없을 때이다: 면의 대각선 둘이 서로 다른 부호인
// 것, 한 몸대각선의 두 점만 나머지와 다른 것. L. Latecki, "3D Well-Composed Pictures", GMIP 59(3),
// 1997.
bool SignGrid::fillCritical(const Block& block) {
  bool changed = false;
  constexpr std::array<std::array<int, 4>, 3> kFaces{{{0, 3, 1, 2}, {0, 5, 1, 4}, {0, 6, 2, 4}}};
  for (int z = 0; z < kSide; ++z) {
    const Corners c = corners(block, z);
    const auto at = [&c](int corner) { return c[static_cast<std::size_t>(corner)]; };
    for (const auto& [a, b, p, q] : kFaces) {
      const Layer critical = ~(at(a) ^ at(b)) & ~(at(p) ^ at(q)) & (at(a) ^ at(p));
      changed |= fill(block, z, critical & ~at(a), a);
      changed |= fill(block, z, critical & at(a), p);
    }
    for (int a = 0; a < 4; ++a) {
      Layer othersIn = kAll;
      Layer othersOut = kAll;
      for (int other = 0; other < 8; ++other) {
        if (other == a || other == 7 - a) continue;
        othersIn &= at(other);
        othersOut &= ~at(other);
      }
      changed |= fill(block, z, othersIn & ~at(a) & ~at(7 - a), a);
      changed |= fill(block, z, othersOut & at(a) & at(7 - a), a ^ 1);
    }
  }
  return changed;
}

std::uint32_t SignGrid::vertexOf(const Block& block, int x, int y, int z) const {
  const auto [nx, px] = split(x);
  const auto [ny, py] = split(y);
  const auto [nz, pz] = split(z);
  const Block& owner = *neighbourOf(block, nx, ny, nz);
  const auto layer = static_cast<std::size_t>(pz);
  const Layer before = (Layer{1} << (kSide * py + px)) - 1;
  return owner.firstVertex[layer] +
         static_cast<std::uint32_t>(std::popcount(owner.mixed[layer] & before));
}

}  // namespace mangto
