#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/buffer.h"

namespace mangto {

/// 격자점들의 부호를 8×8×8점짜리 토막으로, 겉면 가까이에서만 들고 있는다. 한 층은 64비트이고
/// 비트 8y + x가 켜져 있으면 안쪽이다. 점 (x, y, z)는 칸 (x, y, z)의 가장 낮은 모서리이다.
/// Signs of the lattice points, kept near the surface only, in blocks of 8×8×8 points. A layer is
/// 64 bits: bit 8y + x is set for an inner point. Point (x, y, z) is the lowest corner of cell (x,
/// y, z).
class SignGrid {
 public:
  static constexpr int kSide = 8;
  /// 축마다 토막 번호의 비트. / Bits of a block's coordinate per axis.
  static constexpr int kAxisBits = 16;

  using Layer = std::uint64_t;
  /// 칸마다, 여덟 모서리의 부호. 모서리 dx + 2·dy + 4·dz. / Signs of the eight corners of each
  /// cell.
  using Corners = std::array<Layer, 8>;

  struct Block {
    std::array<std::int32_t, 3> at;  ///< in blocks
    std::uint64_t key;  ///< 토막들은 이 모턴 순서로 늘어선다 / Morton order
    std::array<std::int32_t, 27> neighbour;
    std::array<Layer, kSide> inside;
    std::array<Layer, kSide> mixed;                ///< cells with corners of both signs
    std::array<std::uint32_t, kSide> firstVertex;  ///< per layer
  };

  void clear() { blocks_.clear(); }
  /// 모턴 순서로 불러야 한다. 메모리가 모자라면 false. / To be called in Morton order; false when
  /// out of memory.
  bool append(const std::array<std::int32_t, 3>& at);

  std::span<Block> blocks() { return blocks_.span(); }
  std::span<const Block> blocks() const { return blocks_.span(); }

  /// 이웃 토막 27개를 찾아 둔다. / Finds the neighbours of a block.
  void link(Block& block) const;
  /// 부호가 섞인 칸을 찾아 두고 그 수를 준다. / Finds the mixed cells; returns their number.
  int findMixed(Block& block) const;
  Corners corners(const Block& block, int z) const;

  /// 겉면이 스스로 닿는 칸의 바깥 모서리를 안쪽으로 바꾼다. 바뀐 것이 있으면 true.
  /// Turns outer corners into inner ones where the surface would touch itself; true if any changed.
  bool fillCritical(const Block& block);

  /// 토막에서 센 칸 (x, y, z), -1…8의 꼭짓점. / Vertex of the mixed cell (x, y, z), -1…8, counted
  /// from the block.
  std::uint32_t vertexOf(const Block& block, int x, int y, int z) const;

 private:
  const Block* neighbourOf(const Block& block, int dx, int dy, int dz) const;
  Layer layer(const Block& block, int dx, int dy, int dz, int z) const;
  bool fill(const Block& block, int z, Layer cells, int corner);

  Buffer<Block> blocks_;
};

}  // namespace mangto
