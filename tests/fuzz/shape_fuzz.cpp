#include <algorithm>
#include <utility>

#include "harnesses.h"
#include "mangto/sdf_mesh.h"

namespace mangto::fuzz {
namespace {

SdfShape readShape(Input& input) {
  SdfShape shape;
  const glm::vec3 center = input.vector(2.0F);
  switch (input.integer(0, 3)) {
    case 0:
      shape.form = SdfSphere{center, input.number(0.01F, 1.0F)};
      break;
    case 1:
      shape.form = SdfCapsule{center, input.vector(2.0F), input.number(0.01F, 1.0F),
                              input.number(0.01F, 1.0F)};
      break;
    case 2:
      shape.form = SdfEllipsoid{center, glm::abs(input.vector(1.0F)), input.quaternion()};
      break;
    default:
      shape.form = SdfBox{center, glm::abs(input.vector(1.0F)), input.number(0.0F, 0.3F),
                          input.quaternion()};
  }
  shape.operation = input.integer(0, 3) == 0 ? SdfOperation::kDifference : SdfOperation::kUnion;
  shape.blend = input.number(0.0F, 0.5F);
  return shape;
}

/// 변마다 방향이 반대인 짝이 있는지: 닫힌 그물. / Whether every edge has its opposite: a closed
/// mesh.
void requireClosed(std::span<const std::uint32_t> indices) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::size_t k = 0; k < indices.size(); ++k)
    edges.emplace_back(indices[k], indices[k % 3 == 2 ? k - 2 : k + 1]);
  std::sort(edges.begin(), edges.end());
  require(std::adjacent_find(edges.begin(), edges.end()) == edges.end());
  for (const auto& [from, to] : edges)
    require(std::binary_search(edges.begin(), edges.end(), std::pair(to, from)));
}

void requireSurface(const SdfMesh& mesh, std::size_t shapes) {
  const std::size_t vertices = mesh.positions().size() / 3;
  require(vertices > 0 && mesh.normals().size() == 3 * vertices);
  requireFinite(mesh.positions());
  requireFinite(mesh.normals());
  for (const std::uint16_t shape : mesh.shapes()) require(shape < shapes);
  for (const std::uint32_t index : mesh.indices()) require(index < vertices);
  requireClosed(mesh.indices());
}

}  // namespace

void fuzzShape(Input& input) {
  const int vertices = input.wildInteger(100, 300);
  std::vector<SdfShape> shapes;
  for (int k = input.integer(0, 6); k > 0; --k) shapes.push_back(readShape(input));
  const auto mesh = SdfMesh::create({.shapes = shapes, .vertices = vertices});
  if (!mesh.ok()) return;
  // 아주 길쭉한 것은 오래 걸리거나 메모리가 모자란다: 한 입력에 머무는 시간을 묶는다.
  constexpr int kMostSlices = 4000;
  auto done = mesh.value->step(0.0);
  for (int slice = 0; slice < kMostSlices && done.ok() && !done.value; ++slice)
    done = mesh.value->step(0.0);
  if (done.ok() && done.value) requireSurface(*mesh.value, shapes.size());
}

}  // namespace mangto::fuzz
