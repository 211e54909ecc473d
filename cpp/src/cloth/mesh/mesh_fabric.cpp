#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cloth/fabric_builders.h"
#include "cloth/fabric_data.h"
#include "cloth/mesh/batches.h"
#include "core/buffer.h"
#include "core/check.h"
#include "mesh/edges.h"
#include "mesh/weld.h"

namespace mangto {
namespace {

// 만드는 동안의 작업 배열에 드는 메모리의 위쪽 어림(바이트): 용접의 해시표, 변의 목록, 제약과 묶음.
constexpr std::size_t kScratchBytesPerVertex = 128;
constexpr std::size_t kScratchBytesPerCorner = 200;

// 넓이가 긴 변의 제곱에 견주어 이보다 작으면 넓이가 없다고 본다.
constexpr float kFlat = 1.0e-7F;

// 사각형의 대각선으로 보는 변: 두 삼각형 모두에서 가장 길고, 맞은편 각이 90° ± 20°.
constexpr float kLongest = 1.001F;
constexpr float kCosRightAngle = 0.342F;

struct Geometry {
  std::vector<glm::vec3> positions;  ///< per particle
  std::vector<std::uint8_t> pinned;  ///< per particle
  std::vector<std::int32_t> level;   ///< per particle
  std::vector<std::int32_t> particleOf;
  std::vector<std::int32_t> triangles;  ///< particles, without degenerate triangles
  std::vector<Pin> pins;
  int used = 0;  ///< particles that belong to a triangle come first
};

glm::vec3 pointAt(std::span<const float> positions, std::size_t point) {
  return {positions[3 * point], positions[3 * point + 1], positions[3 * point + 2]};
}

float lengthOf(const glm::vec3& d) { return std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z); }

bool isFlat(std::span<const float> positions, std::int32_t a, std::int32_t b, std::int32_t c) {
  const glm::vec3 ab = pointAt(positions, b) - pointAt(positions, a);
  const glm::vec3 ac = pointAt(positions, c) - pointAt(positions, a);
  const float longest = std::max({lengthOf(ab), lengthOf(ac), lengthOf(ac - ab)});
  return lengthOf(glm::cross(ab, ac)) <= kFlat * longest * longest;
}

Status invalid(std::string message) { return {StatusCode::kInvalidArgument, std::move(message)}; }

Status checkMesh(const MeshOptions& options, std::span<const std::uint32_t> indices) {
  const std::size_t points = options.positions.size() / 3;
  if (options.positions.size() % 3 != 0) {
    return invalid("positions.length must be a multiple of 3, got " +
                   std::to_string(options.positions.size()));
  }
  Status status =
      checkInteger("positions.length / 3", static_cast<long long>(points), 3, Fabric::kMaxPoints);
  for (std::size_t i = 0; status.ok() && i < points; ++i) {
    status = checkVector("positions of vertex " + std::to_string(i), pointAt(options.positions, i),
                         Fabric::kMaxCoordinate);
  }
  if (!status.ok()) return status;
  if (indices.size() % 3 != 0) {
    const char* name =
        options.indices.empty() ? "positions.length / 3 without indices" : "indices.length";
    return invalid(std::string(name) + " must be a multiple of 3, got " +
                   std::to_string(indices.size()));
  }
  status = checkInteger("indices.length / 3", static_cast<long long>(indices.size() / 3), 1,
                        4 * Fabric::kMaxPoints);
  for (std::size_t i = 0; status.ok() && i < indices.size(); ++i) {
    status = checkInteger("indices[" + std::to_string(i) + "]", indices[i], 0,
                          static_cast<long long>(points) - 1);
  }
  return status;
}

/// 고정점에서 퍼져 나가는 차례와, 점마다 건너온 변의 수. / Order from the pins outwards, and levels
/// per vertex.
struct Spread {
  std::vector<std::int32_t> order;
  std::vector<std::int32_t> level;
};

/// 이웃 변을 따라 고정점에서(없으면 첫 점에서) 퍼져 나간다. 닿지 않는 조각은 그다음 단계로 잇는다.
/// Breadth-first over the edges from the pins, else from the first vertex; other components follow.
Spread spreadFromPins(const EdgeList& edges, const std::vector<std::uint8_t>& used,
                      const std::vector<std::uint8_t>& pinned) {
  const std::size_t count = used.size();
  std::vector<std::int32_t> start(count + 1, 0);
  for (const Edge& e : edges.edges) {
    ++start[e.a + 1];
    ++start[e.b + 1];
  }
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<std::int32_t> neighbours(start.back());
  std::vector<std::int32_t> fill(start.begin(), start.end() - 1);
  for (const Edge& e : edges.edges) {
    neighbours[fill[e.a]++] = e.b;
    neighbours[fill[e.b]++] = e.a;
  }

  Spread spread{{}, std::vector<std::int32_t>(count, -1)};
  spread.order.reserve(count);
  const auto visit = [&](std::int32_t v, std::int32_t level) {
    if (spread.level[v] >= 0 || used[v] == 0) return;
    spread.level[v] = level;
    spread.order.push_back(v);
  };
  std::size_t next = 0;
  const auto walk = [&] {
    for (; next < spread.order.size(); ++next) {
      const std::int32_t v = spread.order[next];
      for (std::int32_t i = start[v]; i < start[v + 1]; ++i)
        visit(neighbours[i], spread.level[v] + 1);
    }
  };
  for (std::size_t v = 0; v < count; ++v) {
    if (pinned[v] != 0) visit(static_cast<std::int32_t>(v), 0);
  }
  walk();
  for (std::size_t v = 0; v < count; ++v) {
    visit(static_cast<std::int32_t>(v),
          spread.order.empty() ? 0 : spread.level[spread.order.back()] + 1);
    walk();
  }
  return spread;
}

/// 용접하고, 넓이 없는 삼각형을 빼고, 입자에 번호를 매긴다. / Welds, drops degenerate triangles,
/// numbers the particles.
Geometry gather(const MeshOptions& options, std::span<const std::uint32_t> indices) {
  const std::vector<std::int32_t> welded =
      weld(options.positions, weldTolerance(options.positions, indices));
  const std::size_t points = welded.size();

  Geometry g;
  std::vector<std::uint8_t> used(points, 0);
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    const std::int32_t a = welded[indices[i]];
    const std::int32_t b = welded[indices[i + 1]];
    const std::int32_t c = welded[indices[i + 2]];
    if (a == b || b == c || c == a || isFlat(options.positions, a, b, c)) continue;
    g.triangles.insert(g.triangles.end(), {a, b, c});
    used[a] = used[b] = used[c] = 1;
  }
  std::vector<std::uint8_t> pinned(points, 0);
  std::vector<std::int32_t> pinPoints;
  for (std::size_t point = 0; options.pinned && point < points; ++point) {
    if (!options.pinned(static_cast<int>(point)) || pinned[welded[point]] != 0) continue;
    pinned[welded[point]] = 1;
    pinPoints.push_back(static_cast<std::int32_t>(point));
  }

