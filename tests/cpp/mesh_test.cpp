#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <ostream>
#include <random>
#include <set>
#include <utility>

#include "cloth/fabric_data.h"
#include "mesh/edges.h"
#include "mesh/weld.h"
#include "support/measure.h"
#include "support/meshes.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// 아무 삼각형이나. 점의 자리가 많이 겹친다. / Any triangles; many vertices share a place.
Mesh soup(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&random](unsigned end) { return random() % end; };
  const unsigned points = 4 + below(seed % 3 == 0 ? 200 : 30);
  Mesh mesh;
  for (unsigned i = 0; i < 3 * points; ++i) {
    mesh.positions.push_back(static_cast<float>(below(seed % 2 == 0 ? 4 : 1000)) / 8.0F);
  }
  const unsigned corners = 3 * (1 + below(2 * points));
  for (unsigned i = 0; i < corners; ++i) {
    mesh.indices.push_back(below(1 + below(points)));
  }
  mesh.pinned = [seed](int vertex) { return (vertex * 7 + static_cast<int>(seed)) % 11 == 0; };
  return mesh;
}

std::unique_ptr<Cloth> makeMeshCloth(const Mesh& mesh, const ClothOptions& options = {}) {
  auto fabric = Fabric::createMesh(mesh.options());
  if (!fabric.ok()) {
    ADD_FAILURE() << fabric.status.message;
    return nullptr;
  }
  return std::move(Cloth::create(std::move(fabric.value), options).value);
}

void expectRefused(const Mesh& mesh, const std::vector<std::string>& words) {
  const auto result = Fabric::createMesh(mesh.options());
  EXPECT_EQ(result.status.code, StatusCode::kInvalidArgument);
  EXPECT_EQ(result.value, nullptr);
  for (const std::string& word : words) {
    EXPECT_NE(result.status.message.find(word), std::string::npos)
        << "no \"" << word << "\" in: " << result.status.message;
  }
}

TEST(MeshFabric, OfBadPositionsIsRefusedWithTheVertexAndItsValue) {
  for (const auto& [bad, text] : std::vector<std::pair<float, std::string>>{
           {kNan, "NaN"}, {kInfinity, "Infinity"}, {-kInfinity, "-Infinity"}, {2e6F, "2000000"}}) {
    Mesh mesh = sheetMesh(4, 5);
    mesh.positions[3 * 13 + 1] = bad;
    expectRefused(mesh, {"positions", "13", text});
  }
}

TEST(MeshFabric, OfBadLengthsIsRefused) {
  Mesh mesh = sheetMesh(4, 5);
  mesh.positions.pop_back();
  expectRefused(mesh, {"positions.length", "multiple of 3", "59"});
  mesh = sheetMesh(4, 5);
  mesh.indices.pop_back();
  expectRefused(mesh, {"indices.length", "multiple of 3", "71"});
  mesh.indices.clear();
  expectRefused(mesh, {"positions.length / 3", "multiple of 3", "20"});
  expectRefused({{}, {}, {}}, {"positions.length", "got 0"});
  expectRefused({{0, 0, 0, 1, 0, 0}, {0, 1, 0}, {}}, {"positions.length", "got 2"});
  expectRefused({std::vector<float>(3 * (Fabric::kMaxPoints + 1)), {0, 1, 2}, {}},
                {"positions.length", "got 1048577"});
}

TEST(MeshFabric, OfIndicesOutOfRangeIsRefusedWithTheFirstOne) {
  for (const std::uint32_t bad : {20U, 1U << 31U, std::numeric_limits<std::uint32_t>::max()}) {
    Mesh mesh = sheetMesh(4, 5);
    mesh.indices[7] = mesh.indices[50] = bad;
    expectRefused(mesh, {"indices[7]", "19", "got " + std::to_string(bad)});
  }
}

TEST(MeshFabric, WithoutATriangleIsRefused) {
  Mesh mesh = sheetMesh(4, 5);
  mesh.indices = {0, 0, 1, 2, 3, 2};
  expectRefused(mesh, {"triangle", "none"});
  std::fill(mesh.positions.begin(), mesh.positions.end(), 3.0F);
  mesh.indices = {0, 1, 2};
  expectRefused(mesh, {"triangle", "none"});
}

