#pragma once

#include <glm/vec3.hpp>
#include <string>

#include "mangto/status.h"

// 밖에서 온 값의 검사. 통과하면 비어 있는 Status를 준다.

namespace mangto {

/// `name`이 [low, high]의 유한한 수인지. / Whether `name` is a finite number in [low, high].
Status checkNumber(const std::string& name, double value, double low, double high);

/// `name`이 [low, high]의 정수인지. / Whether `name` is an integer in [low, high].
Status checkInteger(const std::string& name, long long value, long long low, long long high);

/// 세 성분이 모두 유한하고 크기가 `limit` 이하인지. / Whether all components are finite and at most
/// `limit`.
Status checkVector(const std::string& name, const glm::dvec3& value, double limit);

/// 통과했으면 값을 넣는다. / Stores the value when the check has passed.
template <typename T, typename V>
Status assign(Status status, T& place, const V& value) {
  if (status.ok()) place = static_cast<T>(value);
  return status;
}

Status outOfMemory(const std::string& what);

}  // namespace mangto
