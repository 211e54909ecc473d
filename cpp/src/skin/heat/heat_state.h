#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/arena.h"
#include "core/buffer.h"
#include "core/simd.h"
#include "mangto/skin_bake.h"
#include "mesh/point.h"
#include "mesh/triangle_tree.h"
#include "skin/bones.h"
#include "skin/heat/dissection.h"
#include "skin/heat/factor.h"

namespace mangto {

/// 뼈 하나가 한 자리에 주는 열. / Heat from one bone to one place.
struct HeatSource {
  std::int32_t lane;  ///< of the bone
  float heat;
};

/// 한 점을 데우는 뼈들: 하나, 또는 비기는 여럿. 가장 더운 것이 먼저이다. / The bones that heat a
/// point: one, or several that tie; the hottest comes first.
struct HeatAt {
  static constexpr std::size_t kMost = 4;
  std::array<HeatSource, kMost> sources;  ///< share · c / distance²
  std::size_t count;
  bool blind;  ///< sees no bone

  std::int32_t lane() const { return sources[0].lane; }
  std::span<const HeatSource> all() const { return std::span(sources).first(count); }
  float heat() const {
    float sum = 0.0F;
    for (const HeatSource& source : all()) sum += source.heat;
    return sum;
  }
};

/// 열의 평형을 구하는 데 쓰는 것들. 길이는 상자의 대각선이 1이다. 「조각」은 이어진 겉면이고, 그
/// 값은 대표 자리에 있다. What the heat equilibrium needs, in units of the diagonal of the box. The
/// values of a piece (connected surface) are at its representative.
struct HeatState {
  std::span<Point> points;     ///< per place
  std::span<Point> normals;    ///< per place; summed over its triangles, then of length 1
  std::span<float> edges;      ///< per neighbour in the adjacency: cotangent weight
  std::span<float> edgeAreas;  ///< per neighbour: the triangles along the edge
  std::span<float> pieceArea;  ///< per piece
  /// per piece: the volume seen from the middle of the box; negative for a piece turned inside out
  std::span<float> pieceVolume;
  float wholeArea = 0.0F;
  float largestPiece = 0.0F;
  TriangleTree tree;

  std::span<SkinBone> segments;  ///< those of findSegments()
  std::span<int> owners;         ///< their lanes among the bones of the bake
  Bones segmentLanes;
  std::span<HeatAt> nearest;  ///< per place

  // 작은 조각의 다수결.
  std::span<std::int32_t> favourite;  ///< per piece
  std::span<std::int32_t> lead;       ///< per piece: how far it leads, then how many chose it
  std::span<std::int32_t> voters;     ///< per piece

  /// 광선이 지난 마디와 견준 뼈들. / Nodes that rays have met, and bones that were compared.
  std::uint64_t effort = 0;
  /// 지금 모으는 자리. / The place whose sources are being collected.
  struct {
    std::size_t place = 0;
    float area = 0.0F;       ///< of its own bone
    float exchanged = 0.0F;  ///< conductance to its neighbours
  } collected;
  /// 자리마다 sourceStart[자리]…sourceStart[자리 + 1]. / Per place from there to the next.
  Buffer<HeatSource> sources;
  std::span<std::size_t> sourceStart;

  Dissection dissection;
  std::span<std::int32_t> rowOf;    ///< per place its row
  std::span<std::int32_t> placeOf;  ///< per row its place
  Factor factor;

  std::span<SkinBone> bones;         ///< all, by index (not lane), as given
  std::span<std::uint8_t> excluded;  ///< per bone
  bool hasTree = false;              ///< whether any bone has a parent
};

}  // namespace mangto
