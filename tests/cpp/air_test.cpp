#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

ClothOptions inAir(int substeps = 8) {
  ClothOptions options;
  options.solver = SolverKind::kSubsteps;
  options.substeps = substeps;
  options.damping = 1.0F;
  options.floor.reset();
  return options;
}

/// 눕힌 천이 떨어지다 다다른 빠르기(m/s). / Speed that a falling sheet that lies flat comes to.
double terminalSpeed(const ClothOptions& options, int cells, int steps = 1200) {
  const float spacing = 0.48F / static_cast<float>(cells);
  const auto cloth =
      makeCloth(lyingSheet(cells + 1, cells + 1, nowhere, {.spacing = spacing}), options);
  run(*cloth, steps);
  const double before = centroid(*cloth).y;
  run(*cloth, 1);
  return (before - centroid(*cloth).y) / options.timeStep;
}

TEST(Air, LetsASheetFallAtItsTerminalSpeed) {
  for (const int substeps : {1, 8, 30}) {
    ClothOptions linear = inAir(substeps);
    linear.windStrength = 2.0F;
    linear.drag = 0.5F;
    EXPECT_NEAR(terminalSpeed(linear, 8), 9.8 / 2.5, 0.02 * 9.8 / 2.5) << substeps;
    ClothOptions plate = inAir(substeps);
    plate.density = 0.3F;
    plate.aerodynamics = Aerodynamics{1.2F, 1.1F, 0.7F};
    const double speed = std::sqrt(2.0 * 0.3 * 9.8 / (1.2 * 1.1));
    EXPECT_NEAR(terminalSpeed(plate, 8), speed, 0.02 * speed) << substeps;
    EXPECT_NEAR(terminalSpeed(plate, 2), speed, 0.02 * speed) << substeps;
  }
  ClothOptions classic;
  classic.damping = 1.0F;
  classic.floor.reset();
  classic.windStrength = 2.0F;
  classic.drag = 0.5F;
  EXPECT_NEAR(terminalSpeed(classic, 8), 9.8 / 2.5, 0.02 * 9.8 / 2.5);
}

/// 기울어진 판의 첫 가속도. / First acceleration of a tilted plate.
glm::dvec3 firstPush(ClothOptions options, const glm::dvec3& normal) {
  const glm::dvec3 across(1.0, 0.0, 0.0);
  const glm::dvec3 down = glm::cross(across, normal);
  const auto position = [&](int column, int row) {
    return glm::vec3(across * (0.25 * column) + down * (0.25 * row));
  };
  options.gravity = glm::vec3(0.0F);
  options.floor.reset();
  options.timeStep = 1e-4;
  options.substeps = 1;
  const auto cloth = makeCloth({5, 5, position, nowhere}, options);
  const glm::dvec3 before = centroid(*cloth);
  run(*cloth, 20);
  return (centroid(*cloth) - before) / (20 * 21 / 2 * 1e-8);
}

TEST(Air, PushesAPlateByDragAndLiftAsTheFormulaSays) {
  ClothOptions options = inAir();
  options.density = 0.5F;
  options.aerodynamics = Aerodynamics{1.2F, 1.3F, 0.9F};
  options.wind = {0.0F, 0.0F, 6.0F};
  const glm::dvec3 n(0.0, 0.6, 0.8);
  const double pressure = 0.5 * 1.2 / 0.5;
  const glm::dvec3 flow(0.0, 0.0, 6.0);
  const glm::dvec3 drag = pressure * 1.3 * 0.8 * 6.0 * flow;
  const glm::dvec3 lift = pressure * 0.9 * (0.8 * 6.0) * (6.0 * n - 0.8 * flow);
  const glm::dvec3 push = firstPush(options, n);
  EXPECT_NEAR(push.x, 0.0, 0.05);
  EXPECT_NEAR(push.y, lift.y, 0.02 * lift.y);
  EXPECT_NEAR(push.z, drag.z + lift.z, 0.02 * (drag.z + lift.z));
}

TEST(Air, PushesTheSameHoweverFineTheGridAndAMeshLikeAGrid) {
  for (const bool plate : {false, true}) {
    ClothOptions options = inAir();
    options.wind = {1.0F, 0.5F, 3.0F};
    options.gravity = glm::vec3(0.0F);
    if (plate) options.aerodynamics = Aerodynamics{};
    const auto movedCentre = [&](int cells) {
      const float spacing = 0.48F / static_cast<float>(cells);
      const auto cloth =
          makeCloth(hangingSheet(cells + 1, cells + 1, nowhere, {.spacing = spacing}), options);
      const glm::dvec3 before = centroid(*cloth);
      run(*cloth, 30);
      return centroid(*cloth) - before;
    };
    EXPECT_LT(glm::distance(movedCentre(4), movedCentre(16)), 0.02 * glm::length(movedCentre(16)));
  }
}

