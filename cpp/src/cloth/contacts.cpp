#include <string>
#include <vector>

#include "cloth/cloth_state.h"
#include "core/check.h"

// 제약 말고 천을 붙드는 것들: 손, 천의 겹, 몸, 점마다의 한계. 뒤엣것이 이긴다.
// What holds a cloth besides its constraints: the hand, its layers, bodies, limits; the last wins.

namespace mangto {
namespace {

constexpr double kMaxFriction = 1.0e6;

Status checkNoCrowd(const ClothState& cloth, const std::string& name) {
  if (cloth.data().crowd() == nullptr) return {};
  return {StatusCode::kInvalidArgument, name + " must not be of a crowd, got a crowd"};
}

}  // namespace

void forgetWays(ClothState& cloth) {
  forgetWays(cloth.bodies);
  forgetWays(cloth.bodyMesh);
  cloth.limits.placed = false;
  cloth.jumps += 1;
}

void beginContacts(ClothState& cloth, float share) {
  beginBodies(cloth, share);
  beginBodyMesh(cloth, share);
  beginLimits(cloth, share);
  beginLayers(cloth);
}

bool hasContacts(const ClothState& cloth) {
  return cloth.grabbed || cloth.layers.active() || hasBodies(cloth) || hasBodyMesh(cloth) ||
         cloth.limits.active();
}

void keepContacts(ClothState& cloth, bool look) {
  holdGrabbed(cloth);
  separateLayers(cloth);
  collideBodies(cloth, look);
  collideBodyMesh(cloth, look);
  keepLimits(cloth);
}

i32x4 nearBodies(const ClothState& cloth, std::size_t slot) {
  return nearColliders(cloth, slot) | nearBodyMesh(cloth, slot);
}

Status Cloth::setThickness(double metres) {
  return assign(checkNumber("thickness", metres, 0.0, Fabric::kMaxCoordinate),
                state_->options.thickness, metres);
}

Status Cloth::setFriction(double friction) {
  return assign(checkNumber("friction", friction, 0.0, kMaxFriction), state_->options.friction,
                friction);
}

Status Cloth::setColliders(std::span<const Collider> colliders) {
  if (Status status = checkNoCrowd(*state_, "colliders"); !status.ok()) return status;
  return mangto::setColliders(*state_, colliders);
}

Status Cloth::setBodyMesh(std::span<const float> positions,
                          std::span<const std::uint32_t> indices) {
  if (Status status = checkNoCrowd(*state_, "the body mesh"); !status.ok()) return status;
  return mangto::setBodyMesh(*state_, positions, indices);
}

Status Cloth::moveBodyMesh(std::span<const float> positions) {
  return mangto::moveBodyMesh(*state_, positions);
}

Status Cloth::setMaxDistances(std::span<const float> metres) {
  if (Status status = checkNoCrowd(*state_, "maxDistances"); !status.ok()) return status;
  return mangto::setMaxDistances(*state_, metres);
}

Status Cloth::setBackStops(std::span<const float> stops) {
  if (Status status = checkNoCrowd(*state_, "backStops"); !status.ok()) return status;
  return mangto::setBackStops(*state_, stops);
}

Status Cloth::setSelfCollision(std::optional<double> thickness) {
  if (!thickness) {
    removeSelfCollision(*state_);
    return {};
  }
  Status status = checkNoCrowd(*state_, "selfCollision");
  if (status.ok())
    status = checkNumber("selfCollision.thickness", *thickness, 0.0, Fabric::kMaxCoordinate);
  if (!status.ok()) return status;
  return mangto::setSelfCollision(*state_, static_cast<float>(*thickness));
}

Status Cloth::setOtherCloths(std::span<const Cloth* const> others, double thickness) {
  Status status = checkNoCrowd(*state_, "others");
  if (status.ok()) status = checkNumber("thickness", thickness, 0.0, Fabric::kMaxCoordinate);
  if (!status.ok()) return status;
  if (!canAllocate(kSmallObjects)) return outOfMemory("the other cloths");
  std::vector<std::shared_ptr<const ClothState>> states;
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (others[i] == nullptr || others[i] == this) {
      const char* got = others[i] == nullptr ? "null" : "this cloth itself";
      return {StatusCode::kInvalidArgument,
              "others[" + std::to_string(i) + "] must be another cloth, got " + got};
    }
    status = checkNoCrowd(*others[i]->state_, "others[" + std::to_string(i) + "]");
    if (!status.ok()) return status;
    states.push_back(others[i]->state_);
  }
  return mangto::setOtherCloths(*state_, states, static_cast<float>(thickness));
}

}  // namespace mangto
