#pragma once

#include <cstdint>
#include <vector>

#include "skin/skin_state.h"

namespace mangto {

/// 이 값들로 구울 때 거칠 단계들. / The stages of a bake with these options.
std::vector<Stage> stagesOf(const SkinBakeOptions& options);

// 자리: 용접하고 번호를 매긴다.
void clearTable(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void growBox(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void weldVertices(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void keepVertices(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void numberCorners(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void numberVertices(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);

// 뼈까지의 거리.
void measure(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void chooseNearest(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void weigh(SkinBakeState& bake, std::size_t block, std::size_t begin, std::size_t end);

/// 한 번 고르게 한다: weights[pass % 2]에서 나머지 하나로. / One pass of smoothing, from
/// weights[pass % 2] to the other.
void smooth(SkinBakeState& bake, std::size_t pass, std::size_t begin, std::size_t end);

// 가장 큰 것들만 남긴다.
void clearKept(SkinBakeState& bake, std::size_t place);
void keepLargestOf(SkinBakeState& bake, std::size_t block, std::size_t place,
                   const BlockWeights& candidates);
void keepLargest(SkinBakeState& bake, std::size_t block, std::size_t begin, std::size_t end);
/// 넷을 큰 차례로 늘어놓고 빈 자리의 번호를 0으로 한다. / Sorts four, largest first; 0 where
/// unused.
void sortKept(float* weights, std::uint16_t* bones);
void normalize(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void spread(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);

}  // namespace mangto
