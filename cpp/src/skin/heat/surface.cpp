#include <algorithm>
#include <cmath>

#include "skin/heat/heat_stages.h"

namespace mangto {
namespace {

// 바늘 같은 삼각형의 코탄젠트도 이보다 크지 않다.
constexpr float kMostCotangent = 20.0F;
// 상자가 이보다 작으면 점 하나이고, 좌표는 상자의 이만큼 곱을 넘지 않는다: 셈이 넘치지 않는다.
constexpr float kSmallestBox = 1.0e-30F;
constexpr float kFarthest = 1.0e6F;
// 이보다 작은 조각(전체 넓이에 대한 몫)은 가장 큰 것이 아니면 아무것도 가리지 않는다: 머리, 단추,
// 갑옷.
constexpr float kHiding = 0.2F;

/// 상자의 대각선이 1이 되게 하는 공간. / The space in which the diagonal of the box is 1.
struct UnitSpace {
  explicit UnitSpace(const Bounds& box) : low(box.low) {
    const float size = lengthOf(box.high - box.low);
    scale = size > kSmallestBox ? 1.0F / size : 0.0F;
  }
  Point operator()(const Point& p) const {
    Point out = (p - low) * scale;
    for (float& value : out) value = std::min(std::max(value, -kFarthest), kFarthest);
    return out;
  }
  glm::vec3 operator()(const glm::vec3& p) const {
    const Point out = (*this)(Point{p.x, p.y, p.z});
    return {out[0], out[1], out[2]};
  }
  Point low;
  float scale;
};

void measureSegments(SkinBakeState& bake) {
  const UnitSpace toUnit(bake.box);
  HeatState& heat = bake.heat;
  for (SkinBone& segment : heat.segments) {
    segment.head = toUnit(segment.head);
    segment.tail = toUnit(segment.tail);
  }
  heat.segmentLanes.fill(heat.segments, heat.owners, 0.0);
}

void addToEdge(SkinBakeState& bake, std::int32_t from, std::int32_t to, float weight, float area) {
  const Adjacency& adjacency = bake.adjacency.result();
  const auto row = adjacency.neighbours.begin();
  const auto found =
      std::lower_bound(row + adjacency.start[from], row + adjacency.start[from + 1], to);
  const auto k = static_cast<std::size_t>(found - row);
  bake.heat.edges[k] += weight;
  bake.heat.edgeAreas[k] += area;
}

/// 두 변 사이의 각의 코탄젠트. / Cotangent of the angle between two sides.
float cotangentOf(const Point& a, const Point& b, float twiceArea) {
  const float cosine = dot(a, b);
  if (std::abs(cosine) < kMostCotangent * twiceArea) return cosine / twiceArea;
  return cosine > 0.0F ? kMostCotangent : -kMostCotangent;
}

/// 조각이 안팎이 뒤집혀 있는지(거울에 비춘 그물). / Whether the piece is inside out (mirrored).
bool isInverted(SkinBakeState& bake, std::int32_t place) {
  return bake.heat.pieceVolume[bake.islands.rootOf(place)] < 0.0F;
}

}  // namespace

void carveHeat(SkinBakeState& bake, std::size_t boneCount, std::size_t segmentCount) {
  HeatState& heat = bake.heat;
  Arena& arena = bake.arena;
  const std::size_t places = bake.vertices();
  const std::size_t neighbours = 2 * bake.corners();
  heat.bones = arena.take<SkinBone>(boneCount);
  heat.excluded = arena.take<std::uint8_t>(boneCount);
  heat.segments = arena.take<SkinBone>(segmentCount);
  heat.owners = arena.take<int>(segmentCount);
  heat.segmentLanes.carve(arena, segmentCount);
  heat.points = arena.take<Point>(places);
  heat.normals = arena.take<Point>(places);
  heat.edges = arena.take<float>(neighbours);
  heat.edgeAreas = arena.take<float>(neighbours);
  heat.pieceArea = arena.take<float>(places);
  heat.pieceVolume = arena.take<float>(places);
  heat.tree.carve(arena, bake.corners() / 3);
  heat.nearest = arena.take<HeatAt>(places);
  heat.favourite = arena.take<std::int32_t>(places);
  heat.lead = arena.take<std::int32_t>(places);
  heat.voters = arena.take<std::int32_t>(places);
  heat.sourceStart = arena.take<std::size_t>(places + 1);
  heat.dissection.carve(arena, places);
  heat.rowOf = arena.take<std::int32_t>(places);
  heat.placeOf = arena.take<std::int32_t>(places);
  heat.factor.carve(arena, places);
  bake.weights[0] = arena.take<BlockWeights>(places);
}

void fillHeat(SkinBakeState& bake, std::span<const SkinBone> bones, const Segments& segments) {
  HeatState& heat = bake.heat;
  std::copy(bones.begin(), bones.end(), heat.bones.begin());
  std::fill(heat.excluded.begin(), heat.excluded.end(), std::uint8_t{0});
  for (const int bone : bake.options.excludedBones) heat.excluded[bone] = 1;
  heat.hasTree = std::any_of(bones.begin(), bones.end(),
                             [](const SkinBone& bone) { return bone.parent >= 0; });
  std::copy(segments.bones.begin(), segments.bones.end(), heat.segments.begin());
  std::copy(segments.owners.begin(), segments.owners.end(), heat.owners.begin());
}

void measurePlaces(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  if (begin == 0) measureSegments(bake);
  HeatState& heat = bake.heat;
  const UnitSpace toUnit(bake.box);
  const Adjacency& adjacency = bake.adjacency.result();
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place) {
    const float* p = bake.positionOf(static_cast<std::size_t>(bake.vertexOf[place]));
    heat.points[place] = toUnit(Point{p[0], p[1], p[2]});
    heat.normals[place] = {};
    heat.pieceArea[place] = 0.0F;
    heat.pieceVolume[place] = 0.0F;
    heat.lead[place] = 0;
    heat.voters[place] = 0;
    for (std::int32_t k = adjacency.start[place]; k < adjacency.start[place + 1]; ++k) {
      heat.edges[k] = 0.0F;
      heat.edgeAreas[k] = 0.0F;
    }
  }
}

