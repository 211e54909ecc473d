#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <limits>
#include <span>
#include <vector>

// 퍼저가 주는 바이트를 값으로 읽는다. / Reads values from the fuzzer's bytes.

namespace mangto::fuzz {

/// 어긴 약속에서 멈추면 퍼저가 그 입력을 남긴다. / Stops at a broken promise; the fuzzer then keeps
/// the input.
inline void require(bool kept) {
  if (!kept) std::abort();
}

inline void requireFinite(std::span<const float> numbers) {
  for (const float number : numbers) require(std::isfinite(number));
}

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

  bool left() { return bytes_.remaining_bytes() > 0; }
  bool flip() { return bytes_.ConsumeBool(); }
  int integer(int low, int high) { return bytes_.ConsumeIntegralInRange(low, high); }

  /// 범위 안의 정수, 드물게는 끝의 정수. / An integer of the range, at times an extreme one.
  int wildInteger(int low, int high) {
    static constexpr std::array kExtremes{-1, std::numeric_limits<int>::min(),
                                          std::numeric_limits<int>::max()};
    return integer(0, 31) == 0 ? bytes_.PickValueInArray(kExtremes) : integer(low, high);
  }

  /// 대개 범위 안의 성긴 값(서로 같은 값이 잦도록), 드물게는 모서리 값이나 아무 비트. / Mostly a
  /// coarse value of the range, so that values coincide; at times an extreme one or any bits.
  float number(float low, float high) {
    static constexpr std::array kExtremes{0.0F,   -0.0F,   1.0e-30F,  1.0e-6F,    -1.0e-3F, 1.0F,
                                          1.0e3F, -1.0e3F, 1.0e6F,    -1.0e6F,    1.0e7F,   1.0e30F,
                                          kTiny,  -kTiny,  kInfinity, -kInfinity, kNaN};
    constexpr int kCoarse = 240;
    const int kind = integer(0, 255);
    if (kind == 255) return std::bit_cast<float>(bytes_.ConsumeIntegral<std::uint32_t>());
    if (kind > kCoarse) return bytes_.PickValueInArray(kExtremes);
    return low + (high - low) * static_cast<float>(kind) / static_cast<float>(kCoarse);
  }

  glm::vec3 vector(float size) {
    const float x = number(-size, size);
    const float y = number(-size, size);
    return {x, y, number(-size, size)};
  }

  glm::vec4 quaternion() { return {vector(1.0F), number(-1.0F, 1.0F)}; }

  std::vector<float> numbers(std::size_t count, float low, float high) {
    std::vector<float> list;
    for (std::size_t k = 0; k < count; ++k) list.push_back(number(low, high));
    return list;
  }

  /// 대개 `count`개, 드물게는 다른 개수. / Mostly `count` numbers, at times another number of them.
  std::vector<float> wildNumbers(std::size_t count, float low, float high) {
    return numbers(integer(0, 15) == 0 ? integer(0, 40) : count, low, high);
  }

  /// 0…vertices - 1의 번호들, 드물게는 벗어난 번호. / Indices, at times out of range.
  std::vector<std::uint32_t> indices(std::size_t count, int vertices) {
    std::vector<std::uint32_t> list;
    for (std::size_t k = 0; k < count; ++k)
      list.push_back(static_cast<std::uint32_t>(
          integer(0, 255) == 0 ? wildInteger(0, vertices) : integer(0, std::max(vertices - 1, 0))));
    return list;
  }

 private:
  static constexpr float kTiny = std::numeric_limits<float>::denorm_min();
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  static constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

  FuzzedDataProvider bytes_;
};

}  // namespace mangto::fuzz
