#include <gtest/gtest.h>

#include <limits>
#include <ostream>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

void expectRefused(const GridOptions& options, const std::vector<std::string>& words) {
  const auto result = Fabric::createGrid(options);
  EXPECT_EQ(result.status.code, StatusCode::kInvalidArgument);
  EXPECT_EQ(result.value, nullptr);
  for (const std::string& word : words) {
    EXPECT_NE(result.status.message.find(word), std::string::npos)
        << "no \"" << word << "\" in: " << result.status.message;
  }
}

struct BadSize {
  int columns;
  int rows;
  std::vector<std::string> words;
};

void PrintTo(const BadSize& size, std::ostream* out) { *out << size.columns << "x" << size.rows; }

class FabricOfBadSize : public testing::TestWithParam<BadSize> {};

TEST_P(FabricOfBadSize, IsRefusedBeforeAnyPositionIsAskedFor) {
  GridOptions options = hangingSheet(GetParam().columns, GetParam().rows);
  options.position = [](int, int) {
    ADD_FAILURE() << "position was called";
    return glm::vec3(0.0F);
  };
  options.pinned = [](int, int) {
    ADD_FAILURE() << "pinned was called";
    return false;
  };
  expectRefused(options, GetParam().words);
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, FabricOfBadSize,
    testing::Values(BadSize{0, 5, {"columns", "got 0"}}, BadSize{1, 5, {"columns", "got 1"}},
                    BadSize{-3, 5, {"columns", "got -3"}}, BadSize{5, 0, {"rows", "got 0"}},
                    BadSize{5, 1, {"rows", "got 1"}}, BadSize{5, -7, {"rows", "got -7"}},
                    BadSize{1 << 20, 2, {"columns", "got 1048576"}},
                    BadSize{1025, 1024, {"columns * rows", "got 1049600"}},
                    // 곱이 32비트를 넘는다. / The product overflows 32 bits.
                    BadSize{1 << 18, 1 << 18, {"columns * rows", "got 68719476736"}},
                    BadSize{65536, 65536, {"columns * rows", "got 4294967296"}},
                    BadSize{std::numeric_limits<int>::max(), 2, {"columns", "got 2147483647"}},
                    BadSize{std::numeric_limits<int>::min(), 2, {"columns", "got -2147483648"}},
                    BadSize{2, std::numeric_limits<int>::max(), {"rows", "got 2147483647"}}));

struct BadPosition {
  glm::vec3 position;
  std::string value;
};

void PrintTo(const BadPosition& bad, std::ostream* out) { *out << bad.value; }

class FabricWithBadPosition : public testing::TestWithParam<BadPosition> {};

TEST_P(FabricWithBadPosition, IsRefusedWithThePointAndItsValue) {
  GridOptions options = hangingSheet(5, 4);
  const auto good = options.position;
  options.position = [&](int column, int row) {
    return column == 3 && row == 2 ? GetParam().position : good(column, row);
  };
  expectRefused(options, {"position(3, 2)", GetParam().value});
}

INSTANTIATE_TEST_SUITE_P(Values, FabricWithBadPosition,
                         testing::Values(BadPosition{{kNan, 0, 0}, "[NaN, 0, 0]"},
                                         BadPosition{{0, kInfinity, 0}, "[0, Infinity, 0]"},
                                         BadPosition{{0, 1, -kInfinity}, "[0, 1, -Infinity]"},
                                         BadPosition{{2e6F, 0, 0}, "[2000000, 0, 0]"},
                                         BadPosition{{0, 0, -3e38F}, "got [0, 0, -3"}));

TEST(Fabric, WithoutAPositionFunctionIsRefused) {
  GridOptions options = hangingSheet(5, 4);
  options.position = nullptr;
  expectRefused(options, {"position", "none"});
}

TEST(Fabric, WithoutAPinnedFunctionHasNoPins) {
  GridOptions options = hangingSheet(5, 4);
  options.pinned = nullptr;
  const auto result = Fabric::createGrid(options);
  ASSERT_TRUE(result.ok());
  for (int point = 0; point < 20; ++point) EXPECT_FALSE(result.value->pinned(point));
}

