#include <algorithm>

#include "cloth/cloth_state.h"
#include "cloth/rigid.h"

namespace mangto {
namespace {

// 모든 점이 이만큼(m)을 벗어나지 않은 채로 이만큼(s) 지나면 잠든다.
constexpr float kStillDistance = 0.003F;
constexpr double kStillTime = 0.5;

bool hasMoved(const ClothState& cloth) {
  f32x4 farthest{};
  for (std::size_t i = 0; i < cloth.positions.size(); ++i) {
    const Vec3x4 d = cloth.positions[i] - cloth.stillPositions.span()[i];
    farthest = max(farthest, dot(d, d));
  }
  return anyTrue(farthest > splat(kStillDistance * kStillDistance));
}

bool isGusty(const ClothState& cloth) {
  const auto blows = [](const ClothGroup& group) {
    return anyTrue(dot(group.wind, group.wind) > splat(0.0F));
  };
  return cloth.options.gusts.strength > 0.0F &&
         std::any_of(cloth.groups.begin(), cloth.groups.end(), blows);
}

void stayAwake(ClothState& cloth) {
  std::copy(cloth.positions.begin(), cloth.positions.end(), cloth.stillPositions.data());
  cloth.stillTime = 0.0;
}

}  // namespace

bool staysAsleep(ClothState& cloth) {
  if (!cloth.asleep) return false;
  cloth.asleep = !cloth.disturbed && cloth.options == cloth.optionsAtSleep &&
                 pinTravel(cloth) == 0.0 && !limitsMoved(cloth) && !otherClothsMoved(cloth);
  if (!cloth.asleep) stayAwake(cloth);
  return cloth.asleep;
}

void maySleep(ClothState& cloth, int steps) {
  if (!cloth.options.canSleep) return;
  cloth.stillTime += steps * cloth.options.timeStep;
  if (cloth.disturbed || isGusty(cloth) || hasMoved(cloth)) stayAwake(cloth);
  cloth.disturbed = false;
  cloth.asleep = cloth.stillTime >= kStillTime;
  cloth.optionsAtSleep = cloth.options;
}

}  // namespace mangto
