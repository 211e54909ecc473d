#pragma once

#include <chrono>

namespace mangto {

/// 뒤로 가지 않는 시계(ms). / A clock that never goes back, in milliseconds.
inline double nowMs() {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  return Milliseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace mangto
