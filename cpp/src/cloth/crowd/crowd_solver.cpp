#include "cloth/crowd/crowd_solver.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "cloth/cloth_state.h"
#include "cloth/normalize.h"
#include "core/lanes.h"

namespace mangto {
namespace {

// 0으로 나누지 않게 하는 가장 작은 길이의 제곱(m²).
constexpr float kTiny = 1.0e-20F;

// 충돌에서 한 상자로 묶어 보는 입자의 수.
constexpr std::size_t kCollideBlocks = 8;

using Pinned = CrowdStretch::Pinned;

float stiffnessOf(const Stiffness& s, ConstraintKind kind) {
  return std::array{s.structural, s.shear, s.bend}[kind];
}

// Δ = k (d - rest)/d · (b - a): 두 점이 자유로우면 반씩, 하나가 고정이면 그 짝이 pinnedRatio배를
// 받는다.
template <Pinned kPinned>
void project(const CrowdConstraint* constraint, const CrowdConstraint* last,
             const float* scaledRest, const Gain& gain, Vec3x4* positions) {
  const f32x4 half = splat(gain.half);
  const f32x4 ratio = splat(gain.pinnedRatio);
  for (; constraint != last; ++constraint, ++scaledRest) {
    Vec3x4& a = positions[constraint->a];
    Vec3x4& b = positions[constraint->b];
    const Vec3x4 d = b - a;
    const f32x4 scale = half - splat(*scaledRest) / sqrt(max(dot(d, d), splat(kTiny)));
    if constexpr (kPinned == Pinned::kNone) {
      const Vec3x4 move = d * scale;
      a = a + move;
      b = b - move;
    } else if constexpr (kPinned == Pinned::kA) {
      b = b - d * (scale * ratio);
    } else {
      a = a + d * (scale * ratio);
    }
  }
}

}  // namespace

void CrowdSolver::carve(Arena& arena) {
  scaledRest_ = arena.take<float>(topology_.constraints.size());
  near_ = arena.take<Near>((topology_.particles + kCollideBlocks - 1) / kCollideBlocks);
}

void CrowdSolver::prepare(const Gains& gains) {
  for (const CrowdStretch& stretch : topology_.stretches) {
    const float half = gains[stretch.kind].half;
    for (std::int32_t i = stretch.first; i < stretch.last; ++i)
      scaledRest_[i] = half * topology_.constraints[i].restLength;
  }
  prepared_ = gains;
}

void CrowdSolver::iterate(const Gains& gains, Vec3x4* positions) const {
  const CrowdConstraint* constraints = topology_.constraints.data();
  for (const CrowdStretch& stretch : topology_.stretches) {
    const Gain& gain = gains[stretch.kind];
    if (gain.half <= 0.0F) continue;
    const auto solve = [&](auto projectStretch) {
      projectStretch(constraints + stretch.first, constraints + stretch.last,
                     &scaledRest_[stretch.first], gain, positions);
    };
    switch (stretch.pinned) {
      case Pinned::kNone:
        solve(project<Pinned::kNone>);
        break;
      case Pinned::kA:
        solve(project<Pinned::kA>);
        break;
      case Pinned::kB:
        solve(project<Pinned::kB>);
        break;
    }
  }
}

// 네 벌을 끝까지 풀고 다음 네 벌로: 한때에 쓰는 자료가 캐시 안에 머문다.
void CrowdSolver::solve(ClothState& cloth, const Gains& gains, int iterations) {
  if (gains != prepared_) prepare(gains);
  const auto particles = static_cast<std::size_t>(topology_.particles);
  for (std::size_t group = 0; group < cloth.groups.size(); ++group) {
    const std::size_t first = group * particles;
    const std::span<Vec3x4> points = cloth.positions.subspan(first, particles);
    const std::span<const CapsuleLanes> capsules =
        std::as_const(cloth.groups[group].capsules).span();
    const bool collides = cloth.options.floor || !capsules.empty();
    for (int i = 0; i < iterations; ++i) {
      iterate(gains, points.data());
      if (!collides) continue;
      const bool find = findsNear(i, iterations);
      collide(cloth, capsules, first, points, kCollideBlocks, near_, find);
    }
  }
}

// 면적으로 무게를 준 법선: n(점) = normalize(Σ (c - b) × (a - b)), 점을 가진 모든 삼각형 (a, b,
// c)에 대해.
void CrowdSolver::computeNormals(ClothState& cloth) {
  const std::span<const std::int32_t> triangles = topology_.triangles;
  std::fill(cloth.normals.begin(), cloth.normals.end(), Vec3x4{});
  for (std::size_t first = 0; first < cloth.positions.size(); first += topology_.particles) {
    const Vec3x4* p = &cloth.positions[first];
    Vec3x4* normals = &cloth.normals[first];
    for (std::size_t t = 0; t < triangles.size(); t += 3) {
      const Vec3x4& b = p[triangles[t + 1]];
      const Vec3x4 n = cross(p[triangles[t + 2]] - b, p[triangles[t]] - b);
      for (int corner = 0; corner < 3; ++corner) {
        Vec3x4& sum = normals[triangles[t + corner]];
        sum = sum + n;
      }
    }
  }
  normalizeAll(cloth.normals);
}

void CrowdSolver::pack(ClothState& cloth) {
  const std::size_t stride = 3 * static_cast<std::size_t>(topology_.points);
  std::array<f32x4, kLanes> xyz;
  for (int group = 0; group < topology_.groups(); ++group) {
    const int lanes = std::min(kLanes, topology_.members - group * kLanes);
    const std::size_t slot = static_cast<std::size_t>(group) * topology_.particles;
    std::size_t at = group * kLanes * stride;
    const auto write = [&](const Vec3x4& block, std::span<float> packed) {
      fromLanes(block, xyz.data());
      for (int lane = 0; lane < lanes; ++lane)
        std::memcpy(&packed[at + lane * stride], &xyz[lane], 3 * sizeof(float));
    };
    for (const std::int32_t particle : topology_.particleOf) {
      write(cloth.positions[slot + particle], cloth.packedPositions);
      write(cloth.normals[slot + particle], cloth.packedNormals);
      at += 3;
    }
  }
}

int CrowdSolver::constraints(const ClothState& cloth) const {
  int count = 0;
  for (int kind = 0; kind < kConstraintKinds; ++kind) {
    if (stiffnessOf(cloth.options.stiffness, static_cast<ConstraintKind>(kind)) > 0.0F)
      count += topology_.counts[kind];
  }
  return count * topology_.members;
}

}  // namespace mangto
