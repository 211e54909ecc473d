#pragma once

#include <span>

#include "cloth/mesh/mesh_topology.h"
#include "cloth/solver.h"

namespace mangto {

class MeshSolver final : public Solver {
 public:
  explicit MeshSolver(const MeshTopology& topology) : topology_(topology) {}

  void carve(Arena& arena) override;
  void solve(ClothState& cloth, const Gains& gains, int iterations) override;
  void carveAir(Arena& arena) override;
  void computeAir(ClothState& cloth, const AirLaw& law) override;
  void computeNormals(ClothState& cloth) override;
  void pack(ClothState& cloth) override;
  int constraints(const ClothState& cloth) const override;

 private:
  void collideAll(ClothState& cloth, bool find);

  const MeshTopology& topology_;
  /// 입자마다 (x, y, z, 0): 제약은 이웃을 번호로 찾으므로 한 입자가 한 벡터이다. 끝에 덤 입자가
  /// 있다. One vector (x, y, z, 0) per particle, since constraints gather by index. The spare
  /// particle is last.
  std::span<f32x4> particles_;
  std::span<f32x4> particleNormals_;
  std::span<Near> near_;  ///< 충돌에서 함께 보는 무리마다 / per group of blocks
  std::span<f32x4> particleFlow_;
  std::span<f32x4> particleAir_;
};

}  // namespace mangto
