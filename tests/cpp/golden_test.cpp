#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "mangto/cloth.h"
#include "mangto/sdf_mesh.h"
#include "mangto/skin_bake.h"

// 이 장면은 tests/support/golden.ts의 머리말에 적힌 것과 같다. 들어가는 값은 모두 2의 거듭제곱을
// 분모로 하는 분수라서 float가 그대로 담는다. 어느 컴파일러와 최적화로도, SIMD 없이도, WASM에서도
// 같은 비트로 끝나야 한다. The same scene as in tests/support/golden.ts; it must end in the same
// bits with every compiler, at every level of optimisation, without SIMD and in WASM.

namespace mangto {
namespace {

constexpr int kSteps = 300;
constexpr int kMembers = 5;

/// FNV-1a, 64비트. / FNV-1a, 64 bits.
class Fnv1a64 {
 public:
  template <typename T>
  void add(std::span<const T> data) {
    for (const std::byte byte : std::as_bytes(data)) {
      value_ = (value_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3ULL;
    }
  }

  std::string hex() const {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value_));
    return text;
  }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

/// 0에서 period/2까지 오르내리는 정수. / An integer that goes up and down from 0 to period/2.
float wave(int k, int period) {
  const int m = k % period;
  return static_cast<float>(m < period / 2 ? m : period - m);
}

glm::vec3 capePosition(int column, int row) {
  return {static_cast<float>(2 * column - 11) / 32.0F, 1.5F - static_cast<float>(row) / 16.0F,
          -0.125F};
}

glm::vec3 flagPosition(int column, int row) {
  return {1.0F + static_cast<float>(column) / 16.0F, 2.5F - static_cast<float>(row) / 16.0F, 0.0F};
}

const GridOptions kCape{12, 17, capePosition, [](int, int row) { return row == 0; }};
const GridOptions kFlag{16, 10, flagPosition, [](int column, int) { return column == 0; }};

ClothOptions capeOptions() {
  ClothOptions options;
  options.windStrength = 3.0F;
  options.drag = 0.25F;
  options.floor = 17.0F / 32.0F;
  return options;
}

/// 천과, 점마다 격자의 어느 점인지. / A cloth and, per point, which point of the grid it is.
struct Piece {
  std::unique_ptr<Cloth> cloth;
  GridOptions grid;
  std::vector<int> gridOf;