  auto [order, level] = spreadFromPins(findEdges(g.triangles), used, pinned);
  g.used = static_cast<int>(order.size());
  // 어느 삼각형에도 없는 점은 움직이지 않는 입자로 끝에 둔다.
  for (std::size_t v = 0; v < points; ++v) {
    if (welded[v] == static_cast<std::int32_t>(v) && used[v] == 0)
      order.push_back(static_cast<std::int32_t>(v));
  }
  std::vector<std::int32_t> rank(points, 0);
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<std::int32_t>(i);
  for (const std::int32_t v : order) {
    g.positions.push_back(pointAt(options.positions, v));
    g.pinned.push_back(pinned[v]);
    g.level.push_back(level[v]);
  }
  g.particleOf.resize(points);
  for (std::size_t v = 0; v < points; ++v) g.particleOf[v] = rank[welded[v]];
  for (std::int32_t& v : g.triangles) v = rank[v];
  for (const std::int32_t point : pinPoints) {
    const std::int32_t particle = g.particleOf[point];
    g.pins.push_back({point, {particle / kLanes, particle % kLanes}});
  }
  return g;
}

/// 변 ab가 삼각형 abo의 긴 변이고 o의 각이 거의 직각인가. / Whether ab is the long side of a nearly
/// right triangle.
bool isHypotenuse(const Geometry& g, const Edge& edge, std::int32_t opposite) {
  const glm::vec3 toA = g.positions[edge.a] - g.positions[opposite];
  const glm::vec3 toB = g.positions[edge.b] - g.positions[opposite];
  const float a = lengthOf(toA);
  const float b = lengthOf(toB);
  const float cosine = (toA.x * toB.x + toA.y * toB.y + toA.z * toB.z) / (a * b);
  return lengthOf(g.positions[edge.a] - g.positions[edge.b]) > kLongest * std::max(a, b) &&
         std::abs(cosine) <= kCosRightAngle;
}

