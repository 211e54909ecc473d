#pragma once

#include <cstdint>

#include "skin/heat/segments.h"
#include "skin/skin_state.h"

namespace mangto {

/// 열에 드는 배열들의 자리를 받는다. / Takes the places of the arrays of the heat.
void carveHeat(SkinBakeState& bake, std::size_t boneCount, std::size_t segmentCount);
void fillHeat(SkinBakeState& bake, std::span<const SkinBone> bones, const Segments& segments);

// 겉면: 넓이, 법선, 코탄젠트.
void measurePlaces(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void addTriangles(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void finishSurface(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);

// 무엇이 보이는지 묻는 나무.
void plantTriangles(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void sortTriangles(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void makeLeaves(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void makeNodes(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);

// 자리마다 열을 주는 뼈들.
std::uint64_t findNearest(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void vote(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void countVotes(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void followVotes(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
std::uint64_t collectSources(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);

// 소거.
void dissect(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void countRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void sumRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void layRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void numberRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void analyseRows(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void layColumns(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
void eliminate(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);

// 뼈 여덟씩의 풀이: 층(layer)마다 모든 줄을 지난다.
inline constexpr std::uint64_t kSolveLayers = 4;
void solveBlocks(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);

void pruneHeat(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);

}  // namespace mangto
