#include <gtest/gtest.h>

#include <cmath>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

glm::dvec3 movedByWind(const glm::vec3& wind, int steps) {
  ClothOptions options;
  options.wind = wind;
  const auto cloth = makeCloth(hangingSheet(12, 17), options);
  const glm::dvec3 start = centroid(*cloth);
  run(*cloth, steps);
  return centroid(*cloth) - start;
}

TEST(Wind, AcrossTheSheetPushesItFarAndAlongTheSheetHardlyAtAll) {
  for (const int steps : {60, 600}) {
    EXPECT_GT(movedByWind({0.0F, 0.0F, 8.0F}, steps).z, 0.3);
    const glm::dvec3 along = movedByWind({8.0F, 0.0F, 0.0F}, steps);
    EXPECT_LT(std::abs(along.x), 0.02);
    EXPECT_LT(std::abs(along.z), 0.02);
  }
}

TEST(Wind, PushesEitherFaceOfTheSheetTheWayItBlows) {
  EXPECT_NEAR(movedByWind({0.0F, 0.0F, -8.0F}, 60).z, -movedByWind({0.0F, 0.0F, 8.0F}, 60).z, 1e-3);
}

TEST(Wind, IsRelativeSoThatAFreeSheetEndsAtTheSpeedOfTheAir) {
  ClothOptions options;
  options.gravity = glm::vec3(0.0F);
  options.damping = 1.0F;
  options.wind = {0.0F, 0.0F, 3.0F};
  const auto cloth = makeCloth(hangingSheet(4, 4, nowhere), options);
  run(*cloth, 300);
  const double before = centroid(*cloth).z;
  run(*cloth, 1);
  EXPECT_NEAR((centroid(*cloth).z - before) * 60.0, 3.0, 0.05);
}

TEST(Wind, SpeedOfZeroLetsTheSheetHangLimp) {
  const auto cloth = makeCloth(hangingSheet(16, 10, leftColumn));
  run(*cloth, 1800);
  // 기둥에 매인 왼쪽 열 아래로 늘어진다.
  EXPECT_LT(pointOf(*cloth, 15, 0).y, 9.7);
  EXPECT_LT(std::abs(centroid(*cloth).z), 0.2);
}

TEST(Wind, WithoutStrengthAndDragDoesNothing) {
  ClothOptions windy = withoutAir();
  windy.wind = {5.0F, 5.0F, 5.0F};
  const auto cloth = makeCloth(hangingSheet(6, 6), windy);
  const auto calm = makeCloth(hangingSheet(6, 6), withoutAir());
  run(*cloth, 60);
  run(*calm, 60);
  EXPECT_EQ(bits(cloth->positions()), bits(calm->positions()));
}

TEST(Wind, StepsOneAccelerationOnAFlatSheetAsTheFormulaSays) {
  ClothOptions options = loosePoints();
  options.wind = {4.0F, 2.0F, 3.0F};
  options.windStrength = 6.0F;
  options.drag = 1.5F;
  const auto cloth = makeCloth(hangingSheet(5, 5, nowhere, {.spacing = 0.25F}), options);
  run(*cloth, 1);
  // 법선은 +z: a = (0, 0, windK · 3) + drag · wind.
  const glm::dvec3 moved = pointOf(*cloth, 2, 2) - glm::dvec3(0.5, 9.5, 0.0);
  EXPECT_NEAR(moved.x * 3600.0, 1.5 * 4.0, 0.01);
  EXPECT_NEAR(moved.y * 3600.0, 1.5 * 2.0, 0.01);
  EXPECT_NEAR(moved.z * 3600.0, 6.0 * 3.0 + 1.5 * 3.0, 0.01);
}

TEST(Wind, NeverCarriesAPointFasterThanTheAirHoweverStrong) {
  ClothOptions options = loosePoints();
  options.damping = 1.0F;
  options.wind = {0.0F, 0.0F, 6.0F};
  options.windStrength = 1.0e5F;
  const auto cloth = makeCloth(hangingSheet(5, 5, nowhere), options);
  double before = 0.0;
  for (int k = 0; k < 60; ++k) {
    run(*cloth, 1);
    const double z = pointOf(*cloth, 2, 2).z;
    EXPECT_LT((z - before) * 60.0, 6.0 * 1.001);
    before = z;
  }
  EXPECT_NEAR(before, 6.0, 0.01);
}

struct Gale {
  float windStrength;
  float drag;
};

class StrongWind : public testing::TestWithParam<Gale> {};

TEST_P(StrongWind, LeavesEveryNumberFiniteAndTheSheetHangsAgainWhenItIsOver) {
  ClothOptions options;
  options.wind = {1000.0F, -1000.0F, 1000.0F};
  options.windStrength = GetParam().windStrength;
  options.drag = GetParam().drag;
  const auto cloth = makeCloth(hangingSheet(12, 17), options);
  const std::vector<float> start = copyOf(cloth->positions());
  run(*cloth, 300);
  EXPECT_TRUE(allFinite(cloth->positions()));
  EXPECT_TRUE(allFinite(cloth->normals()));
  EXPECT_TRUE(std::isfinite(cloth->boundingSphere().radius));

  ASSERT_TRUE(cloth->setWind(glm::dvec3(0.0)).ok());
  ASSERT_TRUE(cloth->setWindStrength(2.0).ok());
  ASSERT_TRUE(cloth->setDrag(0.1).ok());
  run(*cloth, 1800);
  for (std::size_t k = 0; k < start.size(); ++k) {
    ASSERT_NEAR(cloth->positions()[k], start[k], 0.05) << "coordinate " << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Gales, StrongWind,
                         testing::Values(Gale{240.0F, 0.0F}, Gale{1000.0F, 1000.0F},
                                         Gale{1.0e6F, 0.0F}, Gale{0.0F, 1.0e6F},
                                         Gale{1.0e6F, 1.0e6F}));

TEST(Wind, OfTheGreatestAllowedSpeedStrengthAndGravityLeavesEveryNumberFinite) {
  ClothOptions options;
  options.wind = glm::vec3(1.0e6F);
  options.gravity = glm::vec3(-1.0e6F);
  options.windStrength = 1.0e6F;
  options.drag = 1.0e6F;
  options.timeStep = 0.1;
  const auto cloth = makeCloth(hangingSheet(7, 9), options);
  run(*cloth, 300);
  EXPECT_TRUE(allFinite(cloth->positions()));
  EXPECT_TRUE(allFinite(cloth->normals()));
}

}  // namespace
}  // namespace mangto::test
