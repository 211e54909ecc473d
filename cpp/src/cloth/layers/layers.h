#pragma once

#include <glm/vec3.hpp>
#include <memory>
#include <span>
#include <vector>

#include "cloth/layers/pair_blocks.h"
#include "cloth/layers/spatial_hash.h"
#include "core/simd.h"
#include "mangto/status.h"

namespace mangto {

struct ClothState;

/// 두 점의 짝 넷까지. / Up to four pairs of points.
struct PointPairs {
  Ids a, b;
};

/// 부딪칠 다른 천과, 지난번에 본 그 점들. / Another cloth, and its points as they were last seen.
struct OtherCloth {
  std::weak_ptr<const ClothState> cloth;
  Buffer<Vec3x4> seen;
  int jumps = 0;  ///< 지난번까지 그 천이 뛴 횟수
};

/// 점의 한 걸음. / A point's way in a step.
struct PointPath {
  glm::vec3 start, end;
};

/// 천의 겹들(자기 자신과 다른 천)이 서로 지나가지 않게 하는 것. 배열은 켤 때 잡는다.
/// What keeps the layers of a cloth, its own and those of other cloths, from passing each other.
/// The arrays are taken when it is switched on.
struct Layers {
  bool isOn = false;  ///< 제 겹끼리
  float ownThickness = 0.0F;
  float otherThickness = 0.0F;
  std::vector<OtherCloth> others;

  Buffer<PointPath> otherPaths;
  SpatialHash hash;
  PairBlocks pairs;  ///< 이 걸음에 만날 짝들
  /// 천이 `made`에서 slack/2만큼 움직일 때까지 쓰는 짝들. slack이 0이면 없다.
  /// Pairs for as long as the cloth stays within slack/2 of `made`; none when slack is 0.
  Buffer<PointPairs> list;
  std::size_t listCount = 0;
  Buffer<Vec3x4> made;
  float slack = 0.0F;

  bool active() const { return isOn || !others.empty(); }
};

/// `thickness` 0은 천의 가장 긴 변. / Thickness 0 stands for the longest edge of the cloth.
Status setSelfCollision(ClothState& cloth, float thickness);
void removeSelfCollision(ClothState& cloth);
Status setOtherCloths(ClothState& cloth, std::span<const std::shared_ptr<const ClothState>> others,
                      float thickness);

/// 적분 뒤: 걸음을 제한하고 만날 짝을 찾는다. / After the integration: limits the speed, finds
/// pairs.
void beginLayers(ClothState& cloth);

/// 마지막 걸음 뒤로 다른 천이 움직였으면 true. / True when another cloth moved after the last step.
bool otherClothsMoved(const ClothState& cloth);

/// 짝들을 떼어 놓는다. / Keeps the pairs apart.
void separateLayers(ClothState& cloth);

}  // namespace mangto
