#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/arena.h"
#include "mangto/skin_bake.h"
#include "mesh/adjacency.h"
#include "skin/bones.h"
#include "support/skins.h"

namespace mangto::test {
namespace {

constexpr double kAll = std::numeric_limits<double>::infinity();

using Change = std::function<void(Skin&)>;

void expectRefused(
    const Change& change, const std::vector<std::string>& mentions,
    const std::function<void(SkinBakeOptions&)>& changeOptions = [](auto&) {}) {
  Skin skin = torus(8, 6, 4);
  change(skin);
  SkinBakeOptions options = skin.options();
  changeOptions(options);
  const auto bake = SkinBake::create(options);
  ASSERT_FALSE(bake.ok());
  EXPECT_EQ(bake.status.code, StatusCode::kInvalidArgument);
  for (const std::string& mention : mentions)
    EXPECT_NE(bake.status.message.find(mention), std::string::npos) << bake.status.message;
}

TEST(SkinBake, RefusesWhatIsNotAMeshAndNamesIt) {
  expectRefused([](Skin& s) { s.positions.clear(); }, {"positions.length / 3", "got 0"});
  expectRefused([](Skin& s) { s.positions.pop_back(); }, {"positions.length", "143"});
  expectRefused([](Skin& s) { s.indices.pop_back(); }, {"indices.length", "multiple of 3"});
  expectRefused([](Skin& s) { s.indices[7] = s.indices[50] = 48; }, {"indices[7]", "47", "48"});
  expectRefused([](Skin& s) { s.positions[20] = std::nanf(""); }, {"vertex 6", "NaN"});
  expectRefused([](Skin& s) { s.positions[22] = -2.0e6F; }, {"vertex 7", "-2000000"});
  expectRefused([](Skin& s) { s.positions.resize(12), s.indices.clear(); },
                {"without indices", "got 4"});
}

TEST(SkinBake, RefusesBonesOutOfRangeAndNamesThem) {
  expectRefused([](Skin& s) { s.bones.clear(); }, {"bones.length", "got 0"});
  expectRefused([](Skin& s) { s.bones[2].head.y = INFINITY; }, {"bones[2].head", "Infinity"});
  expectRefused([](Skin& s) { s.bones[3].tail.x = 1.0e7F; }, {"bones[3].tail", "10000000"});
  expectRefused([](Skin& s) { s.bones[1].radius = -0.5F; }, {"bones[1].radius", "-0.5"});
  expectRefused([](Skin& s) { s.bones.resize(1); }, {"excludedBones", "none"});
  expectRefused([](Skin&) {}, {"excludedBones[1]", "got 4"},
                [](SkinBakeOptions& o) {
                  o.excludedBones = {0, 4};
                });
}

TEST(SkinBake, RefusesValuesOutOfRangeAndNamesThem) {
  const double bad = std::nan("");
  expectRefused([](Skin&) {}, {"falloff", "-1"}, [](auto& o) { o.falloff = -1.0; });
  expectRefused([](Skin&) {}, {"falloff", "65"}, [](auto& o) { o.falloff = 65.0; });
  expectRefused([](Skin&) {}, {"fleshFactor", "NaN"}, [&](auto& o) { o.fleshFactor = bad; });
  expectRefused([](Skin&) {}, {"minDistance", "got 0"}, [](auto& o) { o.minDistance = 0.0; });
  expectRefused([](Skin&) {}, {"smoothing.passes"}, [](auto& o) { o.smoothingPasses = -1; });
  expectRefused([](Skin&) {}, {"smoothing.passes"}, [](auto& o) { o.smoothingPasses = 1001; });
  expectRefused([](Skin&) {}, {"smoothing.self", "1.5"}, [](auto& o) { o.smoothingSelf = 1.5; });
  expectRefused([](Skin&) {}, {"maxInfluences", "5"}, [](auto& o) { o.maxInfluences = 5; });
  expectRefused([](Skin&) {}, {"maxInfluences", "0"}, [](auto& o) { o.maxInfluences = 0; });
}

TEST(SkinBake, AgreesWithThePlainReferenceOnEveryVertex) {
  for (const Skin& skin : {torus(20, 12, 6), torus(31, 17, 17), shuffled(torus(24, 16, 9), 5)}) {
    for (const bool weld : {false, true}) {
      SkinBakeOptions options = skin.options();
      options.weld = weld;
      expectEqualWeights(bakeAll(options), referenceWeights(options), 1.0e-5);
    }
  }
}

TEST(SkinBake, AgreesWithThePlainReferenceForEveryValue) {
  const Skin skin = torus(18, 10, 12);
  const std::vector<std::function<void(SkinBakeOptions&)>> changes{
      [](auto& o) { o.falloff = 0.0; },          [](auto& o) { o.falloff = 1.0; },
      [](auto& o) { o.falloff = 2.5; },          [](auto& o) { o.falloff = 3.3; },
      [](auto& o) { o.falloff = 12.0; },         [](auto& o) { o.fleshFactor = 0.0; },
      [](auto& o) { o.fleshFactor = 3.0; },      [](auto& o) { o.minDistance = 0.5; },
      [](auto& o) { o.smoothingPasses = 0; },    [](auto& o) { o.smoothingPasses = 1; },
      [](auto& o) { o.smoothingPasses = 41; },   [](auto& o) { o.smoothingSelf = 0.0; },
      [](auto& o) { o.smoothingSelf = 1.0; },    [](auto& o) { o.maxInfluences = 1; },
      [](auto& o) { o.maxInfluences = 3; },      [](auto& o) { o.excludedBones = {}; },
      [](auto& o) { o.excludedBones = {3, 7}; }, [](auto& o) { o.mode = SkinMode::kNearest; }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    SCOPED_TRACE(i);
    SkinBakeOptions options = skin.options();
    changes[i](options);
    expectEqualWeights(bakeAll(options), referenceWeights(options), 2.0e-5);
  }
}

TEST(SkinBake, HasTheSameBitsHoweverItIsSliced) {
  const Skin skin = unindexed(torus(40, 25, 20));
  for (const SkinMode mode : {SkinMode::kSmooth, SkinMode::kNearest}) {
    SkinBakeOptions options = skin.options();
    options.mode = mode;
    const Weights whole = bakeAll(options);
    for (const double budget : {0.0, 0.01, 0.2}) {
      const auto bake = std::move(SkinBake::create(options).value);
      int slices = 1;
      while (!bake->step(budget)) ++slices;
      EXPECT_GT(slices, budget == 0.0 ? 10 : 0);
      EXPECT_EQ(weightsOf(*bake), whole);
    }
  }
}

TEST(SkinBake, DoesNotDependOnAnotherOneRunningByTurns) {
  const Skin one = torus(30, 20, 9);
  const Skin two = shuffled(torus(26, 14, 30), 3);
  const auto first = std::move(SkinBake::create(one.options()).value);
  const auto second = std::move(SkinBake::create(two.options()).value);
  while (!first->done() || !second->done()) {
    first->step(0.0);
    second->step(0.0);
  }
  EXPECT_EQ(weightsOf(*first), bakeAll(one.options()));
  EXPECT_EQ(weightsOf(*second), bakeAll(two.options()));
}

TEST(SkinBake, HasProgressThatNeverFallsFromZeroToOne) {
  for (const Skin& skin : {torus(60, 40, 40), unindexed(torus(40, 30, 9))}) {
    const auto bake = std::move(SkinBake::create(skin.options()).value);
    double before = 0.0;
    EXPECT_EQ(bake->progress(), 0.0);
    while (!bake->step(0.0)) {
      EXPECT_GE(bake->progress(), before);
      EXPECT_LT(bake->progress(), 1.0);
      before = bake->progress();
    }
    EXPECT_GT(before, 0.9);
    EXPECT_EQ(bake->progress(), 1.0);
    EXPECT_TRUE(bake->step(1.0));
  }
}

TEST(SkinBake, SharesWeightsAtSeamsOnlyWhenItWelds) {
  const Skin closed = torus(16, 12, 8);
  const Skin open = unindexed(closed);
  SkinBakeOptions options = open.options();
  const Weights welded = bakeAll(options);
  const Weights expected = bakeAll(closed.options());
  for (std::size_t k = 0; k < closed.indices.size(); ++k) {
    for (std::size_t i = 0; i < 4; ++i) {
      ASSERT_EQ(welded.index[4 * k + i], expected.index[4 * closed.indices[k] + i]);
      // 이웃의 차례가 다르므로 합의 끝자리는 다를 수 있다.
      ASSERT_NEAR(welded.weight[4 * k + i], expected.weight[4 * closed.indices[k] + i], 1.0e-6);
    }
  }
  options.weld = false;
  EXPECT_NE(bakeAll(options), welded);
}

TEST(SkinBake, GivesTiesToTheLowerIndex) {
  Skin skin = torus(12, 8, 2);
  // 다섯 쌍둥이 뼈: 넷만 남으므로 마지막이 진다.
  skin.bones.resize(1);
  for (int k = 0; k < 5; ++k) skin.bones.push_back({{0.0F, 0.0F, 0.0F}, {0.5F, 0.0F, 0.0F}, 0.1F});
  const Weights weights = bakeAll(skin.options());
  for (std::size_t k = 0; k < weights.index.size(); ++k) {
    ASSERT_EQ(weights.index[k], 1 + k % 4);
    ASSERT_NEAR(weights.weight[k], 0.25, 1.0e-6);
  }
  SkinBakeOptions nearest = skin.options();
  nearest.mode = SkinMode::kNearest;
  for (std::size_t k = 0; k < skin.positions.size() / 3; ++k)
    ASSERT_EQ(bakeAll(nearest).index[4 * k], 1);
}

TEST(SkinBake, GivesTheOuterSideOfAJointToTheLowerIndex) {
  // 꺾인 관절의 바깥쪽 점들은 두 뼈의 같은 끝에서 똑같이 멀다.
  Skin skin;
  std::mt19937 random(4);
  for (int k = 0; k < 3000; ++k) {
    const auto at = [&] { return static_cast<float>(random() % 10'000) / 10'000.0F; };
    skin.positions.insert(skin.positions.end(), {0.3F + 0.1F * at(), 1.1F - at(), 0.7F * at()});
  }
  const glm::vec3 joint(0.3F, 1.1F, -0.2F);
  skin.bones = {{}, {{-0.4F, 1.1F, -0.2F}, joint, 0.0F}, {joint, {0.3F, 1.7F, -0.2F}, 0.0F}};
  SkinBakeOptions options = skin.options();
  options.mode = SkinMode::kNearest;
  const Weights weights = bakeAll(options);
  for (std::size_t k = 0; k < skin.positions.size() / 3; ++k)
    ASSERT_EQ(weights.index[4 * k], 1) << "vertex " << k;
}

TEST(SkinBake, GivesTheExcludedBonesNothingAndSumsToOne) {
  const Skin skin = torus(30, 20, 14);
  for (const SkinMode mode : {SkinMode::kSmooth, SkinMode::kNearest}) {
    SkinBakeOptions options = skin.options();
    options.excludedBones = {0, 5, 5};
    options.mode = mode;
    const Weights weights = bakeAll(options);
    for (std::size_t v = 0; v < skin.positions.size() / 3; ++v) {
      double sum = 0.0;
      for (std::size_t k = 4 * v; k < 4 * v + 4; ++k) {
        sum += weights.weight[k];
        if (weights.weight[k] == 0.0F) continue;
        ASSERT_NE(weights.index[k], 0);
        ASSERT_NE(weights.index[k], 5);
      }
      ASSERT_NEAR(sum, 1.0, 1.0e-6);
    }
  }
}

TEST(SkinBake, ReportsWhatItFound) {
  Skin skin = unindexed(torus(10, 8, 5));
  const std::size_t vertices = skin.positions.size() / 3;
  skin.bones[3].tail = skin.bones[3].head;
  skin.indices.resize(vertices);
  std::iota(skin.indices.begin(), skin.indices.end(), 0U);
  skin.indices.insert(skin.indices.end(), {0, 0, 1, 2, 2, 2});
  skin.positions.insert(skin.positions.end(), {9.0F, 9.0F, 9.0F});
  const auto bake = std::move(SkinBake::create(skin.options()).value);
  bake->step(kAll);
  const SkinReport& report = bake->report();
  EXPECT_EQ(report.weldedVertices, static_cast<int>(vertices) - 80);
  EXPECT_EQ(report.isolatedVertices, 1);
  EXPECT_EQ(report.islands, 1);
  EXPECT_EQ(report.degenerateTriangles, 2);
  EXPECT_EQ(report.zeroLengthBones, std::vector<int>{3});
  EXPECT_NEAR(report.largestDropped, 0.0, 1.0e-6);

  const Skin many = torus(30, 20, 20);
  SkinBakeOptions options = many.options();
  options.maxInfluences = 2;
  const auto pruned = std::move(SkinBake::create(options).value);
  pruned->step(kAll);
  const DroppedWeight dropped = referenceDropped(options);
  EXPECT_NEAR(pruned->report().largestDropped, dropped.largest, 1.0e-5);
  EXPECT_NEAR(pruned->report().meanDropped, dropped.mean, 1.0e-5);
}

TEST(SkinBake, OfExtremeMeshesIsFiniteAndSumsToOne) {
  const std::vector<Change> changes{
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
        s.bones.resize(1000, {{0.5F, 0.0F, 0.0F}, {0.7F, 0.0F, 0.0F}, 0.2F});
      },
      [](Skin& s) { s.bones.resize(2); },
      // 한 변을 나누어 갖는 삼각형 여럿, 그리고 살이 아주 많은 부채
      [](Skin& s) {
        for (std::uint32_t v = 2; v < 400; ++v) s.indices.insert(s.indices.end(), {0, 1, v});
      }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    SCOPED_TRACE(i);
    Skin skin = torus(30, 20, 6);
    changes[i](skin);
    for (const double falloff : {4.0, 64.0, 0.5}) {
      SkinBakeOptions options = skin.options();
      options.falloff = falloff;
      const Weights weights = bakeAll(options);
      for (std::size_t v = 0; v < skin.positions.size() / 3; ++v) {
        const auto at = weights.weight.begin() + static_cast<std::ptrdiff_t>(4 * v);
        ASSERT_NEAR(std::accumulate(at, at + 4, 0.0), 1.0, 1.0e-6) << "vertex " << v;
      }
    }
  }
}

TEST(Adjacency, AgreesWithSetsOfNeighboursForAnySoup) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const std::size_t vertices = 1 + random() % 40;
    std::vector<std::int32_t> corners(3 * (random() % 90));
    for (auto& v : corners) v = static_cast<std::int32_t>(random() % vertices);
    std::vector<std::set<std::int32_t>> expected(vertices);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const std::int32_t next = corners[i % 3 == 2 ? i - 2 : i + 1];
      if (next == corners[i]) continue;
      expected[static_cast<std::size_t>(corners[i])].insert(next);
      expected[static_cast<std::size_t>(next)].insert(corners[i]);
    }

