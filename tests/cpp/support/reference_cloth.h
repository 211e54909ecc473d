#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "mangto/cloth.h"
#include "mangto/fabric.h"

namespace mangto::test {

/// 기준 구현: 알고리즘의 글만 보고 곧이곧대로 쓴 것. 점 하나씩, 모두 배정도로, SIMD도 물결도 없다.
/// Plain reference of the classic algorithm: one point at a time, in double precision, without
/// SIMD and without the core's wave. It shares nothing with the core but the public headers.
class ReferenceCloth {
 public:
  struct Constraint {
    int a = 0;
    int b = 0;
    float Stiffness::*kind = nullptr;
    double rest = 0.0;
  };

  ReferenceCloth(const GridOptions& grid, const ClothOptions& clothOptions);

  void step();

  /// 움직이는 동안 마음대로 바꾼다. / May be changed while it moves.
  ClothOptions options;
  std::vector<Capsule> capsules;
  std::vector<glm::dvec3> pinTargets;

  /// 한 반복에서 이 차례로 푼다. 시험이 차례를 바꾸어 볼 수 있다. / Solved in this order in every
  /// iteration; a test may change it.
  std::vector<Constraint> constraints;

  const std::vector<glm::dvec3>& positions() const { return positions_; }
  const std::vector<glm::dvec3>& normals() const { return normals_; }

 private:
  void integrate();
  void solve(const Constraint& constraint);
  void pushOut(const Capsule& capsule);
  void keepAboveFloor();
  void computeNormals();

  int columns_;
  int rows_;
  std::vector<bool> pinned_;
  std::vector<glm::dvec3> positions_;
  std::vector<glm::dvec3> previous_;
  std::vector<glm::dvec3> normals_;
};

/// 세 꼭짓점 (a, b, c)마다 (c - b) × (a - b)를 더해 길이 1로: three의 computeVertexNormals.
/// Area-weighted vertex normals as three's computeVertexNormals makes them.
std::vector<glm::dvec3> vertexNormals(const std::vector<glm::dvec3>& positions,
                                      std::span<const std::uint32_t> indices);

}  // namespace mangto::test
