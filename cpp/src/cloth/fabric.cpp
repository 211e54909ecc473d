#include "mangto/fabric.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

#include "cloth/crowd/crowd_solver.h"
#include "cloth/fabric_builders.h"
#include "cloth/fabric_data.h"
#include "cloth/grid/grid_solver.h"
#include "cloth/mesh/mesh_solver.h"

namespace mangto {

namespace {

glm::dvec3 restPosition(const FabricData& data, std::uint32_t point) {
  const Place place = data.placeOf(static_cast<int>(point));
  const Vec3x4& block = data.restPositions[place.slot];
  return {block.x[place.lane], block.y[place.lane], block.z[place.lane]};
}

float pointAreaOf(const FabricData& data) {
  double doubleArea = 0.0;
  for (std::size_t i = 0; i < data.indices.size(); i += 3) {
    const glm::dvec3 b = restPosition(data, data.indices[i + 1]);
    const glm::dvec3 n = glm::cross(restPosition(data, data.indices[i + 2]) - b,
                                    restPosition(data, data.indices[i]) - b);
    doubleArea += std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
  }
  double particles = 0.0;
  for (const f32x4& lanes : data.present) particles += lanes[0] + lanes[1] + lanes[2] + lanes[3];
  return static_cast<float>(0.5 * doubleArea / particles);
}

}  // namespace

Fabric::Fabric(std::unique_ptr<FabricData> data) : data_(std::move(data)) {
  data_->pointArea = pointAreaOf(*data_);
}
Fabric::~Fabric() = default;

Result<std::shared_ptr<const Fabric>> Fabric::createGrid(const GridOptions& options) {
  auto data = buildGrid(options);
  if (!data.ok()) return data.status;
  return std::shared_ptr<const Fabric>(new Fabric(std::move(data.value)));
}

Result<std::shared_ptr<const Fabric>> Fabric::createMesh(const MeshOptions& options) {
  auto data = buildMesh(options);
  if (!data.ok()) return data.status;
  return std::shared_ptr<const Fabric>(new Fabric(std::move(data.value)));
}

Result<std::shared_ptr<const Fabric>> Fabric::createCrowd(const Fabric& one,
                                                          const CrowdOptions& options) {
  auto data = buildCrowd(one.data(), options);
  if (!data.ok()) return data.status;
  return std::shared_ptr<const Fabric>(new Fabric(std::move(data.value)));
}

int Fabric::points() const { return data_->points; }
int Fabric::columns() const { return data_->grid() != nullptr ? data_->grid()->layout.columns : 0; }
int Fabric::rows() const { return data_->grid() != nullptr ? data_->grid()->layout.rows : 0; }

int Fabric::members() const { return data_->members(); }

bool Fabric::pinned(int point) const {
  const Place place = data_->placeOf(point);
  return data_->present[place.slot][place.lane] > 0.0F &&
         data_->inverseMass[place.slot][place.lane] == 0.0F;
}

std::span<const std::uint32_t> Fabric::indices() const { return data_->indices; }
std::span<const float> Fabric::uvs() const { return data_->uvs; }

std::unique_ptr<Solver> makeSolver(const FabricData& fabric) {
  if (const GridTopology* grid = fabric.grid()) return std::make_unique<GridSolver>(*grid);
  if (const MeshTopology* mesh = fabric.mesh()) return std::make_unique<MeshSolver>(*mesh);
  return std::make_unique<CrowdSolver>(*fabric.crowd());
}

}  // namespace mangto
