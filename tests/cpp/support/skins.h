#pragma once

#include <cstdint>
#include <vector>

#include "mangto/skin_bake.h"

// 가중치를 구울 그물과 뼈대들, 그리고 곧이곧대로 쓴 기준 구현.

namespace mangto::test {

struct Skin {
  std::vector<float> positions;
  std::vector<std::uint32_t> indices;
  std::vector<SkinBone> bones;

  /// Skin보다 오래 살면 안 된다. / Must not outlive the skin.
  SkinBakeOptions options() const;
  void scale(float factor);
};

/// 도넛과, 뿌리 하나 뒤에 그 심을 따라 도는 뼈들. / A torus; bone 0 is the root, the others go
/// round inside it.
Skin torus(int across, int down, int bones);
Skin shuffled(const Skin& skin, unsigned seed);
Skin unindexed(const Skin& skin);

struct Weights {
  std::vector<std::uint16_t> index;
  std::vector<float> weight;

  bool operator==(const Weights&) const = default;
};

Weights weightsOf(const SkinBake& bake);
/// 한 번에 굽는다. / Bakes in one go.
Weights bakeAll(const SkinBakeOptions& options);

/// 점마다, 뼈마다의 가중치. / Weights per vertex and bone, in double precision, after pruning.
std::vector<std::vector<double>> referenceWeights(const SkinBakeOptions& options);

struct DroppedWeight {
  double largest = 0.0;
  double mean = 0.0;
};
DroppedWeight referenceDropped(const SkinBakeOptions& options);

void expectEqualWeights(const Weights& weights, const std::vector<std::vector<double>>& expected,
                        double tolerance);

}  // namespace mangto::test
