#include <algorithm>
#include <cmath>
#include <string>

#include "core/check.h"
#include "shape/sdf_mesh_state.h"

namespace mangto {
namespace {

constexpr int kSide = SignGrid::kSide;
constexpr int kLanesPerRow = kSide / kLanes;
constexpr float kHalfDiagonal = 0.8660254F;  // √3/2
constexpr SignGrid::Layer kAll = ~SignGrid::Layer{0};

constexpr std::size_t kMaxBlocks = std::size_t{1} << 18;
// 성긴 격자를 이만큼 나누어도 안쪽 점이 없으면 그만둔다.
constexpr std::size_t kMaxEmptyBlocks = 4096;

// 넓이를 잴 때는 원하는 수의 1/8쯤이면 넉넉하다.
constexpr float kMeasureShare = 0.125F;
constexpr float kMinMeasured = 256.0F;

/// 원점에서의 x, y, z(칸)에 있는 점들. / Points at x, y, z cells from the origin.
Vec3x4 pointsAt(const Lattice& lattice, f32x4 x, f32x4 y, f32x4 z) {
  const f32x4 cell = splat(lattice.cell);
  return {splat(lattice.origin.x) + x * cell, splat(lattice.origin.y) + y * cell,
          splat(lattice.origin.z) + z * cell};
}

SignGrid::Layer bitsOf(i32x4 mask) {
  return static_cast<SignGrid::Layer>((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) |
                                      (mask[3] & 8));
}

/// 마디의 아이들 가운데 z가 같은 넷. / The four children of one z.
i32x4 childrenNearSurface(const SdfMeshState& mesh, const OctreeNode& node, int dz) {
  const auto blocks = static_cast<float>(1 << (node.level - 1));
  const float size = blocks * static_cast<float>(kSide);
  const auto center = [&](int axis, float first, float second, float third, float fourth) {
    const auto low = static_cast<float>(node.at[static_cast<std::size_t>(axis)] * kSide);
    return splat(low) + f32x4{first, second, third, fourth} * splat(size);
  };
  const float z = static_cast<float>(dz) + 0.5F;
  const Vec3x4 centers = pointsAt(mesh.lattice, center(0, 0.5F, 1.5F, 0.5F, 1.5F),
                                  center(1, 0.5F, 0.5F, 1.5F, 1.5F), center(2, z, z, z, z));
  // 겉면이 지나는 토막의 이웃까지 담기도록 사방으로 토막 하나만큼 넓게 본다.
  const float reach = kHalfDiagonal * (size + 2.0F * static_cast<float>(kSide)) * mesh.lattice.cell;
  const FieldRange range = mesh.field.range(centers, reach);
  return (range.low <= splat(0.0F)) & (range.high >= splat(0.0F));
}

}  // namespace

glm::vec3 Lattice::blockCenter(const SignGrid::Block& block) const {
  constexpr int kHalf = kSide / 2;
  const auto center = [&](std::size_t axis) {
    return static_cast<float>(block.at[axis] * kSide + kHalf);
  };
  return origin + glm::vec3(center(0), center(1), center(2)) * cell;
}

void layLattice(SdfMeshState& mesh, float cell) {
  const glm::vec3 size = mesh.extent.high - mesh.extent.low;
  const float longest = std::max({size.x, size.y, size.z});
  // 겉면이 지나는 토막의 이웃까지 들어가야 하므로 양 끝에 토막 하나와 한 칸씩 남긴다.
  constexpr float kRoom = 2.0F * (static_cast<float>(kSide) + 1.0F);
  constexpr auto kMostCells = static_cast<float>(kSide << SignGrid::kAxisBits);
  Lattice& lattice = mesh.lattice;
  lattice.cell = std::max(cell, longest / (kMostCells - kRoom));
  const float cells = longest / lattice.cell + kRoom;
  lattice.level = 1;
  while (lattice.level < SignGrid::kAxisBits && static_cast<float>(kSide << lattice.level) < cells)
    ++lattice.level;
  const float half = static_cast<float>(kSide << lattice.level) * 0.5F * lattice.cell;
  lattice.origin = (mesh.extent.low + mesh.extent.high) * 0.5F - half;
  mesh.grid.clear();
  mesh.stack[0] = {{0, 0, 0}, lattice.level};
  mesh.stackSize = 1;
  mesh.mixedCells = 0;
}

Status nothingEnclosed(std::size_t vertices) {
  return {StatusCode::kInvalidArgument, "shapes must enclose a volume that is thick enough for " +
                                            std::to_string(vertices) + " vertices, got none"};
}

bool searchBlocks(SdfMeshState& mesh) {
  const OctreeNode node = mesh.stack[--mesh.stackSize];
  const std::array<i32x4, 2> near{childrenNearSurface(mesh, node, 0),
                                  childrenNearSurface(mesh, node, 1)};
  const auto isNear = [&](int child) {
    return near[static_cast<std::size_t>(child / kLanes)][child % kLanes] != 0;
  };
  const int level = node.level - 1;
  const auto childAt = [&](int child) -> std::array<std::int32_t, 3> {
    return {node.at[0] + ((child & 1) << level), node.at[1] + ((child >> 1 & 1) << level),
            node.at[2] + ((child >> 2) << level)};
  };
  for (int child = 0; level == 0 && child < 8; ++child) {
    if (!isNear(child)) continue;
    if (mesh.grid.blocks().size() == kMaxBlocks || !mesh.grid.append(childAt(child))) {
      mesh.failure = outOfMemory("the lattice of the shapes");
      return true;
    }
  }
  // 뒤에서부터 쌓아 모턴 순서로 꺼낸다.
  for (int child = 7; level > 0 && child >= 0; --child) {
    if (isNear(child)) mesh.stack[mesh.stackSize++] = {childAt(child), level};
  }
  return mesh.stackSize == 0;
}

bool sampleSigns(SdfMeshState& mesh) {
  if (mesh.grid.blocks().empty()) return true;
  SignGrid::Block& block = mesh.grid.blocks()[mesh.cursor / kSide];
  const std::size_t layer = mesh.cursor % kSide;
  if (layer == 0) {
    const float reach = kHalfDiagonal * static_cast<float>(kSide) * mesh.lattice.cell;
    const glm::vec3 center = mesh.lattice.blockCenter(block);
    const FieldRange range =
        mesh.field.range({splat(center.x), splat(center.y), splat(center.z)}, reach);
    if (range.low[0] > 0.0F || range.high[0] < 0.0F) {
      block.inside.fill(range.high[0] < 0.0F ? kAll : 0);
      mesh.cursor += kSide;
      return mesh.cursor == kSide * mesh.grid.blocks().size();
    }
    mesh.field.focus(center, reach);
  }
  const auto low = [&](std::size_t axis) { return static_cast<float>(block.at[axis] * kSide); };
  SignGrid::Layer inside = 0;
  for (int y = 0; y < kSide; ++y) {
    for (int half = 0; half < kLanesPerRow; ++half) {
      const float x = low(0) + static_cast<float>(half * kLanes);
      const Vec3x4 p = pointsAt(mesh.lattice, f32x4{x, x + 1.0F, x + 2.0F, x + 3.0F},
                                splat(low(1) + static_cast<float>(y)),
                                splat(low(2) + static_cast<float>(layer)));
      inside |= bitsOf(mesh.field.value(p) < splat(0.0F)) << (kSide * y + half * kLanes);
    }
  }
  block.inside[layer] = inside;
  ++mesh.cursor;
  return mesh.cursor == kSide * mesh.grid.blocks().size();
}

bool countCells(SdfMeshState& mesh) {
  const std::span<SignGrid::Block> blocks = mesh.grid.blocks();
  if (mesh.cursor < blocks.size()) {
    SignGrid::Block& block = blocks[mesh.cursor++];
    mesh.grid.link(block);
    mesh.mixedCells += static_cast<std::size_t>(mesh.grid.findMixed(block));
  }
  return mesh.cursor >= blocks.size();
}

void chooseCell(SdfMeshState& mesh) {
  if (mesh.mixedCells == 0 && mesh.grid.blocks().size() > kMaxEmptyBlocks + mesh.wanted) {
    mesh.failure = nothingEnclosed(mesh.wanted);
    return;
  }
  const auto count = static_cast<float>(mesh.mixedCells);
  const auto wanted = static_cast<float>(mesh.wanted);
  const float enough = std::max(wanted * kMeasureShare, kMinMeasured);
  const bool finest = mesh.lattice.level == SignGrid::kAxisBits;
  const float cell = mesh.lattice.cell;
  mesh.measuring = !finest && count < 0.5F * enough;
  // 칸의 수는 칸 크기의 제곱에 반비례한다.
  layLattice(mesh, mesh.measuring
                       ? std::clamp(cell * std::sqrt(count / enough), cell * 0.25F, cell * 0.75F)
                       : cell * std::sqrt(count / wanted));
}

bool fillCriticalCells(SdfMeshState& mesh) {
  const std::span<const SignGrid::Block> blocks = mesh.grid.blocks();
  mesh.filled |= mesh.grid.fillCritical(blocks[mesh.cursor++]);
  if (mesh.cursor < blocks.size()) return false;
  if (!mesh.filled) return true;
  mesh.filled = false;
  mesh.cursor = 0;
  return false;
}

}  // namespace mangto
