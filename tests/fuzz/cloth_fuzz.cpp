#include <array>
#include <optional>

#include "harnesses.h"
#include "mangto/cloth.h"

namespace mangto::fuzz {
namespace {

Collider readCollider(Input& input) {
  const glm::vec3 first = input.vector(1.0F);
  switch (input.integer(0, 3)) {
    case 0:
      return Sphere{first, input.number(0.0F, 0.5F)};
    case 1:
      return TaperedCapsule{first, input.vector(1.0F), input.number(0.0F, 0.3F),
                            input.number(0.0F, 0.3F)};
    case 2:
      return Plane{first, input.vector(1.0F)};
    default:
      return Box{first, glm::abs(input.vector(0.5F)), input.quaternion()};
  }
}

std::vector<Collider> readColliders(Input& input) {
  std::vector<Collider> colliders;
  for (int k = input.integer(0, 4); k > 0; --k) colliders.push_back(readCollider(input));
  return colliders;
}

std::vector<Capsule> readCapsules(Input& input) {
  std::vector<Capsule> capsules;
  for (int k = input.integer(0, 3); k > 0; --k)
    capsules.push_back({input.vector(1.0F), input.vector(1.0F), input.number(0.0F, 0.3F)});
  return capsules;
}

std::array<float, 16> readMatrix(Input& input) {
  std::array<float, 16> matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  if (input.flip()) matrix = {0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
  for (int k = 12; k < 15; ++k) matrix[k] = input.number(-5.0F, 5.0F);
  if (input.integer(0, 7) == 0) matrix[input.integer(0, 15)] = input.number(-1.0F, 1.0F);
  return matrix;
}

/// 두 천을 아무 차례로 부린다. 틀린 값이었는지는 묻지 않고, 걸은 뒤의 수가 성한지를 본다.
/// Uses two cloths in any order; whatever the calls return, what is drawn must be finite.
class Stage {
 public:
  Stage(Input& input, const std::shared_ptr<const Fabric>& fabric) : input_(input) {
    for (auto& cloth : cloths_) cloth = std::move(Cloth::create(fabric, {}).value);
  }

  void play() {
    // 퍼저가 한 입력에 머무는 시간을 묶는다.
    for (int call = 0; call < 60 && input_.left(); ++call) {
      Cloth* cloth = cloths_[input_.integer(0, 7) == 0 ? 1 : 0].get();
      if (cloth == nullptr) continue;
      switch (input_.integer(0, 3)) {
        case 0:
          (void)tune(*cloth);
          break;
        case 1:
          (void)surround(*cloth);
          break;
        case 2:
          (void)handle(*cloth);
          break;
        default:
          walk(*cloth);
      }
    }
    for (const auto& cloth : cloths_) {
      if (cloth != nullptr) walk(*cloth);
    }
  }

 private:
  Status tune(Cloth& cloth) {
    switch (input_.integer(0, 21)) {
      case 0:
        return cloth.setStiffness({input_.number(0, 1), input_.number(0, 1), input_.number(0, 1)});
      case 1:
        return cloth.setIterations(input_.integer(0, 12));
      case 2:
        return cloth.setDamping(input_.number(0, 1));
      case 3:
        return cloth.setGravity(input_.vector(20));
      case 4:
        return cloth.setFloor(input_.flip() ? std::optional<double>(input_.number(-1, 2))
                                            : std::nullopt);
      case 5:
        return cloth.setWind(input_.vector(30));
      case 6:
        return cloth.setWindStrength(input_.number(0, 100));
      case 7:
        return cloth.setDrag(input_.number(0, 10));
      case 8:
        return cloth.setTimeStep(input_.number(0, 0.1F));
      case 9:
        return cloth.setMaxSteps(input_.integer(0, 5));
      case 10:
        return cloth.setThickness(input_.number(0, 0.1F));
      case 11:
        return cloth.setFriction(input_.number(0, 2));
      case 12:
        return cloth.setSolver(input_.flip() ? SolverKind::kSubsteps : SolverKind::kClassic);
      case 13:
        return cloth.setSubsteps(input_.integer(0, 12));
      case 14:
        return cloth.setCompliance({input_.number(0, 1), input_.number(0, 1), input_.number(0, 1)});
      case 15:
        return cloth.setDensity(input_.number(0, 1));
      case 16:
        return cloth.setTethers(input_.flip());
      case 17:
        return cloth.setAerodynamics(
            input_.flip() ? std::optional(Aerodynamics{input_.number(0, 2), input_.number(0, 2),
                                                       input_.number(0, 2)})
                          : std::nullopt);
      case 18:
        return cloth.setGusts({input_.number(0, 10), input_.number(0, 10)});
      case 19:
        return cloth.setInertia(input_.number(0, 1));
      case 20:
        return cloth.setTeleportDistance(input_.flip() ? std::optional<double>(input_.number(0, 2))
                                                       : std::nullopt);
      default:
        return input_.flip() ? cloth.setInterpolation(input_.flip())
                             : cloth.setCanSleep(input_.flip());
    }
  }

  Status surround(Cloth& cloth) {
    const auto points = static_cast<std::size_t>(cloth.fabric().points());
    const bool none = input_.integer(0, 3) == 0;
    switch (input_.integer(0, 10)) {
      case 0:
        return cloth.setCapsules(readCapsules(input_));
      case 1:
        return cloth.setMemberCapsules(input_.wildInteger(0, 8), readCapsules(input_));
      case 2:
        return cloth.setMemberWind(input_.wildInteger(0, 8), input_.vector(30));
      case 3:
        return cloth.setColliders(readColliders(input_));
      case 4: {
        const int vertices = none ? 0 : input_.integer(1, 20);
        const auto positions =
            input_.wildNumbers(3 * static_cast<std::size_t>(vertices), -1.0F, 1.0F);
        const auto indices = vertices > 0 && input_.flip()
                                 ? input_.indices(3U * input_.integer(0, 30), vertices)
                                 : std::vector<std::uint32_t>{};
        const Status status = cloth.setBodyMesh(positions, indices);
        if (status.ok()) bodyNumbers_ = positions.size();
        return status;
      }
      case 5:
        return cloth.moveBodyMesh(input_.wildNumbers(bodyNumbers_, -1.0F, 1.0F));
      case 6:
        return cloth.setMaxDistances(input_.wildNumbers(none ? 0 : points, 0.0F, 0.5F));
      case 7:
        return cloth.setBackStops(input_.wildNumbers(none ? 0 : 2 * points, 0.0F, 0.5F));
      case 8:
        return cloth.setSelfCollision(none ? std::nullopt
                                           : std::optional<double>(input_.number(0, 0.2F)));
      case 9: {
        const std::array<const Cloth*, 2> others{cloths_[0].get(), cloths_[1].get()};
        const std::size_t first = input_.integer(0, 2);
        return cloth.setOtherCloths(std::span(others).subspan(std::min<std::size_t>(first, 1), 1),
                                    input_.number(0, 0.2F));
      }
      default:
        return cloth.setWindField(input_.wildNumbers(none ? 0 : 3 * points, -20.0F, 20.0F));
    }
  }

  Status handle(Cloth& cloth) {
    switch (input_.integer(0, 7)) {
      case 0: {
        const auto pick = cloth.pick(input_.vector(2), input_.vector(1));
        if (pick.ok() && pick.value) require(pick.value->point < cloth.fabric().points());
        return pick.status;
      }
      case 1:
        return cloth.grab(input_.wildInteger(0, cloth.fabric().points()), input_.vector(2));
      case 2:
        cloth.letGo();
        return {};
      case 3:
        return cloth.teleport(readMatrix(input_));
      case 4:
        cloth.reset();
        return {};
      case 5:
        for (float& number : write(cloth.pinTargets())) number = input_.number(-2, 2);
        return {};
      case 6:
        for (float& number : write(cloth.targetNormals())) number = input_.number(-1, 1);
        return {};
      default:
        cloths_[1].reset();
        return {};
    }
  }

  /// 점 하나의 좌표들. / The coordinates of one point.
  std::span<float> write(std::span<float> numbers) {
    const int point = input_.integer(0, static_cast<int>(numbers.size() / 3) - 1);
    return numbers.subspan(3 * static_cast<std::size_t>(point), 3);
  }

  void walk(Cloth& cloth) {
    if (input_.flip()) {
      (void)cloth.step();
    } else {
      (void)cloth.update(input_.number(0, 0.1F));
    }
    requireFinite(cloth.positions());
    requireFinite(cloth.normals());
    const auto& [center, radius] = cloth.boundingSphere();
    requireFinite(std::array{center.x, center.y, center.z, radius});
  }

  Input& input_;
  std::array<std::unique_ptr<Cloth>, 2> cloths_;
  std::size_t bodyNumbers_ = 0;
};

}  // namespace

void fuzzCloth(Input& input) {
  const auto fabric = readFabric(input);
  if (fabric != nullptr) Stage(input, fabric).play();
}

}  // namespace mangto::fuzz
