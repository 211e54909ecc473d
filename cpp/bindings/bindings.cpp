// C++와 JavaScript가 만나는 단 하나의 파일. 값의 검사는 코어가, 자료형의 검사는 TypeScript가 한다.

#include <emscripten/bind.h>
#include <emscripten/emscripten.h>
#include <emscripten/val.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mangto/cloth.h"
#include "mangto/fabric.h"
#include "mangto/sdf_mesh.h"
#include "mangto/skin_bake.h"

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

Status outOfMemory(const char* what) {
  return {StatusCode::kOutOfMemory, std::string("not enough memory for ") + what};
}

val noMemory(const char* what) { return toJs(outOfMemory(what)); }

/// malloc으로 얻은 배열: 예외 없는 빌드의 new는 메모리가 모자라면 멈춰 버린다.
/// An array from malloc, since `new` aborts when out of memory in a build without exceptions.
struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
template <typename T>
using Block = std::unique_ptr<T[], Free>;

template <typename T>
Block<T> allocate(std::size_t count) {
  return Block<T>(static_cast<T*>(std::malloc(std::max<std::size_t>(count, 1) * sizeof(T))));
}

/// JavaScript 배열을 WASM 메모리로 한 번에 옮긴다. / Copies a typed array into WASM memory at once.
template <typename T>
Block<T> copyIn(const val& array, std::size_t count) {
  Block<T> block = allocate<T>(count);
  if (block != nullptr)
    val(emscripten::typed_memory_view(count, block.get())).call<void>("set", array);
  return block;
}

constexpr std::size_t kColliderFloats = 11;

/// 종류의 번호와 값들(web/lib/colliders.ts의 writeCollider). / Number of the kind, then its values.
Collider readCollider(const float* v) {
  const glm::vec3 first(v[1], v[2], v[3]);
  const glm::vec3 second(v[4], v[5], v[6]);
  switch (static_cast<int>(v[0])) {
    case 0:
      return Sphere{first, v[4]};
    case 1:
      return TaperedCapsule{first, second, v[7], v[8]};
    case 2:
      return Plane{first, second};
    default:
      return Box{first, second, {v[7], v[8], v[9], v[10]}};
  }
}

/// 한 프레임에 천 하나가 받고 돌려주는 것. 콜라이더의 수들이 바로 뒤를 따르고, 다음 것은 8의
/// 배수에서 시작한다. web/lib/cloth-frames.ts가 쓰고 읽는다.
/// What one cloth gets in a frame and gives back. The numbers of the colliders follow, and the next
/// frame begins at a multiple of 8; web/lib/cloth-frames.ts writes and reads them.
struct Frame {
  double cloth;
  double colliders;  // -1: 그대로 / as before
  double hasWind;    // 0: 그대로, 또는 받지 않았다 / as before, or refused
  double wind[3];
  double steps;
  double milliseconds;

  std::size_t colliderCount() const { return static_cast<std::size_t>(std::max(colliders, 0.0)); }
  const float* numbers() const { return reinterpret_cast<const float*>(this + 1); }
  Frame* next() {
    const std::size_t doubles = (colliderCount() * kColliderFloats + 1) / 2;
    return reinterpret_cast<Frame*>(reinterpret_cast<double*>(this + 1) + doubles);
  }
};

/// JavaScript가 쥐는 천: 코어의 Cloth에 자리(주소) 알림을 보탠 것.
/// The cloth that JavaScript holds: the core's Cloth and the addresses of its arrays.
class ClothHandle {
 public:
  /// `shortIndices`: 점이 적을 때 GPU에 줄 절반 크기의 번호, 아니면 비어 있다.
  ClothHandle(std::unique_ptr<Cloth> cloth, Block<std::uint16_t> shortIndices)
      : cloth_(std::move(cloth)), shortIndices_(std::move(shortIndices)) {}

  int points() const { return cloth_->fabric().points(); }
  std::size_t indexCount() const { return cloth_->fabric().indices().size(); }
  int bytesPerIndex() const { return shortIndices_ == nullptr ? 4 : 2; }

