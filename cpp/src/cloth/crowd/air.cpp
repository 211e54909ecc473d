#include "cloth/air.h"

#include <algorithm>

#include "cloth/cloth_state.h"
#include "cloth/crowd/crowd_solver.h"

namespace mangto {

void CrowdSolver::carveAir(Arena& arena) { push_ = arena.take<AirPush>(topology_.particles); }

// 네 벌의 같은 삼각형을 한 번에; 점마다 둘레 삼각형들의 (무게 × 가속도, 무게)를 모은 뒤 무게로
// 나눈다.
void CrowdSolver::computeAir(ClothState& cloth, const AirLaw& law) {
  const std::span<const std::int32_t> triangles = topology_.triangles;
  for (std::size_t first = 0; first < cloth.positions.size(); first += push_.size()) {
    std::fill(push_.begin(), push_.end(), AirPush{});
    const Vec3x4* p = &cloth.positions[first];
    const Vec3x4* flow = &cloth.flow[first];
    for (std::size_t t = 0; t < triangles.size(); t += 3) {
      const std::int32_t* corner = &triangles[t];
      const Vec3x4 mean =
          (flow[corner[0]] + flow[corner[1]] + flow[corner[2]]) * splat(1.0F / 3.0F);
      const AirPush push = pushOf(law, p[corner[0]], p[corner[1]], p[corner[2]], mean);
      for (int i = 0; i < 3; ++i) push_[corner[i]] = push_[corner[i]] + push;
    }
    std::transform(push_.begin(), push_.end(), cloth.air.begin() + first, meanOf);
  }
}

}  // namespace mangto
