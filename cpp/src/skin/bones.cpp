#include "skin/bones.h"

#include <algorithm>

namespace mangto {
namespace {

// 이보다 짧으면(제곱) 점으로 다룬다: 역수가 넘치지 않는다.
constexpr float kShortestSquared = 1.0e-30F;

void setLane(Vec3x4& lanes, std::size_t lane, const glm::vec3& v) {
  lanes.x[lane] = v.x;
  lanes.y[lane] = v.y;
  lanes.z[lane] = v.z;
}

float lengthSquared(const SkinBone& bone) {
  const glm::vec3 axis = bone.tail - bone.head;
  return axis.x * axis.x + axis.y * axis.y + axis.z * axis.z;
}

bool isPoint(const SkinBone& bone) { return !(lengthSquared(bone) > kShortestSquared); }

void setLane(BoneLanes& lanes, std::size_t lane, const SkinBone& bone, double fleshFactor) {
  setLane(lanes.head, lane, bone.head);
  setLane(lanes.tail, lane, bone.tail);
  setLane(lanes.axis, lane, bone.tail - bone.head);
  lanes.inverseLengthSquared[lane] = isPoint(bone) ? 0.0F : 1.0F / lengthSquared(bone);
  lanes.flesh[lane] = static_cast<float>(fleshFactor * bone.radius);
}

}  // namespace

std::vector<int> findActiveBones(const SkinBakeOptions& options) {
  std::vector<std::uint8_t> excluded(options.bones.size(), 0);
  for (const int bone : options.excludedBones) excluded[static_cast<std::size_t>(bone)] = 1;
  std::vector<int> active;
  for (std::size_t bone = 0; bone < excluded.size(); ++bone) {
    if (excluded[bone] == 0) active.push_back(static_cast<int>(bone));
  }
  return active;
}

std::vector<int> findZeroLengthBones(std::span<const SkinBone> bones) {
  std::vector<int> found;
  for (std::size_t bone = 0; bone < bones.size(); ++bone) {
    if (isPoint(bones[bone])) found.push_back(static_cast<int>(bone));
  }
  return found;
}

void Bones::carve(Arena& arena, std::size_t active) {
  const std::size_t blocks = blocksOf(active);
  lanes_ = arena.take<BoneLanes>(blocks * kBlockVectors);
  indices_ = arena.take<std::uint16_t>(blocks * kBlockBones);
}

void Bones::fill(std::span<const SkinBone> segments, std::span<const int> indices,
                 double fleshFactor) {
  for (std::size_t k = 0; k < indices_.size(); ++k) {
    // 남는 줄기는 마지막 뼈를 되풀이하고 가중치는 받지 않는다.
    const std::size_t bone = std::min(k, segments.size() - 1);
    BoneLanes& lanes = lanes_[k / kLanes];
    setLane(lanes, k % kLanes, segments[bone], fleshFactor);
    lanes.present[k % kLanes] = k < segments.size() ? 1.0F : 0.0F;
    indices_[k] = static_cast<std::uint16_t>(indices[bone]);
  }
}

}  // namespace mangto