  std::uintptr_t positions() const { return address(cloth_->positions()); }
  std::uintptr_t normals() const { return address(cloth_->normals()); }
  std::uintptr_t pinTargets() const { return address(cloth_->pinTargets()); }
  std::uintptr_t targetNormals() const { return address(cloth_->targetNormals()); }
  std::uintptr_t uvs() const { return address(cloth_->fabric().uvs()); }
  std::uintptr_t indices() const {
    return shortIndices_ == nullptr ? address(cloth_->fabric().indices())
                                    : reinterpret_cast<std::uintptr_t>(shortIndices_.get());
  }
  /// x, y, z, radius. / Address of the bounding sphere.
  std::uintptr_t boundingSphere() const {
    return reinterpret_cast<std::uintptr_t>(&cloth_->boundingSphere());
  }
  /// 떼의 벌마다 x, y, z, radius. 떼가 아니면 없다. / One per member of a crowd.
  std::uintptr_t memberSpheres() const { return address(cloth_->memberSpheres()); }
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
  val setMemberWind(int member, double x, double y, double z) {
    return toJs(cloth_->setMemberWind(member, {x, y, z}));
  }
  val setWindStrength(double windStrength) { return toJs(cloth_->setWindStrength(windStrength)); }
  val setDrag(double drag) { return toJs(cloth_->setDrag(drag)); }
  val setThickness(double metres) { return toJs(cloth_->setThickness(metres)); }
  val setFriction(double friction) { return toJs(cloth_->setFriction(friction)); }
  val setSelfCollision(double thickness) { return toJs(cloth_->setSelfCollision(thickness)); }
  void removeSelfCollision() { (void)cloth_->setSelfCollision(std::nullopt); }
  val setOtherCloths(const val& others, double thickness) {
    const auto count = others["length"].as<std::size_t>();
    const auto cloths = allocate<const Cloth*>(count);
    if (cloths == nullptr) return noMemory("the other cloths");
    for (std::size_t i = 0; i < count; ++i)
      cloths[i] = others[i].as<const ClothHandle&>().cloth_.get();
    return toJs(cloth_->setOtherCloths({cloths.get(), count}, thickness));
  }
  val setTimeStep(double seconds) { return toJs(cloth_->setTimeStep(seconds)); }
  val setMaxSteps(int maxSteps) { return toJs(cloth_->setMaxSteps(maxSteps)); }

  /// 수 count개를 쓸 자리. 다음 reserveNumbers까지 그대로다. / Address of a place for `count`
  /// floats, valid until the next call; or the failure.
  val reserveNumbers(std::size_t count) {
    if (count > numberCapacity_) {
      Block<float> bigger = allocate<float>(count);
      if (bigger == nullptr) return noMemory("the arguments");
      numbers_ = std::move(bigger);
      numberCapacity_ = count;
    }
    numberCount_ = count;
    return val(reinterpret_cast<std::uintptr_t>(numbers_.get()));
  }
  /// 그 자리에 쓰인 것을 받아들인다. / Take over what was written there.
  val applyColliders(std::size_t count) { return toJs(setColliders(numbers_.get(), count)); }
  /// indices: Uint32Array(비어 있을 수 있다). / It may be empty.
  val applyBodyMesh(const val& indices) {
    const auto count = indices["length"].as<std::size_t>();
    const auto corners = copyIn<std::uint32_t>(indices, count);
    if (corners == nullptr) return noMemory("the body mesh");
    return toJs(cloth_->setBodyMesh({numbers_.get(), numberCount_}, {corners.get(), count}));
  }
  val moveBodyMesh() { return toJs(cloth_->moveBodyMesh({numbers_.get(), numberCount_})); }
  val applyMaxDistances() { return toJs(cloth_->setMaxDistances({numbers_.get(), numberCount_})); }
  val applyBackStops() { return toJs(cloth_->setBackStops({numbers_.get(), numberCount_})); }
  val setSolver(bool substeps) {
    return toJs(cloth_->setSolver(substeps ? SolverKind::kSubsteps : SolverKind::kClassic));
  }
  val setSubsteps(int substeps) { return toJs(cloth_->setSubsteps(substeps)); }
  val setCompliance(float structural, float shear, float bend) {
    return toJs(cloth_->setCompliance({structural, shear, bend}));
  }
  val setDensity(double density) { return toJs(cloth_->setDensity(density)); }
  val setTethers(bool tethers) { return toJs(cloth_->setTethers(tethers)); }
  val setAerodynamics(float density, float drag, float lift) {
    return toJs(cloth_->setAerodynamics(Aerodynamics{density, drag, lift}));
  }
  void removeAerodynamics() { (void)cloth_->setAerodynamics(std::nullopt); }
  val setGusts(float strength, float scale) { return toJs(cloth_->setGusts({strength, scale})); }
  val setInertia(double inertia) { return toJs(cloth_->setInertia(inertia)); }
  val setTeleportDistance(double metres) { return toJs(cloth_->setTeleportDistance(metres)); }
  void removeTeleportDistance() { (void)cloth_->setTeleportDistance(std::nullopt); }
  val setInterpolation(bool interpolation) { return toJs(cloth_->setInterpolation(interpolation)); }
  val setCanSleep(bool canSleep) { return toJs(cloth_->setCanSleep(canSleep)); }
  bool asleep() const { return cloth_->asleep(); }

