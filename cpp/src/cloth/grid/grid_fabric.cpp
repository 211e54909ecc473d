#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cloth/fabric_builders.h"
#include "cloth/fabric_data.h"
#include "core/buffer.h"
#include "core/check.h"

namespace mangto {
namespace {

// 고정점의 목록이 자랄 때 드는 메모리와 작은 객체들(바이트).
constexpr std::size_t kScratchBytesPerPoint = 12;

glm::vec3 pointAt(const FabricData& data, const GridLayout& grid, int row, int column) {
  const Vec3x4& block = data.restPositions[grid.slot(row, column)];
  const int lane = grid.laneOf(column);
  return {block.x[lane], block.y[lane], block.z[lane]};
}

void carve(FabricData& data, GridTopology& topology, std::size_t pinned) {
  Arena& arena = data.arena;
  const GridLayout& grid = topology.layout;
  const auto slots = static_cast<std::size_t>(grid.rows) * grid.blocks;
  data.restPositions = arena.take<Vec3x4>(slots);
  data.inverseMass = arena.take<f32x4>(slots);
  data.present = arena.take<f32x4>(slots);
  data.pins = arena.take<Pin>(pinned);
  data.indices =
      arena.take<std::uint32_t>(static_cast<std::size_t>(grid.rows - 1) * (grid.columns - 1) * 6);
  data.uvs = arena.take<float>(2 * static_cast<std::size_t>(data.points));
  for (auto& lengths : topology.restLengths) lengths = arena.take<f32x4>(slots);
  for (auto& mask : topology.inside) mask = arena.take<f32x4>(grid.blocks);
  topology.blockPinned = arena.take<std::uint8_t>(slots);
  topology.rowPinned = arena.take<std::uint8_t>(grid.rows);
}

Status fillPoints(FabricData& data, const GridLayout& grid, const GridOptions& options) {
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      const glm::vec3 p = options.position(column, row);
      Status status =
          checkVector("position(" + std::to_string(column) + ", " + std::to_string(row) + ")", p,
                      Fabric::kMaxCoordinate);
      if (!status.ok()) return status;
      const int slot = grid.slot(row, column);
      const int lane = grid.laneOf(column);
      data.restPositions[slot].x[lane] = p.x;
      data.restPositions[slot].y[lane] = p.y;
      data.restPositions[slot].z[lane] = p.z;
      data.inverseMass[slot][lane] = 1.0F;
      data.present[slot][lane] = 1.0F;
    }
    // 빈 줄기는 행의 마지막 점 곁에 두어, 충돌을 거르는 상자가 쓸데없이 커지지 않게 한다.
    const glm::vec3 last = pointAt(data, grid, row, grid.columns - 1);
    for (int column = grid.columns; column < grid.blocks * kLanes; ++column) {
      Vec3x4& block = data.restPositions[grid.slot(row, column)];
      const int lane = grid.laneOf(column);
      block.x[lane] = last.x;
      block.y[lane] = last.y;
      block.z[lane] = last.z;
    }
  }
  return {};
}

void fillPins(FabricData& data, GridTopology& topology, const std::vector<std::int32_t>& pinned) {
  const GridLayout& grid = topology.layout;
  for (std::size_t i = 0; i < pinned.size(); ++i) {
    const Place place{topology.slotOf(pinned[i]), topology.laneOf(pinned[i])};
    data.pins[i] = {pinned[i], place};
    data.inverseMass[place.slot][place.lane] = 0.0F;
    topology.blockPinned[place.slot] = 1;
    topology.rowPinned[pinned[i] / grid.columns] = 1;
  }
}

void fillConstraints(FabricData& data, GridTopology& topology) {
  const GridLayout& grid = topology.layout;
  for (int reach = 0; reach < 3; ++reach) {
    for (int column = 0; column + reach < grid.columns; ++column) {
      topology.inside[reach][grid.blockOf(column)][grid.laneOf(column)] = 1.0F;
    }
  }
  for (std::size_t f = 0; f < kFamilies.size(); ++f) {
    const Family& family = kFamilies[f];
    for (int row = 0; row + family.bRow < grid.rows; ++row) {
      for (int column = 0; column + family.reach() < grid.columns; ++column) {
        const glm::vec3 d = pointAt(data, grid, row + family.bRow, column + family.bColumn) -
                            pointAt(data, grid, row, column + family.aColumn);
        const float length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
        topology.restLengths[f][grid.slot(row, column)][grid.laneOf(column)] = length;
        if (family.kind == kStructural) data.longestEdge = std::max(data.longestEdge, length);
      }
    }
  }
}

void fillTriangles(FabricData& data, const GridLayout& grid) {
  std::size_t next = 0;
  for (int row = 0; row + 1 < grid.rows; ++row) {
    for (int column = 0; column + 1 < grid.columns; ++column) {
      const auto a = static_cast<std::uint32_t>(row * grid.columns + column);
      const std::uint32_t b = a + grid.columns;
      const std::uint32_t c = b + 1;
      const std::uint32_t d = a + 1;
      for (const std::uint32_t index : {a, b, d, b, c, d}) data.indices[next++] = index;
    }
  }
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      float* uv = &data.uvs[2 * (static_cast<std::size_t>(row) * grid.columns + column)];
      uv[0] = static_cast<float>(column) / static_cast<float>(grid.columns - 1);
      uv[1] = 1.0F - static_cast<float>(row) / static_cast<float>(grid.rows - 1);
    }
  }
}

Status checkSize(const GridOptions& options) {
  Status status = checkInteger("columns", options.columns, 2, Fabric::kMaxPoints / 2);
  if (status.ok()) status = checkInteger("rows", options.rows, 2, Fabric::kMaxPoints / 2);
  if (status.ok()) {
    const auto points = static_cast<long long>(options.columns) * options.rows;
    status = checkInteger("columns * rows", points, 4, Fabric::kMaxPoints);
  }
  if (status.ok() && !options.position) {
    status = {StatusCode::kInvalidArgument, "position must be a function, got none"};
  }
  return status;
}

}  // namespace

Result<std::unique_ptr<FabricData>> buildGrid(const GridOptions& options) {
  if (Status status = checkSize(options); !status.ok()) return status;
  const auto points = static_cast<std::size_t>(options.columns) * options.rows;
  if (!canAllocate(kSmallObjects + kScratchBytesPerPoint * points))
    return outOfMemory("the fabric");
  auto data = std::make_unique<FabricData>();
  data->points = options.columns * options.rows;
  auto& topology = data->topology.emplace<GridTopology>();
  topology.layout.columns = options.columns;
  topology.layout.rows = options.rows;
  topology.layout.blocks =
      std::max(GridLayout::kMinBlocks, (options.columns + kLanes - 1) / kLanes);

  std::vector<std::int32_t> pinned;
  for (int point = 0; options.pinned && point < data->points; ++point) {
    if (options.pinned(point % options.columns, point / options.columns)) pinned.push_back(point);
  }
  carve(*data, topology, pinned.size());
  if (!data->arena.allocate()) return outOfMemory("the fabric");
  carve(*data, topology, pinned.size());

  if (Status status = fillPoints(*data, topology.layout, options); !status.ok()) return status;
  fillPins(*data, topology, pinned);
  fillConstraints(*data, topology);
  fillTriangles(*data, topology.layout);
  return data;
}

}  // namespace mangto
