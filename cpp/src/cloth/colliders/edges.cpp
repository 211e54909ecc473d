#include "cloth/colliders/edges.h"

#include <algorithm>

#include "cloth/cloth_state.h"

// 변: 이웃한 점과 대각선의 제약. 그 가운데들은 점들과 함께 천을 두 배 촘촘히 덮는다.

namespace mangto {
namespace {

using Particles = std::array<std::int32_t, kLanes>;

void fillGrid(const GridTopology& topology, std::span<EdgeBlock> edges) {
  const GridLayout& grid = topology.layout;
  const auto particleAt = [&grid](int row, int column) {
    return grid.slot(row, column) * kLanes + grid.laneOf(column);
  };
  std::size_t next = 0;
  for (const Family& family : kFamilies) {
    if (family.kind == kBend) continue;
    for (int row = 0; row + family.bRow < grid.rows; ++row) {
      for (int block = 0; block < grid.blocks; ++block) {
        EdgeBlock& edge = edges[next++];
        for (int lane = 0; lane < kLanes; ++lane) {
          const int column = grid.columnOf(block, lane);
          const bool inside = column + family.reach() < grid.columns;
          edge.a[lane] = particleAt(row, block);
          edge.b[lane] = edge.a[lane];
          if (!inside) continue;
          edge.a[lane] = particleAt(row, column + family.aColumn);
          edge.b[lane] = particleAt(row + family.bRow, column + family.bColumn);
        }
      }
    }
  }
}

void fillMesh(const MeshTopology& topology, std::span<EdgeBlock> edges) {
  std::size_t next = 0;
  for (const Batch& batch : topology.batches) {
    if (batch.kind == kBend) continue;
    EdgeBlock& edge = edges[next++];
    for (int lane = 0; lane < kLanes; ++lane) {
      const bool spare = batch.a[lane] == batch.b[lane];
      edge.a[lane] = spare ? batch.a[0] : batch.a[lane];
      edge.b[lane] = spare ? batch.a[0] : batch.b[lane];
    }
  }
}

std::size_t countEdges(const FabricData& fabric) {
  if (const GridTopology* topology = fabric.grid()) {
    const GridLayout& grid = topology->layout;
    std::size_t rows = 0;
    for (const Family& family : kFamilies) {
      if (family.kind != kBend) rows += static_cast<std::size_t>(grid.rows - family.bRow);
    }
    return rows * grid.blocks;
  }
  const std::span<const Batch> batches = fabric.mesh()->batches;
  return std::count_if(batches.begin(), batches.end(),
                       [](const Batch& batch) { return batch.kind != kBend; });
}

template <typename Lanes>
Lanes gather(std::span<const Lanes> values, const Particles& at) {
  const auto one = [&](int lane) { return values[at[lane] / kLanes][at[lane] % kLanes]; };
  return Lanes{one(0), one(1), one(2), one(3)};
}

Vec3x4 gather(std::span<const Vec3x4> points, const Particles& at, std::int32_t slot) {
  if (slot >= 0) return points[slot];
  Vec3x4 p;
  for (int lane = 0; lane < kLanes; ++lane) {
    const Vec3x4& block = points[at[lane] / kLanes];
    p.x[lane] = block.x[at[lane] % kLanes];
    p.y[lane] = block.y[at[lane] % kLanes];
    p.z[lane] = block.z[at[lane] % kLanes];
  }
  return p;
}

/// 점들에 더한다. 남는 줄기는 건드리지 않는다. / Adds to the points but those of spare lanes.
void scatterAdd(std::span<Vec3x4> points, const EdgeBlock& edge, const Particles& at,
                const Vec3x4& move) {
  for (int lane = 0; lane < kLanes; ++lane) {
    if (edge.a[lane] == edge.b[lane]) continue;
    Vec3x4& block = points[at[lane] / kLanes];
    block.x[at[lane] % kLanes] += move.x[lane];
    block.y[at[lane] % kLanes] += move.y[lane];
    block.z[at[lane] % kLanes] += move.z[lane];
  }
}

/// 입자 넷이 줄기의 차례대로 한 묶음이면 그 번호, 아니면 -1. / Slot of four particles that are a
/// whole one in order, else -1.
std::int32_t slotOf(const Particles& particles) {
  const std::int32_t slot = particles[0] / kLanes;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (particles[lane] != slot * kLanes + lane) return -1;
  }
  return slot;
}

}  // namespace

