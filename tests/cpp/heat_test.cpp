#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/arena.h"
#include "mangto/skin_bake.h"
#include "mesh/adjacency.h"
#include "mesh/triangle_tree.h"
#include "skin/heat/dissection.h"
#include "skin/heat/factor.h"
#include "support/skins.h"

namespace mangto::test {
namespace {

SkinBakeOptions heatOf(const Skin& skin) {
  SkinBakeOptions options = skin.options();
  options.mode = SkinMode::kHeat;
  return options;
}

/// 도넛의 뼈들을 사슬로 잇는다. / The bones of a torus as a chain.
Skin chained(Skin skin) {
  for (std::size_t k = 0; k < skin.bones.size(); ++k)
    skin.bones[k].parent = static_cast<int>(k) - 1;
  return skin;
}

/// x축을 따르는 닫힌 통(반지름 0.1)과, 그 심의 뼈 둘. 뿌리(0번)는 없다.
/// A closed tube of radius 0.1 along x from -1 to 1, and two bones inside it; no root.
Skin tube(int rings, int around, float y = 0.0F) {
  Skin skin;
  const auto add = [&](double x, double radius, int i) {
    const double angle = 2.0 * 3.14159265358979 * i / around;
    skin.positions.insert(skin.positions.end(),
                          {static_cast<float>(x), y + static_cast<float>(radius * std::cos(angle)),
                           static_cast<float>(radius * std::sin(angle))});
  };
  for (int j = 0; j < rings; ++j)
    for (int i = 0; i < around; ++i) add(-1.0 + 2.0 * j / (rings - 1), 0.1, i);
  add(-1.0, 0.0, 0);
  add(1.0, 0.0, 0);
  const auto at = [&](int j, int i) { return static_cast<std::uint32_t>(j * around + i % around); };
  const auto first = static_cast<std::uint32_t>(rings * around);
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j + 1 < rings; ++j) {
      skin.indices.insert(skin.indices.end(), {at(j, i), at(j, i + 1), at(j + 1, i + 1)});
      skin.indices.insert(skin.indices.end(), {at(j, i), at(j + 1, i + 1), at(j + 1, i)});
    }
    skin.indices.insert(skin.indices.end(), {first, at(0, i + 1), at(0, i)});
    skin.indices.insert(skin.indices.end(), {first + 1, at(rings - 1, i), at(rings - 1, i + 1)});
  }
  skin.bones = {{{-1.0F, y, 0.0F}, {0.0F, y, 0.0F}, 0.0F, -1},
                {{0.0F, y, 0.0F}, {1.0F, y, 0.0F}, 0.0F, 0}};
  return skin;
}

SkinBakeOptions tubeOptions(const Skin& skin) {
  SkinBakeOptions options = heatOf(skin);
  options.excludedBones = {};
  return options;
}

Skin joined(const Skin& a, const Skin& b) {
  Skin out = a;
  const auto first = static_cast<std::uint32_t>(a.positions.size() / 3);
  for (const std::uint32_t v : b.indices) out.indices.push_back(first + v);
  out.positions.insert(out.positions.end(), b.positions.begin(), b.positions.end());
  for (SkinBone bone : b.bones) {
    if (bone.parent >= 0) bone.parent += static_cast<int>(a.bones.size());
    out.bones.push_back(bone);
  }
  return out;
}

double weightOf(const Weights& weights, std::size_t vertex, int bone) {
  double sum = 0.0;
  for (std::size_t k = 4 * vertex; k < 4 * vertex + 4; ++k) {
    if (weights.index[k] == bone) sum += weights.weight[k];
  }
  return sum;
}

double distanceBetween(const Weights& a, std::size_t v, const Weights& b, std::size_t w) {
  double sum = 0.0;
  for (int bone = 0; bone < 64; ++bone)
    sum += std::abs(weightOf(a, v, bone) - weightOf(b, w, bone));
  return sum;
}

