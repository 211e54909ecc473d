#include "cloth/colliders/bodies.h"

#include <algorithm>
#include <bit>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <string>
#include <utility>

#include "cloth/cloth_state.h"
#include "cloth/colliders/bounds3.h"
#include "core/check.h"

namespace mangto {
namespace {

// 변에서 가장 가까운 점을 찾는 횟수: 변의 1/64까지.
constexpr int kHalvings = 4;
// 한 점을 여러 변이 밀므로 한 번으로는 다 나오지 않는다.
constexpr int kRounds = 2;
// 점이 가장 긴 변의 이만큼 움직이기 전에는 그 안에 있던 몸에만 닿을 수 있다.
constexpr float kReach = 0.125F;
// 셈의 오차를 위해 남긴다.
constexpr float kTrust = 0.99F;
// 늘어난 변이 몸의 반지름의 두 배에 이르는 길이(쉬는 길이의 배수).
constexpr float kLongestStretch = 2.0F;

Bounds3 boxOf(const Shape& shape, const Pose& pose) {
  if (shape.kind == ShapeKind::kPlane) {
    const glm::vec3 all(std::numeric_limits<float>::max());
    return {-all, all};
  }
  if (shape.kind == ShapeKind::kBox) {
    const glm::vec3 radius(glm::length(shape.halfSize));
    return {pose.origin - radius, pose.origin + radius};
  }
  const glm::vec3 tip = pose.origin + pose.y * shape.length;
  const glm::vec3 radius(shape.radius);
  const glm::vec3 tipRadius(shape.radius + shape.slope * shape.length);
  return {glm::min(pose.origin - radius, tip - tipRadius),
          glm::max(pose.origin + radius, tip + tipRadius)};
}

// 도는 축의 끝은 현이 아니라 호를 그린다: 호는 현에서 |Δ|²/4L까지 벗어난다.
void placeBox(Body& body) {
  const auto& [shape, from, to] = body.moving;
  const Bounds3 first = boxOf(shape, from);
  const Bounds3 last = boxOf(shape, to);
  const glm::vec3 turn = to.y - from.y;
  const glm::vec3 arc(0.25F * glm::dot(turn, turn) * shape.length);
  body.low = glm::min(first.low, last.low) - arc;
  body.high = glm::max(first.high, last.high) + arc;
}

Body restingBody(const Collider& collider) {
  const Pose pose = poseOf(collider, {});
  return {collider, collider, {shapeOf(collider), pose, pose}, {}, {}, false};
}

/// 줄기마다: 상자가 겹치는지. / Per lane: whether the boxes overlap.
i32x4 overlaps(const PathBoxes& boxes, const Body& body, float margin) {
  const Vec3x4 low = splat(body.low - glm::vec3(margin));
  const Vec3x4 high = splat(body.high + glm::vec3(margin));
  return (boxes.low.x < high.x) & (boxes.high.x > low.x) & (boxes.low.y < high.y) &
         (boxes.high.y > low.y) & (boxes.low.z < high.z) & (boxes.high.z > low.z);
}

/// 몸마다 비트 하나. 많으면 나머지가 마지막 비트를 함께 쓴다. / A bit per body; the rest share one.
constexpr std::size_t kLastBit = 30;
std::int32_t bitOf(std::size_t body) { return std::int32_t{1} << std::min(body, kLastBit); }

std::int32_t anyLane(i32x4 bits) { return bits[0] | bits[1] | bits[2] | bits[3]; }

/// 이 안에 있으면 가까운 것이다(m). / Within this a body is near.
float marginOf(const ClothState& cloth) {
  return cloth.options.thickness + cloth.data().longestEdge;
}

/// 점이 찾은 자리에서 이만큼(m) 움직이는 동안은 `nearer`만 보면 된다. / How far a point may go from
/// where it was found for `nearer` to hold.
float reachOf(const ClothState& cloth) { return kReach * cloth.data().longestEdge; }

bool lookForBodies(ClothState& cloth) {
  Bodies& bodies = cloth.bodies;
  const std::span<i32x4> near = bodies.near.span();
  const std::span<i32x4> nearer = bodies.nearer.span();
  const float margin = marginOf(cloth);
  const float close = cloth.options.thickness + kTouch + reachOf(cloth);
  i32x4 any{};
  for (std::size_t slot = 0; slot < near.size(); ++slot) {
    const Path path{cloth.previous[slot], cloth.positions[slot]};
    const PathBoxes boxes = around(path);
    bodies.found.data()[slot] = path;
    near[slot] = nearer[slot] = i32x4{};
    for (std::size_t i = 0; i < bodies.list.span().size(); ++i) {
      const Body& body = bodies.list.data()[i];
      if (!anyTrue(overlaps(boxes, body, margin))) continue;
      const std::int32_t bit = bitOf(i);
      const i32x4 bits{bit, bit, bit, bit};
      const f32x4 gap = clearance(body.moving, path);
      near[slot] |= (gap <= splat(margin)) & bits;
      nearer[slot] |= (gap <= splat(close)) & bits;
    }
    any |= near[slot];
  }
  return anyLane(any) != 0;
}

/// 묶음에서 지금 닿을 수 있는 몸들의 비트. / The bodies that a slot may touch now.
std::int32_t bodiesInReach(const ClothState& cloth, std::size_t slot) {
  const std::int32_t all = anyLane(cloth.bodies.near.span()[slot]);
  if (all == 0) return 0;
  const Path& found = cloth.bodies.found.span()[slot];
  const Vec3x4 start = cloth.previous[slot] - found.start;
  const Vec3x4 end = cloth.positions[slot] - found.end;
  const f32x4 gone = max(dot(start, start), dot(end, end));
  const float reach = kTrust * reachOf(cloth);
  if (anyTrue(gone > splat(reach * reach))) return all;
  return anyLane(cloth.bodies.nearer.span()[slot]);
}

/// `bits`에 든 몸마다, 차례대로. / For every body in `bits`, in order.
template <typename Visit>
void forBodies(const ClothState& cloth, std::int32_t bits, const Visit& visit) {
  const std::span<const Body> bodies = cloth.bodies.list.span();
  for (auto rest = static_cast<std::uint32_t>(bits); rest != 0; rest &= rest - 1) {
    const auto first = static_cast<std::size_t>(std::countr_zero(rest));
    const std::size_t last = first == kLastBit ? bodies.size() : first + 1;
    for (std::size_t i = first; i < last; ++i) visit(bodies[i]);
  }
}

void collidePoints(ClothState& cloth) {
  const Contact contact{cloth.options.thickness, cloth.options.friction};
  for (std::size_t slot = 0; slot < cloth.positions.size(); ++slot) {
    const std::int32_t bits = bodiesInReach(cloth, slot);
    if (bits == 0) continue;
    const i32x4 isFree = cloth.data().inverseMass[slot] > splat(0.0F);
    forBodies(cloth, bits, [&](const Body& body) {
      Path path{cloth.previous[slot], cloth.positions[slot]};
      if (!anyTrue(overlaps(around(path), body, contact.thickness))) return;
      if (!sweepOut(body.moving, contact, path)) return;
      cloth.previous[slot] = select(isFree, path.start, cloth.previous[slot]);
      cloth.positions[slot] = select(isFree, path.end, cloth.positions[slot]);
      cloth.bodies.log.change(slot);
    });
  }
}

PathBoxes around(const EdgePath& path) {
  const PathBoxes a = around(path.a);
  const PathBoxes b = around(path.b);
  return {min(a.low, b.low), max(a.high, b.high)};
}

// sweepOut의 것과 같은 접평면을 변의 가운데에서 본다: 변을 따라 |n·(b - a)|/2까지 더 다가갈 수
// 있다.
bool mayTouch(const MovingShape& moving, const EdgePath& path) {
  const Vec3x4 a = toLocal(moving.to, path.a.end);
  const Vec3x4 b = toLocal(moving.to, path.b.end);
  const Surface middle = surfaceOf(moving.shape, (a + b) * splat(0.5F));
  const f32x4 growth = dot(middle.normal, b - a);
  const f32x4 leavingA = dot(middle.normal, a - toLocal(moving.from, path.a.start));
  const f32x4 leavingB = dot(middle.normal, b - toLocal(moving.from, path.b.start));
  const f32x4 leaving = max(max(leavingA, leavingB), splat(0.0F));
  return anyTrue(middle.distance - abs(growth) * splat(0.5F) - leaving <= splat(0.0F));
}

// 변 위에서 몸에 가장 가까운 점: 기울기의 부호로 반씩 좁힌다. 끝 가까이는 입자들이 지킨다.
f32x4 nearestOnEdge(const MovingShape& moving, const EdgePath& path) {
  const Vec3x4 a = toLocal(moving.to, path.a.end);
  const Vec3x4 way = toLocal(moving.to, path.b.end) - a;
  f32x4 u = splat(0.5F);
  f32x4 step = splat(0.125F);
  for (int i = 0; i < kHalvings; ++i) {
    const f32x4 growth = dot(surfaceOf(moving.shape, a + way * u).normal, way);
    u += select(growth > splat(0.0F), -step, step);
    step *= splat(0.5F);
  }
  return u;
}

// 두께는 점들만 지킨다: 굽은 몸 위에서는 곧은 변이 점들보다 안쪽을 지난다.
bool collideEdge(ClothState& cloth, const EdgeBlock& edge, std::int32_t bits) {
  const Contact contact{0.0F, cloth.options.friction};
  EdgePath ends = edgePath(cloth, edge);
  PathBoxes boxes = around(ends);
  bool moved = false;
  forBodies(cloth, bits, [&](const Body& body) {
    if (!anyTrue(overlaps(boxes, body, contact.thickness))) return;
    if (!mayTouch(body.moving, ends)) return;
    const f32x4 u = nearestOnEdge(body.moving, ends);
    const Path before = ends.at(u);
    Path path = before;
    if (!sweepOut(body.moving, contact, path)) return;
    moveEdge(cloth, edge, u, {path.start - before.start, path.end - before.end});
    ends = edgePath(cloth, edge);
    boxes = around(ends);
    moved = true;
  });
  return moved;
}

/// 모든 변, 또는 그 뒤로 끝이 바뀐 변만. 옮긴 것이 있으면 true. / All edges, or those whose ends
/// have changed since; true when it moved any.
bool collideEdges(ClothState& cloth, bool all) {
  const std::span<const EdgeBlock> edges = std::as_const(cloth.edges).span();
  const std::span<const i32x4> near = std::as_const(cloth.bodies.near).span();
  EdgeLog& log = cloth.bodies.log;
  if (all) log.clear();
  bool moved = false;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!all && !log.isNew(i, edges[i])) continue;
    log.see(i);
    const std::int32_t bits = anyLane(bitsOf(near, edges[i])) & cloth.bodies.thin;
    if (bits == 0 || !collideEdge(cloth, edges[i], bits)) continue;
    log.change(edges[i]);
    moved = true;
  }
  return moved;
}

