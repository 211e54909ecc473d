#pragma once

#include <cstdint>
#include <functional>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <memory>
#include <span>

#include "mangto/status.h"

namespace mangto {

struct FabricData;

/// 격자 천의 모양. 점의 번호는 row * columns + column이다.
/// Shape of a grid cloth. A point's index is row * columns + column.
struct GridOptions {
  /// 가로·세로 점의 수, 2 이상, 곱은 kMaxPoints 이하.
  /// Points across and down: at least 2 each, their product at most kMaxPoints.
  int columns = 0;
  int rows = 0;
  /// (column, row) 점의 처음 위치(미터). 제약의 쉬는 길이가 여기서 나온다.
  /// Initial position of point (column, row) in metres; the rest lengths are measured here.
  std::function<glm::vec3(int column, int row)> position;
  /// 고정된 점이면 true. 비어 있으면 모두 자유롭다.
  /// True for a pinned point. Empty: all points are free.
  std::function<bool(int column, int row)> pinned;
};

/// 삼각형 그물 천의 모양. 같은 자리의 점들(UV 이음매)은 한 입자로 움직인다.
/// Shape of a mesh cloth. Points of one position (UV seams) move as one particle, so that no seam
/// opens. Triangle edges become structural constraints, both diagonals of two triangles that form a
/// quad shear constraints. Bend constraints join, in neighbouring quads, the pairs that skip one
/// point (so that a triangulated grid gets the constraints of a grid), elsewhere the opposite
/// vertices of neighbouring triangles. Degenerate triangles are drawn but not solved; a vertex of
/// no triangle stays where it is; an edge of more than two triangles joins each to the next.
struct MeshOptions {
  /// x, y, z per vertex, in metres; at most kMaxPoints vertices.
  std::span<const float> positions;
  /// 삼각형마다 점 번호 셋. 비어 있으면 점 셋씩이 삼각형이다.
  /// Three vertex indices per triangle. Empty: every three vertices are a triangle.
  std::span<const std::uint32_t> indices;
  /// 고정된 점이면 true. 한 자리의 점 하나가 고정이면 그 입자가 고정이고, 목표는 그 가운데 첫 점의
  /// 것이다. True for a pinned vertex. One pinned vertex pins its position; the first one's target
  /// is used.
  std::function<bool(int vertex)> pinned;
};

/// 같은 천 여러 벌(사람들의 망토처럼). 점의 번호는 member * (한 벌의 점의 수) + 한 벌에서의
/// 번호이다. Many members of one cloth, as the capes of many people. A point's index is member *
/// (points of one member) + its index there.
struct CrowdOptions {
  /// 벌의 수, 1 이상. 점은 모두 합해 kMaxPoints 이하.
  /// Number of members, at least 1, with at most kMaxPoints points in all.
  int count = 1;
  /// 벌마다 처음 놓일 자리(돌리고 옮기는 행렬). 비어 있으면 모두 한자리이다. 쉬는 길이는
  /// 그대로이다. Where each member begins: a matrix that turns and moves. Empty: all in one place.
  /// Rest lengths stay as they are.
  std::function<glm::mat4(int member)> placement;
};

/// 천의 바뀌지 않는 부분: 위상, 쉬는 길이, 고정점, 제약의 순서. 여러 Cloth가 함께 쓸 수 있다.
/// The immutable part of a cloth: topology, rest lengths, pins, order of constraints. Many cloths
/// may share one fabric.
class Fabric {
 public:
  /// 점의 수와 좌표 크기(미터)의 한계. / Limits of the number of points and of a coordinate (m).
  static constexpr int kMaxPoints = 1 << 20;
  static constexpr float kMaxCoordinate = 1.0e6F;

  /// 격자 천을 만든다. 크기가 범위를 벗어나거나 위치가 유한하지 않으면 실패한다.
  /// Makes a grid fabric. Fails when a size is out of range or a position is not finite.
  static Result<std::shared_ptr<const Fabric>> createGrid(const GridOptions& options);

  /// 삼각형 그물로 천을 만든다. 번호가 범위를 벗어나거나, 위치가 유한하지 않거나, 쓸 삼각형이
  /// 없으면 실패한다. Makes a mesh fabric. Fails when an index is out of range, a position is not
  /// finite or no triangle is left.
  static Result<std::shared_ptr<const Fabric>> createMesh(const MeshOptions& options);

  /// 격자나 그물 천 `one`을 여러 벌로 늘린다. 네 벌을 한 번에 풀어, 따로 만든 것보다 빠르다.
  /// Makes many members of the grid or mesh `one`. They are solved four at a time, which is faster
  /// than cloths of their own. Fails when the count is out of range or a placement is not finite.
  static Result<std::shared_ptr<const Fabric>> createCrowd(const Fabric& one,
                                                           const CrowdOptions& options);

  ~Fabric();
  Fabric(const Fabric&) = delete;
  Fabric& operator=(const Fabric&) = delete;

  int points() const;
  /// 격자가 아니면 0. / 0 unless it is a grid.
  int columns() const;
  int rows() const;
  bool pinned(int point) const;
  /// 벌의 수: createCrowd로 만들지 않았으면 1. / Members of a crowd, else 1.
  int members() const;

  /// 삼각형 목록(점 번호 셋씩). 격자에서는 칸마다 (a, b, d), (b, c, d)이며 three의 PlaneGeometry와
  /// 같은 감는 방향이다. Triangle list, three point indices each: (a, b, d), (b, c, d) per cell,
  /// wound as in three's PlaneGeometry (columns to +x and rows downwards face +z).
  std::span<const std::uint32_t> indices() const;

  /// 격자의 점마다 u, v: u = column / (columns - 1), v = 1 - row / (rows - 1). 그물에서는 비어
  /// 있다. u, v per point of a grid; empty for a mesh.
  std::span<const float> uvs() const;

  /// 내부용: 솔버가 읽는 배열들. / Internal: the arrays that the solver reads.
  const FabricData& data() const { return *data_; }

 private:
  explicit Fabric(std::unique_ptr<FabricData> data);
  std::unique_ptr<FabricData> data_;
};

}  // namespace mangto
