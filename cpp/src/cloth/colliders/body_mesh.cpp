#include "cloth/colliders/body_mesh.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <string>
#include <utility>

#include "cloth/cloth_state.h"
#include "core/check.h"

namespace mangto {
namespace {

// 이웃한 삼각형 사이로 빠지지 않도록, 삼각형을 이만큼 크게 본다(무게중심 좌표).
constexpr float kOverlap = 1.0e-3F;
// 오목한 곳에서는 한 삼각형이 민 점을 다른 삼각형이 다시 민다.
constexpr int kMeshRounds = 2;
constexpr float kLeastDivisor = 1.0e-12F;

glm::vec3 unit(const glm::vec3& v) {
  const float length = glm::length(v);
  return length > 0.0F ? v / length : glm::vec3(0.0F);
}

Bounds3 boundsOf(const BodyMesh& mesh, std::int32_t triangle) {
  const std::int32_t* corner = &mesh.corners.span()[3 * static_cast<std::size_t>(triangle)];
  const std::span<const glm::vec3> from = mesh.from.span();
  const std::span<const glm::vec3> to = mesh.to.span();
  Bounds3 bounds{from[corner[0]], from[corner[0]]};
  for (int i = 0; i < 3; ++i) {
    bounds.low = glm::min(bounds.low, glm::min(from[corner[i]], to[corner[i]]));
    bounds.high = glm::max(bounds.high, glm::max(from[corner[i]], to[corner[i]]));
  }
  return bounds;
}

Facet facetOf(const BodyMesh& mesh, std::int32_t triangle) {
  const std::int32_t* corner = &mesh.corners.span()[3 * static_cast<std::size_t>(triangle)];
  const std::span<const glm::vec3> from = mesh.from.span();
  const std::span<const glm::vec3> to = mesh.to.span();
  Facet facet{from[corner[0]],
              from[corner[1]],
              from[corner[2]],
              to[corner[0]],
              to[corner[1]],
              to[corner[2]],
              {},
              {},
              {},
              -1};
  facet.n0 = unit(glm::cross(facet.b0 - facet.a0, facet.c0 - facet.a0));
  facet.n1 = unit(glm::cross(facet.b1 - facet.a1, facet.c1 - facet.a1));
  facet.bounds = boundsOf(mesh, triangle);
  return facet;
}

PathBoxes around(const Path& path, float margin) {
  const PathBoxes boxes = around(path);
  const Vec3x4 out = splat(glm::vec3(margin));
  return {boxes.low - out, boxes.high + out};
}

bool anyOverlaps(const PathBoxes& boxes, const Bounds3& bounds) {
  const Vec3x4 low = splat(bounds.low);
  const Vec3x4 high = splat(bounds.high);
  return anyTrue((boxes.low.x <= high.x) & (boxes.high.x >= low.x) & (boxes.low.y <= high.y) &
                 (boxes.high.y >= low.y) & (boxes.low.z <= high.z) & (boxes.high.z >= low.z));
}

Bounds3 boundsOf(const PathBoxes& boxes, int lane) {
  return {{boxes.low.x[lane], boxes.low.y[lane], boxes.low.z[lane]},
          {boxes.high.x[lane], boxes.high.y[lane], boxes.high.z[lane]}};
}

f32x4 clamp01(f32x4 v) { return max(min(v, splat(1.0F)), splat(0.0F)); }

/// 삼각형 위의 한 점: a (1 - v - w) + b v + c w. / A point of a triangle.
struct OnTriangle {
  f32x4 v, w;

