#pragma once

#include <functional>
#include <memory>

#include "mangto/cloth.h"
#include "mangto/fabric.h"

// 시험에서 되풀이해 쓰는 천의 모양.

namespace mangto::test {

inline constexpr float kSpacing = 0.06F;

using Pins = std::function<bool(int column, int row)>;

inline bool topRow(int /*column*/, int row) { return row == 0; }
inline bool leftColumn(int column, int /*row*/) { return column == 0; }
inline bool topLeftCorner(int column, int row) { return column == 0 && row == 0; }
inline bool nowhere(int /*column*/, int /*row*/) { return false; }

struct Sheet {
  float spacing = kSpacing;
  float top = 10.0F;  ///< 첫 점의 높이. 기본값은 바닥에 닿지 않을 만큼 높다.
};

/// xy 평면에 늘어뜨린 천: 열은 +x로, 행은 아래로, 앞면은 +z로.
GridOptions hangingSheet(int columns, int rows, const Pins& pins = topRow, Sheet sheet = {});

/// 눕힌 천: 열은 +x로, 행은 +z로, 앞면은 위로.
GridOptions lyingSheet(int columns, int rows, const Pins& pins = nowhere, Sheet sheet = {});

/// 만들지 못하면 시험을 멈춘다. / Aborts the test when the cloth cannot be made.
std::unique_ptr<Cloth> makeCloth(const GridOptions& grid, const ClothOptions& options = {});

/// 같은 점들을 삼각형 그물로. / The same points as a triangle mesh.
std::unique_ptr<Cloth> makeMeshCloth(const GridOptions& grid, const ClothOptions& options = {});

/// 공기의 힘이 없는 설정. / Options without any force of the air.
ClothOptions withoutAir();

/// 제약도 공기도 중력도 없어 점이 저마다 따로 노는 설정. / Every point on its own: no constraint,
/// air or gravity.
ClothOptions loosePoints();

}  // namespace mangto::test
