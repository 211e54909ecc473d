#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <ostream>

#include "support/measure.h"
#include "support/reference_cloth.h"
#include "support/sheets.h"

// 코어를 배정도로 곧이곧대로 쓴 기준 구현과 견준다. 코어의 묶음 배치와 물결이 모든 제약을 한 번씩,
// 문서의 차례대로 풀 때에만 맞는다.

namespace mangto::test {
namespace {

/// float와 double의 차이가 60걸음 동안 자랄 수 있는 크기(m). 큰 천은 좌표도 반올림도 크다.
/// How far rounding to float may take a point in 60 steps; more where coordinates are larger.
constexpr double kTolerance = 2e-5;
double toleranceOf(int columns, int rows) {
  return kTolerance * std::max(1.0, std::max(columns, rows) / 8.0);
}

constexpr int kSteps = 60;
constexpr float kShake = 0.004F;  // m

/// 늘 같은 값을 내는 -1…1의 잡음. / Noise from -1 to 1, always the same.
float noise(int seed) {
  const auto hash = static_cast<std::uint32_t>(seed) * 2654435761U;
  return static_cast<float>(hash >> 16) / 32768.0F - 1.0F;
}

/// 칸마다 크기가 다른 천: 제약의 길이가 바뀌거나 빠지면 드러난다. / An uneven sheet, so that a
/// constraint with another's length shows.
GridOptions unevenSheet(int columns, int rows, const Pins& pins) {
  const auto position = [columns, rows](int column, int row) {
    const int seed = 3 * (row * columns + column);
    // 원점 둘레에 두어 반올림을 작게 한다.
    return glm::vec3(static_cast<float>(column - columns / 2) + 0.25F * noise(seed),
                     static_cast<float>(rows / 2 - row) + 0.25F * noise(seed + 1),
                     0.25F * noise(seed + 2)) *
           kSpacing;
  };
  return {columns, rows, position, pins};
}

class Pair {
 public:
  Pair(const GridOptions& grid, const ClothOptions& options)
      : cloth(makeCloth(grid, options)), reference(grid, options) {}

  void movePins(const glm::vec3& offset) {
    movePinTargets(*cloth, offset);
    for (std::size_t k = 0; k < reference.pinTargets.size(); ++k) {
      const float* target = &cloth->pinTargets()[3 * k];
      reference.pinTargets[k] = {target[0], target[1], target[2]};
    }
  }

  void setCapsules(const std::vector<Capsule>& capsules) {
    ASSERT_TRUE(cloth->setCapsules(capsules).ok());
    reference.capsules = capsules;
  }

  void step() {
    run(*cloth, 1);
    reference.step();
  }

  double difference() const {
    double worst = 0.0;
    for (std::size_t k = 0; k < reference.positions().size(); ++k) {
      const float* p = &cloth->positions()[3 * k];
      const double apart = glm::distance(glm::dvec3(p[0], p[1], p[2]), reference.positions()[k]);
      worst = apart <= worst ? worst : apart;  // NaN도 남는다.
    }
    return worst;
  }