  Vec3x4 at(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) const {
    return splat(a) + splat(b - a) * v + splat(c - a) * w;
  }
};

f32x4 squaredDistance(const Facet& facet, const OnTriangle& on, const Vec3x4& p) {
  const Vec3x4 d = p - on.at(facet.a1, facet.b1, facet.c1);
  return dot(d, d);
}

OnTriangle choose(i32x4 mask, const OnTriangle& a, const OnTriangle& b) {
  return {select(mask, a.v, b.v), select(mask, a.w, b.w)};
}

// 끝 자리의 삼각형에서 가장 가까운 점: 평면에 내린 발이 안에 있으면 그 발, 아니면 세 변의 가장
// 가까운 점 가운데 가장 가까운 것.
OnTriangle nearestOn(const Facet& facet, const Vec3x4& p) {
  const glm::vec3 ab = facet.b1 - facet.a1;
  const glm::vec3 ac = facet.c1 - facet.a1;
  const glm::vec3 bc = facet.c1 - facet.b1;
  const float abab = glm::dot(ab, ab);
  const float abac = glm::dot(ab, ac);
  const float acac = glm::dot(ac, ac);
  const float bcbc = glm::dot(bc, bc);
  const float area = abab * acac - abac * abac;
  const Vec3x4 d = p - splat(facet.a1);
  const f32x4 dab = dot(d, splat(ab));
  const f32x4 dac = dot(d, splat(ac));
  const f32x4 zero{};
  const f32x4 one = splat(1.0F);

  const f32x4 onAb = clamp01(dab / splat(std::max(abab, kLeastDivisor)));
  const f32x4 onAc = clamp01(dac / splat(std::max(acac, kLeastDivisor)));
  const f32x4 onBc =
      clamp01(dot(p - splat(facet.b1), splat(bc)) / splat(std::max(bcbc, kLeastDivisor)));
  OnTriangle nearest{onAb, zero};
  f32x4 distance = squaredDistance(facet, nearest, p);
  for (const OnTriangle& edge : {OnTriangle{zero, onAc}, OnTriangle{one - onBc, onBc}}) {
    const f32x4 other = squaredDistance(facet, edge, p);
    nearest = choose(other < distance, edge, nearest);
    distance = min(distance, other);
  }
  const f32x4 inverse = splat(1.0F / std::max(area, kLeastDivisor));
  const OnTriangle foot{(splat(acac) * dab - splat(abac) * dac) * inverse,
                        (splat(abab) * dac - splat(abac) * dab) * inverse};
  const i32x4 inside = (foot.v >= zero) & (foot.w >= zero) & (foot.v + foot.w <= one);
  return area > kLeastDivisor ? choose(inside, foot, nearest) : nearest;
}

// 길이 움직이는 삼각형의 평면을 지나는 때 t에, 그때의 삼각형 안인지.
i32x4 crossesInside(const Facet& facet, const Path& path, f32x4 t) {
  const auto at = [t](const glm::vec3& from, const glm::vec3& to) {
    return splat(from) + splat(to - from) * t;
  };
  const Vec3x4 a = at(facet.a0, facet.a1);
  const Vec3x4 b = at(facet.b0, facet.b1);
  const Vec3x4 c = at(facet.c0, facet.c1);
  const Vec3x4 q = path.start + (path.end - path.start) * t;
  const Vec3x4 normal = cross(b - a, c - a);
  const f32x4 least = dot(normal, normal) * splat(-kOverlap);
  const auto isIn = [&](const Vec3x4& from, const Vec3x4& to) {
    return dot(cross(to - from, q - from), normal) >= least;
  };
  return isIn(a, b) & isIn(b, c) & isIn(c, a);
}

// 삼각형을 지나왔으면 온 쪽으로, 지나지 않고 두께 안에 들었으면 지금 있는 쪽으로 두께만큼
// 떨어뜨린다. 그 뒤 표면 위를 미끄러진 길을 μ d까지 줄인다(쿨롱 마찰). 민 것이 있으면 true.
bool holdOff(const Facet& facet, const Contact& contact, Path& path) {
  if (facet.n0 == glm::vec3(0.0F) || facet.n1 == glm::vec3(0.0F)) return false;
  const f32x4 thickness = splat(contact.thickness);
  const f32x4 zero{};
  const f32x4 before = dot(path.start - splat(facet.a0), splat(facet.n0));
  const f32x4 after = dot(path.end - splat(facet.a1), splat(facet.n1));
  const f32x4 side = select(before < zero, splat(-1.0F), splat(1.0F));
  i32x4 passed = after * side < zero;
  const i32x4 close = after * after < thickness * thickness;
  if (!anyTrue(passed | close)) return false;
  if (anyTrue(passed)) {
    const f32x4 way = before - after;
    const f32x4 t = clamp01(before / select(passed, way, splat(1.0F)));
    passed = passed & crossesInside(facet, path, t);
  }
  const OnTriangle on = nearestOn(facet, path.end);
  const Vec3x4 surface = on.at(facet.a1, facet.b1, facet.c1);
  const Vec3x4 away = path.end - surface;
  const f32x4 distance = sqrt(dot(away, away));
  const i32x4 near = distance < thickness;
  if (!anyTrue(passed | near)) return false;

  const Vec3x4 faceNormal = splat(facet.n1) * side;
  const i32x4 byFace = passed | (distance < splat(kLeastDivisor));
  const Vec3x4 normal =
      select(byFace, faceNormal, away * (splat(1.0F) / max(distance, splat(kLeastDivisor))));
  const f32x4 depth = thickness - select(byFace, after * side, distance);
  const Vec3x4 out = path.end + normal * depth;
  const Vec3x4 surfaceWay = surface - on.at(facet.a0, facet.b0, facet.c0);
  const Vec3x4 slide = out - path.start - surfaceWay;
  const Vec3x4 along = slide - normal * dot(normal, slide);
  const f32x4 length = sqrt(dot(along, along));
  const f32x4 held =
      min(splat(contact.friction) * depth / max(length, splat(kLeastDivisor)), splat(1.0F));
  path.end = select(passed | near, out - along * held, path.end);
  return true;
}

/// 삼각형의 면의 번호. 메모리가 모자라면 -1. / Index of the facet of a triangle; -1 when out of
/// memory.
std::int32_t noteFacet(BodyMesh& mesh, std::int32_t triangle) {
  std::int32_t& index = mesh.facetOf.data()[triangle];
  if (index < 0 && mesh.facets.push(facetOf(mesh, triangle)))
    index = static_cast<std::int32_t>(mesh.facets.span().size()) - 1;
  return index;
}

// 한 묶음의 입자들은 서로 멀 수 있으므로 하나씩 찾아 합친다. 여백은 변의 길이만큼: 걸음 동안 더
// 움직여도, 변의 가운데도, 제 끝점이 찾은 면들만 보면 된다. 메모리가 모자라면 나머지는 보지 않는다.
void look(ClothState& cloth) {
  BodyMesh& mesh = cloth.bodyMesh;
  const float margin = cloth.options.thickness + cloth.data().longestEdge;
  mesh.list.clear();
  mesh.facets.clear();
  std::fill(mesh.facetOf.span().begin(), mesh.facetOf.span().end(), -1);
  const std::span<const f32x4> present = cloth.data().present;
  for (std::size_t slot = 0; slot < cloth.positions.size(); ++slot) {
    NearFacets& near = mesh.near.data()[slot];
    near.first = static_cast<std::int32_t>(mesh.list.span().size());
    const PathBoxes boxes = around({cloth.previous[slot], cloth.positions[slot]}, margin);
    const auto note = [&](std::int32_t triangle) {
      const std::int32_t index = noteFacet(mesh, triangle);
      if (index < 0 || mesh.facets.data()[index].slot == static_cast<std::int32_t>(slot)) return;
      mesh.facets.data()[index].slot = static_cast<std::int32_t>(slot);
      (void)mesh.list.push(index);
    };
    for (int lane = 0; lane < kLanes; ++lane) {
      if (present[slot][lane] > 0.0F) mesh.tree.forOverlaps(boundsOf(boxes, lane), note);
    }
    near.count = static_cast<std::int32_t>(mesh.list.span().size()) - near.first;
  }
}

/// 가까운 면마다 길을 막는다. 바꾼 것이 있으면 true. / Holds the path off every near facet.
bool holdOffAll(const BodyMesh& mesh, const NearFacets& near, const Contact& contact, Path& path) {
  bool changed = false;
  PathBoxes boxes = around(path, contact.thickness);
  for (const std::int32_t index : mesh.list.span().subspan(near.first, near.count)) {
    const Facet& facet = mesh.facets.span()[index];
    if (!anyOverlaps(boxes, facet.bounds) || !holdOff(facet, contact, path)) continue;
    boxes = around(path, contact.thickness);
    changed = true;
  }
  return changed;
}

void collidePoints(ClothState& cloth, const Contact& contact) {
  const std::span<const NearFacets> near = std::as_const(cloth.bodyMesh.near).span();
  for (std::size_t slot = 0; slot < near.size(); ++slot) {
    if (near[slot].count == 0) continue;
    Path path{cloth.previous[slot], cloth.positions[slot]};
    if (!holdOffAll(cloth.bodyMesh, near[slot], contact, path)) continue;
    const i32x4 isFree = cloth.data().inverseMass[slot] > splat(0.0F);
    cloth.positions[slot] = select(isFree, path.end, cloth.positions[slot]);
  }
}

// 변의 가운데도 막는다: 점들 사이로 빠지는 것은 그 반만큼 가늘어야 한다. 두께는 점들만 지킨다.
void collideEdge(ClothState& cloth, const EdgeBlock& edge, const Contact& contact) {
  const BodyMesh& mesh = cloth.bodyMesh;
  const f32x4 half = splat(0.5F);
  const Path before = edgePath(cloth, edge).at(half);
  Path path = before;
  bool changed = false;
  for (int lane = 0; lane < kLanes; ++lane) {
    const std::int32_t slot = edge.a[lane] / kLanes;
    const bool seen = std::any_of(edge.a.begin(), edge.a.begin() + lane,
                                  [slot](std::int32_t other) { return other / kLanes == slot; });
    if (!seen) changed |= holdOffAll(mesh, mesh.near.span()[slot], contact, path);
  }
  if (changed) moveEdge(cloth, edge, half, {Vec3x4{}, path.end - before.end});
}

void collideMeshEdges(ClothState& cloth) {
  const Contact contact{0.0F, cloth.options.friction};
  const std::span<const NearFacets> near = std::as_const(cloth.bodyMesh.near).span();
  for (const EdgeBlock& edge : std::as_const(cloth.edges).span()) {
    const bool isNear = std::any_of(edge.a.begin(), edge.a.end(), [near](std::int32_t particle) {
      return near[particle / kLanes].count > 0;
    });
    if (isNear) collideEdge(cloth, edge, contact);
  }
}

Status checkPositions(std::span<const float> positions) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (std::abs(positions[i]) <= Fabric::kMaxCoordinate) continue;
    const std::size_t first = i - i % 3;
    return checkVector("positions of vertex " + std::to_string(i / 3),
                       {positions[first], positions[first + 1], positions[first + 2]},
                       Fabric::kMaxCoordinate);
  }
  return {};
}

