#pragma once

#include <cstdint>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <variant>

#include "core/buffer.h"
#include "core/simd.h"
#include "mangto/sdf_mesh.h"

namespace mangto {

/// 네 점에서의 값(안쪽이 음수), 기울기, 값을 정한 도형의 번호.
/// At four points: the value (negative inside), its gradient, the shape that decides it.
struct FieldSample {
  f32x4 value;
  Vec3x4 gradient;
  i32x4 shape;
};

/// 네 공 안에서 값이 벗어나지 않는 범위. / Bounds of the value within four balls.
struct FieldRange {
  f32x4 low;
  f32x4 high;
};

struct Extent {
  glm::vec3 low;
  glm::vec3 high;
};

/// 계산하기 좋게 펼친 도형들. 공은 길이 0의 원뿔 캡슐이다.
/// The shapes, prepared. A sphere is a round cone of length 0.
struct RoundCone {
  glm::vec3 start;
  glm::vec3 axis;  ///< unit vector
  float length;
  float radius;
  float taper;  ///< 축을 따라 반지름이 줄어드는 비율 / loss of radius per length
  float lean;   ///< taper / sqrt(1 - taper²)
};

struct Ellipsoid {
  glm::vec3 center;
  glm::mat3 axes;
  glm::vec3 inverseRadii;
  float smallest;
  float largest;
};

struct RoundBox {
  glm::vec3 center;
  glm::mat3 axes;
  glm::vec3 core;  ///< half size without the rounding
  float rounding;
};

struct FieldShape {
  std::variant<RoundCone, Ellipsoid, RoundBox> form;
  SdfOperation operation;
  float blend;
  float inverseBlend;  ///< 0 when blend is 0
};

/// 도형들을 차례로 더하고 뺀 부호 거리장. / The signed distance field that the shapes make.
class Field {
 public:
  /// 검사하고 복사한다. / Checks and copies the shapes.
  Status assign(std::span<const SdfShape> shapes);

  /// 겉면을 감싸는 상자. / A box around the surface.
  Extent extent() const;

  /// 공들 안에서의 값의 범위. / Bounds of the value within the balls.
  FieldRange range(const Vec3x4& centers, float radius) const;

  /// 이 공 안에서 값에 닿는 도형만 남긴다: value()와 sample()은 그 안에서만 옳다.
  /// Leaves only the shapes that matter in this ball: value() and sample() are right within it.
  void focus(const glm::vec3& center, float radius);

  f32x4 value(const Vec3x4& p) const;
  FieldSample sample(const Vec3x4& p) const;

 private:
  Buffer<FieldShape> shapes_;
  Buffer<std::uint16_t> focused_;
  std::size_t focusedCount_ = 0;
};

}  // namespace mangto
