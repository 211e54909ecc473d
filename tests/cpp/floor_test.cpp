#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

float lowest(const Cloth& cloth) {
  float least = std::numeric_limits<float>::infinity();
  const std::span<const float> p = cloth.positions();
  for (std::size_t k = 1; k < p.size(); k += 3) least = std::min(least, p[k]);
  return least;
}

TEST(Floor, KeepsEveryFreePointAtOrAboveItInEveryStep) {
  ClothOptions options;
  options.wind = {0.3F, 0.0F, 1.0F};
  const auto cloth = makeCloth(hangingSheet(12, 12, nowhere, {.top = 1.5F}), options);
  for (int k = 0; k < 300; ++k) {
    run(*cloth, 1);
    ASSERT_GE(lowest(*cloth), 0.02F) << "step " << k;
  }
  EXPECT_EQ(lowest(*cloth), 0.02F);
}

TEST(Floor, HalvesTheSlidingSpeedInEveryStep) {
  ClothOptions options = loosePoints();
  options.gravity = {30.0F, 0.0F, 15.0F};
  options.damping = 1.0F;
  options.floor = 0.5F;
  options.iterations = 1;
  const auto cloth = makeCloth(lyingSheet(3, 3, nowhere, {.top = 0.5F}), options);
  run(*cloth, 30);
  ASSERT_TRUE(cloth->setGravity({0.0, -9.8, 0.0}).ok());
  glm::dvec3 before = pointOf(*cloth, 1, 1);
  std::vector<glm::dvec3> speeds;
  for (int k = 0; k < 6; ++k) {
    run(*cloth, 1);
    const glm::dvec3 now = pointOf(*cloth, 1, 1);
    speeds.push_back(now - before);
    before = now;
  }
  for (std::size_t k = 1; k < speeds.size(); ++k) {
    EXPECT_NEAR(speeds[k].x / speeds[k - 1].x, 0.5, 0.005);
    EXPECT_NEAR(speeds[k].z / speeds[k - 1].z, 0.5, 0.005);
    EXPECT_EQ(speeds[k].y, 0.0);
  }
}

TEST(Floor, DoesNotMovePinnedPoints) {
  ClothOptions options;
  options.floor = 0.0F;
  const auto cloth = makeCloth(hangingSheet(4, 4, topRow, {.top = -1.0F}), options);
  run(*cloth, 30);
  for (int column = 0; column < 4; ++column) EXPECT_EQ(pointOf(*cloth, column, 0).y, -1.0);
  EXPECT_GE(pointOf(*cloth, 0, 2).y, 0.0);
}

TEST(Floor, MayBeAnywhereAndAbsent) {
  const auto cloth = makeCloth(hangingSheet(4, 4, nowhere, {.top = 0.5F}));
  ASSERT_TRUE(cloth->setFloor(-2.0).ok());
  run(*cloth, 200);
  EXPECT_EQ(lowest(*cloth), -2.0F);
  ASSERT_TRUE(cloth->setFloor(std::nullopt).ok());
  EXPECT_FALSE(cloth->options().floor.has_value());
  run(*cloth, 200);
  EXPECT_LT(cloth->boundingSphere().center.y, -10.0F);
  // 아래에서 나타난 바닥은 천을 그 위로 올린다.
  ASSERT_TRUE(cloth->setFloor(1.0).ok());
  run(*cloth, 1);
  EXPECT_EQ(lowest(*cloth), 1.0F);
}

TEST(Floor, WinsOverACapsuleThatPressesTheClothIntoIt) {
  const auto cloth = makeCloth(lyingSheet(12, 12, nowhere, {.top = 0.1F}));
  ASSERT_TRUE(
      cloth->setCapsules(std::vector<Capsule>{{{0.3F, 0.1F, -1}, {0.3F, 0.1F, 1}, 0.3F}}).ok());
  run(*cloth, 60);
  EXPECT_GE(lowest(*cloth), 0.02F);
  EXPECT_TRUE(allFinite(cloth->positions()));
}

}  // namespace
}  // namespace mangto::test
