#include <algorithm>

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
  std::array<const f32x4*, kFamilies.size()> restLengths;
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

/// 제약 한 묶음: 두 끝이 있는 자리. / A block of constraints: where its two ends are.
struct Pair {
  int a;
  int b;
};

// Δ = k (d - rest)/d · (b - a),  a += Δ wa/(wa+wb),  b -= Δ wb/(wa+wb).  w는 0 또는 1이다. 자유로운
// 두 점의 몫 k/2는 halfStiffness에 들어 있고, 고정점의 짝은 그 pinnedRatio배를 받는다.
template <int F, bool kWrapA, bool kWrapB, bool kPinned>
[[gnu::always_inline]] inline void project(const Grid& grid, Pair pair, f32x4 rest,
                                           f32x4 halfStiffness) {
  Vec3x4& placeA = grid.positions[pair.a];
  Vec3x4& placeB = grid.positions[pair.b];
  const Vec3x4 a = load<kWrapA>(placeA);
  const Vec3x4 b = load<kWrapB>(placeB);
  const Vec3x4 d = b - a;
  const f32x4 length = sqrt(max(dot(d, d), splat(kTiny)));
  const f32x4 scale = halfStiffness * (splat(1.0F) - rest / length);
  if constexpr (kPinned) {
    const f32x4 wa = load<kWrapA>(grid.inverseMass[pair.a]);
    const f32x4 wb = load<kWrapB>(grid.inverseMass[pair.b]);
    const f32x4 ratio = grid.pinnedRatio[F];
    const f32x4 extra = ratio - splat(1.0F);
    store<kWrapA>(placeA, a + d * (scale * (wa * (ratio - extra * wb))));
    store<kWrapB>(placeB, b - d * (scale * (wb * (ratio - extra * wa))));
  } else {
    const Vec3x4 half = d * scale;
    store<kWrapA>(placeA, a + half);
    store<kWrapB>(placeB, b - half);
  }
}

/// 고정점은 드물다: 있는 묶음에서만 무게를 읽는다. / Pins are rare: weights are read only where
/// there are any.
template <int F, bool kWrapA, bool kWrapB>
[[gnu::always_inline]] inline void projectMaybePinned(const Grid& grid, Pair pair, f32x4 rest,
                                                      f32x4 halfStiffness) {
  if ((grid.blockPinned[pair.a] | grid.blockPinned[pair.b]) != 0) {
    project<F, kWrapA, kWrapB, true>(grid, pair, rest, halfStiffness);
  } else {
    project<F, kWrapA, kWrapB, false>(grid, pair, rest, halfStiffness);
  }
}

/// 위아래 무리 F의 한 행. / One row of a vertical or diagonal family.
template <int F>
void projectRow(const Grid& grid, int row) {
  constexpr Family kFamily = kFamilies[F];
  if (row < 0 || row + kFamily.bRow >= grid.rows || !grid.active[F]) return;
  const int upper = row * grid.blocks;
  const int lower = (row + kFamily.bRow) * grid.blocks;
  const f32x4* rest = grid.restLengths[F] + upper;
  const f32x4* stiffness = grid.halfStiffness[F];
  const int inner = grid.blocks - kFamily.reach();
  if ((grid.rowPinned[row] | grid.rowPinned[row + kFamily.bRow]) != 0) {
    for (int i = 0; i < inner; ++i) {
      projectMaybePinned<F, false, false>(
          grid, {upper + i + kFamily.aColumn, lower + i + kFamily.bColumn}, rest[i], stiffness[i]);
    }
  } else {
    for (int i = 0; i < inner; ++i) {
      project<F, false, false, false>(
          grid, {upper + i + kFamily.aColumn, lower + i + kFamily.bColumn}, rest[i], stiffness[i]);
    }
  }
  if constexpr (kFamily.reach() == 1) {
    const Pair last{upper + (kFamily.aColumn != 0 ? 0 : inner),
                    lower + (kFamily.bColumn != 0 ? 0 : inner)};
    projectMaybePinned<F, kFamily.aColumn != 0, kFamily.bColumn != 0>(grid, last, rest[inner],
                                                                      stiffness[inner]);
  }
}

