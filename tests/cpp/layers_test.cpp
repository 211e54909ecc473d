#include <gtest/gtest.h>

#include <array>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <random>
#include <set>

#include "cloth/layers/spatial_hash.h"
#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

std::vector<MovingPoint> scatter(int count, float extent, std::mt19937& random) {
  const auto number = [&random] { return static_cast<float>(random() >> 8) / 16777216.0F - 0.5F; };
  std::vector<MovingPoint> points;
  for (int k = 0; k < count; ++k) {
    const glm::vec3 middle(number(), number(), number());
    const glm::vec3 move(number(), number(), number());
    points.push_back({middle * extent, move * 0.1F, glm::vec3(number(), number(), number()), k});
  }
  return points;
}

bool passNear(const MovingPoint& a, const MovingPoint& b, const PairSearch& search) {
  double nearest = std::numeric_limits<double>::max();
  for (int i = 0; i <= 400; ++i) {
    const float t = static_cast<float>(i) / 400.0F - 0.5F;
    nearest = std::min<double>(nearest, glm::length(b.middle - a.middle + (b.move - a.move) * t));
  }
  return nearest < search.keep && glm::length(b.rest - a.rest) >= search.rest;
}

TEST(SpatialHash, FindsEveryPairThatPassesNearAndNoOther) {
  std::mt19937 random(3);
  for (const float extent : {0.2F, 1.0F, 30.0F}) {
    const std::vector<MovingPoint> points = scatter(300, extent, random);
    const PairSearch search{0.1F, 0.3F, 0.0867F};
    SpatialHash hash;
    ASSERT_TRUE(hash.reserve(points.size()));
    for (const MovingPoint& point : points) hash.add(point);
    std::set<std::pair<int, int>> found;
    hash.forEachPair(search, [&](int a, int b) { found.insert(std::minmax(a, b)); });
    int expected = 0;
    for (int a = 0; a < 300; ++a) {
      for (int b = a + 1; b < 300; ++b) {
        const PairSearch wider{search.keep * 1.01F, search.rest, search.move};
        const PairSearch narrower{search.keep * 0.99F, search.rest, search.move};
        const bool isFound = found.count({a, b}) > 0;
        EXPECT_TRUE(isFound || !passNear(points[a], points[b], narrower)) << a << ", " << b;
        EXPECT_TRUE(!isFound || passNear(points[a], points[b], wider)) << a << ", " << b;
        expected += isFound ? 1 : 0;
      }
    }
    EXPECT_EQ(expected, static_cast<int>(found.size()));
    EXPECT_TRUE(extent >= 2.0F || expected > 10) << expected;
  }
}

/// 반으로 접어 두 겹으로 늘어뜨린 천. / A sheet folded in two layers.
GridOptions foldedSheet() {
  GridOptions grid = hangingSheet(10, 20, nowhere);
  grid.position = [](int column, int row) {
    const int up = row < 10 ? row : 19 - row;
    return glm::vec3(static_cast<float>(column) * kSpacing, static_cast<float>(up) * kSpacing,
                     row < 10 ? 0.0F : 1.5F * kSpacing);
  };
  return grid;
}

double leastBetweenLayers(const Cloth& cloth) {
  double least = std::numeric_limits<double>::max();
  for (int a = 0; a < 80; ++a) {
    for (int b = 120; b < 200; ++b)
      least = std::min(least, glm::length(pointAt(cloth, a) - pointAt(cloth, b)));
  }
  return least;
}

class Layers : public testing::TestWithParam<bool> {};

TEST_P(Layers, KeepTheThicknessWhenTheyAreBlownTogether) {
  for (const double thickness : {0.0, 0.04}) {
    ClothOptions options = withoutAir();
    options.floor.reset();
    options.damping = 0.9F;
    const auto cloth =
        GetParam() ? makeMeshCloth(foldedSheet(), options) : makeCloth(foldedSheet(), options);
    ASSERT_TRUE(cloth->setSelfCollision(thickness).ok());
    // 한쪽 겹만 다른 겹 쪽으로: 앞겹은 붙들어 둔다.
    std::vector<float> limits(200, 0.0F);
    std::fill(limits.begin() + 100, limits.end(), 10.0F);
    ASSERT_TRUE(cloth->setMaxDistances(limits).ok());
    ASSERT_TRUE(cloth->setGravity({0, 0, -9.8}).ok());
    double least = 1.0;
    for (int k = 0; k < 120; ++k) {
      run(*cloth, 1);
      least = std::min(least, leastBetweenLayers(*cloth));
    }
    const double expected = thickness > 0.0 ? thickness : kSpacing;
    EXPECT_GT(least, 0.7 * expected);
    EXPECT_LT(least, 1.2 * expected);
    for (int b = 120; b < 200; ++b) EXPECT_GT(pointAt(*cloth, b).z, 0.0);
  }
}

