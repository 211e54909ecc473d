#pragma once

#include "core/simd.h"

namespace mangto {

/// 벡터 넷의 성분을 줄기로 바꾼다(4×4 전치). / Transposes four (x, y, z, ·) into lanes.
inline Vec3x4 toLanes(const f32x4* p) {
  const f32x4 xy01 = __builtin_shufflevector(p[0], p[1], 0, 4, 1, 5);
  const f32x4 xy23 = __builtin_shufflevector(p[2], p[3], 0, 4, 1, 5);
  const f32x4 z01 = __builtin_shufflevector(p[0], p[1], 2, 6, 3, 7);
  const f32x4 z23 = __builtin_shufflevector(p[2], p[3], 2, 6, 3, 7);
  return {__builtin_shufflevector(xy01, xy23, 0, 1, 4, 5),
          __builtin_shufflevector(xy01, xy23, 2, 3, 6, 7),
          __builtin_shufflevector(z01, z23, 0, 1, 4, 5)};
}

/// toLanes의 거꾸로, 넷째 성분은 w. / The inverse of toLanes with w as the fourth component.
inline void fromLanes(const Vec3x4& v, f32x4 w, f32x4* p) {
  const f32x4 xy01 = __builtin_shufflevector(v.x, v.y, 0, 4, 1, 5);
  const f32x4 xy23 = __builtin_shufflevector(v.x, v.y, 2, 6, 3, 7);
  const f32x4 zw01 = __builtin_shufflevector(v.z, w, 0, 4, 1, 5);
  const f32x4 zw23 = __builtin_shufflevector(v.z, w, 2, 6, 3, 7);
  p[0] = __builtin_shufflevector(xy01, zw01, 0, 1, 4, 5);
  p[1] = __builtin_shufflevector(xy01, zw01, 2, 3, 6, 7);
  p[2] = __builtin_shufflevector(xy23, zw23, 0, 1, 4, 5);
  p[3] = __builtin_shufflevector(xy23, zw23, 2, 3, 6, 7);
}
inline void fromLanes(const Vec3x4& v, f32x4* p) { fromLanes(v, f32x4{}, p); }

}  // namespace mangto
