#include <algorithm>

#include "cloth/air.h"
#include "cloth/cloth_state.h"
#include "core/power.h"

// XPBD의 작은 걸음: 한 걸음 h를 n개로 나누어 저마다 제약을 한 번씩 푼다.
//   M. Macklin et al., "Small Steps in Physics Simulation", SCA 2019.
// 작은 걸음마다 λ = 0에서 시작하므로 Δ = -C / (w_a + w_b + α̃), α̃ = α/h_s². 질량이 같으니 바로잡는
// 몫은 자유로운 두 점 저마다 1/(2 + α̃ m), 고정점의 짝은 1/(1 + α̃ m)이다.

namespace mangto {
namespace {

// damping은 이 시간(s)에 남는 속도의 비율이다.
constexpr double kDampingTime = 1.0 / 60.0;

// compliance.bend를 말하는 점 사이의 거리의 제곱(m²).
constexpr float kBendArea = 0.06F * 0.06F;

void carve(ClothState& cloth, Arena& arena) {
  const std::size_t slots = cloth.positions.size();
  cloth.velocities = arena.take<Vec3x4>(slots);
  cloth.flow = arena.take<Vec3x4>(slots);
  cloth.air = arena.take<Vec3x4>(slots);
  cloth.solver->carveAir(arena);
}

/// 작은 걸음 동안 바뀌지 않는 것들. / What stays the same for all small steps of a step.
struct Substep {
  explicit Substep(const ClothOptions& options)
      : seconds(options.timeStep / options.substeps),
        step(splat(static_cast<float>(seconds))),
        inverseStep(splat(static_cast<float>(1.0 / seconds))),
        damping(splat(static_cast<float>(power(options.damping, seconds / kDampingTime)))),
        gravity(splat(options.gravity)) {}

  double seconds;
  f32x4 step, inverseStep, damping;
  Vec3x4 gravity;
};

Gain gainOf(double compliance, double mass, double seconds) {
  const double softness = compliance * mass / (seconds * seconds);
  return {static_cast<float>(1.0 / (2.0 + softness)),
          static_cast<float>((2.0 + softness) / (1.0 + softness))};
}

Gains gainsOf(const ClothState& cloth, double seconds) {
  const ClothOptions& options = cloth.options;
  const double area = cloth.data().pointArea;
  const double mass = options.density * area;
  const double finer = area / kBendArea;
  const double bend = options.compliance.bend * (finer * finer);
  Gains gains;
  if (options.stiffness.structural > 0.0F)
    gains[kStructural] = gainOf(options.compliance.structural, mass, seconds);
  if (options.stiffness.shear > 0.0F)
    gains[kShear] = gainOf(options.compliance.shear, mass, seconds);
  if (options.stiffness.bend > 0.0F) gains[kBend] = gainOf(bend, mass, seconds);
  return gains;
}

// v = (p - o)/h_s. 그대로 빼면 위치의 끝자리에서 잘린 만큼(h_s가 작으면 중력만큼 크다) 속도가 늘
// 어긋나므로, 내다본 자리에서 제약이 바꾼 만큼만 더한다. By what the constraints changed only: the
// plain difference would lose gravity in the last bits of a position.
Vec3x4 velocityAt(const Substep& substep, const Vec3x4& p, const Vec3x4& o, const Vec3x4& v) {
  const Vec3x4 predicted = (o + v * substep.step) - o;
  return v + ((p - o) - predicted) * substep.inverseStep;
}

// v = v damping + (g + air) h_s,  o = p,  p = p + v h_s
template <bool kFirst>
void predict(ClothState& cloth, const Substep& substep) {
  // 가리키개를 지역에 둔다: 컴파일러는 벡터를 쓸 때마다 cloth도 바뀔 수 있다고 본다.
  const Substep local = substep;
  const std::span<Vec3x4> positions = cloth.positions;
  const std::span<Vec3x4> previous = cloth.previous;
  const std::span<Vec3x4> velocities = cloth.velocities;
  const std::span<const Vec3x4> air = cloth.air;
  const std::span<const f32x4> inverseMass = cloth.data().inverseMass;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3x4 p = positions[i];
    const Vec3x4 before = kFirst ? velocities[i] : velocityAt(local, p, previous[i], velocities[i]);
    const Vec3x4 force = (local.gravity + air[i]) * local.step;
    const Vec3x4 v = (before * local.damping + force) * inverseMass[i];
    velocities[i] = v;
    previous[i] = p;
    positions[i] = p + v * local.step;
  }
}

}  // namespace

bool reserveSubsteps(ClothState& cloth) {
  if (!cloth.velocities.empty()) return true;
  carve(cloth, cloth.substepArena);
  if (!cloth.substepArena.allocate()) return false;
  carve(cloth, cloth.substepArena);
  return true;
}

void stepSubsteps(ClothState& cloth, double stepsToTarget) {
  const Substep substep(cloth.options);
  const Gains gains = gainsOf(cloth, substep.seconds);
  computeAir(cloth);
  const bool touches = hasContacts(cloth);
  const double substepsToTarget = stepsToTarget * cloth.options.substeps;
  for (int k = 0; k < cloth.options.substeps; ++k) {
    if (k == 0) {
      predict<true>(cloth, substep);
    } else {
      predict<false>(cloth, substep);
    }
    const auto share = static_cast<float>(1.0 / (substepsToTarget - k));
    movePins(cloth, share);
    if (touches) beginContacts(cloth, share);
    cloth.solver->solve(cloth, gains, 1);
    if (cloth.options.tethers) {
      pullTethers(cloth);
      collideHere(cloth, 0, cloth.positions.size());  // 끈이 몸 안으로 당긴 점을 다시 민다
    }
    if (touches) keepContacts(cloth, true);
  }
  for (std::size_t i = 0; i < cloth.positions.size(); ++i)
    cloth.velocities[i] =
        velocityAt(substep, cloth.positions[i], cloth.previous[i], cloth.velocities[i]);
}

}  // namespace mangto