Status invalidLength(const char* name, const std::string& expected, std::size_t got) {
  return {StatusCode::kInvalidArgument,
          std::string(name) + ".length must be " + expected + ", got " + std::to_string(got)};
}

Status checkIndices(std::span<const std::uint32_t> indices, std::size_t vertices) {
  if (indices.size() % 3 != 0) return invalidLength("indices", "a multiple of 3", indices.size());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < vertices) continue;
    return checkInteger("indices[" + std::to_string(i) + "]", indices[i], 0,
                        static_cast<long long>(vertices) - 1);
  }
  return {};
}

void copyTo(std::span<const float> positions, Buffer<glm::vec3>& points) {
  for (std::size_t i = 0; i < points.span().size(); ++i)
    points.data()[i] = {positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]};
}

/// 꼭짓점과 삼각형을 담고 나무를 만든다. 메모리가 모자라면 false. / False when out of memory.
bool fill(BodyMesh& mesh, std::span<const float> positions,
          std::span<const std::uint32_t> indices) {
  const std::size_t vertices = positions.size() / 3;
  const std::size_t corners = indices.empty() ? vertices : indices.size();
  if (!mesh.from.resize(vertices) || !mesh.to.resize(vertices) || !mesh.target.resize(vertices) ||
      !mesh.corners.resize(corners) || !mesh.facetOf.resize(corners / 3))
    return false;
  for (Buffer<glm::vec3>* points : {&mesh.from, &mesh.to, &mesh.target}) copyTo(positions, *points);
  for (std::size_t i = 0; i < corners; ++i)
    mesh.corners.data()[i] = static_cast<std::int32_t>(indices.empty() ? i : indices[i]);
  Buffer<glm::vec3> centers;
  if (!centers.resize(corners / 3)) return false;
  for (std::size_t i = 0; i < corners / 3; ++i) {
    const std::int32_t* corner = &mesh.corners.data()[3 * i];
    const std::span<const glm::vec3> p = mesh.to.span();
    centers.data()[i] = (p[corner[0]] + p[corner[1]] + p[corner[2]]) / 3.0F;
  }
  return mesh.tree.build(std::as_const(centers).span());
}

