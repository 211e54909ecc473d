#include "mangto/sdf_mesh.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "core/clock.h"
#include "shape/sdf_mesh_state.h"

namespace mangto {
namespace {

constexpr int kRelaxations = 3;
// 한 토막은 몇 µs라, 여럿을 하고 나서 시계를 본다.
constexpr int kPiecesPerLook = 8;
// 잴 때 처음 펴는 격자의, 가장 긴 변의 칸 수.
constexpr float kFirstCells = 24.0F;

enum Phase { kSearch, kSample, kCount, kFill, kNumber, kConnect, kMove, kAverage, kSplit, kDone };

/// 이 단계를 마쳤을 때의 진행. 잰 시간에서 왔다. / Progress at the end of the phase, from timings.
double progressAfter(const SdfMeshState& mesh) {
  constexpr double kConnected = 0.33;
  constexpr double kMoved = 0.97;
  switch (mesh.phase) {
    case kSearch:
      return 0.12;
    case kSample:
      return 0.23;
    case kCount:
    case kFill:
    case kNumber:
      return 0.28;
    case kConnect:
      return kConnected;
    case kMove:
    case kAverage:
      return kConnected + (kMoved - kConnected) * (mesh.relaxations + 1) / (kRelaxations + 1);
    default:
      return 1.0;
  }
}

bool work(SdfMeshState& mesh) {
  switch (mesh.phase) {
    case kSearch:
      return searchBlocks(mesh);
    case kSample:
      return sampleSigns(mesh);
    case kCount:
      return countCells(mesh);
    case kFill:
      return fillCriticalCells(mesh);
    case kNumber:
      return numberVertices(mesh);
    case kConnect:
      return connectCells(mesh);
    case kMove:
      return moveVertices(mesh, mesh.relaxations == kRelaxations);
    case kAverage:
      return averageQuads(mesh);
    default:
      return splitQuads(mesh);
  }
}

int afterCount(SdfMeshState& mesh) {
  if (mesh.measuring) {
    chooseCell(mesh);
    return kSearch;
  }
  if (mesh.mixedCells == 0) mesh.failure = nothingEnclosed(mesh.wanted);
  return kFill;
}

int nextPhase(SdfMeshState& mesh) {
  switch (mesh.phase) {
    case kCount:
      return afterCount(mesh);
    case kMove:
      return mesh.relaxations < kRelaxations ? kAverage : kSplit;
    case kAverage:
      ++mesh.relaxations;
      return kMove;
    default:
      return mesh.phase + 1;
  }
}

void workOnce(SdfMeshState& mesh) {
  if (!work(mesh)) return;
  // 재는 동안은 몇 번 되풀이할지 모른다.
  if (!mesh.measuring) mesh.progress = std::max(mesh.progress, progressAfter(mesh));
  mesh.phase = nextPhase(mesh);
  mesh.cursor = 0;
}

}  // namespace

SdfMesh::SdfMesh(std::unique_ptr<SdfMeshState> state) : state_(std::move(state)) {}
SdfMesh::~SdfMesh() = default;

Result<std::unique_ptr<SdfMesh>> SdfMesh::create(const SdfMeshOptions& options) {
  Status status = checkInteger("vertices", options.vertices, kMinVertices, kMaxVertices);
  if (!status.ok()) return status;
  if (!canAllocate(2 * sizeof(SdfMeshState))) return outOfMemory("the shapes");
  auto state = std::make_unique<SdfMeshState>();
  status = state->field.assign(options.shapes);
  if (!status.ok()) return status;
  state->wanted = static_cast<std::size_t>(options.vertices);
  state->extent = state->field.extent();
  const glm::vec3 size = state->extent.high - state->extent.low;
  layLattice(*state, std::max({size.x, size.y, size.z}) / kFirstCells);
  return std::unique_ptr<SdfMesh>(new SdfMesh(std::move(state)));
}

Result<bool> SdfMesh::step(double budgetMs) {
  const Stopwatch watch;
  SdfMeshState& mesh = *state_;
  do {
    for (int n = 0; n < kPiecesPerLook && mesh.failure.ok() && mesh.phase != kDone; ++n)
      workOnce(mesh);
  } while (mesh.failure.ok() && mesh.phase != kDone && watch.milliseconds() < budgetMs);
  if (!mesh.failure.ok()) return mesh.failure;
  return mesh.phase == kDone;
}

double SdfMesh::progress() const { return state_->progress; }

std::span<const float> SdfMesh::positions() const {
  return std::as_const(state_->positions).span();
}
std::span<const float> SdfMesh::normals() const { return std::as_const(state_->normals).span(); }
std::span<const std::uint16_t> SdfMesh::shapes() const {
  return std::as_const(state_->shapes).span();
}
std::span<const std::uint32_t> SdfMesh::indices() const {
  return std::as_const(state_->indices).span();
}

}  // namespace mangto
