#pragma once

#include "mesh/point.h"
#include "skin/skin_state.h"

namespace mangto {

/// 한 점을 데우는 뼈들: 안에서 보이는 가장 가까운 것과, 그것과 비기는 것들. 법선은 길이가 1이다.
/// The bones that heat a point: the nearest that is seen from inside, and those that tie with it.
/// The normal has length 1.
HeatAt findHeat(SkinBakeState& bake, const Point& point, const Point& normal);

}  // namespace mangto
