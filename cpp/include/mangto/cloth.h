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
  float thickness = 0.01F;       ///< m: distance kept from the colliders
  float friction = 0.5F;         ///< Coulomb friction on the colliders
  double timeStep = 1.0 / 60.0;  ///< s, 1e-4…0.1
  int maxSteps = 3;              ///< 1…100 fixed steps per update()
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
  Status setThickness(double metres);
  Status setFriction(double friction);

  /// 몸의 캡슐들을 바꾼다(복사한다). 좌표는 유한하고 반지름은 0 이상이어야 한다.
  /// Replaces the body's capsules (copied). Coordinates must be finite, radii not negative.
  Status setCapsules(std::span<const Capsule> capsules);

  /// 떼(Fabric::createCrowd)의 벌 하나의 바람과 캡슐. member는 0부터.
  /// Wind and capsules of one member of a crowd (Fabric::createCrowd), 0…members - 1. setWind() and
  /// setCapsules() set those of all members.
  Status setMemberWind(int member, const glm::dvec3& wind);
  Status setMemberCapsules(int member, std::span<const Capsule> capsules);

  /// 움직이는 몸의 콜라이더들을 바꾼다(복사한다). 지난 걸음에 있던 곳에서 여기까지 쓸고 지나가며,
  /// 점은 온 쪽으로 되밀린다. 목록의 같은 자리에 같은 종류가 있었으면 그것이 움직여 온 것이다. 빈
  /// 목록을 먼저 주면 쓸지 않고 뛴다.
  /// Replaces the colliders of a moving body (copied). Each is swept from where the collider of the
  /// same index and kind was at the last step to here, over the steps of the next update(), and
  /// points go back to the side they come from. They keep `thickness` away, the edges
  /// stay out of thin ones, too, and `friction` holds them. Set an empty list first to jump without
  /// a sweep.
  Status setColliders(std::span<const Collider> colliders);

  /// 점마다, 제 목표(pinTargets)에서 갈 수 있는 가장 먼 거리(m). 비어 있으면 없앤다.
  /// Per point, how far (m) it may go from its target (pinTargets). Empty removes the limit.
  Status setMaxDistances(std::span<const float> metres);

  /// 점마다 두 수: 목표 뒤로 갈 수 있는 거리와, 거기서 막는 공의 반지름(m). 뒤는 targetNormals의
  /// 반대쪽이고, 공보다 더 뒤에 있는 점도 앞으로 나온다. 반지름 0은 막지 않는다. 비어 있으면
  /// 없앤다. Two numbers per point: how far it may go behind its target, and the radius of the
  /// sphere that stops it there (m). Behind is against targetNormals; what is behind the sphere
  /// comes to its front, too. Radius 0 stops nothing. Empty removes the stops.
  Status setBackStops(std::span<const float> stops);

  /// 천이 저 자신을 지나가지 않게 한다: 점들은 `thickness`(m)만큼 떨어져 있고, 쉴 때 그보다 가깝던
  /// 점들은 서로 밀지 않는다. 0이면 가장 긴 변. 한 걸음에 천의 평균보다 두께만큼까지만 더 움직인다.
  /// 비어 있으면 끈다(처음 상태).
  /// Keeps the cloth from passing through itself: points stay `thickness` metres apart unless they
  /// are nearer at rest. 0 stands for the longest edge; with less than 0.75 of it points slip
  /// through. A point goes at most that much farther in a step than the mean of the cloth. Empty
  /// switches it off (default).
  Status setSelfCollision(std::optional<double> thickness);

  /// 이 천이 비켜 갈 다른 천들을 바꾼다. 서로 비키려면 양쪽에 알린다. 없어진 천은 저절로 빠진다.
  /// Replaces the cloths to which this one gives way, `thickness` metres apart (0: the longest
  /// edge). For both to give way tell each of the other. One that is gone is left out by itself.
  /// Cloths that know each other must not be stepped at the same time.
  Status setOtherCloths(std::span<const Cloth* const> others, double thickness = 0.0);

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
  /// points are ignored but for setMaxDistances() and setBackStops().
  std::span<float> pinTargets();

  /// 목표마다 앞쪽의 방향(점마다 x, y, z, 길이는 아무래도 좋다). setBackStops()만 읽는다.
  /// The direction to the front at each target (x, y, z per point, any length), for setBackStops().
  std::span<float> targetNormals();

  const Sphere& boundingSphere() const;
  /// 떼의 벌마다 경계 구. 떼가 아니면 비어 있다. / One per member of a crowd, else empty.
  std::span<const Sphere> memberSpheres() const;

  /// 한 반복에서 푸는 거리 제약의 수. / Distance constraints solved per iteration.
  int constraints() const;

 private:
  explicit Cloth(std::shared_ptr<ClothState> state);
  std::shared_ptr<ClothState> state_;
};

}  // namespace mangto
