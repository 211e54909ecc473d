#include "cloth/tethers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

#include "cloth/cloth_state.h"

// 먼 곳까지 잇는 끈: T.-Y. Kim, N. Chentanez, M. Müller, "Long Range Attachments - A Method to
// Simulate Inextensible Clothing in Computer Games", SCA 2012. 천을 따라 잰 거리는 고정점들에서
// 퍼져 나가며 (Dijkstra) 구하되, 변만 따라가지 않고 삼각형을 펼쳐 가로지른다.

namespace mangto {
namespace {

// 만드는 동안 드는 메모리의 위쪽 어림(바이트).
constexpr std::size_t kScratchBytesPerParticle = 64;
constexpr std::size_t kScratchBytesPerCorner = 96;

// 몸 곁에서 끈이 이보다 멀리 당기지 않는다(가장 긴 변의 배수).
constexpr float kBlockedWay = 0.25F;

constexpr double kFar = std::numeric_limits<double>::infinity();

double lengthOf(const glm::dvec3& d) { return std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z); }

std::int32_t particleOf(const Pin& pin) { return pin.place.slot * kLanes + pin.place.lane; }

glm::dvec3 restPosition(const FabricData& fabric, std::int32_t particle) {
  const Vec3x4& block = fabric.restPositions[particle / kLanes];
  const int lane = particle % kLanes;
  return {block.x[lane], block.y[lane], block.z[lane]};
}

/// 고정점들에서 천을 따라 잰 거리. / Distances along the cloth from the pins.
class Spread {
 public:
  Spread(const FabricData& fabric, std::span<const Pin> pins) : fabric_(fabric) {
    const std::size_t particles = fabric.restPositions.size() * kLanes;
    distance_.assign(particles, kFar);
    pin_.assign(particles, -1);
    done_.assign(particles, 0);
    listTriangles();
    for (const Pin& pin : pins) reach(particleOf(pin), 0.0, particleOf(pin));
    run();
  }

  double distance(std::int32_t particle) const { return distance_[particle]; }
  std::int32_t pin(std::int32_t particle) const { return pin_[particle]; }

 private:
  using Front = std::pair<double, std::int32_t>;

  void listTriangles() {
    for (const std::uint32_t point : fabric_.indices) {
      const Place place = fabric_.placeOf(static_cast<int>(point));
      corners_.push_back(place.slot * kLanes + place.lane);
    }
    first_.assign(distance_.size() + 1, 0);
    for (const std::int32_t particle : corners_) ++first_[particle + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    around_.resize(corners_.size());
    std::vector<std::int32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < corners_.size(); ++i)
      around_[next[corners_[i]]++] = static_cast<std::int32_t>(i);
  }

  void run() {
    while (!front_.empty()) {
      const std::int32_t a = front_.top().second;
      front_.pop();
      if (done_[a] != 0) continue;
      done_[a] = 1;
      for (std::int32_t i = first_[a]; i < first_[a + 1]; ++i) {
        const std::int32_t triangle = around_[i] / 3 * 3;
        const std::int32_t corner = around_[i] - triangle;
        const std::int32_t b = corners_[triangle + (corner + 1) % 3];
        const std::int32_t c = corners_[triangle + (corner + 2) % 3];
        extend(a, b, c);
        extend(a, c, b);
      }
    }
  }

  /// a에서 c로: 변을 따라, 그리고 b도 같은 고정점에서 닿았다면 변 ab를 가로질러. / From a to c,
  /// along the edge and, where b was reached from the same pin, across the edge ab.
  void extend(std::int32_t a, std::int32_t b, std::int32_t c) {
    reach(c, distance_[a] + lengthOf(at(c) - at(a)), pin_[a]);
    if (done_[b] != 0 && pin_[a] == pin_[b]) reach(c, across(a, b, c), pin_[a]);
  }

