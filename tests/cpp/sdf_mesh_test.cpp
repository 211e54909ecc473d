#include "mangto/sdf_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mangto {
namespace {

constexpr auto kJoin = SdfOperation::kUnion;
constexpr auto kCut = SdfOperation::kDifference;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

using Shapes = std::vector<SdfShape>;
using Index = std::uint32_t;

SdfShape ball(const glm::vec3& center, float radius, float blend = 0.0F,
              SdfOperation operation = kJoin) {
  return {SdfSphere{center, radius}, operation, blend};
}

struct Mesh {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::vector<std::uint16_t> shapes;
  std::vector<std::array<Index, 3>> triangles;

  glm::vec3 corner(std::size_t triangle, std::size_t n) const {
    return positions[triangles[triangle][n]];
  }
  glm::vec3 areaVector(std::size_t t) const {
    return 0.5F * glm::cross(corner(t, 1) - corner(t, 0), corner(t, 2) - corner(t, 0));
  }
};

std::vector<glm::vec3> points(std::span<const float> packed) {
  std::vector<glm::vec3> list;
  for (std::size_t k = 0; k + 2 < packed.size(); k += 3)
    list.emplace_back(packed[k], packed[k + 1], packed[k + 2]);
  return list;
}

Mesh copyOf(const SdfMesh& mesh) {
  Mesh copy{points(mesh.positions()), points(mesh.normals()), {}, {}};
  copy.shapes.assign(mesh.shapes().begin(), mesh.shapes().end());
  const std::span<const Index> indices = mesh.indices();
  for (std::size_t k = 0; k < indices.size(); k += 3)
    copy.triangles.push_back({indices[k], indices[k + 1], indices[k + 2]});
  return copy;
}

Mesh meshOf(const Shapes& shapes, int vertices) {
  auto mesh = SdfMesh::create({shapes, vertices});
  EXPECT_TRUE(mesh.ok()) << mesh.status.message;
  const auto done = mesh.value->step(1.0e9);
  EXPECT_TRUE(done.ok() && done.value) << done.status.message;
  return copyOf(*mesh.value);
}

/// 꼭짓점 둘레의 삼각형들이 한 바퀴를 이루는지. / Whether the triangles around each vertex are one
/// closed fan.
int vertexFansThatAreNotOne(const Mesh& mesh) {
  std::vector<std::map<Index, Index>> next(mesh.positions.size());
  for (const auto& [a, b, c] : mesh.triangles) {
    next[a][b] = c;
    next[b][c] = a;
    next[c][a] = b;
  }
  return static_cast<int>(std::count_if(next.begin(), next.end(), [](const auto& fan) {
    if (fan.empty()) return true;
    std::size_t length = 0;
    Index at = fan.begin()->first;
    do {
      const auto step = fan.find(at);
      if (step == fan.end()) return true;
      at = step->second;
      ++length;
    } while (at != fan.begin()->first && length <= fan.size());
    return length != fan.size();
  }));
}

/// 닫힌 2-다양체인지 보고 오일러 지표를 준다. / Expects a closed 2-manifold; gives its Euler
/// characteristic.
int expectClosed(const Mesh& mesh) {
  std::map<std::pair<Index, Index>, int> halfEdges;
  for (const auto& triangle : mesh.triangles) {
    for (std::size_t n = 0; n < 3; ++n) ++halfEdges[{triangle[n], triangle[(n + 1) % 3]}];
  }
  int bad = 0;
  for (const auto& [edge, count] : halfEdges)
    bad += static_cast<int>(count != 1 || halfEdges.count({edge.second, edge.first}) != 1);
  EXPECT_EQ(bad, 0) << "edges without two triangles of opposite directions";
  EXPECT_EQ(vertexFansThatAreNotOne(mesh), 0);
  int flat = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    flat += static_cast<int>(!(glm::length(mesh.areaVector(t)) > 0.0F));
  EXPECT_EQ(flat, 0) << "triangles without area";
  return static_cast<int>(mesh.positions.size()) - static_cast<int>(halfEdges.size() / 2) +
         static_cast<int>(mesh.triangles.size());
}

/// 삼각형의 가장 작은 각(도), 작은 차례로. / Smallest angle of each triangle in degrees, ascending.
std::vector<float> smallestAngles(const Mesh& mesh) {
  std::vector<float> angles;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    float least = 180.0F;
    for (std::size_t n = 0; n < 3; ++n) {
      const glm::vec3 at = mesh.corner(t, n);
      const glm::vec3 u = glm::normalize(mesh.corner(t, (n + 1) % 3) - at);
      const glm::vec3 v = glm::normalize(mesh.corner(t, (n + 2) % 3) - at);
      least = std::min(least, std::acos(glm::dot(u, v)) * 57.29578F);
    }
    angles.push_back(least);
  }
  std::sort(angles.begin(), angles.end());
  return angles;
}

