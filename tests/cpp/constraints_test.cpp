#include <gtest/gtest.h>

#include <cmath>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

constexpr int kSize = 5;

/// 모서리의 점 하나만 끌고 가면 이어진 점들만 따라온다.
/// A sheet whose corner was pulled away: only what is joined to it can follow.
class PulledCorner {
 public:
  explicit PulledCorner(const Stiffness& stiffness) {
    ClothOptions options = withoutAir();
    options.gravity = glm::vec3(0.0F);
    options.damping = 0.0F;
    options.iterations = 40;
    options.stiffness = stiffness;
    cloth_ = makeCloth(hangingSheet(kSize, kSize, topLeftCorner), options);
    const std::vector<float> start = copyOf(cloth_->positions());
    movePinTargets(*cloth_, {-0.05F, 0.05F, 0.0F});
    run(*cloth_, 200);
    for (std::size_t k = 0; k < start.size(); ++k) {
      // 그보다 작은 것은 쉬는 길이의 반올림이다.
      if (std::abs(cloth_->positions()[k] - start[k]) > 1e-4F) followed_[k / 3] = true;
    }
  }

  bool followed(int column, int row) const { return followed_[row * kSize + column]; }

  void expectRest(glm::ivec2 a, glm::ivec2 b) const {
    const double rest = kSpacing * std::hypot(a.x - b.x, a.y - b.y);
    EXPECT_NEAR(distanceOf(*cloth_, a, b) / rest, 1.0, 2e-3)
        << a.x << "," << a.y << " - " << b.x << "," << b.y;
  }

 private:
  std::unique_ptr<Cloth> cloth_;
  std::vector<bool> followed_ = std::vector<bool>(kSize * kSize);
};

template <typename Visit>
void forEachPoint(Visit visit) {
  for (int row = 0; row < kSize; ++row)
    for (int column = 0; column < kSize; ++column) visit(column, row);
}

TEST(Structural, AloneJoinsNeighboursInRowsAndColumns) {
  const PulledCorner sheet({1.0F, 0.0F, 0.0F});
  forEachPoint([&](int column, int row) {
    if (column + 1 < kSize) sheet.expectRest({column, row}, {column + 1, row});
    if (row + 1 < kSize) sheet.expectRest({column, row}, {column, row + 1});
  });
  EXPECT_TRUE(sheet.followed(1, 0));
  EXPECT_TRUE(sheet.followed(0, 1));
}

TEST(Shear, AloneJoinsBothDiagonalsAndNothingElse) {
  const PulledCorner sheet({0.0F, 0.6F, 0.0F});
  forEachPoint([&](int column, int row) {
    if ((column + row) % 2 == 1) {
      EXPECT_FALSE(sheet.followed(column, row)) << column << "," << row;
      return;
    }
    if (row + 1 == kSize) return;
    if (column + 1 < kSize) sheet.expectRest({column, row}, {column + 1, row + 1});
    if (column > 0) sheet.expectRest({column, row}, {column - 1, row + 1});
  });
  EXPECT_TRUE(sheet.followed(1, 1));
  EXPECT_TRUE(sheet.followed(2, 0));
}

TEST(Bend, AloneJoinsEverySecondPointInRowsAndColumnsAndNothingElse) {
  const PulledCorner sheet({0.0F, 0.0F, 0.25F});
  forEachPoint([&](int column, int row) {
    if (column % 2 == 1 || row % 2 == 1) {
      EXPECT_FALSE(sheet.followed(column, row)) << column << "," << row;
      return;
    }
    if (column + 2 < kSize) sheet.expectRest({column, row}, {column + 2, row});
    if (row + 2 < kSize) sheet.expectRest({column, row}, {column, row + 2});
  });
  EXPECT_TRUE(sheet.followed(2, 0));
  EXPECT_TRUE(sheet.followed(0, 2));
}

TEST(Constraints, OfStiffnessZeroLeaveEveryFreePointWhereItIs) {
  const PulledCorner sheet({0.0F, 0.0F, 0.0F});
  forEachPoint([&](int column, int row) {
    EXPECT_EQ(sheet.followed(column, row), column == 0 && row == 0);
  });
}

// 한 번의 반복에서 고친 길이는 세기의 비율만큼이다: 빠짐도 겹침도 없다.
TEST(Constraints, CorrectTheirShareOfTheErrorInOneIteration) {
  for (const float stiffness : {1.0F, 0.5F, 0.25F}) {
    ClothOptions options = loosePoints();
    options.stiffness.structural = stiffness;
    options.iterations = 1;
    options.damping = 0.0F;
    const auto cloth = makeCloth(hangingSheet(2, 2, topRow, {.spacing = 0.5F}), options);
    movePinTargets(*cloth, {0.0F, 0.25F, 0.0F});
    run(*cloth, 1);
    // 고정된 점은 움직이지 않고 짝이 모두 받는다.
    for (const int column : {0, 1}) {
      EXPECT_NEAR(pointOf(*cloth, column, 0).y, 10.25, 1e-6);
      EXPECT_NEAR(pointOf(*cloth, column, 1).y, 9.5 + 0.25 * stiffness, 1e-5);
    }
  }
}