TEST(MeshFabric, KnowsItsPointsPinsAndTriangles) {
  const Mesh mesh = sheetMesh(5, 4);
  const auto fabric = Fabric::createMesh(mesh.options());
  ASSERT_TRUE(fabric.ok());
  EXPECT_EQ(fabric.value->points(), 20);
  EXPECT_EQ(fabric.value->columns(), 0);
  EXPECT_EQ(fabric.value->rows(), 0);
  EXPECT_TRUE(fabric.value->uvs().empty());
  const std::span<const std::uint32_t> indices = fabric.value->indices();
  EXPECT_EQ(std::vector(indices.begin(), indices.end()), mesh.indices);
  for (int point = 0; point < 20; ++point) EXPECT_EQ(fabric.value->pinned(point), point < 5);
}

TEST(MeshFabric, HasNoPinsWithoutAPinnedFunctionAndAtVerticesOfNoTriangle) {
  Mesh mesh = sheetMesh(3, 3);
  mesh.pinned = nullptr;
  mesh.positions.insert(mesh.positions.end(), {5.0F, 5.0F, 5.0F});
  const auto fabric = Fabric::createMesh(mesh.options());
  ASSERT_TRUE(fabric.ok());
  for (int point = 0; point < 10; ++point) EXPECT_FALSE(fabric.value->pinned(point)) << point;
}

TEST(MeshCloth, OfATriangulatedGridHasTheConstraintsOfTheGrid) {
  for (const auto& [columns, rows, count] :
       {std::tuple{12, 17, 1081}, {16, 10, 832}, {2, 9, 55}, {3, 3, 26}}) {
    for (const bool alternating : {false, true}) {
      const Mesh mesh = sheetMesh(columns, rows, alternating);
      EXPECT_EQ(makeMeshCloth(mesh)->constraints(), count);
      EXPECT_EQ(makeMeshCloth(unindexed(mesh))->constraints(), count);
    }
  }
}

struct Row {
  int iterations;
  double all;
  double firstRow;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.iterations << " iterations"; }

class HangingMeshStretch : public testing::TestWithParam<Row> {};

// 표는 기준 알고리즘에서 20초 뒤에 잰 세로 모서리의 평균 늘어남(%)이다.
TEST_P(HangingMeshStretch, IsWithinAQuarterOfTheReferenceOrLess) {
  ClothOptions options;
  options.iterations = GetParam().iterations;
  for (const bool alternating : {false, true}) {
    const auto cloth = makeMeshCloth(sheetMesh(12, 17, alternating), options);
    run(*cloth, 1200);
    double all = 0.0;
    double firstRow = 0.0;
    for (std::size_t k = 12; k < 204; ++k) {
      const std::span<const float> p = cloth->positions();
      const double length = std::hypot(p[3 * k] - p[3 * k - 36], p[3 * k + 1] - p[3 * k - 35],
                                       p[3 * k + 2] - p[3 * k - 34]);
      const double stretch = 100.0 * (length / kSpacing - 1.0);
      all += stretch / 192.0;
      if (k < 24) firstRow += stretch / 12.0;
    }
    EXPECT_LT(all, GetParam().all * 1.25);
    EXPECT_LT(firstRow, GetParam().firstRow * 1.25);
    EXPECT_GT(all, GetParam().all * 0.1);
  }
}

INSTANTIATE_TEST_SUITE_P(Iterations, HangingMeshStretch,
                         testing::Values(Row{1, 19.0, 54.0}, Row{2, 9.7, 26.0}, Row{4, 4.7, 12.0},
                                         Row{8, 2.3, 5.5}, Row{20, 0.76, 1.9}, Row{40, 0.28, 0.85}),
                         [](const auto& test) { return std::to_string(test.param.iterations); });

