#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/measure.h"
#include "support/sheets.h"

namespace mangto::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr auto kNanF = static_cast<float>(kNan);
constexpr auto kInfinityF = static_cast<float>(kInfinity);

/// 틀린 호출과, 그 알림에 있어야 할 낱말. / A wrong call, and the words its message must have.
struct BadCall {
  std::function<Status(Cloth&)> call;
  std::vector<std::string> words;
};

void expectRefused(const Status& status, const std::vector<std::string>& words) {
  EXPECT_EQ(status.code, StatusCode::kInvalidArgument);
  for (const std::string& word : words) {
    EXPECT_NE(status.message.find(word), std::string::npos)
        << "no \"" << word << "\" in: " << status.message;
  }
}

/// 이름 하나짜리 수 설정들. / The settings that are one number.
struct NumberSetting {
  std::string name;
  Status (Cloth::*set)(double);
  std::vector<double> outOfRange;
};

Status setFloorTo(Cloth& cloth, double y) { return cloth.setFloor(y); }

std::vector<BadCall> badNumbers() {
  std::vector<BadCall> calls;
  const std::vector<NumberSetting> settings{
      {"damping", &Cloth::setDamping, {-0.001, 1.001}},
      {"windStrength", &Cloth::setWindStrength, {-1.0, 1.1e6}},
      {"drag", &Cloth::setDrag, {-1e-9, 1e300}},
      {"timeStep", &Cloth::setTimeStep, {0.0, -1.0, 9e-5, 0.11}}};
  for (const NumberSetting& setting : settings) {
    const auto add = [&](double value, const std::string& text) {
      calls.push_back({[set = setting.set, value](Cloth& cloth) { return (cloth.*set)(value); },
                       {setting.name + " must be", text}});
    };
    add(kNan, "got NaN");
    add(kInfinity, "got Infinity");
    add(-kInfinity, "got -Infinity");
    for (const double value : setting.outOfRange) add(value, "got ");
  }
  calls.push_back({[](Cloth& c) { return setFloorTo(c, kNan); }, {"floor", "got NaN"}});
  calls.push_back({[](Cloth& c) { return setFloorTo(c, kInfinity); }, {"floor", "got Infinity"}});
  calls.push_back({[](Cloth& c) { return setFloorTo(c, -2e6); }, {"floor", "got -2000000"}});
  for (const int iterations : {0, -1, 1001, std::numeric_limits<int>::max()}) {
    calls.push_back({[=](Cloth& c) { return c.setIterations(iterations); },
                     {"iterations", "got " + std::to_string(iterations)}});
  }
  for (const int maxSteps : {0, -5, 101}) {
    calls.push_back({[=](Cloth& c) { return c.setMaxSteps(maxSteps); },
                     {"maxSteps", "got " + std::to_string(maxSteps)}});
  }
  for (const auto& [seconds, text] : std::vector<std::pair<double, std::string>>{
           {kNan, "NaN"}, {kInfinity, "Infinity"}, {-1e-9, "-1e-09"}, {2e9, "2"}}) {
    calls.push_back(
        {[s = seconds](Cloth& c) { return c.update(s).status; }, {"seconds", "got " + text}});
  }
  return calls;
}

std::vector<BadCall> badVectors() {
  std::vector<BadCall> calls;
  for (const auto& [vector, text] :
       std::vector<std::pair<glm::dvec3, std::string>>{{{kNan, 0, 0}, "[NaN, 0, 0]"},
                                                       {{0, -kInfinity, 0}, "[0, -Infinity, 0]"},
                                                       {{0, 0, 1.5e6}, "[0, 0, 1500000]"},
                                                       {{1e300, 0, 0}, "[1e+300, 0, 0]"}}) {
    const glm::dvec3 v = vector;
    calls.push_back({[v](Cloth& c) { return c.setWind(v); }, {"wind", text}});
    calls.push_back({[v](Cloth& c) { return c.setGravity(v); }, {"gravity", text}});
  }
  return calls;
}

std::vector<BadCall> badStructures() {
  std::vector<BadCall> calls;
  for (const auto& [value, text] :
       std::vector<std::pair<float, std::string>>{{kNanF, "got NaN"},
                                                  {kInfinityF, "got Infinity"},
                                                  {-0.5F, "got -0.5"},
                                                  {1.5F, "got 1.5"}}) {
    const auto add = [&, v = value, t = text](float Stiffness::*kind, const std::string& name) {
      calls.push_back({[=](Cloth& c) {
                         Stiffness stiffness{0.5F, 0.5F, 0.5F};
                         stiffness.*kind = v;
                         return c.setStiffness(stiffness);
                       },
                       {"stiffness." + name, t}});
    };
    add(&Stiffness::structural, "structural");
    add(&Stiffness::shear, "shear");
    add(&Stiffness::bend, "bend");
  }
  const Capsule good{{0, 0, 0}, {0, 1, 0}, 0.1F};
  const auto addCapsule = [&](const Capsule& bad, const std::string& part,
                              const std::string& text) {
    calls.push_back({[=](Cloth& c) {
                       return c.setCapsules(std::vector<Capsule>{good, bad, good});
                     },
                     {"capsules[1]." + part, text}});
  };
  addCapsule({{0, kNanF, 0}, {0, 1, 0}, 0.1F}, "a", "NaN");
  addCapsule({{0, 0, 0}, {kInfinityF, 1, 0}, 0.1F}, "b", "Infinity");
  addCapsule({{0, 0, 0}, {0, 1, 3e6F}, 0.1F}, "b", "3000000");
  addCapsule({{0, 0, 0}, {0, 1, 0}, -0.1F}, "radius", "-0.1");
  addCapsule({{0, 0, 0}, {0, 1, 0}, kNanF}, "radius", "NaN");
  addCapsule({{0, 0, 0}, {0, 1, 0}, kInfinityF}, "radius", "Infinity");
  return calls;
}

