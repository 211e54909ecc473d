#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>

#include "core/buffer.h"
#include "mangto/sdf_mesh.h"
#include "shape/field.h"
#include "shape/sign_grid.h"

namespace mangto {

/// 팔진 나무의 마디: 한 변이 토막 2^level개인 정육면체. / A cube of 2^level blocks a side.
struct OctreeNode {
  std::array<std::int32_t, 3> at;  ///< of its lowest block
  int level;
};

/// 표본 격자: 점 i는 origin + i·cell에 있다. / The lattice: point i is at origin + i·cell.
struct Lattice {
  glm::vec3 origin{0.0F};
  float cell = 0.0F;
  int level = 0;  ///< of the root of the octree

  glm::vec3 blockCenter(const SignGrid::Block& block) const;
};

using Quad = std::array<std::uint32_t, 4>;

struct SdfMeshState {
  Field field;
  Extent extent;
  std::size_t wanted = 0;  ///< vertices

  /// 지금 하는 일과, 그 가운데 얼마나 나아갔는지. / The present phase and how far it is.
  int phase = 0;
  std::size_t cursor = 0;
  double progress = 0.0;
  Status failure;

  Lattice lattice;
  SignGrid grid;
  bool measuring = true;  ///< 성긴 격자로 넓이를 재는 중 / on a coarse lattice
  std::array<OctreeNode, 8 * (SignGrid::kAxisBits + 1)> stack;
  std::size_t stackSize = 0;
  std::size_t mixedCells = 0;
  bool filled = false;  ///< 이번 훑기에서 채운 점이 있다 / this sweep has filled a point
  std::size_t vertices = 0;
  std::size_t quadCount = 0;
  int relaxations = 0;  ///< made so far

  Buffer<Quad> quads;
  Buffer<glm::vec3> sums;  ///< of the centers of the quads around each vertex
  Buffer<std::uint8_t> counts;

  Buffer<float> positions;
  Buffer<float> normals;
  Buffer<std::uint16_t> shapes;
  Buffer<std::uint32_t> indices;
};

/// 격자를 새 칸 크기로 편다. / Lays the lattice out anew.
void layLattice(SdfMeshState& mesh, float cell);
/// 재어 본 칸의 수로 본 격자를, 아직 성기면 재기에 더 좋은 격자를 편다.
/// From the number of cells measured lays out the real lattice, or a finer one to measure with.
void chooseCell(SdfMeshState& mesh);
Status nothingEnclosed(std::size_t vertices);

// 단계마다의 한 토막 일. 단계가 끝나면 true를 준다. 실패하면 failure를 남긴다.
// One piece of work of each phase; true when the phase is complete. A failure is left in `failure`.

bool searchBlocks(SdfMeshState& mesh);
bool sampleSigns(SdfMeshState& mesh);
bool countCells(SdfMeshState& mesh);
bool fillCriticalCells(SdfMeshState& mesh);
bool numberVertices(SdfMeshState& mesh);
bool connectCells(SdfMeshState& mesh);
bool averageQuads(SdfMeshState& mesh);
/// `last`: 법선과 도형 번호도 적는다. / Also stores normals and shapes.
bool moveVertices(SdfMeshState& mesh, bool last);
bool splitQuads(SdfMeshState& mesh);

}  // namespace mangto
