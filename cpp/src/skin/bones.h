#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/arena.h"
#include "core/simd.h"
#include "mangto/skin_bake.h"

namespace mangto {

/// 한 번에 다루는 뼈의 수: 가중치가 벡터 둘에 든다. / Bones handled at a time: two vectors of
/// weights.
inline constexpr std::size_t kBlockVectors = 2;
inline constexpr std::size_t kBlockBones = kBlockVectors * kLanes;

/// 뼈 네 개. / Four bones.
struct BoneLanes {
  Vec3x4 head, tail, axis;
  f32x4 inverseLengthSquared;  ///< 0 for a bone without length
  f32x4 flesh;                 ///< taken off the distance
  f32x4 present;               ///< 1, or 0 for a spare lane
};

/// 가중치를 받는 뼈들의 번호. / Indices of the bones that get weights.
std::vector<int> findActiveBones(const SkinBakeOptions& options);
std::vector<int> findZeroLengthBones(std::span<const SkinBone> bones);

/// 가중치를 받는 뼈들만, 번호의 차례로. / The bones that get weights, in the order of their
/// indices.
class Bones {
 public:
  static std::size_t blocksOf(std::size_t active) {
    return (active + kBlockBones - 1) / kBlockBones;
  }
  /// 두 번 부른다: 자리를 셀 때와 받을 때. / Called twice: to measure and to take the places.
  void carve(Arena& arena, std::size_t active);
  /// 뼈마다 하나: 선분과, 그 번호로 답할 것. / One per bone: its segment, and what to call it.
  void fill(std::span<const SkinBone> segments, std::span<const int> indices, double fleshFactor);

  std::span<const BoneLanes> lanes() const { return lanes_; }
  std::size_t blocks() const { return lanes_.size() / kBlockVectors; }
  std::span<const BoneLanes> block(std::size_t block) const {
    return lanes().subspan(block * kBlockVectors, kBlockVectors);
  }
  /// 줄기(처음부터 센)의 뼈 번호. / Bone index of a lane, counted from the first.
  std::uint16_t indexOf(std::size_t lane) const { return indices_[lane]; }

 private:
  std::span<BoneLanes> lanes_;
  std::span<std::uint16_t> indices_;
};

/// 거리 = max(선분까지의 거리 - 살, 0) + minDistance, 점 하나와 뼈 넷.
/// Distance of one point (in all lanes) from four bones.
inline f32x4 distanceTo(const BoneLanes& bone, const Vec3x4& point, f32x4 minDistance) {
  const Vec3x4 fromHead = point - bone.head;
  const f32x4 t = dot(fromHead, bone.axis) * bone.inverseLengthSquared;
  const f32x4 inside = max(min(t, splat(1.0F)), splat(0.0F));
  // 꼬리를 넘으면 꼬리에서 바로 잰다: 이어지는 뼈의 머리에서 잰 것과 비트까지 같아야 비긴다.
  const Vec3x4 apart = select(t >= splat(1.0F), point - bone.tail, fromHead - bone.axis * inside);
  return max(sqrt(dot(apart, apart)) - bone.flesh, splat(0.0F)) + minDistance;
}

/// x^exponent, 0 < x ≤ 1. 곱셈과 제곱근만 쓰므로 어디서나 비트가 같다: 지수의 정수부는 제곱을
/// 되풀이하고, 소수부의 이진 자리마다 제곱근을 한 번 더 얹는다.
/// x^exponent from products and square roots alone (square-and-multiply for the whole part, one
/// more square root per binary digit of the fraction), so that it has the same bits everywhere.
class Power {
 public:
  explicit Power(double exponent = 0.0)
      : whole_(static_cast<unsigned>(exponent)),
        fraction_(static_cast<unsigned>((exponent - whole_) * kOne)) {}

  f32x4 operator()(f32x4 x) const {
    f32x4 result = splat(1.0F);
    f32x4 factor = x;
    for (unsigned bits = whole_; bits != 0; bits >>= 1U) {
      if ((bits & 1U) != 0) result *= factor;
      factor *= factor;
    }
    factor = x;
    for (unsigned bits = fraction_; bits != 0; bits = bits << 1U & (kOne - 1)) {
      factor = sqrt(factor);
      if ((bits & kOne / 2) != 0) result *= factor;
    }
    return result;
  }

 private:
  static constexpr unsigned kOne = 1U << 20U;
  unsigned whole_;
  unsigned fraction_;
};

}  // namespace mangto
