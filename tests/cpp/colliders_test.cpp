#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <random>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

using Colliders = std::vector<Collider>;

// 거리를 재는 다른 길: 가장 가까운 공을 축을 따라 촘촘히 찾고, 상자는 축마다 따로 잰다.
double distanceTo(const Sphere& s, const glm::dvec3& p) {
  return glm::length(p - glm::dvec3(s.center)) - s.radius;
}

double distanceTo(const TaperedCapsule& c, const glm::dvec3& p) {
  double nearest = std::numeric_limits<double>::max();
  for (int i = 0; i <= 100; ++i) {
    const double t = i / 100.0;
    const glm::dvec3 center = glm::mix(glm::dvec3(c.a), glm::dvec3(c.b), t);
    nearest =
        std::min(nearest, glm::length(p - center) - glm::mix<double>(c.radiusA, c.radiusB, t));
  }
  return nearest;
}

double distanceTo(const Plane& plane, const glm::dvec3& p) {
  return glm::dot(p - glm::dvec3(plane.point), glm::normalize(glm::dvec3(plane.normal)));
}

glm::dvec3 rotated(const glm::dvec4& q, const glm::dvec3& p) {
  const glm::dvec3 v(q.x, q.y, q.z);
  return p + 2.0 * glm::cross(v, glm::cross(v, p) + q.w * p);
}

double distanceTo(const Box& box, const glm::dvec3& p) {
  const glm::dvec4 q = glm::normalize(glm::dvec4(box.rotation));
  const glm::dvec3 local = rotated({-q.x, -q.y, -q.z, q.w}, p - glm::dvec3(box.center));
  const glm::dvec3 out = glm::abs(local) - glm::dvec3(box.halfSize);
  const double inside = std::min(std::max({out.x, out.y, out.z}), 0.0);
  return glm::length(glm::max(out, glm::dvec3(0.0))) + inside;
}

double gapTo(const Cloth& cloth, const Collider& collider) {
  double gap = std::numeric_limits<double>::max();
  for (int k = 0; k < cloth.fabric().points(); ++k) {
    if (cloth.fabric().pinned(k)) continue;
    const glm::dvec3 p = pointAt(cloth, k);
    gap = std::min(gap, std::visit([&p](const auto& c) { return distanceTo(c, p); }, collider));
  }
  return gap;
}

std::unique_ptr<Cloth> make(const GridOptions& grid, bool asMesh,
                            const ClothOptions& options = {}) {
  return asMesh ? makeMeshCloth(grid, options) : makeCloth(grid, options);
}

/// 자유로운 점들이 마지막 걸음에 움직인 가장 먼 거리. / Farthest that a point moved in one step.
double motionOfOneStep(Cloth& cloth) {
  const std::vector<float> before = copyOf(cloth.positions());
  run(cloth, 1);
  double most = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i)
    most = std::max(most, std::abs(static_cast<double>(cloth.positions()[i]) - before[i]));
  return most;
}

struct Named {
  const char* name;
  Collider collider;
};

void PrintTo(const Named& named, std::ostream* out) { *out << named.name; }

class ColliderUnderSheet : public testing::TestWithParam<std::tuple<Named, bool>> {};

TEST_P(ColliderUnderSheet, KeepsTheThicknessAndLetsTheClothComeToRest) {
  const Collider& collider = std::get<0>(GetParam()).collider;
  const auto cloth = make(lyingSheet(12, 12, nowhere, {.top = 1.0F}), std::get<1>(GetParam()));
  ASSERT_TRUE(cloth->setColliders(Colliders{collider}).ok());
  double least = 1.0;
  for (int k = 0; k < 600; ++k) {
    run(*cloth, 1);
    if (k % 10 == 0) least = std::min(least, gapTo(*cloth, collider));
  }
  EXPECT_GT(least, 0.01 - 2e-4);
  EXPECT_LT(least, 0.01 + 1e-3);
  EXPECT_LT(motionOfOneStep(*cloth), 2e-3);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, ColliderUnderSheet,
    testing::Combine(
        testing::Values(
            Named{"sphere", Sphere{{0.33F, 0.6F, 0.33F}, 0.25F}},
            Named{"capsule", TaperedCapsule{{-1, 0.6F, 0.3F}, {2, 0.6F, 0.4F}, 0.1F, 0.1F}},
            Named{"tapered capsule",
                  TaperedCapsule{{0, 0.5F, 0.3F}, {0.7F, 0.6F, 0.4F}, 0.05F, 0.2F}},
            Named{"a sphere that holds the other",
                  TaperedCapsule{{0.33F, 0.6F, 0.33F}, {0.4F, 0.6F, 0.33F}, 0.3F, 0.1F}},
            Named{"plane", Plane{{0, 0.5F, 0}, {0.2F, 3, 0.1F}}},
            Named{"box", Box{{0.33F, 0.6F, 0.33F}, {0.2F, 0.1F, 0.25F}, {0, 0, 0, 1}}},
            Named{"oriented box",
                  Box{{0.33F, 0.6F, 0.33F}, {0.2F, 0.1F, 0.25F}, {0.3F, 0.2F, 0.4F, 2}}}),
        testing::Bool()));

