#include "cloth/mesh/mesh_solver.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "cloth/cloth_state.h"
#include "cloth/normalize.h"
#include "core/lanes.h"

namespace mangto {
namespace {

// 0으로 나누지 않게 하는 가장 작은 길이의 제곱(m²).
constexpr float kTiny = 1.0e-20F;

// 충돌에서 한 상자로 묶어 보는 묶음의 수.
constexpr std::size_t kCollideBlocks = 4;
// 한 번에 줄기로 바꾸어 충돌을 보는 무리의 수.
constexpr std::size_t kCollideGroups = 4;

/// 벡터 넷의 길이의 제곱을 줄기에 모은다. / Squared lengths of four vectors, one per lane.
f32x4 squaredLengths(const std::array<f32x4, kLanes>& d) {
  const std::array<f32x4, kLanes> q{d[0] * d[0], d[1] * d[1], d[2] * d[2], d[3] * d[3]};
  const f32x4 sum01 = __builtin_shufflevector(q[0], q[1], 0, 4, 1, 5) +
                      __builtin_shufflevector(q[0], q[1], 2, 6, 3, 7);
  const f32x4 sum23 = __builtin_shufflevector(q[2], q[3], 0, 4, 1, 5) +
                      __builtin_shufflevector(q[2], q[3], 2, 6, 3, 7);
  return __builtin_shufflevector(sum01, sum23, 0, 1, 4, 5) +
         __builtin_shufflevector(sum01, sum23, 2, 3, 6, 7);
}

std::array<f32x4, kLanes> spread(f32x4 s) {
  return {__builtin_shufflevector(s, s, 0, 0, 0, 0), __builtin_shufflevector(s, s, 1, 1, 1, 1),
          __builtin_shufflevector(s, s, 2, 2, 2, 2), __builtin_shufflevector(s, s, 3, 3, 3, 3)};
}

f32x4 gather(const f32x4* inverseMass, const std::array<std::int32_t, kLanes>& particles) {
  const auto at = [inverseMass](std::int32_t i) { return inverseMass[i / kLanes][i % kLanes]; };
  return f32x4{at(particles[0]), at(particles[1]), at(particles[2]), at(particles[3])};
}

// Δ = k (d - rest)/d · (b - a); 자유로운 두 점은 반씩, 고정점의 짝은 pinnedRatio배를 받는다(격자의
// projectPinned와 같은 식).
template <bool kPinned>
[[gnu::always_inline]] inline void project(const Batch& batch, const Gain& gain,
                                           const f32x4* inverseMass, f32x4* p) {
  std::array<f32x4, kLanes> a;
  std::array<f32x4, kLanes> b;
  std::array<f32x4, kLanes> d;
  for (int i = 0; i < kLanes; ++i) {
    a[i] = p[batch.a[i]];
    b[i] = p[batch.b[i]];
    d[i] = b[i] - a[i];
  }
  const f32x4 length = sqrt(max(squaredLengths(d), splat(kTiny)));
  const f32x4 scale = splat(gain.half) * (splat(1.0F) - batch.restLength / length);
  if constexpr (kPinned) {
    const f32x4 wa = gather(inverseMass, batch.a);
    const f32x4 wb = gather(inverseMass, batch.b);
    const f32x4 ratio = splat(gain.pinnedRatio);
    const f32x4 extra = ratio - splat(1.0F);
    const auto scaleA = spread(scale * (wa * (ratio - extra * wb)));
    const auto scaleB = spread(scale * (wb * (ratio - extra * wa)));
    for (int i = 0; i < kLanes; ++i) {
      p[batch.a[i]] = a[i] + d[i] * scaleA[i];
      p[batch.b[i]] = b[i] - d[i] * scaleB[i];
    }
  } else {
    const auto scales = spread(scale);
    for (int i = 0; i < kLanes; ++i) {
      const f32x4 half = d[i] * scales[i];
      p[batch.a[i]] = a[i] + half;
      p[batch.b[i]] = b[i] - half;
    }
  }
}

f32x4 cross(f32x4 a, f32x4 b) {
  const f32x4 aYzx = __builtin_shufflevector(a, a, 1, 2, 0, 3);
  const f32x4 bYzx = __builtin_shufflevector(b, b, 1, 2, 0, 3);
  const f32x4 c = a * bYzx - aYzx * b;
  return __builtin_shufflevector(c, c, 1, 2, 0, 3);
}

}  // namespace

void MeshSolver::carve(Arena& arena) {
  const std::size_t blocks = (topology_.particles + kLanes - 1) / kLanes;
  near_ = arena.take<Near>((blocks + kCollideBlocks - 1) / kCollideBlocks);
  particles_ = arena.take<f32x4>(blocks * kLanes + 1);
  particleNormals_ = arena.take<f32x4>(blocks * kLanes);
}

void MeshSolver::collideAll(ClothState& cloth, bool find) {
  const std::size_t blocks = cloth.positions.size();
  const std::span<const CapsuleLanes> capsules = std::as_const(cloth.groups[0].capsules).span();
  std::array<Vec3x4, kCollideGroups * kCollideBlocks> points;
  for (std::size_t group = 0; group < near_.size(); group += kCollideGroups) {
    const auto near = near_.subspan(group, std::min(kCollideGroups, near_.size() - group));
    if (!find &&
        std::all_of(near.begin(), near.end(), [](Near n) { return !anyTrue(n != Near{}); }))
      continue;
    const std::size_t first = group * kCollideBlocks;
    const std::size_t count = std::min(points.size(), blocks - first);
    for (std::size_t i = 0; i < count; ++i) points[i] = toLanes(&particles_[(first + i) * kLanes]);
    collide(cloth, capsules, first, std::span(points).first(count), kCollideBlocks, near, find);
    for (std::size_t i = 0; i < count; ++i) fromLanes(points[i], &particles_[(first + i) * kLanes]);
  }
}

void MeshSolver::solve(ClothState& cloth, const Gains& gains, int iterations) {
  for (std::size_t i = 0; i < cloth.positions.size(); ++i)
    fromLanes(cloth.positions[i], &particles_[i * kLanes]);
  const f32x4* inverseMass = cloth.data().inverseMass.data();
  const bool collides = cloth.options.floor || !cloth.groups[0].capsules.span().empty();
  for (int i = 0; i < iterations; ++i) {
    for (const Batch& batch : topology_.batches) {
      if (batch.pinned) {
        project<true>(batch, gains[batch.kind], inverseMass, particles_.data());
      } else {
        project<false>(batch, gains[batch.kind], inverseMass, particles_.data());
      }
    }
    if (collides) collideAll(cloth, findsNear(i, iterations));
  }
  for (std::size_t i = 0; i < cloth.positions.size(); ++i)
    cloth.positions[i] = toLanes(&particles_[i * kLanes]);
}

// 면적으로 무게를 준 법선: n(점) = normalize(Σ (c - b) × (a - b)), 점을 가진 모든 삼각형 (a, b,
// c)에 대해.
void MeshSolver::computeNormals(ClothState& cloth) {
  for (std::size_t i = 0; i < cloth.positions.size(); ++i)
    fromLanes(cloth.positions[i], &particles_[i * kLanes]);
  std::fill(particleNormals_.begin(), particleNormals_.end(), f32x4{});
  const std::span<const std::int32_t> triangles = topology_.triangles;
  for (std::size_t t = 0; t < triangles.size(); t += 3) {
    const std::int32_t a = triangles[t];
    const std::int32_t b = triangles[t + 1];
    const std::int32_t c = triangles[t + 2];
    const f32x4 n = cross(particles_[c] - particles_[b], particles_[a] - particles_[b]);
    particleNormals_[a] += n;
    particleNormals_[b] += n;
    particleNormals_[c] += n;
  }
  for (std::size_t i = 0; i < cloth.normals.size(); ++i)
    cloth.normals[i] = toLanes(&particleNormals_[i * kLanes]);
  normalizeAll(cloth.normals);
}

void MeshSolver::pack(ClothState& cloth) {
  for (std::size_t i = 0; i < cloth.normals.size(); ++i) {
    fromLanes(cloth.positions[i], &particles_[i * kLanes]);
    fromLanes(cloth.normals[i], &particleNormals_[i * kLanes]);
  }
  const std::span<const std::int32_t> particleOf = topology_.particleOf;
  for (std::size_t point = 0; point < particleOf.size(); ++point) {
    std::memcpy(&cloth.packedPositions[3 * point], &particles_[particleOf[point]],
                3 * sizeof(float));
    std::memcpy(&cloth.packedNormals[3 * point], &particleNormals_[particleOf[point]],
                3 * sizeof(float));
  }
}

int MeshSolver::constraints(const ClothState& cloth) const {
  const Stiffness& s = cloth.options.stiffness;
  const std::array<float, kConstraintKinds> stiffness{s.structural, s.shear, s.bend};
  int count = 0;
  for (int kind = 0; kind < kConstraintKinds; ++kind) {
    if (stiffness[kind] > 0.0F) count += topology_.constraints[kind];
  }
  return count;
}

}  // namespace mangto
