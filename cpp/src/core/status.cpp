#include <cmath>
#include <cstdio>

#include "core/check.h"

namespace mangto {
namespace {

/// JavaScript에서 보이는 것과 같은 글자로. / As JavaScript would print it.
std::string text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0.0 ? "Infinity" : "-Infinity";
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.9g", value);
  return buffer;
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