/// 변과, 어느 변이 사각형의 대각선인지. / Edges, and which of them are diagonals of quads.
struct Surface {
  EdgeList list;
  std::vector<std::uint8_t> diagonal;

  std::int32_t opposite(const Edge& edge, int i) const {
    return list.opposite[edge.firstOpposite + i];
  }
};

Surface findSurface(const Geometry& g) {
  Surface surface{findEdges(g.triangles), {}};
  for (const Edge& edge : surface.list.edges) {
    surface.diagonal.push_back(edge.opposites == 2 &&
                               isHypotenuse(g, edge, surface.opposite(edge, 0)) &&
                               isHypotenuse(g, edge, surface.opposite(edge, 1)));
  }
  return surface;
}

/// 변 ab의 한쪽에 있는 사각형에서 a와 b의 다른 이웃. / The other neighbours of a and b in a quad on
/// ab.
struct QuadSide {
  std::int32_t nextToA;
  std::int32_t nextToB;
};

/// 삼각형 abo가 사각형의 반이면 그 사각형. / The quad of which the triangle abo is one half, if it
/// is.
std::optional<QuadSide> quadOn(const Surface& surface, const Edge& edge, std::int32_t o) {
  const auto across = [&](std::int32_t from, std::int32_t known) -> std::int32_t {
    const std::int32_t i = surface.list.find(from, o);
    if (i < 0 || surface.diagonal[i] == 0) return -1;
    const Edge& diagonal = surface.list.edges[i];
    return surface.opposite(diagonal, surface.opposite(diagonal, 0) == known ? 1 : 0);
  };
  if (const std::int32_t fourth = across(edge.a, edge.b); fourth >= 0) return QuadSide{fourth, o};
  if (const std::int32_t fourth = across(edge.b, edge.a); fourth >= 0) return QuadSide{o, fourth};
  return std::nullopt;
}

/// 변은 구조 제약, 사각형의 두 대각선은 전단 제약. 굽힘 제약은 이웃한 두 사각형에서는 한 점 건너의
/// 두 쌍(격자와 같다), 다른 이웃 삼각형들에서는 맞은편 점의 쌍이다. Edges are structural, both
/// diagonals of a quad shear constraints. Bend constraints join, in neighbouring quads, the two
/// pairs that skip one point (as in a grid), in other neighbouring triangles the opposite vertices.
MeshConstraints findConstraints(const Geometry& g) {
  const Surface surface = findSurface(g);
  MeshConstraints constraints;
  const auto add = [&](ConstraintKind kind, std::int32_t a, std::int32_t b) {
    constraints[kind].push_back(
        {std::min(a, b), std::max(a, b), lengthOf(g.positions[a] - g.positions[b])});
  };
  // 사면체처럼 이미 변으로 이어져 있으면 다시 잇지 않는다.
  const auto addNew = [&](ConstraintKind kind, std::int32_t a, std::int32_t b) {
    if (a != b && surface.list.find(a, b) < 0) add(kind, a, b);
  };
  for (std::size_t e = 0; e < surface.list.edges.size(); ++e) {
    const Edge& edge = surface.list.edges[e];
    const bool diagonal = surface.diagonal[e] != 0;
    add(diagonal ? kShear : kStructural, edge.a, edge.b);
    for (int i = 0; i + 1 < edge.opposites; ++i) {
      const std::int32_t one = surface.opposite(edge, i);
      const std::int32_t two = surface.opposite(edge, i + 1);
      if (diagonal) {
        addNew(kShear, one, two);
        continue;
      }
      const auto quadOne = quadOn(surface, edge, one);
      const auto quadTwo = quadOn(surface, edge, two);
      if (quadOne && quadTwo) {
        addNew(kBend, quadOne->nextToA, quadTwo->nextToA);
        addNew(kBend, quadOne->nextToB, quadTwo->nextToB);
      } else {
        addNew(kBend, one, two);
      }
    }
  }
  const auto before = [](const MeshConstraint& l, const MeshConstraint& r) {
    return std::pair(l.a, l.b) < std::pair(r.a, r.b);
  };
  const auto same = [](const MeshConstraint& l, const MeshConstraint& r) {
    return l.a == r.a && l.b == r.b;
  };
  for (auto& kind : constraints) {
    std::sort(kind.begin(), kind.end(), before);
    kind.erase(std::unique(kind.begin(), kind.end(), same), kind.end());
  }
  return constraints;
}

