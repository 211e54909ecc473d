#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/trigonometric.hpp>
#include <string>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

ClothOptions small(int substeps = 8) {
  ClothOptions options;
  options.solver = SolverKind::kSubsteps;
  options.substeps = substeps;
  return options;
}

ClothOptions smallWithoutAir(int substeps = 8) {
  ClothOptions options = small(substeps);
  options.windStrength = 0.0F;
  options.drag = 0.0F;
  options.damping = 1.0F;
  return options;
}

/// 변의 늘어남 가운데 가장 큰 것과, 늘어난 것들의 평균. / Greatest and mean stretch of the edges.
struct Strain {
  double greatest = 0.0;
  double mean = 0.0;
};

Strain strainOf(const Cloth& cloth, double rest) {
  const int columns = cloth.fabric().columns();
  const int rows = cloth.fabric().rows();
  Strain strain;
  int edges = 0;
  const auto add = [&](glm::ivec2 a, glm::ivec2 b) {
    if (b.x >= columns || b.y >= rows) return;
    const double stretch = std::max(0.0, distanceOf(cloth, a, b) / rest - 1.0);
    strain.greatest = std::max(strain.greatest, stretch);
    strain.mean += stretch;
    ++edges;
  };
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      add({i, j}, {i + 1, j});
      add({i, j}, {i, j + 1});
    }
  }
  strain.mean /= edges;
  return strain;
}

TEST(Substeps, StretchCapeAndFlagLessThanHalfAPercent) {
  const auto cape = makeCloth(hangingSheet(12, 17), small());
  const auto flag = makeCloth(hangingSheet(16, 10, leftColumn), small());
  run(*cape, 1200);
  run(*flag, 1200);
  EXPECT_LT(strainOf(*cape, kSpacing).mean, 0.005);
  EXPECT_LT(verticalStretch(*cape, kSpacing).all, 0.005);
  EXPECT_LT(strainOf(*flag, kSpacing).mean, 0.005);
}

TEST(Substeps, StretchLessInTheWindThanClassicAtTwentyIterations) {
  const auto stretchInWind = [](ClothOptions options, const GridOptions& sheet) {
    options.wind = {3.0F, 0.0F, 4.0F};
    const auto cloth = makeCloth(sheet, options);
    run(*cloth, 120);
    double sum = 0.0;
    for (int k = 0; k < 480; ++k) {
      run(*cloth, 1);
      sum += strainOf(*cloth, kSpacing).mean;
    }
    return sum / 480;
  };
  ClothOptions classic;
  classic.iterations = 20;
  for (const GridOptions& sheet : {hangingSheet(12, 17), hangingSheet(16, 10, leftColumn)}) {
    EXPECT_LT(stretchInWind(small(), sheet), stretchInWind(classic, sheet));
  }
}

TEST(Substeps, FallFreelyAsGalileoSaysAtEveryNumberOfThem) {
  for (const int substeps : {1, 2, 8, 30, 100}) {
    ClothOptions options = smallWithoutAir(substeps);
    options.floor.reset();
    const auto cloth = makeCloth(hangingSheet(5, 5, nowhere), options);
    run(*cloth, 120);
    const double fallen = 10.0 - pointOf(*cloth, 2, 0).y;
    EXPECT_NEAR(fallen, 0.5 * 9.8 * 4.0, 0.01 * 19.6) << substeps;
  }
}

/// 두 점에 매달린 두 점: 길이 1인 진자. / Two points that hang on two pinned ones.
double pendulumPeriod(const ClothOptions& options, double degrees) {
  const double angle = glm::radians(degrees);
  const auto position = [angle](int column, int row) {
    return glm::vec3(static_cast<float>(column), 10.0F - static_cast<float>(row * std::cos(angle)),
                     static_cast<float>(row * std::sin(angle)));
  };
  const auto cloth = makeCloth({2, 2, position, topRow}, options);
  double before = 1.0;
  double first = 0.0;
  int crossings = 0;
  for (int k = 1; k < 6000; ++k) {
    run(*cloth, 1);
    const double z = pointOf(*cloth, 0, 1).z;
    if ((z <= 0.0) != (before <= 0.0)) {
      const double time = (k - z / (z - before)) * options.timeStep;
      if (crossings == 0) first = time;
      if (++crossings == 11) return (time - first) / 5.0;
    }
    before = z;
  }
  return 0.0;
}

TEST(Substeps, SwingAPendulumInItsPeriod) {
  const double small10 = glm::two_pi<double>() * std::sqrt(1.0 / 9.8) * 1.00191;
  for (const int substeps : {2, 8, 20}) {
    EXPECT_NEAR(pendulumPeriod(smallWithoutAir(substeps), 10.0), small10, 0.02 * small10)
        << substeps;
  }
  ClothOptions coarse = smallWithoutAir();
  coarse.timeStep = 1.0 / 30.0;
  EXPECT_NEAR(pendulumPeriod(coarse, 10.0), small10, 0.02 * small10);
}