TEST(MeshCloth, KeepsDuplicatesOfAPlaceTogetherDownToTheBits) {
  const Mesh closed = sheetMesh(7, 8, true);
  const Mesh open = unindexed(closed);
  ClothOptions options;
  options.wind = {1.0F, 0.5F, 4.0F};
  const auto cloth = makeMeshCloth(open, options);
  run(*cloth, 60);
  const auto positions = bits(cloth->positions());
  const auto normals = bits(cloth->normals());
  std::vector<std::size_t> first(closed.points(), open.points());
  for (std::size_t k = 0; k < open.points(); ++k) {
    std::size_t& known = first[closed.indices[k]];
    if (known == open.points()) known = k;
    for (std::size_t i = 0; i < 3; ++i) {
      ASSERT_EQ(positions[3 * k + i], positions[3 * known + i]);
      ASSERT_EQ(normals[3 * k + i], normals[3 * known + i]);
    }
  }
}

TEST(MeshCloth, SharesItsFabricWithOthersAndStartsAnewAfterReset) {
  const auto fabric = Fabric::createMesh(unindexed(sheetMesh(6, 7)).options());
  ASSERT_TRUE(fabric.ok());
  ClothOptions windy;
  windy.wind = {0.0F, 0.0F, 5.0F};
  const auto one = std::move(Cloth::create(fabric.value, windy).value);
  const auto two = std::move(Cloth::create(fabric.value).value);
  const auto created = bits(one->positions());
  run(*one, 40);
  run(*two, 40);
  const auto moved = bits(one->positions());
  EXPECT_NE(moved, bits(two->positions()));
  one->reset();
  EXPECT_EQ(bits(one->positions()), created);
  run(*one, 40);
  EXPECT_EQ(bits(one->positions()), moved);
}

TEST(MeshCloth, LeavesAVertexOfNoTriangleInItsPlace) {
  Mesh mesh = sheetMesh(4, 4);
  mesh.positions.insert(mesh.positions.end(), {50.0F, -20.0F, 3.0F});
  const auto cloth = makeMeshCloth(mesh);
  const Sphere created = cloth->boundingSphere();
  EXPECT_LT(created.radius, 1.0F);
  run(*cloth, 30);
  const std::vector<float> p = copyOf(cloth->positions().subspan(48));
  EXPECT_EQ(p, (std::vector<float>{50.0F, -20.0F, 3.0F}));
  EXPECT_LT(cloth->boundingSphere().radius, 1.0F);
}

TEST(MeshCloth, OfAnySoupIsFiniteAndTheSameEveryTime) {
  int solved = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Mesh mesh = soup(seed);
    const auto fabric = Fabric::createMesh(mesh.options());
    if (!fabric.ok()) {
      EXPECT_NE(fabric.status.message.find("triangle"), std::string::npos) << "soup " << seed;
      continue;
    }
    ++solved;
    const auto cloth = makeMeshCloth(mesh);
    const auto twin = makeMeshCloth(mesh);
    run(*cloth, 20);
    run(*twin, 20);
    ASSERT_TRUE(allFinite(cloth->positions())) << "soup " << seed;
    ASSERT_TRUE(allFinite(cloth->normals())) << "soup " << seed;
    ASSERT_EQ(bits(cloth->positions()), bits(twin->positions())) << "soup " << seed;
  }
  EXPECT_GT(solved, 150);
}

// 묶음 안의 제약들은 입자를 나누지 않아야 넷을 한꺼번에 풀 수 있다.
void expectSoundBatches(const Mesh& mesh) {
  const auto fabric = Fabric::createMesh(mesh.options());
  if (!fabric.ok()) return;
  const MeshTopology& topology = *fabric.value->data().mesh();
  std::set<std::tuple<int, std::int32_t, std::int32_t>> solved;
  for (const Batch& batch : topology.batches) {
    std::set<std::int32_t> touched;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (batch.a[lane] == batch.b[lane]) {
        EXPECT_GE(batch.a[lane], topology.particles) << "a spare lane joins a real particle";
        continue;
      }
      EXPECT_LT(std::max(batch.a[lane], batch.b[lane]), topology.particles);
      EXPECT_TRUE(touched.insert(batch.a[lane]).second && touched.insert(batch.b[lane]).second);
      const auto [low, high] = std::minmax(batch.a[lane], batch.b[lane]);
      EXPECT_TRUE(solved.insert({batch.kind, low, high}).second) << "solved twice";
    }
  }
  const auto all = std::accumulate(topology.constraints.begin(), topology.constraints.end(), 0);
  EXPECT_LE(solved.size(), static_cast<std::size_t>(all));
  // 두 끝이 다 고정된 제약만 빠진다.
  if (!mesh.pinned) {
    EXPECT_EQ(solved.size(), static_cast<std::size_t>(all));
  }
}

