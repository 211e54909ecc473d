#include "cloth/rigid.h"

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <string>

#include "cloth/cloth_state.h"
#include "core/check.h"

namespace mangto {
namespace {

/// 단단한 움직임: x → rotation (x - from) + to. / A rigid motion.
struct RigidMotion {
  std::array<glm::dvec3, 3> rows{glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, 0, 1)};
  glm::dvec3 from{0.0};
  glm::dvec3 to{0.0};

  glm::dvec3 move(const glm::dvec3& p) const {
    const glm::dvec3 d = p - from;
    const auto along = [&d](const glm::dvec3& row) {
      return row.x * d.x + row.y * d.y + row.z * d.z;
    };
    return to + glm::dvec3(along(rows[0]), along(rows[1]), along(rows[2]));
  }
};

// 거듭제곱법의 횟수: 돌림이 급할수록 많이 든다.
constexpr int kPowerIterations = 64;

constexpr double kNudge = 1.0e-9;

// teleport()가 받는 행렬이 단단한 움직임에서 벗어나도 되는 만큼.
constexpr double kRigidTolerance = 1.0e-3;

/// 돌림의 사원수. / Quaternion of a rotation.
struct Rotation {
  double w = 1.0, x = 0.0, y = 0.0, z = 0.0;
};

Rotation normalized(const Rotation& q) {
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (!(length > 0.0)) return {};
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

std::array<glm::dvec3, 3> rowsOf(const Rotation& q) {
  return {glm::dvec3(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y - q.w * q.z),
                     2.0 * (q.x * q.z + q.w * q.y)),
          glm::dvec3(2.0 * (q.x * q.y + q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z),
                     2.0 * (q.y * q.z - q.w * q.x)),
          glm::dvec3(2.0 * (q.x * q.z - q.w * q.y), 2.0 * (q.y * q.z + q.w * q.x),
                     1.0 - 2.0 * (q.x * q.x + q.y * q.y))};
}

/// 고정점들의 움직임. / The motion of pins.
struct PinMotion {
  Rotation q;
  glm::dvec3 from, to;

