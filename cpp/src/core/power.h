#pragma once

#include <cmath>

namespace mangto {

/// base^exponent, 0 ≤ base ≤ 1, exponent ≥ 0. 곱셈과 sqrt만 쓰므로 어느 기계에서나 같은 비트이다:
/// 지수를 2진 소수로 풀어 base^(1/2), base^(1/4), …의 곱으로 만든다.
/// By multiplication and square roots only, hence the same bits everywhere: the exponent's binary
/// digits choose among base^(1/2), base^(1/4) and so on.
inline double power(double base, double exponent) {
  constexpr int kBinaryDigits = 48;
  double result = 1.0;
  double whole = std::floor(exponent);
  double fraction = exponent - whole;
  for (double square = base; whole >= 1.0; square *= square) {
    const double half = std::floor(whole / 2.0);
    if (whole - 2.0 * half == 1.0) result *= square;
    whole = half;
  }
  double root = base;
  for (int digit = 0; digit < kBinaryDigits && fraction > 0.0; ++digit) {
    root = std::sqrt(root);
    fraction *= 2.0;
    if (fraction < 1.0) continue;
    result *= root;
    fraction -= 1.0;
  }
  return result;
}

}  // namespace mangto