  /// 점마다의 공기의 속도를 쓸 자리(점마다 float 셋), 또는 실패. / Address of a place for the
  /// velocity of the air at each point, or the failure.
  val reserveWindField() {
    if (windField_ == nullptr) windField_ = allocate<float>(coordinates());
    if (windField_ == nullptr) return noMemory("the wind field");
    return val(reinterpret_cast<std::uintptr_t>(windField_.get()));
  }
  val applyWindField() { return toJs(cloth_->setWindField({windField_.get(), coordinates()})); }
  void removeWindField() { (void)cloth_->setWindField({}); }

  /// [point, x, y, z, distance], 맞지 않으면 null, 또는 실패. / null where the ray misses, or the
  /// failure.
  val pick(double x, double y, double z, double dx, double dy, double dz) const {
    const auto result = cloth_->pick({x, y, z}, {dx, dy, dz});
    if (!result.ok()) return toJs(result.status);
    if (!result.value) return val::null();
    const Pick& pick = *result.value;
    val list = val::array();
    list.set(0, pick.point);
    for (int i = 0; i < 3; ++i) list.set(1 + i, pick.position[i]);
    list.set(4, pick.distance);
    return list;
  }
  val grab(int point, double x, double y, double z) { return toJs(cloth_->grab(point, {x, y, z})); }
  void letGo() { cloth_->letGo(); }
  /// matrix: Float32Array(16).
  val teleport(const val& matrix) {
    std::array<float, 16> m;
    val(emscripten::typed_memory_view(m.size(), m.data())).call<void>("set", matrix);
    return toJs(cloth_->teleport(m));
  }

  /// 캡슐 count개를 쓸 자리(하나에 float 7개). 다음 reserveCapsules까지 그대로다.
  /// Address of a place for `count` capsules (7 floats each), valid until the next call; or the
  /// failure.
  val reserveCapsules(std::size_t count) {
    static_assert(sizeof(Capsule) == 7 * sizeof(float));
    if (count > capsuleCapacity_) {
      Block<Capsule> bigger = allocate<Capsule>(count);
      if (bigger == nullptr) return noMemory("the capsules");
      capsules_ = std::move(bigger);
      capsuleCapacity_ = count;
    }
    capsuleCount_ = count;
    return val(reinterpret_cast<std::uintptr_t>(capsules_.get()));
  }
  /// 그 자리에 쓰인 캡슐을 모든 벌이, 또는 한 벌이 받아들인다.
  /// All members or one take over the capsules that were written there.
  val applyCapsules() { return toJs(cloth_->setCapsules({capsules_.get(), capsuleCount_})); }
  val applyMemberCapsules(int member) {
    return toJs(cloth_->setMemberCapsules(member, {capsules_.get(), capsuleCount_}));
  }

  /// 나아간 걸음 수, 실패면 -1. / Number of steps, -1 on failure.
  int update(double seconds) {
    const Result<int> result = cloth_->update(seconds);
    status_ = result.status;
    return status_.ok() ? result.value : -1;
  }
  int step() {
    status_ = cloth_->step();
    return status_.ok() ? 1 : -1;
  }
  /// 받은 것을 받아들이고 나아간다. 실패면 거짓. / Takes over what the frame gives, then updates.
  bool advance(Frame& frame, double seconds) {
    const double started = emscripten_get_now();
    status_ = takeOver(frame);
    frame.steps = status_.ok() ? std::max(update(seconds), 0) : 0;
    frame.milliseconds = emscripten_get_now() - started;
    return status_.ok();
  }
  /// 마지막 update, step, advance의 실패. / The failure of the last update, step or advance.
  val failure() const { return toJs(status_); }
  std::uintptr_t pointer() const { return reinterpret_cast<std::uintptr_t>(this); }
  void reset() { cloth_->reset(); }