/// 머리, 몸통, 팔다리, 납작한 귀와 파낸 입. / Head, body, limbs, flat ears and a mouth cut out.
Shapes figure() {
  Shapes shapes{{SdfEllipsoid{{0.0F, 0.6F, 0.0F}, {0.26F, 0.32F, 0.22F}}, kJoin, 0.0F},
                ball({0.0F, 1.08F, 0.02F}, 0.24F, 0.06F)};
  for (const float x : {-1.0F, 1.0F}) {
    shapes.push_back({SdfEllipsoid{{x * 0.17F, 1.28F, 0.0F}, {0.09F, 0.09F, 0.04F}}, kJoin, 0.03F});
    shapes.push_back(
        {SdfCapsule{{x * 0.2F, 0.8F, 0.0F}, {x * 0.5F, 0.5F, 0.1F}, 0.1F, 0.07F}, kJoin, 0.05F});
    shapes.push_back({SdfCapsule{{x * 0.13F, 0.4F, 0.0F}, {x * 0.15F, 0.05F, 0.0F}, 0.12F, 0.09F},
                      kJoin, 0.05F});
  }
  shapes.push_back({SdfBox{{0.0F, 1.0F, 0.25F}, {0.08F, 0.02F, 0.05F}, 0.01F}, kCut, 0.01F});
  return shapes;
}

