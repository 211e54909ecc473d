#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace mangto {

/// 예외 없이 자라는 배열. 새로 자란 곳의 내용은 정해져 있지 않다. / An array that grows without
/// exceptions; what it grew by is not initialised.
template <typename T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  /// 자리만 마련한다. / Makes room, without a change of size. False when out of memory.
  bool reserve(std::size_t count) {
    if (count <= capacity_) return true;
    std::unique_ptr<T, Free> bigger(static_cast<T*>(std::malloc(count * sizeof(T))));
    if (bigger == nullptr) return false;
    std::copy_n(data_.get(), size_, bigger.get());
    data_ = std::move(bigger);
    capacity_ = count;
    return true;
  }

  /// 크기를 바꾸고 앞의 내용을 지킨다. 메모리가 모자라면 false이고 그대로이다. / Keeps what fits of
  /// the contents. False when out of memory, and nothing changes.
  bool resize(std::size_t count) {
    if (!reserve(count)) return false;
    size_ = count;
    return true;
  }

  /// 뒤에 하나를 더한다. 메모리가 모자라면 false이고 그대로이다. / Appends; false when out of
  /// memory, and nothing changes.
  bool push(const T& value) {
    if (size_ == capacity_ && !reserve(std::max<std::size_t>(2 * capacity_, 16))) return false;
    data_.get()[size_++] = value;
    return true;
  }
  void clear() { size_ = 0; }

  T* data() { return data_.get(); }
  std::span<T> span() { return {data_.get(), size_}; }
  std::span<const T> span() const { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// 큰 배열들 말고 함께 드는 작은 객체들의 몫(바이트). / Bytes for the small objects beside the big
/// arrays.
inline constexpr std::size_t kSmallObjects = 64 * 1024;

/// 표준 컨테이너들이 곧 쓸 `bytes`가 있는지 미리 본다: 예외 없는 빌드에서 그들은 실패를 알릴 수
/// 없다. Whether `bytes` are free for the standard containers to come, which cannot report failure
/// themselves.
inline bool canAllocate(std::size_t bytes) {
  // volatile이 아니면 컴파일러가 malloc과 free를 함께 지우고 늘 성공한다고 본다.
  void* volatile probe = std::malloc(bytes);
  const bool fits = probe != nullptr;
  std::free(probe);
  return fits;
}

}  // namespace mangto
