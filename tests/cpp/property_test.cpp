#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "support/measure.h"
#include "support/sheets.h"

// 아무렇게나 고른 설정들: 모든 값을 그 범위 전체에서, 고정점은 제멋대로. / Random set-ups over the
// whole range of every setting, with wild pins.

namespace mangto::test {
namespace {

/// 어느 기계에서나 같은 수. / The same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed * 2654435761U + 1U) {}

  double uniform(double low, double high) {
    state_ = state_ * 1664525U + 1013904223U;
    return low + (high - low) * (state_ >> 8) / 16777216.0;
  }
  int integer(int low, int high) {
    return low + static_cast<int>(uniform(0.0, high - low + 0.999));
  }
  bool chance(double p) { return uniform(0.0, 1.0) < p; }
  /// 자릿수까지 고르게, 때로는 양끝. / Log-uniform, at times one of the ends.
  float wide(double low, double high) {
    if (chance(0.15)) return static_cast<float>(low);
    if (chance(0.15)) return static_cast<float>(high);
    const double least = std::max(low, 1e-6);
    return static_cast<float>(least * std::pow(high / least, uniform(0.0, 1.0)));
  }
  glm::vec3 vector(double size) {
    return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
  }

 private:
  std::uint32_t state_;
};

ClothOptions randomOptions(Random& random) {
  ClothOptions o;
  o.solver = random.chance(0.8) ? SolverKind::kSubsteps : SolverKind::kClassic;
  o.substeps = random.integer(1, random.chance(0.1) ? 100 : 12);
  o.iterations = random.integer(1, 10);
  o.stiffness = {random.wide(0.0, 1.0), random.wide(0.0, 1.0), random.wide(0.0, 1.0)};
  o.compliance = {random.wide(0.0, 1e6), random.wide(0.0, 1e6), random.wide(0.0, 1e6)};
  o.density = random.wide(1e-6F, 1e6);
  o.damping = random.wide(0.0, 1.0);
  o.gravity = random.vector(random.wide(0.0, 1e6));
  o.wind = random.vector(random.wide(0.0, 1e6));
  o.windStrength = random.wide(0.0, 1e6);
  o.drag = random.wide(0.0, 1e6);
  if (random.chance(0.5)) {
    o.aerodynamics =
        Aerodynamics{random.wide(0.0, 1e6), random.wide(0.0, 1e6), random.wide(0.0, 1e6)};
  }
  if (random.chance(0.5)) o.gusts = {random.wide(0.0, 10.0), random.wide(0.01F, 1e6)};
  o.timeStep = std::clamp(double{random.wide(1e-4, 0.1)}, 1e-4, 0.1);
  o.tethers = random.chance(0.4);
  o.inertia = random.wide(0.0, 1.0);
  if (random.chance(0.3)) o.teleportDistance.reset();
  o.interpolation = random.chance(0.3);
  o.canSleep = random.chance(0.3);
  if (random.chance(0.3)) o.floor.reset();
  return o;
}

void expectFinite(const Cloth& cloth, std::uint32_t seed, int step) {
  ASSERT_TRUE(allFinite(cloth.positions())) << "seed " << seed << ", step " << step;
  ASSERT_TRUE(allFinite(cloth.normals())) << "seed " << seed << ", step " << step;
  ASSERT_TRUE(std::isfinite(cloth.boundingSphere().radius)) << "seed " << seed;
}

void jerkPins(Cloth& cloth, Random& random) {
  const glm::vec3 jump = random.vector(random.wide(1e-6, 1e3));
  for (int point = 0; point < cloth.fabric().points(); ++point) {
    if (!cloth.fabric().pinned(point)) continue;
    float* target = &cloth.pinTargets()[3 * static_cast<std::size_t>(point)];
    const glm::vec3 own = random.vector(0.1) + jump;
    for (int axis = 0; axis < 3; ++axis)
      target[axis] = std::clamp(target[axis] + own[axis], -1e5F, 1e5F);
  }
}

TEST(RandomSetups, NeverMakeANumberThatIsNotFinite) {
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    Random random(seed);
    const int largest = random.chance(0.03) ? 128 : 20;
    const int columns = random.integer(2, largest);
    const int rows = random.integer(2, largest);
    const double pinned = random.chance(0.2) ? 0.0 : random.uniform(0.0, 0.5);
    std::vector<bool> pins;
    for (int i = 0; i < columns * rows; ++i) pins.push_back(random.chance(pinned));
    const Sheet sheet{.spacing = random.wide(1e-3, 1.0), .top = 1.0F};
    const auto cloth =
        makeCloth(hangingSheet(
                      columns, rows, [&](int i, int j) { return pins[j * columns + i]; }, sheet),
                  randomOptions(random));
    std::vector<Capsule> capsules;
    for (int i = random.integer(0, 3); i > 0; --i)
      capsules.push_back(
          {random.vector(1.0), random.vector(1.0), random.chance(0.2) ? 0.0F : 0.2F});
    ASSERT_TRUE(cloth->setCapsules(capsules).ok());
    for (int step = 0; step < 40; ++step) {
      if (random.chance(0.3)) jerkPins(*cloth, random);
      if (random.chance(0.1)) {
        const Status grabbed =
            cloth->grab(random.integer(0, columns * rows - 1), glm::dvec3(random.vector(10.0)));
        EXPECT_TRUE(grabbed.ok() || grabbed.message.find("pinned") != std::string::npos);
      }
      ASSERT_TRUE(cloth->update(random.uniform(0.0, 0.05)).ok());
      expectFinite(*cloth, seed, step);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(RandomSetups, KeepTheStrainOfAHangingSheetBounded) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    ClothOptions options;
    options.solver = SolverKind::kSubsteps;
    options.substeps = random.integer(4, 16);
    options.density = random.wide(1e-3, 10.0);
    options.wind = random.vector(10.0);
    options.gusts.strength = random.wide(0.0, 1.0);
    if (random.chance(0.5)) options.aerodynamics = Aerodynamics{};
    const int rows = random.integer(2, 40);
    const auto cloth = makeCloth(hangingSheet(random.integer(2, 40), rows), options);
    run(*cloth, 240);
    EXPECT_LT(verticalStretch(*cloth, kSpacing).all, 0.1) << seed;
  }
}

/// 운동 에너지와 위치 에너지의 합(질량 1당). / Kinetic and potential energy per unit of mass.
double energyOf(const Cloth& cloth, const std::vector<float>& before, double timeStep) {
  double energy = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double v = (cloth.positions()[i] - before[i]) / timeStep;
    energy += 0.5 * v * v;
    if (i % 3 == 1) energy += 9.8 * cloth.positions()[i];
  }
  return energy / (static_cast<double>(before.size()) / 3.0);
}

TEST(RandomSetups, DoNotGainEnergyByThemselves) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    ClothOptions options;
    options.solver = SolverKind::kSubsteps;
    options.substeps = random.integer(1, 16);
    options.compliance = {random.wide(0.0, 0.1), random.wide(0.0, 1.0), random.wide(0.0, 10.0)};
    options.damping = 1.0F;
    options.windStrength = 0.0F;
    options.drag = 0.0F;
    options.floor.reset();
    options.tethers = random.chance(0.5);
    const auto cloth =
        makeCloth(lyingSheet(random.integer(2, 16), random.integer(2, 16), topRow), options);
    std::vector<float> before = copyOf(cloth->positions());
    const double start = energyOf(*cloth, before, options.timeStep);
    for (int step = 0; step < 300; ++step) {
      before = copyOf(cloth->positions());
      run(*cloth, 1);
      ASSERT_LT(energyOf(*cloth, before, options.timeStep), start + 0.05) << seed << " " << step;
    }
  }
}

}  // namespace
}  // namespace mangto::test