TEST(SdfMesh, IsAClosedManifoldForEveryKindOfShape) {
  const glm::vec4 turn(0.3F, -0.2F, 0.5F, 0.7F);
  const std::map<std::string, SdfShape> kinds{
      {"sphere", ball({0.1F, 0.2F, 0.3F}, 1.0F)},
      {"capsule", {SdfCapsule{{-1.0F, 0.0F, 0.2F}, {1.0F, 0.3F, 0.0F}, 0.3F, 0.3F}, kJoin, 0.0F}},
      {"round cone", {SdfCapsule{{0.0F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, 0.5F, 0.1F}, kJoin, 0.0F}},
      {"ellipsoid", {SdfEllipsoid{{0.0F, 0.0F, 0.0F}, {1.0F, 0.5F, 0.2F}, turn}, kJoin, 0.0F}},
      {"sharp box", {SdfBox{{0.0F, 0.0F, 0.0F}, {1.0F, 0.5F, 0.3F}, 0.0F, turn}, kJoin, 0.0F}},
      {"round box", {SdfBox{{0.0F, 0.0F, 0.0F}, {1.0F, 0.5F, 0.3F}, 0.2F, turn}, kJoin, 0.0F}}};
  for (const auto& [name, shape] : kinds) {
    SCOPED_TRACE(name);
    EXPECT_EQ(expectClosed(meshOf({shape}, 4000)), 2);
  }
}

TEST(SdfMesh, HasTheTopologyOfTheShapes) {
  const Shapes ring{{SdfBox{{0.0F, 0.0F, 0.0F}, {1.0F, 1.0F, 0.2F}, 0.1F}, kJoin, 0.0F},
                    {SdfCapsule{{0.0F, 0.0F, -1.0F}, {0.0F, 0.0F, 1.0F}, 0.4F, 0.4F}, kCut, 0.05F}};
  EXPECT_EQ(expectClosed(meshOf(ring, 3000)), 0);
  const Shapes two{ball({-1.0F, 0.0F, 0.0F}, 0.5F), ball({1.0F, 0.0F, 0.0F}, 0.5F)};
  EXPECT_EQ(expectClosed(meshOf(two, 3000)), 4);
  const Shapes hollow{ball({0.0F, 0.0F, 0.0F}, 1.0F), ball({0.0F, 0.0F, 0.0F}, 0.7F, 0.0F, kCut)};
  EXPECT_EQ(expectClosed(meshOf(hollow, 3000)), 4);
  EXPECT_EQ(expectClosed(meshOf(figure(), 20000)), 2);
}

TEST(SdfMesh, StaysAManifoldWhereShapesTouchOrAreThinnerThanAnEdge) {
  // 서로 닿는 공들, 칸보다 얇은 판과 껍질과 철사, 모서리끼리 닿는 상자.
  const glm::vec4 turn(0.3F, -0.2F, 0.5F, 0.7F);
  const std::map<std::string, Shapes> cases{
      {"touching balls", {ball({-1.0F, 0.0F, 0.0F}, 1.0F), ball({1.0F, 0.0F, 0.0F}, 1.0F)}},
      {"diagonal balls", {ball(glm::vec3(-1.0F), 1.7321F), ball(glm::vec3(1.0F), 1.7321F)}},
      {"thin plate", {{SdfBox{{0.0F, 0.0F, 0.0F}, {1.0F, 1.0F, 0.01F}, 0.0F, turn}, kJoin, 0.0F}}},
      {"thin shell", {ball(glm::vec3(0.0F), 1.0F), ball(glm::vec3(0.0F), 0.98F, 0.0F, kCut)}},
      {"wire", {{SdfCapsule{glm::vec3(-1.0F), {1.0F, 0.7F, 0.3F}, 0.02F, 0.001F}, kJoin, 0.0F}}},
      {"edge to edge",
       {{SdfBox{glm::vec3(-0.5F), glm::vec3(0.5F), 0.0F}, kJoin, 0.0F},
        {SdfBox{{0.5F, 0.5F, -0.5F}, glm::vec3(0.5F), 0.0F}, kJoin, 0.0F}}}};
  for (const auto& [name, shapes] : cases) {
    for (const int vertices : {1000, 4000}) {
      SCOPED_TRACE(name + " with " + std::to_string(vertices));
      expectClosed(meshOf(shapes, vertices));
    }
  }
}

TEST(SdfMesh, StaysAManifoldForRandomShapes) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
  const auto point = [&] { return glm::vec3(uniform(random), uniform(random), uniform(random)); };
  for (int round = 0; round < 16; ++round) {
    SCOPED_TRACE(round);
    Shapes shapes{ball(glm::vec3(0.0F), 0.5F)};
    for (int k = 0; k < 40; ++k) {
      const glm::vec3 at = point();
      const float size = 0.05F + 0.2F * std::abs(uniform(random));
      const glm::vec4 turn(point(), 0.5F);
      SdfShape shape = ball(at, size, k % 2 == 0 ? 0.0F : 0.1F * std::abs(uniform(random)),
                            k % 3 == 2 ? kCut : kJoin);
      if (k % 4 == 1) shape.form = SdfCapsule{at, at + 0.4F * point(), 0.4F * size, 0.1F * size};
      if (k % 4 == 2) shape.form = SdfEllipsoid{at, {size, 0.2F * size, 2.0F * size}, turn};
      if (k % 4 == 3) shape.form = SdfBox{at, {size, 0.1F * size, size}, 0.02F * size, turn};
      shapes.push_back(shape);
    }
    expectClosed(meshOf(shapes, round % 2 == 0 ? 1000 : 4000));
  }
}

/// 겉면까지의 거리들. 칸의 귀퉁이만 스치는 겉면에는 다 닿지 못하는 점도 드물게 있다.
/// Distances to the surface; where it only grazes a cell, a few vertices cannot quite reach it.
void expectOnSurface(std::vector<float> distances, float edge) {
  std::sort(distances.begin(), distances.end());
  EXPECT_LT(distances[distances.size() * 98 / 100], 5.0e-3F * edge);
  EXPECT_LT(distances.back(), 0.04F * edge);
}

