#include "mangto/cloth.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "cloth/cloth_state.h"
#include "cloth/rigid.h"
#include "core/check.h"

namespace mangto {
namespace {

constexpr double kMaxRate = 1.0e6;
constexpr double kMinTimeStep = 1.0e-4;
constexpr double kMaxTimeStep = 0.1;
constexpr int kMaxIterations = 1000;
constexpr int kMaxSteps = 100;
constexpr double kMaxUpdate = 1.0e9;

// 1/60을 60번 더해도 한 걸음이 다음 프레임으로 밀리지 않을 만큼의 여유(걸음 단위).
constexpr double kStepSlack = 1.0e-6;

void carve(ClothState& cloth) {
  const auto slots = cloth.data().restPositions.size();
  const auto coordinates = 3 * static_cast<std::size_t>(cloth.fabric->points());
  cloth.positions = cloth.arena.take<Vec3x4>(slots);
  cloth.previous = cloth.arena.take<Vec3x4>(slots);
  cloth.normals = cloth.arena.take<Vec3x4>(slots);
  cloth.solver->carve(cloth.arena);
  cloth.packedPositions = cloth.arena.take<float>(coordinates);
  cloth.packedNormals = cloth.arena.take<float>(coordinates);
  cloth.pinTargets = cloth.arena.take<float>(coordinates);
  cloth.memberSpheres =
      cloth.arena.take<Sphere>(cloth.data().crowd() != nullptr ? cloth.data().members() : 0);
  cloth.targetNormals = cloth.arena.take<float>(coordinates);
}

// 걸음 사이를 이어 그리지 않으면 고정점은 첫 걸음에 목표에 닿는다(brief 2단계).
void stepClassic(ClothState& cloth, double stepsToTarget) {
  const Stiffness& s = cloth.options.stiffness;
  const Gains gains{{{0.5F * s.structural}, {0.5F * s.shear}, {0.5F * s.bend}}};
  const int iterations = cloth.options.iterations;
  const auto share = static_cast<float>(1.0 / stepsToTarget);
  integrate(cloth, cloth.options.interpolation ? share : 1.0F);
  if (!hasContacts(cloth)) {
    cloth.solver->solve(cloth, gains, iterations);
    return;
  }
  beginContacts(cloth, share);
  for (int i = 0; i < iterations; ++i) {
    cloth.solver->solve(cloth, gains, 1);
    keepContacts(cloth, findsNear(i, iterations));
  }
}

/// `stepsToTarget`: 고정점과 몸이 몇 걸음 만에 목표에 닿을지. / In how many steps the pins and the
/// bodies are to reach their targets.
void stepOnce(ClothState& cloth, double stepsToTarget) {
  cloth.windDrift += glm::dvec3(cloth.options.wind) * cloth.options.timeStep;
  if (cloth.options.solver == SolverKind::kSubsteps) {
    stepSubsteps(cloth, stepsToTarget);
  } else {
    stepClassic(cloth, stepsToTarget);
  }
  cloth.solver->computeNormals(cloth);
}

/// update()의 걸음들. 걸음 사이를 이어 그릴 때는 고정점도 걸음이 끝나는 때의 자리까지만 간다:
/// 걸음이 프레임마다 고르지 않아도 고르게 움직인다. The steps of an update(). When drawing between
/// steps, pins only go where they are at the end of a step, so that they move evenly however steps
/// fall into frames.
void walk(ClothState& cloth, int steps) {
  const bool interpolated = cloth.options.interpolation;
  const double lag = interpolated ? std::max(0.0, cloth.pendingTime / cloth.options.timeStep) : 0.0;
  followPins(cloth, steps, lag);
  for (int left = steps; left > 0; --left) {
    if (left == 1 && interpolated) capture(cloth, cloth.frames.from);
    stepOnce(cloth, left + lag);
  }
  maySleep(cloth, steps);
  if (interpolated) {
    capture(cloth, cloth.frames.to);
  } else {
    publish(cloth);
  }
}

Status checkPinTargets(const ClothState& cloth) {
  for (const Pin& pin : cloth.data().pins) {
    const float* p = &cloth.pinTargets[3 * static_cast<std::size_t>(pin.point)];
    const bool good = std::abs(p[0]) <= Fabric::kMaxCoordinate &&
                      std::abs(p[1]) <= Fabric::kMaxCoordinate &&
                      std::abs(p[2]) <= Fabric::kMaxCoordinate;
    if (!good) {
      return checkVector("pinTargets of point " + std::to_string(pin.point),
                         glm::dvec3(p[0], p[1], p[2]), Fabric::kMaxCoordinate);
    }
  }
  return {};
}

Status checkTargets(const ClothState& cloth) {
  Status status = checkPinTargets(cloth);
  return status.ok() ? checkLimitTargets(cloth) : status;
}

Status checkCapsules(std::span<const Capsule> capsules) {
  for (std::size_t i = 0; i < capsules.size(); ++i) {
    const std::string name = "capsules[" + std::to_string(i) + "]";
    Status status = checkVector(name + ".a", capsules[i].a, Fabric::kMaxCoordinate);
    if (status.ok()) status = checkVector(name + ".b", capsules[i].b, Fabric::kMaxCoordinate);
    if (status.ok())
      status = checkNumber(name + ".radius", capsules[i].radius, 0.0, Fabric::kMaxCoordinate);
    if (!status.ok()) return status;
  }
  return {};
}

Status noMemoryFor(std::span<const Capsule> capsules) {
  return outOfMemory(std::to_string(capsules.size()) + " capsules");
}

}  // namespace

Member::Member(const ClothState& cloth, int index)
    : firstSlot(0), slots(cloth.positions.size()), lanes(kAllLanes) {
  const std::size_t pinsEach = cloth.data().pins.size() / cloth.data().members();
  pins = cloth.data().pins.subspan(index * pinsEach, pinsEach);
  if (cloth.data().crowd() == nullptr) return;
  slots /= cloth.groups.size();
  firstSlot = index / kLanes * slots;
  lanes = i32x4{};
  lanes[index % kLanes] = -1;
}

void publish(ClothState& cloth) {
  computeBoundingSphere(cloth);
  if (!cloth.memberSpheres.empty()) computeMemberSpheres(cloth);
  cloth.solver->pack(cloth);
}

void redraw(ClothState& cloth) {
  publish(cloth);
  if (!cloth.options.interpolation) return;
  capture(cloth, cloth.frames.from);
  capture(cloth, cloth.frames.to);
}

Cloth::Cloth(std::shared_ptr<ClothState> state) : state_(std::move(state)) {}
Cloth::~Cloth() = default;

Result<std::unique_ptr<Cloth>> Cloth::create(std::shared_ptr<const Fabric> fabric,
                                             const ClothOptions& options) {
  if (fabric == nullptr)
    return Status{StatusCode::kInvalidArgument, "fabric must be a fabric, got null"};
  const CrowdTopology* crowd = fabric->data().crowd();
  const std::size_t groups = crowd != nullptr ? crowd->groups() : 1;
  if (!canAllocate(kSmallObjects + groups * sizeof(ClothGroup))) return outOfMemory("the cloth");
  auto state = std::make_shared<ClothState>();
  state->fabric = std::move(fabric);
  state->solver = makeSolver(state->data());
  state->groups.resize(groups);
  carve(*state);
  // 부른 쪽이 이 천을 받아 들 작은 메모리까지 남아 있어야 한다.
  if (!state->arena.allocate() || !canAllocate(kSmallObjects)) return outOfMemory("the cloth");
  carve(*state);

  std::unique_ptr<Cloth> cloth(new Cloth(std::move(state)));
  Status status = cloth->setStiffness(options.stiffness);
  if (status.ok()) status = cloth->setIterations(options.iterations);
  if (status.ok()) status = cloth->setDamping(options.damping);
  if (status.ok()) status = cloth->setGravity(options.gravity);
  if (status.ok()) status = cloth->setFloor(options.floor);
  if (status.ok()) status = cloth->setWind(options.wind);
  if (status.ok()) status = cloth->setWindStrength(options.windStrength);
  if (status.ok()) status = cloth->setDrag(options.drag);
  if (status.ok()) status = cloth->setThickness(options.thickness);
  if (status.ok()) status = cloth->setFriction(options.friction);
  if (status.ok()) status = cloth->setTimeStep(options.timeStep);
  if (status.ok()) status = cloth->setMaxSteps(options.maxSteps);
  if (status.ok()) status = cloth->setSolver(options.solver);
  if (status.ok()) status = cloth->setSubsteps(options.substeps);
  if (status.ok()) status = cloth->setCompliance(options.compliance);
  if (status.ok()) status = cloth->setDensity(options.density);
  if (status.ok()) status = cloth->setTethers(options.tethers);
  if (status.ok()) status = cloth->setAerodynamics(options.aerodynamics);
  if (status.ok()) status = cloth->setGusts(options.gusts);
  if (status.ok()) status = cloth->setInertia(options.inertia);
  if (status.ok()) status = cloth->setTeleportDistance(options.teleportDistance);
  if (status.ok()) status = cloth->setInterpolation(options.interpolation);
  if (status.ok()) status = cloth->setCanSleep(options.canSleep);
  if (!status.ok()) return status;
  cloth->reset();
  return cloth;
}

const Fabric& Cloth::fabric() const { return *state_->fabric; }
const ClothOptions& Cloth::options() const { return state_->options; }

Status Cloth::setStiffness(const Stiffness& stiffness) {
  Status status = checkNumber("stiffness.structural", stiffness.structural, 0.0, 1.0);
  if (status.ok()) status = checkNumber("stiffness.shear", stiffness.shear, 0.0, 1.0);
  if (status.ok()) status = checkNumber("stiffness.bend", stiffness.bend, 0.0, 1.0);
  if (!status.ok()) return status;
  state_->options.stiffness = stiffness;
  return status;
}

Status Cloth::setIterations(int iterations) {
  return assign(checkInteger("iterations", iterations, 1, kMaxIterations),
                state_->options.iterations, iterations);
}

Status Cloth::setDamping(double damping) {
  return assign(checkNumber("damping", damping, 0.0, 1.0), state_->options.damping, damping);
}

Status Cloth::setGravity(const glm::dvec3& gravity) {
  return assign(checkVector("gravity", gravity, kMaxRate), state_->options.gravity, gravity);
}

Status Cloth::setFloor(std::optional<double> floor) {
  if (!floor) {
    state_->options.floor.reset();
    return {};
  }
  return assign(checkNumber("floor", *floor, -Fabric::kMaxCoordinate, Fabric::kMaxCoordinate),
                state_->options.floor, static_cast<float>(*floor));
}

Status Cloth::setWind(const glm::dvec3& wind) {
  if (Status status = checkVector("wind", wind, kMaxRate); !status.ok()) return status;
  state_->options.wind = wind;
  for (ClothGroup& group : state_->groups) group.wind = splat(state_->options.wind);
  return {};
}

Status Cloth::setMemberWind(int member, const glm::dvec3& wind) {
  Status status = checkInteger("member", member, 0, fabric().members() - 1);
  if (status.ok()) status = checkVector("wind", wind, kMaxRate);
  if (!status.ok()) return status;
  Vec3x4& group = state_->groups[member / kLanes].wind;
  const Vec3x4 before = group;
  group = select(Member(*state_, member).lanes, splat(glm::vec3(wind)), group);
  state_->disturbed |= !same(group, before);
  return status;
}

Status Cloth::setWindStrength(double windStrength) {
  return assign(checkNumber("windStrength", windStrength, 0.0, kMaxRate),
                state_->options.windStrength, windStrength);
}

Status Cloth::setDrag(double drag) {
  return assign(checkNumber("drag", drag, 0.0, kMaxRate), state_->options.drag, drag);
}

Status Cloth::setTimeStep(double seconds) {
  return assign(checkNumber("timeStep", seconds, kMinTimeStep, kMaxTimeStep),
                state_->options.timeStep, seconds);
}

Status Cloth::setMaxSteps(int maxSteps) {
  return assign(checkInteger("maxSteps", maxSteps, 1, kMaxSteps), state_->options.maxSteps,
                maxSteps);
}

Status Cloth::setCapsules(std::span<const Capsule> capsules) {
  if (Status status = checkCapsules(capsules); !status.ok()) return status;
  // 자리를 먼저 모두 마련한다: 도중에 모자라면 아무 벌도 바뀌지 않도록.
  for (ClothGroup& group : state_->groups)
    if (!group.capsules.reserve(capsules.size())) return noMemoryFor(capsules);
  for (ClothGroup& group : state_->groups)
    state_->disturbed |= putOn(group.capsules, capsules, kAllLanes);
  return {};
}

Status Cloth::setMemberCapsules(int member, std::span<const Capsule> capsules) {
  Status status = checkInteger("member", member, 0, fabric().members() - 1);
  if (status.ok()) status = checkCapsules(capsules);
  if (!status.ok()) return status;
  ClothGroup& group = state_->groups[member / kLanes];
  if (!group.capsules.reserve(capsules.size())) return noMemoryFor(capsules);
  state_->disturbed |= putOn(group.capsules, capsules, Member(*state_, member).lanes);
  return {};
}

Result<int> Cloth::update(double seconds) {
  Status status = checkNumber("seconds", seconds, 0.0, kMaxUpdate);
  if (status.ok()) status = checkTargets(*state_);
  if (!status.ok()) return status;

  const double h = state_->options.timeStep;
  state_->pendingTime = std::min(state_->pendingTime + seconds, state_->options.maxSteps * h);
  const int steps = static_cast<int>(std::floor(state_->pendingTime / h + kStepSlack));
  state_->pendingTime -= steps * h;
  if (staysAsleep(*state_)) return 0;
  if (steps > 0) walk(*state_, steps);
  if (state_->options.interpolation) blend(*state_);
  return steps;
}

Status Cloth::step() {
  Status status = checkTargets(*state_);
  if (!status.ok()) return status;
  followPins(*state_, 1, 0.0);
  stepOnce(*state_, 1.0);
  maySleep(*state_, 1);
  redraw(*state_);
  return status;
}

void Cloth::reset() {
  ClothState& cloth = *state_;
  const std::span<const Vec3x4> rest = cloth.data().restPositions;
  std::copy(rest.begin(), rest.end(), cloth.positions.begin());
  std::copy(rest.begin(), rest.end(), cloth.previous.begin());
  std::fill(cloth.velocities.begin(), cloth.velocities.end(), Vec3x4{});
  cloth.windDrift = glm::dvec3(0.0);
  cloth.pendingTime = 0.0;
  cloth.grabbed.reset();
  forgetWays(cloth);
  cloth.disturbed = true;
  cloth.solver->computeNormals(cloth);
  redraw(cloth);
  std::copy(cloth.packedPositions.begin(), cloth.packedPositions.end(), cloth.pinTargets.begin());
  std::copy(cloth.packedNormals.begin(), cloth.packedNormals.end(), cloth.targetNormals.begin());
}

std::span<const float> Cloth::positions() const { return state_->packedPositions; }
std::span<const float> Cloth::normals() const { return state_->packedNormals; }
std::span<float> Cloth::pinTargets() { return state_->pinTargets; }
std::span<float> Cloth::targetNormals() { return state_->targetNormals; }
const Sphere& Cloth::boundingSphere() const { return state_->boundingSphere; }
std::span<const Sphere> Cloth::memberSpheres() const { return state_->memberSpheres; }

bool Cloth::asleep() const { return state_->asleep; }

int Cloth::constraints() const { return state_->solver->constraints(*state_); }

}  // namespace mangto