  std::unique_ptr<Cloth> cloth;
  ReferenceCloth reference;
};

struct Size {
  int columns;
  int rows;
};

void PrintTo(const Size& size, std::ostream* out) { *out << size.columns << "x" << size.rows; }

/// 바닥이 없고, 작은 차이가 자라지 않을 만큼 차분한 설정. / Without a floor, and calm enough for
/// small differences not to grow.
ClothOptions calm() {
  ClothOptions options;
  options.floor.reset();
  options.damping = 0.9F;
  return options;
}

class EverySize : public testing::TestWithParam<Size> {};

/// 핀을 흔들며 나아가고 가장 큰 차이를 돌려준다. / Shakes the pins; returns the largest difference.
double shaken(Pair& pair) {
  double worst = 0.0;
  for (int k = 0; k < kSteps; ++k) {
    pair.movePins(glm::vec3(noise(k), noise(k + 100), noise(k + 200)) * kShake);
    pair.step();
    const double apart = pair.difference();
    worst = apart <= worst ? worst : apart;
  }
  return worst;
}

TEST_P(EverySize, SolvesEachConstraintOnceInTheDocumentedOrder) {
  const auto [columns, rows] = GetParam();
  const auto scattered = [](int column, int row) { return (3 * column + 5 * row) % 11 == 0; };
  for (const int iterations : {1, 8}) {
    for (const Pins& pins : {Pins(topRow), Pins(leftColumn), Pins(scattered)}) {
      ClothOptions options = calm();
      options.iterations = iterations;
      options.wind = {1.0F, 0.0F, 2.0F};
      Pair pair(unevenSheet(columns, rows, pins), options);
      EXPECT_LT(shaken(pair), toleranceOf(columns, rows)) << iterations << " iterations";
      EXPECT_EQ(pair.cloth->constraints(), static_cast<int>(pair.reference.constraints.size()));
    }
  }
}

TEST_P(EverySize, SolvesEachKindAloneInTheDocumentedOrder) {
  const auto [columns, rows] = GetParam();
  for (const Stiffness& stiffness :
       {Stiffness{1.0F, 0.0F, 0.0F}, Stiffness{0.0F, 0.6F, 0.0F}, Stiffness{0.0F, 0.0F, 0.25F}}) {
    ClothOptions options = calm();
    options.stiffness = stiffness;
    options.iterations = 2;
    Pair pair(unevenSheet(columns, rows, topRow), options);
    EXPECT_LT(shaken(pair), toleranceOf(columns, rows));
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EverySize,
                         testing::Values(Size{2, 2}, Size{2, 50}, Size{3, 3}, Size{4, 4},
                                         Size{5, 7}, Size{6, 2}, Size{7, 8}, Size{8, 3}, Size{9, 9},
                                         Size{12, 17}, Size{13, 4}, Size{16, 10}, Size{50, 2},
                                         Size{64, 64}),
                         [](const auto& test) {
                           return std::to_string(test.param.columns) + "x" +
                                  std::to_string(test.param.rows);
                         });

// 이 시험이 알아차리는 것: 차례가 조금만 다르거나 제약 하나가 빠지거나 겹치면 차이가 훨씬 크다.
TEST(Order, OfAnotherKindIsToldApart) {
  const auto differenceAfter = [](const auto& change) {
    Pair pair(unevenSheet(12, 17, topRow), calm());
    change(pair.reference.constraints);
    return shaken(pair);
  };
  constexpr double kDifferent = 25.0 * kTolerance;
  using List = std::vector<ReferenceCloth::Constraint>;
  EXPECT_GT(differenceAfter([](List& list) { std::reverse(list.begin(), list.end()); }),
            kDifferent);
  EXPECT_GT(differenceAfter([](List& list) { std::swap(list[40], list[52]); }), kDifferent);
  EXPECT_GT(differenceAfter([](List& list) { list.erase(list.begin() + 500); }), kDifferent);
  EXPECT_GT(differenceAfter([](List& list) { list.push_back(list[500]); }), kDifferent);
}

TEST(Reference, AgreesOnACapeOverMovingCapsules) {
  ClothOptions options;
  options.wind = {0.0F, 0.0F, 2.0F};
  Pair pair(hangingSheet(12, 17, topRow, {.top = 2.0F}), options);
  for (int k = 0; k < kSteps; ++k) {
    const float z = -0.16F + 0.003F * static_cast<float>(k);
    pair.setCapsules({{{0.33F, 1, z}, {0.33F, 1.8F, z}, 0.14F},
                      {{0.2F, 1, z - 0.1F}, {0.3F, 1.4F, z}, 0.09F},
                      {{0.5F, 1.2F, z}, {0.5F, 1.2F, z}, 0.1F}});
    pair.movePins({0.0F, 0.0F, 1.0F / 256});
    pair.step();
    ASSERT_LT(pair.difference(), 5.0 * kTolerance) << "step " << k;
  }
}

TEST(Reference, AgreesOnASheetThatFallsOnTheFloor) {
  ClothOptions options;
  options.wind = {1.0F, 0.0F, 0.0F};
  options.drag = 1.0F;
  Pair pair(lyingSheet(9, 14, nowhere, {.top = 0.3F}), options);
  for (int k = 0; k < kSteps; ++k) {
    pair.step();
    ASSERT_LT(pair.difference(), kTolerance) << "step " << k;
  }
}

TEST(Reference, AgreesWhereTheAirIsStrongerThanAStepCanTake) {
  ClothOptions options;
  options.wind = {0.5F, 0.0F, 2.0F};
  options.windStrength = 500.0F;
  options.drag = 100.0F;
  Pair pair(hangingSheet(12, 17), options);
  for (int k = 0; k < kSteps; ++k) {
    pair.step();
    ASSERT_LT(pair.difference(), 2.0 * kTolerance) << "step " << k;
  }
}

TEST(Reference, AgreesWhileEverySettingIsChangedOnTheWay) {
  Pair pair(unevenSheet(10, 11, topRow), {});
  Cloth& cloth = *pair.cloth;
  ReferenceCloth& reference = pair.reference;
  const std::vector<std::function<Status()>> changes{
      [&] {
        return cloth.setWind({1.0, 0.0, 3.0});
      },
      [&] { return cloth.setIterations(3); },
      [&] { return cloth.setWindStrength(4.0); },
      [&] {
        return cloth.setStiffness({1.0F, 0.0F, 0.25F});
      },
      [&] { return cloth.setDrag(1.0); },
      [&] {
        return cloth.setStiffness({0.5F, 0.5F, 0.0F});
      },
      [&] { return cloth.setFloor(-0.25); },
      [&] {
        return cloth.setGravity({1.0, -5.0, 0.0});
      },
      [&] { return cloth.setDamping(0.95); },
      [&] {
        return cloth.setStiffness({1.0F, 0.6F, 0.25F});
      },
      [&] { return cloth.setTimeStep(1.0 / 90.0); },
      [&] { return cloth.setFloor(std::nullopt); },
  };
  for (std::size_t n = 0; n < changes.size(); ++n) {
    ASSERT_TRUE(changes[n]().ok());
    reference.options = cloth.options();
    for (int k = 0; k < 5; ++k) pair.step();
    ASSERT_LT(pair.difference(), 2.0 * kTolerance) << "after change " << n;
  }
}

}  // namespace
}  // namespace mangto::test
