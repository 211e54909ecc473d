#include "mesh/triangle_tree.h"

#include <algorithm>
#include <limits>

namespace mangto {
namespace {

constexpr unsigned kBitsPerAxis = 10;

/// 0…1023의 비트 사이마다 0을 둘씩 끼운다. / Puts two zeros between the bits of 0…1023.
std::uint32_t spreadBits(std::uint32_t v) {
  v = (v | v << 16U) & 0x030000ffU;
  v = (v | v << 8U) & 0x0300f00fU;
  v = (v | v << 4U) & 0x030c30c3U;
  return (v | v << 2U) & 0x09249249U;
}

std::uint32_t mortonCode(const Bounds& box, const Point& at) {
  constexpr float kCells = 1U << kBitsPerAxis;
  std::uint32_t code = 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const float side = box.high[axis] - box.low[axis];
    const float share = side > 0.0F ? (at[axis] - box.low[axis]) / side : 0.0F;
    const float cell = std::min(std::max(share * kCells, 0.0F), kCells - 1.0F);
    code |= spreadBits(static_cast<std::uint32_t>(cell)) << axis;
  }
  return code;
}

Vec3x4 splat(const Point& p) {
  return {mangto::splat(p[0]), mangto::splat(p[1]), mangto::splat(p[2])};
}

float minOf(f32x4 v) { return std::min(std::min(v[0], v[1]), std::min(v[2], v[3])); }
float maxOf(f32x4 v) { return std::max(std::max(v[0], v[1]), std::max(v[2], v[3])); }

Point minOf(const Vec3x4& v) { return {minOf(v.x), minOf(v.y), minOf(v.z)}; }
Point maxOf(const Vec3x4& v) { return {maxOf(v.x), maxOf(v.y), maxOf(v.z)}; }

/// 선분이 상자에 닿을 수 있는지, 상자 넷을 한 번에: 여섯 축의 그림자가 모두 겹치는지. 반올림만큼
/// 넉넉하다. Whether a segment may meet boxes, four at once: whether their shadows on six axes
/// overlap, with room for rounding. C. Ericson, "Real-Time Collision Detection", 2005, 5.3.3.
class Reach {
 public:
  Reach(const Vec3x4& start, const Vec3x4& along)
      : half_(along * mangto::splat(0.5F)),
        middle_(start + half_),
        extent_{abs(half_.x) + slack(), abs(half_.y) + slack(), abs(half_.z) + slack()} {}

  i32x4 meets(const Vec3x4& low, const Vec3x4& high) const {
    const Vec3x4 size = (high - low) * mangto::splat(0.5F);
    const Vec3x4 apart = middle_ - (low + size);
    return (abs(apart.x) <= size.x + extent_.x) & (abs(apart.y) <= size.y + extent_.y) &
           (abs(apart.z) <= size.z + extent_.z) &
           (abs(apart.y * half_.z - apart.z * half_.y) <=
            size.y * extent_.z + size.z * extent_.y + slack()) &
           (abs(apart.z * half_.x - apart.x * half_.z) <=
            size.z * extent_.x + size.x * extent_.z + slack()) &
           (abs(apart.x * half_.y - apart.y * half_.x) <=
            size.x * extent_.y + size.y * extent_.x + slack());
  }

 private:
  // 나무의 좌표는 상자의 대각선이 1이다.
  static f32x4 slack() { return mangto::splat(1.0e-6F); }
  Vec3x4 half_, middle_, extent_;
};

std::size_t groupsOf(std::size_t count) { return (count + kLanes - 1) / kLanes; }

}  // namespace

void TriangleTree::carve(Arena& arena, std::size_t triangles) {
  codes_ = arena.take<std::uint32_t>(triangles);
  codesAside_ = arena.take<std::uint32_t>(triangles);
  triangles_ = arena.take<std::int32_t>(triangles);
  trianglesAside_ = arena.take<std::int32_t>(triangles);
  leaves_ = arena.take<Leaf>(groupsOf(triangles));
  // 층마다 넷으로 나누어 올림하므로 많아야 이만큼이다.
  nodes_ = arena.take<Boxes>(groupsOf(triangles) / 3 + kMostLevels);
}

void TriangleTree::add(const Bounds& box, const Point& a, const Point& b, const Point& c,
                       std::int32_t triangle) {
  constexpr float kThird = 1.0F / 3.0F;
  const std::uint32_t code = mortonCode(box, (a + b + c) * kThird);
  codes_[size_] = code;
  triangles_[size_] = triangle;
  ++size_;
  for (std::size_t pass = 0; pass < kPasses; ++pass)
    ++fill_[pass][code >> (pass * kBitsPerAxis) & (kBuckets - 1)];
}

