#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <span>
#include <vector>

#include "mangto/status.h"

namespace mangto {

struct SkinBakeState;

/// 뼈: 머리에서 꼬리로 가는 선분과 그 둘레의 살. / A bone: the segment from head to tail and the
/// radius of the flesh around it, in the space and unit of the mesh.
struct SkinBone {
  glm::vec3 head{0.0F};
  glm::vec3 tail{0.0F};
  float radius = 0.0F;
  int parent =
      -1;  ///< 부모의 번호, 없으면 -1 / index of the parent, -1 for none; used by kHeat only
};

enum class SkinMode {
  kSmooth,   ///< 여러 뼈, 표면을 따라 부드럽게 / many bones, smoothed along the surface
  kNearest,  ///< 가장 가까운 뼈 하나 / weight 1 for the nearest bone
  /// 안에서 보이는 가장 가까운 뼈가 데우는 겉면의 열 평형: 그물의 촘촘함에 달려 있지 않고, 반지름과
  /// falloff, fleshFactor, minDistance, smoothing을 쓰지 않는다.
  /// Heat equilibrium on the surface, each vertex heated by the nearest bone that it sees inside
  /// the mesh. Independent of how fine the mesh is. Uses the parents of the bones, but neither
  /// radius, falloff, fleshFactor, minDistance nor smoothing.
  kHeat,
};

/// 구울 것과 그 값들. 점과 번호의 배열은 다 구울 때까지 그대로 살아 있어야 한다.
/// What to bake and how. The arrays of positions and indices must stay alive and unchanged until
/// the bake is done.
struct SkinBakeOptions {
  /// x, y, z per vertex, at most kMaxVertices vertices.
  std::span<const float> positions;
  /// 삼각형마다 점 번호 셋. 비어 있으면 점 셋씩이 삼각형이다.
  /// Three vertex indices per triangle. Empty: every three vertices are a triangle.
  std::span<const std::uint32_t> indices;
  /// 1…kMaxBones, copied.
  std::span<const SkinBone> bones;
  /// 가중치를 받지 않는 뼈들. 다는 아니어야 한다. / Bones that get no weight; not all of them.
  std::vector<int> excludedBones{0};
  SkinMode mode = SkinMode::kSmooth;
  /// 같은 자리의 점들이 가중치를 나눈다(UV 이음매). / Vertices of one place share their weights.
  bool weld = true;
  double falloff = 4.0;        ///< 0…64: weight = 1 / distance^falloff
  double fleshFactor = 0.85;   ///< 0…10: share of the radius taken off the distance
  double minDistance = 0.025;  ///< 1e-6…1e6: added to every distance
  int smoothingPasses = 10;    ///< 0…1000
  double smoothingSelf = 0.4;  ///< 0…1: share of the own value; the rest is the neighbours' mean
  int maxInfluences = 4;       ///< 1…4 bones kept per vertex
};

/// 구우면서 알게 된 것. / What the bake found out; complete when it is done.
struct SkinReport {
  int weldedVertices = 0;       ///< 앞선 점에 합쳐진 점 / vertices joined to an earlier one
  int isolatedVertices = 0;     ///< 삼각형 없는 자리 / places of no triangle
  int islands = 0;              ///< 이어지지 않은 조각 / connected pieces of the surface
  int degenerateTriangles = 0;  ///< 서로 다른 자리가 셋이 아닌 / fewer than three places
  std::vector<int> zeroLengthBones;
  // kHeat만.
  int unseenPlaces = 0;  ///< 어느 뼈도 안에서 보이지 않는 자리 / places that see no bone inside
  int rigidIslands = 0;  ///< 한 뼈만 따르게 한 작은 조각 / small pieces given to a single bone
  /// 넷만 남기며 버린 가중치, 점마다의 합. / Weight lost per vertex by keeping the largest only.
  double largestDropped = 0.0;
  double meanDropped = 0.0;
};

/// 그물과 뼈에서 스킨 가중치를 굽는 작업. 아주 작은 조각들로 나뉘어 있어 프레임마다 조금씩 할 수
/// 있고, 결과는 어떻게 나누었는지에 달려 있지 않다.
/// Bakes skin weights from a mesh and bones, in pieces so small that it can be spread over frames.
/// The result does not depend, down to the bits, on how it was spread. Not thread-safe; different
/// bakes may run on different threads.
class SkinBake {
 public:
  static constexpr int kMaxVertices = 1 << 22;
  static constexpr int kMaxTriangles = 1 << 24;
  static constexpr int kMaxBones = 65535;
  static constexpr int kInfluences = 4;
  static constexpr float kMaxCoordinate = 1.0e6F;

  /// 입력을 검사하고 메모리를 모두 잡는다. 굽기는 step()에서 시작한다.
  /// Checks the input and allocates all memory; the work itself starts with step().
  static Result<std::unique_ptr<SkinBake>> create(const SkinBakeOptions& options);
  ~SkinBake();
  SkinBake(const SkinBake&) = delete;
  SkinBake& operator=(const SkinBake&) = delete;

  /// 적어도 한 조각, 그리고 다음 조각이 budgetMs 안에 들 것 같은 동안 나아간다. 끝났으면 true.
  /// Does at least one piece of work, and more as long as the next one seems to fit into budgetMs
  /// (infinity: all). True when the bake is done.
  bool step(double budgetMs);
  bool done() const;

  /// 0…1, 줄지 않고 시간에 대략 비례한다. / Never falls, and grows about linearly with time.
  double progress() const;

  /// 점마다 뼈 번호 넷과 가중치 넷(합 1), 큰 차례로. 다 구운 뒤에 뜻이 있고, SkinBake가 살아 있는
  /// 동안 있다. 빈 자리는 모두 0이다.
  /// Four bone indices and four weights (sum 1) per vertex, largest first, 0 where unused.
  /// Meaningful when done; they live as long as the bake.
  std::span<const std::uint16_t> skinIndex() const;
  std::span<const float> skinWeight() const;

  const SkinReport& report() const;

  /// kHeat는 다 굽기 전에는 메모리가 얼마나 들지 모른다: 모자라면 여기에 kOutOfMemory를 적고
  /// 끝난다. How much memory kHeat takes is known only on the way: when it runs out, the bake ends
  /// with kOutOfMemory here, and its weights mean nothing.
  const Status& status() const;

 private:
  explicit SkinBake(std::unique_ptr<SkinBakeState> state);
  std::unique_ptr<SkinBakeState> state_;
};

}  // namespace mangto