void carve(FabricData& data, MeshTopology& topology, const Geometry& g, std::size_t indices,
           const std::vector<Batch>& batches) {
  Arena& arena = data.arena;
  const std::size_t slots = (g.positions.size() + kLanes - 1) / kLanes;
  data.restPositions = arena.take<Vec3x4>(slots);
  data.inverseMass = arena.take<f32x4>(slots);
  data.present = arena.take<f32x4>(slots);
  data.pins = arena.take<Pin>(g.pins.size());
  data.indices = arena.take<std::uint32_t>(indices);
  topology.particleOf = arena.take<std::int32_t>(g.particleOf.size());
  topology.batches = arena.take<Batch>(batches.size());
  topology.triangles = arena.take<std::int32_t>(g.triangles.size());
}

void fillParticles(FabricData& data, const Geometry& g) {
  for (std::size_t i = 0; i < data.restPositions.size() * kLanes; ++i) {
    // 빈 줄기는 마지막 입자 곁에 둔다.
    const glm::vec3& p = g.positions[std::min(i, g.positions.size() - 1)];
    const std::size_t slot = i / kLanes;
    const int lane = static_cast<int>(i % kLanes);
    data.restPositions[slot].x[lane] = p.x;
    data.restPositions[slot].y[lane] = p.y;
    data.restPositions[slot].z[lane] = p.z;
    const bool isUsed = i < static_cast<std::size_t>(g.used);
    data.present[slot][lane] = isUsed ? 1.0F : 0.0F;
    data.inverseMass[slot][lane] = isUsed && g.pinned[i] == 0 ? 1.0F : 0.0F;
  }
}

}  // namespace

Result<std::unique_ptr<FabricData>> buildMesh(const MeshOptions& options) {
  const std::size_t corners =
      options.indices.empty() ? options.positions.size() / 3 : options.indices.size();
  if (!canAllocate(kScratchBytesPerVertex * (options.positions.size() / 3) +
                   kScratchBytesPerCorner * corners + 4 * kSmallObjects)) {
    return outOfMemory("the fabric");
  }
  std::vector<std::uint32_t> sequence;
  std::span<const std::uint32_t> indices = options.indices;
  if (indices.empty()) {
    sequence.resize(options.positions.size() / 3);
    std::iota(sequence.begin(), sequence.end(), 0U);
    indices = sequence;
  }
  if (Status status = checkMesh(options, indices); !status.ok()) return status;
  const Geometry g = gather(options, indices);
  if (g.triangles.empty())
    return invalid("indices must name at least one triangle with an area, got none");

  auto data = std::make_unique<FabricData>();
  data->points = static_cast<int>(g.particleOf.size());
  auto& topology = data->topology.emplace<MeshTopology>();
  topology.particles = static_cast<int>(g.positions.size());

  const MeshConstraints constraints = findConstraints(g);
  // 덤 입자는 묶음을 채운 마지막 자리의 다음이다(MeshSolver::carve).
  const auto spare = static_cast<std::int32_t>((g.positions.size() + kLanes - 1) / kLanes * kLanes);
  const std::vector<Batch> batches = makeBatches(constraints, {g.pinned, g.level}, spare);
  for (int kind = 0; kind < kConstraintKinds; ++kind) {
    topology.constraints[kind] = static_cast<int>(constraints[kind].size());
  }
  for (const MeshConstraint& edge : constraints[kStructural])
    data->longestEdge = std::max(data->longestEdge, edge.restLength);

  carve(*data, topology, g, indices.size(), batches);
  if (!data->arena.allocate()) return outOfMemory("the fabric");
  carve(*data, topology, g, indices.size(), batches);
  fillParticles(*data, g);
  std::copy(g.pins.begin(), g.pins.end(), data->pins.begin());
  std::copy(indices.begin(), indices.end(), data->indices.begin());
  std::copy(g.particleOf.begin(), g.particleOf.end(), topology.particleOf.begin());
  std::copy(batches.begin(), batches.end(), topology.batches.begin());
  std::copy(g.triangles.begin(), g.triangles.end(), topology.triangles.begin());
  return data;
}

}  // namespace mangto
