#include <algorithm>
#include <array>

#include "skin/stages.h"

namespace mangto {
namespace {

/// 가장 큰 것부터 늘어선 `kept`에 끼워 넣는다. 같으면 먼저 온(번호가 작은) 뼈가 앞선다.
/// Inserts into the descending list; of equals the one that came first (lower index) stays ahead.
void insert(float weight, std::uint16_t bone, std::size_t kept, float* weights,
            std::uint16_t* bones) {
  std::size_t at = kept - 1;
  for (; at > 0 && weight > weights[at - 1]; --at) {
    weights[at] = weights[at - 1];
    bones[at] = bones[at - 1];
  }
  weights[at] = weight;
  bones[at] = bone;
}

std::size_t slotOf(const SkinBakeState& bake, std::size_t place) {
  return SkinBake::kInfluences * static_cast<std::size_t>(bake.vertexOf[place]);
}

}  // namespace

void clearKept(SkinBakeState& bake, std::size_t place) {
  const std::size_t slot = slotOf(bake, place);
  std::fill_n(&bake.skinWeight[slot], SkinBake::kInfluences, 0.0F);
  std::fill_n(&bake.skinIndex[slot], SkinBake::kInfluences, std::uint16_t{0});
}

void keepLargestOf(SkinBakeState& bake, std::size_t block, std::size_t place,
                   const BlockWeights& candidates) {
  const auto kept = static_cast<std::size_t>(bake.options.maxInfluences);
  const std::size_t slot = slotOf(bake, place);
  float* weights = &bake.skinWeight[slot];
  for (std::size_t i = 0; i < kBlockVectors; ++i) {
    if (!anyTrue(candidates[i] > splat(weights[kept - 1]))) continue;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (candidates[i][lane] <= weights[kept - 1]) continue;
      const std::size_t bone = block * kBlockBones + i * kLanes + lane;
      insert(candidates[i][lane], bake.bones.indexOf(bone), kept, weights, &bake.skinIndex[slot]);
    }
  }
}

void sortKept(float* weights, std::uint16_t* bones) {
  const std::array<float, SkinBake::kInfluences> oldWeights{weights[0], weights[1], weights[2],
                                                            weights[3]};
  const std::array<std::uint16_t, SkinBake::kInfluences> oldBones{bones[0], bones[1], bones[2],
                                                                  bones[3]};
  std::fill_n(weights, SkinBake::kInfluences, 0.0F);
  std::fill_n(bones, SkinBake::kInfluences, std::uint16_t{0});
  for (std::size_t k = 0; k < oldWeights.size(); ++k) {
    if (oldWeights[k] > 0.0F) insert(oldWeights[k], oldBones[k], k + 1, weights, bones);
  }
}

void keepLargest(SkinBakeState& bake, std::size_t block, std::size_t begin, std::size_t end) {
  const std::span<const BlockWeights> smoothed = bake.weights[bake.options.smoothingPasses % 2];
  for (std::size_t place = begin; place < end; ++place)
    keepLargestOf(bake, block, place, smoothed[place]);
}

void normalize(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place) {
    const std::span<float> weights =
        bake.skinWeight.subspan(slotOf(bake, place), SkinBake::kInfluences);
    // 고르게 한 뒤에도 모든 뼈의 합은 1이므로, 모자란 만큼이 버린 것이다.
    const float sum = ((weights[3] + weights[2]) + weights[1]) + weights[0];
    const double dropped = std::max(0.0, 1.0 - static_cast<double>(sum));
    bake.report.largestDropped = std::max(bake.report.largestDropped, dropped);
    bake.droppedSum += dropped;
    for (float& weight : weights) weight /= sum;
  }
  bake.report.meanDropped = bake.droppedSum / static_cast<double>(bake.places);
}

void spread(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  for (auto v = static_cast<std::size_t>(begin); v < end; ++v) {
    const auto first = static_cast<std::size_t>(bake.vertexOf[bake.placeOf[v]]);
    if (first == v) continue;
    std::copy_n(&bake.skinWeight[SkinBake::kInfluences * first], SkinBake::kInfluences,
                &bake.skinWeight[SkinBake::kInfluences * v]);
    std::copy_n(&bake.skinIndex[SkinBake::kInfluences * first], SkinBake::kInfluences,
                &bake.skinIndex[SkinBake::kInfluences * v]);
  }
}

}  // namespace mangto
