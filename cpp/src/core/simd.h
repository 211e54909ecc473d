#pragma once

// 네 줄기 SIMD의 얇은 껍질. 사칙연산은 컴파일러의 벡터 확장이 wasm_simd128과 SSE 명령으로 바꾼다.
// 여기 있는 연산은 모두 IEEE 754로 정확히 정해져 있어 어느 기계에서나 같은 비트를 낸다.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <glm/vec3.hpp>

// MANGTO_NO_SIMD: 명령을 직접 부르지 않는다. 다른 기계가 가는 길을 시험할 때 쓴다.
#if defined(MANGTO_NO_SIMD)
#elif defined(__wasm_simd128__)
#define MANGTO_SIMD_WASM
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#define MANGTO_SIMD_SSE2
#include <emmintrin.h>
#endif

namespace mangto {

using f32x4 = float __attribute__((vector_size(16)));
using i32x4 = std::int32_t __attribute__((vector_size(16)));

inline constexpr int kLanes = 4;

inline f32x4 splat(float value) { return f32x4{value, value, value, value}; }

/// 정렬되지 않은 자리의 수 넷. / Four numbers from any place.
inline f32x4 load(const float* place) {
  f32x4 v;
  std::memcpy(&v, place, sizeof v);
  return v;
}

inline f32x4 sqrt(f32x4 v) {
#if defined(MANGTO_SIMD_WASM)
  return reinterpret_cast<f32x4>(wasm_f32x4_sqrt(reinterpret_cast<v128_t>(v)));
#elif defined(MANGTO_SIMD_SSE2)
  return reinterpret_cast<f32x4>(_mm_sqrt_ps(reinterpret_cast<__m128>(v)));
#else
  return f32x4{std::sqrt(v[0]), std::sqrt(v[1]), std::sqrt(v[2]), std::sqrt(v[3])};
#endif
}

inline f32x4 min(f32x4 a, f32x4 b) {
#if defined(MANGTO_SIMD_WASM)
  return reinterpret_cast<f32x4>(
      wasm_f32x4_pmin(reinterpret_cast<v128_t>(b), reinterpret_cast<v128_t>(a)));
#elif defined(MANGTO_SIMD_SSE2)
  return reinterpret_cast<f32x4>(
      _mm_min_ps(reinterpret_cast<__m128>(a), reinterpret_cast<__m128>(b)));
#else
  return a < b ? a : b;
#endif
}

inline f32x4 max(f32x4 a, f32x4 b) {
#if defined(MANGTO_SIMD_WASM)
  return reinterpret_cast<f32x4>(
      wasm_f32x4_pmax(reinterpret_cast<v128_t>(b), reinterpret_cast<v128_t>(a)));
#elif defined(MANGTO_SIMD_SSE2)
  return reinterpret_cast<f32x4>(
      _mm_max_ps(reinterpret_cast<__m128>(a), reinterpret_cast<__m128>(b)));
#else
  return a > b ? a : b;
#endif
}

inline f32x4 abs(f32x4 v) { return max(v, -v); }

/// mask의 비트가 켜진 줄기는 a, 아니면 b. / a where the mask is set, b elsewhere.
inline f32x4 select(i32x4 mask, f32x4 a, f32x4 b) {
  return reinterpret_cast<f32x4>((mask & reinterpret_cast<i32x4>(a)) |
                                 (~mask & reinterpret_cast<i32x4>(b)));
}

inline bool anyTrue(i32x4 mask) {
#if defined(MANGTO_SIMD_WASM)
  return wasm_v128_any_true(reinterpret_cast<v128_t>(mask));
#elif defined(MANGTO_SIMD_SSE2)
  return _mm_movemask_ps(reinterpret_cast<__m128>(mask)) != 0;
#else
  return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
#endif
}

/// (v0, v1, v2, v3) → (v1, v2, v3, v0)
inline f32x4 rotateLeft(f32x4 v) { return __builtin_shufflevector(v, v, 1, 2, 3, 0); }
/// (v0, v1, v2, v3) → (v3, v0, v1, v2)
inline f32x4 rotateRight(f32x4 v) { return __builtin_shufflevector(v, v, 3, 0, 1, 2); }

/// 점 네 개의 좌표. / Coordinates of four points.
struct Vec3x4 {
  f32x4 x, y, z;
};

inline Vec3x4 splat(const glm::vec3& v) { return {splat(v.x), splat(v.y), splat(v.z)}; }

inline Vec3x4 operator+(const Vec3x4& a, const Vec3x4& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3x4 operator-(const Vec3x4& a, const Vec3x4& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3x4 operator*(const Vec3x4& a, f32x4 s) { return {a.x * s, a.y * s, a.z * s}; }
inline f32x4 dot(const Vec3x4& a, const Vec3x4& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3x4 cross(const Vec3x4& a, const Vec3x4& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Vec3x4 min(const Vec3x4& a, const Vec3x4& b) {
  return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)};
}
inline Vec3x4 max(const Vec3x4& a, const Vec3x4& b) {
  return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)};
}
inline Vec3x4 select(i32x4 mask, const Vec3x4& a, const Vec3x4& b) {
  return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z)};
}
inline bool same(f32x4 a, f32x4 b) { return !anyTrue(a != b); }
inline bool same(const Vec3x4& a, const Vec3x4& b) {
  return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z);
}
inline Vec3x4 rotateLeft(const Vec3x4& v) {
  return {rotateLeft(v.x), rotateLeft(v.y), rotateLeft(v.z)};
}
inline Vec3x4 rotateRight(const Vec3x4& v) {
  return {rotateRight(v.x), rotateRight(v.y), rotateRight(v.z)};
}

}  // namespace mangto
