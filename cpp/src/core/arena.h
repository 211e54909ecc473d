#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>

namespace mangto {

/// 배열 여럿을 한 덩어리로 할당한다. 같은 take() 순서를 두 번 부른다: 먼저 크기를 세고, allocate()
/// 뒤에 실제 자리를 받는다. 그래서 메모리가 모자라면 반쯤 만들어진 것이 남지 않는다. Allocates many
/// arrays as one zeroed block. The same sequence of take() calls is made twice: first to measure,
/// then, after allocate(), to hand out the places.
class Arena {
 public:
  Arena() = default;
  ~Arena() { std::free(block_); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <typename T>
  std::span<T> take(std::size_t count) {
    T* place = block_ != nullptr ? reinterpret_cast<T*>(block_ + used_) : nullptr;
    used_ += (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
    return {place, block_ != nullptr ? count : 0};
  }

  /// 지금까지 센 크기를 할당한다. 모자라면 false이고, 다시 처음부터 셀 수 있다. / Allocates what
  /// was measured; false when out of memory, and the measuring may start anew.
  bool allocate() {
    const std::size_t size = used_;
    used_ = 0;
    block_ = static_cast<std::byte*>(std::aligned_alloc(kAlignment, size > 0 ? size : kAlignment));
    if (block_ == nullptr) return false;
    std::memset(block_, 0, size);
    return true;
  }

 private:
  static constexpr std::size_t kAlignment = 64;
  std::byte* block_ = nullptr;
  std::size_t used_ = 0;
};

}  // namespace mangto