// 늘어난 변도 뚫고 지나갈 수 없이 굵은 몸은 점들만으로 지켜진다.
bool isThin(const ClothState& cloth, const Shape& shape) {
  const float tip = shape.radius + shape.slope * shape.length;
  const float thinnest = shape.kind == ShapeKind::kRound ? std::min(shape.radius, tip) : 0.0F;
  return shape.kind != ShapeKind::kPlane &&
         thinnest + cloth.options.thickness < kLongestStretch * cloth.data().longestEdge;
}

/// 첫 콜라이더가 올 때 배열을 잡는다. / Takes the arrays when the first collider comes.
bool prepare(ClothState& cloth) {
  const std::size_t slots = cloth.positions.size();
  Bodies& bodies = cloth.bodies;
  return prepareEdges(cloth) && bodies.near.resize(slots) && bodies.nearer.resize(slots) &&
         bodies.found.resize(slots) && bodies.log.resize(slots, cloth.edges.span().size());
}

struct Check {
  std::string name;

  Status place(const char* member, const glm::vec3& p) const {
    return checkVector(name + member, p, Fabric::kMaxCoordinate);
  }
  Status size(const char* member, float value) const {
    return checkNumber(name + member, value, 0.0, Fabric::kMaxCoordinate);
  }
  template <typename V>
  Status nonZero(const char* member, const V& v) const {
    if (v != V(0.0F)) return {};
    return {StatusCode::kInvalidArgument, name + member + " must not be 0, got 0"};
  }

