#pragma once

#include <glm/vec3.hpp>
#include <memory>
#include <optional>
#include <span>

#include "mangto/colliders.h"
#include "mangto/fabric.h"
#include "mangto/status.h"

namespace mangto {

struct ClothState;

/// 제약의 세기, 0…1. 0이면 그 종류를 풀지 않는다.
/// Stiffness per kind of constraint, 0…1. With 0 the kind is not solved at all.
struct Stiffness {
  float structural = 1.0F;  ///< 이웃한 점 / horizontal and vertical neighbours
  float shear = 0.6F;       ///< 두 대각선 / both diagonals
  float bend = 0.25F;       ///< 한 점 건너 / one point skipped

  bool operator==(const Stiffness&) const = default;
};

/// 움직이는 동안 바꿀 수 있는 모든 값. / Everything that can be changed while the cloth moves.
struct ClothOptions {
  Stiffness stiffness;
  int iterations = 8;                    ///< 1…1000 per step
  float damping = 0.988F;                ///< 0…1, velocity kept per step
  glm::vec3 gravity{0.0F, -9.8F, 0.0F};  ///< m/s²
  std::optional<float> floor = 0.02F;    ///< y of the floor in metres; empty: no floor
  glm::vec3 wind{0.0F};                  ///< m/s
  float windStrength = 2.0F;     ///< windK in 1/s: acceleration along the normal per m/s of flow
  float drag = 0.1F;             ///< 1/s: acceleration along the flow per m/s
  double timeStep = 1.0 / 60.0;  ///< s, 1e-4…0.1
  int maxSteps = 3;              ///< 1…100 fixed steps per update()
};

/// 경계 구. / Bounding sphere in metres.
struct Sphere {
  glm::vec3 center{0.0F};
  float radius = 0.0F;
};

/// 천 한 장의 상태. 속도 대신 이전 위치를 가지는 Verlet 적분과 위치 기반 거리 제약이다.
/// State of one cloth: Verlet integration (previous position instead of velocity) with
/// position-based distance constraints. Reference: T. Jakobsen, "Advanced Character Physics", GDC
/// 2001. Not thread-safe; different cloths may be stepped on different threads.
class Cloth {
 public:
  static Result<std::unique_ptr<Cloth>> create(std::shared_ptr<const Fabric> fabric,
                                               const ClothOptions& options = {});
  ~Cloth();
  Cloth(const Cloth&) = delete;
  Cloth& operator=(const Cloth&) = delete;

  const Fabric& fabric() const;
  const ClothOptions& options() const;

  Status setStiffness(const Stiffness& stiffness);
  Status setIterations(int iterations);
  Status setDamping(double damping);
  Status setGravity(const glm::dvec3& gravity);
  Status setFloor(std::optional<double> floor);
  Status setWind(const glm::dvec3& wind);
  Status setWindStrength(double windStrength);
  Status setDrag(double drag);
  /// 속도는 걸음마다의 이동으로 남아 있으므로, 움직이는 동안 바꾸면 빠르기도 그만큼 바뀐다.
  /// Velocity is kept as displacement per step, so a change while the cloth moves changes its
  /// speed.
  Status setTimeStep(double seconds);
  Status setMaxSteps(int maxSteps);

  /// 몸의 캡슐들을 바꾼다(복사한다). 좌표는 유한하고 반지름은 0 이상이어야 한다.
  /// Replaces the body's capsules (copied). Coordinates must be finite, radii not negative.
  Status setCapsules(std::span<const Capsule> capsules);

  /// 떼(Fabric::createCrowd)의 벌 하나의 바람과 캡슐. member는 0부터.
  /// Wind and capsules of one member of a crowd (Fabric::createCrowd), 0…members - 1. setWind() and
  /// setCapsules() set those of all members.
  Status setMemberWind(int member, const glm::dvec3& wind);
  Status setMemberCapsules(int member, std::span<const Capsule> capsules);

  /// 흐른 시간을 모아 고정 간격으로 나아가고, 실제로 나아간 걸음 수를 돌려준다. maxSteps를 넘는
  /// 시간은 버린다. Adds elapsed time and runs whole fixed steps, at most maxSteps; what is over is
  /// dropped, so that a stalled tab never makes the cloth explode. Returns the number of steps run.
  Result<int> update(double seconds);

  /// 고정 간격으로 한 걸음. / One fixed step.
  Status step();

  /// 처음 상태로 되돌린다. 설정은 그대로다. / Back to the state at creation; the options stay.
  void reset();

  /// 점마다 x, y, z. Cloth가 살아 있는 동안 같은 자리에 있다.
  /// x, y, z per point (m; unit length). They stay in place as long as the cloth lives.
  std::span<const float> positions() const;
  std::span<const float> normals() const;

  /// 고정점이 있어야 할 곳(점마다 x, y, z). 다음 걸음에서 읽는다. 자유로운 점의 값은 무시한다.
  /// Where pinned points are to be (x, y, z per point, m), read at the next step. Values of free
  /// points are ignored.
  std::span<float> pinTargets();

  const Sphere& boundingSphere() const;
  /// 떼의 벌마다 경계 구. 떼가 아니면 비어 있다. / One per member of a crowd, else empty.
  std::span<const Sphere> memberSpheres() const;

  /// 한 반복에서 푸는 거리 제약의 수. / Distance constraints solved per iteration.
  int constraints() const;

 private:
  explicit Cloth(std::unique_ptr<ClothState> state);
  std::unique_ptr<ClothState> state_;
};

}  // namespace mangto