/// 가로 무리 F의 [first, last) 행, 묶음마다 위에서 아래로: 한 행의 묶음들은 서로를 기다리므로 여러
/// 행을 번갈아 푼다. Rows [first, last) of a horizontal family, block by block: the blocks of one
/// row wait for each other, so several rows are solved in turn.
template <int F>
void projectBand(const Grid& grid, int first, int last) {
  if (!grid.active[F]) return;
  const int blocks = grid.blocks;
  const f32x4* rest = grid.restLengths[F];
  for (int block = 0; block < blocks; ++block) {
    const f32x4 stiffness = grid.halfStiffness[F][block];
    const int partner = block + kFamilies[F].bColumn;
    if (partner < blocks) {
      for (int at = first * blocks; at < last * blocks; at += blocks) {
        projectMaybePinned<F, false, false>(grid, {at + block, at + partner}, rest[at + block],
                                            stiffness);
      }
    } else {
      for (int at = first * blocks; at < last * blocks; at += blocks) {
        projectMaybePinned<F, false, true>(grid, {at + block, at + partner - blocks},
                                           rest[at + block], stiffness);
      }
    }
  }
}

void collideRow(ClothState& cloth, const Grid& grid, int row) {
  if (row < 0 || row >= grid.rows) return;
  const auto first = static_cast<std::size_t>(row) * grid.blocks;
  collide(cloth, first, cloth.positions.subspan(first, grid.blocks));
}

void iterate(ClothState& cloth, const Grid& grid) {
  const int bands = std::max(1, grid.rows / kBandRows);
  int time = 0;
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
      collideRow(cloth, grid, time - kCollideLag);
    }
  }
}

float stiffnessOf(const ClothState& cloth, const Family& family) {
  const Stiffness& s = cloth.options.stiffness;
  return std::array{s.structural, s.shear, s.bend}[family.kind];
}

}  // namespace

void GridSolver::carve(Arena& arena) {
  for (auto& half : halfStiffness_) half = arena.take<f32x4>(topology_.layout.blocks);
}

void GridSolver::solve(ClothState& cloth, const Gains& gains, int iterations) {
  const auto blocks = static_cast<std::size_t>(topology_.layout.blocks);
  Grid grid{.rows = topology_.layout.rows,
            .blocks = topology_.layout.blocks,
            .positions = cloth.positions.data(),
            .inverseMass = cloth.data().inverseMass.data(),
            .blockPinned = topology_.blockPinned.data(),
            .rowPinned = topology_.rowPinned.data(),
            .restLengths = {},
            .halfStiffness = {},
            .pinnedRatio = {},
            .active = {}};
  for (std::size_t f = 0; f < kFamilies.size(); ++f) {
    const Gain& gain = gains[kFamilies[f].kind];
    const f32x4 half = splat(gain.half);
    for (std::size_t block = 0; block < blocks; ++block) {
      halfStiffness_[f][block] = half * topology_.inside[kFamilies[f].reach()][block];
    }
    grid.restLengths[f] = topology_.restLengths[f].data();
    grid.halfStiffness[f] = halfStiffness_[f].data();
    grid.pinnedRatio[f] = splat(gain.pinnedRatio);
    grid.active[f] = gain.half > 0.0F;
  }
  for (int i = 0; i < iterations; ++i) iterate(cloth, grid);
}

int GridSolver::constraints(const ClothState& cloth) const {
  int count = 0;
  for (const Family& family : kFamilies) {
    if (stiffnessOf(cloth, family) <= 0.0F) continue;
    count += std::max(0, topology_.layout.rows - family.bRow) *
             std::max(0, topology_.layout.columns - family.reach());
  }
  return count;
}

}  // namespace mangto
