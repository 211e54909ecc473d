#pragma once

#include <string>
#include <utility>

namespace mangto {

/// 실패의 종류. TypeScript 층의 `MangtoError.code`와 하나씩 짝을 이룬다.
/// Kind of failure; each has its twin in `MangtoError.code` of the TypeScript layer.
enum class StatusCode { kOk, kInvalidArgument, kOutOfMemory };

/// 예외 없이 돌려주는 결과: 무엇이(인자 이름) 어떤 값이라서 틀렸는지를 `message`에 담는다.
/// Outcome of a call, without exceptions: `message` names the argument and the value that was
/// wrong. A call that does not return `kOk` has changed nothing.
struct [[nodiscard]] Status {
  StatusCode code = StatusCode::kOk;
  std::string message;

  bool ok() const { return code == StatusCode::kOk; }
};

/// 값 또는 실패. `status.ok()`일 때만 `value`를 쓴다.
/// A value or a failure; `value` is meaningful only when `status.ok()`.
template <typename T>
struct [[nodiscard]] Result {
  Status status;
  T value{};

  Result(T v) : value(std::move(v)) {}        // NOLINT(google-explicit-constructor): return value;
  Result(Status s) : status(std::move(s)) {}  // NOLINT(google-explicit-constructor): return status;
  bool ok() const { return status.ok(); }
};

}  // namespace mangto
