#pragma once

#include "core/buffer.h"
#include "mangto/cloth.h"

namespace mangto {

struct ClothState;

/// 한 걸음이 끝났을 때 그려질 것. / What would be drawn at the end of a step.
struct Frame {
  Buffer<float> positions;
  Buffer<float> normals;
  Sphere boundingSphere;
};

/// 마지막 두 걸음. / The last two steps.
struct Frames {
  Frame from;
  Frame to;
};

/// 메모리가 모자라면 false. / False when out of memory.
bool reserveFrames(ClothState& cloth);

/// 지금의 상태를 담아 둔다. / Stores the state as it is now.
void capture(ClothState& cloth, Frame& frame);

/// 걸음 사이에 남은 시간만큼 섞어 그릴 것을 만든다. 고정점은 지금의 목표에 정확히 놓고, 나머지는
/// 고정점들이 그새 움직인 만큼 함께 옮긴다. Blends what is drawn by the time left between the
/// steps. Pinned points are exactly at their present targets; the rest moves along with them.
void blend(ClothState& cloth);

}  // namespace mangto
