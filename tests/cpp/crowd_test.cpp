#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>
#include <limits>
#include <ostream>
#include <utility>

#include "support/measure.h"
#include "support/meshes.h"
#include "support/reference_cloth.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

using FabricPtr = std::shared_ptr<const Fabric>;
using Capsules = std::vector<Capsule>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// 네 벌 한 묶음보다 적은, 꼭 맞는, 넘치는 수. / Less than a group of four, just one, and more.
const std::vector<int> kCounts{1, 3, 4, 5, 9};

FabricPtr gridFabric(int columns = 12, int rows = 17) {
  return Fabric::createGrid(hangingSheet(columns, rows)).value;
}

FabricPtr meshFabric(const Mesh& mesh) { return Fabric::createMesh(mesh.options()).value; }

/// 벌마다 5 m씩 떨어져, 90°씩 돌아서. / Members stand 5 m apart, each turned by 90° more.
glm::mat4 placementOf(int member) {
  constexpr float kCosines[] = {1.0F, 0.0F, -1.0F, 0.0F};
  const float c = kCosines[member % 4];
  const float s = kCosines[(member + 3) % 4];
  return {{c, 0, -s, 0}, {0, 1, 0, 0}, {s, 0, c, 0}, {5.0F * static_cast<float>(member), 0, 0, 1}};
}

FabricPtr crowdFabric(const Fabric& one, const CrowdOptions& options) {
  auto fabric = Fabric::createCrowd(one, options);
  EXPECT_TRUE(fabric.ok()) << fabric.status.message;
  return fabric.value;
}

std::unique_ptr<Cloth> makeCrowd(const Fabric& one, const CrowdOptions& crowd,
                                 const ClothOptions& options = {}) {
  return std::move(Cloth::create(crowdFabric(one, crowd), options).value);
}

std::unique_ptr<Cloth> makeCrowd(const Fabric& one, int count, const ClothOptions& options = {}) {
  return makeCrowd(one, {.count = count, .placement = placementOf}, options);
}

std::size_t pointsPerMember(const Cloth& crowd) {
  return static_cast<std::size_t>(crowd.fabric().points() / crowd.fabric().members());
}

template <typename T>
std::span<T> ofMember(const Cloth& crowd, std::span<T> values, int member) {
  const std::size_t length = 3 * pointsPerMember(crowd);
  return values.subspan(static_cast<std::size_t>(member) * length, length);
}

glm::dvec3 at(std::span<const float> values, std::size_t point) {
  return {values[3 * point], values[3 * point + 1], values[3 * point + 2]};
}

/// 첫 행이 고정된 천의, 한 벌의 고정점을 옮긴다. / Moves the pins of one member.
void movePinTargets(Cloth& crowd, int member, const glm::vec3& offset) {
  const std::span<float> targets = ofMember(crowd, crowd.pinTargets(), member);
  for (std::size_t point = 0; point < pointsPerMember(crowd); ++point) {
    if (!crowd.fabric().pinned(static_cast<int>(point))) continue;
    for (int i = 0; i < 3; ++i) targets[3 * point + static_cast<std::size_t>(i)] += offset[i];
  }
}

void expectRefused(const Status& status, const std::vector<std::string>& words) {
  EXPECT_EQ(status.code, StatusCode::kInvalidArgument);
  for (const std::string& word : words) {
    EXPECT_NE(status.message.find(word), std::string::npos)
        << "no \"" << word << "\" in: " << status.message;
  }
}

// --- 모양 ---

TEST(CrowdFabric, HasThePointsPinsTrianglesAndUvsOfItsMembersOneAfterTheOther) {
  for (const FabricPtr& one : {gridFabric(5, 4), meshFabric(unindexed(sheetMesh(5, 4)))}) {
    const FabricPtr crowd = crowdFabric(*one, {.count = 6, .placement = placementOf});
    EXPECT_EQ(crowd->members(), 6);
    EXPECT_EQ(one->members(), 1);
    ASSERT_EQ(crowd->points(), 6 * one->points());
    ASSERT_EQ(crowd->indices().size(), 6 * one->indices().size());
    ASSERT_EQ(crowd->uvs().size(), 6 * one->uvs().size());
    for (int point = 0; point < crowd->points(); ++point)
      ASSERT_EQ(crowd->pinned(point), one->pinned(point % one->points()));
    for (std::size_t k = 0; k < crowd->indices().size(); ++k) {
      const std::size_t member = k / one->indices().size();
      ASSERT_EQ(crowd->indices()[k], one->indices()[k % one->indices().size()] +
                                         member * static_cast<std::size_t>(one->points()));
    }
    for (std::size_t k = 0; k < crowd->uvs().size(); ++k)
      ASSERT_EQ(crowd->uvs()[k], one->uvs()[k % one->uvs().size()]);
  }
}