TEST(Classic, SwingsAPendulumInItsPeriod) {
  ClothOptions options = withoutAir();
  options.damping = 1.0F;
  const double small10 = glm::two_pi<double>() * std::sqrt(1.0 / 9.8) * 1.00191;
  EXPECT_NEAR(pendulumPeriod(options, 10.0), small10, 0.02 * small10);
}

/// 길이 L인 줄의 두 끝이 너비 W만큼 떨어져 있을 때 가운데가 처진 만큼. / Sag of a chain of length L
/// over a span W: L = 2 a sinh(W/2a), sag = a (cosh(W/2a) - 1).
double catenarySag(double length, double width) {
  double low = 1e-3;
  double high = 1e3;
  for (int k = 0; k < 200; ++k) {
    const double a = 0.5 * (low + high);
    (2.0 * a * std::sinh(width / (2.0 * a)) > length ? low : high) = a;
  }
  return low * (std::cosh(width / (2.0 * low)) - 1.0);
}

TEST(Substeps, HangAStripInACatenary) {
  ClothOptions options = small(16);
  options.damping = 0.97F;
  options.stiffness.bend = 0.0F;
  constexpr int kColumns = 41;
  const auto ends = [](int column, int) { return column == 0 || column == kColumns - 1; };
  const auto cloth = makeCloth(lyingSheet(kColumns, 2, ends, {.spacing = 0.05F}), options);
  const double length = 0.05 * (kColumns - 1);
  for (int k = 0; k < 300; ++k) {
    for (const int row : {0, 1})
      cloth->pinTargets()[static_cast<std::size_t>(3 * (row * kColumns + kColumns - 1))] -=
          0.6F / 300;
    run(*cloth, 1);
  }
  run(*cloth, 1800);
  const double sag = 10.0 - pointOf(*cloth, kColumns / 2, 0).y;
  const double expected = catenarySag(length, length - 0.6);
  EXPECT_NEAR(sag, expected, 0.01 * expected);
}

TEST(Substeps, HangByTheComplianceInMetresPerNewton) {
  // 고정된 줄 아래의 한 줄: 늘어남 = 무르기 × 점 하나의 무게.
  ClothOptions options = smallWithoutAir();
  options.damping = 0.9F;
  options.density = 2.0F;
  options.compliance = {0.02F, 0.0F, 0.0F};
  options.stiffness.shear = 0.0F;
  options.stiffness.bend = 0.0F;
  const auto cloth = makeCloth(hangingSheet(2, 2, topRow, {.spacing = 0.5F}), options);
  run(*cloth, 1200);
  const double mass = 2.0 * 0.25 / 4.0;
  EXPECT_NEAR(distanceOf(*cloth, {0, 0}, {0, 1}) - 0.5, 0.02 * mass * 9.8, 2e-4);
}

/// 깃발처럼 왼쪽이 고정된 천을 흔들고 난 뒤의 가운데. / Centre of a swinging sheet after 1.5 s.
glm::dvec3 swungCentre(const ClothOptions& options, int cells) {
  const float spacing = 0.96F / static_cast<float>(cells);
  const auto cloth =
      makeCloth(lyingSheet(cells + 1, cells + 1, topRow, {.spacing = spacing}), options);
  run(*cloth, static_cast<int>(std::lround(1.5 / options.timeStep)));
  return centroid(*cloth);
}

TEST(Substeps, LookTheSameWhateverTheirNumberTheStepAndTheGrid) {
  const glm::dvec3 usual = swungCentre(small(), 16);
  const auto expectAlike = [&](const glm::dvec3& centre, const std::string& what) {
    EXPECT_LT(glm::distance(centre, usual), 0.06) << what;
  };
  expectAlike(swungCentre(small(6), 16), "6 sub-steps");
  expectAlike(swungCentre(small(12), 16), "12 sub-steps");
  expectAlike(swungCentre(small(20), 16), "20 sub-steps");
  ClothOptions other = small();
  other.timeStep = 1.0 / 120.0;
  expectAlike(swungCentre(other, 16), "steps of 1/120 s");
  other.timeStep = 1.0 / 40.0;
  expectAlike(swungCentre(other, 16), "steps of 1/40 s");
  expectAlike(swungCentre(small(), 8), "8 × 8 cells");
  expectAlike(swungCentre(small(), 32), "32 × 32 cells");
}