// 팔다리: 가는 캡슐이 걸린 천을 앞뒤로 휘두른다. 축이 어느 삼각형도 꿰뚫지 않아야 한다.

struct Limb {
  glm::vec3 middle, direction;
  float length, radius;

  TaperedCapsule at(float z) const {
    const glm::vec3 half = direction * (length / 2.0F);
    const glm::vec3 m = middle + glm::vec3(0.0F, 0.0F, z);
    return {m - half, m + half, radius, radius};
  }
};

bool crosses(const glm::dvec3& p, const glm::dvec3& q, const std::array<glm::dvec3, 3>& t) {
  const glm::dvec3 n = glm::cross(t[1] - t[0], t[2] - t[0]);
  const double a = glm::dot(p - t[0], n);
  const double b = glm::dot(q - t[0], n);
  if ((a > 0.0) == (b > 0.0)) return false;
  const glm::dvec3 x = p + (q - p) * (a / (a - b));
  for (std::size_t i = 0; i < 3; ++i) {
    if (glm::dot(glm::cross(t[(i + 1) % 3] - t[i], x - t[i]), n) < 0.0) return false;
  }
  return true;
}

bool pierces(const TaperedCapsule& limb, const Cloth& cloth) {
  const std::span<const std::uint32_t> indices = cloth.fabric().indices();
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    std::array<glm::dvec3, 3> triangle;
    for (std::size_t k = 0; k < 3; ++k)
      triangle[k] = pointAt(cloth, static_cast<int>(indices[i + k]));
    if (crosses(limb.a, limb.b, triangle)) return true;
  }
  return false;
}

/// 캡슐의 삼각형 그물: 축을 따라 놓은 고리들. / The mesh of a capsule, rings along its axis.
struct LimbMesh {
  static constexpr int kSides = 12;
  static constexpr int kRings = 10;

  static std::vector<std::uint32_t> indices() {
    std::vector<std::uint32_t> list;
    for (std::uint32_t ring = 0; ring + 1 < kRings; ++ring) {
      for (std::uint32_t side = 0; side < kSides; ++side) {
        const std::uint32_t a = ring * kSides + side;
        const std::uint32_t b = ring * kSides + (side + 1) % kSides;
        list.insert(list.end(), {a, b, a + kSides, b, b + kSides, a + kSides});
      }
    }
    return list;
  }

  /// 반구 둘은 각도를, 옆면은 길이를 고르게 나눈다. / Even angles on the caps, even lengths
  /// between.
  static std::vector<float> positions(const TaperedCapsule& c) {
    const glm::vec3 axis = glm::normalize(c.b - c.a);
    const glm::vec3 x = glm::normalize(glm::cross(axis, glm::vec3(0.9F, 0.1F, 0.43F)));
    const glm::vec3 z = glm::cross(axis, x);
    std::vector<float> list;
    for (int ring = 0; ring < kRings; ++ring) {
      const bool second = ring >= kRings / 2;
      const int step = second ? kRings - 1 - ring : ring;
      const float angle = 1.5707963F * static_cast<float>(step) / (kRings / 2 - 1);
      const float out = c.radiusA * std::max(std::sin(angle), 0.01F);
      const float along = c.radiusA * std::cos(angle);
      const glm::vec3 middle = second ? c.b + axis * along : c.a - axis * along;
      for (int side = 0; side < kSides; ++side) {
        const float turn = 6.2831853F * static_cast<float>(side) / kSides;
        const glm::vec3 p = middle + (x * std::cos(turn) + z * std::sin(turn)) * out;
        list.insert(list.end(), {p.x, p.y, p.z});
      }
    }
    return list;
  }
};

struct LimbCase {
  bool clothIsMesh, bodyIsMesh;
  SolverKind solver;
};