TEST(CrowdFabric, PlacesEveryMemberByItsMatrix) {
  for (const FabricPtr& one : {gridFabric(5, 4), meshFabric(unindexed(sheetMesh(5, 4)))}) {
    const auto single = std::move(Cloth::create(one).value);
    const auto crowd = makeCrowd(*one, 6);
    for (int member = 0; member < 6; ++member) {
      const auto positions = ofMember(*crowd, crowd->positions(), member);
      for (std::size_t k = 0; k < pointsPerMember(*crowd); ++k) {
        const glm::vec4 p(glm::vec3(at(single->positions(), k)), 1.0F);
        ASSERT_LT(glm::distance(at(positions, k), glm::dvec3(placementOf(member) * p)), 1e-5);
      }
    }
    EXPECT_EQ(bits(crowd->pinTargets()), bits(crowd->positions()));
  }
}

TEST(CrowdFabric, WithoutPlacementsHasAllMembersInOnePlace) {
  const FabricPtr one = gridFabric(5, 4);
  const auto single = std::move(Cloth::create(one).value);
  const auto crowd = makeCrowd(*one, CrowdOptions{.count = 3, .placement = nullptr});
  for (int member = 0; member < 3; ++member)
    EXPECT_EQ(bits(ofMember(*crowd, crowd->positions(), member)), bits(single->positions()));
}

TEST(CrowdFabric, OfABadCountIsRefusedWithTheRangeAndTheCount) {
  const FabricPtr one = gridFabric(16, 16);
  for (const int count : {0, -1, 4097, std::numeric_limits<int>::max()}) {
    const auto result = Fabric::createCrowd(*one, {.count = count, .placement = nullptr});
    expectRefused(result.status, {"count", "1", "4096", "got " + std::to_string(count)});
    EXPECT_EQ(result.value, nullptr);
  }
  EXPECT_TRUE(Fabric::createCrowd(*one, {.count = 4096, .placement = nullptr}).ok());
}

TEST(CrowdFabric, OfABadPlacementIsRefusedWithTheMemberAndTheValue) {
  const FabricPtr one = gridFabric(4, 4);
  for (const auto& [bad, text] : std::vector<std::pair<float, std::string>>{
           {kNan, "NaN"}, {kInfinity, "Infinity"}, {-kInfinity, "-Infinity"}, {2e6F, "2000000"}}) {
    for (int column = 0; column < 4; ++column) {
      const auto placement = [&, value = bad](int member) {
        glm::mat4 matrix = placementOf(member);
        if (member == 5) matrix[column][1] = value;
        return matrix;
      };
      const auto result = Fabric::createCrowd(*one, {.count = 7, .placement = placement});
      expectRefused(result.status, {"placement(5)", "got", text});
      EXPECT_EQ(result.value, nullptr);
    }
  }
}

// 자리마다 범위 안이어도 옮긴 점은 밖일 수 있다. 그런 고정점은 걸음마다 거절될 것이다.
TEST(CrowdFabric, ThatPlacesAPointOutOfRangeIsRefused) {
  const FabricPtr one = gridFabric(4, 4);
  glm::mat4 far(1.0F);
  far[3] = {Fabric::kMaxCoordinate, 0.0F, 0.0F, 1.0F};
  const auto placement = [&](int member) { return member == 2 ? far : glm::mat4(1.0F); };
  const auto result = Fabric::createCrowd(*one, {.count = 3, .placement = placement});
  expectRefused(result.status, {"placement(2)"});
}

TEST(CrowdFabric, OfACrowdIsRefused) {
  const FabricPtr crowd = crowdFabric(*gridFabric(4, 4), {.count = 2, .placement = nullptr});
  const auto result = Fabric::createCrowd(*crowd, {.count = 2, .placement = nullptr});
  expectRefused(result.status, {"fabric", "crowd"});
}

TEST(CrowdFabric, OutlivesTheFabricItWasMadeOf) {
  FabricPtr crowd;
  {
    const FabricPtr one = meshFabric(sheetMesh(5, 6));
    crowd = crowdFabric(*one, {.count = 3, .placement = placementOf});
  }
  const auto cloth = std::move(Cloth::create(crowd).value);
  run(*cloth, 30);
  EXPECT_TRUE(allFinite(cloth->positions()));
}

// --- 늘어남 ---

/// 기준 알고리즘에서 20초 뒤에 잰 세로 모서리의 평균 늘어남(%).
/// Mean stretch of the vertical edges in the reference algorithm after 20 s, in percent.
struct Row {
  int iterations;
  double all;
  double firstRow;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.iterations << " iterations"; }

Stretch stretchOf(std::span<const float> positions, std::size_t columns, std::size_t rows) {
  Stretch stretch;
  for (std::size_t k = columns; k < columns * rows; ++k) {
    const double length = glm::distance(at(positions, k), at(positions, k - columns));
    const double own = length / kSpacing - 1.0;
    stretch.all += own / static_cast<double>(columns * (rows - 1));
    if (k < 2 * columns) stretch.firstRow += own / static_cast<double>(columns);
  }
  return stretch;
}

class HangingCrowdStretch : public testing::TestWithParam<Row> {};

