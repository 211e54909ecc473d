#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

struct Mesh {
  std::vector<float> positions;
  std::vector<std::uint32_t> indices;
};

/// 정팔면체를 나누어 만든 공. / A sphere made by splitting an octahedron.
Mesh sphereMesh(const glm::vec3& center, float radius) {
  constexpr int kSplits = 8;
  Mesh mesh;
  for (int face = 0; face < 8; ++face) {
    const glm::vec3 sign((face & 1) != 0 ? -1.0F : 1.0F, (face & 2) != 0 ? -1.0F : 1.0F,
                         (face & 4) != 0 ? -1.0F : 1.0F);
    const auto put = [&](int i, int j) {
      const glm::vec3 p(static_cast<float>(i), static_cast<float>(j),
                        static_cast<float>(kSplits - i - j));
      const glm::vec3 q = center + glm::normalize(p) * sign * radius;
      mesh.positions.insert(mesh.positions.end(), {q.x, q.y, q.z});
    };
    for (int i = 0; i < kSplits; ++i) {
      for (int j = 0; i + j < kSplits; ++j) {
        put(i, j);
        put(i + 1, j);
        put(i, j + 1);
        if (i + j + 1 == kSplits) continue;
        put(i + 1, j);
        put(i + 1, j + 1);
        put(i, j + 1);
      }
    }
  }
  return mesh;
}

/// 높이 y의 네모난 판. / A square plate at height y.
Mesh plate(float y) { return {{-2, y, -2, 2, y, -2, 2, y, 2, -2, y, 2}, {0, 1, 2, 0, 2, 3}}; }

Mesh moved(Mesh mesh, const glm::vec3& by) {
  for (std::size_t i = 0; i < mesh.positions.size(); ++i)
    mesh.positions[i] += by[static_cast<int>(i % 3)];
  return mesh;
}

double leastHeight(const Cloth& cloth) {
  double least = std::numeric_limits<double>::max();
  for (int k = 0; k < cloth.fabric().points(); ++k) least = std::min(least, pointAt(cloth, k).y);
  return least;
}

struct Case {
  bool clothIsMesh;
  SolverKind solver;
};

class BodyMeshes : public testing::TestWithParam<Case> {
 protected:
  static std::unique_ptr<Cloth> make(const GridOptions& grid, ClothOptions options) {
    options.solver = GetParam().solver;
    return GetParam().clothIsMesh ? makeMeshCloth(grid, options) : makeCloth(grid, options);
  }
};

TEST_P(BodyMeshes, HoldUpAFallingSheetAndLetItComeToRest) {
  const glm::vec3 center(0.33F, 0.6F, 0.33F);
  const auto cloth = make(lyingSheet(12, 12, nowhere, {.top = 1.0F}), {});
  const Mesh sphere = sphereMesh(center, 0.25F);
  ASSERT_TRUE(cloth->setBodyMesh(sphere.positions, sphere.indices).ok());
  double least = 1.0;
  for (int k = 0; k < 600; ++k) {
    run(*cloth, 1);
    for (int point = 0; k % 10 == 0 && point < 144; ++point)
      least = std::min(least, glm::length(pointAt(*cloth, point) - glm::dvec3(center)));
  }
  // 여덟으로 나눈 면은 가운데에서 공보다 2 mm 안쪽에 있다.
  EXPECT_GT(least, 0.25 + 0.01 - 0.004);
  EXPECT_LT(least, 0.25 + 0.01 + 0.001);
  const std::vector<float> before = copyOf(cloth->positions());
  run(*cloth, 1);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_NEAR(cloth->positions()[i], before[i], 2e-3);
}

TEST_P(BodyMeshes, CarryWhatLiesOnThemUpAndDownAndSideways) {
  const auto cloth = make(lyingSheet(8, 8, nowhere, {.top = 0.52F}), {});
  const Mesh ground = plate(0.5F);
  ASSERT_TRUE(cloth->setBodyMesh(ground.positions, ground.indices).ok());
  run(*cloth, 60);
  const double before = centroid(*cloth).x;
  for (int k = 1; k <= 60; ++k) {
    const auto t = static_cast<float>(k) / 60.0F;
    const Mesh now = moved(ground, {t, 0.4F * t, 0.0F});
    ASSERT_TRUE(cloth->moveBodyMesh(now.positions).ok());
    run(*cloth, 1);
    ASSERT_GT(leastHeight(*cloth), 0.5 + 0.4 * t);
  }
  // 마찰 0.5로 1 m/s까지 끌려가는 동안 미끄러진다.
  EXPECT_NEAR(centroid(*cloth).x - before, 0.9, 0.05);
}

