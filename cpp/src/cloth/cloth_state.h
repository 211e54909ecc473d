#pragma once

#include <glm/vec3.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cloth/colliders/bodies.h"
#include "cloth/colliders/body_mesh.h"
#include "cloth/fabric_data.h"
#include "cloth/interpolate.h"
#include "cloth/layers/layers.h"
#include "cloth/limits.h"
#include "cloth/solver.h"
#include "cloth/tethers.h"
#include "core/arena.h"
#include "core/buffer.h"
#include "core/simd.h"
#include "mangto/cloth.h"

namespace mangto {

/// 한 줄기씩 비교할 수 있게 펼쳐 둔 캡슐. / A capsule, prepared for the collision pass.
struct CapsuleLanes {
  Vec3x4 a;
  Vec3x4 axis;   ///< b - a
  Vec3x4 aside;  ///< 축에 수직인 단위 벡터: 축 위에 놓인 점을 밀 방향
  f32x4 inverseLengthSquared;  ///< 길이가 0이면 0
  f32x4 radius, radiusSquared;
  Vec3x4 low, high;  ///< 캡슐을 감싸는 상자
};

/// 바람과 캡슐을 따로 가지는 묶음들: 떼에서는 네 벌, 다른 천에서는 천 전체.
/// Blocks with wind and capsules of their own: four members of a crowd, else the whole cloth.
struct ClothGroup {
  Vec3x4 wind;
  Buffer<CapsuleLanes> capsules;
};

/// 잡은 점과, 끌려갈 곳(m). / A grabbed point and where it is dragged.
struct Grabbed {
  Place place;
  glm::vec3 target;
};

/// Cloth의 모든 상태. 아래 함수들과 solver가 한 걸음의 단계 하나씩을 맡는다.
/// All state of a cloth; the functions below and the solver are the stages of a step.
struct ClothState {
  std::shared_ptr<const Fabric> fabric;
  ClothOptions options;

  Arena arena;
  std::span<Vec3x4> positions;
  std::span<Vec3x4> previous;
  std::span<Vec3x4> normals;
  std::vector<ClothGroup> groups;
  Buffer<EdgeBlock> edges;  ///< 몸이 생길 때 채운다 / filled when a body comes
  Bodies bodies;
  BodyMesh bodyMesh;
  Layers layers;
  Limits limits;

  std::span<float> packedPositions;
  std::span<float> packedNormals;
  std::span<float> pinTargets;
  std::span<float> targetNormals;
  Sphere boundingSphere;
  std::span<Sphere> memberSpheres;  ///< 떼에서만 / of a crowd only
  double pendingTime = 0.0;

  /// kSubsteps를 처음 고를 때 잡는다. / Taken when kSubsteps is first chosen.
  Arena substepArena;
  std::span<Vec3x4> velocities;  ///< m/s
  std::span<Vec3x4> flow;        ///< 점에서 본 공기의 속도, m/s
  std::span<Vec3x4> air;         ///< 공기가 주는 가속도, m/s²
  Tethers tethers;               ///< 처음 켤 때 만든다 / made when first switched on
  Frames frames;                 ///< interpolation이 켜져 있을 때만
  std::optional<Grabbed> grabbed;
  int jumps = 0;  ///< 지나온 길 없이 옮겨진 횟수 / times it was moved without a way
  bool asleep = false;
  bool disturbed = false;         ///< 마지막 걸음 뒤로 무언가 천을 건드렸다
  double stillTime = 0.0;         ///< 움직이지 않은 지 몇 초
  Buffer<Vec3x4> stillPositions;  ///< stillTime을 재기 시작한 자리
  ClothOptions optionsAtSleep;
  glm::dvec3 windDrift{0.0};  ///< 바람이 그동안 흘러간 거리, m
  Buffer<Vec3x4> windField;   ///< 쓰는 이가 준 공기의 속도, 없으면 비어 있다

  std::unique_ptr<Solver> solver;

  const FabricData& data() const { return fabric->data(); }
  /// 묶음이 든 ClothGroup. / The group of a block.
  ClothGroup& groupOf(std::size_t slot) {
    return groups[slot / (positions.size() / groups.size())];
  }
};

inline constexpr i32x4 kAllLanes{-1, -1, -1, -1};

/// 벌 하나의 고정점과, 그 입자들이 든 묶음과 줄기. 떼가 아니면 천 전체이다.
/// Pins of one member, and the blocks and lanes of its particles. Unless it is a crowd, the whole
/// cloth.
struct Member {
  Member(const ClothState& cloth, int index);

