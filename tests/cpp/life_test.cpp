#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "support/measure.h"
#include "support/sheets.h"

// 놀이 속에서: 순간 이동, 몸의 움직임, 걸음 사이의 그림, 잠, 잡기.

namespace mangto::test {
namespace {

class EitherSolver : public testing::TestWithParam<SolverKind> {
 protected:
  ClothOptions options() const {
    ClothOptions options;
    options.solver = GetParam();
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(Solvers, EitherSolver,
                         testing::Values(SolverKind::kClassic, SolverKind::kSubsteps));

double greatestStrain(const Cloth& cloth) {
  double greatest = 0.0;
  for (int j = 0; j + 1 < cloth.fabric().rows(); ++j) {
    for (int i = 0; i < cloth.fabric().columns(); ++i) {
      greatest = std::max(greatest, distanceOf(cloth, {i, j}, {i, j + 1}) / kSpacing - 1.0);
    }
  }
  return greatest;
}

/// y축 둘레로 90° 돌리고 옮긴다(열부터). / A quarter turn about y and a translation.
constexpr std::array<float, 16> kMatrix{0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 30, -2, 8, 1};

glm::dvec3 moved(const glm::dvec3& p) { return {p.z + 30.0, p.y - 2.0, -p.x + 8.0}; }

TEST_P(EitherSolver, TeleportMovesTheClothAsItIsAndItGoesOnAsBefore) {
  ClothOptions settings = options();
  settings.floor.reset();
  settings.wind = {0.0F, 0.0F, 3.0F};
  const auto stayed = makeCloth(hangingSheet(8, 9), settings);
  settings.wind = {3.0F, 0.0F, 0.0F};  // 함께 돌린 바람
  const auto gone = makeCloth(hangingSheet(8, 9), settings);
  ASSERT_TRUE(gone->setWind({0.0, 0.0, 3.0}).ok());
  run(*stayed, 20);
  run(*gone, 20);
  ASSERT_TRUE(gone->teleport(kMatrix).ok());
  ASSERT_TRUE(gone->setWind({3.0, 0.0, 0.0}).ok());
  for (int steps = 0; steps < 40; ++steps) {
    for (int row = 0; row < 9; ++row) {
      for (int column = 0; column < 8; ++column) {
        const glm::dvec3 expected = moved(pointOf(*stayed, column, row));
        ASSERT_LT(glm::distance(pointOf(*gone, column, row), expected), 5e-3) << steps;
      }
    }
    run(*stayed, 1);
    run(*gone, 1);
  }
}

TEST_P(EitherSolver, TeleportRefusesWhatIsNotARotationAndATranslation) {
  const auto cloth = makeCloth(hangingSheet(4, 4), options());
  const auto before = bits(cloth->positions());
  const auto refuses = [&](std::size_t i, float value) {
    std::array<float, 16> matrix = kMatrix;
    matrix[i] = value;
    const Status status = cloth->teleport(matrix);
    EXPECT_EQ(status.code, StatusCode::kInvalidArgument);
    EXPECT_NE(status.message.find("matrix"), std::string::npos);
    EXPECT_EQ(bits(cloth->positions()), before);
  };
  refuses(2, -2.0F);
  refuses(5, -1.0F);
  refuses(0, 0.5F);
  refuses(3, 1.0F);
  refuses(15, 2.0F);
  refuses(12, std::nanf(""));
  refuses(13, INFINITY);
}

TEST_P(EitherSolver, AJumpOfThePinsTakesTheWholeClothAlong) {
  for (const float metres : {2.0F, 5.0F, 50.0F, 1000.0F}) {
    const auto cloth = makeCloth(hangingSheet(12, 17), options());
    run(*cloth, 600);
    const double before = greatestStrain(*cloth);
    movePinTargets(*cloth, {0.6F * metres, 0.0F, 0.8F * metres});
    for (int k = 0; k < 10; ++k) {
      run(*cloth, 1);
      EXPECT_LT(greatestStrain(*cloth), std::max(0.05, before + 0.01)) << metres << " " << k;
    }
    const glm::dvec3 at = centroid(*cloth);
    run(*cloth, 1);
    EXPECT_LT(glm::distance(centroid(*cloth), at) * 60.0, 0.05) << metres;
  }
}

TEST_P(EitherSolver, AJumpWithATurnTurnsTheClothToo) {
  for (const double degrees : {90.0, 179.0, 180.0, -120.0}) {
    const auto cloth = makeCloth(hangingSheet(12, 17), options());
    run(*cloth, 600);
    const double angle = degrees * 3.14159265358979 / 180.0;
    for (int i = 0; i < 12; ++i) {
      float* target = &cloth->pinTargets()[static_cast<std::size_t>(3 * i)];
      const double x = target[0] - 0.33;
      target[0] = static_cast<float>(5.0 + x * std::cos(angle));
      target[2] = static_cast<float>(x * -std::sin(angle));
    }
    run(*cloth, 1);
    EXPECT_LT(greatestStrain(*cloth), 0.06) << degrees;
    EXPECT_LT(std::abs(pointOf(*cloth, 6, 16).y - 9.04), 0.1);
  }
}

TEST_P(EitherSolver, WithoutATeleportDistanceAJumpIsFelt) {
  ClothOptions settings = options();
  settings.teleportDistance.reset();
  const auto cloth = makeCloth(hangingSheet(12, 17), settings);
  run(*cloth, 60);
  movePinTargets(*cloth, {5.0F, 0.0F, 0.0F});
  run(*cloth, 1);
  EXPECT_GT(greatestStrain(*cloth), 0.5);
}

TEST_P(EitherSolver, AFastWalkIsNoJump) {
  ClothOptions settings = options();
  const auto cloth = makeCloth(hangingSheet(12, 17), settings);
  settings.teleportDistance.reset();
  const auto twin = makeCloth(hangingSheet(12, 17), settings);
  for (int k = 0; k < 60; ++k) {
    movePinTargets(*cloth, {0.0F, 0.0F, 0.9F});
    movePinTargets(*twin, {0.0F, 0.0F, 0.9F});
    run(*cloth, 1);
    run(*twin, 1);
  }
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
}

/// 걷는 몸 뒤로 끌린 거리. / How far the hem trails behind walking pins.
double trail(ClothOptions options, float inertia) {
  options.inertia = inertia;
  const auto cloth = makeCloth(hangingSheet(12, 17), options);
  for (int k = 0; k < 90; ++k) {
    movePinTargets(*cloth, {0.0F, 0.0F, 0.05F});
    run(*cloth, 1);
  }
  return pointOf(*cloth, 6, 0).z - pointOf(*cloth, 6, 16).z;
}

TEST_P(EitherSolver, InertiaScalesHowMuchOfTheBodysMovementIsFelt) {
  const double all = trail(options(), 1.0F);
  EXPECT_GT(all, 0.3);
  EXPECT_LT(trail(options(), 0.5F), 0.8 * all);
  EXPECT_NEAR(trail(options(), 0.0F), 0.0, 0.01);
}

TEST_P(EitherSolver, InertiaOfZeroTurnsTheClothWithTheBody) {
  ClothOptions settings = options();
  settings.inertia = 0.0F;
  settings.windStrength = 0.0F;
  settings.drag = 0.0F;
  const auto cloth = makeCloth(lyingSheet(6, 6, leftColumn), settings);
  ASSERT_TRUE(cloth->setGravity(glm::dvec3(0.0)).ok());
  run(*cloth, 10);
  for (int k = 1; k <= 60; ++k) {
    const double angle = 0.02 * k;
    for (int j = 0; j < 6; ++j) {
      float* target = &cloth->pinTargets()[static_cast<std::size_t>(3 * 6 * j)];
      target[0] = static_cast<float>(j * kSpacing * std::sin(angle));
      target[2] = static_cast<float>(j * kSpacing * std::cos(angle));
    }
    run(*cloth, 1);
  }
  const double angle = 1.2;
  EXPECT_NEAR(pointOf(*cloth, 5, 0).x, 5 * kSpacing * std::cos(angle), 5e-3);
  EXPECT_NEAR(pointOf(*cloth, 5, 0).z, -5 * kSpacing * std::sin(angle), 5e-3);
}

TEST_P(EitherSolver, InterpolationDrawsEvenMovementOnEveryScreen) {
  for (const int rate : {90, 120, 144, 50}) {
    ClothOptions settings = options();
    settings.interpolation = true;
    const auto cloth = makeCloth(hangingSheet(6, 6), settings);
    double last = 0.0;
    for (int frame = 1; frame <= 4 * rate; ++frame) {
      const double seconds = static_cast<double>(frame) / rate;
      for (int i = 0; i < 6; ++i)
        cloth->pinTargets()[static_cast<std::size_t>(3 * i + 2)] =
            static_cast<float>(2.0 * seconds);
      ASSERT_TRUE(cloth->update(1.0 / rate).ok());
      for (std::size_t i = 0; i < 18; ++i)
        ASSERT_EQ(cloth->positions()[i], cloth->pinTargets()[i]) << rate << " " << frame;
      const double z = pointOf(*cloth, 3, 5).z;
      // 2 m/s로 걷는 몸: 프레임마다 2/rate씩. 고정 간격을 그대로 그리면 0이나 2/60이 된다.
      if (frame > 3 * rate) {
        EXPECT_NEAR((z - last) * rate, 2.0, 0.2) << rate << " " << frame;
      }
      last = z;
      const glm::dvec3 centre(cloth->boundingSphere().center);
      for (int j = 0; j < 6; ++j)
        ASSERT_LE(glm::distance(pointOf(*cloth, 5, j), centre),
                  cloth->boundingSphere().radius + 1e-4);
    }
  }
}

TEST_P(EitherSolver, InterpolationDoesNotChangeTheMotionItself) {
  ClothOptions settings = options();
  settings.wind = {1.0F, 0.0F, 4.0F};
  const auto plain = makeCloth(hangingSheet(6, 6), settings);
  settings.interpolation = true;
  const auto drawn = makeCloth(hangingSheet(6, 6), settings);
  for (int frame = 0; frame < 300; ++frame) {
    EXPECT_EQ(plain->update(1.0 / 144.0).value, drawn->update(1.0 / 144.0).value);
  }
  ASSERT_TRUE(drawn->setInterpolation(false).ok());
  EXPECT_EQ(bits(drawn->positions()), bits(plain->positions()));
}

TEST_P(EitherSolver, SleepsWhenItHangsStillAndWakesForEverythingThatMatters) {
  ClothOptions settings = options();
  settings.canSleep = true;
  const auto cloth = makeCloth(hangingSheet(8, 8), settings);
  const auto sleepAgain = [&](const char* what) {
    for (int k = 0; k < 3000 && !cloth->asleep(); ++k) ASSERT_TRUE(cloth->update(1.0 / 60.0).ok());
    ASSERT_TRUE(cloth->asleep()) << what;
    const auto before = bits(cloth->positions());
    EXPECT_EQ(cloth->update(1.0 / 60.0).value, 0) << what;
    EXPECT_EQ(bits(cloth->positions()), before);
  };
  const auto wakes = [&](const char* what) {
    EXPECT_EQ(cloth->update(1.0 / 60.0).value, 1) << what;
    EXPECT_FALSE(cloth->asleep()) << what;
    sleepAgain(what);
  };
  const std::vector<Capsule> capsule{{{0.2F, 9.7F, 0.05F}, {0.2F, 9.8F, 0.05F}, 0.1F}};
  sleepAgain("at first");
  movePinTargets(*cloth, {0.0F, 0.0F, 0.01F});
  wakes("a pin");
  ASSERT_TRUE(cloth->setWind({0.0, 0.0, 1.0}).ok());
  wakes("the wind");
  ASSERT_TRUE(cloth->setWind({0.0, 0.0, 1.0}).ok());
  EXPECT_EQ(cloth->update(1.0 / 60.0).value, 0);
  ASSERT_TRUE(cloth->setCapsules(capsule).ok());
  wakes("a capsule");
  ASSERT_TRUE(cloth->setCapsules(capsule).ok());
  EXPECT_EQ(cloth->update(1.0 / 60.0).value, 0);
  ASSERT_TRUE(cloth->setStiffness({1.0F, 0.5F, 0.5F}).ok());
  wakes("a setting");
  ASSERT_TRUE(cloth->grab(60, {0.3, 9.6, 0.2}).ok());
  wakes("a hand");
  cloth->letGo();
  wakes("the hand letting go");
  ASSERT_TRUE(cloth->setWindField(std::vector<float>(192, 0.5F)).ok());
  wakes("a wind field");
  ASSERT_TRUE(cloth->setWindField({}).ok());
  wakes("the wind field taken away");
  ASSERT_TRUE(cloth->setWind(glm::dvec3(0.0)).ok());
  wakes("the calm");
  ASSERT_TRUE(cloth->teleport(kMatrix).ok());
  wakes("a teleport");
}

TEST_P(EitherSolver, NeverSleepsInGustsOrWhenNotAllowed) {
  ClothOptions settings = options();
  const auto awake = makeCloth(hangingSheet(6, 6), settings);
  settings.canSleep = true;
  settings.wind = {0.0F, 0.0F, 0.01F};
  settings.gusts.strength = 0.1F;
  const auto gusty = makeCloth(hangingSheet(6, 6), settings);
  for (int k = 0; k < 1200; ++k) {
    ASSERT_EQ(awake->update(1.0 / 60.0).value, 1);
    ASSERT_EQ(gusty->update(1.0 / 60.0).value, 1);
  }
}

TEST_P(EitherSolver, PickGivesTheNearestPointWhereARayMeetsTheCloth) {
  const auto cloth = makeCloth(hangingSheet(8, 9), options());
  const auto pick = cloth->pick({0.13, 9.81, 5.0}, {0.0, 0.0, -2.0});
  ASSERT_TRUE(pick.ok());
  ASSERT_TRUE(pick.value.has_value());
  EXPECT_EQ(pick.value->point, 3 * 8 + 2);
  EXPECT_NEAR(pick.value->distance, 5.0F, 1e-5F);
  EXPECT_NEAR(pick.value->position.x, 0.13F, 1e-5F);
  EXPECT_TRUE(cloth->pick({0.13, 9.81, -5.0}, {0.0, 0.0, 1.0}).value.has_value());
  EXPECT_FALSE(cloth->pick({0.13, 9.81, 5.0}, {0.0, 0.0, 1.0}).value.has_value());
  EXPECT_FALSE(cloth->pick({3.0, 9.81, 5.0}, {0.0, 0.0, -1.0}).value.has_value());
  EXPECT_FALSE(cloth->pick({0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}).ok());
  EXPECT_FALSE(cloth->pick({0.0, std::nan(""), 0.0}, {0.0, 0.0, 1.0}).ok());
}

TEST_P(EitherSolver, AGrabbedPointGoesToTheHandAndFallsBackWhenLetGo) {
  const auto cloth = makeCloth(hangingSheet(8, 9), options());
  run(*cloth, 300);
  const int point = 8 * 8 + 4;
  ASSERT_TRUE(cloth->grab(point, {0.3, 9.7, 0.2}).ok());
  run(*cloth, 120);
  EXPECT_LT(glm::distance(pointOf(*cloth, 4, 8), glm::dvec3(0.3, 9.7, 0.2)), 0.005);
  EXPECT_LT(greatestStrain(*cloth), 0.2);
  cloth->letGo();
  run(*cloth, 900);
  EXPECT_NEAR(pointOf(*cloth, 4, 8).y, 9.52, 0.05);
  EXPECT_NEAR(pointOf(*cloth, 4, 8).z, 0.0, 0.05);
}

TEST_P(EitherSolver, AHandOutOfReachPullsTheClothTautButDoesNotTearIt) {
  const auto cloth = makeCloth(hangingSheet(8, 9), options());
  ASSERT_TRUE(cloth->grab(8 * 8 + 4, {0.3, 2.0, 20.0}).ok());
  run(*cloth, 300);
  EXPECT_TRUE(allFinite(cloth->positions()));
  EXPECT_LT(glm::distance(pointOf(*cloth, 4, 8), pointOf(*cloth, 4, 0)), 2.0 * 8 * kSpacing);
  cloth->letGo();
  run(*cloth, 900);
  EXPECT_LT(greatestStrain(*cloth), 0.06);
}

TEST_P(EitherSolver, GrabRefusesPinnedAndUnknownPointsAndBadTargets) {
  const auto cloth = makeCloth(hangingSheet(4, 4), options());
  EXPECT_FALSE(cloth->grab(0, {0.0, 0.0, 0.0}).ok());
  EXPECT_FALSE(cloth->grab(-1, {0.0, 0.0, 0.0}).ok());
  EXPECT_FALSE(cloth->grab(16, {0.0, 0.0, 0.0}).ok());
  EXPECT_FALSE(cloth->grab(5, {0.0, std::nan(""), 0.0}).ok());
}

}  // namespace
}  // namespace mangto::test