TEST_P(BodyMeshes, TakeLoosePointsAlongFromEitherSideAtAnySpeed) {
  for (const float side : {-1.0F, 1.0F}) {
    ClothOptions options = loosePoints();
    options.floor.reset();
    const auto cloth = make(lyingSheet(6, 6, nowhere, {.top = 0.0F}), options);
    const Mesh ground = plate(0.5F * side);
    ASSERT_TRUE(cloth->setBodyMesh(ground.positions, ground.indices).ok());
    run(*cloth, 1);
    // 한 걸음에 2 m: 120 m/s.
    ASSERT_TRUE(cloth->moveBodyMesh(moved(ground, {0, -2.0F * side, 0}).positions).ok());
    run(*cloth, 1);
    for (int k = 0; k < 36; ++k) EXPECT_LT(pointAt(*cloth, k).y * side, -1.5);
  }
}

TEST_P(BodyMeshes, JumpWithATeleportedClothWithoutASweep) {
  const auto cloth = make(hangingSheet(6, 6), withoutAir());
  const Mesh ball = sphereMesh({0.15F, 9.8F, -0.3F}, 0.2F);
  ASSERT_TRUE(cloth->setBodyMesh(ball.positions, ball.indices).ok());
  run(*cloth, 120);
  std::array<float, 16> matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1};
  ASSERT_TRUE(cloth->teleport(matrix).ok());
  ASSERT_TRUE(cloth->moveBodyMesh(moved(ball, {0, 0, 5}).positions).ok());
  const std::vector<float> before = copyOf(cloth->positions());
  run(*cloth, 10);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_NEAR(cloth->positions()[i], before[i], 5e-3);
}

INSTANTIATE_TEST_SUITE_P(SolversAndCloths, BodyMeshes,
                         testing::Values(Case{false, SolverKind::kClassic},
                                         Case{true, SolverKind::kClassic},
                                         Case{false, SolverKind::kSubsteps},
                                         Case{true, SolverKind::kSubsteps}));

TEST(BodyMesh, OfDegenerateTrianglesLeavesEveryNumberFinite) {
  const auto cloth = makeCloth(hangingSheet(6, 6));
  const std::vector<float> odd{0,     9.9F, 0,     0,    9.9F, 0, 0,    9.9F, 0,
                               0.1F,  9.9F, 0,     0.2F, 9.9F, 0, 0.3F, 9.9F, 0,
                               -1e6F, 9,    -1e6F, 1e6F, 9,    0, 0,    9,    1e6F};
  ASSERT_TRUE(cloth->setBodyMesh(odd).ok());
  run(*cloth, 30);
  std::vector<float> far = odd;
  for (float& value : far) value = -value;
  ASSERT_TRUE(cloth->moveBodyMesh(far).ok());
  run(*cloth, 30);
  EXPECT_TRUE(allFinite(cloth->positions()));
}

TEST(BodyMesh, CanBeTakenOffAgain) {
  const auto cloth = makeCloth(hangingSheet(6, 6));
  const auto twin = makeCloth(hangingSheet(6, 6));
  const Mesh ball = sphereMesh({0.15F, 9.8F, 0.0F}, 0.2F);
  ASSERT_TRUE(cloth->setBodyMesh(ball.positions, ball.indices).ok());
  ASSERT_TRUE(cloth->setBodyMesh({}).ok());
  run(*cloth, 30);
  run(*twin, 30);
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
}

TEST(BodyMesh, ThatIsWrongIsRefusedByNameAndChangesNothing) {
  const auto cloth = makeCloth(hangingSheet(6, 6));
  const Mesh ground = plate(9.0F);
  ASSERT_TRUE(cloth->setBodyMesh(ground.positions, ground.indices).ok());
  std::vector<float> nan = ground.positions;
  nan[4] = std::numeric_limits<float>::quiet_NaN();
  const std::vector<std::uint32_t> outside{0, 1, 4};
  const std::vector<std::uint32_t> two{0, 1};
  const std::vector<float> short3(3);
  const std::pair<Status, const char*> refused[] = {
      {cloth->setBodyMesh(nan, ground.indices), "positions of vertex 1"},
      {cloth->setBodyMesh(ground.positions, outside), "indices[2]"},
      {cloth->setBodyMesh(ground.positions, two), "indices.length"},
      {cloth->setBodyMesh(ground.positions), "positions.length"},
      {cloth->moveBodyMesh(short3), "positions.length"},
      {cloth->moveBodyMesh(nan), "positions of vertex 1"}};
  for (const auto& [status, name] : refused) {
    EXPECT_EQ(status.code, StatusCode::kInvalidArgument);
    EXPECT_NE(status.message.find(name), std::string::npos) << status.message;
  }
  const auto twin = makeCloth(hangingSheet(6, 6));
  ASSERT_TRUE(twin->setBodyMesh(ground.positions, ground.indices).ok());
  run(*cloth, 30);
  run(*twin, 30);
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
}

}  // namespace
}  // namespace mangto::test
