#include "skin/heat/segments.h"

#include <glm/geometric.hpp>

namespace mangto {
namespace {

// 부모의 길이의 이만큼보다 꼬리에 가까우면 닿은 것으로 본다.
constexpr float kReached = 0.3F;

}  // namespace

Segments findSegments(std::span<const SkinBone> bones, std::span<const int> active) {
  std::vector<int> placeOf(bones.size(), -1);
  Segments segments;
  for (const int bone : active) {
    placeOf[static_cast<std::size_t>(bone)] = static_cast<int>(segments.owners.size());
    segments.owners.push_back(placeOf[static_cast<std::size_t>(bone)]);
    segments.bones.push_back(bones[static_cast<std::size_t>(bone)]);
  }
  for (const int bone : active) {
    const SkinBone& child = bones[static_cast<std::size_t>(bone)];
    if (child.parent < 0 || placeOf[static_cast<std::size_t>(child.parent)] < 0) continue;
    const SkinBone& parent = bones[static_cast<std::size_t>(child.parent)];
    const float apart = glm::distance(parent.tail, child.head);
    if (apart < kReached * glm::distance(parent.head, parent.tail)) continue;
    segments.owners.push_back(placeOf[static_cast<std::size_t>(child.parent)]);
    segments.bones.push_back({(parent.head + parent.tail) * 0.5F, child.head, 0.0F, -1});
  }
  return segments;
}

}  // namespace mangto
