#include <algorithm>
#include <limits>

#include "skin/stages.h"

namespace mangto {
namespace {

// 가중치가 이보다 작아지지 않는다: 0에 가까운 수의 느린 셈(denormal)을 피하고, 결과에는 보이지
// 않는다.
constexpr float kLeast = 1.0e-20F;

Vec3x4 pointOf(const SkinBakeState& bake, std::size_t place) {
  const float* p = bake.positionOf(static_cast<std::size_t>(bake.vertexOf[place]));
  return {splat(p[0]), splat(p[1]), splat(p[2])};
}

float sumOf(f32x4 v) { return (v[0] + v[1]) + (v[2] + v[3]); }
float minOf(f32x4 v) { return std::min(std::min(v[0], v[1]), std::min(v[2], v[3])); }

/// (가장 가까운 거리 / 거리)^falloff: 1 / 거리^falloff를 넘치지 않게 비율로 나타낸 것.
/// 1 / distance^falloff relative to the nearest bone's, so that it cannot overflow.
f32x4 shareOf(const SkinBakeState& bake, const BoneLanes& bone, f32x4 nearest, f32x4 distance) {
  return max(bake.power(nearest / distance), splat(kLeast)) * bone.present;
}

}  // namespace

void measure(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  const f32x4 minDistance = splat(static_cast<float>(bake.options.minDistance));
  const std::span<const BoneLanes> bones = bake.bones.lanes();
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place) {
    const Vec3x4 point = pointOf(bake, place);
    f32x4 nearest = splat(std::numeric_limits<float>::max());
    for (std::size_t i = 0; i < bones.size(); ++i) {
      bake.distances[i] = distanceTo(bones[i], point, minDistance);
      nearest = min(nearest, bake.distances[i]);
    }
    bake.nearest[place] = minOf(nearest);
    nearest = splat(bake.nearest[place]);
    f32x4 total = splat(0.0F);
    for (std::size_t i = 0; i < bones.size(); ++i)
      total += shareOf(bake, bones[i], nearest, bake.distances[i]);
    bake.total[place] = sumOf(total);
    clearKept(bake, place);
  }
}

void weigh(SkinBakeState& bake, std::size_t block, std::size_t begin, std::size_t end) {
  const f32x4 minDistance = splat(static_cast<float>(bake.options.minDistance));
  const std::span<const BoneLanes> bones = bake.bones.block(block);
  for (std::size_t place = begin; place < end; ++place) {
    const Vec3x4 point = pointOf(bake, place);
    const f32x4 nearest = splat(bake.nearest[place]);
    const f32x4 inverseTotal = splat(1.0F / bake.total[place]);
    for (std::size_t i = 0; i < kBlockVectors; ++i) {
      const f32x4 distance = distanceTo(bones[i], point, minDistance);
      bake.weights[0][place][i] = shareOf(bake, bones[i], nearest, distance) * inverseTotal;
    }
  }
}

void chooseNearest(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  const f32x4 minDistance = splat(static_cast<float>(bake.options.minDistance));
  const std::span<const BoneLanes> bones = bake.bones.lanes();
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place) {
    const Vec3x4 point = pointOf(bake, place);
    float nearest = std::numeric_limits<float>::max();
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < bones.size(); ++i) {
      const f32x4 distance = distanceTo(bones[i], point, minDistance);
      if (!anyTrue(distance < splat(nearest))) continue;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (distance[lane] >= nearest) continue;
        nearest = distance[lane];
        chosen = i * kLanes + lane;
      }
    }
    clearKept(bake, place);
    const auto slot = SkinBake::kInfluences * static_cast<std::size_t>(bake.vertexOf[place]);
    bake.skinWeight[slot] = 1.0F;
    bake.skinIndex[slot] = bake.bones.indexOf(chosen);
  }
}

}  // namespace mangto
