#include <mangto/cloth.h>

#include <cstdio>

// 천 한 장을 만들어 1초 동안 떨어뜨린다.
int main() {
  mangto::GridOptions grid;
  grid.columns = 12;
  grid.rows = 17;
  grid.position = [](int column, int row) {
    return glm::vec3(0.06F * static_cast<float>(column), 2.0F - 0.06F * static_cast<float>(row),
                     0.0F);
  };
  grid.pinned = [](int column, int row) { return column == 0 && row == 0; };

  auto fabric = mangto::Fabric::createGrid(grid);
  if (!fabric.ok()) return 1;
  auto cloth = mangto::Cloth::create(fabric.value);
  if (!cloth.ok()) return 1;
  const float before = cloth.value->boundingSphere().center.y;
  for (int frame = 0; frame < 60; ++frame) {
    if (!cloth.value->update(1.0 / 60.0).ok()) return 1;
  }
  const float after = cloth.value->boundingSphere().center.y;
  std::printf("%d points, %d constraints: from %.2f m to %.2f m\n", cloth.value->fabric().points(),
              cloth.value->constraints(), before, after);
  return after < before ? 0 : 1;
}
