#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <span>
#include <variant>

#include "mangto/status.h"

namespace mangto {

struct SdfMeshState;

struct SdfSphere {
  glm::vec3 center{0.0F};
  float radius = 0.0F;
};

/// 두 끝의 반지름이 다를 수 있는 캡슐. / A capsule whose ends may have different radii.
struct SdfCapsule {
  glm::vec3 start{0.0F};
  glm::vec3 end{0.0F};
  float radius = 0.0F;     ///< at `start`
  float endRadius = 0.0F;  ///< at `end`
};

struct SdfEllipsoid {
  glm::vec3 center{0.0F};
  glm::vec3 radii{0.0F};
  glm::vec4 rotation{0.0F, 0.0F, 0.0F, 1.0F};  ///< quaternion x, y, z, w, of any length but 0
};

struct SdfBox {
  glm::vec3 center{0.0F};
  glm::vec3 halfSize{0.0F};
  float rounding = 0.0F;  ///< radius of the edges, within the half size
  glm::vec4 rotation{0.0F, 0.0F, 0.0F, 1.0F};
};

enum class SdfOperation { kUnion, kDifference };

/// 도형 하나와, 앞의 도형들이 만든 덩어리에 그것을 더하거나 빼는 법.
/// A shape, and how it is joined to (or cut out of) what the shapes before it make.
struct SdfShape {
  std::variant<SdfSphere, SdfCapsule, SdfEllipsoid, SdfBox> form;
  SdfOperation operation = SdfOperation::kUnion;
  /// 이음매를 둥글게 메우는 너비(m). 0이면 날카롭다.
  /// Width over which the two surfaces flow into each other; 0: a sharp seam.
  float blend = 0.0F;
};

struct SdfMeshOptions {
  /// 차례대로 더하고 뺀다. 1…kMaxShapes개, 길이의 단위는 미터.
  /// Joined in this order; 1…kMaxShapes, the first one a union. Lengths are in metres, radii
  /// 1e-6…1e6.
  std::span<const SdfShape> shapes;
  /// 원하는 꼭짓점 수. 실제 수는 10% 안쪽에서 다를 수 있다.
  /// Number of vertices wanted, kMinVertices…kMaxVertices; the mesh has about as many.
  int vertices = 30000;
};

/// 부호 거리 도형들의 겉면을 닫힌 삼각형 그물로 만드는, 나누어 할 수 있는 일.
/// Turns the surface of signed-distance shapes into a closed mesh of even triangles, in slices. The
/// mesh is a 2-manifold without border: every edge has two triangles. Parts thinner than an edge
/// may be lost, gaps narrower than one may be closed. The result does not depend on the slices.
class SdfMesh {
 public:
  static constexpr int kMaxShapes = 1024;
  static constexpr int kMinVertices = 100;
  static constexpr int kMaxVertices = 1 << 20;

  /// 값이 범위를 벗어나면 실패한다. 도형들은 복사한다. / Fails when a value is out of range. The
  /// shapes are copied.
  static Result<std::unique_ptr<SdfMesh>> create(const SdfMeshOptions& options);
  ~SdfMesh();
  SdfMesh(const SdfMesh&) = delete;
  SdfMesh& operator=(const SdfMesh&) = delete;

  /// 적어도 한 토막, 그리고 `budgetMs`가 다할 때까지 일한다. 끝났으면 true. 도형들 안이 비어 있거나
  /// 메모리가 모자라면 실패한다. Works on for `budgetMs`, at least one small piece of work; true
  /// when done. Fails when the shapes enclose nothing or memory runs out, and then every time.
  Result<bool> step(double budgetMs);

  /// 0…1, 줄지 않는다. / Never decreases.
  double progress() const;

  /// 아래는 끝난 뒤에만 내용이 있다. / What follows is empty until the work is done.
  /// x, y, z per vertex in metres; unit normals.
  std::span<const float> positions() const;
  std::span<const float> normals() const;
  /// 꼭짓점마다 그 자리의 겉면을 만든 도형의 번호. / Per vertex the index of the shape whose
  /// surface it is on.
  std::span<const std::uint16_t> shapes() const;
  /// 바깥에서 볼 때 시계 반대 방향. / Three vertices per triangle, counter-clockwise from outside.
  std::span<const std::uint32_t> indices() const;

 private:
  explicit SdfMesh(std::unique_ptr<SdfMeshState> state);
  std::unique_ptr<SdfMeshState> state_;
};

}  // namespace mangto
