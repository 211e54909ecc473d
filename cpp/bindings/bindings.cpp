// C++와 JavaScript가 만나는 단 하나의 파일. 값의 검사는 코어가, 자료형의 검사는 TypeScript가 한다.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mangto/cloth.h"
#include "mangto/fabric.h"

using emscripten::val;

namespace mangto {
namespace {

/// 성공이면 undefined, 실패면 { code, message }. / undefined on success, { code, message } on
/// failure.
val toJs(const Status& status) {
  if (status.ok()) return val::undefined();
  val error = val::object();
  error.set("code", status.code == StatusCode::kOutOfMemory ? "out-of-memory" : "invalid-argument");
  error.set("message", status.message);
  return error;
}

/// JavaScript 배열을 WASM 메모리로 한 번에 옮긴다. / Copies a typed array into WASM memory at once.
template <typename T>
std::unique_ptr<T[]> copyIn(const val& array, std::size_t count) {
  std::unique_ptr<T[]> buffer(new (std::nothrow) T[count]);
  if (buffer != nullptr)
    val(emscripten::typed_memory_view(count, buffer.get())).call<void>("set", array);
  return buffer;
}

/// JavaScript가 쥐는 천: 코어의 Cloth에 자리(주소) 알림을 보탠 것.
/// The cloth that JavaScript holds: the core's Cloth and the addresses of its arrays.
class ClothHandle {
 public:
  explicit ClothHandle(std::unique_ptr<Cloth> cloth) : cloth_(std::move(cloth)) {}

  std::uintptr_t positions() const { return address(cloth_->positions()); }
  std::uintptr_t normals() const { return address(cloth_->normals()); }
  std::uintptr_t pinTargets() const { return address(cloth_->pinTargets()); }
  std::uintptr_t uvs() const { return address(cloth_->fabric().uvs()); }
  std::uintptr_t indices() const { return address(cloth_->fabric().indices()); }
  /// x, y, z, radius. / Address of the bounding sphere.
  std::uintptr_t boundingSphere() const {
    return reinterpret_cast<std::uintptr_t>(&cloth_->boundingSphere());
  }
  int constraints() const { return cloth_->constraints(); }

  val setStiffness(float structural, float shear, float bend) {
    return toJs(cloth_->setStiffness({structural, shear, bend}));
  }
  val setIterations(int iterations) { return toJs(cloth_->setIterations(iterations)); }
  val setDamping(double damping) { return toJs(cloth_->setDamping(damping)); }
  val setGravity(double x, double y, double z) { return toJs(cloth_->setGravity({x, y, z})); }
  val setFloor(double floor) { return toJs(cloth_->setFloor(floor)); }
  void removeFloor() { (void)cloth_->setFloor(std::nullopt); }
  val setWind(double x, double y, double z) { return toJs(cloth_->setWind({x, y, z})); }
  val setWindStrength(double windStrength) { return toJs(cloth_->setWindStrength(windStrength)); }
  val setDrag(double drag) { return toJs(cloth_->setDrag(drag)); }
  val setTimeStep(double seconds) { return toJs(cloth_->setTimeStep(seconds)); }
  val setMaxSteps(int maxSteps) { return toJs(cloth_->setMaxSteps(maxSteps)); }

  /// 캡슐 count개를 쓸 자리(하나에 float 7개). 다음 reserveCapsules까지 그대로다.
  /// Address of a place for `count` capsules (7 floats each), valid until the next call.
  std::uintptr_t reserveCapsules(std::size_t count) {
    static_assert(sizeof(Capsule) == 7 * sizeof(float));
    capsules_.resize(count);
    return reinterpret_cast<std::uintptr_t>(capsules_.data());
  }
  /// 그 자리에 쓰인 캡슐을 받아들인다. / Takes over the capsules that were written there.
  val applyCapsules() { return toJs(cloth_->setCapsules(capsules_)); }

  /// 나아간 걸음 수, 또는 실패. / Number of steps, or the failure.
  val update(double seconds) {
    const Result<int> result = cloth_->update(seconds);
    return result.ok() ? val(result.value) : toJs(result.status);
  }
  val step() { return toJs(cloth_->step()); }
  void reset() { cloth_->reset(); }

 private:
  template <typename T>
  static std::uintptr_t address(std::span<T> span) {
    return reinterpret_cast<std::uintptr_t>(span.data());
  }

  std::unique_ptr<Cloth> cloth_;
  std::vector<Capsule> capsules_;  // 프레임마다 할당하지 않도록 두고 쓴다
};

/// positions: Float32Array(3n), pinned: Uint8Array(n). ClothHandle 또는 실패를 준다.
/// Gives a ClothHandle or the failure.
val createGridCloth(int columns, int rows, const val& positions, const val& pinned) {
  const auto points = static_cast<std::size_t>(columns) * rows;
  const auto p = copyIn<float>(positions, 3 * points);
  const auto pins = copyIn<std::uint8_t>(pinned, points);
  if (p == nullptr || pins == nullptr)
    return toJs({StatusCode::kOutOfMemory, "not enough memory for the positions"});

  const auto indexOf = [columns](int i, int j) {
    return static_cast<std::size_t>(j) * columns + i;
  };
  auto fabric = Fabric::createGrid({
      .columns = columns,
      .rows = rows,
      .position =
          [&](int i, int j) {
            const float* at = &p[3 * indexOf(i, j)];
            return glm::vec3(at[0], at[1], at[2]);
          },
      .pinned = [&](int i, int j) { return pins[indexOf(i, j)] != 0; },
  });
  if (!fabric.ok()) return toJs(fabric.status);
  auto cloth = Cloth::create(std::move(fabric.value));
  if (!cloth.ok()) return toJs(cloth.status);
  return val(std::make_shared<ClothHandle>(std::move(cloth.value)));
}

}  // namespace
}  // namespace mangto

EMSCRIPTEN_BINDINGS(mangto) {
  using mangto::ClothHandle;
  emscripten::function("createGridCloth", &mangto::createGridCloth);
  emscripten::class_<ClothHandle>("ClothHandle")
      // shared_ptr로 주면 JavaScript에서 잊힌 천을 쓰레기 수집기가 놓아 준다.
      .smart_ptr<std::shared_ptr<ClothHandle>>("ClothHandlePtr")
      .function("positions", &ClothHandle::positions)
      .function("normals", &ClothHandle::normals)
      .function("pinTargets", &ClothHandle::pinTargets)
      .function("uvs", &ClothHandle::uvs)
      .function("indices", &ClothHandle::indices)
      .function("boundingSphere", &ClothHandle::boundingSphere)
      .function("constraints", &ClothHandle::constraints)
      .function("setStiffness", &ClothHandle::setStiffness)
      .function("setIterations", &ClothHandle::setIterations)
      .function("setDamping", &ClothHandle::setDamping)
      .function("setGravity", &ClothHandle::setGravity)
      .function("setFloor", &ClothHandle::setFloor)
      .function("removeFloor", &ClothHandle::removeFloor)
      .function("setWind", &ClothHandle::setWind)
      .function("setWindStrength", &ClothHandle::setWindStrength)
      .function("setDrag", &ClothHandle::setDrag)
      .function("setTimeStep", &ClothHandle::setTimeStep)
      .function("setMaxSteps", &ClothHandle::setMaxSteps)
      .function("reserveCapsules", &ClothHandle::reserveCapsules)
      .function("applyCapsules", &ClothHandle::applyCapsules)
      .function("update", &ClothHandle::update)
      .function("step", &ClothHandle::step)
      .function("reset", &ClothHandle::reset);
}
