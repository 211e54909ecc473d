#pragma once

#include <array>
#include <cstdint>

#include "core/buffer.h"
#include "core/simd.h"

namespace mangto {

struct ClothState;
struct FabricData;

/// 입자 넷을 저마다 가장 가까운 고정점에 잇는 끈. / Tethers of four particles to the pins nearest
/// to them.
struct NearestTethers {
  std::array<std::int32_t, kLanes> pins;  ///< slot * kLanes + lane
  f32x4 lengths;  ///< 처음 천을 따라 잰 것(m), 끈이 없으면 무한대
};

/// 모든 입자를 한 고정점에 잇는 끈: 한쪽 변을 따라 고정된 천에서는 그 끝의 고정점이 무게를 진다.
/// Tethers of all particles to one pin: where a side is pinned, the pin at its end bears the
/// weight.
struct Anchor {
  std::int32_t pin = 0;
  Buffer<f32x4> lengths;
};

/// 가장 가까운 고정점과, 서로 가장 먼 두 고정점에 잇는 끈. / To the nearest pins and to the two
/// pins that are farthest apart.
struct Tethers {
  Buffer<NearestTethers> nearest;
  std::array<Anchor, 2> anchors;
};

/// 메모리가 모자라면 false. / False when out of memory.
bool makeTethers(const FabricData& fabric, Tethers& tethers);

/// 끈보다 멀리 간 점을, 몸이 막지 않으면, 끈의 길이로 당긴다. / Pulls points back that are farther
/// than their tethers, unless a body is in the way.
void pullTethers(ClothState& cloth);

}  // namespace mangto
