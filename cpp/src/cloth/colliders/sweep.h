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

struct Contact {
  float thickness;  ///< 표면에서 떨어질 거리(m)
  float friction;   ///< 쿨롱 마찰 계수
};

/// 길의 어디선가 표면에 `margin`보다 가까워질 수 있는지. 드물게 아닌 것에도 그렇다고 한다.
/// Whether a path may come within `margin` of the surface; rarely says so of one that doesn't.
i32x4 mayTouch(const MovingShape& moving, float margin, const Path& path);

/// 길이 모양에 막히면 끝을 온 쪽으로 되민다. 바꾼 것이 있으면 true.
/// Pushes the ends of paths that meet the shape back to the side they come from; true when it
/// changed any.
bool sweepOut(const MovingShape& moving, const Contact& contact, Path& path);

}  // namespace mangto
