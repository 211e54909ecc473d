#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/arena.h"
#include "core/check.h"
#include "core/simd.h"

// 공개된 얼굴이 없는 조각들. SIMD 없는 빌드에서도 같은 시험을 한다.

namespace mangto {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

void expectLanes(f32x4 actual, f32x4 expected) {
  for (int lane = 0; lane < kLanes; ++lane) EXPECT_EQ(actual[lane], expected[lane]) << lane;
}

TEST(Check, WritesNumbersWithNineDigitsAsPrintfDoes) {
  for (const auto& [value, text] :
       std::vector<std::pair<double, std::string>>{{1.0, "1"},
                                                   {-0.1, "-0.1"},
                                                   {static_cast<double>(0.1F), "0.100000001"},
                                                   {1.0 / 3.0, "0.333333333"},
                                                   {0.0001, "0.0001"},
                                                   {1.25e-5, "1.25e-05"},
                                                   {123456789.0, "123456789"},
                                                   {1234567890.0, "1.23456789e+09"},
                                                   {99999.99999, "100000"},
                                                   {9.9999999996, "10"},
                                                   {5e-324, "4.94065646e-324"},
                                                   {-1.7e308, "-1.7e+308"}}) {
    const Status status = checkNumber("x", value, 2.0, 1.0);
    EXPECT_EQ(status.message, "x must be a finite number from 2 to 1, got " + text);
  }
}

TEST(Simd, SquareRootIsTheNearestFloat) {
  const f32x4 v{2.0F, 1.0e-20F, 3.0e30F, 0.0F};
  const f32x4 root = sqrt(v);
  for (int lane = 0; lane < kLanes; ++lane) EXPECT_EQ(root[lane], std::sqrt(v[lane]));
}

TEST(Simd, MinAndMaxTakeTheSecondOperandWhenOneIsNotANumber) {
  const f32x4 a{1.0F, -2.0F, kNan, 4.0F};
  const f32x4 b{3.0F, -5.0F, 7.0F, kNan};
  const f32x4 least = min(a, b);
  const f32x4 greatest = max(a, b);
  expectLanes(select(i32x4{-1, -1, -1, 0}, least, splat(0.0F)), f32x4{1.0F, -5.0F, 7.0F, 0.0F});
  expectLanes(select(i32x4{-1, -1, -1, 0}, greatest, splat(0.0F)), f32x4{3.0F, -2.0F, 7.0F, 0.0F});
  EXPECT_TRUE(std::isnan(least[3]));
  EXPECT_TRUE(std::isnan(greatest[3]));
}

TEST(Simd, MinAndMaxKeepTheSecondOfTwoEqualZeros) {
  const f32x4 minus = splat(-0.0F);
  const f32x4 plus = splat(0.0F);
  EXPECT_FALSE(std::signbit(min(minus, plus)[0]));
  EXPECT_TRUE(std::signbit(min(plus, minus)[0]));
  EXPECT_FALSE(std::signbit(max(minus, plus)[0]));
  EXPECT_TRUE(std::signbit(max(plus, minus)[0]));
}

TEST(Simd, SelectTakesLanesByTheMask) {
  const f32x4 a{1.0F, 2.0F, 3.0F, 4.0F};
  const f32x4 b{5.0F, 6.0F, kInfinity, 8.0F};
  expectLanes(select(a < splat(2.5F), a, b), f32x4{1.0F, 2.0F, kInfinity, 8.0F});
}

TEST(Simd, AnyTrueSeesEveryLane) {
  EXPECT_FALSE(anyTrue(i32x4{0, 0, 0, 0}));
  for (int lane = 0; lane < kLanes; ++lane) {
    i32x4 mask{0, 0, 0, 0};
    mask[lane] = -1;
    EXPECT_TRUE(anyTrue(mask)) << lane;
  }
}

TEST(Simd, RotationsMoveEveryLaneByOneAndUndoEachOther) {
  const f32x4 v{1.0F, 2.0F, 3.0F, 4.0F};
  expectLanes(rotateLeft(v), f32x4{2.0F, 3.0F, 4.0F, 1.0F});
  expectLanes(rotateRight(v), f32x4{4.0F, 1.0F, 2.0F, 3.0F});
  expectLanes(rotateRight(rotateLeft(v)), v);
}

TEST(Simd, VectorsOfFourPointsFollowTheirFormulas) {
  const Vec3x4 x{splat(1.0F), splat(0.0F), splat(0.0F)};
  const Vec3x4 y{splat(0.0F), splat(1.0F), splat(0.0F)};
  expectLanes(cross(x, y).z, splat(1.0F));
  expectLanes(cross(y, x).z, splat(-1.0F));
  const Vec3x4 v = x * splat(3.0F) + y * splat(4.0F) - x;
  expectLanes(dot(v, v), splat(20.0F));
}

TEST(Arena, HandsOutZeroedAlignedPlacesThatDoNotOverlap) {
  Arena arena;
  const auto carve = [&arena] {
    const auto bytes = arena.take<std::uint8_t>(3);
    return std::pair(bytes, arena.take<Vec3x4>(5));
  };
  EXPECT_EQ(carve().first.size(), 0U);  // 재기만 할 때는 자리가 없다.
  ASSERT_TRUE(arena.allocate());
  const auto [bytes, blocks] = carve();
  ASSERT_EQ(bytes.size(), 3U);
  ASSERT_EQ(blocks.size(), 5U);
  for (const std::uint8_t byte : bytes) EXPECT_EQ(byte, 0);
  for (const Vec3x4& block : blocks) expectLanes(block.z, splat(0.0F));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks.data()) % 64, 0U);
  EXPECT_GE(reinterpret_cast<std::uintptr_t>(blocks.data()),
            reinterpret_cast<std::uintptr_t>(bytes.data()) + 3);
  blocks[4] = {splat(1.0F), splat(2.0F), splat(3.0F)};
  expectLanes(blocks[4].y, splat(2.0F));
}

TEST(Arena, OfNothingCanBeAllocated) {
  Arena arena;
  EXPECT_TRUE(arena.allocate());
  EXPECT_EQ(arena.take<float>(0).size(), 0U);
}

}  // namespace
}  // namespace mangto
