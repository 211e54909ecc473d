#include <cmath>
#include <string>

#include "core/check.h"

namespace mangto {
namespace {

constexpr int kDigits = 9;

/// value ≈ digits / 10^(kDigits - 1) · 10^exponent, digits는 kDigits 자리.
struct Decimal {
  long long digits;
  int exponent;
};

Decimal decimalOf(double positive) {
  constexpr long long kUnit = 100'000'000;  // 10^(kDigits - 1)
  int exponent = 0;
  for (; positive >= 10.0; ++exponent) positive /= 10.0;
  for (; positive < 1.0; --exponent) positive *= 10.0;
  const auto digits = std::llround(positive * kUnit);
  // 9.9999999996은 10이 된다.
  return digits < 10 * kUnit ? Decimal{digits, exponent} : Decimal{kUnit, exponent + 1};
}

/// printf의 "%.9g"와 같다. printf를 부르면 WASM이 5 KB 늘어난다.
/// The same as "%.9g" of printf, which would add 5 KB to the WASM.
std::string text(double value) {
  if (std::isnan(value)) return "NaN";
  if (value < 0.0) return "-" + text(-value);
  if (std::isinf(value)) return "Infinity";
  if (value == 0.0) return "0";
  const auto [digits, exponent] = decimalOf(value);
  std::string out = std::to_string(digits);
  out.erase(out.find_last_not_of('0') + 1);
  if (exponent < -4 || exponent >= kDigits) {
    if (out.size() > 1) out.insert(1, ".");
    const std::string size = std::to_string(std::abs(exponent));
    return out + (exponent < 0 ? "e-" : "e+") + (size.size() < 2 ? "0" : "") + size;
  }
  if (exponent < 0) return "0." + std::string(-exponent - 1, '0') + out;
  const std::size_t whole = static_cast<std::size_t>(exponent) + 1;
  if (out.size() <= whole) return out + std::string(whole - out.size(), '0');
  return out.insert(whole, ".");
}

Status invalid(const std::string& name, const std::string& expected, const std::string& got) {
  return {StatusCode::kInvalidArgument, name + " must be " + expected + ", got " + got};
}

}  // namespace

Status checkNumber(const std::string& name, double value, double low, double high) {
  // NaN은 어떤 비교에서도 거짓이다.
  if (value >= low && value <= high) return {};
  return invalid(name, "a finite number from " + text(low) + " to " + text(high), text(value));
}

Status checkInteger(const std::string& name, long long value, long long low, long long high) {
  if (value >= low && value <= high) return {};
  return invalid(name, "an integer from " + std::to_string(low) + " to " + std::to_string(high),
                 std::to_string(value));
}

Status checkVector(const std::string& name, const glm::dvec3& value, double limit) {
  for (int i = 0; i < 3; ++i) {
    if (!(std::abs(value[i]) <= limit)) {
      return invalid(name, "three finite numbers of at most " + text(limit) + " in size",
                     "[" + text(value.x) + ", " + text(value.y) + ", " + text(value.z) + "]");
    }
  }
  return {};
}

Status outOfMemory(const std::string& what) {
  return {StatusCode::kOutOfMemory, "not enough memory for " + what};
}

}  // namespace mangto
