#include "cloth/limits.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "cloth/cloth_state.h"
#include "cloth/normalize.h"
#include "core/check.h"

namespace mangto {
namespace {

constexpr float kTiny = 1.0e-12F;

void put(std::span<Vec3x4> blocks, const Place& place, const float* xyz) {
  blocks[place.slot].x[place.lane] = xyz[0];
  blocks[place.slot].y[place.lane] = xyz[1];
  blocks[place.slot].z[place.lane] = xyz[2];
}

/// 점마다의 값을 입자에 나눈다. 한 자리의 점들은 첫 점의 것을 쓴다. / Values of points to
/// particles; the first point of a place counts.
template <typename Put>
void forPlaces(const ClothState& cloth, const Put& put) {
  for (int point = cloth.fabric->points() - 1; point >= 0; --point)
    put(static_cast<std::size_t>(point), cloth.data().placeOf(point));
}

Status checkValues(const char* name, std::span<const float> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    // 범위를 벗어난 것만 이름을 짓는다.
    if (values[i] >= 0.0F && values[i] <= Fabric::kMaxCoordinate) continue;
    return checkNumber(name + ("[" + std::to_string(i)) + "]", values[i], 0.0,
                       Fabric::kMaxCoordinate);
  }
  return {};
}

Status checkCount(const char* name, std::size_t count, std::size_t expected) {
  if (count == 0 || count == expected) return {};
  return {StatusCode::kInvalidArgument, std::string(name) + ".length must be 0 or " +
                                            std::to_string(expected) + ", got " +
                                            std::to_string(count)};
}

bool reserve(ClothState& cloth) {
  Limits& limits = cloth.limits;
  const std::size_t slots = cloth.positions.size();
  const std::size_t coordinates = cloth.pinTargets.size();
  return limits.targets.resize(slots) && limits.goals.resize(slots) &&
         limits.normals.resize(slots) && limits.readTargets.resize(coordinates) &&
         limits.readNormals.resize(coordinates);
}

// |d| > max이면 target + d max/|d|.
Vec3x4 nearTarget(const Vec3x4& p, const Vec3x4& target, f32x4 maxDistance) {
  const Vec3x4 d = p - target;
  const f32x4 length = sqrt(dot(d, d));
  const f32x4 share = maxDistance / max(length, splat(kTiny));
  return select(length > maxDistance, target + d * share, p);
}

// 목표에서 법선 반대로 `stop`만큼 뒤에 표면이 닿는 반지름 R의 공. 옆으로 ℓ < R인 점은 공의 앞면
// 위로, 공보다 더 뒤에 있어도 앞으로 나온다: n·d + stop + ℓ²/(R + √(R² - ℓ²)) ≥ 0.
Vec3x4 beforeBackStop(const Vec3x4& p, const Vec3x4& target, const Vec3x4& normal, f32x4 stop,
                      f32x4 radius) {
  const Vec3x4 d = p - target;
  const f32x4 along = dot(normal, d);
  const Vec3x4 aside = d - normal * along;
  const f32x4 asideSquared = dot(aside, aside);
  const f32x4 rest = radius * radius - asideSquared;
  const f32x4 sunken = asideSquared / max(radius + sqrt(max(rest, splat(0.0F))), splat(kTiny));
  const f32x4 height = along + stop + sunken;
  const i32x4 behind = (rest > splat(0.0F)) & (height < splat(0.0F));
  return select(behind, p - normal * height, p);
}

}  // namespace

Status setMaxDistances(ClothState& cloth, std::span<const float> metres) {
  const auto points = static_cast<std::size_t>(cloth.fabric->points());
  Status status = checkCount("maxDistances", metres.size(), points);
  if (status.ok()) status = checkValues("maxDistances", metres);
  if (!status.ok()) return status;
  Limits& limits = cloth.limits;
  if (!reserve(cloth) || !limits.maxDistance.resize(metres.empty() ? 0 : cloth.positions.size()))
    return outOfMemory("the max distances");
  cloth.disturbed = true;
  if (metres.empty()) return {};
  const std::span<f32x4> blocks = limits.maxDistance.span();
  std::fill(blocks.begin(), blocks.end(), f32x4{});
  forPlaces(cloth, [&](std::size_t point, const Place& place) {
    blocks[place.slot][place.lane] = metres[point];
  });
  return {};
}

