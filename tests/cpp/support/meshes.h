#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "mangto/fabric.h"

// 시험에서 되풀이해 쓰는 삼각형 그물.

namespace mangto::test {

struct Mesh {
  std::vector<float> positions;
  std::vector<std::uint32_t> indices;
  std::function<bool(int)> pinned;

  MeshOptions options() const { return {positions, indices, pinned}; }
  std::size_t points() const { return positions.size() / 3; }
};

/// 첫 행이 고정된, 삼각형으로 나눈 격자. / A triangulated grid, its first row pinned.
Mesh sheetMesh(int columns, int rows, bool alternating = false);

/// 점 셋이 삼각형 하나인 그물로 푼다. / The same with three vertices of its own per triangle.
Mesh unindexed(const Mesh& mesh);

}  // namespace mangto::test