    Arena arena;
    AdjacencyBuilder builder;
    const auto carve = [&] {
      builder.carveResult(arena, vertices, corners.size());
      builder.carveScratch(arena, vertices, corners.size());
    };
    carve();
    ASSERT_TRUE(arena.allocate());
    carve();
    for (std::size_t v = 0; v < vertices; ++v) builder.addVertex();
    const auto corner = [&](std::size_t i) { return corners[i]; };
    const auto inPieces = [](std::size_t items, const auto& run) {
      for (std::size_t i = 0; i < items; i += 7) run(i, std::min(items, i + 7));
    };
    inPieces(corners.size(), [&](auto from, auto to) { builder.count(from, to, corner); });
    inPieces(vertices, [&](auto from, auto to) { builder.offset(from, to); });
    inPieces(corners.size(), [&](auto from, auto to) { builder.distribute(from, to, corner); });
    inPieces(corners.size(), [&](auto from, auto to) { builder.link(from, to, corner); });
    inPieces(vertices, [&](auto from, auto to) { builder.compact(from, to); });

    const Adjacency& found = builder.result();
    for (std::size_t v = 0; v < vertices; ++v) {
      const auto row = found.neighbours.begin();
      EXPECT_EQ(std::vector(row + found.start[v], row + found.start[v + 1]),
                std::vector(expected[v].begin(), expected[v].end()))
          << "seed " << seed << ", vertex " << v;
    }
  }
}