void expectSumsToOne(const Weights& weights) {
  for (std::size_t k = 0; k < weights.weight.size(); k += 4) {
    const auto at = weights.weight.begin() + static_cast<std::ptrdiff_t>(k);
    ASSERT_NEAR(std::accumulate(at, at + 4, 0.0), 1.0, 1.0e-6) << "vertex " << k / 4;
    ASSERT_TRUE(std::is_sorted(at, at + 4, std::greater<>())) << "vertex " << k / 4;
    ASSERT_GE(*(at + 3), 0.0F);
  }
}

TEST(Heat, BlendsSoftlyAroundAJointAndIsWholeAwayFromIt) {
  const Skin skin = tube(41, 16);
  const Weights weights = bakeAll(tubeOptions(skin));
  double before = 1.0;
  for (std::size_t j = 0; j < 41; ++j) {
    const double left = weightOf(weights, 16 * j, 0);
    EXPECT_LE(left, before + 1.0e-4) << "ring " << j;
    EXPECT_LT(before - left, 0.35) << "ring " << j;
    before = left;
  }
  EXPECT_EQ(weightOf(weights, std::size_t{16} * 8, 0), 1.0);
  EXPECT_NEAR(weightOf(weights, std::size_t{16} * 20, 0), 0.5, 0.02);
  EXPECT_EQ(weightOf(weights, std::size_t{16} * 32, 1), 1.0);
}

TEST(Heat, OfAMirroredBodyIsMirrored) {
  const Skin skin = tube(30, 12);
  const Weights weights = bakeAll(tubeOptions(skin));
  for (std::size_t j = 0; j < 30; ++j) {
    for (std::size_t i = 0; i < 12; ++i) {
      EXPECT_NEAR(weightOf(weights, 12 * j + i, 0), weightOf(weights, 12 * (29 - j) + i, 1), 2.0e-3)
          << "ring " << j << ", place " << i;
    }
  }
}

TEST(Heat, DoesNotDependOnHowFineTheMeshIs) {
  const Skin coarse = tube(21, 12);
  const Skin fine = tube(81, 48);
  const Weights a = bakeAll(tubeOptions(coarse));
  const Weights b = bakeAll(tubeOptions(fine));
  double sum = 0.0;
  for (std::size_t j = 0; j < 21; ++j) {
    for (std::size_t i = 0; i < 12; ++i)
      sum += distanceBetween(a, 12 * j + i, b, 48 * 4 * j + 4 * i) / (21 * 12);
  }
  EXPECT_LT(sum, 0.05);
}

TEST(Heat, NeitherSizeNorPlaceNorMirroringMatters) {
  Skin skin = chained(torus(40, 16, 9));
  for (SkinBone& bone : skin.bones) bone.radius = 0.0F;
  const Weights expected = bakeAll(heatOf(skin));
  for (const float factor : {1.0e-4F, 1.0e4F, -1.0F}) {
    Skin other = skin;
    other.scale(factor);
    const Weights weights = bakeAll(heatOf(other));
    for (std::size_t v = 0; v < skin.positions.size() / 3; ++v)
      ASSERT_LT(distanceBetween(expected, v, weights, v), 5.0e-3) << "vertex " << v;
  }
}

TEST(Heat, SeesABoneThatEndsOnTheSurfaceAtAnySize) {
  // 둘째 뼈의 꼬리는 벽 위에 있고, 그 너머의 자리에는 그 꼬리가 가장 가깝다.
  Skin skin = tube(41, 16);
  skin.bones[1].tail = {0.55F, 0.1F, 0.0F};
  for (const float factor : {1.0F, 0.37F, 1.7F, 100.0F, 0.013F}) {
    Skin other = skin;
    other.scale(factor);
    const Weights weights = bakeAll(tubeOptions(other));
    for (std::size_t v = std::size_t{16} * 32; v < std::size_t{16} * 41; ++v)
      ASSERT_EQ(weightOf(weights, v, 1), 1.0) << "vertex " << v << ", scale " << factor;
  }
}