  RigidMotion motion() const { return {rowsOf(q), from, to}; }
  Turn turn() const { return {glm::vec4(q.x, q.y, q.z, q.w), glm::vec3(from), glm::vec3(to)}; }
};

glm::dvec3 positionOf(const ClothState& cloth, const Pin& pin) {
  const Vec3x4& block = cloth.positions[pin.place.slot];
  return {block.x[pin.place.lane], block.y[pin.place.lane], block.z[pin.place.lane]};
}

glm::dvec3 targetOf(const ClothState& cloth, const Pin& pin) {
  const float* target = &cloth.pinTargets[3 * static_cast<std::size_t>(pin.point)];
  return {target[0], target[1], target[2]};
}

/// 고정점들의 자리와 목표의 가운데, 그리고 가운데에서 본 Σ 자리 목표ᵀ. / Centres of the pins and of
/// their targets, and Σ position targetᵀ about them.
struct PinCloud {
  glm::dvec3 from{0.0};
  glm::dvec3 to{0.0};
  std::array<glm::dvec3, 3> covariance{};
};

PinCloud gatherPins(const ClothState& cloth, std::span<const Pin> pins) {
  PinCloud cloud;
  for (const Pin& pin : pins) {
    cloud.from += positionOf(cloth, pin);
    cloud.to += targetOf(cloth, pin);
  }
  cloud.from /= static_cast<double>(pins.size());
  cloud.to /= static_cast<double>(pins.size());
  for (const Pin& pin : pins) {
    const glm::dvec3 p = positionOf(cloth, pin) - cloud.from;
    const glm::dvec3 q = targetOf(cloth, pin) - cloud.to;
    for (int i = 0; i < 3; ++i) cloud.covariance[i] += p[i] * q;
  }
  return cloud;
}

// B. K. P. Horn, "Closed-form solution of absolute orientation using unit quaternions", 1987:
// 돌림은 4×4 대칭 행렬 N의 가장 큰 고윳값의 고유벡터이다. 거듭제곱법을 제자리(w = 1)에서
// 시작하므로, 고정점이 한 줄로 늘어서 돌림이 하나로 정해지지 않아도 가장 작은 돌림을 준다. 딱 반
// 바퀴이면 y축 둘레로 돌도록 조금 비켜 시작한다.
Rotation fitRotation(const std::array<glm::dvec3, 3>& s) {
  const double n[4][4] = {
      {s[0].x + s[1].y + s[2].z, s[1].z - s[2].y, s[2].x - s[0].z, s[0].y - s[1].x},
      {s[1].z - s[2].y, s[0].x - s[1].y - s[2].z, s[0].y + s[1].x, s[2].x + s[0].z},
      {s[2].x - s[0].z, s[0].y + s[1].x, s[1].y - s[0].x - s[2].z, s[1].z + s[2].y},
      {s[0].y - s[1].x, s[2].x + s[0].z, s[1].z + s[2].y, s[2].z - s[0].x - s[1].y}};
  double size = 0.0;
  for (const auto& row : n) {
    for (const double value : row) size += value * value;
  }
  // 가장 큰 고윳값이 크기로도 가장 크도록 더한다.
  const double shift = std::sqrt(size);
  double q[4] = {1.0, 0.0, kNudge, 0.0};
  for (int k = 0; k < kPowerIterations; ++k) {
    double next[4];
    double length = 0.0;
    for (int i = 0; i < 4; ++i) {
      next[i] = shift * q[i];
      for (int j = 0; j < 4; ++j) next[i] += n[i][j] * q[j];
      length += next[i] * next[i];
    }
    if (!(length > 0.0)) return {};
    for (int i = 0; i < 4; ++i) q[i] = next[i] / std::sqrt(length);
  }
  return {q[0], q[1], q[2], q[3]};
}

/// 4×4 행렬(열부터)에서; 크기나 기울임이 섞여 있으면 실패한다. / From a column-major 4×4 matrix;
/// fails where it scales, mirrors or skews.
Result<RigidMotion> rigidMotionOf(std::span<const float, 16> m) {
  const auto invalid = [](const std::string& expected) {
    return Status{StatusCode::kInvalidArgument,
                  "matrix must be a rotation and a translation, " + expected};
  };
  for (std::size_t i = 0; i < m.size(); ++i) {
    Status status = checkNumber("matrix[" + std::to_string(i) + "]", m[i], -Fabric::kMaxCoordinate,
                                Fabric::kMaxCoordinate);
    if (!status.ok()) return status;
  }
  const glm::dvec3 x(m[0], m[1], m[2]);
  const glm::dvec3 y(m[4], m[5], m[6]);
  const glm::dvec3 z(m[8], m[9], m[10]);
  const auto off = [](double value, double expected) {
    return std::abs(value - expected) > kRigidTolerance;
  };
  const glm::dvec3 xy(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x);
  if (off(glm::dot(x, x), 1.0) || off(glm::dot(y, y), 1.0) || off(glm::dot(x, y), 0.0) ||
      off(glm::length(xy - z), 0.0)) {
    return invalid("got scale, mirroring or skew");
  }
  if (off(m[3], 0.0) || off(m[7], 0.0) || off(m[11], 0.0) || off(m[15], 1.0))
    return invalid("got a last row other than 0, 0, 0, 1");
  return RigidMotion{
      {glm::dvec3(x.x, y.x, z.x), glm::dvec3(x.y, y.y, z.y), glm::dvec3(x.z, y.z, z.z)},
      glm::dvec3(0.0),
      glm::dvec3(m[12], m[13], m[14])};
}

/// float 줄기로 펼친 RigidMotion. / A RigidMotion, spread over lanes.
struct MotionLanes {
  explicit MotionLanes(const RigidMotion& motion)
      : rows{splat(glm::vec3(motion.rows[0])), splat(glm::vec3(motion.rows[1])),
             splat(glm::vec3(motion.rows[2]))},
        from(splat(glm::vec3(motion.from))),
        to(splat(glm::vec3(motion.to))) {}

