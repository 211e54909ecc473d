#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/constants.hpp>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

constexpr double kStep = 1.0 / 60.0;

/// n걸음 뒤의 이동을 a·h²로 나눈 것: 속도는 걸음마다 d배가 되고 1만큼 는다.
/// Σ_{k=1..n} (1 - d^k)/(1 - d). With d = 1 it is n (n + 1)/2.
double fallenSteps(double d, int n) {
  if (d == 1.0) return n * (n + 1) / 2.0;
  return (n - d * (1.0 - std::pow(d, n)) / (1.0 - d)) / (1.0 - d);
}

class FreeFall : public testing::TestWithParam<float> {};

TEST_P(FreeFall, FollowsTheClosedFormOfDampedVerlet) {
  ClothOptions options = withoutAir();
  options.damping = GetParam();
  options.floor.reset();
  const auto cloth = makeCloth(hangingSheet(5, 5, nowhere, {.top = 0.0F}), options);
  for (const int steps : {1, 30, 120}) {
    cloth->reset();
    run(*cloth, steps);
    const double fallen = -9.8 * kStep * kStep * fallenSteps(GetParam(), steps);
    for (int row = 0; row < 5; ++row) {
      for (int column = 0; column < 5; ++column) {
        const glm::dvec3 p = pointOf(*cloth, column, row);
        EXPECT_NEAR(p.x, column * kSpacing, 1e-4);
        EXPECT_NEAR(p.y, fallen - row * kSpacing, 2e-6 + 2e-4 * std::abs(fallen)) << steps;
        EXPECT_NEAR(p.z, 0.0, 1e-6);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Damping, FreeFall, testing::Values(1.0F, 0.988F, 0.9F, 0.0F));

TEST(Integration, TakesGravityInAnyDirectionAndTheTimeStepAsGiven) {
  ClothOptions options = loosePoints();
  options.gravity = {3.0F, 0.5F, -2.0F};
  options.timeStep = 1.0 / 128.0;
  options.damping = 0.5F;
  const auto cloth = makeCloth(hangingSheet(3, 3, nowhere, {.top = 1.0F}), options);
  run(*cloth, 100);
  const double scale = fallenSteps(0.5, 100) / (128.0 * 128.0);
  const glm::dvec3 p = pointOf(*cloth, 0, 0);
  EXPECT_NEAR(p.x, 3.0 * scale, 1e-5);
  EXPECT_NEAR(p.y, 1.0 + 0.5 * scale, 1e-5);
  EXPECT_NEAR(p.z, -2.0 * scale, 1e-5);
}

TEST(Integration, LeavesASheetAtRestWhereItIs) {
  ClothOptions options;
  options.gravity = glm::vec3(0.0F);
  const auto cloth = makeCloth(hangingSheet(6, 7, nowhere, {.spacing = 0.25F}), options);
  const auto start = bits(cloth->positions());
  run(*cloth, 60);
  EXPECT_EQ(bits(cloth->positions()), start);
}

TEST(Integration, KeepsTheSpeedWithoutDampingAndLosesTheDampedPartWithIt) {
  for (const float damping : {1.0F, 0.75F}) {
    ClothOptions options = loosePoints();
    options.gravity.x = 8.0F;
    const auto cloth = makeCloth(hangingSheet(3, 3, nowhere), options);
    run(*cloth, 20);
    ASSERT_TRUE(cloth->setGravity(glm::dvec3(0.0)).ok());
    ASSERT_TRUE(cloth->setDamping(damping).ok());
    double before = pointOf(*cloth, 0, 0).x;
    run(*cloth, 1);
    double speed = pointOf(*cloth, 0, 0).x - before;
    for (int k = 0; k < 5; ++k) {
      before = pointOf(*cloth, 0, 0).x;
      run(*cloth, 1);
      const double next = pointOf(*cloth, 0, 0).x - before;
      EXPECT_NEAR(next / speed, damping, 1e-3);
      speed = next;
    }
  }
}

/// 두 점에 매달린 두 점: 길이 1인 진자. / Two points that hang on two pinned ones.
std::unique_ptr<Cloth> makePendulum() {
  ClothOptions options = withoutAir();
  options.damping = 1.0F;
  options.iterations = 20;
  return makeCloth(lyingSheet(2, 2, topRow, {.spacing = 1.0F}), options);
}

TEST(Pendulum, KeepsItsLengthThroughTenSecondsOfSwinging) {
  const auto cloth = makePendulum();
  double worst = 0.0;
  for (int k = 0; k < 600; ++k) {
    run(*cloth, 1);
    for (const int column : {0, 1}) {
      worst = std::max(worst, std::abs(distanceOf(*cloth, {column, 0}, {column, 1}) - 1.0));
    }
  }
  EXPECT_LT(worst, 1e-5);
}

TEST(Pendulum, PassesItsLowestPointAfterAQuarterOfThePeriod) {
  const auto cloth = makePendulum();
  double before = 1.0;
  double crossing = 0.0;
  for (int k = 1; crossing == 0.0 && k < 120; ++k) {
    run(*cloth, 1);
    const double z = pointOf(*cloth, 0, 1).z;
    if (z <= 0.0) crossing = k - z / (z - before);
    before = z;
  }
  // 진폭 90°의 주기는 작은 흔들림의 1.18034배.
  const double quarter = glm::half_pi<double>() * std::sqrt(1.0 / 9.8) * 1.18034 / kStep;
  EXPECT_NEAR(crossing, quarter, 1.0);
}

}  // namespace
}  // namespace mangto::test
