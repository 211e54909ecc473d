#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "cloth/fabric_data.h"
#include "core/arena.h"
#include "core/simd.h"
#include "mangto/cloth.h"

namespace mangto {

/// 한 줄기씩 비교할 수 있게 펼쳐 둔 캡슐. / A capsule, prepared for the collision pass.
struct CapsuleLanes {
  Vec3x4 a;
  Vec3x4 axis;   ///< b - a
  Vec3x4 aside;  ///< 축에 수직인 단위 벡터: 축 위에 놓인 점을 밀 방향
  f32x4 inverseLengthSquared;  ///< 길이가 0이면 0
  f32x4 radius;
  Vec3x4 low, high;  ///< 캡슐을 감싸는 상자
};

/// Cloth의 모든 상태. 아래 함수들이 한 걸음의 단계 하나씩을 맡는다.
/// All state of a cloth; each function below is one stage of a step.
struct ClothState {
  std::shared_ptr<const Fabric> fabric;
  ClothOptions options;

  Arena arena;
  std::span<Vec3x4> positions;
  std::span<Vec3x4> previous;
  std::span<Vec3x4> normals;
  /// 무리마다 [block]: 세기의 반(두 점이 반씩 나누므로), 격자 밖으로 나가는 줄기는 0.
  /// Half the stiffness per block (both ends share), 0 for lanes that leave the grid.
  std::array<std::span<f32x4>, kFamilies.size()> halfStiffness;
  /// 세기가 0인 무리는 건너뛴다. / Families of stiffness 0 are skipped.
  std::array<bool, kFamilies.size()> active{};
  std::vector<CapsuleLanes> capsules;

  std::span<float> packedPositions;
  std::span<float> packedNormals;
  std::span<float> pinTargets;
  Sphere boundingSphere;
  double pendingTime = 0.0;

  const FabricData& data() const { return fabric->data(); }
  const GridLayout& grid() const { return data().layout; }
};

/// 1–2단계: 바람·저항·중력으로 움직이고 고정점을 목표로 옮긴다. / Moves free points, then the pins.
void integrate(ClothState& cloth);

/// 3단계: 제약과 충돌을 iterations번. / Constraints and collisions, `iterations` times.
void solve(ClothState& cloth);

/// 캡슐과 바닥 밖으로 한 행을 민다. / Pushes one row out of the capsules and the floor.
void collideRow(ClothState& cloth, int row);

/// 4단계: 법선. / Vertex normals.
void computeNormals(ClothState& cloth);

/// 4단계: 경계 구. / Bounding sphere.
void computeBoundingSphere(ClothState& cloth);

/// GPU가 읽을 배열로 옮긴다. / Writes the arrays that the GPU reads.
void pack(ClothState& cloth);

void prepareStiffness(ClothState& cloth);
CapsuleLanes prepareCapsule(const Capsule& capsule);

}  // namespace mangto
