#pragma once

#include <cstdint>
#include <span>

#include "cloth/colliders/edges.h"
#include "core/buffer.h"
#include "mangto/status.h"

namespace mangto {

struct ClothState;

/// 움직이는 콜라이더 하나. / One moving collider.
struct Body {
  Collider now;     ///< 이 걸음이 끝날 때
  Collider target;  ///< 이 프레임이 끝날 때
  MovingShape moving;
  glm::vec3 low, high;  ///< 한 걸음 동안 쓸고 간 곳을 감싸는 상자
  bool jumped = false;  ///< 다음 걸음에는 지나온 길 없이 목표에 있다
};

/// 천이 비켜야 할 몸. 배열은 첫 콜라이더가 올 때 잡는다. / The bodies that a cloth gives way to.
struct Bodies {
  Buffer<Body> list;
  Buffer<i32x4> near;  ///< 입자마다 가까이 있는 몸들의 비트
  Buffer<i32x4> nearer;  ///< 그 가운데, 찾은 자리에서 조금만 움직여도 닿을 몸들의 비트
  Buffer<Path> found;  ///< 찾을 때의 길
  EdgeLog log;
  std::int32_t thin = 0;  ///< 변 사이로 빠질 만큼 가는 몸들의 비트
  bool anyNear = false;
};

/// 콜라이더를 바꾼다. 같은 자리의 같은 종류는 있던 곳에서 움직여 온다.
/// Replaces the colliders; one of the same index and kind comes from where it was.
Status setColliders(ClothState& cloth, std::span<const Collider> colliders);

/// 한 걸음을 시작한다: 콜라이더들이 남은 길의 `share`만큼 간다(1이면 끝까지).
/// Begins a step in which the colliders go a share of the way that is left.
void beginBodies(ClothState& cloth, float share);

bool hasBodies(const ClothState& cloth);

/// 다음 걸음에 몸들이 지나온 길 없이 목표에 있게 한다. / In the next step the bodies are at their
/// targets without a way.
void forgetWays(Bodies& bodies);

/// 몸들이 있던 곳을 천과 함께 옮긴다: 천이 본 몸의 길은 그만큼 짧아진다. / Moves where the bodies
/// were along with the cloth, which then sees that much less of their way.
void carryBodies(ClothState& cloth, const Turn& turn);

/// 입자와 변을 콜라이더 밖으로. `look`이면 가까운 곳을 새로 찾는다.
/// Keeps particles and edges out of the colliders; `look` finds anew what is near.
void collideBodies(ClothState& cloth, bool look);

/// nearBodies의 몫. / Its part of nearBodies.
i32x4 nearColliders(const ClothState& cloth, std::size_t slot);

}  // namespace mangto
