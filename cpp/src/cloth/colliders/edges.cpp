#include <algorithm>

#include "cloth/colliders/bodies.h"
#include "cloth/fabric_data.h"

// 변: 이웃한 점과 대각선의 제약. 그 가운데들은 점들과 함께 천을 두 배 촘촘히 덮는다.

namespace mangto {
namespace {

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

}  // namespace

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

void fillEdges(const FabricData& fabric, std::span<EdgeBlock> edges) {
  if (const GridTopology* grid = fabric.grid()) {
    fillGrid(*grid, edges);
  } else {
    fillMesh(*fabric.mesh(), edges);
  }
}

}  // namespace mangto
