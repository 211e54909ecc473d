#include "cloth/air.h"

#include <algorithm>

#include "cloth/cloth_state.h"
#include "cloth/mesh/mesh_solver.h"
#include "core/lanes.h"

namespace mangto {
namespace {

Vec3x4 gather(const f32x4* vectors, const std::int32_t* triangle) {
  const std::array<f32x4, kLanes> corners{vectors[triangle[0]], vectors[triangle[3]],
                                          vectors[triangle[6]], vectors[triangle[9]]};
  return toLanes(corners.data());
}

}  // namespace

void MeshSolver::carveAir(Arena& arena) {
  particleFlow_ = arena.take<f32x4>(particleNormals_.size());
  particleAir_ = arena.take<f32x4>(particleNormals_.size());
}

// 삼각형 넷씩; 점마다 둘레 삼각형들의 (무게 × 가속도, 무게)를 모은 뒤 무게로 나눈다.
void MeshSolver::computeAir(ClothState& cloth, const AirLaw& law) {
  const std::span<f32x4> flow = particleFlow_;
  const std::span<f32x4> air = particleAir_;
  for (std::size_t i = 0; i < cloth.positions.size(); ++i) {
    fromLanes(cloth.positions[i], &particles_[i * kLanes]);
    fromLanes(cloth.flow[i], &flow[i * kLanes]);
  }
  std::fill(air.begin(), air.end(), f32x4{});
  const std::span<const std::int32_t> triangles = topology_.triangles;
  const std::size_t count = triangles.size() / 3;
  std::array<std::int32_t, 3 * kLanes> corners;
  for (std::size_t first = 0; first < count; first += kLanes) {
    const std::size_t here = std::min<std::size_t>(kLanes, count - first);
    // 남는 줄기는 첫 삼각형을 되풀이하고 버린다.
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t triangle = first + (lane < here ? lane : 0);
      std::copy_n(&triangles[3 * triangle], 3, &corners[3 * lane]);
    }
    const auto at = [&](const f32x4* vectors, int corner) {
      return gather(vectors, &corners[corner]);
    };
    const Vec3x4 mean =
        (at(flow.data(), 0) + at(flow.data(), 1) + at(flow.data(), 2)) * splat(1.0F / 3.0F);
    const AirPush push = pushOf(law, at(particles_.data(), 0), at(particles_.data(), 1),
                                at(particles_.data(), 2), mean);
    std::array<f32x4, kLanes> perTriangle;
    fromLanes(push.weighted, push.weight, perTriangle.data());
    for (std::size_t lane = 0; lane < here; ++lane) {
      for (int corner = 0; corner < 3; ++corner)
        air[corners[3 * lane + corner]] += perTriangle[lane];
    }
  }
  for (std::size_t i = 0; i < cloth.positions.size(); ++i) {
    const f32x4* p = &air[i * kLanes];
    const f32x4 weight{p[0][3], p[1][3], p[2][3], p[3][3]};
    cloth.air[i] = meanOf({toLanes(p), weight});
  }
}

}  // namespace mangto
