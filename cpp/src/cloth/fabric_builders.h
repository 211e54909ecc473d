#pragma once

#include <memory>

#include "mangto/fabric.h"

namespace mangto {

Result<std::unique_ptr<FabricData>> buildGrid(const GridOptions& options);
Result<std::unique_ptr<FabricData>> buildMesh(const MeshOptions& options);
Result<std::unique_ptr<FabricData>> buildCrowd(const FabricData& one, const CrowdOptions& options);

}  // namespace mangto