 private:
  template <typename T>
  static std::uintptr_t address(std::span<T> span) {
    return reinterpret_cast<std::uintptr_t>(span.data());
  }

  Status setColliders(const float* numbers, std::size_t count) {
    const auto colliders = allocate<Collider>(count);
    if (colliders == nullptr) return outOfMemory("the colliders");
    for (std::size_t i = 0; i < count; ++i)
      new (&colliders[i]) Collider(readCollider(&numbers[i * kColliderFloats]));
    return cloth_->setColliders({colliders.get(), count});
  }

  Status takeOver(Frame& frame) {
    if (frame.hasWind != 0.0) {
      const Status status = cloth_->setWind({frame.wind[0], frame.wind[1], frame.wind[2]});
      if (!status.ok()) {
        frame.hasWind = 0.0;
        return status;
      }
    }
    return frame.colliders < 0.0 ? Status{} : setColliders(frame.numbers(), frame.colliderCount());
  }

  std::size_t coordinates() const { return 3 * static_cast<std::size_t>(points()); }

  std::unique_ptr<Cloth> cloth_;
  Status status_;
  Block<std::uint16_t> shortIndices_;
  // 프레임마다 할당하지 않도록 두고 쓴다.
  Block<float> numbers_;
  std::size_t numberCapacity_ = 0;
  std::size_t numberCount_ = 0;
  Block<float> windField_;
  Block<Capsule> capsules_;
  std::size_t capsuleCapacity_ = 0;
  std::size_t capsuleCount_ = 0;
};

/// 점이 적으면 번호를 16비트로 줄인다. 많으면 비어 있고, 메모리가 모자라면 ok가 거짓이다.
/// Indices in 16 bits where they fit, else none; `ok` is false when out of memory.
struct ShortIndices {
  bool ok = true;
  Block<std::uint16_t> indices;
};

ShortIndices shorten(const Fabric& fabric) {
  constexpr int kMaxShortPoints = 65535;
  if (fabric.points() > kMaxShortPoints) return {};
  const std::span<const std::uint32_t> indices = fabric.indices();
  Block<std::uint16_t> shorter = allocate<std::uint16_t>(indices.size());
  if (shorter == nullptr) return {false, nullptr};
  std::copy(indices.begin(), indices.end(), shorter.get());
  return {true, std::move(shorter)};
}

/// `placements`: 벌마다 16개(열 우선). 비어 있으면 떼가 아니다. / 16 a member, column-major; empty:
/// no crowd.
Result<std::shared_ptr<const Fabric>> toCrowd(const Fabric& one,
                                              std::span<const float> placements) {
  constexpr std::size_t kMatrix = 16;
  return Fabric::createCrowd(one, {
                                      .count = static_cast<int>(placements.size() / kMatrix),
                                      .placement =
                                          [placements](int member) {
                                            glm::mat4 matrix;
                                            std::copy_n(&placements[member * kMatrix], kMatrix,
                                                        &matrix[0][0]);
                                            return matrix;
                                          },
                                  });
}

val toCloth(Result<std::shared_ptr<const Fabric>> fabric, const val& placements) {
  const auto numbers = placements["length"].as<std::size_t>();
  if (fabric.ok() && numbers > 0) {
    const auto p = copyIn<float>(placements, numbers);
    if (p == nullptr) return noMemory("the arguments");
    fabric = toCrowd(*fabric.value, {p.get(), numbers});
  }
  if (!fabric.ok()) return toJs(fabric.status);
  ShortIndices shortIndices = shorten(*fabric.value);
  if (!shortIndices.ok) return noMemory("the indices");
  auto cloth = Cloth::create(std::move(fabric.value));
  if (!cloth.ok()) return toJs(cloth.status);
  constexpr std::size_t kHandleBytes = 4096;  // 손잡이와 embind의 작은 객체들
  if (!shortIndices.ok || allocate<std::byte>(kHandleBytes) == nullptr)
    return noMemory("the cloth");
  return val(
      std::make_shared<ClothHandle>(std::move(cloth.value), std::move(shortIndices.indices)));
}

