#include "mangto/fabric.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <string>
#include <vector>

#include "cloth/fabric_data.h"
#include "core/check.h"

namespace mangto {
namespace {

constexpr int kMinBlocks = 3;

glm::vec3 pointAt(const FabricData& data, int row, int column) {
  const Vec3x4& block = data.restPositions[data.layout.slot(row, column)];
  const int lane = data.layout.laneOf(column);
  return {block.x[lane], block.y[lane], block.z[lane]};
}

void carve(Arena& arena, FabricData& data, int pinnedCount) {
  const GridLayout& grid = data.layout;
  const auto slots = static_cast<std::size_t>(grid.rows) * grid.blocks;
  const auto points = static_cast<std::size_t>(grid.rows) * grid.columns;
  data.restPositions = arena.take<Vec3x4>(slots);
  data.inverseMass = arena.take<f32x4>(slots);
  for (auto& lengths : data.restLengths) lengths = arena.take<f32x4>(slots);
  for (auto& mask : data.inside) mask = arena.take<f32x4>(grid.blocks);
  data.blockPinned = arena.take<std::uint8_t>(slots);
  data.rowPinned = arena.take<std::uint8_t>(grid.rows);
  data.pinnedPoints = arena.take<std::int32_t>(pinnedCount);
  data.indices =
      arena.take<std::uint32_t>(static_cast<std::size_t>(grid.rows - 1) * (grid.columns - 1) * 6);
  data.uvs = arena.take<float>(points * 2);
}

Status fillPoints(FabricData& data, const GridOptions& options) {
  const GridLayout& grid = data.layout;
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
    }
  }
  return {};
}

void fillPins(FabricData& data, const std::vector<std::int32_t>& pinnedPoints) {
  const GridLayout& grid = data.layout;
  std::copy(pinnedPoints.begin(), pinnedPoints.end(), data.pinnedPoints.begin());
  for (const std::int32_t point : pinnedPoints) {
    const int row = point / grid.columns;
    const int column = point % grid.columns;
    data.inverseMass[grid.slot(row, column)][grid.laneOf(column)] = 0.0F;
    data.blockPinned[grid.slot(row, column)] = 1;
    data.rowPinned[row] = 1;
  }
}

void fillConstraints(FabricData& data) {
  const GridLayout& grid = data.layout;
  for (int reach = 0; reach < 3; ++reach) {
    for (int column = 0; column + reach < grid.columns; ++column) {
      data.inside[reach][grid.blockOf(column)][grid.laneOf(column)] = 1.0F;
    }
  }
  for (std::size_t f = 0; f < kFamilies.size(); ++f) {
    const Family& family = kFamilies[f];
    for (int row = 0; row + family.bRow < grid.rows; ++row) {
      for (int column = 0; column + family.reach() < grid.columns; ++column) {
        const glm::vec3 a = pointAt(data, row, column + family.aColumn);
        const glm::vec3 b = pointAt(data, row + family.bRow, column + family.bColumn);
        const glm::vec3 d = b - a;
        data.restLengths[f][grid.slot(row, column)][grid.laneOf(column)] =
            std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
      }
    }
  }
}

void fillTriangles(FabricData& data) {
  const GridLayout& grid = data.layout;
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

Fabric::Fabric(std::unique_ptr<FabricData> data) : data_(std::move(data)) {}
Fabric::~Fabric() = default;

Result<std::shared_ptr<const Fabric>> Fabric::createGrid(const GridOptions& options) {
  if (Status status = checkSize(options); !status.ok()) return status;
  auto data = std::make_unique<FabricData>();
  GridLayout& grid = data->layout;
  grid.columns = options.columns;
  grid.rows = options.rows;
  grid.blocks = std::max(kMinBlocks, (grid.columns + kLanes - 1) / kLanes);

  std::vector<std::int32_t> pinnedPoints;
  if (options.pinned) {
    for (int point = 0; point < grid.columns * grid.rows; ++point) {
      if (options.pinned(point % grid.columns, point / grid.columns)) pinnedPoints.push_back(point);
    }
  }
  const auto pinnedCount = static_cast<int>(pinnedPoints.size());
  carve(data->arena, *data, pinnedCount);
  if (!data->arena.allocate()) return outOfMemory("the fabric");
  carve(data->arena, *data, pinnedCount);

  if (Status status = fillPoints(*data, options); !status.ok()) return status;
  fillPins(*data, pinnedPoints);
  fillConstraints(*data);
  fillTriangles(*data);
  return std::shared_ptr<const Fabric>(new Fabric(std::move(data)));
}

int Fabric::points() const { return data_->layout.rows * data_->layout.columns; }
int Fabric::columns() const { return data_->layout.columns; }
int Fabric::rows() const { return data_->layout.rows; }

bool Fabric::pinned(int point) const {
  return std::binary_search(data_->pinnedPoints.begin(), data_->pinnedPoints.end(), point);
}

std::span<const std::uint32_t> Fabric::indices() const { return data_->indices; }
std::span<const float> Fabric::uvs() const { return data_->uvs; }

}  // namespace mangto