  /// ab 건너편에 펼쳐 놓은 고정점에서 c까지의 곧은 길, ab를 지나지 않으면 kFar. / Straight from the
  /// pin, unfolded beyond ab, to c; kFar if that misses ab.
  double across(std::int32_t a, std::int32_t b, std::int32_t c) const {
    const glm::dvec3 ab = at(b) - at(a);
    const glm::dvec3 ac = at(c) - at(a);
    const double width = lengthOf(ab);
    if (width == 0.0) return kFar;
    const double cx = glm::dot(ac, ab) / width;
    const double cy = std::sqrt(std::max(0.0, glm::dot(ac, ac) - cx * cx));
    const double da = distance_[a];
    const double db = distance_[b];
    const double sx = (da * da - db * db + width * width) / (2.0 * width);
    const double sy = std::sqrt(std::max(0.0, da * da - sx * sx));
    if (sy + cy == 0.0) return kFar;
    const double crossing = sx + (cx - sx) * sy / (sy + cy);
    if (!(crossing >= 0.0 && crossing <= width)) return kFar;
    // 굽은 천을 펼친 길이 곧은 거리보다 짧아져 천을 당기지 않게 한다.
    const double straight = lengthOf(at(c) - at(pin_[a]));
    return std::max(straight, std::sqrt((cx - sx) * (cx - sx) + (cy + sy) * (cy + sy)));
  }

  void reach(std::int32_t particle, double distance, std::int32_t pin) {
    if (!(distance < distance_[particle])) return;
    distance_[particle] = distance;
    pin_[particle] = pin;
    front_.emplace(distance, particle);
  }

  glm::dvec3 at(std::int32_t particle) const { return restPosition(fabric_, particle); }

  const FabricData& fabric_;
  std::vector<double> distance_;
  std::vector<std::int32_t> pin_;
  std::vector<std::uint8_t> done_;
  std::vector<std::int32_t> corners_;  ///< 삼각형마다 입자 셋
  std::vector<std::int32_t> first_;    ///< 입자마다 around_에서 시작하는 곳
  std::vector<std::int32_t> around_;   ///< 입자를 꼭짓점으로 가지는 corners_의 자리
  std::priority_queue<Front, std::vector<Front>, std::greater<>> front_;
};

/// 끈의 길이, 매지 않을 입자는 무한대. / Length of the tether, infinite where there is none.
float tetherLength(const FabricData& fabric, const Spread& spread, std::int32_t particle) {
  const bool free = fabric.inverseMass[particle / kLanes][particle % kLanes] > 0.0F;
  return static_cast<float>(free ? spread.distance(particle) : kFar);
}

/// `from`에서 가장 먼 고정점의 번호. / Index of the pin farthest from `from`.
std::size_t farthestPin(const FabricData& fabric, std::size_t from) {
  const auto at = [&](std::size_t i) { return restPosition(fabric, particleOf(fabric.pins[i])); };
  std::size_t farthest = from;
  double greatest = 0.0;
  for (std::size_t i = 0; i < fabric.pins.size(); ++i) {
    const double distance = lengthOf(at(i) - at(from));
    if (distance > greatest) {
      greatest = distance;
      farthest = i;
    }
  }
  return farthest;
}

void tieToNearest(const FabricData& fabric, std::span<NearestTethers> tethers) {
  const Spread spread(fabric, fabric.pins);
  for (std::size_t block = 0; block < tethers.size(); ++block) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const auto particle = static_cast<std::int32_t>(block) * kLanes + lane;
      tethers[block].pins[lane] = std::max(0, spread.pin(particle));
      tethers[block].lengths[lane] = tetherLength(fabric, spread, particle);
    }
  }
}

void tieToOne(const FabricData& fabric, std::span<const Pin> pin, std::span<f32x4> lengths) {
  const Spread spread(fabric, pin);
  for (std::size_t block = 0; block < lengths.size(); ++block) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const auto particle = static_cast<std::int32_t>(block) * kLanes + lane;
      lengths[block][lane] = tetherLength(fabric, spread, particle);
    }
  }
}