  glm::vec3 position(std::size_t k) const {
    return grid.position(gridOf[k] % grid.columns, gridOf[k] / grid.columns);
  }
  bool pinned(std::size_t k) const {
    return grid.pinned(gridOf[k] % grid.columns, gridOf[k] / grid.columns);
  }
};

Piece emptyPiece(const GridOptions& grid) {
  Piece piece{nullptr, grid, std::vector<int>(static_cast<std::size_t>(grid.columns * grid.rows))};
  std::iota(piece.gridOf.begin(), piece.gridOf.end(), 0);
  return piece;
}

Piece gridPiece(const GridOptions& grid, const ClothOptions& options) {
  Piece piece = emptyPiece(grid);
  piece.cloth = std::move(Cloth::create(Fabric::createGrid(grid).value, options).value);
  return piece;
}

void makeMesh(Piece& piece, const ClothOptions& options, std::span<const std::uint32_t> indices) {
  std::vector<float> positions;
  for (std::size_t k = 0; k < piece.gridOf.size(); ++k) {
    const glm::vec3 p = piece.position(k);
    positions.insert(positions.end(), {p.x, p.y, p.z});
  }
  const auto pinned = [&](int vertex) { return piece.pinned(static_cast<std::size_t>(vertex)); };
  piece.cloth = std::move(
      Cloth::create(Fabric::createMesh({positions, indices, pinned}).value, options).value);
}

/// 번갈아 그은 대각선과, 여섯째 열의 이음매. / Alternating diagonals and a seam at the sixth
/// column.
Piece meshCape() {
  constexpr int kSeam = 6;
  Piece piece = emptyPiece(kCape);
  const auto points = static_cast<std::uint32_t>(piece.gridOf.size());
  for (int j = 0; j < kCape.rows; ++j) piece.gridOf.push_back(j * kCape.columns + kSeam);
  std::vector<std::uint32_t> indices;
  for (int j = 0; j + 1 < kCape.rows; ++j) {
    for (int i = 0; i + 1 < kCape.columns; ++i) {
      const auto a = static_cast<std::uint32_t>(j * kCape.columns + i);
      const std::uint32_t b = a + static_cast<std::uint32_t>(kCape.columns);
      const bool atSeam = i + 1 == kSeam;
      const std::uint32_t c = atSeam ? points + static_cast<std::uint32_t>(j) + 1 : b + 1;
      const std::uint32_t d = atSeam ? points + static_cast<std::uint32_t>(j) : a + 1;
      if ((i + j) % 2 == 0) {
        indices.insert(indices.end(), {a, b, d, b, c, d});
      } else {
        indices.insert(indices.end(), {a, b, c, a, c, d});
      }
    }
  }
  makeMesh(piece, capeOptions(), indices);
  return piece;
}

/// 번호 없이, 삼각형마다 점 셋. / Not indexed: three vertices per triangle.
Piece meshFlag() {
  Piece piece{nullptr, kFlag, {}};
  for (int j = 0; j + 1 < kFlag.rows; ++j) {
    for (int i = 0; i + 1 < kFlag.columns; ++i) {
      const int a = j * kFlag.columns + i;
      const int b = a + kFlag.columns;
      piece.gridOf.insert(piece.gridOf.end(), {a, b, a + 1, b, b + 1, a + 1});
    }
  }
  makeMesh(piece, {}, {});
  return piece;
}

/// 네 벌에 한 바퀴씩 돌며 4 m씩 떨어져 선다. / Quarter turns, 4 m apart.
glm::mat4 placementOf(int member) {
  constexpr float kCosines[] = {1.0F, 0.0F, -1.0F, 0.0F};
  const float c = kCosines[member % 4];
  const float s = kCosines[(member + 3) % 4];
  return {{c, 0, -s, 0}, {0, 1, 0, 0}, {s, 0, c, 0}, {4.0F * static_cast<float>(member), 0, 0, 1}};
}

glm::vec3 placed(int member, const glm::vec3& p) {
  return glm::vec3(placementOf(member) * glm::vec4(p, 1.0F));
}

Piece crowdOf(Piece one) {
  auto fabric = Fabric::createCrowd(one.cloth->fabric(), {kMembers, placementOf});
  one.cloth = std::move(Cloth::create(fabric.value, one.cloth->options()).value);
  return one;
}

void movePins(Piece& piece, const glm::vec3& offset, int member = 0) {
  const std::size_t first = static_cast<std::size_t>(member) * piece.gridOf.size();
  for (std::size_t k = 0; k < piece.gridOf.size(); ++k) {
    if (!piece.pinned(k)) continue;
    const glm::vec3 target = placed(member, piece.position(k) + offset);
    for (int i = 0; i < 3; ++i)
      piece.cloth->pinTargets()[3 * (first + k) + static_cast<std::size_t>(i)] = target[i];
  }
}

glm::dvec3 windAt(int k) {
  return {2.0F + wave(k, 128) / 32.0F, 0.0, (wave(k, 96) - 24.0F) / 16.0F};
}

std::vector<Capsule> bodyAt(int k) {
  const float z = static_cast<float>(k) / 64.0F;
  const float s = (wave(k, 64) - 16.0F) / 64.0F;
  return {{{0.0F, 0.75F, 0.03125F + z}, {0.0F, 1.3125F, 0.03125F + z}, 0.1875F},
          {{0.125F, 0.75F, z}, {0.125F, 0.125F, z + s}, 0.125F},
          {{-0.125F, 0.75F, z}, {-0.125F, 0.125F, z - s}, 0.125F}};
}

void driveCape(Piece& cape, int k) {
  movePins(cape, {0.0F, wave(k, 64) / 512.0F, static_cast<float>(k) / 64.0F});
  ASSERT_TRUE(cape.cloth->setCapsules(bodyAt(k)).ok());
}

void driveMember(Piece& capes, int k, int member) {
  const auto m = static_cast<float>(member);
  const glm::dvec3 wind = windAt(k) + glm::dvec3(-0.25 * member, 0.0, 0.5 * member);
  ASSERT_TRUE(capes.cloth->setMemberWind(member, wind).ok());
  movePins(capes, {0.0F, wave(k, 64) * (m + 1.0F) / 512.0F, static_cast<float>(k) / 64.0F}, member);
  std::vector<Capsule> body = bodyAt(k);
  body.resize(static_cast<std::size_t>((member + 3) % 4));
  for (Capsule& capsule : body) {
    capsule.a = placed(member, capsule.a);
    capsule.b = placed(member, capsule.b);
  }
  ASSERT_TRUE(capes.cloth->setMemberCapsules(member, body).ok());
}

std::string hashOf(std::initializer_list<const Piece*> pieces) {
  Fnv1a64 hash;
  for (const Piece* piece : pieces) {
    for (const float value : piece->cloth->positions()) EXPECT_TRUE(std::isfinite(value));
    hash.add(piece->cloth->positions());
  }
  return hash.hex();
}

std::string play(Piece cape, Piece flag) {
  for (int k = 0; k < kSteps; ++k) {
    for (const Piece* piece : {&cape, &flag}) EXPECT_TRUE(piece->cloth->setWind(windAt(k)).ok());
    driveCape(cape, k);
    movePins(flag, {0.0F, wave(k, 32) / 256.0F, 0.0F});
    for (const Piece* piece : {&cape, &flag}) EXPECT_TRUE(piece->cloth->step().ok());
  }
  return hashOf({&cape, &flag});
}

/// 격자 망토의 떼와 그물 망토의 떼. / A crowd of grid capes and one of mesh capes.
std::string playCrowds() {
  Piece grids = crowdOf(gridPiece(kCape, capeOptions()));
  Piece meshes = crowdOf(meshCape());
  for (int k = 0; k < kSteps; ++k) {
    for (Piece* piece : {&grids, &meshes}) {
      for (int member = 0; member < kMembers; ++member) driveMember(*piece, k, member);
      EXPECT_TRUE(piece->cloth->step().ok());
    }
  }
  return hashOf({&grids, &meshes});
}

std::vector<Collider> collidersAt(int k) {
  const float z = static_cast<float>(k) / 64.0F;
  const float s = (wave(k, 64) - 16.0F) / 64.0F;
  return {
      TaperedCapsule{{0.0F, 0.75F, 0.03125F + z}, {0.0F, 1.3125F, 0.03125F + z}, 0.1875F, 0.125F},
      Sphere{{0.125F, 0.5F, z + s}, 0.125F},
      Box{{-0.25F, 0.75F, z - s}, {0.0625F, 0.25F, 0.125F}, {0.25F, 0.5F, 0.125F, 1.0F}},
      Plane{{0.0F, 0.53125F, 0.0F}, {0.125F, 1.0F, 0.0F}}};
}

constexpr std::uint32_t kOctahedron[] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                         2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};

/// 정팔면체의 꼭짓점들. / The vertices of an octahedron.
std::vector<float> octahedronAt(int k) {
  const float x = -0.0625F + wave(k, 64) / 256.0F;
  const float z = static_cast<float>(k) / 64.0F;
  return {x + 0.25F, 1.0F,  z, x - 0.25F, 1.0F, z,         x, 1.25F, z,
          x,         0.75F, z, x,         1.0F, z + 0.25F, x, 1.0F,  z - 0.25F};
}

void prepareForBodies(Piece& piece) {
  Cloth& cloth = *piece.cloth;
  const auto points = static_cast<std::size_t>(cloth.fabric().points());
  std::vector<float> distances;
  std::vector<float> stops;
  for (std::size_t k = 0; k < points; ++k) {
    distances.push_back((1.0F + static_cast<float>(k % 3)) / 4.0F);
    stops.insert(stops.end(), {0.5F, 1.0F});
  }
  ASSERT_TRUE(cloth.setSelfCollision(0.0).ok());
  ASSERT_TRUE(cloth.setThickness(1.0 / 64.0).ok());
  ASSERT_TRUE(cloth.setFriction(0.25).ok());
  ASSERT_TRUE(cloth.setBodyMesh(octahedronAt(0), kOctahedron).ok());
  ASSERT_TRUE(cloth.setMaxDistances(distances).ok());
  ASSERT_TRUE(cloth.setBackStops(stops).ok());
  piece.grid.pinned = [](int, int) { return true; };  // 모든 점의 목표를 옮긴다
}

/// 몸과 저 자신과 서로에게 부딪히는 두 망토. / Two capes that meet bodies, themselves, each other.
std::string playBodies() {
  Piece grid = gridPiece(kCape, capeOptions());
  Piece mesh = meshCape();
  for (Piece* piece : {&grid, &mesh}) prepareForBodies(*piece);
  const std::vector<const Cloth*> others{grid.cloth.get()};
  EXPECT_TRUE(mesh.cloth->setOtherCloths(others, 1.0 / 32.0).ok());
  for (int k = 0; k < kSteps; ++k) {
    for (Piece* piece : {&grid, &mesh}) {
      EXPECT_TRUE(piece->cloth->setWind(windAt(k)).ok());
      const float behind = piece == &mesh ? 0.25F : 0.0F;
      movePins(*piece, {0.0F, wave(k, 64) / 512.0F, static_cast<float>(k) / 64.0F - behind});
      EXPECT_TRUE(piece->cloth->setColliders(collidersAt(k)).ok());
      EXPECT_TRUE(piece->cloth->moveBodyMesh(octahedronAt(k)).ok());
      EXPECT_TRUE(piece->cloth->step().ok());
    }
  }
  return hashOf({&grid, &mesh});
}

/// 작은 걸음의 모든 것을 켠다. / Switches on all that sub-steps have.
Piece inSubsteps(Piece piece, bool plate) {
  Cloth& cloth = *piece.cloth;
  EXPECT_TRUE(cloth.setSolver(SolverKind::kSubsteps).ok());
  EXPECT_TRUE(cloth.setCompliance({1.0F / 4096.0F, 1.0F / 256.0F, 0.25F}).ok());
  EXPECT_TRUE(cloth.setDensity(0.25).ok());
  EXPECT_TRUE(cloth.setTethers(true).ok());
  EXPECT_TRUE(cloth.setGusts({0.5F, 2.0F}).ok());
  EXPECT_TRUE(cloth.setInertia(0.75).ok());
  if (!plate) return piece;
  EXPECT_TRUE(cloth.setAerodynamics(Aerodynamics{1.25F, 1.0F, 0.75F}).ok());
  return piece;
}

std::string playSubsteps() {
  return play(inSubsteps(gridPiece(kCape, capeOptions()), false),
              inSubsteps(gridPiece(kFlag, {}), true)) +
         play(inSubsteps(meshCape(), true), inSubsteps(meshFlag(), false));
}

std::string playGrids() { return play(gridPiece(kCape, capeOptions()), gridPiece(kFlag, {})); }
std::string playMeshes() { return play(meshCape(), meshFlag()); }

/// 모든 도형과, 더하기와 빼기. / All kinds of shape, both operations.
std::string meshShapes() {
  constexpr auto kCut = SdfOperation::kDifference;
  const glm::vec4 turn(1.0F, 2.0F, 3.0F, 4.0F);
  const std::vector<SdfShape> shapes{
      {SdfEllipsoid{{0.0F, 1.0F, 0.0F}, {0.5F, 0.75F, 0.375F}, turn}, SdfOperation::kUnion, 0.0F},
      {SdfSphere{{0.0F, 1.875F, 0.125F}, 0.375F}, SdfOperation::kUnion, 0.125F},
      {SdfCapsule{{0.25F, 1.25F, 0.0F}, {1.0F, 0.75F, 0.25F}, 0.1875F, 0.125F},
       SdfOperation::kUnion, 0.0625F},
      {SdfBox{{-0.5F, 0.5F, 0.0F}, {0.25F, 0.5F, 0.125F}, 0.0625F, turn}, SdfOperation::kUnion,
       0.125F},
      {SdfBox{{0.0F, 1.0F, 0.5F}, {0.125F, 0.125F, 0.25F}, 0.0F, {0.0F, 0.0F, 0.0F, 1.0F}}, kCut,
       0.03125F}};
  auto mesh = SdfMesh::create({shapes, 3000});
  EXPECT_TRUE(mesh.ok() && mesh.value->step(1.0e9).ok());
  Fnv1a64 hash;
  hash.add(mesh.value->positions());
  hash.add(mesh.value->normals());
  hash.add(mesh.value->shapes());
  hash.add(mesh.value->indices());
  return hash.hex();
}

/// 마름모꼴의 관. 마지막 열은 첫 열의 복사이다(이음매). / A tube with a seam: the last column is a
/// copy of the first.
struct Tube {
  static constexpr int kColumns = 13;
  static constexpr int kRows = 32;
  std::vector<float> positions;
  std::vector<std::uint32_t> indices;
  std::vector<SkinBone> bones;