TEST(Heat, SharesWhatTiesHoweverRoundingBreaksIt) {
  // 마주 본 두 뼈의 한가운데에 고리 하나가 있다.
  Skin skin = tube(5, 16);
  skin.bones[0].tail = {-0.4F, 0.0F, 0.0F};
  skin.bones[1] = {{0.4F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, 0.0F, -1};
  for (const float nudge : {-1.0e-4F, 0.0F, 1.0e-4F}) {
    skin.bones[1].head.x = 0.4F + nudge;
    const Weights weights = bakeAll(tubeOptions(skin));
    for (std::size_t i = 0; i < 16; ++i)
      EXPECT_NEAR(weightOf(weights, 16 * 2 + i, 0), 0.5, 0.05) << "nudge " << nudge;
  }
}

TEST(Heat, FollowsTheBodyWhereMirroredLimbsMeet) {
  // 통의 한가운데에 몸이 있고, 양쪽으로 다리가 하나씩 뻗는다.
  Skin skin = tube(41, 16);
  skin.bones = {{{0.0F, 0.0F, 0.0F}, {0.0F, 0.02F, 0.0F}, 0.0F, -1},
                {{0.02F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, 0.0F, 0},
                {{-0.02F, 0.0F, 0.0F}, {-1.0F, 0.0F, 0.0F}, 0.0F, 0}};
  const Weights weights = bakeAll(tubeOptions(skin));
  double body = 0.0;
  for (std::size_t v = 0; v < std::size_t{16} * 41; ++v) {
    const double one = weightOf(weights, v, 1);
    const double other = weightOf(weights, v, 2);
    body = std::max(body, weightOf(weights, v, 0));
    if (one == 0.0 || other == 0.0) continue;
    ASSERT_GE(weightOf(weights, v, 0), std::max(one, other) - 1.0e-6) << "vertex " << v;
  }
  EXPECT_GT(body, 0.5);
}

TEST(Heat, DoesNotLeapToALimbThatIsNear) {
  // 거의 닿은 두 통: 바깥으로는 아무것도 건너가지 않는다.
  const Skin skin = joined(tube(31, 16), tube(31, 16, 0.201F));
  const Weights weights = bakeAll(tubeOptions(skin));
  const std::size_t half = skin.positions.size() / 6;
  for (std::size_t v = 0; v < 2 * half; ++v) {
    const int first = v < half ? 0 : 2;
    ASSERT_NEAR(weightOf(weights, v, first) + weightOf(weights, v, first + 1), 1.0, 1.0e-6)
        << "vertex " << v;
  }
}

TEST(Heat, GivesSmallPiecesASingleBone) {
  // 통에 박힌 단추들. 하나하나는 작고, 용접되지 않는다.
  Skin skin = tube(41, 16);
  const std::size_t body = skin.positions.size() / 3;
  for (int k = 0; k < 1000; ++k) {
    const float x = -0.95F + 0.0018F * static_cast<float>(k);
    const auto v = static_cast<std::uint32_t>(skin.positions.size() / 3);
    for (const float turn : {0.0F, 0.002F, 0.004F})
      skin.positions.insert(skin.positions.end(), {x + turn / 10.0F, 0.105F, turn});
    skin.indices.insert(skin.indices.end(), {v, v + 2, v + 1});
  }
  const SkinBakeOptions options = tubeOptions(skin);
  const auto bake = std::move(SkinBake::create(options).value);
  while (!bake->step(0.5)) {
  }
  EXPECT_EQ(bake->report().islands, 1001);
  EXPECT_GT(bake->report().rigidIslands, 990);
  const Weights weights = weightsOf(*bake);
  expectSumsToOne(weights);
  for (int k = 0; k < 1000; ++k) {
    const std::size_t v = body + 3 * static_cast<std::size_t>(k);
    // 관절은 527째 단추 곁에 있다.
    if (std::abs(k - 527) <= 40) continue;
    ASSERT_EQ(weightOf(weights, v, k < 527 ? 0 : 1), 1.0) << "button " << k;
  }
}

TEST(Heat, SharesWeightsAtSeams) {
  const Skin closed = chained(torus(24, 12, 8));
  const Skin open = unindexed(closed);
  const Weights expected = bakeAll(heatOf(closed));
  const Weights welded = bakeAll(heatOf(open));
  for (std::size_t k = 0; k < closed.indices.size(); ++k)
    ASSERT_LT(distanceBetween(welded, k, expected, closed.indices[k]), 1.0e-3) << "corner " << k;
}

TEST(Heat, HasTheSameBitsHoweverItIsSliced) {
  const Skin skin = chained(unindexed(torus(40, 25, 20)));
  const Weights whole = bakeAll(heatOf(skin));
  for (const double budget : {0.0, 0.01, 0.2}) {
    const SkinBakeOptions options = heatOf(skin);
    const auto bake = std::move(SkinBake::create(options).value);
    double before = 0.0;
    int slices = 1;
    for (; !bake->step(budget); ++slices) {
      ASSERT_GE(bake->progress(), before);
      ASSERT_LT(bake->progress(), 1.0);
      before = bake->progress();
    }
    EXPECT_GT(slices, budget == 0.0 ? 50 : 0);
    EXPECT_EQ(weightsOf(*bake), whole);
  }
}

TEST(Heat, PassesOverBonesFarInTheTree) {
  // 1…8이 사슬일 때 8과 1은 닿아 있지만 일곱 걸음 떨어져 있다.
  Skin skin = torus(40, 16, 9);
  const Weights free = bakeAll(heatOf(skin));
  const Weights bound = bakeAll(heatOf(chained(skin)));
  const auto shared = [](const Weights& weights) {
    int count = 0;
    for (std::size_t v = 0; v < weights.index.size() / 4; ++v)
      count += static_cast<int>(weightOf(weights, v, 1) > 0.0 && weightOf(weights, v, 8) > 0.0);
    return count;
  };
  EXPECT_GT(shared(free), 0);
  EXPECT_EQ(shared(bound), 0);
}

TEST(Heat, OfExtremeMeshesIsFiniteAndSumsToOne) {
  const std::vector<std::function<void(Skin&)>> changes{
      [](Skin& s) { s.scale(1.0e-20F); }, [](Skin& s) { s.scale(7.0e5F); },
      [](Skin& s) { std::fill(s.positions.begin(), s.positions.end(), 3.0F); },
      [](Skin& s) { std::fill(s.indices.begin(), s.indices.end(), 2U); },
      [](Skin& s) { s.indices.resize(3); },
      [](Skin& s) { s.indices.insert(s.indices.end(), s.indices.begin(), s.indices.end()); },
      [](Skin& s) {
        for (SkinBone& bone : s.bones) bone.tail = bone.head;
      },
      [](Skin& s) {
        for (SkinBone& bone : s.bones) bone.head.y = bone.tail.y = -9.0e5F;
      },
      [](Skin& s) {
        s.bones.resize(1000, {{0.5F, 0.0F, 0.0F}, {0.7F, 0.0F, 0.0F}, 0.2F, 1});
      },
      [](Skin& s) { s.bones.resize(2); },
      // 돌고 도는 부모들
      [](Skin& s) {
        for (std::size_t k = 0; k < s.bones.size(); ++k)
          s.bones[k].parent = static_cast<int>((k + 1) % s.bones.size());
      },
      // 납작한 그물, 바늘 같은 삼각형들, 한 변을 나누어 갖는 삼각형 여럿
      [](Skin& s) {
        for (std::size_t k = 1; k < s.positions.size(); k += 3) s.positions[k] = 0.0F;
      },
      [](Skin& s) {
        for (std::size_t k = 0; k < s.positions.size(); k += 3) s.positions[k] *= 1.0e-6F;
      },
      [](Skin& s) {
        for (std::uint32_t v = 2; v < 400; ++v) s.indices.insert(s.indices.end(), {0, 1, v});
      }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    SCOPED_TRACE(i);
    Skin skin = chained(torus(30, 20, 6));
    changes[i](skin);
    expectSumsToOne(bakeAll(heatOf(skin)));
  }
}

TEST(Heat, OfAnySoupSumsToOne) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto at = [&] { return static_cast<float>(random() % 1000) / 500.0F - 1.0F; };
    Skin skin;
    const std::uint32_t vertices = 3 + random() % 120;
    for (std::uint32_t v = 0; v < 3 * vertices; ++v) skin.positions.push_back(at());
    for (std::uint32_t t = 0; t < 3 + random() % 300; ++t) {
      const std::uint32_t end = 1 + random() % vertices;
      skin.indices.insert(skin.indices.end(), {static_cast<std::uint32_t>(random() % end),
                                               static_cast<std::uint32_t>(random() % end),
                                               static_cast<std::uint32_t>(random() % vertices)});
    }
    const int bones = 2 + static_cast<int>(random() % 30);
    for (int k = 0; k < bones; ++k)
      skin.bones.push_back({{at(), at(), at()}, {at(), at(), at()}, 0.0F, k - 1});
    expectSumsToOne(bakeAll(heatOf(skin)));
  }
}

