#pragma once

namespace mangto {

/// 거리 제약의 종류. 값은 배열의 번호로 쓴다. / Kind of distance constraint; the value indexes
/// arrays.
enum ConstraintKind { kStructural, kShear, kBend };
inline constexpr int kConstraintKinds = 3;

}  // namespace mangto
