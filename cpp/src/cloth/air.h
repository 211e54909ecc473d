#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <span>

#include "core/simd.h"

namespace mangto {

struct ClothState;

/// 공기의 속도를 묶음마다 준다: 바람과 돌풍, 또는 쓰는 이가 준 바람. / Velocity of the air at the
/// points of a block: wind and gusts, or the user's wind field.
class AirVelocity {
 public:
  AirVelocity(const ClothState& cloth, const Vec3x4& wind);

  Vec3x4 at(std::size_t slot, const Vec3x4& p) const {
    if (!field_.empty()) return field_[slot];
    return gusty_ ? wind_ + gust(p) : wind_;
  }

 private:
  static constexpr int kWaves = 3;

  Vec3x4 gust(const Vec3x4& p) const;

  std::span<const Vec3x4> field_;
  Vec3x4 wind_;
  bool gusty_;
  f32x4 amplitude_;
  f32x4 inverseScale_;
  /// 성분·물결마다, 바람을 따라 흘러온 만큼의 위상. / Per component and wave, the phase so far.
  std::array<std::array<f32x4, kWaves>, 3> phases_;
};

/// 공기가 삼각형을 미는 법. 선형이면 a = n (n·r) windK + r drag, 아니면
///   drag = ½ρ C_d |n·r| r / σ,  lift = ½ρ C_l (n·r) (|r| n - (n·r) r/|r|) / σ
/// (σ: 면밀도). Keckeisen et al. 2004, "Wind and Fluid Flow in Cloth Animation"의 판(plate) 모형.
/// How the air pushes a triangle: linear in the flow r, or drag and lift of a plate, over areal
/// density.
struct AirLaw {
  explicit AirLaw(const ClothState& cloth);

  bool plate;                  ///< 판 모형인가
  bool still;                  ///< 공기가 아무것도 밀지 않는다
  f32x4 windStrength, drag;    ///< 1/s, 한 걸음에 공기보다 빨라지지 않게 줄인 것
  f32x4 plateDrag, plateLift;  ///< 1/m
  f32x4 timeStep;              ///< s
};

/// 삼각형 넷에 대한 공기의 가속도에 넓이의 두 배로 무게를 준 것. / Acceleration of four triangles
/// by the air, weighted with twice their areas.
struct AirPush {
  Vec3x4 weighted;
  f32x4 weight;
};

inline AirPush operator+(const AirPush& a, const AirPush& b) {
  return {a.weighted + b.weighted, a.weight + b.weight};
}

// 0으로 나누지 않게 하는 가장 작은 수. / Keeps divisions away from 0.
inline constexpr float kTinyAir = 1.0e-20F;

/// 판 모형의 가속도. / Acceleration by the plate's law; n: unit normal.
Vec3x4 platePush(const AirLaw& law, const Vec3x4& n, const Vec3x4& flow);

/// `flow`: 삼각형에서 본 공기의 속도. / Velocity of the air relative to the triangles.
inline AirPush pushOf(const AirLaw& law, const Vec3x4& a, const Vec3x4& b, const Vec3x4& c,
                      const Vec3x4& flow) {
  const Vec3x4 normal = cross(c - b, a - b);
  const f32x4 weight = sqrt(max(dot(normal, normal), splat(kTinyAir)));
  if (law.plate) return {platePush(law, normal * (splat(1.0F) / weight), flow) * weight, weight};
  return {normal * (dot(normal, flow) * law.windStrength / weight) + flow * (law.drag * weight),
          weight};
}

/// 모은 것을 평균으로. / The mean of what was gathered.
inline Vec3x4 meanOf(const AirPush& push) {
  return push.weighted * (splat(1.0F) / max(push.weight, splat(kTinyAir)));
}

/// 한 걸음 동안의 공기의 가속도를 cloth.air에 둔다. / Sets cloth.air, the acceleration by the air
/// during this step.
void computeAir(ClothState& cloth);

}  // namespace mangto