void PrintTo(const LimbCase& limb, std::ostream* out) {
  *out << (limb.clothIsMesh ? "mesh cloth, " : "grid cloth, ")
       << (limb.bodyIsMesh ? "body mesh, " : "capsule, ")
       << (limb.solver == SolverKind::kSubsteps ? "sub-steps" : "classic");
}

class Limbs : public testing::TestWithParam<LimbCase> {
 protected:
  static Status place(Cloth& cloth, const TaperedCapsule& limb, bool moves) {
    if (!GetParam().bodyIsMesh) return cloth.setColliders(Colliders{limb});
    const std::vector<float> positions = LimbMesh::positions(limb);
    return moves ? cloth.moveBodyMesh(positions)
                 : cloth.setBodyMesh(positions, LimbMesh::indices());
  }
};

TEST_P(Limbs, NeverPassThroughACapeAtAnySpeedAndFrameRate) {
  constexpr int kColumns = 12;
  constexpr int kRows = 17;
  std::mt19937 random(7);
  const auto between = [&random](float low, float high) {
    return low + (high - low) * (static_cast<float>(random() >> 8) / 16777216.0F);
  };
  for (int trial = 0; trial < 20; ++trial) {
    const float spacing = between(0.04F, 0.1F);
    const float height = spacing * (kRows - 1);
    const float width = spacing * (kColumns - 1);
    const float angle = between(0.0F, 3.14159F);
    const float tilt = between(-0.5F, 0.5F);
    Limb limb{{width * between(0.2F, 0.8F), 0.0F, 0.0F},
              {std::cos(angle) * std::cos(tilt), std::sin(angle) * std::cos(tilt), std::sin(tilt)},
              height * between(0.2F, 0.4F),
              between(0.06F, 0.15F)};
    // 고정점 아래로 팔이 닿는 만큼만 휘두른다.
    const float above = limb.length / 2.0F * std::abs(limb.direction.y);
    const float below = between(0.35F, 0.6F) * height + above;
    limb.middle.y = 10.0F - below;
    const float start = limb.radius + 0.05F + limb.length / 2.0F * std::abs(limb.direction.z);
    const float swing = std::max(start, 0.7F * (below - above)) * (trial % 2 == 0 ? 1.0F : -1.0F);
    const float speed = trial % 3 == 0 ? 10.0F : between(1.0F, 20.0F);
    const float frame = 1.0F / between(20.0F, 144.0F);
    ClothOptions options;
    options.floor.reset();
    options.solver = GetParam().solver;
    const auto cloth = make(hangingSheet(kColumns, kRows, topRow, {.spacing = spacing}),
                            GetParam().clothIsMesh, options);
    for (float time = 0.0F; time < 1.0F; time += frame) {
      const TaperedCapsule now = limb.at(swing * std::cos(speed / std::abs(swing) * time));
      ASSERT_TRUE(place(*cloth, now, time > 0.0F).ok());
      if (cloth->update(frame).value == 0) continue;
      ASSERT_TRUE(allFinite(cloth->positions()));
      ASSERT_FALSE(pierces(now, *cloth))
          << "trial " << trial << " at " << time << " s, " << speed << " m/s";
      ASSERT_GT(gapTo(*cloth, now), -0.005) << "trial " << trial << " at " << time << " s";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(BodiesAndSolvers, Limbs,
                         testing::Values(LimbCase{false, false, SolverKind::kClassic},
                                         LimbCase{true, false, SolverKind::kClassic},
                                         LimbCase{false, false, SolverKind::kSubsteps},
                                         LimbCase{false, true, SolverKind::kClassic},
                                         LimbCase{true, true, SolverKind::kSubsteps}));

TEST(Colliders, ThatAreThinAndFastTakeLoosePointsAlong) {
  const auto cloth = makeCloth(hangingSheet(6, 6, nowhere), loosePoints());
  for (const Collider& thin :
       Colliders{Box{{0.15F, 9.85F, -1}, {1, 1, 0.001F}}, Plane{{0, 0, -1}, {0, 0, 1}}}) {
    cloth->reset();
    ASSERT_TRUE(cloth->setColliders({}).ok());
    ASSERT_TRUE(cloth->setColliders(Colliders{thin}).ok());
    run(*cloth, 1);
    // 한 걸음에 2 m: 120 m/s.
    Collider moved = thin;
    if (auto* box = std::get_if<Box>(&moved)) box->center.z = 1.0F;
    if (auto* plane = std::get_if<Plane>(&moved)) plane->point.z = 1.0F;
    ASSERT_TRUE(cloth->setColliders(Colliders{moved}).ok());
    run(*cloth, 1);
    for (int k = 0; k < 36; ++k) EXPECT_GT(pointAt(*cloth, k).z, 1.0);
  }
}

TEST(Colliders, AreSweptEvenlyOverTheStepsOfAFrame) {
  const auto at = [](float z) { return Colliders{Sphere{{0.3F, 9.6F, z}, 0.1F}}; };
  const auto cloth = makeCloth(hangingSheet(12, 12));
  const auto twin = makeCloth(hangingSheet(12, 12));
  for (const auto& each : {cloth.get(), twin.get()}) {
    ASSERT_TRUE(each->setColliders(at(-0.5F)).ok());
    run(*each, 1);
  }
  ASSERT_TRUE(cloth->setColliders(at(0.25F)).ok());
  ASSERT_EQ(cloth->update(3.0 / 60.0).value, 3);
  for (const float z : {-0.25F, 0.0F, 0.25F}) {
    ASSERT_TRUE(twin->setColliders(at(z)).ok());
    run(*twin, 1);
  }
  for (std::size_t i = 0; i < cloth->positions().size(); ++i)
    EXPECT_NEAR(cloth->positions()[i], twin->positions()[i], 1e-4);
}

TEST(Colliders, JumpWithoutASweepAfterAnEmptyList) {
  const auto cloth = makeCloth(hangingSheet(6, 6, nowhere), loosePoints());
  ASSERT_TRUE(cloth->setColliders(Colliders{Sphere{{0.15F, 9.85F, -1}, 0.3F}}).ok());
  run(*cloth, 1);
  ASSERT_TRUE(cloth->setColliders({}).ok());
  ASSERT_TRUE(cloth->setColliders(Colliders{Sphere{{0.15F, 9.85F, 1}, 0.3F}}).ok());
  const auto before = bits(cloth->positions());
  run(*cloth, 1);
  EXPECT_EQ(bits(cloth->positions()), before);
}

class FrictionOnASlope : public testing::TestWithParam<float> {};

TEST_P(FrictionOnASlope, HoldsTheClothUpToItsCoefficient) {
  const float tangent = GetParam();
  for (const float friction : {0.7F * tangent, 1.4F * tangent}) {
    ClothOptions options = withoutAir();
    options.floor.reset();
    options.friction = friction;
    options.iterations = 1;
    options.stiffness = {0.0F, 0.0F, 0.0F};
    const auto cloth = makeCloth(lyingSheet(4, 4, nowhere, {.top = 0.0F}), options);
    const Plane slope{{0.0F, -0.2F, 0.0F}, {tangent, 1.0F, 0.0F}};
    ASSERT_TRUE(cloth->setColliders(Colliders{slope}).ok());
    run(*cloth, 60);
    const double before = centroid(*cloth).x;
    run(*cloth, 60);
    const double slid = centroid(*cloth).x - before;
    if (friction < tangent) {
      EXPECT_GT(slid, 0.1);
    } else {
      EXPECT_LT(slid, 0.01);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Slopes, FrictionOnASlope, testing::Values(0.2F, 0.5F, 1.0F));

TEST(Colliders, CarryWhatLiesOnThem) {
  const auto cloth = makeCloth(lyingSheet(8, 8, nowhere, {.top = 0.62F}));
  const auto at = [](float x) { return Colliders{Box{{x, 0.5F, 0.2F}, {1, 0.1F, 1}}}; };
  ASSERT_TRUE(cloth->setColliders(at(0.0F)).ok());
  run(*cloth, 60);
  const double before = centroid(*cloth).x;
  run(*cloth, 60, [&](int step) {
    ASSERT_TRUE(cloth->setColliders(at(static_cast<float>(step + 1) / 60.0F)).ok());
  });
  // 마찰 0.5로 1 m/s까지 끌려가는 동안 v²/2µg = 0.10 m 미끄러진다.
  EXPECT_NEAR(centroid(*cloth).x - before, 0.9, 0.03);
}

TEST(Colliders, PushOutWhatTheyAreSetUponWithoutThrowingIt) {
  const auto cloth = makeCloth(hangingSheet(6, 6, nowhere), loosePoints());
  ASSERT_TRUE(cloth->setColliders(Colliders{Sphere{{0.15F, 9.85F, 0.01F}, 0.5F}}).ok());
  run(*cloth, 1);
  const auto before = copyOf(cloth->positions());
  run(*cloth, 30);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_NEAR(cloth->positions()[i], before[i], 1e-4);
}

TEST(Colliders, OfNoSizeAndOfEverySizeLeaveEveryNumberFinite) {
  const Colliders odd{Sphere{{0.12F, 9.88F, 0}, 0},
                      TaperedCapsule{{0.1F, 9.8F, 0}, {0.1F, 9.8F, 0}, 0, 0},
                      TaperedCapsule{{0.1F, 9.8F, 0}, {0.1F, 9.8F, 0}, 0.1F, 0.2F},
                      TaperedCapsule{{0, 9.9F, 0}, {1e-30F, 9.9F, 1e-22F}, 0, 0.3F},
                      TaperedCapsule{{-1e6F, -1e6F, -1e6F}, {1e6F, 1e6F, 1e6F}, 1e6F, 0},
                      Box{{0.1F, 9.7F, 0}, {0, 0, 0}},
                      Box{{0, 0, 0}, {1e6F, 1e6F, 1e6F}, {1e-20F, 0, 0, 1e-18F}},
                      Plane{{0, 9, 0}, {1e-20F, 0, 1e-20F}},
                      Plane{{1e6F, 1e6F, 1e6F}, {0, 1e6F, 0}}};
  for (const bool asMesh : {false, true}) {
    for (const Collider& one : odd) {
      for (const Collider& next : odd) {
        const auto cloth = make(hangingSheet(5, 7), asMesh);
        ASSERT_TRUE(cloth->setColliders(Colliders{one}).ok());
        run(*cloth, 2);
        ASSERT_TRUE(cloth->setColliders(Colliders{next}).ok());
        run(*cloth, 2);
        ASSERT_TRUE(allFinite(cloth->positions()));
        ASSERT_TRUE(allFinite(cloth->normals()));
      }
    }
  }
}

TEST(Colliders, DoNotMovePinsAndLeaveAloneWhatIsFarAway) {
  const auto cloth = makeCloth(hangingSheet(6, 6));
  const auto twin = makeCloth(hangingSheet(6, 6));
  ASSERT_TRUE(
      cloth->setColliders(Colliders{Sphere{{0, 5, 0}, 1}, Plane{{0, 9, 0}, {0, 1, 0}}}).ok());
  run(*cloth, 30);
  run(*twin, 30);
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
  ASSERT_TRUE(cloth->setColliders(Colliders{Sphere{{0.2F, 10, 0.01F}, 0.3F}}).ok());
  run(*cloth, 5);
  for (int column = 0; column < 6; ++column)
    EXPECT_EQ(pointOf(*cloth, column, 0), glm::dvec3(column * kSpacing, 10.0, 0.0));
}

TEST(Colliders, ThatAreWrongAreRefusedByNameAndChangeNothing) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const struct {
    Collider collider;
    const char* name;
  } wrong[] = {{Sphere{{nan, 0, 0}, 1}, "colliders[1].center"},
               {Sphere{{0, 0, 0}, -1}, "colliders[1].radius"},
               {TaperedCapsule{{0, 0, 0}, {0, 2e6F, 0}, 1, 1}, "colliders[1].b"},
               {TaperedCapsule{{0, 0, 0}, {0, 1, 0}, 1, nan}, "colliders[1].radiusB"},
               {Plane{{0, 0, 0}, {0, 0, 0}}, "colliders[1].normal"},
               {Box{{0, 0, 0}, {0, -1, 0}}, "colliders[1].halfSize[1]"},
               {Box{{0, 0, 0}, {1, 1, 1}, {0, 0, 0, 0}}, "colliders[1].rotation"}};
  const Collider good = Sphere{{0.15F, 9.8F, 0.0F}, 0.1F};
  const auto cloth = makeCloth(hangingSheet(6, 6));
  const auto twin = makeCloth(hangingSheet(6, 6));
  for (const auto& each : {cloth.get(), twin.get()})
    ASSERT_TRUE(each->setColliders(Colliders{good}).ok());
  for (const auto& [collider, name] : wrong) {
    const Status status = cloth->setColliders(Colliders{good, collider});
    EXPECT_EQ(status.code, StatusCode::kInvalidArgument);
    EXPECT_NE(status.message.find(name), std::string::npos) << status.message;
  }
  run(*cloth, 10);
  run(*twin, 10);
  EXPECT_EQ(bits(cloth->positions()), bits(twin->positions()));
}

}  // namespace
}  // namespace mangto::test
