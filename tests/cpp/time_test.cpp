#include <gtest/gtest.h>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

std::unique_ptr<Cloth> makeWindy() {
  ClothOptions options;
  options.wind = {2.0F, 0.0F, 5.0F};
  return makeCloth(hangingSheet(6, 6), options);
}

int stepsOf(Cloth& cloth, double seconds) {
  const Result<int> steps = cloth.update(seconds);
  EXPECT_TRUE(steps.ok()) << steps.status.message;
  return steps.value;
}

TEST(Update, OfOneSixtiethIsExactlyOneStepForTenThousandFrames) {
  const auto cloth = makeWindy();
  for (int k = 0; k < 10000; ++k) ASSERT_EQ(stepsOf(*cloth, 1.0 / 60.0), 1) << "frame " << k;
}

TEST(Update, RunsTheSameStepsInAMinuteAtEveryFrameRate) {
  for (const int rate : {24, 30, 60, 75, 90, 120, 144, 240, 1000}) {
    const auto cloth = makeWindy();
    int total = 0;
    for (int k = 0; k < rate * 60; ++k) total += stepsOf(*cloth, 1.0 / rate);
    EXPECT_EQ(total, 3600) << rate << " frames a second";
  }
}

TEST(Update, GivesTheSameBitsAtEveryFrameRate) {
  const auto reference = makeWindy();
  run(*reference, 120);
  for (const int rate : {30, 60, 120, 144}) {
    const auto cloth = makeWindy();
    for (int k = 0; k < rate * 2; ++k) stepsOf(*cloth, 1.0 / rate);
    EXPECT_EQ(bits(cloth->positions()), bits(reference->positions())) << rate;
  }
}

class Stall : public testing::TestWithParam<double> {};

TEST_P(Stall, MovesAtMostThreeStepsAndDropsTheRest) {
  const auto cloth = makeWindy();
  const auto twin = makeWindy();
  run(*cloth, 10);
  run(*twin, 13);
  EXPECT_EQ(stepsOf(*cloth, GetParam()), 3);
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
  EXPECT_EQ(stepsOf(*cloth, 0.0), 0);
  EXPECT_EQ(stepsOf(*cloth, 1.0 / 60.0), 1);
}

INSTANTIATE_TEST_SUITE_P(Seconds, Stall, testing::Values(0.05, 0.1, 1.0, 10.0, 1e6));

TEST(Update, KeepsThePartOfAStepThatWasNotRun) {
  const auto cloth = makeWindy();
  for (int k = 0; k < 6; ++k) EXPECT_EQ(stepsOf(*cloth, 1.0 / 120.0), k % 2);
}

TEST(Update, OfLessThanAStepLeavesTheClothAsItIs) {
  const auto cloth = makeWindy();
  run(*cloth, 10);
  const auto before = bits(cloth->positions());
  EXPECT_EQ(stepsOf(*cloth, 0.0), 0);
  EXPECT_EQ(stepsOf(*cloth, 0.008), 0);
  EXPECT_EQ(bits(cloth->positions()), before);
}

TEST(Update, ObeysTimeStepAndMaxStepsAlsoWhenTheyChangeOnTheWay) {
  const auto cloth = makeWindy();
  ASSERT_TRUE(cloth->setTimeStep(1.0 / 120.0).ok());
  EXPECT_EQ(stepsOf(*cloth, 1.0 / 60.0), 2);
  ASSERT_TRUE(cloth->setMaxSteps(5).ok());
  EXPECT_EQ(stepsOf(*cloth, 1.0), 5);
  ASSERT_TRUE(cloth->setMaxSteps(1).ok());
  EXPECT_EQ(stepsOf(*cloth, 1.0), 1);
  // 긴 걸음에서 남은 시간이 짧은 걸음 여럿이 되지 않는다.
  ASSERT_TRUE(cloth->setTimeStep(0.1).ok());
  EXPECT_EQ(stepsOf(*cloth, 0.09), 0);
  ASSERT_TRUE(cloth->setTimeStep(1e-4).ok());
  EXPECT_EQ(stepsOf(*cloth, 0.0), 1);
}

TEST(Reset, GoesBackToTheCreationAndRunsTheSameAgain) {
  const auto cloth = makeWindy();
  const auto positions = bits(cloth->positions());
  const auto normals = bits(cloth->normals());
  const Sphere sphere = cloth->boundingSphere();
  movePinTargets(*cloth, {0.0F, 0.5F, 0.0F});
  stepsOf(*cloth, 0.005);
  run(*cloth, 90);
  cloth->reset();
  EXPECT_EQ(bits(cloth->positions()), positions);
  EXPECT_EQ(bits(cloth->normals()), normals);
  EXPECT_EQ(bits(cloth->pinTargets()), positions);
  EXPECT_EQ(cloth->boundingSphere().center, sphere.center);
  EXPECT_EQ(cloth->boundingSphere().radius, sphere.radius);
  EXPECT_EQ(cloth->options().wind, glm::vec3(2.0F, 0.0F, 5.0F));
  const auto twin = makeWindy();
  for (int k = 0; k < 60; ++k) ASSERT_EQ(stepsOf(*cloth, 0.01), stepsOf(*twin, 0.01));
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
}

TEST(Views, StayInTheSamePlaceAsLongAsTheClothLives) {
  const auto cloth = makeWindy();
  const float* positions = cloth->positions().data();
  const float* normals = cloth->normals().data();
  const float* targets = cloth->pinTargets().data();
  run(*cloth, 10);
  ASSERT_TRUE(cloth->setCapsules(std::vector<Capsule>(50)).ok());
  stepsOf(*cloth, 1.0);
  cloth->reset();
  EXPECT_EQ(cloth->positions().data(), positions);
  EXPECT_EQ(cloth->normals().data(), normals);
  EXPECT_EQ(cloth->pinTargets().data(), targets);
}

}  // namespace
}  // namespace mangto::test
