#pragma once

#include <span>

#include "cloth/air.h"
#include "cloth/crowd/crowd_topology.h"
#include "cloth/solver.h"

namespace mangto {

class CrowdSolver final : public Solver {
 public:
  explicit CrowdSolver(const CrowdTopology& topology) : topology_(topology) {}

  void carve(Arena& arena) override;
  void solve(ClothState& cloth, const Gains& gains, int iterations) override;
  void carveAir(Arena& arena) override;
  void computeAir(ClothState& cloth, const AirLaw& law) override;
  void computeNormals(ClothState& cloth) override;
  void pack(ClothState& cloth) override;
  int constraints(const ClothState& cloth) const override;

 private:
  void prepare(const Gains& gains);
  void iterate(const Gains& gains, Vec3x4* positions) const;

  const CrowdTopology& topology_;
  /// 제약마다 세기의 반을 곱한 쉬는 길이. / Per constraint the rest length times half the
  /// stiffness.
  std::span<float> scaledRest_;
  /// scaledRest_가 따르는 몫. 아직 없으면 모두 0. / The gains that scaledRest_ is made for.
  Gains prepared_{};
  std::span<Near> near_;  ///< 네 벌의 충돌 무리마다 / per group of blocks of four members
  std::span<AirPush>
      push_;  ///< 네 벌의 입자마다 모으는 공기의 힘 / of the particles of four members
};

}  // namespace mangto