/// 천의 눈에 보이는 모든 것. / All of a cloth that can be seen.
struct Snapshot {
  explicit Snapshot(Cloth& cloth)
      : positions(bits(cloth.positions())),
        normals(bits(cloth.normals())),
        pinTargets(bits(cloth.pinTargets())),
        constraints(cloth.constraints()),
        options(cloth.options()) {}

  std::vector<std::uint32_t> positions, normals, pinTargets;
  int constraints;
  ClothOptions options;
};

void expectSame(const Snapshot& a, const Snapshot& b) {
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.normals, b.normals);
  EXPECT_EQ(a.pinTargets, b.pinTargets);
  EXPECT_EQ(a.constraints, b.constraints);
  EXPECT_EQ(a.options.stiffness.structural, b.options.stiffness.structural);
  EXPECT_EQ(a.options.stiffness.shear, b.options.stiffness.shear);
  EXPECT_EQ(a.options.stiffness.bend, b.options.stiffness.bend);
  EXPECT_EQ(a.options.iterations, b.options.iterations);
  EXPECT_EQ(a.options.damping, b.options.damping);
  EXPECT_EQ(a.options.gravity, b.options.gravity);
  EXPECT_EQ(a.options.floor, b.options.floor);
  EXPECT_EQ(a.options.wind, b.options.wind);
  EXPECT_EQ(a.options.windStrength, b.options.windStrength);
  EXPECT_EQ(a.options.drag, b.options.drag);
  EXPECT_EQ(a.options.timeStep, b.options.timeStep);
  EXPECT_EQ(a.options.maxSteps, b.options.maxSteps);
}

std::unique_ptr<Cloth> makeBusyCloth() {
  ClothOptions options;
  options.wind = {1.0F, 0.0F, 3.0F};
  auto cloth = makeCloth(hangingSheet(7, 9, topRow, {.top = 1.0F}), options);
  EXPECT_TRUE(
      cloth->setCapsules(std::vector<Capsule>{{{0.2F, 0.5F, 0.1F}, {0.2F, 0.9F, 0.1F}, 0.1F}})
          .ok());
  EXPECT_TRUE(cloth->update(0.005).ok());
  run(*cloth, 10);
  return cloth;
}

// 거절된 호출은 눈에 보이는 것도, 앞으로의 움직임도, 모아 둔 시간도 바꾸지 않는다.
void expectRefusedAndUnchanged(const std::vector<BadCall>& calls) {
  const auto cloth = makeBusyCloth();
  const auto twin = makeBusyCloth();
  const Snapshot before(*cloth);
  for (const BadCall& bad : calls) {
    expectRefused(bad.call(*cloth), bad.words);
    expectSame(Snapshot(*cloth), before);
  }
  for (int k = 0; k < 20; ++k) {
    EXPECT_EQ(cloth->update(0.012).value, twin->update(0.012).value);
  }
  expectSame(Snapshot(*cloth), Snapshot(*twin));
}

TEST(Settings, OfBadNumbersAreRefusedByNameAndChangeNothing) {
  expectRefusedAndUnchanged(badNumbers());
}

TEST(Settings, OfBadVectorsAreRefusedByNameAndChangeNothing) {
  expectRefusedAndUnchanged(badVectors());
}

TEST(Settings, OfBadStiffnessAndCapsulesAreRefusedByNameAndChangeNothing) {
  expectRefusedAndUnchanged(badStructures());
}

TEST(Settings, WithABadPinTargetStopTheStepAndNameThePoint) {
  for (const float bad : {kNanF, kInfinityF, -2e6F}) {
    const auto cloth = makeBusyCloth();
    const auto twin = makeBusyCloth();
    const float good = cloth->pinTargets()[3 * 4 + 1];
    cloth->pinTargets()[3 * 4 + 1] = bad;
    const Snapshot before(*cloth);
    expectRefused(cloth->step(), {"pinTargets of point 4"});
    expectRefused(cloth->update(1.0).status, {"pinTargets of point 4"});
    expectSame(Snapshot(*cloth), before);
    cloth->pinTargets()[3 * 4 + 1] = good;
    EXPECT_EQ(cloth->update(0.012).value, twin->update(0.012).value);
    expectSame(Snapshot(*cloth), Snapshot(*twin));
  }
}

