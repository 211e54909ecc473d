#include <algorithm>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>
#include <string>
#include <vector>

#include "cloth/fabric_builders.h"
#include "cloth/fabric_data.h"
#include "core/buffer.h"
#include "core/check.h"

namespace mangto {
namespace {

// 제약의 목록이 자랄 때 드는 메모리(바이트).
constexpr std::size_t kScratchBytesPerParticle = 400;

using Pinned = CrowdStretch::Pinned;

/// 한 벌을 격자든 그물이든 같은 눈으로 본다. / One member, seen alike whether grid or mesh.
struct MemberShape {
  const FabricData& data;
  const MeshTopology* mesh;
  int particles;

  explicit MemberShape(const FabricData& one)
      : data(one), mesh(one.mesh()), particles(mesh != nullptr ? mesh->particles : one.points) {}

  int particleOf(int point) const { return mesh != nullptr ? mesh->particleOf[point] : point; }
  Place placeOf(int particle) const {
    return mesh != nullptr ? Place{particle / kLanes, particle % kLanes} : data.placeOf(particle);
  }
  bool isPinned(int particle) const {
    const Place place = placeOf(particle);
    return data.inverseMass[place.slot][place.lane] == 0.0F;
  }
  int triangleIndices() const {
    return static_cast<int>(mesh != nullptr ? mesh->triangles.size() : data.indices.size());
  }
  int triangleIndex(int i) const {
    return mesh != nullptr ? mesh->triangles[i] : static_cast<int>(data.indices[i]);
  }
};

/// 풀 차례대로의 제약과 구간. / Constraints and stretches in the order in which they are solved.
struct ConstraintList {
  const MemberShape& member;
  std::vector<CrowdConstraint> constraints;
  std::vector<CrowdStretch> stretches;

  /// 둘 다 고정된 제약은 움직일 것이 없어 뺀다. / A constraint between two pins moves nothing.
  void add(ConstraintKind kind, const CrowdConstraint& constraint) {
    const bool pinnedA = member.isPinned(constraint.a);
    const bool pinnedB = member.isPinned(constraint.b);
    if (pinnedA && pinnedB) return;
    const Pinned pinned = pinnedA ? Pinned::kA : pinnedB ? Pinned::kB : Pinned::kNone;
    const auto at = static_cast<std::int32_t>(constraints.size());
    if (stretches.empty() || stretches.back().kind != kind || stretches.back().pinned != pinned)
      stretches.push_back({at, at, kind, pinned});
    stretches.back().last = at + 1;
    constraints.push_back(constraint);
  }
};

/// 한 벌의 종류마다의 제약의 수. / Constraints of one member by kind.
std::array<int, kConstraintKinds> countsOf(const FabricData& one) {
  if (one.mesh() != nullptr) return one.mesh()->constraints;
  const GridLayout& layout = one.grid()->layout;
  std::array<int, kConstraintKinds> counts{};
  for (const Family& family : kFamilies) {
    counts[family.kind] +=
        std::max(0, layout.rows - family.bRow) * std::max(0, layout.columns - family.reach());
  }
  return counts;
}

/// 격자의 무리들. 이웃한 제약끼리 기다리지 않도록 가로 무리는 열마다, 나머지는 행마다 늘어놓는다.
/// Families of a grid. Horizontal ones go column by column, the others row by row, so that
/// neighbours in the list do not wait for each other.
void addFamilies(const GridTopology& grid, ConstraintList& list) {
  const GridLayout& layout = grid.layout;
  const auto add = [&](std::size_t f, int row, int column) {
    const Family& family = kFamilies[f];
    list.add(family.kind, {row * layout.columns + column + family.aColumn,
                           (row + family.bRow) * layout.columns + column + family.bColumn,
                           grid.restLengths[f][layout.slot(row, column)][layout.laneOf(column)]});
  };
  for (std::size_t f = 0; f < kFamilies.size(); ++f) {
    const int rows = layout.rows - kFamilies[f].bRow;
    const int columns = layout.columns - kFamilies[f].reach();
    if (kFamilies[f].bRow == 0) {
      for (int column = 0; column < columns; ++column)
        for (int row = 0; row < rows; ++row) add(f, row, column);
    } else {
      for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) add(f, row, column);
    }
  }
}

void addBatches(const MeshTopology& mesh, ConstraintList& list) {
  for (const Batch& batch : mesh.batches) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (batch.a[lane] == batch.b[lane]) continue;  // 남는 줄기
      list.add(batch.kind, {batch.a[lane], batch.b[lane], batch.restLength[lane]});
    }
  }
}

void carve(FabricData& data, CrowdTopology& topology, const MemberShape& member,
           const ConstraintList& list) {
  Arena& arena = data.arena;
  const auto members = static_cast<std::size_t>(topology.members);
  const auto slots = static_cast<std::size_t>(topology.groups()) * topology.particles;
  data.restPositions = arena.take<Vec3x4>(slots);
  data.inverseMass = arena.take<f32x4>(slots);
  data.present = arena.take<f32x4>(slots);
  data.pins = arena.take<Pin>(members * member.data.pins.size());
  data.indices = arena.take<std::uint32_t>(members * member.data.indices.size());
  data.uvs = arena.take<float>(members * member.data.uvs.size());
  topology.particleOf = arena.take<std::int32_t>(topology.points);
  topology.constraints = arena.take<CrowdConstraint>(list.constraints.size());
  topology.stretches = arena.take<CrowdStretch>(list.stretches.size());
  topology.triangles = arena.take<std::int32_t>(member.triangleIndices());
}

