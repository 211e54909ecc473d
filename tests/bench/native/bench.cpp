#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mangto/cloth.h"

// 명령을 하나씩 읽고 한 줄씩 답한다. 장면은 모두 tests/bench/against-native.ts가 준다.
//   cloth columns rows {x y z pinned}… count {ax ay az bx by bz radius}…   → ok
//   run steps windX windY windZ                                            → 한 스텝의 ms
//   hash                                                                   → 모든 위치의 FNV-1a

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& message) {
  std::cerr << "mangto_bench: " << message << '\n';
  std::exit(1);
}

void require(const mangto::Status& status) {
  if (!status.ok()) fail(status.message);
}

// std::cin은 소수를 읽는 데 로캘을 거쳐 느리고, 정밀도도 약속하지 않는다.
double number() {
  std::string text;
  std::cin >> text;
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) fail("not a number: " + text);
  return value;
}

int integer() { return static_cast<int>(number()); }
float coordinate() { return static_cast<float>(number()); }

// 인자의 계산 순서는 정해져 있지 않지만, 중괄호 안은 왼쪽부터다.
glm::vec3 vector() { return glm::vec3{coordinate(), coordinate(), coordinate()}; }

std::unique_ptr<mangto::Cloth> readCloth() {
  const int columns = integer();
  const int rows = integer();
  std::vector<glm::vec3> positions;
  std::vector<bool> pinned;
  for (int k = 0; k < columns * rows; ++k) {
    positions.push_back(vector());
    pinned.push_back(integer() != 0);
  }
  std::vector<mangto::Capsule> capsules(static_cast<std::size_t>(integer()));
  for (mangto::Capsule& capsule : capsules) capsule = {vector(), vector(), coordinate()};

  const auto index = [columns](int column, int row) {
    return static_cast<std::size_t>(row * columns + column);
  };
  auto fabric = mangto::Fabric::createGrid(
      {columns, rows, [&](int column, int row) { return positions[index(column, row)]; },
       [&](int column, int row) { return pinned[index(column, row)]; }});
  require(fabric.status);
  auto cloth = mangto::Cloth::create(fabric.value);
  require(cloth.status);
  require(cloth.value->setCapsules(capsules));
  return std::move(cloth.value);
}

using Cloths = std::vector<std::unique_ptr<mangto::Cloth>>;

double run(const Cloths& cloths) {
  const int steps = integer();
  const glm::dvec3 wind{number(), number(), number()};
  for (const auto& cloth : cloths) require(cloth->setWind(wind));
  const auto start = Clock::now();
  for (int k = 0; k < steps; ++k) {
    for (const auto& cloth : cloths) require(cloth->step());
  }
  const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
  return elapsed.count() / steps;
}

std::uint64_t hash(const Cloths& cloths) {
  std::uint64_t value = 0xcbf29ce484222325ULL;
  for (const auto& cloth : cloths) {
    for (const std::byte byte : std::as_bytes(cloth->positions())) {
      value = (value ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3ULL;
    }
  }
  return value;
}

}  // namespace

int main() {
  Cloths cloths;
  std::string command;
  while (std::cin >> command) {
    if (command == "cloth") {
      cloths.push_back(readCloth());
      std::puts("ok");
    } else if (command == "run") {
      std::printf("%.9g\n", run(cloths));
    } else if (command == "hash") {
      std::printf("%016llx\n", static_cast<unsigned long long>(hash(cloths)));
    } else {
      fail("no such command: " + command);
    }
    std::fflush(stdout);
  }
}