/// positions: Float32Array(3n), pinned: Uint8Array(n). ClothHandle 또는 실패를 준다.
/// Gives a ClothHandle or the failure.
val createGridCloth(int columns, int rows, const val& positions, const val& pinned,
                    const val& placements) {
  const auto points = static_cast<std::size_t>(columns) * rows;
  const auto p = copyIn<float>(positions, 3 * points);
  const auto pins = copyIn<std::uint8_t>(pinned, points);
  if (p == nullptr || pins == nullptr) return noMemory("the arguments");
  const auto indexOf = [columns](int i, int j) {
    return static_cast<std::size_t>(j) * columns + i;
  };
  return toCloth(Fabric::createGrid({
                     .columns = columns,
                     .rows = rows,
                     .position =
                         [&](int i, int j) {
                           const float* at = &p[3 * indexOf(i, j)];
                           return glm::vec3(at[0], at[1], at[2]);
                         },
                     .pinned = [&](int i, int j) { return pins[indexOf(i, j)] != 0; },
                 }),
                 placements);
}

/// positions: Float32Array, indices: Uint32Array(비어 있을 수 있다), pinned: 점마다 Uint8Array.
/// Gives a ClothHandle or the failure; `indices` may be empty.
val createMeshCloth(const val& positions, const val& indices, const val& pinned,
                    const val& placements) {
  const auto coordinates = positions["length"].as<std::size_t>();
  const auto indexCount = indices["length"].as<std::size_t>();
  const auto p = copyIn<float>(positions, coordinates);
  const auto triangles = copyIn<std::uint32_t>(indices, indexCount);
  const auto pins = copyIn<std::uint8_t>(pinned, coordinates / 3);
  if (p == nullptr || triangles == nullptr || pins == nullptr) return noMemory("the arguments");
  return toCloth(Fabric::createMesh({
                     .positions = std::span<const float>(p.get(), coordinates),
                     .indices = std::span<const std::uint32_t>(triangles.get(), indexCount),
                     .pinned = [&](int point) { return pins[point] != 0; },
                 }),
                 placements);
}

/// JavaScript가 쥐는 도형 그물. / The mesh of shapes that JavaScript holds.
class SdfMeshHandle {
 public:
  explicit SdfMeshHandle(std::unique_ptr<SdfMesh> mesh) : mesh_(std::move(mesh)) {}

  /// 끝났는지, 또는 실패. / Whether it is done, or the failure.
  val step(double budgetMs) {
    const Result<bool> result = mesh_->step(budgetMs);
    return result.ok() ? val(result.value) : toJs(result.status);
  }
  double progress() const { return mesh_->progress(); }

  // 끝난 뒤: WASM 메모리의 뷰. / When done: views of WASM memory.
  val positions() const { return view(mesh_->positions()); }
  val normals() const { return view(mesh_->normals()); }
  val shapes() const { return view(mesh_->shapes()); }
  val indices() const { return view(mesh_->indices()); }

 private:
  template <typename T>
  static val view(std::span<const T> span) {
    return val(emscripten::typed_memory_view(span.size(), span.data()));
  }

  std::unique_ptr<SdfMesh> mesh_;
};

/// 도형 하나의 숫자들: 종류, 빼기, blend, 그리고 종류마다의 값. web/lib/shape.ts가 채운다.
/// The numbers of a shape, as web/lib/shape.ts packs them: kind, subtract, blend, then its values.
constexpr std::size_t kShapeFloats = 14;

SdfShape unpackShape(const float* f) {
  SdfShape shape;
  shape.operation = f[1] != 0.0F ? SdfOperation::kDifference : SdfOperation::kUnion;
  shape.blend = f[2];
  const float* v = f + 3;
  const glm::vec3 center(v[0], v[1], v[2]);
  const glm::vec3 second(v[3], v[4], v[5]);
  const glm::vec4 rotation(v[7], v[8], v[9], v[10]);
  switch (static_cast<int>(f[0])) {
    case 0:
      shape.form = SdfSphere{center, v[3]};
      break;
    case 1:
      shape.form = SdfCapsule{center, second, v[6], v[7]};
      break;
    case 2:
      shape.form = SdfEllipsoid{center, second, rotation};
      break;
    default:
      shape.form = SdfBox{center, second, v[6], rotation};
  }
  return shape;
}

