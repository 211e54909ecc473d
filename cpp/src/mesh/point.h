#pragma once

#include <array>
#include <cmath>

namespace mangto {

/// 한 점이나 방향. / A point or a direction.
using Point = std::array<float, 3>;

inline Point operator+(const Point& a, const Point& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Point operator-(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Point operator*(const Point& a, float s) { return {a[0] * s, a[1] * s, a[2] * s}; }
inline float dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline float lengthOf(const Point& a) { return std::sqrt(dot(a, a)); }
/// 길이를 1로, 0은 그대로. / Of length 1; 0 stays.
inline Point unit(const Point& a) {
  const float length = lengthOf(a);
  return length > 0.0F ? a * (1.0F / length) : a;
}

}  // namespace mangto