// U. Pinkall, K. Polthier, "Computing Discrete Minimal Surfaces and Their Conjugates", Experimental
// Mathematics 2(1), 1993: 변의 무게 = (cot α + cot β) / 2.
void addTriangles(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  HeatState& heat = bake.heat;
  const Point middle = UnitSpace(bake.box)(bake.box.high) * 0.5F;
  for (auto t = static_cast<std::size_t>(begin); t < end; ++t) {
    const std::array<std::int32_t, 3> v{bake.placeAt(3 * t), bake.placeAt(3 * t + 1),
                                        bake.placeAt(3 * t + 2)};
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
    const std::array<Point, 3> p{heat.points[v[0]], heat.points[v[1]], heat.points[v[2]]};
    const Point normal = cross(p[1] - p[0], p[2] - p[0]);
    const float twiceArea = lengthOf(normal);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      const std::size_t last = (k + 2) % 3;
      const float weight = 0.5F * cotangentOf(p[next] - p[k], p[last] - p[k], twiceArea);
      addToEdge(bake, v[next], v[last], weight, 0.5F * twiceArea);
      addToEdge(bake, v[last], v[next], weight, 0.5F * twiceArea);
      heat.normals[v[k]] = heat.normals[v[k]] + normal;
    }
    const std::int32_t piece = bake.islands.rootOf(v[0]);
    heat.pieceArea[piece] += 0.5F * twiceArea;
    heat.pieceVolume[piece] += dot(p[0] - middle, normal);
    heat.wholeArea += 0.5F * twiceArea;
    heat.largestPiece = std::max(heat.largestPiece, heat.pieceArea[piece]);
  }
}

void finishSurface(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  HeatState& heat = bake.heat;
  const Adjacency& adjacency = bake.adjacency.result();
  for (auto place = static_cast<std::size_t>(begin); place < end; ++place) {
    const bool inverted = isInverted(bake, static_cast<std::int32_t>(place));
    heat.normals[place] = unit(heat.normals[place]) * (inverted ? -1.0F : 1.0F);
    // 음의 무게는 0으로: 가중치가 0…1을 벗어나지 않는다(최대 원리).
    for (std::int32_t k = adjacency.start[place]; k < adjacency.start[place + 1]; ++k)
      heat.edges[k] = std::max(heat.edges[k], 0.0F);
  }
}

void plantTriangles(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  HeatState& heat = bake.heat;
  const UnitSpace toUnit(bake.box);
  const Bounds box{toUnit(bake.box.low), toUnit(bake.box.high)};
  for (auto t = static_cast<std::size_t>(begin); t < end; ++t) {
    const std::int32_t a = bake.placeAt(3 * t);
    const float area = heat.pieceArea[bake.islands.rootOf(a)];
    if (area < kHiding * heat.wholeArea && area < heat.largestPiece) continue;
    heat.tree.add(box, heat.points[a], heat.points[bake.placeAt(3 * t + 1)],
                  heat.points[bake.placeAt(3 * t + 2)], static_cast<std::int32_t>(t));
  }
}

void sortTriangles(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  TriangleTree& tree = bake.heat.tree;
  while (begin < end) {
    const auto first = static_cast<std::size_t>(begin % tree.size());
    const auto last =
        static_cast<std::size_t>(std::min<std::uint64_t>(tree.size(), first + (end - begin)));
    tree.sort(static_cast<std::size_t>(begin / tree.size()), first, last);
    begin += last - first;
  }
}

void makeLeaves(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  const auto cornerOf = [&](std::int32_t triangle, std::size_t k) {
    const std::size_t first = 3 * static_cast<std::size_t>(triangle);
    const std::size_t own = isInverted(bake, bake.placeAt(first)) ? 2 - k : k;
    return bake.heat.points[bake.placeAt(first + own)];
  };
  bake.heat.tree.makeLeaves(static_cast<std::size_t>(begin), static_cast<std::size_t>(end),
                            cornerOf);
}

void makeNodes(SkinBakeState& bake, std::uint64_t begin, std::uint64_t end) {
  bake.heat.tree.makeNodes(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
}

}  // namespace mangto
