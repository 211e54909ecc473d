#pragma once

#include <cstdint>
#include <memory>

namespace mangto {

/// 묶음 한 무리가 다가가 있는 캡슐들과 바닥. / The capsules and the floor that a group of blocks is
/// near to.
using Near = std::uint32_t;

class Arena;
struct ClothState;
struct FabricData;

/// 위상(격자·그물)마다 다른 단계들. / The stages of a step that depend on the topology, grid or
/// mesh.
class Solver {
 public:
  Solver() = default;
  virtual ~Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// 작업 배열의 자리를 잡는다. / Takes the working arrays.
  virtual void carve(Arena& arena) = 0;
  /// 3단계: 제약과 충돌을 iterations번. / Constraints and collisions, `iterations` times.
  virtual void solve(ClothState& cloth) = 0;
  /// 4단계: 법선. / Vertex normals.
  virtual void computeNormals(ClothState& cloth) = 0;
  /// GPU가 읽을 배열로 옮긴다. / Writes the arrays that the GPU reads.
  virtual void pack(ClothState& cloth) = 0;
  /// 한 반복에서 푸는 제약의 수. / Constraints solved per iteration.
  virtual int constraints(const ClothState& cloth) const = 0;
};

std::unique_ptr<Solver> makeSolver(const FabricData& fabric);

}  // namespace mangto