  Vec3x4 turn(const Vec3x4& v) const { return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)}; }
  Vec3x4 move(const Vec3x4& p) const { return turn(p - from) + to; }

  Vec3x4 rows[3];
  Vec3x4 from, to;
};

}  // namespace

namespace {

/// 고정점들이 지금 자리에서 목표로 가는 움직임의 `share`만큼. 모양이 바뀌면 가장 가까운 것.
/// A share of the motion of the pins from where they are to their targets, in the least-squares
/// sense.
PinMotion pinMotion(const ClothState& cloth, std::span<const Pin> pins, double share) {
  const PinCloud cloud = gatherPins(cloth, pins);
  Rotation q = fitRotation(cloud.covariance);
  const double side = q.w < 0.0 ? -share : share;
  q = normalized({1.0 - share + side * q.w, side * q.x, side * q.y, side * q.z});
  return {q, cloud.from, cloud.from + (cloud.to - cloud.from) * share};
}

/// 벌 하나를 속도까지 옮긴다. / Moves a member, velocities too.
void carry(ClothState& cloth, const Member& member, const RigidMotion& motion) {
  const MotionLanes lanes(motion);
  const auto put = [&](Vec3x4& place, const Vec3x4& value) {
    place = select(member.lanes, value, place);
  };
  for (std::size_t i = member.firstSlot; i < member.firstSlot + member.slots; ++i) {
    put(cloth.positions[i], lanes.move(cloth.positions[i]));
    put(cloth.previous[i], lanes.move(cloth.previous[i]));
    put(cloth.normals[i], lanes.turn(cloth.normals[i]));
    if (!cloth.velocities.empty()) put(cloth.velocities[i], lanes.turn(cloth.velocities[i]));
  }
}

void jump(ClothState& cloth, const Member& member, const RigidMotion& motion) {
  carry(cloth, member, motion);
  forgetWays(cloth);
}

/// 고정점들이 목표까지 움직일 평균 거리(m), 없으면 0. / Mean distance of pins to their targets.
double travelOf(const ClothState& cloth, std::span<const Pin> pins) {
  double sum = 0.0;
  for (const Pin& pin : pins) sum += glm::length(targetOf(cloth, pin) - positionOf(cloth, pin));
  return pins.empty() ? 0.0 : sum / static_cast<double>(pins.size());
}

void followPins(ClothState& cloth, const Member& member, int steps, double lag) {
  const ClothOptions& options = cloth.options;
  const double travel = travelOf(cloth, member.pins);
  if (travel == 0.0) return;
  if (options.teleportDistance && travel > double{*options.teleportDistance} * (steps + lag)) {
    jump(cloth, member, pinMotion(cloth, member.pins, 1.0).motion());
  } else if (options.inertia < 1.0F) {
    const double share = (1.0 - double{options.inertia}) * steps / (steps + lag);
    const PinMotion motion = pinMotion(cloth, member.pins, share);
    carry(cloth, member, motion.motion());
    carryBodies(cloth, motion.turn());
    carryBodyMesh(cloth, motion.turn());
  }
}

}  // namespace

double pinTravel(const ClothState& cloth) { return travelOf(cloth, cloth.data().pins); }

void followPins(ClothState& cloth, int steps, double lag) {
  for (int i = 0; i < cloth.data().members(); ++i) followPins(cloth, Member(cloth, i), steps, lag);
}

Status Cloth::teleport(std::span<const float, 16> matrix) {
  const Result<RigidMotion> motion = rigidMotionOf(matrix);
  if (!motion.ok()) return motion.status;
  ClothState& cloth = *state_;
  for (int i = 0; i < cloth.data().members(); ++i) jump(cloth, Member(cloth, i), motion.value);
  for (const Pin& pin : cloth.data().pins) {
    const glm::dvec3 moved = motion.value.move(targetOf(cloth, pin));
    for (int i = 0; i < 3; ++i)
      cloth.pinTargets[3 * static_cast<std::size_t>(pin.point) + i] = static_cast<float>(moved[i]);
  }
  cloth.disturbed = true;
  redraw(cloth);
  return {};
}

}  // namespace mangto
