#pragma once

#include <span>
#include <vector>

#include "mangto/skin_bake.h"

namespace mangto {

/// 뼈들의 선분: 먼저 active의 차례로 뼈마다 하나, 그다음에 부모의 가운데에서 꼬리가 닿지 않는
/// 아이의 머리로 가는 것들(가슴에서 두 어깨로). 이것들도 부모의 것이다. The segments of the bones:
/// one each in the order of `active`, then those from the middle of a parent to the heads of
/// children that its tail does not reach (chest to shoulders), which are the parent's, too.
struct Segments {
  std::vector<SkinBone> bones;
  std::vector<int> owners;  ///< positions in `active`
};
Segments findSegments(std::span<const SkinBone> bones, std::span<const int> active);

}  // namespace mangto
