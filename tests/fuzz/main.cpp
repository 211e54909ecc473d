#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "harnesses.h"

// 하나의 프로그램, 여러 갈래: `mangto_fuzz --harness=cloth corpus/cloth` / One program for all
// harnesses.

namespace {

using mangto::fuzz::Input;

struct Harness {
  std::string_view name;
  void (*run)(Input&);
};

constexpr std::array kHarnesses{
    Harness{"fabric", mangto::fuzz::fuzzFabric},
    Harness{"cloth", mangto::fuzz::fuzzCloth},
    Harness{"skin", mangto::fuzz::fuzzSkin},
    Harness{"shape", mangto::fuzz::fuzzShape},
};

constexpr std::string_view kFlag = "--harness=";

const Harness* chosen = nullptr;

}  // namespace

// libFuzzer는 `--`로 시작하는 인자를 지나친다.
extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  for (int k = 1; k < *count; ++k) {
    const std::string_view argument = (*arguments)[k];
    for (const Harness& harness : kHarnesses) {
      if (argument == std::string(kFlag).append(harness.name)) chosen = &harness;
    }
  }
  if (chosen != nullptr) return 0;
  std::fputs("usage: mangto_fuzz --harness=fabric|cloth|skin|shape [libFuzzer options]\n", stderr);
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  chosen->run(input);
  return 0;
}
