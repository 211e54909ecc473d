#include "cloth/air.h"
#include "cloth/cloth_state.h"

namespace mangto {

void movePins(ClothState& cloth, float share) {
  for (const Pin& pin : cloth.data().pins) {
    Vec3x4& block = cloth.positions[pin.place.slot];
    const float* target = &cloth.pinTargets[3 * static_cast<std::size_t>(pin.point)];
    const auto move = [share](float from, float to) {
      return share < 1.0F ? from + (to - from) * share : to;
    };
    block.x[pin.place.lane] = move(block.x[pin.place.lane], target[0]);
    block.y[pin.place.lane] = move(block.y[pin.place.lane], target[1]);
    block.z[pin.place.lane] = move(block.z[pin.place.lane], target[2]);
  }
}

// v = (p - o) · damping,  r = wind - v/h,  a = n (n·r) windK + r drag + g,  o = p,  p = p + v + a
// h² (brief, 「the reference algorithm」 1–2). 공기의 힘은 한 걸음에 공기의 속도까지만 따라가게
// 제한한다: (windK + drag) h ≤ 1. 그보다 크면 양함수 적분이 되튀며 발산한다.
void integrate(ClothState& cloth, float pinShare) {
  const ClothOptions& options = cloth.options;
  const auto h = static_cast<float>(options.timeStep);
  const float coupling = (options.windStrength + options.drag) * h;
  const float limit = coupling > 1.0F ? 1.0F / coupling : 1.0F;
  const f32x4 windK = splat(options.windStrength * limit);
  const f32x4 drag = splat(options.drag * limit);
  const f32x4 damping = splat(options.damping);
  const f32x4 inverseStep = splat(1.0F / h);
  const f32x4 stepSquared = splat(h * h);
  const Vec3x4 gravity = splat(options.gravity);
  const std::span<const f32x4> inverseMass = cloth.data().inverseMass;

  // 가리키개를 지역에 둔다: 컴파일러는 벡터를 쓸 때마다 cloth도 바뀔 수 있다고 본다.
  const std::span<Vec3x4> positions = cloth.positions;
  const std::span<Vec3x4> previous = cloth.previous;
  const std::span<const Vec3x4> normals = cloth.normals;
  const std::size_t groupSize = positions.size() / cloth.groups.size();
  std::size_t i = 0;
  for (const ClothGroup& group : cloth.groups) {
    const AirVelocity air(cloth, group.wind);
    for (const std::size_t end = i + groupSize; i < end; ++i) {
      const Vec3x4 p = positions[i];
      const Vec3x4 n = normals[i];
      const Vec3x4 v = (p - previous[i]) * damping;
      const Vec3x4 flow = air.at(i, p) - v * inverseStep;
      const Vec3x4 acceleration = n * (dot(n, flow) * windK) + flow * drag + gravity;
      previous[i] = p;
      positions[i] = p + (v + acceleration * stepSquared) * inverseMass[i];
    }
  }
  movePins(cloth, pinShare);
}

}  // namespace mangto