  std::span<const Pin> pins;
  std::size_t firstSlot;
  std::size_t slots;
  i32x4 lanes;
};

/// 1–2단계: 바람·저항·중력으로 움직이고 고정점을 목표로 옮긴다. / Moves free points, then the pins.
void integrate(ClothState& cloth, float pinShare);

/// `points`(slot `first`부터의 입자들)를 캡슐과 바닥 밖으로 민다. `find`이면 묶음 `groupSize`개씩의
/// 무리마다 가까이(가장 긴 변 안에) 있는 것들을 찾아 `near`에 적고, 아니면 `near`에 적힌 것들만
/// 본다. Pushes the particles of the blocks from `first` on out of the capsules and the floor. With
/// `find` it notes in `near`, for every group of `groupSize` blocks, those that are within the
/// longest edge; else it tests only what is noted there.
void collide(ClothState& cloth, std::span<const CapsuleLanes> capsules, std::size_t first,
             std::span<Vec3x4> points, std::size_t groupSize, std::span<Near> near, bool find);

/// 한 걸음의 첫 반복과 마지막 반복에서 찾는다. 걸음이 끝났을 때 안에 남는 것은, 한 캡슐이 가장 긴
/// 변보다 멀리 있던 다른 캡슐 안으로 민 점뿐이다.
/// In the first and the last iteration of a step. At its end only a point is left inside that one
/// capsule pushed into another which was farther away than the longest edge.
inline bool findsNear(int iteration, int iterations) {
  return iteration == 0 || iteration + 1 == iterations;
}

/// 고정점을 목표까지 남은 길의 `share`만큼 옮긴다. / Moves the pins by a share of the way to their
/// targets.
void movePins(ClothState& cloth, float share);

/// kSubsteps가 쓸 배열의 자리를 잡는다. 메모리가 모자라면 false. / False when out of memory.
bool reserveSubsteps(ClothState& cloth);

/// kSubsteps의 한 걸음. 고정점은 `stepsToTarget`걸음 만에 목표에 닿는다.
/// One step of kSubsteps; the pins are to reach their targets in `stepsToTarget` steps.
void stepSubsteps(ClothState& cloth, double stepsToTarget);

/// 반복 밖에서 옮긴 묶음 `count`개를 밀어 낸다. 한 ClothGroup에 들어야 한다.
/// Pushes `count` blocks out that were moved outside the iterations; they must be of one group.
void collideHere(ClothState& cloth, std::size_t first, std::size_t count);

/// 천과 몸이 지나온 길 없이 새 자리에 있게 되었다. / Cloth and bodies came where they are without a
/// way.
void forgetWays(ClothState& cloth);

/// 적분 뒤: 몸과 목표가 남은 길의 `share`만큼 간다. / After the integration: bodies and targets go
/// a share of the way that is left.
void beginContacts(ClothState& cloth, float share);
bool hasContacts(const ClothState& cloth);
/// 제약을 풀 때마다. `look`이면 가까운 몸을 새로 찾는다. / After every pass over the constraints;
/// `look` finds anew which bodies are near.
void keepContacts(ClothState& cloth, bool look);
/// 몸의 두께와 가장 긴 변 안에 있는 입자들. / The particles within thickness and the longest edge
/// of a body.
i32x4 nearBodies(const ClothState& cloth, std::size_t slot);

/// 잡은 점을 손 쪽으로 옮긴다. 제약을 풀 때마다 부른다. / Moves the grabbed point towards its
/// target, after every pass over the constraints.
void holdGrabbed(ClothState& cloth);

/// 자고 있고 깨울 것이 없으면 true. / True while asleep with nothing to wake it.
bool staysAsleep(ClothState& cloth);
/// `steps`걸음 뒤에: 오래 움직이지 않았으면 잠든다. / After `steps` steps: sleeps if long still.
void maySleep(ClothState& cloth, int steps);

/// 화면과 다음 걸음이 읽을 것을 새로 고친다. / Refreshes what the screen and the next step read.
void publish(ClothState& cloth);

/// 걸음 밖에서 상태가 바뀐 뒤에 그릴 것을 새로 고친다. / Refreshes what is drawn after a change
/// between steps.
void redraw(ClothState& cloth);

/// 4단계: 경계 구. / Bounding sphere.
void computeBoundingSphere(ClothState& cloth);
/// 떼에서, 벌마다. / Of each member of a crowd.
void computeMemberSpheres(ClothState& cloth);

/// `lanes`의 캡슐들을 `capsules`로 바꾸고, 달라졌는지 알려 준다. 자리는 이미 마련되어 있어야 한다.
/// Replaces the capsules of `lanes` and tells whether that changed any; there must be room for them
/// already.
bool putOn(Buffer<CapsuleLanes>& body, std::span<const Capsule> capsules, i32x4 lanes);

}  // namespace mangto
