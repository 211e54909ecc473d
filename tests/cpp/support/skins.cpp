#include "support/skins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <random>
#include <set>

namespace mangto::test {
namespace {

using Rows = std::vector<std::vector<double>>;
using Neighbours = std::vector<std::set<std::size_t>>;

constexpr double kTurn = 2.0 * std::numbers::pi;

std::size_t cornerCount(const SkinBakeOptions& options) {
  return options.indices.empty() ? options.positions.size() / 3 : options.indices.size();
}
std::size_t cornerAt(const SkinBakeOptions& options, std::size_t i) {
  return options.indices.empty() ? i : options.indices[i];
}

glm::dvec3 pointAt(const SkinBakeOptions& options, std::size_t v) {
  return {options.positions[3 * v], options.positions[3 * v + 1], options.positions[3 * v + 2]};
}

/// 같은 자리(비트까지)의 첫 점. / First vertex of exactly the same place, or itself without
/// welding.
std::vector<std::size_t> placesOf(const SkinBakeOptions& options) {
  std::map<std::vector<float>, std::size_t> known;
  std::vector<std::size_t> places;
  for (std::size_t v = 0; v < options.positions.size() / 3; ++v) {
    const auto at = options.positions.subspan(3 * v, 3);
    const auto [found, isNew] = known.emplace(std::vector(at.begin(), at.end()), v);
    places.push_back(options.weld ? found->second : v);
  }
  return places;
}

Neighbours neighboursOf(const SkinBakeOptions& options, const std::vector<std::size_t>& places) {
  Neighbours neighbours(places.size());
  for (std::size_t i = 0; i < cornerCount(options); ++i) {
    const std::size_t a = places[cornerAt(options, i)];
    const std::size_t b = places[cornerAt(options, i % 3 == 2 ? i - 2 : i + 1)];
    if (a == b) continue;
    neighbours[a].insert(b);
    neighbours[b].insert(a);
  }
  return neighbours;
}

double distanceTo(const SkinBone& bone, const glm::dvec3& point, const SkinBakeOptions& options) {
  const glm::dvec3 head(bone.head);
  const glm::dvec3 axis = glm::dvec3(bone.tail) - head;
  const double lengthSquared = glm::dot(axis, axis);
  const double along = lengthSquared > 0.0 ? glm::dot(point - head, axis) / lengthSquared : 0.0;
  const double apart = glm::length(point - head - std::clamp(along, 0.0, 1.0) * axis);
  return std::max(apart - options.fleshFactor * bone.radius, 0.0) + options.minDistance;
}

bool isExcluded(const SkinBakeOptions& options, std::size_t bone) {
  const auto& excluded = options.excludedBones;
  return std::count(excluded.begin(), excluded.end(), static_cast<int>(bone)) > 0;
}

std::vector<double> weigh(const SkinBakeOptions& options, std::size_t v) {
  std::vector<double> row;
  for (std::size_t b = 0; b < options.bones.size(); ++b) {
    const double d = distanceTo(options.bones[b], pointAt(options, v), options);
    row.push_back(isExcluded(options, b) ? 0.0 : 1.0 / std::pow(d, options.falloff));
  }
  if (options.mode == SkinMode::kNearest) {
    const auto nearest = std::max_element(row.begin(), row.end()) - row.begin();
    std::fill(row.begin(), row.end(), 0.0);
    row[static_cast<std::size_t>(nearest)] = 1.0;
    return row;
  }
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& weight : row) weight /= sum;
  return row;
}

Rows smooth(const Rows& from, const Neighbours& neighbours, double self) {
  Rows to = from;
  for (std::size_t v = 0; v < from.size(); ++v) {
    if (neighbours[v].empty()) continue;
    for (std::size_t b = 0; b < from[v].size(); ++b) {
      double sum = 0.0;
      for (const std::size_t n : neighbours[v]) sum += from[n][b];
      to[v][b] = self * from[v][b] + (1.0 - self) * sum / static_cast<double>(neighbours[v].size());
    }
  }
  return to;
}

Rows smoothedWeights(const SkinBakeOptions& options) {
  const std::vector<std::size_t> places = placesOf(options);
  const Neighbours neighbours = neighboursOf(options, places);
  Rows rows;
  for (const std::size_t place : places) rows.push_back(weigh(options, place));
  const int passes = options.mode == SkinMode::kSmooth ? options.smoothingPasses : 0;
  for (int pass = 0; pass < passes; ++pass) rows = smooth(rows, neighbours, options.smoothingSelf);
  for (std::size_t v = 0; v < places.size(); ++v) rows[v] = rows[places[v]];
  return rows;
}

/// 가장 큰 것들만 남기고, 남긴 합을 준다. / Keeps the largest; gives their sum.
double prune(std::vector<double>& row, std::size_t kept) {
  std::vector<std::size_t> order(row.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto l, auto r) { return row[l] > row[r]; });
  for (std::size_t k = kept; k < order.size(); ++k) row[order[k]] = 0.0;
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& weight : row) weight /= sum;
  return sum;
}

}  // namespace