/// shapes: 도형마다 kShapeFloats개의 Float32Array. SdfMeshHandle 또는 실패를 준다.
/// Gives an SdfMeshHandle or the failure.
val createSdfMesh(const val& shapes, int vertices) {
  const auto floats = shapes["length"].as<std::size_t>();
  const std::size_t count = floats / kShapeFloats;
  const auto packed = copyIn<float>(shapes, floats);
  const auto unpacked = allocate<SdfShape>(count);
  if (packed == nullptr || unpacked == nullptr) return noMemory("the shapes");
  for (std::size_t i = 0; i < count; ++i)
    std::construct_at(&unpacked[i], unpackShape(&packed[kShapeFloats * i]));
  auto mesh = SdfMesh::create(
      {.shapes = std::span<const SdfShape>(unpacked.get(), count), .vertices = vertices});
  if (!mesh.ok()) return toJs(mesh.status);
  return val(std::make_shared<SdfMeshHandle>(std::move(mesh.value)));
}

/// JavaScript가 쥐는 굽기: 코어의 SkinBake와 그것이 읽는 배열들.
/// The bake that JavaScript holds: the core's SkinBake and the arrays it reads.
class SkinBakeHandle {
 public:
  SkinBakeHandle(Block<float> positions, Block<std::uint32_t> indices,
                 std::unique_ptr<SkinBake> bake)
      : positions_(std::move(positions)), indices_(std::move(indices)), bake_(std::move(bake)) {}

  bool step(double budgetMs) { return bake_->step(budgetMs); }
  double progress() const { return bake_->progress(); }
  /// 실패했으면 그 까닭, 아니면 null. / The failure, or null.
  val failure() const { return bake_->status().ok() ? val::null() : toJs(bake_->status()); }
  std::uintptr_t skinIndex() const {
    return reinterpret_cast<std::uintptr_t>(bake_->skinIndex().data());
  }
  std::uintptr_t skinWeight() const {
    return reinterpret_cast<std::uintptr_t>(bake_->skinWeight().data());
  }
  val report() const {
    const SkinReport& report = bake_->report();
    val dropped = val::object();
    dropped.set("largest", report.largestDropped);
    dropped.set("mean", report.meanDropped);
    val out = val::object();
    out.set("weldedVertices", report.weldedVertices);
    out.set("isolatedVertices", report.isolatedVertices);
    out.set("islands", report.islands);
    out.set("degenerateTriangles", report.degenerateTriangles);
    out.set("zeroLengthBones", val::array(report.zeroLengthBones));
    out.set("unseenPlaces", report.unseenPlaces);
    out.set("rigidIslands", report.rigidIslands);
    out.set("droppedInfluence", dropped);
    return out;
  }

 private:
  Block<float> positions_;
  Block<std::uint32_t> indices_;
  std::unique_ptr<SkinBake> bake_;
};

constexpr std::size_t kBoneFloats = 8;

SkinBone unpackBone(const float* f) {
  return {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}, f[6], static_cast<int>(f[7])};
}

