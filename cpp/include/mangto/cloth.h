#pragma once

#include <cstdint>
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

/// 걸음을 나아가는 법. / How a step is made.
enum class SolverKind {
  /// 걸음마다 제약을 iterations번 푼다. / `iterations` passes over the constraints in a step.
  kClassic,
  /// 걸음을 substeps개로 나누어 저마다 한 번씩 푼다(XPBD): M. Macklin et al., "Small Steps in
  /// Physics Simulation", SCA 2019. One pass in each of `substeps` small steps.
  kSubsteps,
};

/// 제약의 무르기, m/N. 0이면 늘어나지 않는다. kSubsteps에서만 쓴다.
/// Compliance per kind of constraint in m/N, 0…1e6; 0 is inextensible. Used by kSubsteps, where
/// Stiffness only says which kinds are solved. Structural and shear are the same for every size of
/// the grid: 1/structural is about the stiffness of the cloth in N per metre of width. Bend is that
/// of points 0.06 m apart, and is scaled to the cloth's own spacing.
struct Compliance {
  float structural = 0.0F;
  float shear = 1.0e-3F;
  float bend = 0.3F;

  bool operator==(const Compliance&) const = default;
};

/// 판으로서의 공기역학: windStrength와 drag 대신 쓴다. kSubsteps에서만 쓴다.
/// Aerodynamics of a plate, in place of windStrength and drag; used by kSubsteps. With flow r and
/// normal n, per triangle of area A:
///   drag force ½ density · drag · A |n·r| r, lift force ½ density · lift · A (n·r)(|r| n - (n·r)
///   r/|r|)
struct Aerodynamics {
  float density = 1.2F;  ///< 공기의 밀도, kg/m³, 0…1e6 / of the air
  float drag = 1.2F;     ///< 0…1e6
  float lift = 0.8F;     ///< 0…1e6

  bool operator==(const Aerodynamics&) const = default;
};

/// 돌풍: 바람을 따라 흘러가는, 자리와 때의 매끄러운 함수.
/// Gusts: a smooth function of place and time that travels with the wind.
struct Gusts {
  float strength = 0.0F;  ///< 0…10, share of the wind's speed that each component varies by
  float scale = 4.0F;     ///< m, 0.01…1e6: size of a gust

  bool operator==(const Gusts&) const = default;
};

/// 움직이는 동안 바꿀 수 있는 모든 값. / Everything that can be changed while the cloth moves.
struct ClothOptions {
  Stiffness stiffness;
  int iterations = 8;  ///< 1…1000 per step
  /// 0…1, 한 걸음에 남는 속도의 비율. kSubsteps에서는 걸음의 길이와 상관없이 1/60초마다의 비율이다.
  /// Share of the velocity kept per step; with kSubsteps per 1/60 s, whatever the step.
  float damping = 0.988F;
  glm::vec3 gravity{0.0F, -9.8F, 0.0F};  ///< m/s²
  std::optional<float> floor = 0.02F;    ///< y of the floor in metres; empty: no floor
  glm::vec3 wind{0.0F};                  ///< m/s
  float windStrength = 2.0F;     ///< windK in 1/s: acceleration along the normal per m/s of flow
  float drag = 0.1F;             ///< 1/s: acceleration along the flow per m/s
  float thickness = 0.01F;       ///< m: distance kept from the colliders
  float friction = 0.5F;         ///< Coulomb friction on the colliders
  double timeStep = 1.0 / 60.0;  ///< s, 1e-4…0.1
  int maxSteps = 3;              ///< 1…100 fixed steps per update()

  SolverKind solver = SolverKind::kClassic;
  int substeps = 8;  ///< 1…100 per step, kSubsteps only
  Compliance compliance;
  float density = 0.2F;  ///< 천의 면밀도, kg/m², 1e-6…1e6 / of the cloth, kSubsteps only
  /// 점마다 가장 가까운 고정점까지의 거리를 처음 천을 따라 잰 길이 안으로 묶는다. kSubsteps에서만
  /// 쓴다. Keeps every point within the length along the cloth to its nearest pin; kSubsteps only.
  bool tethers = false;
  std::optional<Aerodynamics> aerodynamics;
  Gusts gusts;

