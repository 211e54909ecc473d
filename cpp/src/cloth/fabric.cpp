#include "mangto/fabric.h"

#include <utility>

#include "cloth/crowd/crowd_solver.h"
#include "cloth/fabric_builders.h"
#include "cloth/fabric_data.h"
#include "cloth/grid/grid_solver.h"
#include "cloth/mesh/mesh_solver.h"

namespace mangto {

Fabric::Fabric(std::unique_ptr<FabricData> data) : data_(std::move(data)) {}
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
