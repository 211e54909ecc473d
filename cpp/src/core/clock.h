#pragma once

#include <chrono>

namespace mangto {

/// 만든 때부터 흐른 시간. WASM에서는 performance.now()를 읽는다. / Time since it was made; reads
/// performance.now() in WASM.
class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace mangto
