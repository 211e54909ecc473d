#include "shape/field.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <string>
#include <utility>

#include "core/check.h"

namespace mangto {
namespace {

constexpr double kMaxCoordinate = 1.0e6;
constexpr double kMinRadius = 1.0e-6;
constexpr float kFar = 1.0e30F;
constexpr float kTiny = 1.0e-30F;
// 반올림이 범위를 넘지 못하게 하는 여유.
constexpr float kSlack = 1.0001F;

Vec3x4 spread(const glm::vec3& v) { return {splat(v.x), splat(v.y), splat(v.z)}; }

f32x4 lengthOf(const Vec3x4& v) { return sqrt(dot(v, v)); }
Vec3x4 divide(const Vec3x4& v, f32x4 s) { return {v.x / s, v.y / s, v.z / s}; }
Vec3x4 scale(const Vec3x4& v, const glm::vec3& s) {
  return {v.x * splat(s.x), v.y * splat(s.y), v.z * splat(s.z)};
}

Vec3x4 toLocal(const glm::mat3& axes, const Vec3x4& v) {
  return {dot(v, spread(axes[0])), dot(v, spread(axes[1])), dot(v, spread(axes[2]))};
}
Vec3x4 toWorld(const glm::mat3& axes, const Vec3x4& v) {
  return spread(axes[0]) * v.x + spread(axes[1]) * v.y + spread(axes[2]) * v.z;
}

struct Distance {
  f32x4 value;
  Vec3x4 gradient;
};

// 공을 축을 따라 굴린 것: min over t in [0, L] of |p - c(t)| - (r - taper·t). 축에서 q만큼 떨어진
// 점에서 이 식의 미분이 0인 곳은 t = s - q·taper/sqrt(1 - taper²)이고, 식이 볼록하므로 잘라도 된다.
Distance distanceTo(const RoundCone& cone, const Vec3x4& p) {
  const Vec3x4 fromStart = p - spread(cone.start);
  const Vec3x4 axis = spread(cone.axis);
  const f32x4 along = dot(fromStart, axis);
  const f32x4 aside = lengthOf(fromStart - axis * along);
  const f32x4 t = max(min(along - aside * splat(cone.lean), splat(cone.length)), splat(0.0F));
  const Vec3x4 outwards = fromStart - axis * t;
  const f32x4 length = lengthOf(outwards);
  return {length - (splat(cone.radius) - splat(cone.taper) * t),
          divide(outwards, max(length, splat(kTiny)))};
}

// 일차 거리 근사 (k - 1)/|∇k|, k = |u|, u = q/r. 겉면에서는 정확하다.
// G. Taubin, "Distance approximations for rasterizing implicit curves", ACM ToG 13(1), 1994.
// 넘치지 않게 v = u·(smallest/r)로 쓰면 1/|∇k| = k·smallest/|v|이고, 가운데에서는 smallest로 친다.
Distance distanceTo(const Ellipsoid& ellipsoid, const Vec3x4& p) {
  const glm::vec3 relative = ellipsoid.inverseRadii * ellipsoid.smallest;
  const Vec3x4 u =
      scale(toLocal(ellipsoid.axes, p - spread(ellipsoid.center)), ellipsoid.inverseRadii);
  const Vec3x4 v = scale(u, relative);
  const f32x4 one = splat(1.0F);
  const f32x4 smallest = splat(ellipsoid.smallest);
  const f32x4 k = lengthOf(u);
  const f32x4 steepness = max(lengthOf(v), splat(kTiny));
  const f32x4 value = (k - one) * max(k * smallest / steepness, smallest);
  // ∇value = ((2k - 1)·∇k·|v| - (k² - k)·∇|v|)·smallest/|v|², ∇k = v/(k·smallest).
  const f32x4 first = (splat(2.0F) - one / max(k, splat(kTiny))) / steepness;
  const f32x4 second = k * (k - one) / (steepness * steepness * steepness);
  const Vec3x4 gradient = v * first - scale(scale(v, relative), relative) * second;
  return {value, toWorld(ellipsoid.axes, gradient)};
}

// 모서리 둥근 상자: d = |q| - core;  |max(d, 0)| + min(max(d.x, d.y, d.z), 0) - rounding.
Distance distanceTo(const RoundBox& box, const Vec3x4& p) {
  const f32x4 zero = splat(0.0F);
  const Vec3x4 q = toLocal(box.axes, p - spread(box.center));
  const Vec3x4 d = Vec3x4{abs(q.x), abs(q.y), abs(q.z)} - spread(box.core);
  const Vec3x4 over = max(d, Vec3x4{zero, zero, zero});
  const f32x4 outside = lengthOf(over);
  const f32x4 deepest = max(max(d.x, d.y), d.z);
  // 안쪽에서는 가장 가까운 면의 법선.
  const i32x4 isInside = deepest < splat(kTiny);
  const f32x4 one = splat(1.0F);
  const i32x4 onX = d.x >= deepest;
  const i32x4 onY = ~onX & (d.y >= deepest);
  const Vec3x4 nearestFace{select(onX, one, zero), select(onY, one, zero),
                           select(~(onX | onY), one, zero)};
  const Vec3x4 n = select(isInside, nearestFace, divide(over, max(outside, splat(kTiny))));
  const Vec3x4 signedNormal{select(q.x < zero, -n.x, n.x), select(q.y < zero, -n.y, n.y),
                            select(q.z < zero, -n.z, n.z)};
  return {outside + min(deepest, zero) - splat(box.rounding), toWorld(box.axes, signedNormal)};
}

Distance distanceTo(const FieldShape& shape, const Vec3x4& p) {
  return std::visit([&](const auto& form) { return distanceTo(form, p); }, shape.form);
}

// 기울기가 1을 넘지 않는 도형의 값은 공 안에서 반지름보다 많이 변하지 못한다.
template <typename Form>
FieldRange rangeOf(const Form& form, const Vec3x4& center, float radius) {
  const f32x4 value = distanceTo(form, center).value;
  return {value - splat(radius), value + splat(radius)};
}

// 타원체의 근사는 (k - 1)·g, smallest ≤ g ≤ largest이고 k의 기울기는 1/smallest까지이다.
FieldRange rangeOf(const Ellipsoid& ellipsoid, const Vec3x4& center, float radius) {
  const Vec3x4 u =
      scale(toLocal(ellipsoid.axes, center - spread(ellipsoid.center)), ellipsoid.inverseRadii);
  const f32x4 k = lengthOf(u) - splat(1.0F);
  const f32x4 change = splat(radius / ellipsoid.smallest);
  const f32x4 low = max(k - change, splat(-1.0F));
  const f32x4 high = k + change;
  const f32x4 zero = splat(0.0F);
  const f32x4 smallest = splat(ellipsoid.smallest);
  const f32x4 largest = splat(ellipsoid.largest);
  return {low * select(low < zero, largest, smallest),
          high * select(high < zero, smallest, largest)};
}

FieldRange rangeOf(const FieldShape& shape, const Vec3x4& center, float radius) {
  return std::visit([&](const auto& form) { return rangeOf(form, center, radius); }, shape.form);
}

// 삼차 다항식으로 이은 최솟값: h = max(blend - |a - b|, 0)/blend;  min(a, b) - h³·blend/6.
// I. Quilez, "Smooth minimum". 두 인자 모두에 대해 늘기만 하므로 범위에도 그대로 쓴다.
f32x4 overlap(const FieldShape& shape, f32x4 a, f32x4 b) {
  return max(splat(shape.blend) - abs(a - b), splat(0.0F)) * splat(shape.inverseBlend);
}
f32x4 smoothMin(const FieldShape& shape, f32x4 a, f32x4 b) {
  const f32x4 h = overlap(shape, a, b);
  return min(a, b) - h * h * h * splat(shape.blend / 6.0F);
}

bool isUnion(const FieldShape& shape) { return shape.operation == SdfOperation::kUnion; }

// 빼기는 뒤집은 것의 더하기이다: max(a, -b) = -min(-a, b).
f32x4 combine(const FieldShape& shape, f32x4 a, f32x4 b) {
  return isUnion(shape) ? smoothMin(shape, a, b) : -smoothMin(shape, -a, b);
}

FieldRange combine(const FieldShape& shape, const FieldRange& a, const FieldRange& b) {
  if (isUnion(shape)) return {smoothMin(shape, a.low, b.low), smoothMin(shape, a.high, b.high)};
  return {-smoothMin(shape, -a.low, b.high), -smoothMin(shape, -a.high, b.low)};
}

// 기울기는 두 기울기를 h²/2와 1 - h²/2로 섞은 것이다.
FieldSample combine(const FieldShape& shape, int index, const FieldSample& a, const Distance& b) {
  const bool adds = isUnion(shape);
  const f32x4 value = adds ? a.value : -a.value;
  const f32x4 h = overlap(shape, value, b.value);
  const f32x4 lesser = h * h * splat(0.5F);
  const i32x4 wins = b.value < value;
  const f32x4 share = select(wins, splat(1.0F) - lesser, lesser);
  const Vec3x4 gradient = adds ? b.gradient : b.gradient * splat(-1.0F);
  const i32x4 own = i32x4{index, index, index, index};
  return {combine(shape, a.value, b.value), a.gradient + (gradient - a.gradient) * share,
          (wins & own) | (~wins & a.shape)};
}

Status checkQuaternion(const std::string& name, const glm::vec4& q) {
  Status status = checkVector(name, glm::vec3(q), kMaxCoordinate);
  if (status.ok()) status = checkNumber(name + "[3]", q.w, -kMaxCoordinate, kMaxCoordinate);
  if (status.ok())
    status = checkNumber("the length of " + name, std::sqrt(glm::dot(q, q)), 1.0e-6, 1.0e7);
  return status;
}

Status checkRadii(const std::string& name, const glm::vec3& radii) {
  Status status = checkNumber(name + "[0]", radii.x, kMinRadius, kMaxCoordinate);
  if (status.ok()) status = checkNumber(name + "[1]", radii.y, kMinRadius, kMaxCoordinate);
  if (status.ok()) status = checkNumber(name + "[2]", radii.z, kMinRadius, kMaxCoordinate);
  return status;
}

Status check(const std::string& name, const SdfSphere& sphere) {
  Status status = checkVector(name + ".center", sphere.center, kMaxCoordinate);
  if (status.ok())
    status = checkNumber(name + ".radius", sphere.radius, kMinRadius, kMaxCoordinate);
  return status;
}

Status check(const std::string& name, const SdfCapsule& capsule) {
  Status status = checkVector(name + ".start", capsule.start, kMaxCoordinate);
  if (status.ok()) status = checkVector(name + ".end", capsule.end, kMaxCoordinate);
  if (status.ok())
    status = checkNumber(name + ".radius", capsule.radius, kMinRadius, kMaxCoordinate);
  if (status.ok())
    status = checkNumber(name + ".endRadius", capsule.endRadius, kMinRadius, kMaxCoordinate);
  return status;
}

Status check(const std::string& name, const SdfEllipsoid& ellipsoid) {
  Status status = checkVector(name + ".center", ellipsoid.center, kMaxCoordinate);
  if (status.ok()) status = checkRadii(name + ".radii", ellipsoid.radii);
  if (status.ok()) status = checkQuaternion(name + ".rotation", ellipsoid.rotation);
  return status;
}

Status check(const std::string& name, const SdfBox& box) {
  Status status = checkVector(name + ".center", box.center, kMaxCoordinate);
  if (status.ok()) status = checkRadii(name + ".halfSize", box.halfSize);
  const float thinnest = std::min({box.halfSize.x, box.halfSize.y, box.halfSize.z});
  if (status.ok()) status = checkNumber(name + ".rounding", box.rounding, 0.0, thinnest);
  if (status.ok()) status = checkQuaternion(name + ".rotation", box.rotation);
  return status;
}

glm::mat3 axesOf(const glm::vec4& rotation) {
  const glm::vec4 q = rotation / std::sqrt(glm::dot(rotation, rotation));
  const glm::vec3 x(1.0F - 2.0F * (q.y * q.y + q.z * q.z), 2.0F * (q.x * q.y + q.w * q.z),
                    2.0F * (q.x * q.z - q.w * q.y));
  const glm::vec3 y(2.0F * (q.x * q.y - q.w * q.z), 1.0F - 2.0F * (q.x * q.x + q.z * q.z),
                    2.0F * (q.y * q.z + q.w * q.x));
  return {x, y, glm::cross(x, y)};
}

RoundCone prepare(const SdfSphere& sphere) {
  return {sphere.center, {0.0F, 0.0F, 1.0F}, 0.0F, sphere.radius, 0.0F, 0.0F};
}

RoundCone prepare(const SdfCapsule& capsule) {
  const glm::vec3 axis = capsule.end - capsule.start;
  const float length = std::sqrt(glm::dot(axis, axis));
  const float shrink = capsule.radius - capsule.endRadius;
  // 한 끝의 공이 다른 끝을 삼키면 그 공만 남는다.
  if (std::abs(shrink) >= length) {
    return prepare(shrink >= 0.0F ? SdfSphere{capsule.start, capsule.radius}
                                  : SdfSphere{capsule.end, capsule.endRadius});
  }
  const float taper = shrink / length;
  const float lean = taper / std::sqrt((1.0F - taper) * (1.0F + taper));
  return {capsule.start, axis / length, length, capsule.radius, taper, lean};
}

Ellipsoid prepare(const SdfEllipsoid& ellipsoid) {
  const glm::vec3& r = ellipsoid.radii;
  return {ellipsoid.center, axesOf(ellipsoid.rotation), 1.0F / r, std::min({r.x, r.y, r.z}),
          std::max({r.x, r.y, r.z})};
}

RoundBox prepare(const SdfBox& box) {
  return {box.center, axesOf(box.rotation), box.halfSize - box.rounding, box.rounding};
}

Extent around(const glm::vec3& center, const glm::mat3& axes, const glm::vec3& size) {
  const glm::vec3 reach =
      glm::abs(axes[0]) * size.x + glm::abs(axes[1]) * size.y + glm::abs(axes[2]) * size.z;
  return {center - reach, center + reach};
}

/// 값이 `level` 이하인 곳을 감싸는 상자. / A box around all points of value `level` or less.
Extent extentOf(const RoundCone& cone, float level) {
  const glm::vec3 end = cone.start + cone.axis * cone.length;
  const glm::vec3 start = glm::vec3(cone.radius + level);
  const glm::vec3 last = glm::vec3(cone.radius - cone.taper * cone.length + level);
  return {glm::min(cone.start - start, end - last), glm::max(cone.start + start, end + last)};
}

// 칸토로비치 부등식: 근사한 거리는 참 거리의 2/(largest/smallest + smallest/largest)배 이상이다.
Extent extentOf(const Ellipsoid& ellipsoid, float level) {
  const float ratio = ellipsoid.largest / ellipsoid.smallest;
  return around(ellipsoid.center, ellipsoid.axes,
                1.0F / ellipsoid.inverseRadii + level * 0.5F * (ratio + 1.0F / ratio));
}

Extent extentOf(const RoundBox& box, float level) {
  return around(box.center, box.axes, box.core + box.rounding + level);
}

}  // namespace

Status Field::assign(std::span<const SdfShape> shapes) {
  Status status =
      checkInteger("shapes.length", static_cast<long long>(shapes.size()), 1, SdfMesh::kMaxShapes);
  for (std::size_t i = 0; i < shapes.size() && status.ok(); ++i) {
    const std::string name = "shapes[" + std::to_string(i) + "]";
    status = std::visit([&](const auto& form) { return check(name, form); }, shapes[i].form);
    if (status.ok()) status = checkNumber(name + ".blend", shapes[i].blend, 0.0, kMaxCoordinate);
  }
  if (status.ok() && shapes[0].operation != SdfOperation::kUnion)
    status = {StatusCode::kInvalidArgument,
              "shapes[0].operation must be a union, got a difference"};
  if (!status.ok()) return status;
  if (!shapes_.resize(shapes.size()) || !focused_.resize(shapes.size()))
    return outOfMemory("the shapes");
  std::transform(shapes.begin(), shapes.end(), shapes_.data(), [](const SdfShape& shape) {
    FieldShape prepared{{}, shape.operation, shape.blend, 0.0F};
    std::visit([&](const auto& form) { prepared.form = prepare(form); }, shape.form);
    // 역수가 넘치는 너비는 날카로운 것과 같다.
    if (shape.blend > kTiny) prepared.inverseBlend = 1.0F / shape.blend;
    return prepared;
  });
  return status;
}

// 섞인 값은 가장 작은 값보다 가장 넓은 blend 넘게 작아지지 못한다: 그만큼 작으면 더 섞이지 않는다.
Extent Field::extent() const {
  const std::span<const FieldShape> shapes = shapes_.span();
  float level = 0.0F;
  for (const FieldShape& shape : shapes) level = std::max(level, shape.blend);
  Extent all{glm::vec3(kFar), glm::vec3(-kFar)};
  for (const FieldShape& shape : shapes) {
    if (!isUnion(shape)) continue;
    const Extent own =
        std::visit([&](const auto& form) { return extentOf(form, level); }, shape.form);
    all = {glm::min(all.low, own.low), glm::max(all.high, own.high)};
  }
  return all;
}

FieldRange Field::range(const Vec3x4& centers, float radius) const {
  FieldRange all{splat(kFar), splat(kFar)};
  for (const FieldShape& shape : shapes_.span())
    all = combine(shape, all, rangeOf(shape, centers, radius * kSlack));
  return all;
}

void Field::focus(const glm::vec3& center, float radius) {
  const std::span<const FieldShape> shapes = shapes_.span();
  const Vec3x4 at = spread(center);
  FieldRange all{splat(kFar), splat(kFar)};
  focusedCount_ = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const FieldShape& shape = shapes[i];
    const FieldRange own = rangeOf(shape, at, radius * kSlack);
    // 앞의 것들이 여기서는 늘 훨씬 작으면 이 도형은, 그 반대면 앞의 것들은 값에 닿지 못한다.
    const f32x4 highest = isUnion(shape) ? all.high : -all.low;
    if (own.low[0] - shape.blend > highest[0]) continue;
    if (isUnion(shape) && all.low[0] - shape.blend > own.high[0]) focusedCount_ = 0;
    focused_.data()[focusedCount_++] = static_cast<std::uint16_t>(i);
    all = combine(shape, all, own);
  }
}

f32x4 Field::value(const Vec3x4& p) const {
  const FieldShape* shapes = shapes_.span().data();
  f32x4 value = splat(kFar);
  for (const std::uint16_t i : focused_.span().first(focusedCount_))
    value = combine(shapes[i], value, distanceTo(shapes[i], p).value);
  return value;
}

FieldSample Field::sample(const Vec3x4& p) const {
  const FieldShape* shapes = shapes_.span().data();
  FieldSample sample{splat(kFar), {}, {}};
  for (const std::uint16_t i : focused_.span().first(focusedCount_))
    sample = combine(shapes[i], i, sample, distanceTo(shapes[i], p));
  return sample;
}

}  // namespace mangto
