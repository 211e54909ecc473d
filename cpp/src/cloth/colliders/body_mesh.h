#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>

#include "cloth/colliders/body_tree.h"
#include "cloth/colliders/bounds3.h"
#include "core/buffer.h"
#include "core/simd.h"
#include "mangto/status.h"

namespace mangto {

struct ClothState;
struct Turn;

/// 한 걸음 동안 움직이는 삼각형. / A triangle on its way in a step.
struct Facet {
  glm::vec3 a0, b0, c0;  ///< 처음
  glm::vec3 a1, b1, c1;  ///< 끝
  glm::vec3 n0, n1;      ///< 단위 법선. 넓이가 없으면 0
  Bounds3 bounds;        ///< 쓸고 간 곳을 감싸는 상자
  std::int32_t slot;     ///< 마지막으로 가까이 있다고 적힌 입자 묶음
};

/// 가까이 있는 면들: BodyMesh::list의 한 토막. / Facets that are near: a run of BodyMesh::list.
struct NearFacets {
  std::int32_t first, count;
};

/// 천이 비켜야 할 움직이는 삼각형 그물. 두 면 모두 막는다.
/// A moving triangle mesh that a cloth gives way to, on either side.
struct BodyMesh {
  Buffer<std::int32_t> corners;  ///< 삼각형마다 꼭짓점 셋
  Buffer<glm::vec3> from, to;    ///< 이 걸음의 처음과 끝
  Buffer<glm::vec3> target;      ///< 이 프레임이 끝날 때
  BodyTree tree;                 ///< from에서 to까지 쓸고 간 상자들
  Buffer<Facet> facets;          ///< 천에 가까이 있는 것들
  Buffer<std::int32_t> facetOf;  ///< 삼각형마다 facets의 번호, 없으면 -1
  Buffer<NearFacets> near;       ///< 입자 묶음마다
  Buffer<std::int32_t> list;     ///< facets의 번호들
  bool jumped = false;           ///< 다음 걸음에는 지나온 길 없이 목표에 있다
};

/// 그물을 바꾼다. 비어 있으면 없앤다. / Replaces the mesh; empty removes it.
Status setBodyMesh(ClothState& cloth, std::span<const float> positions,
                   std::span<const std::uint32_t> indices);
/// 그물이 있던 곳에서 `positions`로 움직여 온다. / The mesh moves from where it was.
Status moveBodyMesh(ClothState& cloth, std::span<const float> positions);

bool hasBodyMesh(const ClothState& cloth);

/// forgetWays(Bodies&), beginBodies, carryBodies, collideBodies, nearColliders와 같다. / As those.
void forgetWays(BodyMesh& mesh);
void beginBodyMesh(ClothState& cloth, float share);
void carryBodyMesh(ClothState& cloth, const Turn& turn);
void collideBodyMesh(ClothState& cloth, bool look);
i32x4 nearBodyMesh(const ClothState& cloth, std::size_t slot);

}  // namespace mangto