TEST(SkinBake, CountsTheIslands) {
  Skin two = torus(20, 10, 4);
  const Skin other = shuffled(torus(20, 10, 4), 1);
  for (const std::uint32_t v : other.indices) two.indices.push_back(v + 200);
  for (const float value : other.positions) two.positions.push_back(value + 9.0F);
  for (const Skin& skin : {two, unindexed(two), shuffled(two, 7)}) {
    SkinBakeOptions options = skin.options();
    for (const SkinMode mode : {SkinMode::kSmooth, SkinMode::kNearest}) {
      options.mode = mode;
      const auto bake = std::move(SkinBake::create(options).value);
      bake->step(kAll);
      EXPECT_EQ(bake->report().islands, 2);
    }
  }
  SkinBakeOptions loose = two.options();
  loose.weld = false;
  loose.indices = {};
  loose.positions = loose.positions.first(9 * 33);
  const auto bake = std::move(SkinBake::create(loose).value);
  bake->step(kAll);
  EXPECT_EQ(bake->report().islands, 33);
}

TEST(Power, AgreesWithPow) {
  for (const double exponent : {0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.75, 7.3, 64.0}) {
    const Power power(exponent);
    for (const float x : {1.0F, 0.999F, 0.5F, 0.1F, 1.0e-3F}) {
      const double expected = std::pow(static_cast<double>(x), exponent);
      if (expected < 1.0e-30) continue;
      EXPECT_NEAR(power(splat(x))[2] / expected, 1.0, 2.0e-5) << x << "^" << exponent;
    }
  }
}

}  // namespace
}  // namespace mangto::test
