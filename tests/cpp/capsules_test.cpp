#include <gtest/gtest.h>

#include <cmath>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

using Capsules = std::vector<Capsule>;

class CapsuleUnderSheet : public testing::TestWithParam<Capsule> {};

TEST_P(CapsuleUnderSheet, IsTouchedAndNeverEntered) {
  const Capsule& capsule = GetParam();
  const auto cloth = makeCloth(lyingSheet(12, 12, nowhere, {.top = 1.0F}));
  ASSERT_TRUE(cloth->setCapsules(Capsules{capsule}).ok());
  bool touched = false;
  for (int k = 0; k < 120; ++k) {
    run(*cloth, 1);
    const double gap = nearestTo(*cloth, capsule) - capsule.radius;
    ASSERT_GT(gap, -1e-5) << "step " << k;
    touched = touched || gap < 1e-3;
  }
  EXPECT_TRUE(touched);
}

INSTANTIATE_TEST_SUITE_P(
    Places, CapsuleUnderSheet,
    testing::Values(Capsule{{-1, 0.6F, 0.33F}, {2, 0.6F, 0.33F}, 0.125F},      // 가로질러
                    Capsule{{0, 0.4F, 0}, {0.7F, 0.8F, 0.6F}, 0.125F},         // 비스듬히
                    Capsule{{0.33F, 0, 0.33F}, {0.33F, 0.6F, 0.33F}, 0.125F},  // 끝이 아래에
                    Capsule{{0.33F, 0.7F, 0.33F}, {0.33F, 0.7F, 0.33F}, 0.2F}));  // 공

TEST(Capsules, OfLengthZeroActAsSpheresAndCarryTheCloth) {
  const Capsule ball{{0.33F, 0.5F, 0.33F}, {0.33F, 0.5F, 0.33F}, 0.2F};
  ClothOptions options;
  options.floor.reset();
  const auto cloth = makeCloth(lyingSheet(12, 12, nowhere, {.top = 0.75F}), options);
  ASSERT_TRUE(cloth->setCapsules(Capsules{ball}).ok());
  run(*cloth, 20);  // 마찰이 없으므로 오래 두면 미끄러져 내린다.
  EXPECT_GT(nearestTo(*cloth, ball), 0.2 - 1e-5);
  EXPECT_GT(pointOf(*cloth, 5, 5).y, 0.6);
}

TEST(Capsules, DoNotPushPinnedPoints) {
  ClothOptions options;
  options.gravity = glm::vec3(0.0F);
  const auto cloth = makeCloth(hangingSheet(6, 6), options);
  ASSERT_TRUE(cloth->setCapsules(Capsules{{{0, 10, 0.01F}, {0.3F, 10, 0.01F}, 0.25F}}).ok());
  run(*cloth, 30);
  for (int column = 0; column < 6; ++column) {
    EXPECT_EQ(pointOf(*cloth, column, 0), glm::dvec3(column * kSpacing, 10.0, 0.0));
  }
  EXPECT_GT(std::abs(pointOf(*cloth, 2, 1).z), 0.1);
}

class PointOnTheAxis : public testing::TestWithParam<glm::vec3> {};

TEST_P(PointOnTheAxis, LeavesTheCapsuleByItsRadius) {
  const auto cloth =
      makeCloth(hangingSheet(3, 3, nowhere, {.spacing = 0.5F, .top = 2.0F}), loosePoints());
  const glm::vec3 middle(0.5F, 1.5F, 0.0F);  // 점 (1, 1)의 자리
  const Capsule capsule{middle - GetParam() / 8.0F, middle + GetParam() / 8.0F, 0.0625F};
  ASSERT_TRUE(cloth->setCapsules(Capsules{capsule}).ok());
  run(*cloth, 1);
  EXPECT_NEAR(nearestTo(*cloth, capsule), 0.0625, 1e-6);
  EXPECT_TRUE(allFinite(cloth->positions()));
}

INSTANTIATE_TEST_SUITE_P(Directions, PointOnTheAxis,
                         testing::Values(glm::vec3(1, 0, 0), glm::vec3(0, 1, 0), glm::vec3(0, 0, 1),
                                         glm::vec3(-1, 0, 0), glm::vec3(1, 1, 1),
                                         glm::vec3(1, -1, 0), glm::vec3(1e-3F, 0, 0),
                                         glm::vec3(0, 0, 0)));

TEST(Capsules, LetAWholeRowOfPointsOnTheAxisLeaveIt) {
  const Capsule capsule{{-1, 1.5F, 0}, {2, 1.5F, 0}, 0.125F};
  const auto cloth = makeCloth(hangingSheet(12, 17, topRow, {.spacing = 0.0625F, .top = 2.0F}));
  ASSERT_TRUE(cloth->setCapsules(Capsules{capsule}).ok());
  run(*cloth, 60);
  EXPECT_GT(nearestTo(*cloth, capsule), 0.125 - 1e-5);
}