/// positions: Float32Array, indices: 정수의 형식화 배열(비어 있을 수 있다), bones: 뼈마다 머리,
/// 꼬리, 반지름, 부모(Float32Array), excludedBones: Int32Array, values: 나머지 값들의 객체.
/// Gives a SkinBakeHandle or the failure; `indices` may be empty, bones are 8 floats each.
val createSkinBake(const val& positions, const val& indices, const val& bones,
                   const val& excludedBones, const val& values) {
  const auto coordinates = positions["length"].as<std::size_t>();
  const auto corners = indices["length"].as<std::size_t>();
  const auto boneCount = bones["length"].as<std::size_t>() / kBoneFloats;
  const auto excludedCount = excludedBones["length"].as<std::size_t>();
  auto p = copyIn<float>(positions, coordinates);
  auto triangles = copyIn<std::uint32_t>(indices, corners);
  const auto b = copyIn<float>(bones, kBoneFloats * boneCount);
  const std::unique_ptr<SkinBone[]> unpacked(new (std::nothrow) SkinBone[boneCount]);
  const auto excluded = copyIn<int>(excludedBones, excludedCount);
  if (p == nullptr || triangles == nullptr || b == nullptr || excluded == nullptr ||
      unpacked == nullptr)
    return noMemory("the arguments");
  for (std::size_t k = 0; k < boneCount; ++k) unpacked[k] = unpackBone(b.get() + kBoneFloats * k);
  auto bake = SkinBake::create({
      .positions = {p.get(), coordinates},
      .indices = {triangles.get(), corners},
      .bones = {unpacked.get(), boneCount},
      .excludedBones = std::vector<int>(excluded.get(), excluded.get() + excludedCount),
      .mode = static_cast<SkinMode>(values["mode"].as<int>()),
      .weld = values["weld"].as<bool>(),
      .falloff = values["falloff"].as<double>(),
      .fleshFactor = values["fleshFactor"].as<double>(),
      .minDistance = values["minDistance"].as<double>(),
      .smoothingPasses = values["passes"].as<int>(),
      .smoothingSelf = values["self"].as<double>(),
      .maxInfluences = values["maxInfluences"].as<int>(),
  });
  if (!bake.ok()) return toJs(bake.status);
  return val(
      std::make_shared<SkinBakeHandle>(std::move(p), std::move(triangles), std::move(bake.value)));
}

/// 프레임들을 쓸 자리. 다음 reserveFrames까지 그대로다. / Address of a place for frames, valid
/// until the next call; or the failure.
val reserveFrames(std::size_t bytes) {
  static Block<std::byte> place;
  Block<std::byte> next = allocate<std::byte>(bytes);
  if (next == nullptr) return noMemory("the frames");
  place = std::move(next);
  return val(reinterpret_cast<std::uintptr_t>(place.get()));
}

}  // namespace
}  // namespace mangto

// 프레임마다 부르는 것들은 embind를 거치지 않는다: 작은 천의 한 걸음에 견주면 그 값이 적지 않다.
// The calls of every frame go past embind, whose cost is not small beside a small cloth's step.
extern "C" {
EMSCRIPTEN_KEEPALIVE int updateCloth(mangto::ClothHandle* cloth, double seconds) {
  return cloth->update(seconds);
}
EMSCRIPTEN_KEEPALIVE int stepCloth(mangto::ClothHandle* cloth) { return cloth->step(); }
/// 나아간 천의 수: 실패한 천에서 멈춘다. / Number of cloths moved; stops at one that fails.
EMSCRIPTEN_KEEPALIVE int updateCloths(mangto::Frame* frame, int count, double seconds) {
  for (int i = 0; i < count; ++i) {
    auto* cloth = reinterpret_cast<mangto::ClothHandle*>(static_cast<std::uintptr_t>(frame->cloth));
    if (!cloth->advance(*frame, seconds)) return i;
    frame = frame->next();
  }
  return count;
}
}

