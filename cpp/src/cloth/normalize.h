#pragma once

#include <span>

#include "core/simd.h"

namespace mangto {

/// 단위 길이로. 넓이가 없는 곳의 법선은 three에서처럼 0으로 남는다.
/// To unit length; zero vectors stay zero, as in three.
inline void normalizeAll(std::span<Vec3x4> vectors) {
  for (Vec3x4& n : vectors) {
    const f32x4 length = sqrt(dot(n, n));
    n = n * (splat(1.0F) / select(length > splat(0.0F), length, splat(1.0F)));
  }
}

}  // namespace mangto
