#include "cloth/mesh/batches.h"

#include <algorithm>
#include <bit>
#include <iterator>

// 차례가 늘어남을 정한다: 고정점에서 멀어지는 변(radial)을 가까운 것부터 차례로 풀면 당김이 한
// 반복에 끝까지 전해진다. 그 밖의 제약은 그 앞에, 입자의 창마다 종류별로 푼다. 멀어지는 변들은
// 서로를 기다리므로 다음 창들의 묶음 사이에 끼워, 프로세서에 늘 기다리지 않는 일이 있게 한다.

namespace mangto {
namespace {

// 이만큼의 입자씩 따로 색칠한다: 작으면 메모리가 가깝고, 크면 색마다 남는 줄기가 적다.
constexpr std::int32_t kWindow = 128;
constexpr int kColours = 64;

/// 탐욕 색칠로 제약을 묶어 덧붙인다. / Appends constraints in batches by greedy colouring.
class Batcher {
 public:
  Batcher(const MeshParticles& particles, std::int32_t spare)
      : particles_(particles), spare_(spare), used_(particles.pinned.size(), 0) {}

  void append(std::span<const MeshConstraint> constraints, ConstraintKind kind,
              std::vector<Batch>& batches) {
    while (!constraints.empty()) {
      const std::size_t coloured = colour(constraints);
      for (const auto& same : byColour_) pack(same, kind, batches);
      constraints = constraints.subspan(coloured);
    }
  }

 private:
  /// 제약마다 두 끝이 아직 쓰지 않은 가장 작은 색. 색이 모자라면 거기까지만 칠한다.
  /// The lowest colour that neither end has yet; stops where 64 colours do not suffice.
  std::size_t colour(std::span<const MeshConstraint> constraints) {
    for (auto& same : byColour_) same.clear();
    std::size_t next = 0;
    for (; next < constraints.size(); ++next) {
      const MeshConstraint& c = constraints[next];
      const std::uint64_t taken = used_[c.a] | used_[c.b];
      if (~taken == 0) break;
      const int free = std::countr_one(taken);
      used_[c.a] |= std::uint64_t{1} << free;
      used_[c.b] |= std::uint64_t{1} << free;
      byColour_[free].push_back(c);
    }
    for (const MeshConstraint& c : constraints.first(next)) used_[c.a] = used_[c.b] = 0;
    return next;
  }

  void pack(std::span<const MeshConstraint> constraints, ConstraintKind kind,
            std::vector<Batch>& batches) const {
    for (std::size_t i = 0; i < constraints.size(); i += kLanes) {
      Batch batch{
          {spare_, spare_, spare_, spare_}, {spare_, spare_, spare_, spare_}, {}, kind, false};
      for (std::size_t lane = 0; lane < kLanes && i + lane < constraints.size(); ++lane) {
        const MeshConstraint& c = constraints[i + lane];
        batch.a[lane] = c.a;
        batch.b[lane] = c.b;
        batch.restLength[static_cast<int>(lane)] = c.restLength;
        batch.pinned |= (particles_.pinned[c.a] | particles_.pinned[c.b]) != 0;
      }
      batches.push_back(batch);
    }
  }

  const MeshParticles particles_;
  const std::int32_t spare_;
  std::vector<std::uint64_t> used_;
  std::array<std::vector<MeshConstraint>, kColours> byColour_;
};

/// 앞에서부터 a < end인 제약들을 떼어 낸다. / Splits off the leading constraints with a < end.
std::span<const MeshConstraint> takeUntil(std::span<const MeshConstraint>& rest, std::int32_t end) {
  const auto middle = std::partition_point(rest.begin(), rest.end(),
                                           [end](const MeshConstraint& c) { return c.a < end; });
  const auto taken = rest.first(static_cast<std::size_t>(middle - rest.begin()));
  rest = rest.subspan(taken.size());
  return taken;
}

/// `late`를 `early`의 `lag`번째 뒤부터 고르게 끼운다. / Spreads `late` evenly over `early` from
/// `lag` on.
std::vector<Batch> interleave(const std::vector<Batch>& early, const std::vector<Batch>& late,
                              std::size_t lag) {
  std::vector<Batch> all;
  all.reserve(early.size() + late.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < early.size(); ++i) {
    all.push_back(early[i]);
    if (i < lag) continue;
    const std::size_t due = (i + 1 - lag) * late.size() / early.size();
    for (; next < due; ++next) all.push_back(late[next]);
  }
  all.insert(all.end(), late.begin() + static_cast<std::ptrdiff_t>(next), late.end());
  return all;
}

}  // namespace

std::vector<Batch> makeBatches(const MeshConstraints& constraints, const MeshParticles& particles,
                               std::int32_t spare) {
  MeshConstraints windowed;
  std::vector<MeshConstraint> radial;
  for (const ConstraintKind kind : {kStructural, kShear, kBend}) {
    for (const MeshConstraint& c : constraints[kind]) {
      if (particles.pinned[c.a] != 0 && particles.pinned[c.b] != 0) continue;
      const bool isRadial = kind == kStructural && particles.level[c.a] != particles.level[c.b];
      (isRadial ? radial : windowed[kind]).push_back(c);
    }
  }

  Batcher batcher(particles, spare);
  std::vector<Batch> early;
  std::array<std::span<const MeshConstraint>, kConstraintKinds> rest{windowed[0], windowed[1],
                                                                     windowed[2]};
  const auto count = static_cast<std::int32_t>(particles.pinned.size());
  std::size_t twoWindows = 0;
  for (std::int32_t end = kWindow; end < count + kWindow; end += kWindow) {
    for (const ConstraintKind kind : {kShear, kBend, kStructural}) {
      batcher.append(takeUntil(rest[kind], end), kind, early);
    }
    if (end == 2 * kWindow) twoWindows = early.size();
  }

  std::vector<Batch> late;
  for (std::size_t i = 0; i < radial.size();) {
    const std::size_t first = i;
    while (i < radial.size() && particles.level[radial[i].a] == particles.level[radial[first].a])
      ++i;
    batcher.append(std::span(radial).subspan(first, i - first), kStructural, late);
  }
  return interleave(early, late, twoWindows);
}

}  // namespace mangto