TEST(Air, IsStableInEveryWindAtEveryStepAndDensity) {
  for (const float density : {1e-6F, 0.2F, 1e6F}) {
    for (const double timeStep : {1e-4, 1.0 / 60.0, 0.1}) {
      for (const bool plate : {false, true}) {
        ClothOptions options;
        options.solver = SolverKind::kSubsteps;
        options.timeStep = timeStep;
        options.density = density;
        options.windStrength = 1000.0F;
        options.drag = 1000.0F;
        options.wind = {700.0F, -300.0F, 640.0F};
        options.gusts = {1.0F, 0.5F};
        if (plate) options.aerodynamics = Aerodynamics{1.2F, 0.0F, 1000.0F};
        const auto cloth = makeCloth(hangingSheet(7, 9), options);
        const auto loose = makeCloth(hangingSheet(7, 9, nowhere), options);
        for (int k = 0; k < 120; ++k) {
          run(*cloth, 1);
          run(*loose, 1);
        }
        ASSERT_TRUE(allFinite(cloth->positions())) << density << " " << timeStep << " " << plate;
        ASSERT_TRUE(allFinite(cloth->normals()));
        ASSERT_TRUE(allFinite(loose->positions()));
      }
    }
  }
}

TEST(Air, NeverMakesALooseSheetFasterThanTheWind) {
  ClothOptions options = inAir();
  options.gravity = glm::vec3(0.0F);
  options.wind = {0.0F, 30.0F, 40.0F};
  options.aerodynamics = Aerodynamics{1.2F, 0.1F, 100.0F};
  const auto cloth = makeCloth(hangingSheet(7, 7, nowhere), options);
  for (int k = 0; k < 300; ++k) {
    const glm::dvec3 before = centroid(*cloth);
    run(*cloth, 1);
    ASSERT_LT(glm::distance(centroid(*cloth), before) * 60.0, 2.0 * 50.0);
  }
}

TEST(Gusts, MakeTheWindDifferInPlaceAndTimeButSmoothlyAndAlwaysTheSame) {
  ClothOptions options;
  options.solver = SolverKind::kSubsteps;
  options.stiffness = {0.0F, 0.0F, 0.0F};
  options.gravity = glm::vec3(0.0F);
  options.windStrength = 0.0F;
  options.drag = 60.0F;  // 한 걸음에 공기의 속도가 된다
  options.damping = 1.0F;
  options.wind = {4.0F, 0.0F, 0.0F};
  options.gusts = {0.5F, 2.0F};
  const auto cloth = makeCloth(hangingSheet(30, 2, nowhere, {.spacing = 0.05F}), options);
  const auto twin = makeCloth(hangingSheet(30, 2, nowhere, {.spacing = 0.05F}), options);
  double least = 1e9;
  double greatest = 0.0;
  for (int k = 0; k < 240; ++k) {
    const std::vector<float> before = copyOf(cloth->positions());
    run(*cloth, 1);
    run(*twin, 1);
    double last = -1.0;
    for (std::size_t i = 0; i < 90 && k > 1 && k < 60; i += 3) {
      const double speed = (cloth->positions()[i] - before[i]) * 60.0;
      least = std::min(least, speed);
      greatest = std::max(greatest, speed);
      if (last >= 0.0) {
        ASSERT_LT(std::abs(speed - last), 2.5) << k << " " << i;
      }
      last = speed;
    }
  }
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
  EXPECT_GT(greatest - least, 1.0);
  EXPECT_GE(least, 2.0 - 0.01);
  EXPECT_LE(greatest, 6.0 + 0.01);
}

TEST(Gusts, BlowInClassicTooAndChangeNothingAtStrengthZero) {
  ClothOptions options;
  options.wind = {2.0F, 0.0F, 3.0F};
  const auto plain = makeCloth(hangingSheet(8, 8), options);
  options.gusts = {0.0F, 0.5F};
  const auto zero = makeCloth(hangingSheet(8, 8), options);
  options.gusts.strength = 0.7F;
  const auto gusty = makeCloth(hangingSheet(8, 8), options);
  for (Cloth* cloth : {plain.get(), zero.get(), gusty.get()}) run(*cloth, 60);
  EXPECT_EQ(bits(plain->positions()), bits(zero->positions()));
  EXPECT_NE(bits(plain->positions()), bits(gusty->positions()));
}

TEST(WindField, StandsInForTheWindUntilItIsTakenAway) {
  for (const SolverKind solver : {SolverKind::kClassic, SolverKind::kSubsteps}) {
    ClothOptions options;
    options.solver = solver;
    options.wind = {2.0F, 1.0F, 3.0F};
    const auto windy = makeCloth(hangingSheet(9, 6), options);
    options.wind = {-5.0F, 0.0F, 0.0F};
    const auto cloth = makeCloth(hangingSheet(9, 6), options);
    std::vector<float> field;
    for (int point = 0; point < 54; ++point) field.insert(field.end(), {2.0F, 1.0F, 3.0F});
    ASSERT_TRUE(cloth->setWindField(field).ok());
    run(*windy, 60);
    run(*cloth, 60);
    EXPECT_EQ(bits(cloth->positions()), bits(windy->positions()));
    ASSERT_TRUE(cloth->setWindField({}).ok());
    run(*windy, 10);
    run(*cloth, 10);
    EXPECT_NE(bits(cloth->positions()), bits(windy->positions()));
  }
}

}  // namespace
}  // namespace mangto::test
