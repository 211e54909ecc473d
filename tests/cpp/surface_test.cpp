#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "support/measure.h"
#include "support/reference_cloth.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

constexpr double kNormalTolerance = 1e-4;

std::vector<glm::dvec3> pointsOf(std::span<const float> packed) {
  std::vector<glm::dvec3> points;
  for (std::size_t k = 0; k < packed.size(); k += 3) {
    points.emplace_back(packed[k], packed[k + 1], packed[k + 2]);
  }
  return points;
}

/// 접혀서 법선의 합이 서로 지워진 점의 방향은 반올림이 정하므로, 그런 점은 빼고 견준다.
/// Where the normals of a fold cancel out, rounding decides: such points are left out.
struct Surface {
  double worst = 0.0;
  int compared = 0;
};

Surface compareNormals(const Cloth& cloth) {
  const std::vector<glm::dvec3> positions = pointsOf(cloth.positions());
  const std::vector<glm::dvec3> actual = pointsOf(cloth.normals());
  const std::span<const std::uint32_t> indices = cloth.fabric().indices();
  const std::vector<glm::dvec3> expected = vertexNormals(positions, indices);
  std::vector<glm::dvec3> sum(positions.size(), glm::dvec3(0.0));
  std::vector<double> size(positions.size());
  for (std::size_t t = 0; t < indices.size(); t += 3) {
    const glm::dvec3& b = positions[indices[t + 1]];
    const glm::dvec3 cb = positions[indices[t + 2]] - b;
    const glm::dvec3 ab = positions[indices[t]] - b;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      sum[indices[t + corner]] += glm::cross(cb, ab);
      size[indices[t + corner]] += glm::length(cb) * glm::length(ab);
    }
  }
  Surface surface;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    EXPECT_NEAR(glm::length(actual[k]), 1.0, 1e-5) << "point " << k;
    if (glm::length(sum[k]) < 0.01 * size[k]) continue;
    ++surface.compared;
    surface.worst = std::max(surface.worst, glm::distance(actual[k], expected[k]));
  }
  return surface;
}

TEST(Normals, OfASheetAtRestFaceTheFront) {
  const auto hanging = makeCloth(hangingSheet(7, 9));
  for (const glm::dvec3& n : pointsOf(hanging->normals())) {
    EXPECT_LT(glm::distance(n, glm::dvec3(0, 0, 1)), 1e-6);
  }
  const auto lying = makeCloth(lyingSheet(7, 9));
  for (const glm::dvec3& n : pointsOf(lying->normals())) {
    EXPECT_LT(glm::distance(n, glm::dvec3(0, 1, 0)), 1e-6);
  }
}

TEST(Normals, EqualTheAreaWeightedSumOnAFlutteringFlag) {
  ClothOptions options;
  options.wind = {4.0F, 0.5F, 2.0F};
  options.windStrength = 4.0F;
  for (const int columns : {2, 3, 5, 8, 13, 16, 31}) {
    const auto cloth = makeCloth(hangingSheet(columns, 10, leftColumn), options);
    for (int k = 0; k < 20; ++k) {
      run(*cloth, 15);
      const Surface surface = compareNormals(*cloth);
      ASSERT_LT(surface.worst, kNormalTolerance) << columns << " columns, step " << 15 * (k + 1);
      ASSERT_EQ(surface.compared, cloth->fabric().points());
    }
  }
}

TEST(Normals, EqualTheAreaWeightedSumOnACurtainSqueezedIntoFolds) {
  ClothOptions options;
  options.stiffness.bend = 0.0F;
  const auto cloth = makeCloth(hangingSheet(13, 15), options);
  for (int k = 0; k < 40; ++k) {
    for (int column = 0; column < 13; ++column) {
      cloth->pinTargets()[3 * column] *= 0.96F;
      cloth->pinTargets()[3 * column + 2] = (column % 2 == 0 ? 0.001F : -0.001F) * k;
    }
    run(*cloth, 5);
    const Surface surface = compareNormals(*cloth);
    ASSERT_LT(surface.worst, kNormalTolerance) << "step " << 5 * (k + 1);
    ASSERT_GT(surface.compared, cloth->fabric().points() * 9 / 10);
  }
}

TEST(Normals, EqualTheAreaWeightedSumOnACrumpledHeap) {
  ClothOptions options;
  options.stiffness = {1.0F, 0.0F, 0.0F};
  options.wind = {0.3F, 0.0F, 1.0F};
  const auto cloth = makeCloth(hangingSheet(13, 15, nowhere, {.top = 1.0F}), options);
  for (int k = 0; k < 40; ++k) {
    run(*cloth, 15);
    const Surface surface = compareNormals(*cloth);
    ASSERT_LT(surface.worst, kNormalTolerance) << "step " << 15 * (k + 1);
    // 바닥에 눌려 넓이를 잃은 점이 많다.
    ASSERT_GT(surface.compared, cloth->fabric().points() / 4);
  }
}

TEST(Normals, OfTrianglesWithoutAreaAreZeroAsInThree) {
  GridOptions line = hangingSheet(4, 4, nowhere);
  line.position = [](int column, int row) {
    return glm::vec3(static_cast<float>(column + row), 5.0F, 0.0F);
  };
  const auto cloth = makeCloth(line);
  for (const glm::dvec3& n : pointsOf(cloth->normals())) EXPECT_EQ(n, glm::dvec3(0.0));
}

void expectSphereOf(const Cloth& cloth) {
  const std::vector<glm::dvec3> points = pointsOf(cloth.positions());
  glm::dvec3 low = points[0];
  glm::dvec3 high = points[0];
  for (const glm::dvec3& p : points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  const glm::dvec3 center = (low + high) / 2.0;
  double radius = 0.0;
  for (const glm::dvec3& p : points) radius = std::max(radius, glm::distance(p, center));
  const Sphere& sphere = cloth.boundingSphere();
  EXPECT_LT(glm::distance(glm::dvec3(sphere.center), center), 1e-5);
  EXPECT_NEAR(sphere.radius, radius, 1e-5);
}

TEST(BoundingSphere, IsAtTheBoxsCentreAndReachesTheFarthestPointInEveryStep) {
  ClothOptions options;
  options.wind = {3.0F, 1.0F, 4.0F};
  for (const int columns : {2, 5, 12, 15}) {
    const auto cloth = makeCloth(hangingSheet(columns, 9, leftColumn, {.top = -3.0F}), options);
    ASSERT_TRUE(cloth->setFloor(std::nullopt).ok());
    expectSphereOf(*cloth);
    for (int k = 0; k < 60; ++k) {
      movePinTargets(*cloth, {-0.02F, 0.01F, 0.03F});
      run(*cloth, 1);
      expectSphereOf(*cloth);
    }
    cloth->reset();
    expectSphereOf(*cloth);
  }
}

TEST(BoundingSphere, FollowsUpdateAsWell) {
  const auto cloth = makeCloth(hangingSheet(9, 9, nowhere));
  for (int k = 0; k < 30; ++k) {
    ASSERT_TRUE(cloth->update(1.0 / 30).ok());
    expectSphereOf(*cloth);
  }
  EXPECT_LT(cloth->boundingSphere().center.y, 6.0F);
}

}  // namespace
}  // namespace mangto::test
