#include <algorithm>
#include <bit>

#include "core/check.h"
#include "shape/sdf_mesh_state.h"

namespace mangto {
namespace {

constexpr int kSide = SignGrid::kSide;
constexpr float kHalfDiagonal = 0.8660254F;  // √3/2
constexpr std::size_t kQuadsPerPiece = 256;
// 꼭짓점은 제 칸의 벽에서 이만큼(칸 크기의 비율) 떨어진다: 서로 겹치지 않는다. 마지막에는 칸의
// 귀퉁이만 스치는 겉면에도 닿게 한다.
constexpr float kInset = 0.05F;
constexpr float kLastInset = 0.001F;
constexpr int kLastSteps = 4;
constexpr float kTiny = 1.0e-30F;

using Layer = SignGrid::Layer;

/// 부호가 다른 두 점을 잇는 격자의 변: 축마다, 칸의 가장 낮은 모서리에서 나가는 것.
/// Lattice edges between points of different signs, per axis, that leave a cell's lowest corner.
std::array<Layer, 3> crossedEdges(const SignGrid::Corners& c) {
  return {c[0] ^ c[1], c[0] ^ c[2], c[0] ^ c[4]};
}

/// 변을 둘러싼 네 칸을 잇는다. 안쪽에서 바깥쪽으로 가는 변을 마주 보면 시계 반대 방향이다.
/// Joins the four cells around an edge, counter-clockwise as seen from the outer end.
Quad quadAround(const SdfMeshState& mesh, const SignGrid::Block& block,
                const std::array<int, 3>& cell, std::size_t axis, bool startsInside) {
  const std::size_t u = (axis + 1) % 3;
  const std::size_t v = (axis + 2) % 3;
  const auto vertex = [&](int du, int dv) {
    std::array<int, 3> at = cell;
    at[u] += du;
    at[v] += dv;
    return mesh.grid.vertexOf(block, at[0], at[1], at[2]);
  };
  const Quad quad{vertex(-1, -1), vertex(0, -1), vertex(0, 0), vertex(-1, 0)};
  if (startsInside) return quad;
  return {quad[3], quad[2], quad[1], quad[0]};
}

glm::vec3 vertexAt(const SdfMeshState& mesh, std::uint32_t vertex) {
  const float* p = &mesh.positions.span()[3 * std::size_t{vertex}];
  return {p[0], p[1], p[2]};
}

float distanceSquared(const SdfMeshState& mesh, std::uint32_t a, std::uint32_t b) {
  const glm::vec3 d = vertexAt(mesh, a) - vertexAt(mesh, b);
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

/// 한 층의 꼭짓점 넷까지. / Up to four vertices of a layer.
struct Group {
  std::size_t first;  ///< vertex
  int size;
  Vec3x4 low;  ///< 칸의 가장 낮은 모서리 / lowest corners of the cells
};

Group takeGroup(const SdfMeshState& mesh, const SignGrid::Block& block, int z, std::size_t first,
                Layer& cells) {
  Group group{first, 0, {}};
  const float cell = mesh.lattice.cell;
  const glm::vec3& origin = mesh.lattice.origin;
  for (; group.size < kLanes && cells != 0; ++group.size, cells &= cells - 1) {
    const int bit = std::countr_zero(cells);
    const int x = block.at[0] * kSide + bit % kSide;
    const int y = block.at[1] * kSide + bit / kSide;
    group.low.x[group.size] = origin.x + static_cast<float>(x) * cell;
    group.low.y[group.size] = origin.y + static_cast<float>(y) * cell;
    group.low.z[group.size] = origin.z + static_cast<float>(block.at[2] * kSide + z) * cell;
  }
  return group;
}

/// 처음에는 칸의 가운데, 다음부터는 둘레 사각형들의 중심의 평균. / The center of the cell at first,
/// later the mean of the centers of the quads around.
Vec3x4 startOf(SdfMeshState& mesh, const Group& group) {
  const f32x4 half = splat(0.5F * mesh.lattice.cell);
  Vec3x4 p = group.low + Vec3x4{half, half, half};
  for (int lane = 0; lane < group.size && mesh.relaxations > 0; ++lane) {
    const std::size_t vertex = group.first + static_cast<std::size_t>(lane);
    const glm::vec3 mean =
        mesh.sums.span()[vertex] / static_cast<float>(mesh.counts.span()[vertex]);
    p.x[lane] = mean.x;
    p.y[lane] = mean.y;
    p.z[lane] = mean.z;
  }
  return p;
}

// 뉴턴 걸음: p -= f·∇f/|∇f|², 제 칸 안에서.
Vec3x4 project(const SdfMeshState& mesh, const Group& group, Vec3x4 p, bool last) {
  const float inset = last ? kLastInset : kInset;
  const f32x4 near = splat(inset * mesh.lattice.cell);
  const f32x4 far = splat((1.0F - inset) * mesh.lattice.cell);
  const Vec3x4 low = group.low + Vec3x4{near, near, near};
  const Vec3x4 high = group.low + Vec3x4{far, far, far};
  for (int i = 0; i < (last ? kLastSteps : 1); ++i) {
    const FieldSample s = mesh.field.sample(p);
    const f32x4 step = s.value / max(dot(s.gradient, s.gradient), splat(kTiny));
    p = min(max(p - s.gradient * step, low), high);
  }
  return p;
}

void store(SdfMeshState& mesh, const Group& group, const Vec3x4& p) {
  for (int lane = 0; lane < group.size; ++lane) {
    const std::size_t vertex = group.first + static_cast<std::size_t>(lane);
    float* position = &mesh.positions.span()[3 * vertex];
    position[0] = p.x[lane];
    position[1] = p.y[lane];
    position[2] = p.z[lane];
    mesh.sums.span()[vertex] = glm::vec3(0.0F);
    mesh.counts.span()[vertex] = 0;
  }
}

void storeSurface(SdfMeshState& mesh, const Group& group, const FieldSample& s) {
  const f32x4 length = max(sqrt(dot(s.gradient, s.gradient)), splat(kTiny));
  for (int lane = 0; lane < group.size; ++lane) {
    const std::size_t vertex = group.first + static_cast<std::size_t>(lane);
    float* normal = &mesh.normals.span()[3 * vertex];
    normal[0] = s.gradient.x[lane] / length[lane];
    normal[1] = s.gradient.y[lane] / length[lane];
    normal[2] = s.gradient.z[lane] / length[lane];
    mesh.shapes.span()[vertex] = static_cast<std::uint16_t>(s.shape[lane]);
  }
}

bool allocateSurface(SdfMeshState& mesh) {
  const std::size_t n = mesh.vertices;
  return mesh.quads.resize(mesh.quadCount) && mesh.sums.resize(n) && mesh.counts.resize(n) &&
         mesh.positions.resize(3 * n) && mesh.normals.resize(3 * n) && mesh.shapes.resize(n) &&
         mesh.indices.resize(6 * mesh.quadCount);
}

}  // namespace

bool numberVertices(SdfMeshState& mesh) {
  const std::span<SignGrid::Block> blocks = mesh.grid.blocks();
  SignGrid::Block& block = blocks[mesh.cursor++];
  mesh.grid.findMixed(block);
  for (int z = 0; z < kSide; ++z) {
    const auto layer = static_cast<std::size_t>(z);
    block.firstVertex[layer] = static_cast<std::uint32_t>(mesh.vertices);
    mesh.vertices += static_cast<std::size_t>(std::popcount(block.mixed[layer]));
    for (const Layer edges : crossedEdges(mesh.grid.corners(block, z)))
      mesh.quadCount += static_cast<std::size_t>(std::popcount(edges));
  }
  if (mesh.cursor < blocks.size()) return false;
  if (!allocateSurface(mesh)) mesh.failure = outOfMemory("the mesh of the shapes");
  mesh.quadCount = 0;
  return true;
}

bool connectCells(SdfMeshState& mesh) {
  const std::span<const SignGrid::Block> blocks = mesh.grid.blocks();
  const SignGrid::Block& block = blocks[mesh.cursor / kSide];
  const int z = static_cast<int>(mesh.cursor % kSide);
  const SignGrid::Corners corners = mesh.grid.corners(block, z);
  const std::array<Layer, 3> edges = crossedEdges(corners);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (Layer left = edges[axis]; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      const bool startsInside = (corners[0] >> bit & 1) != 0;
      mesh.quads.span()[mesh.quadCount++] =
          quadAround(mesh, block, {bit % kSide, bit / kSide, z}, axis, startsInside);
    }
  }
  ++mesh.cursor;
  return mesh.cursor == kSide * blocks.size();
}

bool averageQuads(SdfMeshState& mesh) {
  const std::size_t end = std::min(mesh.cursor + kQuadsPerPiece, mesh.quadCount);
  for (; mesh.cursor < end; ++mesh.cursor) {
    const Quad& quad = mesh.quads.span()[mesh.cursor];
    const glm::vec3 center = (vertexAt(mesh, quad[0]) + vertexAt(mesh, quad[1]) +
                              vertexAt(mesh, quad[2]) + vertexAt(mesh, quad[3])) *
                             0.25F;
    for (const std::uint32_t vertex : quad) {
      mesh.sums.span()[vertex] += center;
      ++mesh.counts.span()[vertex];
    }
  }
  return mesh.cursor == mesh.quadCount;
}

bool moveVertices(SdfMeshState& mesh, bool last) {
  const std::span<const SignGrid::Block> blocks = mesh.grid.blocks();
  const SignGrid::Block& block = blocks[mesh.cursor / kSide];
  const auto layer = mesh.cursor % kSide;
  if (layer == 0) {
    mesh.field.focus(mesh.lattice.blockCenter(block),
                     kHalfDiagonal * static_cast<float>(kSide) * mesh.lattice.cell);
  }
  std::size_t vertex = block.firstVertex[layer];
  for (Layer cells = block.mixed[layer]; cells != 0;) {
    const Group group = takeGroup(mesh, block, static_cast<int>(layer), vertex, cells);
    const Vec3x4 p = project(mesh, group, startOf(mesh, group), last);
    store(mesh, group, p);
    if (last) storeSurface(mesh, group, mesh.field.sample(p));
    vertex += static_cast<std::size_t>(group.size);
  }
  ++mesh.cursor;
  return mesh.cursor == kSide * blocks.size();
}

// 사각형은 짧은 대각선으로 나눈다.
bool splitQuads(SdfMeshState& mesh) {
  const std::size_t end = std::min(mesh.cursor + kQuadsPerPiece, mesh.quadCount);
  for (; mesh.cursor < end; ++mesh.cursor) {
    const auto& [a, b, c, d] = mesh.quads.span()[mesh.cursor];
    const bool alongAc = distanceSquared(mesh, a, c) <= distanceSquared(mesh, b, d);
    const std::array<std::uint32_t, 6> triangles =
        alongAc ? std::array<std::uint32_t, 6>{a, b, c, a, c, d}
                : std::array<std::uint32_t, 6>{a, b, d, b, c, d};
    std::copy(triangles.begin(), triangles.end(), &mesh.indices.span()[6 * mesh.cursor]);
  }
  return mesh.cursor == mesh.quadCount;
}

}  // namespace mangto
