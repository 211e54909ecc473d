#pragma once

#include <array>
#include <memory>

#include "cloth/constraint_kind.h"
#include "core/simd.h"

namespace mangto {

/// 줄기마다, 묶음 한 무리가 다가가 있는 캡슐들과 바닥(비트 하나씩). / Per lane, the capsules and
/// the floor that a group of blocks is near to, a bit each.
using Near = i32x4;

class Arena;
struct AirLaw;
struct ClothState;
struct FabricData;

/// 제약을 한 번 풀 때 어긋난 길이를 바로잡는 몫. / The share of the error that one pass corrects.
struct Gain {
  float half = 0.0F;         ///< 자유로운 두 점이 저마다 / each of two free points
  float pinnedRatio = 2.0F;  ///< 고정점의 짝은 이 배 / times this, the partner of a pinned point

  bool operator==(const Gain&) const = default;
};
using Gains = std::array<Gain, kConstraintKinds>;

/// 위상(격자·그물)마다 다른 단계들. / The stages of a step that depend on the topology, grid or
/// mesh.
class Solver {
 public:
  Solver() = default;
  virtual ~Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// 작업 배열의 자리를 잡는다. / Takes the working arrays.
  virtual void carve(Arena& arena) = 0;
  /// 3단계: 제약과 충돌을 iterations번. / Constraints and collisions, `iterations` times.
  virtual void solve(ClothState& cloth, const Gains& gains, int iterations) = 0;
  /// 공기의 힘을 셈할 작업 배열의 자리를 잡는다. / Takes the working arrays of computeAir.
  virtual void carveAir(Arena& arena) = 0;
  /// cloth.flow에서 cloth.air를 셈한다. / cloth.air from cloth.flow.
  virtual void computeAir(ClothState& cloth, const AirLaw& law) = 0;
  /// 4단계: 법선. / Vertex normals.
  virtual void computeNormals(ClothState& cloth) = 0;
  /// GPU가 읽을 배열로 옮긴다. / Writes the arrays that the GPU reads.
  virtual void pack(ClothState& cloth) = 0;
  /// 한 반복에서 푸는 제약의 수. / Constraints solved per iteration.
  virtual int constraints(const ClothState& cloth) const = 0;
};

std::unique_ptr<Solver> makeSolver(const FabricData& fabric);

}  // namespace mangto