TEST(SdfMesh, LiesOnTheSurface) {
  const glm::vec3 center(3.0F, -2.0F, 1.0F);
  const Mesh sphere = meshOf({ball(center, 2.0F)}, 5000);
  std::vector<float> distances;
  for (std::size_t k = 0; k < sphere.positions.size(); ++k) {
    const glm::vec3 out = sphere.positions[k] - center;
    distances.push_back(std::abs(glm::length(out) - 2.0F));
    EXPECT_NEAR(glm::dot(glm::normalize(out), sphere.normals[k]), 1.0F, 1.0e-5F);
  }
  expectOnSurface(distances, 0.1F);

  const glm::vec3 radii(1.0F, 0.5F, 0.25F);
  const Mesh ellipsoid = meshOf({{SdfEllipsoid{glm::vec3(0.0F), radii}, kJoin, 0.0F}}, 5000);
  distances.clear();
  for (std::size_t k = 0; k < ellipsoid.positions.size(); ++k) {
    const glm::vec3 u = ellipsoid.positions[k] / radii;
    distances.push_back(std::abs(glm::length(u) - 1.0F) / glm::length(u / radii));
    EXPECT_NEAR(glm::dot(glm::normalize(u / radii), ellipsoid.normals[k]), 1.0F, 1.0e-3F);
  }
  expectOnSurface(distances, 0.03F);
}

TEST(SdfMesh, FollowsARoundConeAndARoundBox) {
  // 원뿔의 옆면은 두 공에 함께 닿는 직선이다: 축에서 sin a = (0.5 - 0.2) / 1.5만큼 기운다.
  const Shapes cone{{SdfCapsule{{0.0F, 0.0F, 0.0F}, {1.5F, 0.0F, 0.0F}, 0.5F, 0.2F}, kJoin, 0.0F}};
  const float sine = 0.3F / 1.5F;
  const float cosine = std::sqrt(1.0F - sine * sine);
  std::vector<float> distances;
  for (const glm::vec3& p : meshOf(cone, 4000).positions) {
    const float aside = std::sqrt(p.y * p.y + p.z * p.z);
    const float along = p.x * cosine - aside * sine;
    if (along < 0.0F || along > 1.5F * cosine) continue;
    distances.push_back(std::abs(p.x * sine + aside * cosine - 0.5F));
  }
  EXPECT_GT(distances.size(), 1000U);
  expectOnSurface(distances, 0.04F);

  const Shapes box{{SdfBox{glm::vec3(0.0F), {1.0F, 0.6F, 0.4F}, 0.2F}, kJoin, 0.0F}};
  distances.clear();
  for (const glm::vec3& p : meshOf(box, 4000).positions) {
    const glm::vec3 over = glm::max(glm::abs(p) - glm::vec3(0.8F, 0.4F, 0.2F), glm::vec3(0.0F));
    distances.push_back(std::abs(glm::length(over) - 0.2F));
  }
  expectOnSurface(distances, 0.06F);
}

TEST(SdfMesh, TurnsShapesByTheirQuaternion) {
  // z축 둘레로 90도: x축이 y축이 된다. 길이가 1이 아니어도 된다.
  const SdfEllipsoid form{glm::vec3(0.0F), {1.0F, 0.5F, 0.25F}, {0.0F, 0.0F, 2.0F, 2.0F}};
  float highest = 0.0F;
  for (const glm::vec3& p : meshOf({{form, kJoin, 0.0F}}, 4000).positions)
    highest = std::max(highest, p.y);
  EXPECT_NEAR(highest, 1.0F, 0.01F);
}

TEST(SdfMesh, BlendsSmoothlyAndKeepsSharpSeamsSharp) {
  const auto waist = [](float blend) {
    const Shapes shapes{ball({-0.6F, 0.0F, 0.0F}, 0.7F), ball({0.6F, 0.0F, 0.0F}, 0.7F, blend)};
    float least = 1.0F;
    for (const glm::vec3& p : meshOf(shapes, 8000).positions) {
      if (std::abs(p.x) < 0.05F) least = std::min(least, std::sqrt(p.y * p.y + p.z * p.z));
    }
    return least;
  };
  const float sharp = std::sqrt(0.7F * 0.7F - 0.6F * 0.6F);
  EXPECT_NEAR(waist(0.0F), sharp, 0.02F);
  // 두 거리가 같은 곳에서는 blend/6만큼 부풀어 오른다.
  EXPECT_NEAR(waist(0.3F), std::sqrt(0.75F * 0.75F - 0.6F * 0.6F), 0.02F);
}