void forgetNear(BodyMesh& mesh) {
  std::fill(mesh.near.span().begin(), mesh.near.span().end(), NearFacets{});
}

}  // namespace

Status setBodyMesh(ClothState& cloth, std::span<const float> positions,
                   std::span<const std::uint32_t> indices) {
  const std::size_t unit = indices.empty() ? 9 : 3;
  if (positions.size() % unit != 0)
    return invalidLength("positions", "a multiple of " + std::to_string(unit), positions.size());
  Status status = checkPositions(positions);
  if (status.ok()) status = checkIndices(indices, positions.size() / 3);
  if (!status.ok()) return status;
  BodyMesh mesh;
  if (!prepareEdges(cloth) || !mesh.near.resize(cloth.positions.size()) ||
      !fill(mesh, positions, indices))
    return outOfMemory("the body mesh");
  forgetNear(mesh);
  cloth.bodyMesh = std::move(mesh);
  cloth.disturbed = true;
  return {};
}

Status moveBodyMesh(ClothState& cloth, std::span<const float> positions) {
  BodyMesh& mesh = cloth.bodyMesh;
  const std::size_t expected = 3 * mesh.target.span().size();
  if (positions.size() != expected)
    return invalidLength("positions", std::to_string(expected), positions.size());
  if (Status status = checkPositions(positions); !status.ok()) return status;
  for (std::size_t i = 0; i < mesh.target.span().size(); ++i) {
    const glm::vec3 p(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
    cloth.disturbed |= p != mesh.target.data()[i];
    mesh.target.data()[i] = p;
  }
  return {};
}

bool hasBodyMesh(const ClothState& cloth) { return !cloth.bodyMesh.corners.span().empty(); }

void forgetWays(BodyMesh& mesh) {
  mesh.jumped = true;
  forgetNear(mesh);
}

void beginBodyMesh(ClothState& cloth, float share) {
  if (!hasBodyMesh(cloth)) return;
  BodyMesh& mesh = cloth.bodyMesh;
  const std::span<glm::vec3> to = mesh.to.span();
  const std::span<const glm::vec3> target = std::as_const(mesh.target).span();
  if (mesh.jumped) std::copy(target.begin(), target.end(), to.begin());
  mesh.jumped = false;
  std::copy(to.begin(), to.end(), mesh.from.data());
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = share < 1.0F ? to[i] + (target[i] - to[i]) * share : target[i];
  mesh.tree.refit([&mesh](std::int32_t triangle) { return boundsOf(mesh, triangle); });
}

void carryBodyMesh(ClothState& cloth, const Turn& turn) {
  for (glm::vec3& p : cloth.bodyMesh.to.span()) p = turned(p, turn);
}

void collideBodyMesh(ClothState& cloth, bool looks) {
  if (!hasBodyMesh(cloth)) return;
  if (looks) look(cloth);
  if (std::as_const(cloth.bodyMesh.list).span().empty()) return;
  const Contact contact{cloth.options.thickness, cloth.options.friction};
  for (int round = 0; round < kMeshRounds; ++round) {
    collideMeshEdges(cloth);
    collidePoints(cloth, contact);
  }
}

// 가까운 면들은 지난번에 찾은 것이다. / By the facets that were found last.
i32x4 nearBodyMesh(const ClothState& cloth, std::size_t slot) {
  const bool near = hasBodyMesh(cloth) && cloth.bodyMesh.near.span()[slot].count > 0;
  return near ? kAllLanes : i32x4{};
}

}  // namespace mangto