TEST(Substeps, KeepTheDampingOfASecondWhateverTheStep) {
  for (const double timeStep : {1.0 / 240.0, 1.0 / 60.0, 1.0 / 20.0}) {
    for (const int substeps : {1, 8, 50}) {
      ClothOptions options = smallWithoutAir(substeps);
      options.stiffness = {0.0F, 0.0F, 0.0F};
      options.gravity = {8.0F, 0.0F, 0.0F};
      options.timeStep = timeStep;
      const auto cloth = makeCloth(hangingSheet(3, 3, nowhere), options);
      const auto seconds = [&](double s) {
        run(*cloth, static_cast<int>(std::lround(s / timeStep)));
      };
      const auto speed = [&] {
        const double before = pointOf(*cloth, 0, 0).x;
        run(*cloth, 1);
        return (pointOf(*cloth, 0, 0).x - before) / timeStep;
      };
      seconds(1.0);
      ASSERT_TRUE(cloth->setGravity(glm::dvec3(0.0)).ok());
      const double early = speed();
      ASSERT_TRUE(cloth->setDamping(0.9).ok());
      seconds(0.25 - timeStep);
      EXPECT_NEAR(speed() / early / std::pow(0.9, 15.0), 1.0, 0.01 + 4.0 * timeStep);
    }
  }
}

TEST(Substeps, MovePinsEvenlyAndExactlyToTheirTargets) {
  const auto cloth = makeCloth(hangingSheet(4, 4), small());
  movePinTargets(*cloth, {0.1F, -0.2F, 0.3F});
  ASSERT_TRUE(cloth->update(3.0 / 60.0).ok());
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(cloth->positions()[i], cloth->pinTargets()[i]);
}

TEST(Substeps, GoOnAtTheSameSpeedWhenTheSolverOrTheStepChanges) {
  ClothOptions options = withoutAir();
  options.damping = 1.0F;
  options.floor.reset();
  const auto cloth = makeCloth(hangingSheet(4, 4, nowhere), options);
  const auto speed = [&] {
    const double before = centroid(*cloth).y;
    run(*cloth, 1);
    return (centroid(*cloth).y - before) / cloth->options().timeStep;
  };
  run(*cloth, 60);
  ASSERT_TRUE(cloth->setGravity(glm::dvec3(0.0)).ok());
  const double fall = speed();
  EXPECT_LT(fall, -9.0);
  ASSERT_TRUE(cloth->setSolver(SolverKind::kSubsteps).ok());
  EXPECT_NEAR(speed(), fall, 0.01);
  ASSERT_TRUE(cloth->setSubsteps(20).ok());
  EXPECT_NEAR(speed(), fall, 0.01);
  ASSERT_TRUE(cloth->setTimeStep(1.0 / 30.0).ok());
  EXPECT_NEAR(speed(), fall, 0.01);
  ASSERT_TRUE(cloth->setSolver(SolverKind::kClassic).ok());
  EXPECT_NEAR(speed(), fall, 0.01);
}

TEST(Tethers, KeepALargeSheetShortAtTwoSubsteps) {
  for (const Pins& pins : {Pins(topRow), Pins([](int column, int row) {
                             return row == 0 && (column == 0 || column == 63);
                           })}) {
    ClothOptions options = small(2);
    options.tethers = true;
    const auto cloth = makeCloth(hangingSheet(64, 64, pins), options);
    run(*cloth, 900);
    EXPECT_LT(verticalStretch(*cloth, kSpacing).all, 0.015);
    EXPECT_LT(strainOf(*cloth, kSpacing).mean, 0.015);
  }
}

TEST(Tethers, HoldNothingBackThatIsWithinTheirLength) {
  ClothOptions options = small();
  const auto free = makeCloth(lyingSheet(9, 9, topLeftCorner), options);
  options.tethers = true;
  const auto tied = makeCloth(lyingSheet(9, 9, topLeftCorner), options);
  // 처음에는 아무 끈도 팽팽하지 않다: 접은 길을 따라 잰 길이는 곧은 거리보다 짧지 않다.
  ASSERT_TRUE(free->setGravity({0.0, 0.0, 0.0}).ok());
  ASSERT_TRUE(tied->setGravity({0.0, 0.0, 0.0}).ok());
  run(*free, 10);
  run(*tied, 10);
  for (std::size_t i = 0; i < free->positions().size(); ++i)
    EXPECT_NEAR(tied->positions()[i], free->positions()[i], 1e-5);
}

TEST(Tethers, AreMadeWithoutPinsToo) {
  ClothOptions options = small();
  options.tethers = true;
  const auto cloth = makeCloth(hangingSheet(5, 5, nowhere), options);
  run(*cloth, 60);
  EXPECT_TRUE(allFinite(cloth->positions()));
}

}  // namespace
}  // namespace mangto::test