// 끈은 곧지만 천은 몸을 돌아간다: 몸 곁의 점이 끈보다 많이 멀면 몸에 막힌 것이다. 그런 점을 몸
// 안으로 당기면 마찰이 붙들어, 몸을 두른 변 하나가 늘어난 채로 남는다.
// Tethers are straight, the cloth goes round bodies: near one, what is much too far is held back by
// it, and pulled into it would stay there with one edge stretched across.
void pull(ClothState& cloth, std::size_t slot, const Vec3x4& pin, f32x4 length) {
  Vec3x4& p = cloth.positions[slot];
  const Vec3x4 d = p - pin;
  const f32x4 distanceSquared = dot(d, d);
  const i32x4 beyond = distanceSquared > length * length;
  if (!anyTrue(beyond)) return;
  const Vec3x4 end = pin + d * (length / sqrt(distanceSquared));
  const Vec3x4 way = end - p;
  const float farthest = kBlockedWay * cloth.data().longestEdge;
  const i32x4 isFar = beyond & (dot(way, way) > splat(farthest * farthest));
  const i32x4 blocked = anyTrue(isFar) ? isFar & nearBodies(cloth, slot) : i32x4{};
  p = select(beyond & ~blocked, end, p);
}

/// 입자의 세 좌표 가운데 하나. / One coordinate of a particle.
float coordinateOf(std::span<const Vec3x4> positions, std::int32_t particle, int axis) {
  const auto* lanes = reinterpret_cast<const float*>(&positions[particle / kLanes]);
  return lanes[axis * kLanes + particle % kLanes];
}

}  // namespace

bool makeTethers(const FabricData& fabric, Tethers& tethers) {
  const std::size_t blocks = fabric.restPositions.size();
  if (!canAllocate(kSmallObjects + kScratchBytesPerParticle * blocks * kLanes +
                   kScratchBytesPerCorner * fabric.indices.size()) ||
      !tethers.anchors[0].lengths.resize(blocks) || !tethers.anchors[1].lengths.resize(blocks) ||
      !tethers.nearest.resize(blocks)) {
    return false;
  }
  tieToNearest(fabric, tethers.nearest.span());
  std::size_t from = 0;
  for (Anchor& anchor : tethers.anchors) {
    std::span<const Pin> pin = fabric.pins;
    if (fabric.crowd() != nullptr) pin = {};  // 벌마다 끝이 다르다
    if (!pin.empty()) {
      from = farthestPin(fabric, from);
      pin = pin.subspan(from, 1);
      anchor.pin = particleOf(pin[0]);
    }
    tieToOne(fabric, pin, anchor.lengths.span());
  }
  return true;
}

void pullTethers(ClothState& cloth) {
  const std::span<const NearestTethers> nearest = std::as_const(cloth.tethers.nearest).span();
  const std::span<const Vec3x4> positions = cloth.positions;
  const auto at = [positions](std::int32_t particle, int axis) {
    return coordinateOf(positions, particle, axis);
  };
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto& pins = nearest[i].pins;
    const auto gather = [&](int axis) {
      return f32x4{at(pins[0], axis), at(pins[1], axis), at(pins[2], axis), at(pins[3], axis)};
    };
    pull(cloth, i, {gather(0), gather(1), gather(2)}, nearest[i].lengths);
  }
  for (const Anchor& anchor : cloth.tethers.anchors) {
    const Vec3x4 pin = splat(glm::vec3(at(anchor.pin, 0), at(anchor.pin, 1), at(anchor.pin, 2)));
    const std::span<const f32x4> lengths = anchor.lengths.span();
    for (std::size_t i = 0; i < positions.size(); ++i) pull(cloth, i, pin, lengths[i]);
  }
}

}  // namespace mangto
