#include <algorithm>
#include <utility>

#include "cloth/cloth_state.h"
#include "cloth/grid/grid_solver.h"

// 거리 제약의 Gauss–Seidel. 무리(kFamilies)마다 행을 위에서 아래로, 행 안에서는 묶음을 차례로 푼다.
// 위아래 제약의 무리들은 물결처럼 몇 행씩 뒤따라 함께 내려간다. 같은 때에 건드리는 행이 서로 겹치지
// 않으므로 결과는 무리를 하나씩 끝까지 푼 것과 비트까지 같고, 프로세서는 서로 기다리지 않는 일을 늘
// 여럿 갖게 된다. 한때에 건드리는 행이 수십 개뿐이라 큰 천도 캐시 안에서 풀린다.

namespace mangto {
namespace {

// 가로 무리를 번갈아 푸는 행의 수: 서로 기다리지 않을 만큼 많고 캐시에 남을 만큼 적게.
constexpr int kBandRows = 16;
// 세로, 대각선 둘, 세로로 하나 건너: 앞 무리가 건드리는 행과 겹치지 않는 가장 짧은 간격.
constexpr std::array<int, kFamilies.size()> kLag{0, 0, 1, 3, 5, 8};
constexpr int kCollideLag = 9;

// 0으로 나누지 않게 하는 가장 작은 길이의 제곱(m²).
constexpr float kTiny = 1.0e-20F;

/// 안쪽 고리가 읽는 것들. / What the inner loops read.
struct Grid {
  int rows;
  int blocks;
  Vec3x4* positions;
  const f32x4* inverseMass;
  const std::uint8_t* blockPinned;
  const std::uint8_t* rowPinned;
  Near* near;
  std::array<const f32x4*, kFamilies.size()> scaledRest;
  std::array<const f32x4*, kFamilies.size()> halfStiffness;
  std::array<f32x4, kFamilies.size()> pinnedRatio;
  std::array<bool, kFamilies.size()> active;
};

/// 한 묶음의 한쪽 끝. 행의 끝을 넘으면 다음 토막의 첫 묶음을 한 줄기 돌려 읽는다.
/// One end of a block of constraints; past the end of a row the next stretch's first block,
/// rotated.
template <bool kWrapped, typename T>
T load(const T& place) {
  if constexpr (kWrapped) return rotateLeft(place);
  return place;
}

template <bool kWrapped>
void store(Vec3x4& place, const Vec3x4& value) {
  place = kWrapped ? rotateRight(value) : value;
}

// k/2 (d - rest)/d = k/2 - (k/2 rest)/d;  괄호 안이 scaledRest이다.
[[gnu::always_inline]] inline f32x4 scaleOf(const Vec3x4& d, f32x4 scaledRest, f32x4 half) {
  return half - scaledRest / sqrt(max(dot(d, d), splat(kTiny)));
}

// Δ = k (d - rest)/d · (b - a),  a += Δ/2,  b -= Δ/2.
template <bool kWrapA, bool kWrapB>
[[gnu::always_inline]] inline void project(Vec3x4& placeA, Vec3x4& placeB, f32x4 scaledRest,
                                           f32x4 half) {
  const Vec3x4 a = load<kWrapA>(placeA);
  const Vec3x4 b = load<kWrapB>(placeB);
  const Vec3x4 d = b - a;
  const Vec3x4 move = d * scaleOf(d, scaledRest, half);
  store<kWrapA>(placeA, a + move);
  store<kWrapB>(placeB, b - move);
}

// a += Δ wa/(wa+wb),  b -= Δ wb/(wa+wb).  w는 0 또는 1이므로 wa/(wa+wb) = wa (2 - wb)/2; 고정점의
// 짝이 받는 2 대신 pinnedRatio일 수 있다(Gain).
template <int F, bool kWrapA, bool kWrapB>
[[gnu::always_inline]] inline void projectPinned(const Grid& grid, int slotA, int slotB,
                                                 f32x4 scaledRest, f32x4 half) {
  Vec3x4& placeA = grid.positions[slotA];
  Vec3x4& placeB = grid.positions[slotB];
  const Vec3x4 a = load<kWrapA>(placeA);
  const Vec3x4 b = load<kWrapB>(placeB);
  const Vec3x4 d = b - a;
  const f32x4 scale = scaleOf(d, scaledRest, half);
  const f32x4 wa = load<kWrapA>(grid.inverseMass[slotA]);
  const f32x4 wb = load<kWrapB>(grid.inverseMass[slotB]);
  const f32x4 ratio = grid.pinnedRatio[F];
  const f32x4 extra = ratio - splat(1.0F);
  store<kWrapA>(placeA, a + d * (scale * (wa * (ratio - extra * wb))));
  store<kWrapB>(placeB, b - d * (scale * (wb * (ratio - extra * wa))));
}

/// `count` 묶음을 차례로 푼다. 다음 묶음까지의 거리는 stride, 세기는 halfStride. 주소를 묶음마다
/// 셈하지 않도록 가리키개를 민다. 고정점은 드물다: 있는 묶음에서만 무게를 읽는다.
/// Solves `count` blocks that are `stride` apart. Pointers are moved along, so that no address is
/// computed anew. Pins are rare: weights are read only where there are any.
template <int F, bool kWrapA, bool kWrapB>
[[gnu::always_inline]] inline void projectRun(const Grid& grid, int slotA, int slotB,
                                              const f32x4* scaledRest, const f32x4* half, int count,
                                              int stride, int halfStride) {
  Vec3x4* a = grid.positions + slotA;
  Vec3x4* b = grid.positions + slotB;
  const std::uint8_t* pinnedA = grid.blockPinned + slotA;
  const std::uint8_t* pinnedB = grid.blockPinned + slotB;
  for (int i = 0; i < count; ++i) {
    if ((*pinnedA | *pinnedB) != 0) {
      projectPinned<F, kWrapA, kWrapB>(grid, slotA + i * stride, slotB + i * stride, *scaledRest,
                                       *half);
    } else {
      project<kWrapA, kWrapB>(*a, *b, *scaledRest, *half);
    }
    a += stride;
    b += stride;
    pinnedA += stride;
    pinnedB += stride;
    scaledRest += stride;
    half += halfStride;
  }
}

/// 위아래 무리 F의 한 행. / One row of a vertical or diagonal family.
template <int F>
void projectRow(const Grid& grid, int row) {
  constexpr Family kFamily = kFamilies[F];
  if (row < 0 || row + kFamily.bRow >= grid.rows || !grid.active[F]) return;
  const int upper = row * grid.blocks;
  const int lower = (row + kFamily.bRow) * grid.blocks;
  const f32x4* rest = grid.scaledRest[F] + upper;
  const f32x4* half = grid.halfStiffness[F];
  const int inner = grid.blocks - kFamily.reach();
  if ((grid.rowPinned[row] | grid.rowPinned[row + kFamily.bRow]) != 0) {
    projectRun<F, false, false>(grid, upper + kFamily.aColumn, lower + kFamily.bColumn, rest, half,
                                inner, 1, 1);
  } else {
    Vec3x4* a = grid.positions + upper + kFamily.aColumn;
    Vec3x4* b = grid.positions + lower + kFamily.bColumn;
    const f32x4* r = rest;
    const f32x4* k = half;
    while (r != rest + inner) project<false, false>(*a++, *b++, *r++, *k++);
  }
  if constexpr (kFamily.reach() == 1) {
    projectRun<F, kFamily.aColumn != 0, kFamily.bColumn != 0>(
        grid, upper + (kFamily.aColumn != 0 ? 0 : inner),
        lower + (kFamily.bColumn != 0 ? 0 : inner), rest + inner, half + inner, 1, 1, 1);
  }
}

/// 가로 무리 F의 [first, last) 행, 묶음마다 위에서 아래로: 한 행의 묶음들은 서로를 기다리므로 여러
/// 행을 번갈아 푼다. Rows [first, last) of a horizontal family, block by block: the blocks of one
/// row wait for each other, so several rows are solved in turn.
template <int F>
void projectBand(const Grid& grid, int first, int last) {
  if (!grid.active[F]) return;
  const int blocks = grid.blocks;
  const int top = first * blocks;
  for (int block = 0; block < blocks; ++block) {
    const f32x4* rest = grid.scaledRest[F] + top + block;
    const f32x4* half = grid.halfStiffness[F] + block;
    const int partner = block + kFamilies[F].bColumn;
    if (partner < blocks) {
      projectRun<F, false, false>(grid, top + block, top + partner, rest, half, last - first,
                                  blocks, 0);
    } else {
      projectRun<F, false, true>(grid, top + block, top + partner - blocks, rest, half,
                                 last - first, blocks, 0);
    }
  }
}

void collideRows(ClothState& cloth, const Grid& grid, int first, int last, bool find) {
  const auto blocks = static_cast<std::size_t>(grid.blocks);
  const std::size_t slot = first * blocks;
  const auto points = cloth.positions.subspan(slot, (last - first) * blocks);
  const std::span<const CapsuleLanes> capsules = std::as_const(cloth.groups[0].capsules).span();
  const std::span<Near> near(grid.near + first, grid.near + last);
  collide(cloth, capsules, slot, points, blocks, near, find);
}

void iterate(ClothState& cloth, const Grid& grid, bool find) {
  const int bands = std::max(1, grid.rows / kBandRows);
  const bool collides = cloth.options.floor || !cloth.groups[0].capsules.span().empty();
  int time = 0;
  int collided = 0;
  for (int band = 1; band <= bands; ++band) {
    const int last = grid.rows * band / bands;
    projectBand<0>(grid, time, last);
    projectBand<1>(grid, time, last);
    const int end = band < bands ? last : grid.rows + kCollideLag;
    for (; time < end; ++time) {
      projectRow<2>(grid, time - kLag[2]);
      projectRow<3>(grid, time - kLag[3]);
      projectRow<4>(grid, time - kLag[4]);
      projectRow<5>(grid, time - kLag[5]);
    }
    const int settled = band < bands ? last - kCollideLag : grid.rows;
    if (collides) collideRows(cloth, grid, collided, settled, find);
    collided = settled;
  }
}

float stiffnessOf(const Stiffness& s, const Family& family) {
  return std::array{s.structural, s.shear, s.bend}[family.kind];
}

}  // namespace

void GridSolver::carve(Arena& arena) {
  for (auto& half : halfStiffness_) half = arena.take<f32x4>(topology_.layout.blocks);
  for (std::size_t f = 0; f < kFamilies.size(); ++f)
    scaledRest_[f] = arena.take<f32x4>(topology_.restLengths[f].size());
  near_ = arena.take<Near>(topology_.layout.rows);
}

void GridSolver::prepare(const Gains& gains) {
  const auto blocks = static_cast<std::size_t>(topology_.layout.blocks);
  for (std::size_t f = 0; f < kFamilies.size(); ++f) {
    const f32x4 half = splat(gains[kFamilies[f].kind].half);
    for (std::size_t block = 0; block < blocks; ++block)
      halfStiffness_[f][block] = half * topology_.inside[kFamilies[f].reach()][block];
    std::transform(topology_.restLengths[f].begin(), topology_.restLengths[f].end(),
                   scaledRest_[f].begin(), [half](f32x4 rest) { return half * rest; });
  }
  prepared_ = gains;
}

void GridSolver::solve(ClothState& cloth, const Gains& gains, int iterations) {
  if (gains != prepared_) prepare(gains);
  Grid grid{.rows = topology_.layout.rows,
            .blocks = topology_.layout.blocks,
            .positions = cloth.positions.data(),
            .inverseMass = cloth.data().inverseMass.data(),
            .blockPinned = topology_.blockPinned.data(),
            .rowPinned = topology_.rowPinned.data(),
            .near = near_.data(),
            .scaledRest = {},
            .halfStiffness = {},
            .pinnedRatio = {},
            .active = {}};
  for (std::size_t f = 0; f < kFamilies.size(); ++f) {
    grid.scaledRest[f] = scaledRest_[f].data();
    grid.halfStiffness[f] = halfStiffness_[f].data();
    grid.pinnedRatio[f] = splat(gains[kFamilies[f].kind].pinnedRatio);
    grid.active[f] = gains[kFamilies[f].kind].half > 0.0F;
  }
  for (int i = 0; i < iterations; ++i) iterate(cloth, grid, findsNear(i, iterations));
}

int GridSolver::constraints(const ClothState& cloth) const {
  int count = 0;
  for (const Family& family : kFamilies) {
    if (stiffnessOf(cloth.options.stiffness, family) <= 0.0F) continue;
    count += std::max(0, topology_.layout.rows - family.bRow) *
             std::max(0, topology_.layout.columns - family.reach());
  }
  return count;
}

}  // namespace mangto