void TriangleTree::sort(std::size_t pass, std::size_t begin, std::size_t end) {
  auto& fill = fill_[pass];
  if (begin == 0) {
    std::uint32_t next = 0;
    for (std::uint32_t& bucket : fill) {
      const std::uint32_t count = bucket;
      bucket = next;
      next += count;
    }
  }
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t to = fill[codes_[i] >> (pass * kBitsPerAxis) & (kBuckets - 1)]++;
    codesAside_[to] = codes_[i];
    trianglesAside_[to] = triangles_[i];
  }
  if (end != size_) return;
  std::swap(codes_, codesAside_);
  std::swap(triangles_, trianglesAside_);
}

void TriangleTree::layLevels() {
  std::size_t below = leaves();
  while (below > 0 && (below > 1 || levels_ == 0)) {
    below = groupsOf(below);
    levelStart_[levels_ + 1] = levelStart_[levels_] + below;
    ++levels_;
  }
}

/// 마디의 아래 하나를 감싸는 상자. / The box around one of those below a node of the level.
void TriangleTree::boxBelow(std::size_t level, std::size_t child, Point& low, Point& high) const {
  if (level == 0) {
    const Leaf& leaf = leaves_[child];
    const Vec3x4 b = leaf.corner + leaf.u;
    const Vec3x4 c = leaf.corner + leaf.v;
    low = minOf(min(min(leaf.corner, b), c));
    high = maxOf(max(max(leaf.corner, b), c));
  } else {
    const Boxes& boxes = nodes_[levelStart_[level - 1] + child];
    low = minOf(boxes.low);
    high = maxOf(boxes.high);
  }
}

void TriangleTree::makeNodes(std::size_t begin, std::size_t end) {
  constexpr float kFar = std::numeric_limits<float>::max();
  std::size_t level = 0;
  for (std::size_t i = begin; i < end; ++i) {
    while (i >= levelStart_[level + 1]) ++level;
    const std::size_t below = level == 0 ? leaves() : levelStart_[level] - levelStart_[level - 1];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t child = kLanes * (i - levelStart_[level]) + lane;
      // 남는 줄기의 뒤집힌 상자는 아무것에도 닿지 않는다.
      Point low{kFar, kFar, kFar};
      Point high{-kFar, -kFar, -kFar};
      if (child < below) boxBelow(level, child, low, high);
      setLane(nodes_[i].low, lane, low);
      setLane(nodes_[i].high, lane, high);
    }
  }
}

// T. Möller, B. Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", JGT 2(1), 1997:
// 판별식의 부호가 어느 쪽에서 지나는지를 말한다. / The sign of the determinant tells the side.
bool TriangleTree::isLeftBetween(const Point& from, const Point& to, std::uint64_t& effort,
                                 std::uint64_t most) const {
  if (size_ == 0) return false;
  const Vec3x4 start = splat(from);
  const Vec3x4 along = splat(to) - start;
  const Reach reach(start, along);
  const f32x4 zero = mangto::splat(0.0F);
  struct Item {
    std::size_t level, index;
  };
  std::array<Item, 3 * kMostLevels + 4> stack{};
  std::size_t depth = 0;
  stack[depth++] = {levels_ - 1, 0};
  while (depth > 0) {
    const auto [level, index] = stack[--depth];
    const Boxes& boxes = nodes_[levelStart_[level] + index];
    if (++effort >= most) return true;
    const i32x4 meets = reach.meets(boxes.low, boxes.high);
    if (!anyTrue(meets)) continue;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (meets[lane] == 0) continue;
      const std::size_t child = kLanes * index + lane;
      if (level > 0) {
        stack[depth++] = {level - 1, child};
        continue;
      }
      ++effort;
      const Leaf& leaf = leaves_[child];
      const Vec3x4 p = cross(along, leaf.v);
      const f32x4 determinant = dot(leaf.u, p);
      // 등 뒤에서 지나면 판별식이 음수이다: 부호를 바꾸어 나누지 않고 견준다.
      const f32x4 scale = zero - determinant;
      const Vec3x4 apart = start - leaf.corner;
      const f32x4 u = zero - dot(apart, p);
      const Vec3x4 q = cross(apart, leaf.u);
      const f32x4 v = zero - dot(along, q);
      const f32x4 t = zero - dot(leaf.v, q);
      const i32x4 hit =
          (scale > zero) & (u >= zero) & (v >= zero) & (u + v <= scale) & (t > zero) & (t < scale);
      if (anyTrue(hit)) return true;
    }
  }
  return false;
}

}  // namespace mangto