TEST(Settings, AtTheEndsOfTheirRangesAreTakenAndShown) {
  const auto cloth = makeBusyCloth();
  EXPECT_TRUE(cloth->setIterations(1).ok() && cloth->setIterations(1000).ok());
  EXPECT_TRUE(cloth->setDamping(0.0).ok() && cloth->setDamping(1.0).ok());
  EXPECT_TRUE(cloth->setWindStrength(0.0).ok() && cloth->setWindStrength(1e6).ok());
  EXPECT_TRUE(cloth->setDrag(0.0).ok() && cloth->setDrag(1e6).ok());
  EXPECT_TRUE(cloth->setTimeStep(1e-4).ok() && cloth->setTimeStep(0.1).ok());
  EXPECT_TRUE(cloth->setMaxSteps(1).ok() && cloth->setMaxSteps(100).ok());
  EXPECT_TRUE(cloth->setStiffness({0.0F, 0.0F, 0.0F}).ok());
  EXPECT_TRUE(cloth->setStiffness({1.0F, 1.0F, 1.0F}).ok());
  EXPECT_TRUE(cloth->setWind({1e6, -1e6, 0}).ok() && cloth->setGravity({0, 0, -1e6}).ok());
  EXPECT_TRUE(cloth->setFloor(-1e6).ok());
  const ClothOptions& options = cloth->options();
  EXPECT_EQ(options.iterations, 1000);
  EXPECT_EQ(options.damping, 1.0F);
  EXPECT_EQ(options.windStrength, 1e6F);
  EXPECT_EQ(options.drag, 1e6F);
  EXPECT_EQ(options.timeStep, 0.1);
  EXPECT_EQ(options.maxSteps, 100);
  EXPECT_EQ(options.stiffness.shear, 1.0F);
  EXPECT_EQ(options.wind, glm::vec3(1e6F, -1e6F, 0.0F));
  EXPECT_EQ(options.gravity, glm::vec3(0.0F, 0.0F, -1e6F));
  EXPECT_EQ(options.floor, -1e6F);
  EXPECT_TRUE(cloth->update(1e9).ok());
}

TEST(Settings, HaveTheDefaultsOfTheClassicAlgorithm) {
  const auto cloth = makeCloth(hangingSheet(3, 3));
  const ClothOptions& options = cloth->options();
  EXPECT_EQ(options.stiffness.structural, 1.0F);
  EXPECT_EQ(options.stiffness.shear, 0.6F);
  EXPECT_EQ(options.stiffness.bend, 0.25F);
  EXPECT_EQ(options.iterations, 8);
  EXPECT_EQ(options.damping, 0.988F);
  EXPECT_EQ(options.gravity, glm::vec3(0.0F, -9.8F, 0.0F));
  EXPECT_EQ(options.floor, 0.02F);
  EXPECT_EQ(options.timeStep, 1.0 / 60.0);
  EXPECT_EQ(options.maxSteps, 3);
}

TEST(ClothCreation, RefusesBadOptionsByName) {
  const auto fabric = Fabric::createGrid(hangingSheet(5, 5));
  ASSERT_TRUE(fabric.ok());
  const std::vector<std::pair<std::string, std::function<void(ClothOptions&)>>> changes{
      {"stiffness.structural", [](ClothOptions& o) { o.stiffness.structural = kNanF; }},
      {"stiffness.shear", [](ClothOptions& o) { o.stiffness.shear = -1.0F; }},
      {"stiffness.bend", [](ClothOptions& o) { o.stiffness.bend = 2.0F; }},
      {"iterations", [](ClothOptions& o) { o.iterations = 0; }},
      {"damping", [](ClothOptions& o) { o.damping = 1.5F; }},
      {"gravity", [](ClothOptions& o) { o.gravity.y = kNanF; }},
      {"floor", [](ClothOptions& o) { o.floor = kInfinityF; }},
      {"wind", [](ClothOptions& o) { o.wind.z = -kInfinityF; }},
      {"windStrength", [](ClothOptions& o) { o.windStrength = -1.0F; }},
      {"drag", [](ClothOptions& o) { o.drag = kNanF; }},
      {"timeStep", [](ClothOptions& o) { o.timeStep = kNan; }},
      {"maxSteps", [](ClothOptions& o) { o.maxSteps = -1; }}};
  for (const auto& [name, change] : changes) {
    ClothOptions options;
    change(options);
    const auto cloth = Cloth::create(fabric.value, options);
    EXPECT_EQ(cloth.value, nullptr);
    expectRefused(cloth.status, {name + " must be", "got "});
  }
}

TEST(ClothCreation, RefusesANullFabric) {
  expectRefused(Cloth::create(nullptr).status, {"fabric", "null"});
}

}  // namespace
}  // namespace mangto::test