TEST(Heat, RefusesParentsThatAreNotThereAndNamesThem) {
  Skin skin = torus(8, 6, 4);
  for (const int parent : {4, -2}) {
    skin.bones[2].parent = parent;
    const auto bake = SkinBake::create(heatOf(skin));
    ASSERT_FALSE(bake.ok());
    EXPECT_NE(bake.status.message.find("bones[2].parent"), std::string::npos);
    EXPECT_NE(bake.status.message.find(std::to_string(parent)), std::string::npos);
  }
}

/// 일곱씩 나누어 한다. / Runs in pieces of seven.
void inPieces(std::size_t items, const std::function<void(std::size_t, std::size_t)>& run) {
  for (std::size_t i = 0; i < items; i += 7) run(i, std::min(items, i + 7));
}

/// 점 셋씩의 삼각형들로 된 나무. / A tree over triangles of three corners each.
struct Planted {
  explicit Planted(const std::vector<Point>& corners) {
    const std::size_t count = corners.size() / 3;
    Bounds box;
    for (const Point& p : corners) box.add(p.data());
    tree.carve(arena, count);
    EXPECT_TRUE(arena.allocate());
    tree.carve(arena, count);
    for (std::size_t t = 0; t < count; ++t)
      tree.add(box, corners[3 * t], corners[3 * t + 1], corners[3 * t + 2],
               static_cast<std::int32_t>(t));
    for (std::size_t pass = 0; pass < TriangleTree::kPasses; ++pass)
      inPieces(count, [&](auto from, auto to) { tree.sort(pass, from, to); });
    inPieces(tree.leaves(), [&](auto from, auto to) {
      tree.makeLeaves(from, to, [&](std::int32_t t, std::size_t k) {
        return corners[3 * static_cast<std::size_t>(t) + k];
      });
    });
    inPieces(tree.nodes(), [&](auto from, auto to) { tree.makeNodes(from, to); });
  }
  Arena arena;
  TriangleTree tree;
};

