#include "cloth/mesh/batches.h"

#include <algorithm>
#include <bit>

namespace mangto {
namespace {

// 이만큼의 제약씩 따로 색칠한다: 창이 작으면 메모리가 가깝고 고정점의 영향이 한 번에 멀리 가며,
// 크면 색마다 남는 줄기가 적고 서로 기다리지 않는 묶음이 많다.
constexpr std::size_t kWindow = 192;
constexpr int kColours = 64;

/// 한 창의 탐욕 색칠: 제약마다, 두 끝이 아직 쓰지 않은 가장 작은 색. 64색이 모자라면 창을 거기서
/// 끝낸다. Greedy colouring of one window; ends the window early when 64 colours do not suffice.
class Window {
 public:
  explicit Window(std::size_t particles) : used_(particles, 0) {}

  /// constraints[first…]를 칠하고, 다음 창이 시작될 곳을 준다. / Returns where the next window
  /// starts.
  std::size_t colour(std::span<const MeshConstraint> constraints, std::size_t first) {
    for (auto& colour : byColour_) colour.clear();
    const std::size_t end = std::min(first + kWindow, constraints.size());
    std::size_t next = first;
    for (; next < end; ++next) {
      const MeshConstraint& c = constraints[next];
      const std::uint64_t taken = used_[c.a] | used_[c.b];
      if (~taken == 0) break;
      const int colour = std::countr_one(taken);
      used_[c.a] |= std::uint64_t{1} << colour;
      used_[c.b] |= std::uint64_t{1} << colour;
      byColour_[colour].push_back(c);
    }
    for (std::size_t i = first; i < next; ++i)
      used_[constraints[i].a] = used_[constraints[i].b] = 0;
    return next;
  }

  const std::array<std::vector<MeshConstraint>, kColours>& colours() const { return byColour_; }

 private:
  std::vector<std::uint64_t> used_;
  std::array<std::vector<MeshConstraint>, kColours> byColour_;
};

void appendRun(std::span<const MeshConstraint> constraints, ConstraintKind kind, bool pinned,
               std::int32_t spare, BatchList& list) {
  if (constraints.empty()) return;
  const auto first = static_cast<std::int32_t>(list.batches.size());
  for (std::size_t i = 0; i < constraints.size(); i += kLanes) {
    Batch batch{{spare, spare, spare, spare}, {spare, spare, spare, spare}, {}};
    for (std::size_t lane = 0; lane < kLanes && i + lane < constraints.size(); ++lane) {
      batch.a[lane] = constraints[i + lane].a;
      batch.b[lane] = constraints[i + lane].b;
      batch.restLength[static_cast<int>(lane)] = constraints[i + lane].restLength;
    }
    list.batches.push_back(batch);
  }
  const auto count = static_cast<std::int32_t>(list.batches.size()) - first;
  BatchRun* last = list.runs.empty() ? nullptr : &list.runs.back();
  if (last != nullptr && last->kind == kind && last->pinned == pinned) {
    last->count += count;
  } else {
    list.runs.push_back({first, count, kind, pinned});
  }
}

}  // namespace

void appendBatches(std::span<const MeshConstraint> constraints, ConstraintKind kind,
                   std::span<const std::uint8_t> pinned, std::int32_t spare, BatchList& list) {
  std::vector<MeshConstraint> movable;
  movable.reserve(constraints.size());
  std::copy_if(constraints.begin(), constraints.end(), std::back_inserter(movable),
               [&](const MeshConstraint& c) { return pinned[c.a] == 0 || pinned[c.b] == 0; });

  Window window(pinned.size());
  for (std::size_t first = 0; first < movable.size();) {
    first = window.colour(movable, first);
    for (const auto& colour : window.colours()) {
      const auto hasPin = [&](const MeshConstraint& c) { return (pinned[c.a] | pinned[c.b]) != 0; };
      std::vector<MeshConstraint> sorted = colour;
      const auto middle = std::stable_partition(sorted.begin(), sorted.end(), hasPin);
      const auto pins = static_cast<std::size_t>(middle - sorted.begin());
      appendRun(std::span(sorted).first(pins), kind, true, spare, list);
      appendRun(std::span(sorted).subspan(pins), kind, false, spare, list);
    }
  }
}

}  // namespace mangto