Status setBackStops(ClothState& cloth, std::span<const float> stops) {
  const auto points = static_cast<std::size_t>(cloth.fabric->points());
  Status status = checkCount("backStops", stops.size(), 2 * points);
  if (status.ok()) status = checkValues("backStops", stops);
  if (!status.ok()) return status;
  Limits& limits = cloth.limits;
  const std::size_t slots = stops.empty() ? 0 : cloth.positions.size();
  if (!reserve(cloth) || !limits.backStop.resize(slots) || !limits.backRadius.resize(slots))
    return outOfMemory("the back stops");
  cloth.disturbed = true;
  if (stops.empty()) return {};
  const std::span<f32x4> distances = limits.backStop.span();
  const std::span<f32x4> radii = limits.backRadius.span();
  std::fill(distances.begin(), distances.end(), f32x4{});
  std::fill(radii.begin(), radii.end(), f32x4{});
  forPlaces(cloth, [&](std::size_t point, const Place& place) {
    distances[place.slot][place.lane] = stops[2 * point];
    radii[place.slot][place.lane] = stops[2 * point + 1];
  });
  return {};
}

Status checkLimitTargets(const ClothState& cloth) {
  if (!cloth.limits.active()) return {};
  const bool stops = !cloth.limits.backStop.span().empty();
  const auto check = [](const char* name, std::span<const float> values, std::size_t point) {
    const glm::dvec3 v(values[3 * point], values[3 * point + 1], values[3 * point + 2]);
    return checkVector(name + std::to_string(point), v, Fabric::kMaxCoordinate);
  };
  const auto isGood = [](float v) { return std::abs(v) <= Fabric::kMaxCoordinate; };
  for (std::size_t i = 0; i < cloth.pinTargets.size(); ++i) {
    if (!isGood(cloth.pinTargets[i])) return check("pinTargets of point ", cloth.pinTargets, i / 3);
    if (stops && !isGood(cloth.targetNormals[i]))
      return check("targetNormals of point ", cloth.targetNormals, i / 3);
  }
  return {};
}

void beginLimits(ClothState& cloth, float share) {
  Limits& limits = cloth.limits;
  if (!limits.active()) return;
  const std::span<Vec3x4> targets = limits.targets.span();
  const std::span<Vec3x4> normals = limits.normals.span();
  const std::span<Vec3x4> goals = limits.goals.span();
  forPlaces(cloth, [&](std::size_t point, const Place& place) {
    put(goals, place, &cloth.pinTargets[3 * point]);
    put(normals, place, &cloth.targetNormals[3 * point]);
  });
  normalizeAll(normals);
  const bool arrives = share >= 1.0F || !limits.placed;
  for (std::size_t i = 0; i < targets.size(); ++i)
    targets[i] = arrives ? goals[i] : targets[i] + (goals[i] - targets[i]) * splat(share);
  limits.placed = true;
  std::copy(cloth.pinTargets.begin(), cloth.pinTargets.end(), limits.readTargets.data());
  std::copy(cloth.targetNormals.begin(), cloth.targetNormals.end(), limits.readNormals.data());
}

bool limitsMoved(const ClothState& cloth) {
  const Limits& limits = cloth.limits;
  const auto differs = [](std::span<const float> now, std::span<const float> read) {
    return !std::equal(now.begin(), now.end(), read.begin(), read.end());
  };
  return limits.active() && (differs(cloth.pinTargets, limits.readTargets.span()) ||
                             differs(cloth.targetNormals, limits.readNormals.span()));
}

void keepLimits(ClothState& cloth) {
  const Limits& limits = cloth.limits;
  if (!limits.active()) return;
  const std::span<const f32x4> maxDistance = limits.maxDistance.span();
  const std::span<const f32x4> backStop = limits.backStop.span();
  const std::span<const f32x4> backRadius = limits.backRadius.span();
  const std::span<const Vec3x4> targets = limits.targets.span();
  for (std::size_t i = 0; i < cloth.positions.size(); ++i) {
    Vec3x4 p = cloth.positions[i];
    if (!maxDistance.empty()) p = nearTarget(p, targets[i], maxDistance[i]);
    if (!backStop.empty())
      p = beforeBackStop(p, targets[i], limits.normals.span()[i], backStop[i], backRadius[i]);
    const i32x4 isFree = cloth.data().inverseMass[i] > splat(0.0F);
    cloth.positions[i] = select(isFree, p, cloth.positions[i]);
  }
}

}  // namespace mangto
