#pragma once

#include <span>

#include "core/buffer.h"
#include "core/simd.h"
#include "mangto/status.h"

namespace mangto {

struct ClothState;

/// 점마다의 한계: 목표에서 얼마나 멀리, 얼마나 뒤로 갈 수 있는지. 배열은 켤 때 잡는다.
/// Limits per point: how far from and how far behind its target it may go. The arrays are taken
/// when they are switched on.
struct Limits {
  Buffer<f32x4> maxDistance;  ///< m. 비어 있으면 없음
  Buffer<f32x4> backStop;     ///< 목표 뒤로 갈 수 있는 거리(m). 비어 있으면 없음
  Buffer<f32x4> backRadius;   ///< 그 자리에 놓인 공의 반지름(m)
  Buffer<Vec3x4> targets;     ///< 입자마다, 지금
  Buffer<Vec3x4> goals;       ///< 프레임이 끝날 때
  Buffer<Vec3x4> normals;
  bool placed = false;  ///< targets가 goals를 따라가고 있다. 아니면 다음 걸음에 바로 간다
  Buffer<float> readTargets, readNormals;  ///< 마지막 걸음이 읽은 것

  bool active() const { return !maxDistance.span().empty() || !backStop.span().empty(); }
};

/// 점마다 하나씩. 비어 있으면 없앤다. / One value per point; empty removes them.
Status setMaxDistances(ClothState& cloth, std::span<const float> metres);
/// 점마다 거리와 반지름. / A distance and a radius per point.
Status setBackStops(ClothState& cloth, std::span<const float> stops);
Status checkLimitTargets(const ClothState& cloth);

/// 목표를 남은 길의 `share`만큼 옮긴다. / Moves the targets by a share of the way that is left.
void beginLimits(ClothState& cloth, float share);
/// 마지막 걸음 뒤로 목표가 바뀌었으면 true. / True when the targets changed after the last step.
bool limitsMoved(const ClothState& cloth);
void keepLimits(ClothState& cloth);

}  // namespace mangto
