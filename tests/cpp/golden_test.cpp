#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mangto/cloth.h"

// 이 장면은 tests/wasm/golden.test.ts의 머리말에 적힌 것과 같다. 들어가는 값은 모두 2의 거듭제곱을
// 분모로 하는 분수라서 float가 그대로 담는다. 어느 컴파일러와 최적화로도, SIMD 없이도, WASM에서도
// 같은 비트로 끝나야 한다. The same scene as in tests/wasm/golden.test.ts; it must end in the same
// bits with every compiler, at every level of optimisation, without SIMD and in WASM.

namespace mangto {
namespace {

constexpr int kSteps = 300;
constexpr int kCapeColumns = 12;
constexpr int kFlagColumns = 16;
constexpr int kFlagRows = 10;

/// FNV-1a, 64비트. / FNV-1a, 64 bits.
class Fnv1a64 {
 public:
  template <typename T>
  void add(std::span<const T> data) {
    for (const std::byte byte : std::as_bytes(data)) {
      value_ = (value_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3ULL;
    }
  }

  std::string hex() const {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value_));
    return text;
  }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

/// 0에서 period/2까지 오르내리는 정수. / An integer that goes up and down from 0 to period/2.
float wave(int k, int period) {
  const int m = k % period;
  return static_cast<float>(m < period / 2 ? m : period - m);
}

glm::vec3 capePosition(int column, int row) {
  return {static_cast<float>(2 * column - 11) / 32.0F, 1.5F - static_cast<float>(row) / 16.0F,
          -0.125F};
}

glm::vec3 flagPosition(int column, int row) {
  return {1.0F + static_cast<float>(column) / 16.0F, 2.5F - static_cast<float>(row) / 16.0F, 0.0F};
}

std::unique_ptr<Cloth> makeCape() {
  ClothOptions options;
  options.windStrength = 3.0F;
  options.drag = 0.25F;
  options.floor = 17.0F / 32.0F;
  const auto fabric =
      Fabric::createGrid({kCapeColumns, 17, capePosition, [](int, int row) { return row == 0; }});
  return std::move(Cloth::create(fabric.value, options).value);
}

std::unique_ptr<Cloth> makeFlag() {
  const auto fabric = Fabric::createGrid(
      {kFlagColumns, kFlagRows, flagPosition, [](int column, int) { return column == 0; }});
  return std::move(Cloth::create(fabric.value).value);
}

void setTarget(Cloth& cloth, int point, const glm::vec3& target) {
  for (int i = 0; i < 3; ++i)
    cloth.pinTargets()[static_cast<std::size_t>(3 * point + i)] = target[i];
}

void driveCape(Cloth& cape, int k) {
  const float z = static_cast<float>(k) / 64.0F;
  const float s = (wave(k, 64) - 16.0F) / 64.0F;
  for (int column = 0; column < kCapeColumns; ++column) {
    setTarget(cape, column, capePosition(column, 0) + glm::vec3(0.0F, wave(k, 64) / 512.0F, z));
  }
  const std::vector<Capsule> capsules{
      {{0.0F, 0.75F, 0.03125F + z}, {0.0F, 1.3125F, 0.03125F + z}, 0.1875F},
      {{0.125F, 0.75F, z}, {0.125F, 0.125F, z + s}, 0.125F},
      {{-0.125F, 0.75F, z}, {-0.125F, 0.125F, z - s}, 0.125F}};
  ASSERT_TRUE(cape.setCapsules(capsules).ok());
}

void driveFlag(Cloth& flag, int k) {
  for (int row = 0; row < kFlagRows; ++row) {
    setTarget(flag, row * kFlagColumns,
              flagPosition(0, row) + glm::vec3(0.0F, wave(k, 32) / 256.0F, 0.0F));
  }
}

std::string playScene() {
  const auto cape = makeCape();
  const auto flag = makeFlag();
  for (int k = 0; k < kSteps; ++k) {
    const glm::dvec3 wind(2.0F + wave(k, 128) / 32.0F, 0.0, (wave(k, 96) - 24.0F) / 16.0F);
    for (Cloth* cloth : {cape.get(), flag.get()}) EXPECT_TRUE(cloth->setWind(wind).ok());
    driveCape(*cape, k);
    driveFlag(*flag, k);
    for (Cloth* cloth : {cape.get(), flag.get()}) EXPECT_TRUE(cloth->step().ok());
  }
  Fnv1a64 hash;
  for (const Cloth* cloth : {cape.get(), flag.get()}) {
    for (const float value : cloth->positions()) EXPECT_TRUE(std::isfinite(value));
    hash.add(cloth->positions());
  }
  return hash.hex();
}

/// tests/golden.json에서 `key`의 글자열. / The string of `key` in tests/golden.json.
std::string readGolden(const std::string& key) {
  std::ifstream file(MANGTO_GOLDEN_FILE);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::size_t name = text.find('"' + key + '"');
  if (name == std::string::npos) return "no " + key + " in " MANGTO_GOLDEN_FILE;
  const std::size_t open = text.find('"', text.find(':', name));
  const std::size_t close = text.find('"', open + 1);
  return text.substr(open + 1, close - open - 1);
}

TEST(Golden, CapeAndFlagEndInTheSameBitsOnEveryPlatform) {
  EXPECT_EQ(playScene(), readGolden("capeAndFlag"));
}

TEST(Golden, SceneEndsInTheSameBitsEveryTime) { EXPECT_EQ(playScene(), playScene()); }

TEST(Golden, HashIsFnv1aWith64Bits) {
  Fnv1a64 hash;
  EXPECT_EQ(hash.hex(), "cbf29ce484222325");
  hash.add(std::span<const char>("foobar", 6));
  EXPECT_EQ(hash.hex(), "85944171f73967e8");
}

}  // namespace
}  // namespace mangto
