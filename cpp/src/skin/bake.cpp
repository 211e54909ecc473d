#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/buffer.h"
#include "core/check.h"
#include "core/clock.h"
#include "mangto/skin_bake.h"
#include "skin/heat/heat_stages.h"
#include "skin/stages.h"

namespace mangto {
namespace {

constexpr double kMaxFalloff = 64.0;
constexpr double kMaxFleshFactor = 10.0;
constexpr double kSmallestDistance = 1.0e-6;
constexpr int kMaxPasses = 1000;

// 뼈 하나마다의 작은 목록들(바이트).
constexpr std::size_t kScratchBytesPerBone = 256;

// 한 조각의 일(ns): 시계를 보는 값이 묻히고, 네 배 느린 기계에서도 짧다.
constexpr double kPiece = 20'000.0;

// 오래 걸린 조각의 기억은 조각마다 이만큼 옅어진다.
constexpr double kFade = 0.98;

// 예산에서 조각들에 쓰는 몫. 나머지는 부른 쪽이 돌아가는 데 쓴다.
constexpr double kShare = 0.9;

Status invalid(std::string message) { return {StatusCode::kInvalidArgument, std::move(message)}; }

/// 모두 한꺼번에 보고, 하나라도 틀렸을 때만 어느 것인지 찾는다. / Looks at all of them at once;
/// which one is wrong is searched for only if one is.
Status checkPositions(std::span<const float> positions) {
  if (positions.size() % 3 != 0) {
    return invalid("positions.length must be a multiple of 3, got " +
                   std::to_string(positions.size()));
  }
  Status status = checkInteger("positions.length / 3", static_cast<long long>(positions.size() / 3),
                               3, SkinBake::kMaxVertices);
  if (!status.ok()) return status;
  int bad = 0;
  for (const float value : positions)
    bad |= static_cast<int>(!(std::abs(value) <= SkinBake::kMaxCoordinate));
  for (std::size_t i = 0; bad != 0 && status.ok(); i += 3) {
    status = checkVector("positions of vertex " + std::to_string(i / 3),
                         glm::dvec3(positions[i], positions[i + 1], positions[i + 2]),
                         SkinBake::kMaxCoordinate);
  }
  return status;
}

Status checkIndices(std::span<const std::uint32_t> indices, std::size_t vertices) {
  const std::size_t corners = indices.empty() ? vertices : indices.size();
  if (corners % 3 != 0) {
    const char* name = indices.empty() ? "positions.length / 3 without indices" : "indices.length";
    return invalid(std::string(name) + " must be a multiple of 3, got " + std::to_string(corners));
  }
  Status status = checkInteger("indices.length / 3", static_cast<long long>(corners / 3), 1,
                               SkinBake::kMaxTriangles);
  if (!status.ok()) return status;
  std::uint32_t largest = 0;
  for (const std::uint32_t index : indices) largest = std::max(largest, index);
  for (std::size_t i = 0; largest >= vertices && status.ok(); ++i) {
    status = checkInteger("indices[" + std::to_string(i) + "]", indices[i], 0,
                          static_cast<long long>(vertices) - 1);
  }
  return status;
}

Status checkBones(const SkinBakeOptions& options) {
  const auto count = static_cast<long long>(options.bones.size());
  Status status = checkInteger("bones.length", count, 1, SkinBake::kMaxBones);
  for (std::size_t i = 0; status.ok() && i < options.bones.size(); ++i) {
    const SkinBone& bone = options.bones[i];
    const std::string name = "bones[" + std::to_string(i) + "]";
    status = checkVector(name + ".head", bone.head, SkinBake::kMaxCoordinate);
    if (status.ok()) status = checkVector(name + ".tail", bone.tail, SkinBake::kMaxCoordinate);
    if (status.ok())
      status = checkNumber(name + ".radius", bone.radius, 0.0, SkinBake::kMaxCoordinate);
    if (status.ok()) status = checkInteger(name + ".parent", bone.parent, -1, count - 1);
  }
  for (std::size_t i = 0; status.ok() && i < options.excludedBones.size(); ++i) {
    status = checkInteger("excludedBones[" + std::to_string(i) + "]", options.excludedBones[i], 0,
                          count - 1);
  }
  return status;
}

Status checkValues(const SkinBakeOptions& options) {
  Status status = checkNumber("falloff", options.falloff, 0.0, kMaxFalloff);
  if (status.ok()) status = checkNumber("fleshFactor", options.fleshFactor, 0.0, kMaxFleshFactor);
  if (status.ok())
    status = checkNumber("minDistance", options.minDistance, kSmallestDistance,
                         SkinBake::kMaxCoordinate);
  if (status.ok())
    status = checkInteger("smoothing.passes", options.smoothingPasses, 0, kMaxPasses);
  if (status.ok()) status = checkNumber("smoothing.self", options.smoothingSelf, 0.0, 1.0);
  if (status.ok())
    status = checkInteger("maxInfluences", options.maxInfluences, 1, SkinBake::kInfluences);
  return status;
}

/// 오래 살 것을 먼저, 그다음에 때가 겹치지 않는 것들을 한자리에. / What lives long first, then what
/// is not used at the same time in one place.
void carve(SkinBakeState& bake, std::size_t activeBones, std::size_t boneCount,
           std::size_t segmentCount) {
  Arena& arena = bake.arena;
  const std::size_t vertices = bake.vertices();
  const bool links = bake.options.mode != SkinMode::kNearest;
  bake.bones.carve(arena, activeBones);
  bake.placeOf = arena.take<std::int32_t>(vertices);
  bake.vertexOf = arena.take<std::int32_t>(vertices);
  bake.skinIndex = arena.take<std::uint16_t>(SkinBake::kInfluences * vertices);
  bake.skinWeight = arena.take<float>(SkinBake::kInfluences * vertices);
  bake.adjacency.carveResult(arena, links ? vertices : 0, links ? bake.corners() : 0);
  const std::size_t shared = arena.mark();
  bake.table = arena.take<std::int32_t>(bake.options.weld ? Welder::tableSize(vertices) : 0);
  bake.placeOfFirst = arena.take<std::int32_t>(vertices);
  bake.islands.carve(arena, vertices);
  bake.adjacency.carveScratch(arena, vertices, links ? bake.corners() : 0);
  if (bake.options.mode == SkinMode::kHeat) carveHeat(bake, boneCount, segmentCount);
  if (bake.options.mode != SkinMode::kSmooth) return;
  arena.rewind(shared);
  bake.distances = arena.take<f32x4>(kBlockVectors * Bones::blocksOf(activeBones));
  bake.nearest = arena.take<float>(vertices);
  bake.total = arena.take<float>(vertices);
  for (auto& weights : bake.weights) weights = arena.take<BlockWeights>(vertices);
}

double workOf(const SkinBakeState& bake, const Stage& stage) {
  return static_cast<double>(stage.items(bake)) * stage.nanoseconds(bake);
}

/// 단계를 시작할 때마다 남은 일을 다시 어림한다: 진행률은 줄지 않으면서 점점 정확해진다.
/// Estimates the work that is left anew for each stage: the progress never falls, and becomes more
/// exact.
void enterStage(SkinBakeState& bake, std::size_t stage, double progress) {
  bake.stage = stage;
  bake.item = 0;
  bake.progressBefore = progress;
  bake.workLeft = 0.0;
  for (std::size_t i = stage; i < bake.stages.size(); ++i)
    bake.workLeft += workOf(bake, bake.stages[i]);
}

double progressOf(const SkinBakeState& bake) {
  if (bake.stage == bake.stages.size()) return 1.0;
  const double doneWork =
      static_cast<double>(bake.item) * bake.stages[bake.stage].nanoseconds(bake);
  const double share = std::min(1.0, doneWork / bake.workLeft);
  return bake.progressBefore + (1.0 - bake.progressBefore) * share;
}

void doPiece(SkinBakeState& bake) {
  const Stage& stage = bake.stages[bake.stage];
  const std::uint64_t items = stage.items(bake);
  const auto piece = static_cast<std::uint64_t>(std::max(1.0, kPiece / stage.nanoseconds(bake)));
  const std::uint64_t end = std::min(items, bake.item + piece);
  bake.item = stage.run(bake, bake.item, end);
  if (!bake.status.ok()) {
    bake.stage = bake.stages.size();
    return;
  }
  // 하면서 항목이 늘기도 한다.
  if (bake.item == stage.items(bake)) enterStage(bake, bake.stage + 1, progressOf(bake));
}

}  // namespace

SkinBake::SkinBake(std::unique_ptr<SkinBakeState> state) : state_(std::move(state)) {}
SkinBake::~SkinBake() = default;

Result<std::unique_ptr<SkinBake>> SkinBake::create(const SkinBakeOptions& options) {
  Status status = checkPositions(options.positions);
  if (status.ok()) status = checkIndices(options.indices, options.positions.size() / 3);
  if (status.ok()) status = checkBones(options);
  if (status.ok()) status = checkValues(options);
  if (!status.ok()) return status;

  if (!canAllocate(kSmallObjects + kScratchBytesPerBone * options.bones.size()))
    return outOfMemory("the skin bake");
  const std::vector<int> active = findActiveBones(options);
  if (active.empty()) return invalid("excludedBones must leave at least one bone, left none");
  auto state = std::make_unique<SkinBakeState>();
  state->options = options;
  state->options.bones = {};
  const Segments segments = findSegments(options.bones, active);
  carve(*state, active.size(), options.bones.size(), segments.bones.size());
  // 부른 쪽이 이것을 받아 들 작은 메모리까지 남아 있어야 한다.
  if (!state->arena.allocateUnset() || !canAllocate(kSmallObjects))
    return outOfMemory("the skin bake");
  carve(*state, active.size(), options.bones.size(), segments.bones.size());
  state->bones.fill(std::span(segments.bones).first(active.size()), active, options.fleshFactor);
  if (options.mode == SkinMode::kHeat) fillHeat(*state, options.bones, segments);
  state->report.zeroLengthBones = findZeroLengthBones(options.bones);
  state->power = Power(options.falloff);
  state->stages = stagesOf(options);
  enterStage(*state, 0, 0.0);
  return std::unique_ptr<SkinBake>(new SkinBake(std::move(state)));
}

bool SkinBake::step(double budgetMs) {
  const Stopwatch watch;
  const double limit = kShare * budgetMs;
  double before = 0.0;
  while (!done()) {
    doPiece(*state_);
    const double now = watch.milliseconds();
    state_->pieceMs = std::max(now - before, state_->pieceMs * kFade);
    before = now;
    // 다음 조각도 요즘처럼 오래 걸릴 수 있다. 한 번의 긴 멈춤 때문에 예산을 다 놓치지는 않는다.
    if (!(now + std::min(state_->pieceMs, limit / 2.0) < limit)) break;
  }
  return done();
}

bool SkinBake::done() const { return state_->stage == state_->stages.size(); }

double SkinBake::progress() const { return progressOf(*state_); }

std::span<const std::uint16_t> SkinBake::skinIndex() const { return state_->skinIndex; }
std::span<const float> SkinBake::skinWeight() const { return state_->skinWeight; }
const SkinReport& SkinBake::report() const { return state_->report; }
const Status& SkinBake::status() const { return state_->status; }

}  // namespace mangto
