#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <string>

#include "cloth/cloth_state.h"
#include "core/check.h"

// 광선으로 점을 고르고, 끌고, 놓는다. / Picking by ray, dragging, letting go.

namespace mangto {
namespace {

// 한 번 풀 때마다 잡은 점을 손 쪽으로 당기는 한계(점 사이 거리의 몫). 손이 닿지 않는 곳까지 가도
// 천은 이만큼만 늘어난다.
constexpr float kPullLimit = 0.5F;

struct Ray {
  glm::dvec3 origin;
  glm::dvec3 direction;  ///< 단위 길이

  glm::dvec3 at(double distance) const { return origin + direction * distance; }
};

constexpr double kMiss = std::numeric_limits<double>::infinity();

// T. Möller, B. Trumbore, "Fast, Minimum Storage Ray-Triangle Intersection", 1997. 두 면 모두.
double distanceTo(const Ray& ray, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  const glm::dvec3 ab = b - a;
  const glm::dvec3 ac = c - a;
  const glm::dvec3 p = glm::cross(ray.direction, ac);
  const double determinant = glm::dot(ab, p);
  if (determinant == 0.0) return kMiss;
  const glm::dvec3 t = ray.origin - a;
  const double u = glm::dot(t, p) / determinant;
  const glm::dvec3 q = glm::cross(t, ab);
  const double v = glm::dot(ray.direction, q) / determinant;
  const double distance = glm::dot(ac, q) / determinant;
  const bool hit = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance >= 0.0;
  return hit ? distance : kMiss;
}

glm::dvec3 drawnPoint(const ClothState& cloth, std::uint32_t point) {
  const float* p = &cloth.packedPositions[3 * static_cast<std::size_t>(point)];
  return {p[0], p[1], p[2]};
}

/// 삼각형의 꼭짓점 가운데 `hit`에 가장 가까운 자유로운 점, 없으면 -1. / The free corner nearest to
/// `hit`, or -1.
int nearestCorner(const ClothState& cloth, std::size_t triangle, const glm::dvec3& hit) {
  int nearest = -1;
  double least = kMiss;
  for (std::size_t i = triangle; i < triangle + 3; ++i) {
    const std::uint32_t point = cloth.data().indices[i];
    const double distance = glm::length(drawnPoint(cloth, point) - hit);
    if (distance >= least || cloth.fabric->pinned(static_cast<int>(point))) continue;
    least = distance;
    nearest = static_cast<int>(point);
  }
  return nearest;
}

}  // namespace

Result<std::optional<Pick>> Cloth::pick(const glm::dvec3& origin,
                                        const glm::dvec3& direction) const {
  Status status = checkVector("origin", origin, Fabric::kMaxCoordinate);
  if (status.ok()) status = checkVector("direction", direction, Fabric::kMaxCoordinate);
  if (!status.ok()) return status;
  const double length = glm::length(direction);
  if (!(length > 0.0))
    return Status{StatusCode::kInvalidArgument, "direction must not be zero, got [0, 0, 0]"};
  const Ray ray{origin, direction / length};

  const ClothState& cloth = *state_;
  const std::span<const std::uint32_t> indices = cloth.data().indices;
  double least = kMiss;
  std::size_t triangle = 0;
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    const double distance =
        distanceTo(ray, drawnPoint(cloth, indices[i]), drawnPoint(cloth, indices[i + 1]),
                   drawnPoint(cloth, indices[i + 2]));
    if (distance >= least) continue;
    least = distance;
    triangle = i;
  }
  if (least == kMiss) return std::optional<Pick>();
  const glm::dvec3 hit = ray.at(least);
  return std::optional<Pick>(
      Pick{nearestCorner(cloth, triangle, hit), glm::vec3(hit), static_cast<float>(least)});
}

Status Cloth::grab(int point, const glm::dvec3& target) {
  const Fabric& fabric = *state_->fabric;
  Status status = checkInteger("point", point, 0, fabric.points() - 1);
  if (status.ok()) status = checkVector("target", target, Fabric::kMaxCoordinate);
  if (!status.ok()) return status;
  const Place place = fabric.data().placeOf(point);
  if (fabric.data().inverseMass[place.slot][place.lane] == 0.0F) {
    return {StatusCode::kInvalidArgument,
            "point must be a free point, got the pinned " + std::to_string(point)};
  }
  state_->grabbed = Grabbed{place, glm::vec3(target)};
  state_->disturbed = true;
  return {};
}

void Cloth::letGo() {
  state_->grabbed.reset();
  state_->disturbed = true;
}

void holdGrabbed(ClothState& cloth) {
  if (!cloth.grabbed) return;
  const auto [place, target] = *cloth.grabbed;
  Vec3x4& block = cloth.positions[place.slot];
  const glm::vec3 p(block.x[place.lane], block.y[place.lane], block.z[place.lane]);
  const glm::vec3 way = target - p;
  const float length = std::sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
  const float limit = kPullLimit * std::sqrt(cloth.data().pointArea);
  const glm::vec3 held = length > limit ? p + way * (limit / length) : target;
  block.x[place.lane] = held.x;
  block.y[place.lane] = held.y;
  block.z[place.lane] = held.z;
  collideHere(cloth, static_cast<std::size_t>(place.slot), 1);
}

}  // namespace mangto