TEST(Fabric, AsksForEveryPointOnceAndKnowsItsShape) {
  std::vector<int> asked(13 * 4);
  GridOptions options = hangingSheet(13, 4);
  const auto position = options.position;
  options.position = [&](int column, int row) {
    ++asked[row * 13 + column];
    return position(column, row);
  };
  const auto result = Fabric::createGrid(options);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(asked, std::vector<int>(13 * 4, 1));
  EXPECT_EQ(result.value->columns(), 13);
  EXPECT_EQ(result.value->rows(), 4);
  EXPECT_EQ(result.value->points(), 52);
  for (int point = 0; point < 52; ++point) EXPECT_EQ(result.value->pinned(point), point < 13);
}

TEST(Fabric, PacksPositionsByRowsAndColumns) {
  for (const int columns : {2, 3, 4, 5, 11, 12, 13, 64}) {
    const auto cloth = makeCloth(hangingSheet(columns, 3, topRow, {.spacing = 0.25F}));
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < columns; ++column) {
        ASSERT_EQ(pointOf(*cloth, column, row), glm::dvec3(0.25 * column, 10.0 - 0.25 * row, 0.0));
      }
    }
  }
}

TEST(Fabric, HasTheTrianglesAndUvsOfThreesPlane) {
  const auto cloth = makeCloth(hangingSheet(3, 2));
  const Fabric& fabric = cloth->fabric();
  const std::vector<std::uint32_t> triangles(fabric.indices().begin(), fabric.indices().end());
  EXPECT_EQ(triangles, (std::vector<std::uint32_t>{0, 3, 1, 3, 4, 1, 1, 4, 2, 4, 5, 2}));
  EXPECT_EQ(copyOf(fabric.uvs()), (std::vector<float>{0, 1, 0.5F, 1, 1, 1, 0, 0, 0.5F, 0, 1, 0}));
}

TEST(Fabric, IsSharedByManyClothsThatDoNotDisturbEachOther) {
  const auto fabric = Fabric::createGrid(hangingSheet(12, 17));
  ASSERT_TRUE(fabric.ok());
  ClothOptions windy;
  windy.wind = {0.0F, 0.0F, 5.0F};
  auto first = Cloth::create(fabric.value);
  auto second = Cloth::create(fabric.value, windy);
  ASSERT_TRUE(first.ok() && second.ok());
  const auto firstAlone = makeCloth(hangingSheet(12, 17));
  const auto secondAlone = makeCloth(hangingSheet(12, 17), windy);
  ASSERT_TRUE(second.value->setStiffness({1.0F, 0.0F, 0.0F}).ok());
  ASSERT_TRUE(secondAlone->setStiffness({1.0F, 0.0F, 0.0F}).ok());
  for (int k = 0; k < 60; ++k) {
    for (Cloth* cloth : {first.value.get(), second.value.get()}) run(*cloth, 1);
    for (Cloth* cloth : {firstAlone.get(), secondAlone.get()}) run(*cloth, 1);
  }
  EXPECT_EQ(bits(first.value->positions()), bits(firstAlone->positions()));
  EXPECT_EQ(bits(second.value->positions()), bits(secondAlone->positions()));
  EXPECT_EQ(&first.value->fabric(), &second.value->fabric());
  // 천 하나가 사라져도 다른 천은 모양을 잃지 않는다.
  first.value.reset();
  run(*second.value, 10);
  EXPECT_TRUE(allFinite(second.value->positions()));
}

TEST(Fabric, OfTheGreatestSizeCanBeMadeAndStepped) {
  ClothOptions options;
  options.iterations = 1;
  const auto cloth = makeCloth(hangingSheet(1024, 1024, topRow, {.top = 100.0F}), options);
  EXPECT_EQ(cloth->fabric().points(), Fabric::kMaxPoints);
  run(*cloth, 1);
  EXPECT_TRUE(allFinite(cloth->positions()));
  EXPECT_NEAR(pointOf(*cloth, 1023, 1023).y, 100.0 - 1023 * kSpacing, 0.01);
}

}  // namespace
}  // namespace mangto::test