constexpr std::uint64_t kAnyEffort = std::numeric_limits<std::uint64_t>::max();

TEST(TriangleTree, AgreesWithLookingAtEveryTriangle) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    const auto at = [&] { return static_cast<float>(random() % 1000) / 1000.0F; };
    const std::size_t count = 1 + random() % 90;
    std::vector<Point> corners;
    for (std::size_t k = 0; k < 3 * count; ++k) corners.push_back({at(), at(), at()});
    const Planted planted(corners);
    std::uint64_t effort = 0;
    for (int ray = 0; ray < 100; ++ray) {
      const Point from{at(), at(), at()};
      const Point to{at(), at(), at()};
      bool expected = false;
      for (std::size_t t = 0; t < count && !expected; ++t) {
        const Point u = corners[3 * t + 1] - corners[3 * t];
        const Point v = corners[3 * t + 2] - corners[3 * t];
        const Point n = cross(u, v);
        const float along = dot(to - from, n);
        if (along <= 0.0F) continue;
        const float share = dot(corners[3 * t] - from, n) / along;
        if (share <= 0.0F || share >= 1.0F) continue;
        const Point hit = from + (to - from) * share - corners[3 * t];
        const float a = dot(cross(hit, v), n) / dot(n, n);
        const float b = dot(cross(u, hit), n) / dot(n, n);
        expected = a >= 0.0F && b >= 0.0F && a + b <= 1.0F;
      }
      EXPECT_EQ(planted.tree.isLeftBetween(from, to, effort, kAnyEffort), expected)
          << "seed " << seed << ", ray " << ray;
    }
  }
}

