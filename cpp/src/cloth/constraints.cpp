#include <algorithm>

#include "cloth/cloth_state.h"

// 거리 제약의 Gauss–Seidel. 무리(kFamilies)마다 행을 위에서 아래로, 행 안에서는 묶음을 차례로 푼다.
// 위아래 제약의 무리들은 물결처럼 몇 행씩 뒤따라 함께 내려간다. 같은 때에 건드리는 행이 서로 겹치지
// 않으므로 결과는 무리를 하나씩 끝까지 푼 것과 비트까지 같고, 프로세서는 서로 기다리지 않는 일을 늘
// 여럿 갖게 된다. 건드리는 행이 십수 개뿐이라 큰 천도 캐시 안에서 풀린다.

namespace mangto {
namespace {

// 세로 1, 대각선 둘, 세로로 하나 건너: 앞 무리가 건드리는 행과 겹치지 않는 가장 짧은 간격.
constexpr int kBandRows = 8;
constexpr std::array<int, kFamilies.size()> kLag{0, 0, 1, 3, 5, 8};
constexpr int kCollideLag = 9;

// 0으로 나누지 않게 하는 가장 작은 길이의 제곱(m²).
constexpr float kTiny = 1.0e-20F;

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

struct Ends {
  Vec3x4* a;
  Vec3x4* b;
  const f32x4* inverseMassA;
  const f32x4* inverseMassB;
};

// Δ = k (d - rest)/d · (b - a),  a += Δ wa/(wa+wb),  b -= Δ wb/(wa+wb).  w는 0 또는 1이므로
// wa/(wa+wb) = wa (2 - wb)/2 이고, 1/2은 halfStiffness에 이미 들어 있다.
template <bool kWrapA, bool kWrapB, bool kPinned>
void project(const Ends& ends, f32x4 rest, f32x4 halfStiffness) {
  const Vec3x4 a = load<kWrapA>(*ends.a);
  const Vec3x4 b = load<kWrapB>(*ends.b);
  const Vec3x4 d = b - a;
  const f32x4 length = sqrt(max(dot(d, d), splat(kTiny)));
  const f32x4 scale = halfStiffness * (splat(1.0F) - rest / length);
  if constexpr (kPinned) {
    const f32x4 wa = load<kWrapA>(*ends.inverseMassA);
    const f32x4 wb = load<kWrapB>(*ends.inverseMassB);
    store<kWrapA>(*ends.a, a + d * (scale * (wa * (splat(2.0F) - wb))));
    store<kWrapB>(*ends.b, b - d * (scale * (wb * (splat(2.0F) - wa))));
  } else {
    const Vec3x4 half = d * scale;
    store<kWrapA>(*ends.a, a + half);
    store<kWrapB>(*ends.b, b - half);
  }
}

Ends endsOf(ClothState& cloth, const Family& family, int row, int blockA, int blockB) {
  const int blocks = cloth.grid().blocks;
  const int a = row * blocks + blockA;
  const int b = (row + family.bRow) * blocks + blockB;
  const f32x4* inverseMass = cloth.data().inverseMass.data();
  return {&cloth.positions[a], &cloth.positions[b], inverseMass + a, inverseMass + b};
}

/// 위아래 무리 F의 한 행. / One row of a vertical or diagonal family.
template <int F, bool kPinned>
void projectRow(ClothState& cloth, int row) {
  constexpr Family kFamily = kFamilies[F];
  const int blocks = cloth.grid().blocks;
  const f32x4* rest = &cloth.data().restLengths[F][static_cast<std::size_t>(row) * blocks];
  const f32x4* stiffness = cloth.halfStiffness[F].data();
  const int inner = blocks - kFamily.reach();
  for (int block = 0; block < inner; ++block) {
    const Ends ends = endsOf(cloth, kFamily, row, block + kFamily.aColumn, block + kFamily.bColumn);
    project<false, false, kPinned>(ends, rest[block], stiffness[block]);
  }
  if constexpr (kFamily.reach() == 1) {
    const Ends ends = endsOf(cloth, kFamily, row, kFamily.aColumn != 0 ? 0 : inner,
                             kFamily.bColumn != 0 ? 0 : inner);
    project<kFamily.aColumn != 0, kFamily.bColumn != 0, kPinned>(ends, rest[inner],
                                                                 stiffness[inner]);
  }
}

template <int F>
void projectRowAt(ClothState& cloth, int time) {
  constexpr Family kFamily = kFamilies[F];
  const int row = time - kLag[F];
  if (row < 0 || row + kFamily.bRow >= cloth.grid().rows || !cloth.active[F]) return;
  const std::span<const std::uint8_t> pinned = cloth.data().rowPinned;
  if ((pinned[row] | pinned[row + kFamily.bRow]) != 0) {
    projectRow<F, true>(cloth, row);
  } else {
    projectRow<F, false>(cloth, row);
  }
}

/// 가로 무리 F의 [first, last) 행, 묶음마다 위에서 아래로: 한 행의 묶음들은 서로를 기다리므로 여러
/// 행을 번갈아 푼다. Rows [first, last) of a horizontal family, block by block: the blocks of one
/// row wait for each other, so several rows are solved in turn.
template <int F, bool kPinned>
void projectBand(ClothState& cloth, int first, int last) {
  constexpr Family kFamily = kFamilies[F];
  const int blocks = cloth.grid().blocks;
  const f32x4* rest = cloth.data().restLengths[F].data();
  for (int block = 0; block < blocks; ++block) {
    const f32x4 stiffness = cloth.halfStiffness[F][block];
    const int partner = block + kFamily.bColumn;
    if (partner < blocks) {
      for (int row = first; row < last; ++row) {
        project<false, false, kPinned>(endsOf(cloth, kFamily, row, block, partner),
                                       rest[row * blocks + block], stiffness);
      }
    } else {
      for (int row = first; row < last; ++row) {
        project<false, true, kPinned>(endsOf(cloth, kFamily, row, block, partner - blocks),
                                      rest[row * blocks + block], stiffness);
      }
    }
  }
}

template <int F>
void projectBandAt(ClothState& cloth, int first) {
  const int last = std::min(first + kBandRows, cloth.grid().rows);
  if (first >= last || !cloth.active[F]) return;
  // 고정점이 있는 행과 없는 행을 가르며 나아간다.
  const std::span<const std::uint8_t> pinned = cloth.data().rowPinned;
  for (int row = first; row < last;) {
    int end = row + 1;
    while (end < last && pinned[end] == pinned[row]) ++end;
    if (pinned[row] != 0) {
      projectBand<F, true>(cloth, row, end);
    } else {
      projectBand<F, false>(cloth, row, end);
    }
    row = end;
  }
}

void iterate(ClothState& cloth) {
  const int rows = cloth.grid().rows;
  for (int first = 0; first < rows + kCollideLag; first += kBandRows) {
    projectBandAt<0>(cloth, first);
    projectBandAt<1>(cloth, first);
    for (int time = first; time < first + kBandRows; ++time) {
      projectRowAt<2>(cloth, time);
      projectRowAt<3>(cloth, time);
      projectRowAt<4>(cloth, time);
      projectRowAt<5>(cloth, time);
      const int settled = time - kCollideLag;
      if (settled >= 0 && settled < rows) collideRow(cloth, settled);
    }
  }
}

}  // namespace

void solve(ClothState& cloth) {
  for (int i = 0; i < cloth.options.iterations; ++i) iterate(cloth);
}

void prepareStiffness(ClothState& cloth) {
  const Stiffness& stiffness = cloth.options.stiffness;
  const std::array<float, 3> byKind{stiffness.structural, stiffness.shear, stiffness.bend};
  const auto blocks = static_cast<std::size_t>(cloth.grid().blocks);
  for (std::size_t f = 0; f < kFamilies.size(); ++f) {
    cloth.active[f] = byKind[kFamilies[f].kind] > 0.0F;
    const f32x4 half = splat(0.5F * byKind[kFamilies[f].kind]);
    for (std::size_t block = 0; block < blocks; ++block) {
      cloth.halfStiffness[f][block] = half * cloth.data().inside[kFamilies[f].reach()][block];
    }
  }
}

}  // namespace mangto
