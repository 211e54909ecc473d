#include "cloth/colliders/body_tree.h"

#include <algorithm>
#include <numeric>

namespace mangto {
namespace {

constexpr std::int32_t kLeaf = 4;

int longestAxis(const glm::vec3& size) {
  const int axis = size.x >= size.y ? 0 : 1;
  return size[axis] >= size.z ? axis : 2;
}

}  // namespace

bool BodyTree::build(std::span<const glm::vec3> centers) {
  const auto count = static_cast<std::int32_t>(centers.size());
  // 잎마다 둘은 들므로 마디는 삼각형보다 적다.
  if (!order_.resize(centers.size()) || !nodes_.reserve(centers.size())) return false;
  nodes_.clear();
  std::iota(order_.data(), order_.data() + count, 0);
  if (count > 0) split(centers, 0, count);
  return true;
}

// 긴 축의 가운데 값에서 나눈다. 같은 값은 번호로 가르므로 어느 라이브러리의 정렬이든 같은 나무가
// 된다.
void BodyTree::split(std::span<const glm::vec3> centers, std::int32_t first, std::int32_t count) {
  const std::size_t node = nodes_.span().size();
  (void)nodes_.push({{}, first, count});
  if (count <= kLeaf) return;
  std::int32_t* begin = order_.data() + first;
  glm::vec3 low = centers[*begin];
  glm::vec3 high = low;
  for (std::int32_t k = 1; k < count; ++k) {
    low = glm::min(low, centers[begin[k]]);
    high = glm::max(high, centers[begin[k]]);
  }
  const int axis = longestAxis(high - low);
  std::sort(begin, begin + count, [&](std::int32_t a, std::int32_t b) {
    return centers[a][axis] < centers[b][axis] || (centers[a][axis] == centers[b][axis] && a < b);
  });
  const std::int32_t left = count / 2;
  split(centers, first, left);
  nodes_.data()[node] = {{}, static_cast<std::int32_t>(nodes_.span().size()), 0};
  split(centers, first + left, count - left);
}

}  // namespace mangto
