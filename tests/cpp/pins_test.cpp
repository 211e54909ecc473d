#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

std::vector<float> firstRow(const Cloth& cloth, std::span<const float> values) {
  return copyOf(values.first(static_cast<std::size_t>(cloth.fabric().columns()) * 3));
}

TEST(Pins, StartWithTheirTargetsWhereTheyAre) {
  const auto cloth = makeCloth(hangingSheet(4, 4));
  EXPECT_EQ(bits(cloth->pinTargets()), bits(cloth->positions()));
}

TEST(Pins, AreExactlyAtTheirTargetsAfterEveryStepWhateverPullsAtThem) {
  ClothOptions options;
  options.wind = {30.0F, 0.0F, 30.0F};
  options.floor = 9.98F;  // 고정점 위까지 올라온 바닥도 고정점은 밀지 못한다.
  const auto cloth = makeCloth(hangingSheet(12, 17), options);
  ASSERT_TRUE(cloth->setCapsules(std::vector<Capsule>{{{0, 10, 0}, {1, 10, 0}, 0.3F}}).ok());
  for (int k = 0; k < 120; ++k) {
    movePinTargets(*cloth, {1.0F / 64, k % 2 != 0 ? 1.0F / 32 : -1.0F / 32, 1.0F / 128});
    run(*cloth, 1);
    ASSERT_EQ(firstRow(*cloth, cloth->positions()), firstRow(*cloth, cloth->pinTargets())) << k;
  }
}

TEST(Pins, PayNoHeedToTheTargetsOfFreePoints) {
  const auto cloth = makeCloth(hangingSheet(5, 4));
  const auto twin = makeCloth(hangingSheet(5, 4));
  const std::span<float> free = cloth->pinTargets().subspan(15);
  std::fill(free.begin(), free.end(), std::numeric_limits<float>::quiet_NaN());
  run(*cloth, 30);
  run(*twin, 30);
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
}

TEST(Pins, WorkAnywhereInTheGrid) {
  const auto scattered = [](int column, int row) { return (column * 5 + row * 3) % 7 == 0; };
  const auto cloth = makeCloth(hangingSheet(13, 9, scattered));
  int pinned = 0;
  for (int k = 0; k < 30; ++k) {
    movePinTargets(*cloth, {0.0F, 0.0F, 1.0F / 64});
    run(*cloth, 1);
  }
  for (int point = 0; point < cloth->fabric().points(); ++point) {
    const int column = point % 13;
    const int row = point / 13;
    EXPECT_EQ(cloth->fabric().pinned(point), scattered(column, row));
    if (!cloth->fabric().pinned(point)) continue;
    ++pinned;
    EXPECT_EQ(pointOf(*cloth, column, row).z, 30.0 / 64);
  }
  EXPECT_GT(pinned, 10);
}

// 걷는 속도에 다다른 뒤에는 천이 핀과 함께 고르게 움직인다: 이전 위치가 남겨지면 걸음마다 홱
// 당겨진다.
TEST(Pins, ThatWalkAtASteadyPaceLeaveNoJerkInTheCloth) {
  const auto cloth = makeCloth(hangingSheet(12, 17, topRow, {.top = 2.0F}));
  std::vector<float> last = copyOf(cloth->positions());
  std::vector<float> beforeLast = last;
  float jerk = 0.0F;
  for (int k = 0; k < 700; ++k) {
    movePinTargets(*cloth, {0.0F, 0.0F, 1.0F / 128});
    run(*cloth, 1);
    const std::span<const float> now = cloth->positions();
    for (std::size_t n = 0; k > 600 && n < now.size(); ++n) {
      jerk = std::max(jerk, std::abs(now[n] - 2.0F * last[n] + beforeLast[n]));
    }
    beforeLast = std::move(last);
    last = copyOf(now);
  }
  EXPECT_LT(jerk, 5e-5F);
}

TEST(Pins, CarryTheirPreviousPositionSoThatAStopIsAStop) {
  ClothOptions options;
  options.gravity = glm::vec3(0.0F);
  const auto cloth = makeCloth(hangingSheet(12, 17), options);
  movePinTargets(*cloth, {0.0F, 0.0F, 1.0F / 64});
  run(*cloth, 1);
  for (int column = 0; column < 12; ++column) {
    EXPECT_EQ(pointOf(*cloth, column, 0).z, 1.0 / 64);
    EXPECT_LT(std::abs(pointOf(*cloth, column, 1).z), 1.0 / 64);
  }
  run(*cloth, 1);
  for (int column = 0; column < 12; ++column) EXPECT_EQ(pointOf(*cloth, column, 0).z, 1.0 / 64);
}

TEST(Pins, ThatJumpDoNotShakeTheClothWhichHangsInTheNewPlaceAsBefore) {
  const auto cloth = makeCloth(hangingSheet(12, 17));
  run(*cloth, 1200);
  const std::vector<float> before = copyOf(cloth->positions());
  movePinTargets(*cloth, {0.0F, 0.0F, 0.25F});
  double peak = 0.0;
  for (int k = 0; k < 600; ++k) {
    run(*cloth, 1);
    peak = std::max(peak, verticalStretch(*cloth, kSpacing).firstRow);
  }
  EXPECT_LT(peak, 0.5);
  for (std::size_t k = 0; k < before.size(); ++k) {
    ASSERT_NEAR(cloth->positions()[k], before[k] + (k % 3 == 2 ? 0.25F : 0.0F), 2e-3);
  }
}

TEST(Pins, ThatJumpFiveMetresAndBackLeaveTheClothFiniteAndNoLongerThanBefore) {
  const auto cloth = makeCloth(hangingSheet(12, 17));
  run(*cloth, 300);
  const double before = verticalStretch(*cloth, kSpacing).all;
  movePinTargets(*cloth, {5.0F, 0.0F, 0.0F});
  run(*cloth, 60);
  EXPECT_TRUE(allFinite(cloth->positions()));
  movePinTargets(*cloth, {-5.0F, 0.0F, 0.0F});
  run(*cloth, 1800);
  EXPECT_LT(verticalStretch(*cloth, kSpacing).all, before + 0.01);
}

TEST(Pins, SkipTheConstraintsBetweenTwoOfThem) {
  const auto cloth = makeCloth(hangingSheet(4, 4, [](int, int) { return true; }));
  for (float& value : cloth->pinTargets()) value *= 3.0F;
  run(*cloth, 10);
  EXPECT_EQ(bits(cloth->positions()), bits(cloth->pinTargets()));
  // 모두 한 점에 모여 길이가 0이 되어도 수가 아닌 것이 생기지 않는다.
  std::fill(cloth->pinTargets().begin(), cloth->pinTargets().end(), 1.0F);
  run(*cloth, 10);
  EXPECT_EQ(bits(cloth->positions()), bits(cloth->pinTargets()));
  EXPECT_TRUE(allFinite(cloth->normals()));
}

TEST(Pins, PressedIntoOnePointLeaveTheFreePointsFinite) {
  const auto cloth = makeCloth(hangingSheet(5, 5));
  for (int column = 0; column < 5; ++column) {
    for (const int i : {0, 1, 2}) cloth->pinTargets()[column * 3 + i] = i == 1 ? 10.0F : 0.0F;
  }
  run(*cloth, 300);
  EXPECT_TRUE(allFinite(cloth->positions()));
  EXPECT_TRUE(allFinite(cloth->normals()));
}

}  // namespace
}  // namespace mangto::test
