#pragma once

#include <array>
#include <span>

#include "cloth/air.h"
#include "cloth/grid/grid_topology.h"
#include "cloth/solver.h"

namespace mangto {

class GridSolver final : public Solver {
 public:
  explicit GridSolver(const GridTopology& topology) : topology_(topology) {}

  void carve(Arena& arena) override;
  void solve(ClothState& cloth, const Gains& gains, int iterations) override;
  void carveAir(Arena& arena) override;
  void computeAir(ClothState& cloth, const AirLaw& law) override;
  void computeNormals(ClothState& cloth) override;
  void pack(ClothState& cloth) override;
  int constraints(const ClothState& cloth) const override;

 private:
  void prepare(const Gains& gains);

  const GridTopology& topology_;
  /// 무리마다 [block]: 세기의 반(두 점이 반씩 나누므로), 격자 밖으로 나가는 줄기는 0.
  /// Half the stiffness per block (both ends share), 0 for lanes that leave the grid.
  std::array<std::span<f32x4>, kFamilies.size()> halfStiffness_;
  /// 무리마다 [slot]: 세기의 반을 곱한 쉬는 길이. / Rest lengths times half the stiffness.
  std::array<std::span<f32x4>, kFamilies.size()> scaledRest_;
  /// 위의 둘이 따르는 몫. 아직 없으면 모두 0. / The gains both are made for.
  Gains prepared_{};
  std::span<Near> near_;  ///< [row]
  /// 공기의 힘을 모으는 두 행. / Two rows in which the air's forces are gathered.
  std::array<std::span<AirPush>, 2> airRows_;
};

}  // namespace mangto