  Tube() {
    for (int j = 0; j < kRows; ++j) {
      for (int i = 0; i < kColumns; ++i) {
        positions.insert(positions.end(),
                         {(wave(i % 12, 12) - 3.0F) / 16.0F, static_cast<float>(j) / 16.0F,
                          (wave((i + 3) % 12, 12) - 3.0F) / 16.0F});
        if (i + 1 == kColumns || j + 1 == kRows) continue;
        const auto a = static_cast<std::uint32_t>(j * kColumns + i);
        const std::uint32_t c = a + kColumns + 1;
        indices.insert(indices.end(), {a, a + 1, c, a, c, a + kColumns});
      }
    }
    const auto joint = [](int k) {
      return glm::vec3(static_cast<float>(k % 3 - 1) / 32.0F, static_cast<float>(3 * k) / 16.0F,
                       0.0F);
    };
    for (int k = 0; k < 11; ++k)
      bones.push_back({joint(k), joint(k + 1), static_cast<float>(k % 4) / 32.0F});
  }
};

std::string bakeTube() {
  const Tube tube;
  SkinBakeOptions plain;
  plain.positions = tube.positions;
  plain.indices = tube.indices;
  plain.bones = tube.bones;
  SkinBakeOptions changed = plain;
  changed.weld = false;
  changed.falloff = 2.75;
  changed.smoothingPasses = 3;
  changed.maxInfluences = 3;
  SkinBakeOptions nearest = plain;
  nearest.mode = SkinMode::kNearest;
  Fnv1a64 hash;
  for (const SkinBakeOptions& options : {plain, changed, nearest}) {
    const auto bake = std::move(SkinBake::create(options).value);
    EXPECT_TRUE(bake->step(std::numeric_limits<double>::infinity()));
    hash.add(bake->skinIndex());
    hash.add(bake->skinWeight());
  }
  return hash.hex();
}

std::string heatTube() {
  Tube tube;
  for (std::size_t k = 0; k < tube.bones.size(); ++k)
    tube.bones[k].parent = static_cast<int>(k) - 1;
  SkinBakeOptions plain;
  plain.positions = tube.positions;
  plain.indices = tube.indices;
  plain.bones = tube.bones;
  plain.mode = SkinMode::kHeat;
  SkinBakeOptions changed = plain;
  changed.weld = false;
  changed.maxInfluences = 3;
  Fnv1a64 hash;
  for (const SkinBakeOptions& options : {plain, changed}) {
    const auto bake = std::move(SkinBake::create(options).value);
    EXPECT_TRUE(bake->step(std::numeric_limits<double>::infinity()));
    hash.add(bake->skinIndex());
    hash.add(bake->skinWeight());
  }
  return hash.hex();
}

/// tests/golden.json에서 `key`의 글자열. / The string of `key` in tests/golden.json.
std::string readGolden(const std::string& key) {
  std::ifstream file(MANGTO_GOLDEN_FILE);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::size_t name = text.find('"' + key + '"');
  if (name == std::string::npos) return "no " + key + " in " MANGTO_GOLDEN_FILE;
  const std::size_t open = text.find('"', text.find(':', name));
  const std::size_t close = text.find('"', open + 1);
  return text.substr(open + 1, close - open - 1);
}

TEST(Golden, CapeAndFlagEndInTheSameBitsOnEveryPlatform) {
  EXPECT_EQ(playGrids(), readGolden("capeAndFlag"));
}

TEST(Golden, MeshCapeAndFlagEndInTheSameBitsOnEveryPlatform) {
  EXPECT_EQ(playMeshes(), readGolden("meshCapeAndFlag"));
}

TEST(Golden, CrowdsOfCapesEndInTheSameBitsOnEveryPlatform) {
  EXPECT_EQ(playCrowds(), readGolden("crowdsOfCapes"));
}

TEST(Golden, BodiesAndLayersEndInTheSameBitsOnEveryPlatform) {
  EXPECT_EQ(playBodies(), readGolden("bodiesAndLayers"));
}

TEST(Golden, ShapesEndInTheSameMeshOnEveryPlatform) {
  EXPECT_EQ(meshShapes(), readGolden("shapes"));
}

TEST(Golden, SkinOfATubeHasTheSameBitsOnEveryPlatform) {
  EXPECT_EQ(bakeTube(), readGolden("skinOfATube"));
}

TEST(Golden, HeatOfATubeHasTheSameBitsOnEveryPlatform) {
  EXPECT_EQ(heatTube(), readGolden("heatOfATube"));
}

TEST(Golden, SubstepsEndInTheSameBitsOnEveryPlatform) {
  EXPECT_EQ(playSubsteps(), readGolden("substeps"));
}

TEST(Golden, ScenesEndInTheSameBitsEveryTime) {
  EXPECT_EQ(playBodies(), playBodies());
  EXPECT_EQ(playGrids(), playGrids());
  EXPECT_EQ(playMeshes(), playMeshes());
  EXPECT_EQ(playCrowds(), playCrowds());
  EXPECT_EQ(playSubsteps(), playSubsteps());
}

TEST(Golden, HashIsFnv1aWith64Bits) {
  Fnv1a64 hash;
  EXPECT_EQ(hash.hex(), "cbf29ce484222325");
  hash.add(std::span<const char>("foobar", 6));
  EXPECT_EQ(hash.hex(), "85944171f73967e8");
}

}  // namespace
}  // namespace mangto