  Status operator()(const Sphere& s) const {
    Status status = place(".center", s.center);
    return status.ok() ? size(".radius", s.radius) : status;
  }
  Status operator()(const TaperedCapsule& c) const {
    Status status = place(".a", c.a);
    if (status.ok()) status = place(".b", c.b);
    if (status.ok()) status = size(".radiusA", c.radiusA);
    return status.ok() ? size(".radiusB", c.radiusB) : status;
  }
  Status operator()(const Plane& p) const {
    Status status = place(".point", p.point);
    if (status.ok()) status = place(".normal", p.normal);
    return status.ok() ? nonZero(".normal", p.normal) : status;
  }
  Status operator()(const Box& b) const {
    Status status = place(".center", b.center);
    const float sizes[] = {b.halfSize.x, b.halfSize.y, b.halfSize.z};
    for (int i = 0; status.ok() && i < 3; ++i)
      status = size((".halfSize[" + std::to_string(i) + "]").c_str(), sizes[i]);
    for (int i = 0; status.ok() && i < 4; ++i) {
      status = checkNumber(name + ".rotation[" + std::to_string(i) + "]", b.rotation[i],
                           -Fabric::kMaxCoordinate, Fabric::kMaxCoordinate);
    }
    return status.ok() ? nonZero(".rotation", b.rotation) : status;
  }
};

}  // namespace