bool prepareEdges(ClothState& cloth) {
  const std::size_t edges = countEdges(cloth.data());
  if (cloth.edges.span().size() == edges) return true;
  if (!cloth.edges.resize(edges)) return false;
  if (const GridTopology* grid = cloth.data().grid()) {
    fillGrid(*grid, cloth.edges.span());
  } else {
    fillMesh(*cloth.data().mesh(), cloth.edges.span());
  }
  for (EdgeBlock& edge : cloth.edges.span()) {
    edge.slotA = slotOf(edge.a);
    edge.slotB = slotOf(edge.b);
  }
  return true;
}

EdgePath edgePath(const ClothState& cloth, const EdgeBlock& edge) {
  const std::span<const Vec3x4> start = cloth.previous;
  const std::span<const Vec3x4> end = cloth.positions;
  return {{gather(start, edge.a, edge.slotA), gather(end, edge.a, edge.slotA)},
          {gather(start, edge.b, edge.slotB), gather(end, edge.b, edge.slotB)}};
}

i32x4 bitsOf(std::span<const i32x4> bits, const EdgeBlock& edge) {
  const i32x4 a = edge.slotA >= 0 ? bits[edge.slotA] : gather(bits, edge.a);
  const i32x4 b = edge.slotB >= 0 ? bits[edge.slotB] : gather(bits, edge.b);
  return a | b;
}

void EdgeLog::clear() {
  std::fill(changed.span().begin(), changed.span().end(), 0U);
  now = 0;
}

void EdgeLog::change(const EdgeBlock& edge) {
  now += 1;
  for (int lane = 0; lane < kLanes; ++lane) {
    changed.data()[edge.a[lane] / kLanes] = now;
    changed.data()[edge.b[lane] / kLanes] = now;
  }
}

bool EdgeLog::isNew(std::size_t index, const EdgeBlock& edge) const {
  const std::uint32_t at = seen.span()[index];
  const auto since = [&](std::int32_t slot) { return changed.span()[slot] > at; };
  const auto any = [&](const Particles& ends, std::int32_t slot) {
    if (slot >= 0) return since(slot);
    return std::any_of(ends.begin(), ends.end(), [&](std::int32_t p) { return since(p / kLanes); });
  };
  return any(edge.a, edge.slotA) || any(edge.b, edge.slotB);
}

// 점 (1 - u) a + u b를 Δ만큼 옮긴다: a += Δ wa (1 - u)/s, b += Δ wb u/s, s = wa (1 - u)² + wb u².
void moveEdge(ClothState& cloth, const EdgeBlock& edge, f32x4 u, const Path& move) {
  const std::span<const f32x4> inverseMass = cloth.data().inverseMass;
  const f32x4 shareA = gather(inverseMass, edge.a) * (splat(1.0F) - u);
  const f32x4 shareB = gather(inverseMass, edge.b) * u;
  const f32x4 sum = shareA * (splat(1.0F) - u) + shareB * u;
  const f32x4 scale = splat(1.0F) / select(sum > splat(0.0F), sum, splat(1.0F));
  scatterAdd(cloth.previous, edge, edge.a, move.start * (shareA * scale));
  scatterAdd(cloth.previous, edge, edge.b, move.start * (shareB * scale));
  scatterAdd(cloth.positions, edge, edge.a, move.end * (shareA * scale));
  scatterAdd(cloth.positions, edge, edge.b, move.end * (shareB * scale));
}

}  // namespace mangto
