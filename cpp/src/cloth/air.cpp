#include "cloth/air.h"

#include <algorithm>
#include <cmath>

#include "cloth/cloth_state.h"

namespace mangto {
namespace {

// 돌풍의 물결 하나하나가 나아가는 방향과 잦기: [성분][물결]. 서로 나누어떨어지지 않게 골랐다.
constexpr std::array<std::array<glm::vec3, 3>, 3> kWaveVectors{{
    {{{1.00F, 0.31F, 0.23F}, {-0.53F, 1.41F, 0.67F}, {0.83F, -0.97F, 2.29F}}},
    {{{0.29F, 1.07F, -0.37F}, {1.37F, 0.59F, 0.71F}, {-0.79F, 2.17F, 1.13F}}},
    {{{-0.41F, 0.19F, 1.03F}, {0.61F, -0.47F, 1.49F}, {2.31F, 0.89F, -1.01F}}},
}};

/// 주기가 1인 매끄러운 물결, -1…1: 포물선 둘로 사인을 흉내 낸다. / A smooth wave of period 1 from
/// two parabolas.
f32x4 wave(f32x4 u) {
  const f32x4 magic = splat(12582912.0F);  // 1.5·2^23: 더했다 빼면 가까운 정수가 된다
  const f32x4 half = splat(0.5F);
  const f32x4 f = min(max(u - ((u + magic) - magic), -half), half);
  const f32x4 size = max(f, -f);
  return splat(8.0F) * f * (splat(1.0F) - size - size);
}

}  // namespace

AirVelocity::AirVelocity(const ClothState& cloth, const Vec3x4& wind)
    : field_(cloth.windField.span()),
      wind_(wind),
      gusty_(cloth.options.gusts.strength > 0.0F),
      amplitude_(sqrt(dot(wind, wind)) * splat(cloth.options.gusts.strength / kWaves)),
      inverseScale_(splat(1.0F / cloth.options.gusts.scale)),
      phases_{} {
  for (int component = 0; gusty_ && component < 3; ++component) {
    for (int i = 0; i < kWaves; ++i) {
      const glm::dvec3 k = kWaveVectors[component][i];
      const glm::dvec3& drift = cloth.windDrift;
      const double phase =
          (k.x * drift.x + k.y * drift.y + k.z * drift.z) / cloth.options.gusts.scale;
      phases_[component][i] = splat(static_cast<float>(std::floor(phase) - phase));
    }
  }
}

Vec3x4 AirVelocity::gust(const Vec3x4& p) const {
  const auto component = [&](int c) {
    f32x4 sum{};
    for (int i = 0; i < kWaves; ++i) {
      const f32x4 along = dot(splat(kWaveVectors[c][i]), p);
      sum = sum + wave(along * inverseScale_ + phases_[c][i]);
    }
    return sum * amplitude_;
  };
  return {component(0), component(1), component(2)};
}

// 양함수 적분이 되튀지 않도록 한 걸음에 공기의 속도까지만 따라가게 한다: (windK + drag) h ≤ 1.
AirLaw::AirLaw(const ClothState& cloth) : plate(cloth.options.aerodynamics.has_value()) {
  const ClothOptions& options = cloth.options;
  const auto h = static_cast<float>(options.timeStep);
  const float rate = options.windStrength + options.drag;
  const float limit = rate * h > 1.0F ? 1.0F / (rate * h) : 1.0F;
  const Aerodynamics air = options.aerodynamics.value_or(Aerodynamics{});
  const float pressure = 0.5F * air.density / options.density;
  windStrength = splat(options.windStrength * limit);
  drag = splat(options.drag * limit);
  plateDrag = splat(pressure * air.drag);
  plateLift = splat(pressure * air.lift);
  timeStep = splat(h);
  still = plate ? pressure * (air.drag + air.lift) == 0.0F : rate == 0.0F;
}

// 여기서도 rate h ≤ 1로 묶고, 옆으로 미는 양력이 상대 속도를 키우지 못하게 한다. 그래서 어떤
// 바람에도 발산하지 않는다.
Vec3x4 platePush(const AirLaw& law, const Vec3x4& n, const Vec3x4& flow) {
  const f32x4 speedSquared = dot(flow, flow);
  const f32x4 speed = sqrt(max(speedSquared, splat(kTinyAir)));
  const f32x4 along = dot(n, flow);
  const f32x4 size = max(along, -along);
  const f32x4 onFlow = law.plateDrag * size - law.plateLift * (along * along / speed);
  const f32x4 onNormal = law.plateLift * along * speed;
  const f32x4 rate = law.plateDrag * size + law.plateLift * speed;
  const f32x4 step = law.timeStep / max(splat(1.0F), rate * law.timeStep);
  const Vec3x4 rest = flow - (flow * onFlow + n * onNormal) * step;
  const f32x4 shrink = min(splat(1.0F), speed / sqrt(max(dot(rest, rest), splat(kTinyAir))));
  return (flow - rest * shrink) * (splat(1.0F) / law.timeStep);
}

void computeAir(ClothState& cloth) {
  const AirLaw law(cloth);
  if (law.still) {
    std::fill(cloth.air.begin(), cloth.air.end(), Vec3x4{});
    return;
  }
  const std::size_t groupSize = cloth.air.size() / cloth.groups.size();
  std::size_t i = 0;
  for (const ClothGroup& group : cloth.groups) {
    const AirVelocity velocity(cloth, group.wind);
    for (const std::size_t end = i + groupSize; i < end; ++i)
      cloth.flow[i] = velocity.at(i, cloth.positions[i]) - cloth.velocities[i];
  }
  cloth.solver->computeAir(cloth, law);
}

}  // namespace mangto
