#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/arena.h"
#include "core/simd.h"
#include "mangto/skin_bake.h"
#include "mesh/adjacency.h"
#include "mesh/islands.h"
#include "mesh/weld.h"
#include "skin/bones.h"
#include "skin/heat/heat_state.h"

namespace mangto {

/// 한 자리가 뼈 한 블록에서 받는 가중치. / Weights of one place for a block of bones.
using BlockWeights = std::array<f32x4, kBlockVectors>;

struct SkinBakeState;

/// 굽기의 한 단계: 항목 [begin, end)를 하는 일을 차례로 불러 끝까지 간다. 항목의 수와 하나의 값은
/// 앞 단계들이 알아낸 것에 따라 달라진다. One stage of a bake, done by calling run() for
/// consecutive ranges of its items, each from where the last one got to: a stage whose items differ
/// much in cost may stop early. How many items there are and what one costs depends on what the
/// stages before have found out.
struct Stage {
  bool (*applies)(const SkinBakeOptions& options);
  std::uint64_t (*items)(const SkinBakeState& bake);
  double (*nanoseconds)(const SkinBakeState& bake);  ///< about, per item, in WASM
  std::uint64_t (*run)(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end);
};

/// 「자리」(place)는 용접한 뒤의 꼭짓점이다. 삼각형의 차례로 번호를 매겨 이웃끼리 메모리에서도
/// 가깝다. A "place" is a vertex after welding. Places are numbered in the order of the triangles,
/// so that neighbours are near each other in memory.
struct SkinBakeState {
  SkinBakeOptions options;  ///< without the bones, which are in `bones`
  Arena arena;
  Bones bones;
  Power power;

  std::span<std::int32_t> placeOf;   ///< per vertex; while welding its representative
  std::span<std::int32_t> vertexOf;  ///< per place its first vertex
  std::size_t places = 0;

  // 용접과 번호 매기기에만 쓴다.
  Bounds box;
  std::span<std::int32_t> table;
  std::optional<Welder> welder;
  std::span<std::int32_t> placeOfFirst;  ///< per vertex that is a representative; else -1
  Islands islands;

  AdjacencyBuilder adjacency;
  double meanDegree = 6.0;  ///< 알기 전에는 어림. / A guess until it is known.

  std::span<f32x4> distances;  ///< of one place from all bones
  std::span<float> nearest;    ///< per place: distance of the nearest bone
  std::span<float> total;      ///< per place: sum over the bones of (nearest / distance)^falloff
  /// 번갈아 읽고 쓴다. / Read and written by turns.
  std::array<std::span<BlockWeights>, 2> weights;

  HeatState heat;

  /// 점마다 넷. 굽는 동안에는 자리의 첫 점에 지금까지의 가장 큰 것들이 있다. / Four per vertex;
  /// during the bake, the largest so far at the first vertex of each place.
  std::span<std::uint16_t> skinIndex;
  std::span<float> skinWeight;

  SkinReport report;
  Status status;
  double droppedSum = 0.0;

  std::vector<Stage> stages;
  std::size_t stage = 0;        ///< 지금 단계. / The present stage.
  std::uint64_t item = 0;       ///< 그 가운데 한 것. / Items of it that are done.
  double progressBefore = 0.0;  ///< 지금 단계를 시작할 때. / At the start of the present stage.
  double workLeft = 0.0;        ///< 그때 남은 일(ns). / Work left at that time.
  double pieceMs = 0.0;         ///< 요즘 가장 오래 걸린 조각. / Longest recent piece.

  std::size_t vertices() const { return options.positions.size() / 3; }
  std::size_t corners() const {
    return options.indices.empty() ? vertices() : options.indices.size();
  }
  std::size_t vertexAt(std::size_t corner) const {
    return options.indices.empty() ? corner : options.indices[corner];
  }
  std::int32_t placeAt(std::size_t corner) const { return placeOf[vertexAt(corner)]; }
  const float* positionOf(std::size_t vertex) const { return &options.positions[3 * vertex]; }
};

}  // namespace mangto
