#include <algorithm>
#include <cmath>

#include "cloth/cloth_state.h"

namespace mangto {
namespace {

float least(f32x4 v) { return std::min(std::min(v[0], v[1]), std::min(v[2], v[3])); }
float greatest(f32x4 v) { return std::max(std::max(v[0], v[1]), std::max(v[2], v[3])); }

}  // namespace

// three의 computeBoundingSphere처럼: 가운데는 축에 나란한 상자의 가운데, 반지름은 가장 먼 점까지.
void computeBoundingSphere(ClothState& cloth) {
  const std::span<const f32x4> present = cloth.data().present;
  const std::span<const Vec3x4> positions = cloth.positions;
  // 첫 줄기에는 늘 입자가 있다: 빈 줄기에 대신 넣는다.
  const Vec3x4 first{splat(positions[0].x[0]), splat(positions[0].y[0]), splat(positions[0].z[0])};

  Vec3x4 low = first;
  Vec3x4 high = first;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3x4 p = select(present[i] > splat(0.0F), positions[i], first);
    low = min(low, p);
    high = max(high, p);
  }
  const glm::vec3 center = 0.5F * (glm::vec3(least(low.x), least(low.y), least(low.z)) +
                                   glm::vec3(greatest(high.x), greatest(high.y), greatest(high.z)));

  const Vec3x4 middle{splat(center.x), splat(center.y), splat(center.z)};
  f32x4 farthest{};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3x4 d = positions[i] - middle;
    farthest = max(farthest, dot(d, d) * present[i]);
  }
  cloth.boundingSphere = {center, std::sqrt(greatest(farthest))};
}

void computeMemberSpheres(ClothState& cloth) {
  const CrowdTopology& crowd = *cloth.data().crowd();
  for (int group = 0; group < crowd.groups(); ++group) {
    const auto slots = static_cast<std::size_t>(crowd.particles);
    const auto positions = cloth.positions.subspan(group * slots, slots);
    const auto present = cloth.data().present.subspan(group * slots, slots);
    Vec3x4 low = positions[0];
    Vec3x4 high = positions[0];
    for (std::size_t i = 0; i < slots; ++i) {
      const Vec3x4 p = select(present[i] > splat(0.0F), positions[i], positions[0]);
      low = min(low, p);
      high = max(high, p);
    }
    const Vec3x4 center = (low + high) * splat(0.5F);
    f32x4 farthest{};
    for (std::size_t i = 0; i < slots; ++i) {
      const Vec3x4 d = positions[i] - center;
      farthest = max(farthest, dot(d, d) * present[i]);
    }
    const f32x4 radius = sqrt(farthest);
    for (int lane = 0; lane < kLanes && group * kLanes + lane < crowd.members; ++lane) {
      cloth.memberSpheres[group * kLanes + lane] = {
          {center.x[lane], center.y[lane], center.z[lane]}, radius[lane]};
    }
  }
}

}  // namespace mangto