  /// 0…1, 몸의 움직임에서 천이 느끼는 몫. 나머지만큼은 천이 고정점들과 함께 옮겨진다. / Share of
  /// the body's movement that the cloth feels; for the rest it is carried along with its pins.
  float inertia = 1.0F;
  /// m, 0…1e6. 고정점들이 한 걸음에 평균 이보다 멀리 뛰면 천 전체를 그대로 데려간다. 비어 있으면
  /// 하지 않는다. When the pins jump farther than this in a step, on average, the whole cloth goes
  /// with them as it is. Empty: never.
  std::optional<float> teleportDistance = 1.0F;
  /// update()가 걸음 사이를 매끄럽게 이어 그린다: 한 걸음 늦지만, 고정점은 늘 지금의 목표에 있다.
  /// update() draws between the fixed steps, for screens whose rate is not that of the steps: one
  /// step late, but pinned points are always at their present targets.
  bool interpolation = false;
  /// 0.5초 동안 움직이지 않으면 update()가 걸음을 쉬고, 고정점·바람·몸·설정이 바뀌면 다시 걷는다.
  /// update() stops stepping a cloth that has not moved by 3 mm for 0.5 s, until a pin, the wind, a
  /// body, a setting or a hand moves.
  bool canSleep = false;

  bool operator==(const ClothOptions&) const = default;
};

/// 광선이 천에 닿은 곳. / Where a ray meets the cloth.
struct Pick {
  int point = -1;  ///< 닿은 삼각형의 가장 가까운 자유로운 점, 모두 고정이면 -1 / free point
  glm::vec3 position{0.0F};  ///< 닿은 자리(m)
  float distance = 0.0F;     ///< 광선의 처음에서(m)
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
  /// 움직이는 동안 바꾸어도 속도는 이어진다. kSubsteps를 처음 고를 때 메모리를 더 쓴다.
  /// The velocity carries on. Choosing kSubsteps for the first time takes more memory.
  Status setSolver(SolverKind solver);
  Status setSubsteps(int substeps);
  Status setCompliance(const Compliance& compliance);
  Status setDensity(double density);
  /// 처음 켤 때 끈을 만든다. / The tethers are made when they are first switched on.
  Status setTethers(bool tethers);
  Status setAerodynamics(const std::optional<Aerodynamics>& aerodynamics);
  Status setGusts(const Gusts& gusts);
  Status setInertia(double inertia);
  Status setTeleportDistance(std::optional<double> metres);
  /// 이 둘은 처음 켤 때 메모리를 더 쓴다. / These two take more memory when first switched on.
  Status setInterpolation(bool interpolation);
  Status setCanSleep(bool canSleep);

  /// 점마다의 공기의 속도(x, y, z, m/s; 복사한다): wind와 gusts 대신 쓴다. 비어 있으면 다시
  /// 그것들을 쓴다. Velocity of the air at each point (copied), in place of wind and gusts; empty:
  /// those.
  Status setWindField(std::span<const float> velocities);

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

  /// 몸의 삼각형 그물을 바꾼다(복사한다). 두 면 모두 막고, 점은 온 쪽에 남는다. 비어 있으면 없앤다.
  /// Replaces the triangle mesh of the body (copied): x, y, z per vertex (m), three indices per
  /// triangle, or no indices for three vertices per triangle; any winding, open or closed. Points
  /// stay on the side where they are, `thickness` away, and `friction` holds them. What is finer
  /// than half of the cloth's edges may poke through. Empty positions remove it.
  Status setBodyMesh(std::span<const float> positions, std::span<const std::uint32_t> indices = {});
  /// 그 그물이 지난 걸음에 있던 곳에서 `positions`로 움직여 온다. / That mesh moves from where it
  /// was at the last step to `positions`, over the steps of the next update().
  Status moveBodyMesh(std::span<const float> positions);

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

  /// 광선이 처음 닿는 곳, 없으면 비어 있다. `direction`의 길이는 상관없다. / Where a ray first
  /// meets the cloth as it is drawn, if it does.
  Result<std::optional<Pick>> pick(const glm::dvec3& origin, const glm::dvec3& direction) const;
  /// 자유로운 점 하나를 잡아 `target`(m)으로 끈다. 다시 부르면 목표가 바뀐다. 닿지 않는 곳이면 천이
  /// 팽팽해지는 데까지만 간다. Grabs a free point and drags it to `target`; call it again to move
  /// the target. What is out of reach only pulls the cloth taut.
  Status grab(int point, const glm::dvec3& target);
  void letGo();
  bool asleep() const;

  /// 천 전체와 고정점의 목표를 속도까지 그대로 옮긴다. `matrix`는 돌림과 옮김만 담은 4×4
  /// 행렬(열부터, three의 Matrix4.elements)이다. Moves the whole cloth with its velocities and pin
  /// targets by a rotation and a translation (column-major 4×4), so that it does not feel the jump.
  Status teleport(std::span<const float, 16> matrix);

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
