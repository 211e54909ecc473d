#include <algorithm>
#include <glm/geometric.hpp>

#include "skin/heat/heat_stages.h"
#include "skin/stages.h"

namespace mangto {
namespace {

// 이보다 작은 가중치는 버리고, 거기서부터 차츰 온전해진다: 움직일 때 끊기는 곳이 없다.
constexpr float kPruned = 0.08F;
constexpr float kWhole = 0.16F;
// 나무에서 가장 큰 뼈로부터 이보다 먼 뼈는 버린다.
constexpr int kMostSteps = 3;
// 가장 큰 가중치의 이만큼을 넘으면 비긴 것으로 본다.
constexpr float kEven = 0.99F;
// 갈래는 두 뼈의 이만큼 위까지 찾는다.
constexpr int kMostClimb = 4;
// 거울상은 뼈의 길이의 이만큼까지 어긋날 수 있다.
constexpr float kMirrored = 0.1F;

/// 한 자리에 남긴 넷. / The four that are kept at a place.
struct Kept {
  std::span<float, SkinBake::kInfluences> weights;
  std::span<std::uint16_t, SkinBake::kInfluences> bones;
};

int parentOf(const HeatState& heat, int bone) {
  return heat.bones[static_cast<std::size_t>(bone)].parent;
}

/// 나무에서 두 뼈 사이의 걸음 수, 많아야 limit + 1. / Steps between two bones in the tree, at most
/// limit + 1.
int stepsBetween(const HeatState& heat, int a, int b, int limit) {
  int steps = limit + 1;
  for (int up = 0; up <= limit && a >= 0; ++up, a = parentOf(heat, a)) {
    int other = b;
    for (int down = 0; up + down < steps && other >= 0; ++down) {
      if (other == a) steps = up + down;
      other = parentOf(heat, other);
    }
  }
  return steps;
}

/// 어느 평면에 대해 서로 거울상인지: 두 다리, 두 팔. / Whether they mirror each other across some
/// plane, as the two legs and the two arms do.
bool areMirrored(const SkinBone& a, const SkinBone& b) {
  const glm::vec3 across = (a.head - b.head) + (a.tail - b.tail);
  const float length = glm::length(across);
  if (!(length > 0.0F)) return false;
  const glm::vec3 normal = across / length;
  const glm::vec3 middle = (a.head + a.tail + b.head + b.tail) * 0.25F;
  const float most = kMirrored * glm::distance(a.head, a.tail);
  const auto isImage = [&](const glm::vec3& p, const glm::vec3& q) {
    const glm::vec3 image = p - normal * (2.0F * glm::dot(p - middle, normal));
    return glm::distance(image, q) < most;
  };
  return isImage(a.head, b.head) && isImage(a.tail, b.tail);
}

/// 두 뼈가 거울상인 두 가지에 있으면 그 가지들이 갈라지는 뼈, 아니면 -1. / The bone from which
/// mirrored branches with the two bones part; -1 where there are none.
int forkOf(const HeatState& heat, int a, int b) {
  int branch = -1;
  for (int up = 0; up <= kMostClimb && a >= 0; ++up, branch = a, a = parentOf(heat, a)) {
    int other = b;
    int otherBranch = -1;
    for (int down = 0; down <= kMostClimb && other >= 0; ++down) {
      if (other == a) {
        const bool parts = branch >= 0 && otherBranch >= 0 &&
                           areMirrored(heat.bones[branch], heat.bones[otherBranch]);
        return parts ? a : -1;
      }
      otherBranch = other;
      other = parentOf(heat, other);
    }
  }
  return -1;
}

void pruneSmall(Kept kept) {
  for (std::size_t k = 1; k < SkinBake::kInfluences; ++k) {
    const float share = std::min((kept.weights[k] - kPruned) * (1.0F / (kWhole - kPruned)), 1.0F);
    kept.weights[k] *= std::max(share, 0.0F);
  }
}

/// 두 다리를 함께 따르는 자리는 벌어질 때 찢긴다: 함께 가진 몫은 둘이 갈라지는 뼈가 받는다. 그
/// 뼈가 이미 둘보다 크면 그대로이다. A place that follows both legs is torn as they part: what they
/// share goes to the bone that they part from, unless that outweighs them already.
void meetAtFork(const HeatState& heat, Kept kept, std::size_t i, std::size_t j) {
  float& first = kept.weights[i];
  float& second = kept.weights[j];
  if (first == 0.0F || second == 0.0F) return;
  const int fork = forkOf(heat, kept.bones[i], kept.bones[j]);
  if (fork < 0 || heat.excluded[fork] != 0) return;
  std::size_t at = 0;
  while (at < SkinBake::kInfluences && !(kept.bones[at] == fork && kept.weights[at] > 0.0F)) ++at;
  const float present = at < SkinBake::kInfluences ? kept.weights[at] : 0.0F;
  const float shared =
      std::min(std::min(first, second), std::max(std::max(first, second) - present, 0.0F));
  first -= shared;
  second -= shared;
  // 갈래의 뼈가 없었으면 둘 가운데 하나가 자리를 비웠다.
  if (at == SkinBake::kInfluences) at = first == 0.0F ? i : j;
  kept.bones[at] = static_cast<std::uint16_t>(fork);
  kept.weights[at] += 2.0F * shared;
}

/// 비기는 것들 가운데에서는 번호가 작은 뼈를 가장 큰 것으로 본다: 반올림이 고르지 않는다. / Of
/// those that tie, the lower index counts as the largest: rounding does not choose.
std::size_t largestOf(Kept kept) {
  std::size_t largest = 0;
  for (std::size_t k = 1; k < SkinBake::kInfluences; ++k) {
    if (kept.weights[k] > kEven * kept.weights[0] && kept.bones[k] < kept.bones[largest])
      largest = k;
  }
  return largest;
}

void pruneFar(const HeatState& heat, Kept kept) {
  const int own = kept.bones[largestOf(kept)];
  for (std::size_t k = 0; k < SkinBake::kInfluences; ++k) {
    if (stepsBetween(heat, own, kept.bones[k], kMostSteps) > kMostSteps) kept.weights[k] = 0.0F;
  }
}

}  // namespace

void pruneHeat(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  constexpr std::size_t kFour = SkinBake::kInfluences;
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place) {
    const std::size_t slot = kFour * static_cast<std::size_t>(bake.vertexOf[place]);
    const Kept kept{std::span<float, kFour>(&bake.skinWeight[slot], kFour),
                    std::span<std::uint16_t, kFour>(&bake.skinIndex[slot], kFour)};
    pruneSmall(kept);
    if (bake.heat.hasTree) {
      for (std::size_t i = 0; i < kFour; ++i)
        for (std::size_t j = i + 1; j < kFour; ++j) meetAtFork(bake.heat, kept, i, j);
      sortKept(kept.weights.data(), kept.bones.data());
      pruneFar(bake.heat, kept);
    }
    sortKept(kept.weights.data(), kept.bones.data());
  }
}

}  // namespace mangto
