#pragma once

#include <algorithm>
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
    size_ = std::max(size_, used_);
    return {place, block_ != nullptr ? count : 0};
  }

  /// 쓰는 때가 겹치지 않는 배열들을 한자리에 둔다: mark()로 돌아가 다시 take()한다. / Arrays that
  /// are not used at the same time share a place: rewind to a mark and take again.
  std::size_t mark() const { return used_; }
  void rewind(std::size_t mark) { used_ = mark; }

  /// 지금까지 센 크기를 할당한다. 모자라면 false. / Allocates what was measured; false when out of
  /// memory.
  bool allocate() {
    if (!allocateUnset()) return false;
    std::memset(block_, 0, size_);
    return true;
  }

  /// 0으로 채우지 않는다: 큰 덩어리를 한꺼번에 건드리지 않으려고. / The same without zeroing, which
  /// would touch all of a large block at once.
  bool allocateUnset() {
    block_ = static_cast<std::byte*>(std::aligned_alloc(kAlignment, std::max(size_, kAlignment)));
    used_ = 0;
    return block_ != nullptr;
  }

  /// 덩어리의 쪽들: 내용은 그대로 두고 만져만 본다. / The pages of the block, and touching some of
  /// them, which leaves their contents alone.
  std::size_t pages() const { return (size_ + kPage - 1) / kPage; }
  void touch(std::size_t begin, std::size_t end) {
    for (std::size_t page = begin; page < end; ++page) {
      volatile std::byte& first = block_[kPage * page];
      first = first;
    }
  }

 private:
  static constexpr std::size_t kPage = 4096;
  static constexpr std::size_t kAlignment = 64;
  std::byte* block_ = nullptr;
  std::size_t used_ = 0;
  std::size_t size_ = 0;
};

}  // namespace mangto
