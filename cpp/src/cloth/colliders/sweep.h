#pragma once

#include "cloth/colliders/shape.h"

namespace mangto {

/// 한 걸음 동안 `from`에서 `to`로 움직이는 모양. / A shape on its way from `from` to `to` in a
/// step.
struct MovingShape {
  Shape shape;
  Pose from, to;
};

/// 한 걸음 동안 점 네 개가 가는 길. / The way of four points in a step.
struct Path {
  Vec3x4 start, end;
};

/// 길 넷을 감싸는 상자들. / The boxes around four paths.
struct PathBoxes {
  Vec3x4 low, high;
};

inline PathBoxes around(const Path& path) {
  return {min(path.start, path.end), max(path.start, path.end)};
}

/// 표면까지 이보다 가까우면 닿은 것으로 본다(m). / Nearer than this to the surface is touching.
inline constexpr float kTouch = 1.0e-4F;

struct Contact {
  float thickness;  ///< 표면에서 떨어질 거리(m)
  float friction;   ///< 쿨롱 마찰 계수
};

/// 길의 어디서든 표면까지 적어도 이만큼이다. / A lower bound of the distance from a path to the
/// surface.
f32x4 clearance(const MovingShape& moving, const Path& path);

/// 길이 모양에 막히면 끝을 온 쪽으로 되민다. 바꾼 것이 있으면 true.
/// Pushes the ends of paths that meet the shape back to the side they come from; true when it
/// changed any.
bool sweepOut(const MovingShape& moving, const Contact& contact, Path& path);

}  // namespace mangto
