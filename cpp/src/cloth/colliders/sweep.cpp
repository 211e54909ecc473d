#include "cloth/colliders/sweep.h"

namespace mangto {
namespace {

constexpr int kNewtonSteps = 12;
constexpr float kTinyWay = 1.0e-9F;

/// 길이 처음 표면에 닿는 곳. / Where a path first touches the surface.
struct Touch {
  i32x4 found;
  Vec3x4 point;  ///< 표면 위
  Vec3x4 normal;
};

Surface offset(const Shape& shape, const Vec3x4& q, f32x4 thickness) {
  Surface surface = surfaceOf(shape, q);
  surface.distance -= thickness;
  return surface;
}

// 볼록한 모양까지의 거리 φ는 길을 따라서도 볼록하다. 그래서 뉴턴법 t += φ / -φ', φ' = n·way는 첫
// 근을 넘지 않고 빠르게 다가가며, φ' ≥ 0이 되면 그 뒤로는 멀어지기만 한다.
Touch findTouch(const Shape& shape, f32x4 thickness, const Path& local, Surface surface) {
  const Vec3x4 way = local.end - local.start;
  const f32x4 one = splat(1.0F);
  Vec3x4 at = local.start;
  f32x4 t{};
  for (int i = 0; i < kNewtonSteps; ++i) {
    const f32x4 approach = -dot(surface.normal, way);
    const i32x4 going = (surface.distance > splat(kTouch)) & (t <= one);
    if (!anyTrue(going)) break;
    // 멀어지는 길은 끝을 넘긴다.
    const f32x4 step = select(approach > splat(kTinyWay),
                              surface.distance / max(approach, splat(kTinyWay)), splat(2.0F));
    t += select(going, step, splat(0.0F));
    at = local.start + way * min(t, one);
    surface = offset(shape, at, thickness);
  }
  return {(surface.distance <= splat(kTouch)) & (t <= one), at - surface.normal * surface.distance,
          surface.normal};
}

// 닿은 곳의 접평면 바깥으로: d = n·(touch - end) > 0이면 end += n d. 볼록한 모양은 접평면을 넘지
// 않으므로 점은 온 쪽에 남는다. 그 뒤 접평면을 따라 미끄러진 길을 μ d까지 줄인다(쿨롱 마찰).
Vec3x4 hold(const Touch& touch, f32x4 friction, const Vec3x4& end) {
  const f32x4 depth = max(dot(touch.normal, touch.point - end), splat(0.0F));
  const Vec3x4 out = end + touch.normal * depth;
  const Vec3x4 slide = out - touch.point;
  const Vec3x4 along = slide - touch.normal * dot(touch.normal, slide);
  const f32x4 length = sqrt(dot(along, along));
  const f32x4 held = min(friction * depth / max(length, splat(kTinyWay)), splat(1.0F));
  return select(touch.found, out - along * held, end);
}

i32x4 differ(const Vec3x4& a, const Vec3x4& b) {
  return (a.x != b.x) | (a.y != b.y) | (a.z != b.z);
}

}  // namespace

// 볼록한 모양까지의 거리 φ는 길의 끝에서 그은 접평면보다 작지 않다: φ(t) ≥ φ(1) - (1 - t) n·way.
f32x4 clearance(const MovingShape& moving, const Path& path) {
  const Vec3x4 end = toLocal(moving.to, path.end);
  const Surface last = surfaceOf(moving.shape, end);
  const f32x4 leaving = dot(last.normal, end - toLocal(moving.from, path.start));
  return last.distance - max(leaving, splat(0.0F));
}

bool sweepOut(const MovingShape& moving, const Contact& contact, Path& path) {
  if (!anyTrue(clearance(moving, path) <= splat(contact.thickness + kTouch))) return false;

  const f32x4 thickness = splat(contact.thickness);
  Path local{toLocal(moving.from, path.start), toLocal(moving.to, path.end)};
  Surface surface = offset(moving.shape, local.start, thickness);
  // 이미 안쪽에서 시작했으면 시작부터 표면에 둔다: 밀려나는 것이 속도가 되지 않게.
  const i32x4 inside = surface.distance < splat(0.0F);
  const f32x4 depth = select(inside, -surface.distance, splat(0.0F));
  local.start = local.start + surface.normal * depth;
  surface.distance = max(surface.distance, splat(0.0F));

  const Touch touch = findTouch(moving.shape, thickness, local, surface);
  Vec3x4 end = hold(touch, splat(contact.friction), local.end);
  const Surface last = offset(moving.shape, end, thickness);
  end = end - last.normal * min(last.distance, splat(0.0F));

  const i32x4 moved = differ(end, local.end);
  if (!anyTrue(moved | inside)) return false;
  path.start = select(inside, toWorld(moving.from, local.start), path.start);
  path.end = select(moved, toWorld(moving.to, end), path.end);
  return true;
}

}  // namespace mangto