TEST(SdfMesh, TakesABlendTooNarrowToInvertForASharpSeam) {
  constexpr float kLeast = std::numeric_limits<float>::denorm_min();
  const Mesh mesh = meshOf({ball({}, 1.0F, kLeast), ball({0.5F, 0.0F, 0.0F}, 1.0F, kLeast)}, 300);
  for (const glm::vec3& normal : mesh.normals) ASSERT_NEAR(glm::length(normal), 1.0F, 1e-4F);
}

TEST(SdfMesh, HasEvenTriangles) {
  const Mesh mesh = meshOf(figure(), 20000);
  const std::vector<float> angles = smallestAngles(mesh);
  EXPECT_GT(angles[angles.size() / 100], 30.0F);
  EXPECT_GT(angles[angles.size() / 2], 40.0F);
  std::vector<float> lengths;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    lengths.push_back(glm::length(mesh.corner(t, 1) - mesh.corner(t, 0)));
  std::sort(lengths.begin(), lengths.end());
  const float median = lengths[lengths.size() / 2];
  EXPECT_GT(lengths[lengths.size() / 100], 0.5F * median);
  EXPECT_LT(lengths[lengths.size() * 99 / 100], 1.7F * median);
}

TEST(SdfMesh, FacesOutwards) {
  const Mesh mesh = meshOf(figure(), 20000);
  int inwards = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    const glm::vec3 normal = mesh.normals[a] + mesh.normals[b] + mesh.normals[c];
    inwards += static_cast<int>(glm::dot(normal, mesh.areaVector(t)) <= 0.0F);
  }
  EXPECT_EQ(inwards, 0);
  for (const glm::vec3& n : mesh.normals) EXPECT_NEAR(glm::length(n), 1.0F, 1.0e-5F);
}

TEST(SdfMesh, HasAboutAsManyVerticesAsAsked) {
  for (const int vertices : {1000, 5000, 20000, 40000}) {
    const Mesh mesh = meshOf(figure(), vertices);
    EXPECT_NEAR(static_cast<double>(mesh.positions.size()) / vertices, 1.0, 0.1) << vertices;
  }
  // 크기와 자리는 상관이 없다.
  for (const float size : {1.0e-4F, 1.0e4F}) {
    const Mesh mesh = meshOf({ball({5.0F * size, 0.0F, 0.0F}, size)}, 5000);
    EXPECT_NEAR(static_cast<double>(mesh.positions.size()) / 5000.0, 1.0, 0.1) << size;
    expectClosed(mesh);
  }
  const Shapes far{ball(glm::vec3(0.0F), 1.0F), ball({5000.0F, 0.0F, 0.0F}, 1.0F)};
  EXPECT_NEAR(static_cast<double>(meshOf(far, 5000).positions.size()) / 5000.0, 1.0, 0.1);
}

TEST(SdfMesh, NamesTheShapeOfEachVertex) {
  const Shapes shapes{ball({-1.0F, 0.0F, 0.0F}, 1.0F), ball({1.0F, 0.0F, 0.0F}, 1.0F, 0.2F),
                      ball({-1.0F, 0.0F, 1.0F}, 0.3F, 0.0F, kCut)};
  const Mesh mesh = meshOf(shapes, 6000);
  std::array<int, 3> seen{};
  for (std::size_t k = 0; k < mesh.positions.size(); ++k) {
    ++seen.at(mesh.shapes[k]);
    if (mesh.shapes[k] == 2) {
      EXPECT_NEAR(glm::length(mesh.positions[k] - glm::vec3(-1.0F, 0.0F, 1.0F)), 0.3F, 2.0e-3F);
    } else {
      EXPECT_EQ(mesh.shapes[k], mesh.positions[k].x > 0.0F ? 1 : 0) << mesh.positions[k].x;
    }
  }
  for (const int count : seen) EXPECT_GT(count, 20);
}