TEST_P(Layers, PassThroughEachOtherWhenItIsOff) {
  ClothOptions options = loosePoints();
  options.floor.reset();
  const auto cloth =
      GetParam() ? makeMeshCloth(foldedSheet(), options) : makeCloth(foldedSheet(), options);
  const auto twin =
      GetParam() ? makeMeshCloth(foldedSheet(), options) : makeCloth(foldedSheet(), options);
  ASSERT_TRUE(cloth->setSelfCollision(0.0).ok());
  ASSERT_TRUE(cloth->setSelfCollision(std::nullopt).ok());
  for (const auto& each : {cloth.get(), twin.get()}) {
    ASSERT_TRUE(each->setGravity({0, -1, -9.8}).ok());
    run(*each, 30);
  }
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
}

TEST_P(Layers, ThatHangFlatAreLeftAlone) {
  const auto cloth =
      GetParam() ? makeMeshCloth(hangingSheet(12, 17)) : makeCloth(hangingSheet(12, 17));
  const auto twin =
      GetParam() ? makeMeshCloth(hangingSheet(12, 17)) : makeCloth(hangingSheet(12, 17));
  ASSERT_TRUE(cloth->setSelfCollision(0.0).ok());
  run(*cloth, 60);
  run(*twin, 60);
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
}

INSTANTIATE_TEST_SUITE_P(GridAndMesh, Layers, testing::Bool());

TEST(SelfCollision, OfTheLeastThicknessMoveOnLikeNone) {
  const auto cloth = makeCloth(hangingSheet(6, 6));
  ASSERT_TRUE(cloth->setSelfCollision(std::numeric_limits<float>::denorm_min()).ok());
  run(*cloth, 10);
  EXPECT_TRUE(allFinite(cloth->positions()));
}

TEST(OtherCloths, AreLeftOutWhenTheyAreGone) {
  const auto cloth = makeCloth(hangingSheet(6, 6));
  const auto twin = makeCloth(hangingSheet(6, 6));
  auto other = makeCloth(lyingSheet(6, 6));
  const std::vector<const Cloth*> others{other.get()};
  ASSERT_TRUE(cloth->setOtherCloths(others).ok());
  other.reset();
  run(*cloth, 10);
  run(*twin, 10);
  for (std::size_t i = 0; i < cloth->positions().size(); ++i)
    EXPECT_NEAR(cloth->positions()[i], twin->positions()[i], 1e-6);
}

TEST(OtherCloths, KeepTheirThicknessWhicheverStepsFirst) {
  for (const bool first : {false, true}) {
    ClothOptions options = loosePoints();
    options.floor.reset();
    const auto still = makeCloth(lyingSheet(12, 12, nowhere, {.top = 0.0F}), options);
    const auto falling = makeCloth(lyingSheet(10, 10, nowhere, {.top = 0.3F}), options);
    const std::vector<const Cloth*> others{still.get()};
    ASSERT_TRUE(falling->setOtherCloths(others).ok());
    ASSERT_TRUE(falling->setGravity({0, -9.8, 0}).ok());
    for (int k = 0; k < 60; ++k) {
      if (first) run(*falling, 1);
      run(*still, 1);
      if (!first) run(*falling, 1);
    }
    for (int k = 0; k < 100; ++k) EXPECT_NEAR(pointAt(*falling, k).y, kSpacing, 0.5 * kSpacing);
  }
}

TEST(OtherCloths, MustBeOthers) {
  const auto cloth = makeCloth(hangingSheet(4, 4));
  for (const Cloth* wrong :
       {static_cast<const Cloth*>(nullptr), static_cast<const Cloth*>(cloth.get())}) {
    const std::vector<const Cloth*> others{wrong};
    const Status status = cloth->setOtherCloths(others);
    EXPECT_EQ(status.code, StatusCode::kInvalidArgument);
    EXPECT_NE(status.message.find("others[0]"), std::string::npos);
  }
}

}  // namespace
}  // namespace mangto::test