TEST(TriangleTree, LooksAtFewTrianglesAlongARayThroughAllOfTheBox) {
  constexpr int kSide = 100;
  constexpr float kCell = 1.0F / kSide;
  std::vector<Point> corners;
  for (int k = 0; k < kSide * kSide; ++k) {
    const auto x = static_cast<float>(k % kSide) * kCell;
    const auto y = static_cast<float>(k / kSide) * kCell;
    corners.insert(corners.end(), {{x, y, x}, {x + kCell, y, x + kCell}, {x, y + kCell, x}});
  }
  const Planted planted(corners);
  std::uint64_t effort = 0;
  const Point from{0.0F, 0.0F, 0.05F};
  const Point to{0.9F, 1.0F, 1.0F};
  EXPECT_FALSE(planted.tree.isLeftBetween(from, to, effort, kAnyEffort));
  EXPECT_LT(effort, 1000U);
  effort = 0;
  EXPECT_TRUE(planted.tree.isLeftBetween(from, to, effort, 3)) << "the effort ends it";
  EXPECT_EQ(effort, 3U);
}

/// 격자의 이웃들. / The neighbours in a grid.
struct Grid {
  explicit Grid(int side) {
    for (int v = 0; v < side * side; ++v) {
      start.push_back(static_cast<std::int32_t>(neighbours.size()));
      const int x = v % side;
      points.push_back({static_cast<float>(x), static_cast<float>(v / side), 0.0F});
      if (v >= side) neighbours.push_back(v - side);
      if (x > 0) neighbours.push_back(v - 1);
      if (x + 1 < side) neighbours.push_back(v + 1);
      if (v + side < side * side) neighbours.push_back(v + side);
    }
    start.push_back(static_cast<std::int32_t>(neighbours.size()));
  }
  std::vector<std::int32_t> start, neighbours;
  std::vector<Point> points;
};

std::vector<std::int32_t> dissected(Grid& grid) {
  Arena arena;
  Dissection dissection;
  const std::size_t places = grid.points.size();
  dissection.carve(arena, places);
  EXPECT_TRUE(arena.allocate());
  dissection.carve(arena, places);
  dissection.start(places);
  const Adjacency adjacency{grid.start, grid.neighbours};
  for (std::uint64_t item = 0; item < dissection.items(places); item += 7) {
    const std::uint64_t end = std::min(item + 7, dissection.items(places));
    dissection.run(item, end, adjacency, grid.points);
  }
  for (std::size_t place = 0; place < places; ++place) dissection.count(place);
  inPieces(dissection.nodes(), [&](auto from, auto to) { dissection.sum(from, to); });
  inPieces(dissection.nodes(), [&](auto from, auto to) { dissection.lay(from, to); });
  std::vector<std::int32_t> rowOf;
  for (std::size_t place = 0; place < places; ++place) rowOf.push_back(dissection.take(place));
  return rowOf;
}