TEST(Constraints, ShareTheCorrectionHalfAndHalfBetweenFreePoints) {
  // 한 점만 밀려난 가로줄: 무게중심이 그대로여야 한다.
  ClothOptions options = loosePoints();
  options.stiffness.structural = 1.0F;
  const auto cloth = makeCloth(hangingSheet(7, 2, nowhere, {.spacing = 0.25F}), options);
  const glm::dvec3 before = centroid(*cloth);
  ASSERT_TRUE(
      cloth->setCapsules(std::vector<Capsule>{{{0, 10, -0.1F}, {0, 10, -0.1F}, 0.2F}}).ok());
  run(*cloth, 1);
  const glm::dvec3 pushed = centroid(*cloth);
  EXPECT_GT(pushed.z - before.z, 1e-3);
  ASSERT_TRUE(cloth->setCapsules({}).ok());
  ASSERT_TRUE(cloth->setDamping(0.0).ok());
  run(*cloth, 30);
  EXPECT_NEAR(centroid(*cloth).x, pushed.x, 1e-5);
  EXPECT_NEAR(centroid(*cloth).z, pushed.z, 1e-5);
}

TEST(Constraints, AreCountedOnlyWhileTheirKindIsOn) {
  const auto cape = makeCloth(hangingSheet(12, 17));
  const auto flag = makeCloth(hangingSheet(16, 10, leftColumn));
  EXPECT_EQ(cape->fabric().points() + flag->fabric().points(), 364);
  EXPECT_EQ(cape->constraints() + flag->constraints(), 1913);
  const int structural = 11 * 17 + 12 * 16;
  const int shear = 2 * 11 * 16;
  const int bend = 10 * 17 + 12 * 15;
  EXPECT_EQ(cape->constraints(), structural + shear + bend);
  ASSERT_TRUE(cape->setStiffness({1.0F, 0.0F, 0.25F}).ok());
  EXPECT_EQ(cape->constraints(), structural + bend);
  ASSERT_TRUE(cape->setStiffness({0.0F, 0.6F, 0.0F}).ok());
  EXPECT_EQ(cape->constraints(), shear);
  ASSERT_TRUE(cape->setStiffness({0.0F, 0.0F, 0.0F}).ok());
  EXPECT_EQ(cape->constraints(), 0);
  // 2 × 2에는 하나 건너뛸 점이 없다.
  EXPECT_EQ(makeCloth(hangingSheet(2, 2))->constraints(), 4 + 2);
}

/// 짧은 대각선 / 긴 대각선: 1이면 정사각형, 0에 가까우면 납작한 마름모.
double squareness(const Cloth& cloth) {
  const int end = cloth.fabric().columns() - 1;
  const double falling = distanceOf(cloth, {0, 0}, {end, end});
  const double rising = distanceOf(cloth, {end, 0}, {0, end});
  return std::min(falling, rising) / std::max(falling, rising);
}

double squarenessAfterHanging(const Pins& pins, const glm::vec3& gravity, float shear) {
  ClothOptions options;
  options.gravity = gravity;
  options.stiffness.shear = shear;
  const auto cloth = makeCloth(hangingSheet(8, 8, pins), options);
  run(*cloth, 900);
  return squareness(*cloth);
}

TEST(Shear, KeepsASheetOnOneCornerSquareAndWithoutItTheSheetCollapsesIntoARhombus) {
  const glm::vec3 down(0.0F, -9.8F, 0.0F);
  EXPECT_GT(squarenessAfterHanging(topLeftCorner, down, 0.6F), 0.9);
  EXPECT_LT(squarenessAfterHanging(topLeftCorner, down, 0.0F), 0.1);
}

TEST(Shear, KeepsASheetPulledSidewaysSquareAndWithoutItTheSheetLeansOver) {
  const glm::vec3 aslant(9.8F, -9.8F, 0.0F);
  EXPECT_GT(squarenessAfterHanging(topRow, aslant, 0.6F), 0.9);
  EXPECT_LT(squarenessAfterHanging(topRow, aslant, 0.0F), 0.6);
}

/// 하나 건너뛴 점 사이의 평균 거리: 펴져 있으면 1, 접혀 있으면 0.
double opennessAfterDrop(float bend) {
  constexpr int kCells = 12;
  ClothOptions options;
  options.wind = {0.3F, 0.0F, 1.0F};
  options.stiffness.bend = bend;
  const auto cloth = makeCloth(hangingSheet(kCells, kCells, nowhere, {.top = 1.0F}), options);
  run(*cloth, 600);
  double sum = 0.0;
  for (int j = 0; j < kCells; ++j) {
    for (int i = 0; i + 2 < kCells; ++i) {
      sum += distanceOf(*cloth, {i, j}, {i + 2, j}) + distanceOf(*cloth, {j, i}, {j, i + 2});
    }
  }
  return sum / (2.0 * kCells * (kCells - 2)) / (2.0 * kSpacing);
}

TEST(Bend, KeepsADroppedSheetOpenAndWithoutItTheSheetCrumples) {
  EXPECT_GT(opennessAfterDrop(0.25F), 0.9);
  EXPECT_LT(opennessAfterDrop(0.0F), 0.75);
}

}  // namespace
}  // namespace mangto::test
