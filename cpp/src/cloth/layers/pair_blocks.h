#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>

#include "core/buffer.h"
#include "core/simd.h"

namespace mangto {

/// 한 걸음 동안 서로 다가갈 수 있는 두 점. 다른 천의 점은 제 천의 점들 뒤에 번호를 받는다.
/// Two points that may meet in a step. Points of other cloths are numbered after those of the own.
struct LayerPair {
  std::int32_t a, b;
  glm::vec3 before;      ///< 걸음이 시작될 때 a에서 b로
  float distance;        ///< 걸음이 끝날 때 적어도 이만큼(m)
  float shareA, shareB;  ///< 벌릴 거리에서 저마다의 몫: w/(wa + wb)
};

using Ids = std::array<std::int32_t, kLanes>;

/// 점을 함께 쓰지 않는 짝 넷까지. 빈 줄기는 거리가 0이다. / Up to four pairs that share no point;
/// the distance of an empty lane is 0.
struct PairBlock {
  Ids a, b;
  Vec3x4 before;
  f32x4 distance;
  f32x4 shareA, shareB;
  std::int32_t count;
};

/// 짝들을 온 차례대로 묶음에 넣는다. 점 하나의 짝들은 서로 다른 묶음에, 온 차례대로 있다.
/// Puts pairs into blocks as they come. The pairs of one point are in different blocks, in order.
class PairBlocks {
 public:
  /// `points`개의 점과 `pairs`개의 짝까지의 자리. / Room; false when out of memory.
  bool reserve(std::size_t points, std::size_t pairs);
  void clear();
  /// 자리가 없으면 버린다. / Drops the pair when there is no room.
  void add(const LayerPair& pair);
  std::span<const PairBlock> blocks() const { return blocks_.span().first(count_); }

 private:
  /// 마지막 묶음들만 본다: 찾는 시간이 짝의 수에 비례하도록. / Only so many of the last blocks are
  /// looked at.
  static constexpr std::int32_t kWindow = 8;

  Buffer<PairBlock> blocks_;
  std::size_t count_ = 0;
  Buffer<std::int32_t> next_;  ///< 점마다, 그 점의 짝이 들어갈 수 있는 첫 묶음
};

}  // namespace mangto
