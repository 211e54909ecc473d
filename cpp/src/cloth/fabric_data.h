#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "cloth/crowd/crowd_topology.h"
#include "cloth/grid/grid_topology.h"
#include "cloth/mesh/mesh_topology.h"
#include "core/arena.h"
#include "core/simd.h"

namespace mangto {

/// 솔버가 움직이는 한 입자의 자리: 묶음(slot)과 그 안의 줄기. / Where a particle is: block and
/// lane.
struct Place {
  std::int32_t slot = 0;
  std::int32_t lane = 0;
};

/// 고정점: 목표를 읽을 점과 움직일 입자. / A pin: the point whose target is read, the particle it
/// moves.
struct Pin {
  std::int32_t point;
  Place place;
};

struct FabricData {
  Arena arena;
  int points = 0;
  /// 가장 긴 구조 제약의 쉬는 길이(m). / Rest length of the longest structural constraint in
  /// metres.
  float longestEdge = 0.0F;

  /// 입자들의 쉬는 위치, 네 개씩. / Rest positions of the particles, four a block.
  std::span<Vec3x4> restPositions;
  /// 자유로운 점 1, 고정점과 빈 줄기 0. / 1 free, 0 pinned or void lane.
  std::span<f32x4> inverseMass;
  /// 입자가 있는 줄기 1, 빈 줄기와 삼각형 없는 점은 0. / 1 where the lane holds a particle of a
  /// triangle.
  std::span<f32x4> present;
  /// point의 오름차순. / Ascending by point.
  std::span<Pin> pins;
  /// 처음 모양의 넓이를 입자의 수로 나눈 것(m²). / Area at creation over the number of particles.
  float pointArea = 0.0F;
  std::span<std::uint32_t> indices;
  std::span<float> uvs;
  std::variant<GridTopology, MeshTopology, CrowdTopology> topology;

  const GridTopology* grid() const { return std::get_if<GridTopology>(&topology); }
  const MeshTopology* mesh() const { return std::get_if<MeshTopology>(&topology); }
  const CrowdTopology* crowd() const { return std::get_if<CrowdTopology>(&topology); }

  /// 벌의 수: 떼가 아니면 1. / Members of a crowd, else 1.
  int members() const { return crowd() != nullptr ? crowd()->members : 1; }

  /// 점을 움직이는 입자의 자리. / Place of the particle that moves a point.
  Place placeOf(int point) const {
    return std::visit(
        [point](const auto& t) {
          return Place{t.slotOf(point), t.laneOf(point)};
        },
        topology);
  }
};

}  // namespace mangto