TEST(Capsules, OfRadiusZeroChangeNothing) {
  const auto cloth = makeCloth(hangingSheet(6, 6));
  const auto twin = makeCloth(hangingSheet(6, 6));
  // 하나는 점 위에, 하나는 천을 가로질러.
  ASSERT_TRUE(cloth
                  ->setCapsules(Capsules{{{0.12F, 9.88F, 0}, {0.12F, 9.88F, 0}, 0.0F},
                                         {{-1, 9.8F, 0}, {1, 9.8F, 0}, 0.0F}})
                  .ok());
  run(*cloth, 30);
  run(*twin, 30);
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
}

TEST(Capsules, AreReplacedByTheNextListAndRemovedByAnEmptyOne) {
  const Capsule bar{{0.15F, 0.9F, -1}, {0.15F, 0.9F, 1}, 0.08F};
  ClothOptions options;
  options.floor.reset();
  const auto cloth = makeCloth(lyingSheet(6, 6, nowhere, {.top = 1.0F}), options);
  ASSERT_TRUE(cloth->setCapsules(Capsules{bar}).ok());
  run(*cloth, 20);
  EXPECT_GT(nearestTo(*cloth, bar), 0.08 - 1e-5);
  ASSERT_TRUE(cloth->setCapsules({}).ok());
  run(*cloth, 60);
  EXPECT_LT(cloth->boundingSphere().center.y, -1.0F);
}

TEST(Capsules, AreCopiedWhenTheyAreSet) {
  const auto cloth = makeCloth(lyingSheet(6, 6, nowhere, {.top = 1.0F}));
  const auto twin = makeCloth(lyingSheet(6, 6, nowhere, {.top = 1.0F}));
  Capsules capsules{{{0.15F, 0.9F, -1}, {0.15F, 0.9F, 1}, 0.08F}};
  ASSERT_TRUE(cloth->setCapsules(capsules).ok());
  ASSERT_TRUE(twin->setCapsules(capsules).ok());
  capsules[0].a.x = 100.0F;
  run(*cloth, 20);
  run(*twin, 20);
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
}

TEST(Capsules, WorkInAnyNumber) {
  Capsules balls;
  for (int k = 0; k < 100; ++k) {
    const glm::vec3 center(static_cast<float>(k % 10) * 0.1F - 0.1F, 0.9F,
                           static_cast<float>(k / 10) * 0.1F - 0.1F);
    balls.push_back({center, center, 0.045F});
  }
  ClothOptions options;
  options.floor.reset();
  const auto cloth = makeCloth(lyingSheet(12, 12, nowhere, {.top = 1.0F}), options);
  ASSERT_TRUE(cloth->setCapsules(balls).ok());
  run(*cloth, 60);
  for (const Capsule& ball : balls) EXPECT_GT(nearestTo(*cloth, ball), 0.045 - 1e-5);
  EXPECT_GT(pointOf(*cloth, 5, 5).y, 0.85);
}

// 겹친 캡슐은 목록의 차례로 민다: 뒤의 것이 이긴다. 앞의 캡슐이 밀어 넣은 점도 뒤의 캡슐이 민다.
TEST(Capsules, PushInTheOrderOfTheList) {
  const Capsule first{{0.5F, 1.5F, -0.01F}, {0.5F, 1.5F, -0.01F}, 0.25F};
  const Capsule second{{0.5F, 1.5F, 0.375F}, {0.5F, 1.5F, 0.375F}, 0.25F};
  for (const bool swapped : {false, true}) {
    ClothOptions options = loosePoints();
    options.iterations = 1;
    const auto cloth =
        makeCloth(hangingSheet(3, 3, nowhere, {.spacing = 0.5F, .top = 2.0F}), options);
    ASSERT_TRUE(
        cloth->setCapsules(swapped ? Capsules{second, first} : Capsules{first, second}).ok());
    run(*cloth, 1);
    const double z = pointOf(*cloth, 1, 1).z;
    EXPECT_NEAR(z, swapped ? 0.24 : 0.125, 1e-6);
  }
}

TEST(Capsules, FarAwayAndHugeLeaveEveryNumberFinite) {
  const auto cloth = makeCloth(hangingSheet(5, 7));
  ASSERT_TRUE(cloth
                  ->setCapsules(Capsules{{{-1e6F, -1e6F, -1e6F}, {1e6F, 1e6F, 1e6F}, 1e6F},
                                         {{0, 9.9F, 0}, {1e-30F, 9.9F, 1e-22F}, 0.5F}})
                  .ok());
  run(*cloth, 60);
  EXPECT_TRUE(allFinite(cloth->positions()));
  EXPECT_TRUE(allFinite(cloth->normals()));
}

}  // namespace
}  // namespace mangto::test