/// 격자의 라플라시안 + 1을 이 차례로 소거한다. / Factors the grid's Laplacian + 1 in that order.
struct Factored {
  Factored(const Grid& grid, const std::vector<std::int32_t>& rowOf) {
    const std::size_t rows = rowOf.size();
    std::vector<std::size_t> placeOf(rows);
    for (std::size_t place = 0; place < rows; ++place)
      placeOf[static_cast<std::size_t>(rowOf[place])] = place;
    const auto entries = [&](std::size_t row, auto visit) {
      const std::size_t place = placeOf[row];
      for (std::int32_t k = grid.start[place]; k < grid.start[place + 1]; ++k) {
        const std::int32_t column =
            rowOf[static_cast<std::size_t>(grid.neighbours[static_cast<std::size_t>(k)])];
        if (column < static_cast<std::int32_t>(row)) visit(column, -1.0F);
      }
    };
    const auto diagonal = [&](std::size_t row) {
      return 1.0 + grid.start[placeOf[row] + 1] - grid.start[placeOf[row]];
    };
    factor.carve(arena, rows);
    EXPECT_TRUE(arena.allocate());
    factor.carve(arena, rows);
    inPieces(rows, [&](auto from, auto to) { factor.analyse(from, to, entries); });
    inPieces(rows, [&](auto from, auto to) { EXPECT_TRUE(factor.layColumns(from, to, rows)); });
    for (std::uint64_t done = 0; done < factor.work(); done += 50)
      factor.eliminate(std::min(done + 50, factor.work()), entries, diagonal);
  }
  Arena arena;
  Factor factor;
};

TEST(Dissection, OrdersEveryPlaceOnceAndFillsInLittle) {
  Grid grid(40);
  const std::vector<std::int32_t> rowOf = dissected(grid);
  EXPECT_EQ(std::set(rowOf.begin(), rowOf.end()).size(), rowOf.size());
  EXPECT_EQ(*std::max_element(rowOf.begin(), rowOf.end()), 1599);
  std::vector<std::int32_t> inOrder(rowOf.size());
  std::iota(inOrder.begin(), inOrder.end(), 0);
  EXPECT_LT(Factored(grid, rowOf).factor.entries(),
            Factored(grid, inOrder).factor.entries() * 6 / 10);
}

TEST(Factor, TimesItsTransposeIsTheMatrix) {
  Grid grid(12);
  const std::vector<std::int32_t> rowOf = dissected(grid);
  const Factored factored(grid, rowOf);
  const Factor& factor = factored.factor;
  const std::size_t rows = rowOf.size();
  std::vector<std::vector<double>> lower(rows, std::vector<double>(rows, 0.0));
  for (std::size_t column = 0; column < rows; ++column) {
    lower[column][column] = 1.0;
    for (std::size_t i = 0; i < factor.rowsOf(column).size(); ++i)
      lower[static_cast<std::size_t>(factor.rowsOf(column)[i])][column] =
          factor.valuesOf(column)[i];
  }
  for (std::size_t place = 0; place < rows; ++place) {
    for (std::size_t other = 0; other < rows; ++other) {
      const auto row = static_cast<std::size_t>(rowOf[place]);
      const auto column = static_cast<std::size_t>(rowOf[other]);
      double product = 0.0;
      for (std::size_t k = 0; k < rows; ++k)
        product += lower[row][k] * lower[column][k] / factor.inverseDiagonal(k);
      const auto first = grid.neighbours.begin() + grid.start[place];
      const auto last = grid.neighbours.begin() + grid.start[place + 1];
      const bool touch = std::find(first, last, static_cast<std::int32_t>(other)) != last;
      const double expected =
          place == other ? 1.0 + static_cast<double>(last - first) : (touch ? -1.0 : 0.0);
      ASSERT_NEAR(product, expected, 1.0e-5) << row << ", " << column;
    }
  }
}

}  // namespace
}  // namespace mangto::test