TEST(SdfMesh, DoesNotDependOnTheSlices) {
  const Mesh whole = meshOf(figure(), 3000);
  auto mesh = SdfMesh::create({figure(), 3000});
  int slices = 0;
  double progress = 0.0;
  for (bool done = false; !done; ++slices) {
    done = mesh.value->step(0.0).value;
    EXPECT_GE(mesh.value->progress(), progress);
    progress = mesh.value->progress();
  }
  EXPECT_GT(slices, 1000);
  EXPECT_EQ(progress, 1.0);
  EXPECT_TRUE(mesh.value->step(0.0).value);
  const Mesh sliced = copyOf(*mesh.value);
  EXPECT_EQ(sliced.positions, whole.positions);
  EXPECT_EQ(sliced.normals, whole.normals);
  EXPECT_EQ(sliced.shapes, whole.shapes);
  EXPECT_EQ(sliced.triangles, whole.triangles);
}

TEST(SdfMesh, IgnoresACapsuleEndThatTheOtherEndSwallows) {
  const Shapes shapes{{SdfCapsule{glm::vec3(0.0F), {0.3F, 0.0F, 0.0F}, 1.0F, 0.2F}, kJoin, 0.0F}};
  for (const glm::vec3& p : meshOf(shapes, 1000).positions)
    EXPECT_NEAR(glm::length(p), 1.0F, 5.0e-3F);
}

TEST(SdfMesh, FailsWhenTheShapesEncloseNothing) {
  const Shapes gone{ball(glm::vec3(0.0F), 1.0F), ball(glm::vec3(0.0F), 1.0F, 0.0F, kCut)};
  auto mesh = SdfMesh::create({gone, 1000});
  for (int again = 0; again < 2; ++again) {
    const auto done = mesh.value->step(1.0e9);
    EXPECT_EQ(done.status.code, StatusCode::kInvalidArgument);
    EXPECT_NE(done.status.message.find("shapes"), std::string::npos);
  }
  EXPECT_TRUE(mesh.value->positions().empty());
}

void expectRefused(const Shapes& shapes, const std::string& name, int vertices = 1000) {
  const auto mesh = SdfMesh::create({shapes, vertices});
  EXPECT_EQ(mesh.status.code, StatusCode::kInvalidArgument) << name;
  EXPECT_NE(mesh.status.message.find(name), std::string::npos) << mesh.status.message;
}

TEST(SdfMesh, NamesTheArgumentThatIsWrong) {
  const SdfShape good = ball(glm::vec3(0.0F), 1.0F);
  expectRefused({}, "shapes.length");
  expectRefused(Shapes(1025, good), "shapes.length");
  expectRefused({good}, "vertices", 99);
  expectRefused({good}, "vertices", (1 << 20) + 1);
  expectRefused({ball(glm::vec3(0.0F), 1.0F, 0.0F, kCut)}, "shapes[0].operation");
  expectRefused({good, ball({kNan, 0.0F, 0.0F}, 1.0F)}, "shapes[1].center");
  expectRefused({good, ball(glm::vec3(0.0F), 0.0F)}, "shapes[1].radius");
  expectRefused({ball(glm::vec3(0.0F), 1.0F, -1.0F)}, "shapes[0].blend");
  const auto one = [](const auto& form) { return Shapes{{form, kJoin, 0.0F}}; };
  expectRefused(one(SdfCapsule{glm::vec3(0.0F), {2.0e6F, 0.0F, 0.0F}, 1.0F, 1.0F}),
                "shapes[0].end");
  expectRefused(one(SdfCapsule{glm::vec3(0.0F), glm::vec3(1.0F), 1.0F, -1.0F}),
                "shapes[0].endRadius");
  expectRefused(one(SdfEllipsoid{glm::vec3(0.0F), {1.0F, 0.0F, 1.0F}}), "shapes[0].radii[1]");
  expectRefused(one(SdfEllipsoid{glm::vec3(0.0F), glm::vec3(1.0F), glm::vec4(0.0F)}),
                "shapes[0].rotation");
  expectRefused(one(SdfBox{glm::vec3(0.0F), glm::vec3(1.0F), 1.5F}), "shapes[0].rounding");
}

}  // namespace
}  // namespace mangto
