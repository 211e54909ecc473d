#include "harnesses.h"
#include "mangto/skin_bake.h"

namespace mangto::fuzz {
namespace {

/// 성한 뼈대가 잦도록 부모는 대개 앞의 뼈이다. / The parent is mostly the bone before.
std::vector<SkinBone> readBones(Input& input) {
  std::vector<SkinBone> bones;
  for (int k = input.integer(0, 8); k > 0; --k) {
    const int parent = static_cast<int>(bones.size()) - 1;
    bones.push_back({input.vector(1.0F), input.vector(1.0F), input.number(0.0F, 0.5F),
                     input.integer(0, 7) == 0 ? input.wildInteger(-1, 8) : parent});
  }
  return bones;
}

std::vector<int> readExcluded(Input& input) {
  std::vector<int> excluded;
  for (int k = input.integer(0, 3); k > 0; --k) excluded.push_back(input.wildInteger(0, 3));
  return excluded;
}

/// 튜브나 아무 삼각형들. / A tube or any triangles.
struct Mesh {
  std::vector<float> positions;
  std::vector<std::uint32_t> indices;
};

Mesh readSoup(Input& input) {
  const int vertices = input.integer(0, 80);
  Mesh mesh{input.wildNumbers(3 * static_cast<std::size_t>(vertices), -1.0F, 1.0F), {}};
  if (vertices > 0 && input.flip())
    mesh.indices = input.indices(3 * static_cast<std::size_t>(input.integer(0, 90)), vertices);
  return mesh;
}

Mesh readTube(Input& input) {
  constexpr std::array kSquare{glm::vec2(1, 1), glm::vec2(-1, 1), glm::vec2(-1, -1),
                               glm::vec2(1, -1)};
  const int rings = input.integer(2, 16);
  const float radius = input.number(0.01F, 0.5F);
  Mesh mesh;
  for (int ring = 0; ring < rings; ++ring) {
    const float y = input.number(-1.0F, 1.0F);
    for (const glm::vec2& corner : kSquare)
      mesh.positions.insert(mesh.positions.end(), {radius * corner.x, y, radius * corner.y});
  }
  for (std::uint32_t quad = 0; quad < 4U * (static_cast<std::uint32_t>(rings) - 1U); ++quad) {
    const std::uint32_t next = quad % 4 == 3 ? quad - 3 : quad + 1;
    mesh.indices.insert(mesh.indices.end(), {quad, next, quad + 4, next, next + 4, quad + 4});
  }
  return mesh;
}

void requireWeights(const SkinBake& bake, std::size_t bones) {
  require(bake.progress() == 1.0);
  for (const std::uint16_t index : bake.skinIndex()) require(index < bones);
  const std::span<const float> weights = bake.skinWeight();
  for (std::size_t k = 0; k < weights.size(); k += SkinBake::kInfluences) {
    const auto four = weights.subspan(k, SkinBake::kInfluences);
    float sum = 0.0F;
    for (const float weight : four) {
      require(weight >= 0.0F);
      sum += weight;
    }
    require(std::abs(sum - 1.0F) < 1.0e-4F);
  }
}

/// 조각마다 나아가다 남은 것을 한 번에. / Some of it in slices, the rest at once.
void bakeAll(SkinBake& bake, int slices) {
  double progress = bake.progress();
  bool done = false;
  for (int k = 0; k < slices && !done; ++k) {
    done = bake.step(0.0);
    require(bake.progress() >= progress);
    progress = bake.progress();
  }
  require(bake.step(std::numeric_limits<double>::infinity()));
}

}  // namespace

void fuzzSkin(Input& input) {
  SkinBakeOptions options;
  options.mode = static_cast<SkinMode>(input.integer(0, 2));
  options.weld = input.flip();
  options.falloff = input.number(0.0F, 64.0F);
  options.fleshFactor = input.number(0.0F, 10.0F);
  options.minDistance = input.number(1.0e-6F, 1.0F);
  options.smoothingPasses = input.wildInteger(0, 12);
  options.smoothingSelf = input.number(0.0F, 1.0F);
  options.maxInfluences = input.wildInteger(1, 4);
  options.excludedBones = readExcluded(input);
  const std::vector<SkinBone> bones = readBones(input);
  const int slices = input.integer(0, 200);
  const Mesh mesh = input.flip() ? readTube(input) : readSoup(input);
  options.bones = bones;
  options.positions = mesh.positions;
  options.indices = mesh.indices;
  const auto bake = SkinBake::create(options);
  if (!bake.ok()) return;
  bakeAll(*bake.value, slices);
  if (bake.value->status().ok()) requireWeights(*bake.value, bones.size());
}

}  // namespace mangto::fuzz