TEST(MeshBatches, ShareNoParticleAndHoldEveryConstraintOnce) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    Mesh mesh = soup(seed);
    expectSoundBatches(mesh);
    mesh.pinned = nullptr;
    expectSoundBatches(mesh);
  }
  Mesh sheet = sheetMesh(31, 29, true);
  expectSoundBatches(sheet);
  sheet.pinned = nullptr;
  expectSoundBatches(sheet);
}

TEST(MeshBatches, OfAFanWithMoreSpokesThanColoursHoldEveryConstraintOnce) {
  Mesh fan{{0, 10, 0}, {}, nullptr};
  for (std::uint32_t k = 0; k < 500; ++k) {
    const float angle = 0.0125F * static_cast<float>(k);
    fan.positions.insert(fan.positions.end(), {std::cos(angle), 10.0F, std::sin(angle)});
    if (k > 0) fan.indices.insert(fan.indices.end(), {0, k + 1, k});
  }
  expectSoundBatches(fan);
  const auto cloth = makeMeshCloth(fan);
  EXPECT_EQ(cloth->constraints(), 500 + 499 + 498);
  run(*cloth, 30);
  EXPECT_TRUE(allFinite(cloth->positions()));
}

TEST(Weld, JoinsWhatIsWithinTheToleranceOnEveryAxis) {
  const std::vector<float> positions{0, 0,  0,  0.9F, -0.9F, 0.9F,  1.1F, 0,
                                     0, 10, 10, 10,   10,    10.5F, 9};
  EXPECT_EQ(weld(positions, 1.0F), (std::vector<std::int32_t>{0, 0, 2, 3, 3}));
  EXPECT_EQ(weld(positions, 0.0F), (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
}

TEST(Weld, AgreesWithComparingEveryPair) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    std::vector<float> positions(3 * 60);
    for (float& value : positions) value = static_cast<float>(random() % 40) / 8.0F - 2.5F;
    const float tolerance = static_cast<float>(random() % 8) / 16.0F;
    std::vector<std::int32_t> expected(60);
    for (std::int32_t v = 0; v < 60; ++v) {
      expected[v] = v;
      for (std::int32_t w = 0; w < v && expected[v] == v; ++w) {
        bool near = expected[w] == w;
        for (int i = 0; i < 3; ++i)
          near = near && std::abs(positions[3 * v + i] - positions[3 * w + i]) <= tolerance;
        if (near) expected[v] = w;
      }
    }
    ASSERT_EQ(weld(positions, tolerance), expected) << "seed " << seed;
  }
}

TEST(Edges, KnowTheirOppositeVerticesInTheOrderOfTheTriangles) {
  const std::vector<std::int32_t> triangles{5, 2, 9, 2, 5, 1, 5, 2, 9, 2, 5, 7};
  const EdgeList list = findEdges(triangles);
  EXPECT_EQ(list.edges.size(), 7U);
  const std::int32_t found = list.find(5, 2);
  ASSERT_GE(found, 0);
  const Edge& edge = list.edges[static_cast<std::size_t>(found)];
  EXPECT_EQ(std::pair(edge.a, edge.b), std::pair(2, 5));
  const auto from = list.opposite.begin() + edge.firstOpposite;
  EXPECT_EQ(std::vector(from, from + edge.opposites), (std::vector<std::int32_t>{9, 1, 7}));
  EXPECT_EQ(list.find(1, 9), -1);
}

}  // namespace
}  // namespace mangto::test