EMSCRIPTEN_BINDINGS(mangto) {
  using mangto::ClothHandle;
  using mangto::SkinBakeHandle;
  emscripten::function("createGridCloth", &mangto::createGridCloth);
  emscripten::function("createMeshCloth", &mangto::createMeshCloth);
  emscripten::function("reserveFrames", &mangto::reserveFrames);
  emscripten::class_<ClothHandle>("ClothHandle")
      // shared_ptr로 주면 JavaScript에서 잊힌 천을 쓰레기 수집기가 놓아 준다.
      .smart_ptr<std::shared_ptr<ClothHandle>>("ClothHandlePtr")
      .function("points", &ClothHandle::points)
      .function("indexCount", &ClothHandle::indexCount)
      .function("bytesPerIndex", &ClothHandle::bytesPerIndex)
      .function("positions", &ClothHandle::positions)
      .function("normals", &ClothHandle::normals)
      .function("pinTargets", &ClothHandle::pinTargets)
      .function("targetNormals", &ClothHandle::targetNormals)
      .function("uvs", &ClothHandle::uvs)
      .function("indices", &ClothHandle::indices)
      .function("boundingSphere", &ClothHandle::boundingSphere)
      .function("memberSpheres", &ClothHandle::memberSpheres)
      .function("constraints", &ClothHandle::constraints)
      .function("setStiffness", &ClothHandle::setStiffness)
      .function("setIterations", &ClothHandle::setIterations)
      .function("setDamping", &ClothHandle::setDamping)
      .function("setGravity", &ClothHandle::setGravity)
      .function("setFloor", &ClothHandle::setFloor)
      .function("removeFloor", &ClothHandle::removeFloor)
      .function("setWind", &ClothHandle::setWind)
      .function("setMemberWind", &ClothHandle::setMemberWind)
      .function("setWindStrength", &ClothHandle::setWindStrength)
      .function("setDrag", &ClothHandle::setDrag)
      .function("setThickness", &ClothHandle::setThickness)
      .function("setFriction", &ClothHandle::setFriction)
      .function("setSelfCollision", &ClothHandle::setSelfCollision)
      .function("removeSelfCollision", &ClothHandle::removeSelfCollision)
      .function("setOtherCloths", &ClothHandle::setOtherCloths)
      .function("setTimeStep", &ClothHandle::setTimeStep)
      .function("setMaxSteps", &ClothHandle::setMaxSteps)
      .function("reserveNumbers", &ClothHandle::reserveNumbers)
      .function("applyColliders", &ClothHandle::applyColliders)
      .function("applyBodyMesh", &ClothHandle::applyBodyMesh)
      .function("moveBodyMesh", &ClothHandle::moveBodyMesh)
      .function("applyMaxDistances", &ClothHandle::applyMaxDistances)
      .function("applyBackStops", &ClothHandle::applyBackStops)
      .function("setSolver", &ClothHandle::setSolver)
      .function("setSubsteps", &ClothHandle::setSubsteps)
      .function("setCompliance", &ClothHandle::setCompliance)
      .function("setDensity", &ClothHandle::setDensity)
      .function("setTethers", &ClothHandle::setTethers)
      .function("setAerodynamics", &ClothHandle::setAerodynamics)
      .function("removeAerodynamics", &ClothHandle::removeAerodynamics)
      .function("setGusts", &ClothHandle::setGusts)
      .function("setInertia", &ClothHandle::setInertia)
      .function("setTeleportDistance", &ClothHandle::setTeleportDistance)
      .function("removeTeleportDistance", &ClothHandle::removeTeleportDistance)
      .function("setInterpolation", &ClothHandle::setInterpolation)
      .function("setCanSleep", &ClothHandle::setCanSleep)
      .function("asleep", &ClothHandle::asleep)
      .function("reserveWindField", &ClothHandle::reserveWindField)
      .function("applyWindField", &ClothHandle::applyWindField)
      .function("removeWindField", &ClothHandle::removeWindField)
      .function("pick", &ClothHandle::pick)
      .function("grab", &ClothHandle::grab)
      .function("letGo", &ClothHandle::letGo)
      .function("teleport", &ClothHandle::teleport)
      .function("reserveCapsules", &ClothHandle::reserveCapsules)
      .function("applyCapsules", &ClothHandle::applyCapsules)
      .function("applyMemberCapsules", &ClothHandle::applyMemberCapsules)
      .function("pointer", &ClothHandle::pointer)
      .function("failure", &ClothHandle::failure)
      .function("reset", &ClothHandle::reset);

  using mangto::SdfMeshHandle;
  emscripten::function("createSdfMesh", &mangto::createSdfMesh);
  emscripten::class_<SdfMeshHandle>("SdfMeshHandle")
      .smart_ptr<std::shared_ptr<SdfMeshHandle>>("SdfMeshHandlePtr")
      .function("step", &SdfMeshHandle::step)
      .function("progress", &SdfMeshHandle::progress)
      .function("positions", &SdfMeshHandle::positions)
      .function("normals", &SdfMeshHandle::normals)
      .function("shapes", &SdfMeshHandle::shapes)
      .function("indices", &SdfMeshHandle::indices);
  emscripten::function("createSkinBake", &mangto::createSkinBake);
  emscripten::class_<SkinBakeHandle>("SkinBakeHandle")
      .smart_ptr<std::shared_ptr<SkinBakeHandle>>("SkinBakeHandlePtr")
      .function("step", &SkinBakeHandle::step)
      .function("progress", &SkinBakeHandle::progress)
      .function("failure", &SkinBakeHandle::failure)
      .function("skinIndex", &SkinBakeHandle::skinIndex)
      .function("skinWeight", &SkinBakeHandle::skinWeight)
      .function("report", &SkinBakeHandle::report);
}