TEST_P(HangingCrowdStretch, OfEveryMemberIsWithinAQuarterOfTheReferenceOrLess) {
  const Row& reference = GetParam();
  ClothOptions options;
  options.iterations = reference.iterations;
  for (const FabricPtr& one : {gridFabric(), meshFabric(sheetMesh(12, 17, true))}) {
    for (const int count : kCounts) {
      const auto crowd = makeCrowd(*one, count, options);
      run(*crowd, 1200);
      for (int member = 0; member < count; ++member) {
        const Stretch stretch = stretchOf(ofMember(*crowd, crowd->positions(), member), 12, 17);
        EXPECT_LT(stretch.all * 100.0, reference.all * 1.25) << member << " of " << count;
        EXPECT_LT(stretch.firstRow * 100.0, reference.firstRow * 1.25) << member << " of " << count;
        EXPECT_GT(stretch.all * 100.0, reference.all * 0.1) << member << " of " << count;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Iterations, HangingCrowdStretch,
                         testing::Values(Row{1, 19.0, 54.0}, Row{2, 9.7, 26.0}, Row{4, 4.7, 12.0},
                                         Row{8, 2.3, 5.5}, Row{20, 0.76, 1.9}, Row{40, 0.28, 0.85}),
                         [](const auto& test) { return std::to_string(test.param.iterations); });

// --- 벌끼리 ---

/// `who`에게 걸음마다 일어나는 일: 저마다의 바람, 고정점, 캡슐. / What happens to `who` in every
/// step: wind, pins and capsules of its own.
using Drive = std::function<void(Cloth& crowd, int member, int who, int step)>;

void walk(Cloth& crowd, int member, int who, int step) {
  const auto w = static_cast<float>(who);
  const float sway = static_cast<float>(step % 32 < 16 ? step % 16 : 16 - step % 16);
  ASSERT_TRUE(crowd.setMemberWind(member, {1.0 - 0.5 * w, 0.125 * sway, 2.0 + w}).ok());
  movePinTargets(crowd, member, {0.0F, who % 2 != 0 ? 1.0F / 512 : -1.0F / 512, w / 512.0F});
  const glm::vec3 middle(placementOf(who)[3].x + 0.25F, 9.5F, 0.125F * sway / 16.0F);
  Capsules body;
  for (int k = 0; k < who % 4; ++k) {
    const glm::vec3 a = middle - glm::vec3(0.0F, 0.25F * static_cast<float>(k), 0.125F);
    body.push_back({a, a - glm::vec3(0.0625F, 0.25F, 0.0F), 0.125F + w / 64.0F});
  }
  ASSERT_TRUE(crowd.setMemberCapsules(member, body).ok());
}

/// 캡슐을 뚫고 이리저리 뛰는 고정점: 한 걸음에 천이 제 길이보다 멀리 움직인다.
/// Pins that leap through capsules: the cloth moves farther than its own length in a step.
void leap(Cloth& crowd, int member, int who, int step) {
  if (step == 0) {
    Capsules body;
    for (int k = 0; k < 3; ++k) {
      const auto x = placementOf(who)[3].x + static_cast<float>(k * (who % 3) - 1);
      body.push_back({{x, 9.0F, -0.5F}, {x, 10.0F, 0.5F}, 0.25F});
    }
    ASSERT_TRUE(crowd.setMemberCapsules(member, body).ok());
  }
  if ((step + who) % 5 != 0) return;
  const float x = (step + who) % 10 == 0 ? 2.0F : -2.0F;
  movePinTargets(crowd, member, {x, 0.0F, x / 8.0F});
}

/// `who[member]`들의 떼를 움직이고, 벌마다 마지막 위치와 법선의 비트를 준다.
/// Moves a crowd of `who` and gives, per member, the bits of its last positions and normals.
std::vector<std::vector<std::uint32_t>> ends(const Fabric& one, const std::vector<int>& who,
                                             const Drive& drive, int steps) {
  const auto placement = [&](int member) {
    return placementOf(who[static_cast<std::size_t>(member)]);
  };
  const auto members = static_cast<int>(who.size());
  const auto crowd = makeCrowd(one, CrowdOptions{.count = members, .placement = placement});
  run(*crowd, steps, [&](int step) {
    for (int member = 0; member < members; ++member)
      drive(*crowd, member, who[static_cast<std::size_t>(member)], step);
  });
  std::vector<std::vector<std::uint32_t>> result;
  for (int member = 0; member < members; ++member) {
    result.push_back(bits(ofMember(*crowd, crowd->positions(), member)));
    const auto normals = bits(ofMember(*crowd, crowd->normals(), member));
    result.back().insert(result.back().end(), normals.begin(), normals.end());
  }
  return result;
}

void expectNobodyMinds(const Fabric& one, const Drive& drive, int steps) {
  std::vector<std::vector<std::uint32_t>> alone;
  for (int who = 0; who < 9; ++who) alone.push_back(ends(one, {who}, drive, steps)[0]);
  EXPECT_NE(alone[0], alone[4]);
  for (const std::vector<int>& who : std::vector<std::vector<int>>{{2, 0},
                                                                   {0, 1, 2},
                                                                   {0, 1, 2, 3},
                                                                   {7, 6, 5, 4, 3},
                                                                   {4, 4, 4, 8},
                                                                   {0, 1, 2, 3, 4, 5, 6, 7, 8},
                                                                   {8, 7, 6, 5, 4, 3, 2, 1, 0}}) {
    const auto together = ends(one, who, drive, steps);
    for (std::size_t member = 0; member < who.size(); ++member) {
      EXPECT_TRUE(together[member] == alone[static_cast<std::size_t>(who[member])])
          << "member " << member << " of " << who.size();
    }
  }
}

TEST(CrowdMembers, EndInTheSameBitsAsAloneInACrowdOfOne) {
  expectNobodyMinds(*gridFabric(), walk, 120);
  expectNobodyMinds(*gridFabric(7, 9), walk, 60);
  expectNobodyMinds(*meshFabric(unindexed(sheetMesh(7, 9, true))), walk, 60);
}

TEST(CrowdMembers, EndInTheSameBitsAsAloneWhenTheirPinsLeapThroughCapsules) {
  expectNobodyMinds(*gridFabric(), leap, 60);
  expectNobodyMinds(*meshFabric(sheetMesh(7, 9, true)), leap, 60);
}

TEST(CrowdMembers, AtRestStayWhereTheyAreWhileOthersMove) {
  ClothOptions options;
  options.gravity = glm::vec3(0.0F);
  const auto crowd =
      makeCrowd(*gridFabric(), CrowdOptions{.count = 5, .placement = nullptr}, options);
  const auto start = bits(ofMember(*crowd, crowd->positions(), 0));
  ASSERT_TRUE(crowd->setMemberWind(1, {0.0, 0.0, 8.0}).ok());
  const Capsule ball{{0.3F, 9.5F, 0.05F}, {0.3F, 9.5F, 0.05F}, 0.2F};
  ASSERT_TRUE(crowd->setMemberCapsules(4, Capsules{ball}).ok());
  run(*crowd, 60);
  for (const int member : {1, 4})
    EXPECT_NE(bits(ofMember(*crowd, crowd->positions(), member)), start) << member;
  // 쉬는 길이와 두 점의 거리는 마지막 자리에서 다르게 반올림될 수 있다.
  for (const int member : {0, 2, 3}) {
    const auto now = ofMember(*crowd, crowd->positions(), member);
    const auto first = ofMember(*crowd, crowd->pinTargets(), member);
    for (std::size_t k = 0; k < now.size(); ++k) ASSERT_NEAR(now[k], first[k], 1e-4) << member;
  }
}

// --- 한 장의 천처럼 ---

TEST(CrowdCloth, CountsTheConstraintsOfAllItsMembers) {
  for (const FabricPtr& one : {gridFabric(), meshFabric(sheetMesh(12, 17))}) {
    const auto single = std::move(Cloth::create(one).value);
    const auto crowd = makeCrowd(*one, 5);
    EXPECT_EQ(crowd->constraints(), 5 * single->constraints());
    for (Cloth* cloth : {single.get(), crowd.get()})
      ASSERT_TRUE(cloth->setStiffness({1.0F, 0.0F, 0.25F}).ok());
    EXPECT_EQ(crowd->constraints(), 5 * single->constraints());
  }
}

// 제약이 없으면 순서도 없다: 적분, 바람, 충돌은 한 장의 천과 반올림까지만 다르다.
TEST(CrowdCloth, WithoutConstraintsMovesAsASingleCloth) {
  ClothOptions options;
  options.stiffness = {0.0F, 0.0F, 0.0F};
  options.floor = 8.9F;
  options.wind = {1.0F, 0.5F, 3.0F};
  const Capsules body{{{0.2F, 9.4F, 0.1F}, {0.5F, 9.6F, 0.3F}, 0.15F},
                      {{0.4F, 9.2F, 0.0F}, {0.4F, 9.2F, 0.0F}, 0.2F}};
  for (const FabricPtr& one : {gridFabric(), meshFabric(unindexed(sheetMesh(6, 7)))}) {
    const auto single = std::move(Cloth::create(one, options).value);
    const auto crowd = makeCrowd(*one, CrowdOptions{.count = 5, .placement = nullptr}, options);
    for (Cloth* cloth : {single.get(), crowd.get()}) ASSERT_TRUE(cloth->setCapsules(body).ok());
    for (int k = 0; k < 40; ++k) {
      run(*single, 1);
      run(*crowd, 1);
      for (int member = 0; member < 5; ++member) {
        const auto p = ofMember(*crowd, crowd->positions(), member);
        for (std::size_t n = 0; n < p.size(); ++n)
          ASSERT_NEAR(p[n], single->positions()[n], 1e-4) << "step " << k << ", member " << member;
      }
    }
  }
}

TEST(CrowdCloth, FallsFreelyByTheClosedForm) {
  ClothOptions options = withoutAir();
  options.damping = 1.0F;
  options.floor.reset();
  for (const FabricPtr& one : {Fabric::createGrid(hangingSheet(5, 5, nowhere)).value, [] {
                                 Mesh mesh = sheetMesh(5, 5, true);
                                 mesh.pinned = nullptr;
                                 return meshFabric(mesh);
                               }()}) {
    const auto crowd = makeCrowd(*one, 5, options);
    const std::vector<float> start = copyOf(crowd->positions());
    run(*crowd, 60);
    const double fallen = 9.8 / (60.0 * 60.0) * (60.0 * 61.0 / 2.0);
    for (std::size_t k = 0; k < start.size(); ++k) {
      const double expected = k % 3 == 1 ? start[k] - fallen : start[k];
      ASSERT_NEAR(crowd->positions()[k], expected, 1e-3) << "coordinate " << k;
    }
  }
}

TEST(CrowdCloth, HasEveryPinExactlyAtItsTargetAfterEveryStep) {
  ClothOptions options;
  options.wind = {30.0F, 0.0F, 30.0F};
  options.floor = 9.98F;  // 고정점 위까지 올라온 바닥도 고정점은 밀지 못한다.
  for (const FabricPtr& one : {gridFabric(), meshFabric(sheetMesh(12, 17))}) {
    const auto crowd = makeCrowd(*one, 6, options);
    ASSERT_TRUE(crowd->setCapsules(Capsules{{{0, 10, 0}, {1, 10, 0}, 0.3F}}).ok());
    for (int k = 0; k < 60; ++k) {
      for (int member = 0; member < 6; ++member)
        movePinTargets(*crowd, member, {static_cast<float>(member) / 64, 1.0F / 128, 1.0F / 64});
      run(*crowd, 1);
      for (int point = 0; point < crowd->fabric().points(); ++point) {
        if (!crowd->fabric().pinned(point)) continue;
        const auto p = static_cast<std::size_t>(point);
        ASSERT_EQ(at(crowd->positions(), p), at(crowd->pinTargets(), p)) << k << ", point " << p;
      }
    }
  }
}

TEST(CrowdCloth, RefusesAPinTargetOfAnyMemberThatIsNoPlace) {
  const auto crowd = makeCrowd(*gridFabric(4, 5), 6);
  run(*crowd, 5);
  const auto before = bits(crowd->positions());
  const std::size_t point = 5 * pointsPerMember(*crowd) + 2;
  const float good = crowd->pinTargets()[3 * point];
  for (const float bad : {kNan, kInfinity, 2e6F}) {
    crowd->pinTargets()[3 * point] = bad;
    expectRefused(crowd->step(), {"pinTargets of point " + std::to_string(point)});
    EXPECT_EQ(bits(crowd->positions()), before);
  }
  crowd->pinTargets()[3 * point] = good;
  EXPECT_TRUE(crowd->step().ok());
}

TEST(CrowdCloth, StaysAboveTheFloorInEveryStep) {
  const FabricPtr one =
      Fabric::createGrid(hangingSheet(12, 12, nowhere, {.spacing = kSpacing, .top = 1.5F})).value;
  const auto crowd = makeCrowd(*one, 5);
  for (int member = 0; member < 5; ++member)
    ASSERT_TRUE(crowd->setMemberWind(member, {0.1 * member, 0.0, 1.0}).ok());
  std::vector<float> lowest(5);
  for (int k = 0; k < 200; ++k) {
    run(*crowd, 1);
    for (int member = 0; member < 5; ++member) {
      const auto p = ofMember(*crowd, crowd->positions(), member);
      float& least = lowest[static_cast<std::size_t>(member)];
      least = kInfinity;
      for (std::size_t n = 1; n < p.size(); n += 3) least = std::min(least, p[n]);
      ASSERT_GE(least, 0.02F) << "step " << k << ", member " << member;
    }
  }
  for (const float least : lowest) EXPECT_EQ(least, 0.02F);
}

double nearestTo(std::span<const float> positions, const Capsule& capsule) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < positions.size() / 3; ++k)
    nearest = std::min(nearest, distanceToSegment(at(positions, k), capsule.a, capsule.b));
  return nearest;
}

/// 눕힌 천 다섯 벌, 모두 한자리에. / Five members lying in one place.
std::unique_ptr<Cloth> lyingCrowd(int count = 5) {
  ClothOptions options;
  options.floor.reset();
  const FabricPtr one =
      Fabric::createGrid(lyingSheet(12, 12, nowhere, {.spacing = kSpacing, .top = 1.0F})).value;
  return makeCrowd(*one, CrowdOptions{.count = count, .placement = nullptr}, options);
}

TEST(CrowdCapsules, OfAMemberAreTouchedAndNeverEnteredByItAndDoNotExistForOthers) {
  const auto crowd = lyingCrowd();
  Capsules bars;
  for (int member = 0; member < 5; ++member) {
    const float y = 0.6F + 0.05F * static_cast<float>(member);
    bars.push_back({{-1, y, 0.33F}, {2, y, 0.33F}, 0.125F});
    // 캡슐의 수도 벌마다 다르다. 셋째 벌에는 없다.
    const Capsules own(static_cast<std::size_t>(member), bars.back());
    if (member != 2) {
      ASSERT_TRUE(crowd->setMemberCapsules(member, member == 0 ? Capsules{bars[0]} : own).ok());
    }
  }
  std::vector<bool> touched(5);
  for (int k = 0; k < 60; ++k) {
    run(*crowd, 1);
    for (const std::size_t member : {0U, 1U, 3U, 4U}) {
      const auto p = ofMember(*crowd, crowd->positions(), static_cast<int>(member));
      const double gap = nearestTo(p, bars[member]) - bars[member].radius;
      ASSERT_GT(gap, -1e-5) << "step " << k << ", member " << member;
      touched[member] = touched[member] || gap < 1e-3;
    }
  }
  for (const std::size_t member : {0U, 1U, 3U, 4U}) EXPECT_TRUE(touched[member]) << member;
  EXPECT_LT(crowd->memberSpheres()[2].center.y, -1.0F);
}

TEST(CrowdCapsules, AreReplacedForAllAndRemovedFromAll) {
  const auto crowd = lyingCrowd(6);
  const Capsule bar{{-1, 0.8F, 0.33F}, {2, 0.8F, 0.33F}, 0.125F};
  ASSERT_TRUE(crowd->setMemberCapsules(1, Capsules(7, bar)).ok());
  ASSERT_TRUE(crowd->setCapsules(Capsules{bar}).ok());
  run(*crowd, 20);
  const auto first = bits(ofMember(*crowd, crowd->positions(), 0));
  for (int member = 0; member < 6; ++member) {
    const auto p = ofMember(*crowd, crowd->positions(), member);
    EXPECT_GT(nearestTo(p, bar), 0.125 - 1e-5) << member;
    EXPECT_EQ(bits(p), first) << member;
  }
  ASSERT_TRUE(crowd->setMemberCapsules(5, {}).ok());
  run(*crowd, 60);
  EXPECT_LT(crowd->memberSpheres()[5].center.y, -1.0F);
  EXPECT_GT(crowd->memberSpheres()[4].center.y, crowd->memberSpheres()[5].center.y + 0.5F);
  ASSERT_TRUE(crowd->setCapsules({}).ok());
  crowd->reset();
  run(*crowd, 60);
  for (const Sphere& sphere : crowd->memberSpheres()) EXPECT_LT(sphere.center.y, -1.0F);
}

TEST(CrowdCapsules, OfOneMemberWorkInAnyNumber) {
  const auto crowd = lyingCrowd();
  Capsules balls;
  for (int k = 0; k < 100; ++k) {
    const glm::vec3 center(static_cast<float>(k % 10) * 0.1F - 0.1F, 0.9F,
                           static_cast<float>(k / 10) * 0.1F - 0.1F);
    balls.push_back({center, center, 0.045F});
  }
  ASSERT_TRUE(crowd->setMemberCapsules(3, balls).ok());
  run(*crowd, 60);
  const auto p = ofMember(*crowd, crowd->positions(), 3);
  for (const Capsule& ball : balls) EXPECT_GT(nearestTo(p, ball), 0.045 - 1e-5);
  EXPECT_LT(crowd->memberSpheres()[2].center.y, -1.0F);
}

TEST(CrowdCapsules, ThatAreBadOrOfABadMemberAreRefusedAndChangeNothing) {
  const auto crowd = makeCrowd(*gridFabric(5, 6), 6);
  const auto twin = makeCrowd(*gridFabric(5, 6), 6);
  for (Cloth* cloth : {crowd.get(), twin.get()}) {
    const Capsule ball{{5.1F, 9.8F, 0.1F}, {5.1F, 9.8F, 0.1F}, 0.15F};
    ASSERT_TRUE(cloth->setMemberCapsules(1, Capsules{ball}).ok());
  }
  const Capsule good{{0, 9.8F, 0}, {1, 9.8F, 0}, 0.1F};
  for (const int member : {-1, 6, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()})
    expectRefused(crowd->setMemberCapsules(member, Capsules{good}),
                  {"member", "5", "got " + std::to_string(member)});
  expectRefused(crowd->setMemberCapsules(1, Capsules{good, {{0, kNan, 0}, {1, 0, 0}, 0.1F}}),
                {"capsules[1].a", "NaN"});
  expectRefused(crowd->setMemberCapsules(1, Capsules{{{0, 0, 0}, {1, 0, kInfinity}, 0.1F}}),
                {"capsules[0].b", "Infinity"});
  expectRefused(crowd->setMemberCapsules(1, Capsules{{{0, 0, 0}, {1, 0, 0}, -0.5F}}),
                {"capsules[0].radius", "-0.5"});
  run(*crowd, 30);
  run(*twin, 30);
  EXPECT_EQ(bits(crowd->positions()), bits(twin->positions()));
}

TEST(CrowdWind, OfAMemberBlowsOnItAlone) {
  const auto crowd = makeCrowd(*gridFabric(), CrowdOptions{.count = 6, .placement = nullptr});
  for (int member = 0; member < 6; ++member)
    ASSERT_TRUE(crowd->setMemberWind(member, {0.0, 0.0, member % 3 - 1.0}).ok());
  run(*crowd, 300);
  for (int member = 0; member < 6; ++member) {
    const double z = crowd->memberSpheres()[static_cast<std::size_t>(member)].center.z;
    const double way = member % 3 - 1.0;
    if (way == 0.0) {
      EXPECT_NEAR(z, 0.0, 1e-4) << member;
    } else {
      EXPECT_GT(z * way, 0.01) << member;
    }
  }
}

TEST(CrowdWind, OfAllReplacesThatOfEveryMember) {
  const FabricPtr one = gridFabric();
  const auto crowd = makeCrowd(*one, CrowdOptions{.count = 6, .placement = nullptr});
  for (int member = 0; member < 6; ++member)
    ASSERT_TRUE(crowd->setMemberWind(member, {1.0 * member, 0.0, 3.0}).ok());
  ASSERT_TRUE(crowd->setWind({0.0, 0.0, 2.0}).ok());
  EXPECT_EQ(crowd->options().wind, glm::vec3(0.0F, 0.0F, 2.0F));
  run(*crowd, 60);
  const auto first = bits(ofMember(*crowd, crowd->positions(), 0));
  for (int member = 1; member < 6; ++member)
    EXPECT_EQ(bits(ofMember(*crowd, crowd->positions(), member)), first) << member;
  EXPECT_GT(crowd->boundingSphere().center.z, 0.01F);
}

TEST(CrowdWind, ThatIsBadOrOfABadMemberIsRefusedAndChangesNothing) {
  const auto crowd = makeCrowd(*gridFabric(5, 6), 6);
  const auto twin = makeCrowd(*gridFabric(5, 6), 6);
  for (const int member : {-1, 6, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()})
    expectRefused(crowd->setMemberWind(member, {0.0, 0.0, 9.0}),
                  {"member", "5", "got " + std::to_string(member)});
  for (const double bad : {static_cast<double>(kNan), static_cast<double>(kInfinity), 2e6})
    expectRefused(crowd->setMemberWind(2, {0.0, bad, 0.0}), {"wind"});
  run(*crowd, 30);
  run(*twin, 30);
  EXPECT_EQ(bits(crowd->positions()), bits(twin->positions()));
}

TEST(CrowdWind, AndCapsulesOfMemberZeroAreThoseOfAClothThatIsNoCrowd) {
  const auto cloth = makeCloth(hangingSheet(5, 6));
  const auto twin = makeCloth(hangingSheet(5, 6));
  const Capsules body{{{0.1F, 9.8F, 0.1F}, {0.2F, 9.7F, 0.1F}, 0.15F}};
  ASSERT_TRUE(cloth->setMemberWind(0, {1.0, 0.0, 3.0}).ok());
  ASSERT_TRUE(cloth->setMemberCapsules(0, body).ok());
  ASSERT_TRUE(twin->setWind({1.0, 0.0, 3.0}).ok());
  ASSERT_TRUE(twin->setCapsules(body).ok());
  expectRefused(cloth->setMemberWind(1, {0.0, 0.0, 0.0}), {"member", "got 1"});
  run(*cloth, 30);
  run(*twin, 30);
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
}

// --- 겉 ---

void expectSphereOf(const Sphere& sphere, std::span<const float> positions) {
  glm::dvec3 low = at(positions, 0);
  glm::dvec3 high = low;
  for (std::size_t k = 0; k < positions.size() / 3; ++k) {
    low = glm::min(low, at(positions, k));
    high = glm::max(high, at(positions, k));
  }
  const glm::dvec3 center = (low + high) / 2.0;
  double radius = 0.0;
  for (std::size_t k = 0; k < positions.size() / 3; ++k)
    radius = std::max(radius, glm::distance(at(positions, k), center));
  EXPECT_LT(glm::distance(glm::dvec3(sphere.center), center), 1e-5);
  EXPECT_NEAR(sphere.radius, radius, 1e-5);
}

TEST(CrowdSpheres, AreThoseOfEveryMemberAndOfAllInEveryStep) {
  for (const FabricPtr& one : {gridFabric(5, 7), meshFabric(unindexed(sheetMesh(5, 7, true)))}) {
    for (const int count : kCounts) {
      const auto crowd = makeCrowd(*one, count);
      ASSERT_EQ(crowd->memberSpheres().size(), static_cast<std::size_t>(count));
      for (int k = 0; k < 20; ++k) {
        for (int member = 0; member < count; ++member) {
          expectSphereOf(crowd->memberSpheres()[static_cast<std::size_t>(member)],
                         ofMember(*crowd, crowd->positions(), member));
          movePinTargets(*crowd, member, {0.01F * static_cast<float>(member), 0.0F, 0.02F});
        }
        expectSphereOf(crowd->boundingSphere(), crowd->positions());
        run(*crowd, 1);
      }
    }
  }
}

TEST(CrowdSpheres, OfAMeshDoNotReachAVertexOfNoTriangle) {
  Mesh mesh = sheetMesh(4, 4);
  mesh.positions.insert(mesh.positions.end(), {50.0F, -20.0F, 3.0F});
  const auto crowd = makeCrowd(*meshFabric(mesh), CrowdOptions{.count = 5, .placement = nullptr});
  run(*crowd, 30);
  EXPECT_LT(crowd->boundingSphere().radius, 1.0F);
  for (int member = 0; member < 5; ++member) {
    EXPECT_LT(crowd->memberSpheres()[static_cast<std::size_t>(member)].radius, 1.0F);
    EXPECT_EQ(at(ofMember(*crowd, crowd->positions(), member), 16), glm::dvec3(50, -20, 3));
  }
}

TEST(CrowdSpheres, AreMissingWhereThereIsNoCrowd) {
  EXPECT_TRUE(makeCloth(hangingSheet(4, 4))->memberSpheres().empty());
}

TEST(CrowdNormals, EqualTheAreaWeightedSum) {
  ClothOptions options;
  options.wind = {4.0F, 0.5F, 2.0F};
  for (const FabricPtr& one : {gridFabric(7, 9), meshFabric(sheetMesh(7, 9, true))}) {
    const auto crowd = makeCrowd(*one, 5, options);
    for (int k = 0; k < 10; ++k) {
      run(*crowd, 10);
      std::vector<glm::dvec3> positions;
      for (std::size_t n = 0; n < crowd->positions().size() / 3; ++n)
        positions.push_back(at(crowd->positions(), n));
      const auto expected = vertexNormals(positions, crowd->fabric().indices());
      for (std::size_t n = 0; n < expected.size(); ++n)
        ASSERT_LT(glm::distance(at(crowd->normals(), n), expected[n]), 1e-3) << "point " << n;
    }
  }
}

TEST(CrowdNormals, AreTheSameBitsAcrossTheSeamsOfAMesh) {
  const Mesh closed = sheetMesh(6, 7, true);
  const Mesh open = unindexed(closed);
  const auto crowd = makeCrowd(*meshFabric(open), 5);
  ASSERT_TRUE(crowd->setWind({1.0, 0.5, 4.0}).ok());
  run(*crowd, 60);
  for (int member = 0; member < 5; ++member) {
    std::vector<std::size_t> first(closed.points(), open.points());
    const auto positions = bits(ofMember(*crowd, crowd->positions(), member));
    const auto normals = bits(ofMember(*crowd, crowd->normals(), member));
    for (std::size_t k = 0; k < open.points(); ++k) {
      std::size_t& known = first[closed.indices[k]];
      if (known == open.points()) known = k;
      for (std::size_t i = 0; i < 3; ++i) {
        ASSERT_EQ(positions[3 * k + i], positions[3 * known + i]);
        ASSERT_EQ(normals[3 * k + i], normals[3 * known + i]);
      }
    }
  }
}

TEST(CrowdReset, GoesBackToTheStartAndKeepsWindAndCapsulesOfEveryMember) {
  for (const FabricPtr& one : {gridFabric(), meshFabric(unindexed(sheetMesh(6, 7)))}) {
    const auto crowd = makeCrowd(*one, 5);
    const auto start = bits(crowd->positions());
    const auto startNormals = bits(crowd->normals());
    for (int member = 0; member < 5; ++member) {
      const float x = placementOf(member)[3].x;
      ASSERT_TRUE(crowd->setMemberWind(member, {0.5 * member, 0.0, 3.0}).ok());
      ASSERT_TRUE(
          crowd->setMemberCapsules(member, Capsules{{{x, 9.8F, 0}, {x, 9.7F, 0.3F}, 0.1F}}).ok());
    }
    run(*crowd, 60);
    const auto moved = bits(crowd->positions());
    crowd->pinTargets()[4] += 1.0F;
    crowd->reset();
    EXPECT_EQ(bits(crowd->positions()), start);
    EXPECT_EQ(bits(crowd->normals()), startNormals);
    EXPECT_EQ(bits(crowd->pinTargets()), start);
    expectSphereOf(crowd->memberSpheres()[4], ofMember(*crowd, crowd->positions(), 4));
    run(*crowd, 60);
    EXPECT_EQ(bits(crowd->positions()), moved);
  }
}

TEST(CrowdCloth, SharesItsFabricWithOtherCrowds) {
  const FabricPtr fabric = crowdFabric(*gridFabric(6, 7), {.count = 5, .placement = placementOf});
  const auto one = std::move(Cloth::create(fabric).value);
  const auto two = std::move(Cloth::create(fabric).value);
  ASSERT_TRUE(one->setMemberWind(3, {0.0, 0.0, 6.0}).ok());
  run(*one, 40);
  run(*two, 40);
  EXPECT_NE(bits(one->positions()), bits(two->positions()));
  EXPECT_EQ(bits(ofMember(*one, one->positions(), 2)), bits(ofMember(*two, two->positions(), 2)));
}

}  // namespace
}  // namespace mangto::test