Status checkPlacement(int index, const glm::mat4& placement) {
  for (int column = 0; column < 4; ++column) {
    Status status = checkVector("placement(" + std::to_string(index) + ")",
                                glm::dvec3(placement[column]), Fabric::kMaxCoordinate);
    if (!status.ok()) return status;
  }
  return {};
}

/// 벌 하나의 입자들을 제 줄기에 놓는다. 남는 줄기에는 마지막 벌을 한 번 더, 멎은 채로 둔다.
/// Puts one member into its lane; lanes left over hold the last member once more, at rest.
Status fillMember(FabricData& data, const CrowdTopology& topology, const MemberShape& member,
                  int index, const glm::mat4& placement) {
  const int lane = index % kLanes;
  const bool isVoid = index >= topology.members;
  for (int particle = 0; particle < topology.particles; ++particle) {
    const Place from = member.placeOf(particle);
    const Vec3x4& rest = member.data.restPositions[from.slot];
    const glm::vec3 p(placement *
                      glm::vec4(rest.x[from.lane], rest.y[from.lane], rest.z[from.lane], 1.0F));
    Status status = checkVector("placement(" + std::to_string(index) + ") of a point", p,
                                Fabric::kMaxCoordinate);
    if (!status.ok()) return status;
    const int slot = index / kLanes * topology.particles + particle;
    data.restPositions[slot].x[lane] = p.x;
    data.restPositions[slot].y[lane] = p.y;
    data.restPositions[slot].z[lane] = p.z;
    if (isVoid) continue;
    data.inverseMass[slot][lane] = member.data.inverseMass[from.slot][from.lane];
    data.present[slot][lane] = member.data.present[from.slot][from.lane];
  }
  return {};
}

/// 밖에서 보이는 것(고정점, 삼각형, uv)을 벌마다 되풀이한다. / Repeats what is seen from outside.
void repeat(FabricData& data, const CrowdTopology& topology, const FabricData& one) {
  auto pin = data.pins.begin();
  auto index = data.indices.begin();
  auto uv = data.uvs.begin();
  for (int member = 0; member < topology.members; ++member) {
    const int firstPoint = member * topology.points;
    for (const Pin& p : one.pins) {
      const int point = firstPoint + p.point;
      *pin++ = {point, {topology.slotOf(point), topology.laneOf(point)}};
    }
    index = std::transform(one.indices.begin(), one.indices.end(), index,
                           [firstPoint](std::uint32_t i) { return i + firstPoint; });
    uv = std::copy(one.uvs.begin(), one.uvs.end(), uv);
  }
}

}  // namespace

Result<std::unique_ptr<FabricData>> buildCrowd(const FabricData& one, const CrowdOptions& options) {
  if (one.crowd() != nullptr) {
    return Status{StatusCode::kInvalidArgument, "fabric must be a grid or a mesh, got a crowd"};
  }
  Status status = checkInteger("count", options.count, 1, Fabric::kMaxPoints / one.points);
  if (!status.ok()) return status;
  const MemberShape member(one);
  if (!canAllocate(kSmallObjects + kScratchBytesPerParticle * member.particles))
    return outOfMemory("the fabric");
  ConstraintList list{member, {}, {}};
  if (one.grid() != nullptr) addFamilies(*one.grid(), list);
  if (one.mesh() != nullptr) addBatches(*one.mesh(), list);

  auto data = std::make_unique<FabricData>();
  data->points = options.count * one.points;
  data->longestEdge = one.longestEdge;
  auto& topology = data->topology.emplace<CrowdTopology>();
  topology.members = options.count;
  topology.points = one.points;
  topology.particles = member.particles;
  topology.counts = countsOf(one);
  carve(*data, topology, member, list);
  if (!data->arena.allocate()) return outOfMemory("the fabric");
  carve(*data, topology, member, list);

  for (int point = 0; point < one.points; ++point)
    topology.particleOf[point] = member.particleOf(point);
  for (int i = 0; i < member.triangleIndices(); ++i)
    topology.triangles[i] = member.triangleIndex(i);
  std::copy(list.constraints.begin(), list.constraints.end(), topology.constraints.begin());
  std::copy(list.stretches.begin(), list.stretches.end(), topology.stretches.begin());
  for (int index = 0; index < topology.groups() * kLanes; ++index) {
    const int place = std::min(index, options.count - 1);
    const glm::mat4 placement = options.placement ? options.placement(place) : glm::mat4(1.0F);
    status = checkPlacement(place, placement);
    if (status.ok()) status = fillMember(*data, topology, member, index, placement);
    if (!status.ok()) return status;
  }
  repeat(*data, topology, one);
  return data;
}

}  // namespace mangto