Status setColliders(ClothState& cloth, std::span<const Collider> colliders) {
  for (std::size_t i = 0; i < colliders.size(); ++i) {
    Status status = std::visit(Check{"colliders[" + std::to_string(i) + "]"}, colliders[i]);
    if (!status.ok()) return status;
  }
  Bodies& bodies = cloth.bodies;
  const std::size_t before = bodies.list.span().size();
  const std::size_t known = std::min(before, colliders.size());
  if (!prepare(cloth) || !bodies.list.resize(colliders.size()))
    return outOfMemory(std::to_string(colliders.size()) + " colliders");
  for (std::size_t i = 0; i < colliders.size(); ++i) {
    Body& body = bodies.list.data()[i];
    const Collider collider = normalized(colliders[i]);
    if (i < known && body.now.index() == collider.index()) {
      cloth.disturbed |= body.target != collider;
      body.target = collider;
    } else {
      body = restingBody(collider);
      cloth.disturbed = true;
    }
  }
  cloth.disturbed |= known != before;
  return {};
}

void beginBodies(ClothState& cloth, float share) {
  cloth.bodies.thin = 0;
  const std::span<Body> bodies = cloth.bodies.list.span();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Body& body = bodies[i];
    if (body.jumped) body = restingBody(body.target);
    body.now = share < 1.0F ? mix(body.now, body.target, share) : body.target;
    body.moving.shape = shapeOf(body.now);
    body.moving.from = body.moving.to;
    body.moving.to = poseOf(body.now, body.moving.from);
    placeBox(body);
    if (isThin(cloth, body.moving.shape)) cloth.bodies.thin |= bitOf(i);
  }
}

void forgetWays(Bodies& bodies) {
  for (Body& body : bodies.list.span()) body.jumped = true;
}

void carryBodies(ClothState& cloth, const Turn& turn) {
  for (Body& body : cloth.bodies.list.span()) {
    body.now = turned(body.now, turn);
    body.moving.to = turned(body.moving.to, turn);
  }
}

bool hasBodies(const ClothState& cloth) { return !cloth.bodies.list.span().empty(); }

void collideBodies(ClothState& cloth, bool look) {
  if (!hasBodies(cloth)) return;
  if (look) cloth.bodies.anyNear = lookForBodies(cloth);
  if (!cloth.bodies.anyNear) return;
  // 변은 걸음의 처음과 끝에 본다: 그 사이에는 제약이 다시 흩어 놓는다.
  bool edgesMoved = look && cloth.bodies.thin != 0 && collideEdges(cloth, true);
  collidePoints(cloth);
  for (int round = 1; edgesMoved && round < kRounds; ++round) {
    edgesMoved = collideEdges(cloth, false);
    collidePoints(cloth);
  }
}

i32x4 nearColliders(const ClothState& cloth, std::size_t slot) {
  const Vec3x4& p = cloth.positions[slot];
  const float margin = marginOf(cloth);
  i32x4 near{};
  for (const Body& body : cloth.bodies.list.span()) {
    if (!anyTrue(overlaps({p, p}, body, margin))) continue;
    const MovingShape& moving = body.moving;
    near |= surfaceOf(moving.shape, toLocal(moving.to, p)).distance < splat(margin);
  }
  return near;
}

}  // namespace mangto