SkinBakeOptions Skin::options() const {
  SkinBakeOptions options;
  options.positions = positions;
  options.indices = indices;
  options.bones = bones;
  return options;
}

void Skin::scale(float factor) {
  for (float& value : positions) value *= factor;
  for (SkinBone& bone : bones)
    bone = {bone.head * factor, bone.tail * factor, bone.radius * factor, bone.parent};
}

Skin torus(int across, int down, int bones) {
  Skin skin;
  const auto vertex = [&](int i, int j) {
    return static_cast<std::uint32_t>(j % down * across + i % across);
  };
  for (int j = 0; j < down; ++j) {
    for (int i = 0; i < across; ++i) {
      const double u = kTurn * i / across;
      const double v = kTurn * j / down;
      const double ring = 1.0 + 0.3 * std::cos(v);
      for (const double value : {ring * std::cos(u), 0.3 * std::sin(v), ring * std::sin(u)})
        skin.positions.push_back(static_cast<float>(value));
      const std::uint32_t a = vertex(i, j);
      const std::uint32_t c = vertex(i + 1, j + 1);
      skin.indices.insert(skin.indices.end(), {a, vertex(i + 1, j), c, a, c, vertex(i, j + 1)});
    }
  }
  skin.bones.push_back({{0.0F, 0.0F, 0.0F}, {0.0F, 0.1F, 0.0F}, 0.1F});
  for (int k = 1; k < bones; ++k) {
    const auto at = [&](int n) {
      const double angle = kTurn * n / (bones - 1);
      return glm::vec3(std::cos(angle), 0.0, std::sin(angle));
    };
    // 반지름이 모두 달라 비기는 일이 없다.
    skin.bones.push_back({at(k - 1), at(k), 0.1F + 0.001F * static_cast<float>(k % 7)});
  }
  return skin;
}

Skin shuffled(const Skin& skin, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> placeOf(skin.positions.size() / 3);
  std::iota(placeOf.begin(), placeOf.end(), 0U);
  std::shuffle(placeOf.begin(), placeOf.end(), random);
  std::vector<std::size_t> triangles(skin.indices.size() / 3);
  std::iota(triangles.begin(), triangles.end(), std::size_t{0});
  std::shuffle(triangles.begin(), triangles.end(), random);

  Skin out{std::vector<float>(skin.positions.size()), {}, skin.bones};
  for (std::size_t k = 0; k < skin.positions.size(); ++k)
    out.positions[3 * placeOf[k / 3] + k % 3] = skin.positions[k];
  for (const std::size_t t : triangles) {
    for (std::size_t k = 0; k < 3; ++k) out.indices.push_back(placeOf[skin.indices[3 * t + k]]);
  }
  return out;
}

Skin unindexed(const Skin& skin) {
  Skin out{{}, {}, skin.bones};
  for (const std::uint32_t v : skin.indices) {
    for (std::size_t k = 0; k < 3; ++k) out.positions.push_back(skin.positions[3 * v + k]);
  }
  return out;
}

Weights weightsOf(const SkinBake& bake) {
  const auto index = bake.skinIndex();
  const auto weight = bake.skinWeight();
  return {{index.begin(), index.end()}, {weight.begin(), weight.end()}};
}

Weights bakeAll(const SkinBakeOptions& options) {
  const auto bake = SkinBake::create(options);
  if (!bake.ok()) {
    ADD_FAILURE() << bake.status.message;
    return {};
  }
  EXPECT_TRUE(bake.value->step(std::numeric_limits<double>::infinity()));
  return weightsOf(*bake.value);
}

std::vector<std::vector<double>> referenceWeights(const SkinBakeOptions& options) {
  Rows rows = smoothedWeights(options);
  for (auto& row : rows) prune(row, static_cast<std::size_t>(options.maxInfluences));
  return rows;
}

DroppedWeight referenceDropped(const SkinBakeOptions& options) {
  DroppedWeight dropped;
  Rows rows = smoothedWeights(options);
  for (auto& row : rows) {
    const double lost = 1.0 - prune(row, static_cast<std::size_t>(options.maxInfluences));
    dropped.largest = std::max(dropped.largest, lost);
    dropped.mean += lost / static_cast<double>(rows.size());
  }
  return dropped;
}

void expectEqualWeights(const Weights& weights, const std::vector<std::vector<double>>& expected,
                        double tolerance) {
  ASSERT_EQ(weights.index.size(), 4 * expected.size());
  for (std::size_t v = 0; v < expected.size(); ++v) {
    std::vector<double> row(expected[v].size(), 0.0);
    for (std::size_t k = 4 * v; k < 4 * v + 4; ++k) row[weights.index[k]] += weights.weight[k];
    for (std::size_t b = 0; b < row.size(); ++b)
      ASSERT_NEAR(row[b], expected[v][b], tolerance) << "vertex " << v << ", bone " << b;
  }
}

}  // namespace mangto::test
