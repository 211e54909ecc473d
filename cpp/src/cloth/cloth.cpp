#include "mangto/cloth.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "cloth/cloth_state.h"
#include "core/check.h"

namespace mangto {
namespace {

constexpr double kMaxRate = 1.0e6;
constexpr double kMinTimeStep = 1.0e-4;
constexpr double kMaxTimeStep = 0.1;
constexpr int kMaxIterations = 1000;
constexpr int kMaxSteps = 100;
constexpr double kMaxUpdate = 1.0e9;

// 배열 말고 천에 드는 작은 객체들(바이트).
constexpr std::size_t kSmallObjects = 64 * 1024;

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

/// 화면과 다음 걸음이 읽을 것을 새로 고친다. / Refreshes what the screen and the next step read.
void publish(ClothState& cloth) {
  computeBoundingSphere(cloth);
  if (!cloth.memberSpheres.empty()) computeMemberSpheres(cloth);
  cloth.solver->pack(cloth);
}

/// `remaining`: 이 걸음을 넣어, 이 프레임에 남은 걸음의 수. / Steps left in this frame, with this
/// one.
void stepOnce(ClothState& cloth, int remaining) {
  beginBodies(cloth, 1.0F / static_cast<float>(remaining));
  integrate(cloth);
  beginLimits(cloth);
  beginLayers(cloth);
  cloth.solver->solve(cloth);
  cloth.solver->computeNormals(cloth);
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

Status checkNoCrowd(const ClothState& cloth, const std::string& name) {
  if (cloth.data().crowd() == nullptr) return {};
  return {StatusCode::kInvalidArgument, name + " must not be of a crowd, got a crowd"};
}

Status checkTargets(const ClothState& cloth) {
  Status status = checkPinTargets(cloth);
  return status.ok() ? checkLimitTargets(cloth) : status;
}

constexpr i32x4 kAllLanes{-1, -1, -1, -1};

/// 벌이 놓인 줄기. 떼가 아닌 천은 모든 줄기가 한 벌이다. / Lanes of a member.
i32x4 lanesOf(const ClothState& cloth, int member) {
  if (cloth.data().crowd() == nullptr) return kAllLanes;
  i32x4 lanes{};
  lanes[member % kLanes] = -1;
  return lanes;
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

template <typename T, typename V>
Status assign(Status status, T& place, const V& value) {
  if (status.ok()) place = static_cast<T>(value);
  return status;
}

}  // namespace

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
  group = select(lanesOf(*state_, member), splat(glm::vec3(wind)), group);
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

Status Cloth::setThickness(double metres) {
  return assign(checkNumber("thickness", metres, 0.0, Fabric::kMaxCoordinate),
                state_->options.thickness, metres);
}

Status Cloth::setFriction(double friction) {
  return assign(checkNumber("friction", friction, 0.0, kMaxRate), state_->options.friction,
                friction);
}

Status Cloth::setCapsules(std::span<const Capsule> capsules) {
  if (Status status = checkCapsules(capsules); !status.ok()) return status;
  // 자리를 먼저 모두 마련한다: 도중에 모자라면 아무 벌도 바뀌지 않도록.
  for (ClothGroup& group : state_->groups)
    if (!group.capsules.reserve(capsules.size())) return noMemoryFor(capsules);
  for (ClothGroup& group : state_->groups) putOn(group.capsules, capsules, kAllLanes);
  return {};
}

Status Cloth::setMemberCapsules(int member, std::span<const Capsule> capsules) {
  Status status = checkInteger("member", member, 0, fabric().members() - 1);
  if (status.ok()) status = checkCapsules(capsules);
  if (!status.ok()) return status;
  ClothGroup& group = state_->groups[member / kLanes];
  if (!group.capsules.reserve(capsules.size())) return noMemoryFor(capsules);
  putOn(group.capsules, capsules, lanesOf(*state_, member));
  return {};
}

Status Cloth::setColliders(std::span<const Collider> colliders) {
  if (Status status = checkNoCrowd(*state_, "colliders"); !status.ok()) return status;
  return mangto::setColliders(*state_, colliders);
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

Result<int> Cloth::update(double seconds) {
  Status status = checkNumber("seconds", seconds, 0.0, kMaxUpdate);
  if (status.ok()) status = checkTargets(*state_);
  if (!status.ok()) return status;

  const double h = state_->options.timeStep;
  state_->pendingTime = std::min(state_->pendingTime + seconds, state_->options.maxSteps * h);
  const int steps = static_cast<int>(std::floor(state_->pendingTime / h + kStepSlack));
  state_->pendingTime -= steps * h;
  for (int i = 0; i < steps; ++i) stepOnce(*state_, steps - i);
  if (steps > 0) publish(*state_);
  return steps;
}

Status Cloth::step() {
  Status status = checkTargets(*state_);
  if (!status.ok()) return status;
  stepOnce(*state_, 1);
  publish(*state_);
  return status;
}

void Cloth::reset() {
  ClothState& cloth = *state_;
  const std::span<const Vec3x4> rest = cloth.data().restPositions;
  std::copy(rest.begin(), rest.end(), cloth.positions.begin());
  std::copy(rest.begin(), rest.end(), cloth.previous.begin());
  cloth.pendingTime = 0.0;
  cloth.solver->computeNormals(cloth);
  publish(cloth);
  std::copy(cloth.packedPositions.begin(), cloth.packedPositions.end(), cloth.pinTargets.begin());
  std::copy(cloth.packedNormals.begin(), cloth.packedNormals.end(), cloth.targetNormals.begin());
}

std::span<const float> Cloth::positions() const { return state_->packedPositions; }
std::span<const float> Cloth::normals() const { return state_->packedNormals; }
std::span<float> Cloth::pinTargets() { return state_->pinTargets; }
std::span<float> Cloth::targetNormals() { return state_->targetNormals; }
const Sphere& Cloth::boundingSphere() const { return state_->boundingSphere; }
std::span<const Sphere> Cloth::memberSpheres() const { return state_->memberSpheres; }

int Cloth::constraints() const { return state_->solver->constraints(*state_); }

}  // namespace mangto
