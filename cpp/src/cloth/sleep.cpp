#include "cloth/cloth_state.h"
#include "cloth/rigid.h"

namespace mangto {
namespace {

// 모든 점이 이 빠르기(m/s)보다 느린 채로 이만큼(s) 지나면 잠든다.
constexpr float kStillSpeed = 0.01F;
constexpr double kStillTime = 0.5;

bool isStill(const ClothState& cloth) {
  const bool substeps = cloth.options.solver == SolverKind::kSubsteps;
  const auto h = static_cast<float>(cloth.options.timeStep);
  const float limit = substeps ? kStillSpeed : kStillSpeed * h;
  f32x4 fastest{};
  for (std::size_t i = 0; i < cloth.positions.size(); ++i) {
    const Vec3x4 v = substeps ? cloth.velocities[i] : cloth.positions[i] - cloth.previous[i];
    fastest = max(fastest, dot(v, v));
  }
  return !anyTrue(fastest > splat(limit * limit));
}

bool isGusty(const ClothState& cloth) {
  return cloth.options.gusts.strength > 0.0F && cloth.options.wind != glm::vec3(0.0F);
}

}  // namespace

bool staysAsleep(ClothState& cloth) {
  if (!cloth.asleep) return false;
  cloth.asleep =
      !cloth.disturbed && cloth.options == cloth.optionsAtSleep && pinTravel(cloth) == 0.0;
  return cloth.asleep;
}

void maySleep(ClothState& cloth, int steps) {
  const bool still =
      cloth.options.canSleep && !cloth.disturbed && !isGusty(cloth) && isStill(cloth);
  cloth.stillTime = still ? cloth.stillTime + steps * cloth.options.timeStep : 0.0;
  cloth.asleep = cloth.stillTime >= kStillTime;
  cloth.optionsAtSleep = cloth.options;
  cloth.disturbed = false;
}

}  // namespace mangto
