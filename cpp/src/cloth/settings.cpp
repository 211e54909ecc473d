#include <algorithm>
#include <string>

#include "cloth/cloth_state.h"
#include "core/check.h"

// kSubsteps와 그에 딸린 설정들. / The settings of kSubsteps.

namespace mangto {
namespace {

constexpr int kMaxSubsteps = 100;
constexpr double kMaxCompliance = 1.0e6;
constexpr double kMinDensity = 1.0e-6F;  // ClothOptions에서는 float로 온다
constexpr double kMaxDensity = 1.0e6;
constexpr double kMaxCoefficient = 1.0e6;
constexpr double kMaxGustStrength = 10.0;
constexpr double kMaxWind = 1.0e6;
constexpr double kMinGustScale = 0.01F;

/// 고전 방식의 이동 (p - o)/h를 속도로. / Displacement per step to velocity.
void takeVelocities(ClothState& cloth) {
  const f32x4 inverseStep = splat(static_cast<float>(1.0 / cloth.options.timeStep));
  for (std::size_t i = 0; i < cloth.positions.size(); ++i)
    cloth.velocities[i] = (cloth.positions[i] - cloth.previous[i]) * inverseStep;
}

void takeDisplacements(ClothState& cloth) {
  const f32x4 step = splat(static_cast<float>(cloth.options.timeStep));
  for (std::size_t i = 0; i < cloth.positions.size(); ++i)
    cloth.previous[i] = cloth.positions[i] - cloth.velocities[i] * step;
}

}  // namespace

Status Cloth::setSolver(SolverKind solver) {
  ClothState& cloth = *state_;
  if (solver == cloth.options.solver) return {};
  if (solver == SolverKind::kSubsteps) {
    if (!reserveSubsteps(cloth)) return outOfMemory("the sub-steps");
    takeVelocities(cloth);
  } else {
    takeDisplacements(cloth);
  }
  cloth.options.solver = solver;
  return {};
}

Status Cloth::setSubsteps(int substeps) {
  return assign(checkInteger("substeps", substeps, 1, kMaxSubsteps), state_->options.substeps,
                substeps);
}

Status Cloth::setCompliance(const Compliance& compliance) {
  Status status = checkNumber("compliance.structural", compliance.structural, 0.0, kMaxCompliance);
  if (status.ok()) status = checkNumber("compliance.shear", compliance.shear, 0.0, kMaxCompliance);
  if (status.ok()) status = checkNumber("compliance.bend", compliance.bend, 0.0, kMaxCompliance);
  return assign(status, state_->options.compliance, compliance);
}

Status Cloth::setDensity(double density) {
  return assign(checkNumber("density", density, kMinDensity, kMaxDensity), state_->options.density,
                density);
}

Status Cloth::setTethers(bool tethers) {
  if (tethers && state_->tethers.nearest.span().empty() &&
      !makeTethers(state_->data(), state_->tethers)) {
    return outOfMemory("the tethers");
  }
  state_->options.tethers = tethers;
  return {};
}

Status Cloth::setAerodynamics(const std::optional<Aerodynamics>& aerodynamics) {
  Status status;
  if (aerodynamics) {
    status = checkNumber("aerodynamics.density", aerodynamics->density, 0.0, kMaxCoefficient);
    if (status.ok())
      status = checkNumber("aerodynamics.drag", aerodynamics->drag, 0.0, kMaxCoefficient);
    if (status.ok())
      status = checkNumber("aerodynamics.lift", aerodynamics->lift, 0.0, kMaxCoefficient);
  }
  return assign(status, state_->options.aerodynamics, aerodynamics);
}

Status Cloth::setGusts(const Gusts& gusts) {
  Status status = checkNumber("gusts.strength", gusts.strength, 0.0, kMaxGustStrength);
  if (status.ok())
    status = checkNumber("gusts.scale", gusts.scale, kMinGustScale, Fabric::kMaxCoordinate);
  return assign(status, state_->options.gusts, gusts);
}

Status Cloth::setInertia(double inertia) {
  return assign(checkNumber("inertia", inertia, 0.0, 1.0), state_->options.inertia, inertia);
}

Status Cloth::setTeleportDistance(std::optional<double> metres) {
  if (!metres) {
    state_->options.teleportDistance.reset();
    return {};
  }
  return assign(checkNumber("teleportDistance", *metres, 0.0, Fabric::kMaxCoordinate),
                state_->options.teleportDistance, static_cast<float>(*metres));
}

Status Cloth::setInterpolation(bool interpolation) {
  ClothState& cloth = *state_;
  if (interpolation == cloth.options.interpolation) return {};
  if (interpolation && cloth.data().crowd() != nullptr)
    return {StatusCode::kInvalidArgument, "interpolation must be false for a crowd, got true"};
  if (interpolation && !reserveFrames(cloth)) return outOfMemory("the interpolation");
  cloth.options.interpolation = interpolation;
  redraw(cloth);
  return {};
}

Status Cloth::setCanSleep(bool canSleep) {
  if (canSleep && !state_->stillPositions.resize(state_->positions.size()))
    return outOfMemory("sleeping");
  state_->options.canSleep = canSleep;
  state_->disturbed = true;
  return {};
}

Status Cloth::setWindField(std::span<const float> velocities) {
  ClothState& cloth = *state_;
  const auto points = static_cast<std::size_t>(cloth.fabric->points());
  if (!velocities.empty() && velocities.size() != 3 * points) {
    return {StatusCode::kInvalidArgument, "velocities.length must be 0 or " +
                                              std::to_string(3 * points) + ", got " +
                                              std::to_string(velocities.size())};
  }
  const auto at = [&](std::size_t point) {
    return glm::vec3(velocities[3 * point], velocities[3 * point + 1], velocities[3 * point + 2]);
  };
  for (std::size_t point = 0; 3 * point < velocities.size(); ++point) {
    Status status =
        checkVector("velocity of the air at point " + std::to_string(point), at(point), kMaxWind);
    if (!status.ok()) return status;
  }
  if (!cloth.windField.resize(velocities.empty() ? 0 : cloth.positions.size()))
    return outOfMemory("the wind field");
  std::fill(cloth.windField.span().begin(), cloth.windField.span().end(), Vec3x4{});
  for (std::size_t point = 0; 3 * point < velocities.size(); ++point) {
    const Place place = cloth.data().placeOf(static_cast<int>(point));
    Vec3x4& block = cloth.windField.data()[place.slot];
    block.x[place.lane] = velocities[3 * point];
    block.y[place.lane] = velocities[3 * point + 1];
    block.z[place.lane] = velocities[3 * point + 2];
  }
  cloth.disturbed = true;
  return {};
}

}  // namespace mangto
